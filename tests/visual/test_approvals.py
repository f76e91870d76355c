"""The approval page in a browser: all that can be done there, on a phone, by keyboard, without scripts too.

pytest tests/visual/test_approvals.py -m visual --pictures out/pictures
"""

import json
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from bot.core.address import page_path
from bot.core.draft import Draft, Record, State
from bot.edges.store import DeskStore
from bot.edges.store.seal import Seal
from tests.edges.pages.conftest import opened
from tests.edges.store.valkey import KEY, valkey_url
from tests.fakes import ANA, STRANGER, Toy, answer, draft, said
from tests.flows.hands import PID, hear
from tests.npm import found, installed

__all__ = ["valkey_url"]
pytestmark = pytest.mark.visual
HERE = Path(__file__).parent
STORY = ("approve", "edit", "reject", "stale", "twice", "back", "change", "script", "phone", "last")
BODY = """Hi Priya,

for the **Northwind** response we need from you by 3 December:

1. the reference architecture, two pages at most
2. the effort of the migration, in days
3. what you assume about their identity provider

The request says (section 4.2): "The supplier shall operate the platform in the customer's region."

Ana"""
SEEN = (
    "list", "draft", "approved", "form", "edited", "rejecting", "rejected", "stale", "twice", "back",
    "change-without-words", "change", "several", "not-yours", "signed-out", "draft-dark", "session-over", "no-script",
    "phone-list", "phone-draft", "phone-form", "phone-several",
)  # fmt: skip


def brief(number: int) -> Draft:
    subject, covers = (
        f"Northwind: technical scope, part {number}",
        ("4.2 Operation in the region", "4.7 Single sign-on"),
    )
    return draft(
        number, subject=subject, body=BODY, due_at="2026-12-03", reason="Kickoff of 30 November", requirements=covers
    )


@pytest.fixture(scope="module")
async def toy(valkey_url: str) -> AsyncIterator[Toy]:
    """A project with a draft for every scene."""
    store = DeskStore(valkey_url, Seal((KEY,)), f"visual-{secrets.token_hex(4)}")
    toy = Toy(store=store)
    toy.agent.script = [answer("I read everything.", *(brief(number) for number in range(1, len(STORY) + 1)))]
    await hear(toy, said("we received the RFP from Northwind"))
    project = await store.project(PID)
    assert project is not None
    await store.save_project(project.model_copy(update={"title": "Northwind platform"}))
    yield toy
    await store.close()


@pytest.fixture(scope="module")
async def stations(
    toy: Toy, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, Any]]:
    """What was seen at each station, by its name."""
    chosen = request.config.getoption("--pictures", default=None)
    out = Path(chosen).resolve() if chosen else tmp_path_factory.mktemp("pictures")
    out.mkdir(parents=True, exist_ok=True)
    node, chromium = found("node"), found("chromium", "chromium-browser", "google-chrome")
    for package in ("playwright-core", "axe-core"):
        installed(HERE, package)
    records = await drafts(toy)
    job = {"chromium": chromium, "out": str(out), "ana": ANA.name, "eve": STRANGER.name}
    job |= {"drafts": {name: page_path(one.key) for name, one in records.items()}}
    file = tmp_path_factory.mktemp("job") / "job.json"
    async with opened(toy) as scene:
        file.write_text(json.dumps(job | {"origin": scene.origin, "batch": page_path(records["edit"].card_id)}))
        run = await anyio.run_process([node, "approvals.mjs", str(file)], cwd=HERE, check=False)
    if run.returncode:
        pytest.fail(f"The browser stopped: {run.stderr.decode()[-2000:]} after {run.stdout.decode()[-1500:]}")
    return {told["name"]: told for told in map(json.loads, run.stdout.splitlines())}


async def drafts(toy: Toy) -> dict[str, Record]:
    records = sorted(await toy.store.records_of(PID), key=lambda one: int(one.draft.draft_id.removeprefix("d-")))
    return dict(zip(STORY, records, strict=True))


async def test_every_station_is_reached_and_nothing_is_wrong_with_it(stations: dict[str, dict[str, Any]]) -> None:
    """Nothing sticks out, nothing is fetched from elsewhere, no script fails, and axe finds nothing to complain of."""
    assert list(stations) == list(SEEN)
    assert [(name, told["errors"]) for name, told in stations.items() if told["errors"]] == []


@pytest.mark.parametrize(
    ("station", "words"),
    [
        ("approved", "Approved by Ana Souza"),
        ("edited", "your part by Wednesday, please."),
        ("rejected", "The customer withdrew this part."),
        ("stale", "What changed since you opened it"),
        ("twice", "Approved by Ana Souza"),
        ("change-without-words", "Say in a few words what should change."),
        ("not-yours", "There is nothing here for you"),
        ("session-over", "what you sent is kept on this page"),
        ("no-script", "Approved by Ana Souza"),
        ("phone-list", "mensagens aguardam sua decisão"),
        ("phone-form", "Editar a mensagem"),
        ("phone-several", "Aprovar marcados"),
    ],
)
async def test_a_station_says_what_happened(stations: dict[str, dict[str, Any]], station: str, words: str) -> None:
    assert words in stations[station]["text"]


async def test_enter_in_the_subject_sends_nothing(stations: dict[str, dict[str, Any]]) -> None:
    assert stations["form"]["url"].endswith("/edit")
    assert "Edit the message for Priya Raman" in stations["form"]["text"]


async def test_what_is_somebody_elses_shows_nothing_of_it(stations: dict[str, dict[str, Any]]) -> None:
    assert "Northwind" not in stations["not-yours"]["text"]


async def test_going_back_shows_what_was_decided(stations: dict[str, dict[str, Any]]) -> None:
    assert "Approved by Ana Souza" in stations["back"]["text"]


async def test_afterwards_the_desk_knows_what_was_pressed_and_nothing_else(
    stations: dict[str, dict[str, Any]], toy: Toy
) -> None:
    assert stations
    states = {name: one.state for name, one in (await drafts(toy)).items()}
    approved = dict.fromkeys(("approve", "edit", "twice", "back", "script"), State.APPROVED)
    waiting = dict.fromkeys(("stale", "phone", "last"), State.PENDING)

    assert states == approved | waiting | {"reject": State.REJECTED, "change": State.ASKED}
    assert len(toy.jobs.shipped) == len(approved)
