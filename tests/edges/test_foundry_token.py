"""A project outlives many tokens: the SDKs ask for a new one when the old one ends, and its sandbox does not notice."""

import datetime as dt
import ipaddress
import ssl
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from azure.core.credentials import AccessToken
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from bot.core.errors import AgentDenied
from bot.core.turn import Answer, Request
from bot.edges.foundry import Foundry
from bot.edges.foundry_doors import LocalToken

STATUS = (Path(__file__).parents[1] / "samples" / "wire" / "status.sse").read_bytes()
SOON, LATER = 60, 3600  # seconds; with less than five minutes to go the SDKs ask again


class Tokens(LocalToken):
    """Hands out token-1, token-2 … that live as long as it says."""

    def __init__(self) -> None:
        self.handed_out, self.lives = 0, LATER

    async def get_token(self, *scopes: str, **options: object) -> AccessToken:
        self.handed_out += 1
        return AccessToken(f"token-{self.handed_out}", int(time.time()) + self.lives)


class Server:
    """Lets one token in, and remembers what was asked with which."""

    def __init__(self) -> None:
        self.valid: set[str] = set()
        self.asked: list[tuple[str, str]] = []
        self.bodies: list[bytes] = []

    async def door(self, request: web.Request) -> web.StreamResponse:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        self.asked.append((request.path, token))
        self.bodies.append(await request.read())
        if token not in self.valid:
            error = {"code": "unauthorized", "message": "The token is not valid.", "type": "error"}
            return web.json_response({"error": error}, status=401, headers={"www-authenticate": "Bearer"})
        if request.path.endswith("/responses"):
            return web.Response(body=STATUS, content_type="text/event-stream")
        if request.method == "GET" and request.path.endswith("/files"):
            return web.json_response({"entries": []})
        if request.method == "DELETE" or request.path.endswith(":stop"):
            return web.Response(status=204)
        if request.method == "PUT":
            return web.json_response({"path": "x", "bytes_written": 1}, status=201)
        if request.path.endswith("/sessions/desk-p-1"):
            return web.json_response({"agent_session_id": "desk-p-1", "status": "active"})
        return web.Response(body=b"{}")


@pytest.fixture
def trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A certificate for this machine that the SDKs' transports trust: a real token travels over https only."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1)).not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    file = tmp_path / "this-machine.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    monkeypatch.setattr(aiohttp.connector, "_SSL_CONTEXT_VERIFIED", ssl.create_default_context(cafile=str(file)))
    served = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    served.load_cert_chain(file)
    return served


@pytest.fixture
async def server(trusted: ssl.SSLContext) -> AsyncIterator[Server]:
    found = Server()
    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", found.door)
    runner = web.AppRunner(app, shutdown_timeout=0.01)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=trusted).start()
    found.url = f"https://127.0.0.1:{runner.addresses[0][1]}/api/projects/p"
    yield found
    await runner.cleanup()


@pytest.fixture
async def tokens() -> Tokens:
    return Tokens()


@pytest.fixture
async def agent(server: Server, tokens: Tokens) -> AsyncIterator[Foundry]:
    found = Foundry(server.url, "charter", "7", tokens)
    yield found
    await found.aclose()


async def turn(agent: Foundry) -> Answer:
    answer = Answer()
    request = Request(turn_id="t-1", project_id="p-1", session_id="desk-p-1", input="words")
    async for event in agent.turn(request):
        answer.hear(event)
    return answer


async def test_a_token_that_lives_is_used_again(server, tokens, agent):
    server.valid = {"token-1"}

    assert (await turn(agent)).ended.status == "completed"
    assert (await turn(agent)).ended.status == "completed"
    assert tokens.handed_out == 1


async def test_a_token_that_ends_in_the_middle_of_a_project_is_asked_for_anew(server, tokens, agent):
    tokens.lives = SOON
    server.valid = {"token-1"}
    await turn(agent)
    server.valid = {"token-2"}

    assert (await turn(agent)).ended.status == "completed"
    assert {token for _, token in server.asked} == {"token-1", "token-2"}
    assert not [path for path, _ in server.asked if "/sessions" in path]


async def test_after_a_refused_token_a_fresh_one_works_and_the_sandbox_was_never_touched(server, tokens, agent):
    tokens.lives = SOON
    with pytest.raises(AgentDenied):
        await turn(agent)  # with the first one and, renewed, with the second
    server.valid = {"token-3"}

    assert (await turn(agent)).ended.status == "completed"
    assert not [path for path, _ in server.asked if "/sessions" in path]


CALLS = {
    "look": lambda agent: agent.ensure("desk-p-1", known=True),
    "read": lambda agent: agent.read("desk-p-1", "x"),
    "list": lambda agent: agent.list("desk-p-1", "x"),
    "write": lambda agent: agent.write("desk-p-1", "x", b"content"),
    "stop": lambda agent: agent.stop("desk-p-1"),
    "close": lambda agent: agent.close("desk-p-1"),
}


@pytest.mark.parametrize("call", CALLS)
async def test_a_refused_token_is_renewed_once_for_sessions_and_files_too(server, tokens, agent, call):
    server.valid = {"token-2"}
    await CALLS[call](agent)

    assert [token for _, token in server.asked] == ["token-1", "token-2"]


@pytest.mark.parametrize("call", CALLS)
async def test_where_the_new_token_is_refused_too_somebody_has_to_mend_it(server, tokens, agent, call):
    with pytest.raises(AgentDenied):
        await CALLS[call](agent)

    assert len(server.asked) == 2


async def test_what_is_written_with_the_second_token_is_whole(server, tokens, agent):
    server.valid = {"token-2"}
    await agent.write("desk-p-1", "x", b"all of it")

    assert server.bodies == [b"all of it"] * 2
