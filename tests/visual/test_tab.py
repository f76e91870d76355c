"""The personal tab in a browser, inside a page that plays Teams, over https: Microsoft's own script speaks with it.

pytest tests/visual/test_tab.py -m visual --pictures out/pictures
"""

import json
import secrets
import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.x509.oid import NameOID

from bot.core.address import page_path
from bot.core.draft import State
from bot.demo.issuer import signing_key
from bot.edges.store import DeskStore
from bot.edges.store.seal import Seal
from tests.catalogue.clicking import now_of
from tests.edges.pages.conftest import NAME, opened
from tests.edges.store.valkey import KEY, valkey_url
from tests.fakes import ANA, Toy
from tests.flows.hands import started
from tests.npm import found, installed

__all__ = ["valkey_url"]
pytestmark = pytest.mark.visual
HERE = Path(__file__).parent


def certificate(folder: Path) -> ssl.SSLContext:
    """For the desk's name, signed by itself."""
    key, name = signing_key("tls"), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "pem").write_bytes(private + built.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "pem")
    return context


@pytest.fixture(scope="module")
async def toy(valkey_url: str) -> AsyncIterator[Toy]:
    store = DeskStore(valkey_url, Seal((KEY,)), f"visual-{secrets.token_hex(4)}")
    yield Toy(store=store)
    await store.close()


@pytest.fixture(scope="module")
async def seen(toy: Toy, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    chosen = request.config.getoption("--pictures", default=None)
    out = Path(chosen).resolve() if chosen else tmp_path_factory.mktemp("pictures")
    out.mkdir(parents=True, exist_ok=True)
    node, chromium = found("node"), found("chromium", "chromium-browser", "google-chrome")
    installed(HERE, "playwright-core")
    record, *_ = await started(toy, 2)
    folder = tmp_path_factory.mktemp("job")
    async with opened(toy, certificate(folder)) as scene:
        token = scene.connector.entra.token(ANA, scp="access_as_user")
        job = {"chromium": chromium, "out": str(out), "origin": scene.origin, "token": token}
        (folder / "job.json").write_text(json.dumps(job | {"draft": page_path(record.key)}))
        run = await anyio.run_process([node, "tab.mjs", str(folder / "job.json")], cwd=HERE, check=False)
    if run.returncode:
        pytest.fail(f"The browser stopped: {run.stderr.decode()[-2000:]} after {run.stdout.decode()[-1500:]}")
    told: dict[str, Any] = json.loads(run.stdout)
    assert (await now_of(toy, record)).state is State.APPROVED
    return told


async def test_the_host_is_greeted_and_signs_its_reader_in(seen: dict[str, Any]) -> None:
    assert {"initialize", "authentication.getAuthToken"} <= set(seen["asked"])
    assert "2 messages wait for your decision" in seen["list"]
    assert seen["wrong"] == []


async def test_what_was_written_when_the_session_ended_is_sent_with_a_new_word_of_the_host(
    seen: dict[str, Any],
) -> None:
    assert "Written inside Teams." in seen["done"]


async def test_the_session_is_kept_apart_for_this_host_and_out_of_reach(seen: dict[str, Any]) -> None:
    (cookie,) = seen["cookies"]

    assert cookie["name"] == "__Host-desk-framed"
    assert (cookie["httpOnly"], cookie["secure"], cookie["sameSite"]) == (True, True, "None")
    assert cookie["partitionKey"]


async def test_no_other_site_may_show_it_and_nothing_is_fetched_from_elsewhere(seen: dict[str, Any]) -> None:
    assert any("frame-ancestors" in line for line in seen["framed"])
    assert seen["inside"] == "chrome-error://chromewebdata/"
    assert seen["elsewhere"] == []
