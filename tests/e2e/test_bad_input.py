"""What a web door on the internet is sent that it should not be: each gets a clear answer, and changes nothing."""

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import orjson
import pytest
from redis.asyncio import Redis

from bot.demo.cast import ANA, APP_ID, CHANNEL, MEI, PRIYA, TENANT, Member
from bot.demo.teams import HEADERS, Teams
from bot.edges.store.keys import Kind
from tests.e2e.cases.desk import Stage, open_stage
from tests.edges.teams.cases import load

pytestmark = pytest.mark.slow
THREAD = CHANNEL.thread("1796043600123")
CARD = "1796043605432"
TAG = "<at>Charter Desk</at>"
# which copies and letters were dealt with, and who tried what
BOOKKEEPING = {Kind.SEEN, Kind.ONCE, Kind.MARK, Kind.BEGUN, Kind.LAST, Kind.HEARD, Kind.AUDIT}
TEXT, ERROR = "application/vnd.microsoft.activity.message", "application/vnd.microsoft.error"
NOT_YOURS = "Only the owner of this project or a named deputy can decide this."
NOT_OPEN = "This draft is no longer open"
Activity = dict[str, Any]


@pytest.fixture(scope="module")
async def stage(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """One desk for all of them, with a project, an open draft of Ana's, and Ana known to it."""
    async with open_stage(tmp_path_factory.mktemp("desk") / "data") as stage:
        case = load("execute-approve-json-answer")
        await stage.play(case | {"input": {"state": case["input"]["state"]}})
        async with Teams(stage.connector, stage.url) as teams:
            await teams.say(ANA, THREAD, "hello")
        await stage.settle()
        yield stage


@asynccontextmanager
async def nothing_changes(stage: Stage) -> AsyncIterator[None]:
    before, turns = await contents(stage), len(stage.agent.turns)
    yield
    await stage.settle()
    assert await contents(stage) == before
    assert len(stage.agent.turns) == turns
    assert stage.errors == []


async def contents(stage: Stage) -> dict[bytes, bytes | None]:
    """Every key of the desk with its value, as the server itself would write them down."""
    base = stage.store.keys.base.encode()
    passed_by = tuple(base + kind.encode() for kind in BOOKKEEPING)
    async with Redis(unix_socket_path=stage.store.client.connection_pool.connection_kwargs["path"]) as raw:
        names = [name async for name in raw.scan_iter(base + b"*", count=1000) if not name.startswith(passed_by)]
        return {name: await raw.dump(name) for name in names}


async def post(
    stage: Stage, body: bytes | Activity, authorization: str | None = "", kind: str = "application/json"
) -> tuple[int, Any]:
    """Status and body. Signed as the channel would, unless an `authorization` is given; None sends none."""
    if authorization == "":
        authorization = f"Bearer {stage.connector.issuer.token(stage.connector.service_url)}"
    headers = HEADERS | {"Content-Type": kind} | ({"Authorization": authorization} if authorization else {})
    data = body if isinstance(body, bytes) else orjson.dumps(body)
    async with (
        aiohttp.ClientSession() as session,
        session.post(stage.url, data=io.BytesIO(data), headers=headers) as response,
    ):
        raw = await response.read()
        return response.status, orjson.loads(raw) if response.content_type == "application/json" else raw


def activity(stage: Stage, member: Member = ANA, kind: str = "message", **fields: Any) -> Activity:
    """What Teams would send, with some of it changed; a field that is None is left out."""
    made = Teams(stage.connector, stage.url).activity(member, THREAD, kind) | {"locale": "en"} | fields
    return {name: value for name, value in made.items() if value is not None}


FORGED: dict[str, tuple[int, dict[str, Any]]] = {
    "signed by somebody else": (401, {"sign_with": "stolen"}),
    "a key nobody knows": (401, {"kid": "stolen"}),
    "no key named": (401, {"header_kid": None}),
    "not signed at all": (401, {"alg": "none"}),
    "expired": (401, {"exp": -4000}),
    "not valid yet": (401, {"nbf": 4000}),
    "without an end": (401, {"exp": None}),
    "for another bot": (401, {"aud": "00000000-0000-0000-0000-000000000000"}),
    "for several bots": (401, {"aud": [APP_ID, "00000000-0000-0000-0000-000000000000"]}),
    "of another issuer": (401, {"iss": "https://sts.windows.net/somebody/"}),
    "of a key for web chat": (403, {"kid": "k2"}),
    "of a key for nobody": (403, {"kid": "k3"}),
    "for another service": (403, {"serviceurl": "https://smba.trafficmanager.net/teams/"}),
    "for no service": (403, {"serviceurl": None}),
}


@pytest.mark.parametrize("name", FORGED)
async def test_a_token_that_is_not_the_channels_opens_nothing(stage: Stage, name: str) -> None:
    status, changes = FORGED[name]
    token = stage.connector.issuer.token(stage.connector.service_url, **changes)
    async with nothing_changes(stage):
        assert await post(stage, activity(stage, text="approve everything"), f"Bearer {token}") == (status, b"")


@pytest.mark.parametrize("header", [None, "Bearer", "Bearer ", "Bearer x.y.z", "Basic YTpi", "Bearer " + "a" * 4000])
async def test_without_a_token_the_door_stays_shut(stage: Stage, header: str | None) -> None:
    async with nothing_changes(stage):
        assert await post(stage, activity(stage, text="approve everything"), header) == (401, b"")


async def test_other_tenants_and_service_addresses_are_refused(stage: Stage) -> None:
    foreign = {"tenant": {"id": "c2b7e9d4-18f3-4a5c-b06e-7d4f1a9c3e52"}}
    async with nothing_changes(stage):
        assert (await post(stage, activity(stage, text="hello", channelData=foreign)))[0] == 403
        assert (await post(stage, activity(stage, text="hello", serviceUrl="http://169.254.169.254/")))[0] == 403
        assert (await post(stage, activity(stage, text="hello", serviceUrl=None)))[0] == 403
        assert (await post(stage, activity(stage, text="hello", channelId="directline")))[0] == 403


BODIES: dict[str, tuple[int, bytes]] = {
    "nothing": (400, b""),
    "no JSON": (400, b"hello"),
    "half of it": (400, b'{"type": "message", "text": "hel'),
    "not UTF-8": (400, b'{"type": "message", "text": "\xff\xfe"}'),
    "a list": (400, b"[1, 2, 3]"),
    "a number": (400, b"17"),
    "null": (400, b"null"),
    "nested without end": (400, b"[" * 100_000),
    "too large": (413, b'{"text": "' + b"a" * (1024 * 1024) + b'"}'),
}


@pytest.mark.parametrize("name", BODIES)
async def test_a_body_that_is_no_activity_is_refused(stage: Stage, name: str) -> None:
    status, body = BODIES[name]
    async with nothing_changes(stage):
        assert (await post(stage, body))[0] == status


async def test_only_json_is_read(stage: Stage) -> None:
    async with nothing_changes(stage):
        assert (await post(stage, activity(stage, text="hello"), kind="text/plain"))[0] == 415


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"type": None}, 400),
        ({"conversation": None, "channelData": {"tenant": {"id": TENANT}}}, 400),
        ({"conversation": {"id": "x" * 2000, "tenantId": TENANT}}, 400),
        ({"conversation": "19:a@thread.tacv2", "channelData": {"tenant": {"id": TENANT}}}, 400),
        ({"from": None}, 400),
        ({"from": {"id": 7}}, 400),
        ({"recipient": None}, 400),
        ({"conversation": {"id": "19:a@thread.tacv2"}, "channelData": None}, 403),  # whose tenant is it?
    ],
)
async def test_an_activity_without_its_parts_is_refused(stage: Stage, fields: Activity, status: int) -> None:
    async with nothing_changes(stage):
        assert (await post(stage, activity(stage, text="hello") | fields | _gone(fields)))[0] == status


def _gone(fields: Activity) -> Activity:
    return {name: value for name, value in fields.items() if value is not None}


@pytest.mark.parametrize(
    "kind", ["typing", "trace", "handoff", "endOfConversation", "messageReaction", "event", "ünïcödé"]
)
async def test_activities_that_nobody_asked_for_are_passed_by(stage: Stage, kind: str) -> None:
    async with nothing_changes(stage):
        assert await post(stage, activity(stage, kind=kind)) == (202, b"")


@pytest.mark.parametrize("name", ["task/fetch", "composeExtension/query", "signin/verifyState", "", "x" * 5000])
async def test_calls_that_nobody_implements_are_said_to_be_so(stage: Stage, name: str) -> None:
    async with nothing_changes(stage):
        assert await post(stage, activity(stage, kind="invoke", name=name, value={"a": 1})) == (501, b"")


async def test_a_message_of_nothing_is_answered_and_leaves_no_trace(stage: Stage) -> None:
    said = len(stage.posts())
    async with nothing_changes(stage):
        for text in (None, "", "   ", 17, {"a": 1}, TAG):
            sent = activity(stage)
            mention = {"type": "mention", "mentioned": sent["recipient"], "text": TAG}  # others' silence is no question
            sent |= {"text": text, "attachments": None, "entities": [mention, *sent["entities"]]}
            assert (await post(stage, sent))[0] == 202
    sentences = [one.json["text"] for one in stage.posts()[said:]]
    assert len(sentences) == 6
    assert all(one.startswith("I received neither text nor a file.") for one in sentences)


def pressed(stage: Stage, verb: object, member: Member = ANA, **data: Any) -> Activity:
    """A click on the open draft, unless its data say otherwise."""
    record = stage.known.records["d-4f2a91"]
    shown = {"draft_id": record.key, "version": 3, "hash": record.draft.content_hash} | data
    action = {"type": "Action.Execute", "verb": verb, "data": shown}
    value = {"action": action, "trigger": "manual"}
    return activity(stage, member, "invoke", name="adaptiveCard/action", value=value, replyToId=CARD)


DAMAGED: dict[str, Callable[[Stage], Activity]] = {
    "an unknown verb": lambda stage: pressed(stage, "launch"),
    "no verb": lambda stage: pressed(stage, None),
    "a verb of another kind": lambda stage: pressed(stage, ["approve"]),
    "a version that is no number": lambda stage: pressed(stage, "approve", version="three"),
    "a draft id that is a list": lambda stage: pressed(stage, "approve", draft_id=["d"]),
    "a draft id without end": lambda stage: pressed(stage, "approve", draft_id="d" * 5000),
    "a hash without end": lambda stage: pressed(stage, "approve", hash="0" * 5000),
    "words without end": lambda stage: pressed(stage, "change", instruction="a" * 30_000),
    "no draft at all": lambda stage: pressed(stage, "approve", draft_id=""),
    "no value": lambda stage: pressed(stage, "approve") | {"value": None},
    "a value that is text": lambda stage: pressed(stage, "approve") | {"value": "approve"},
    "an action that is a list": lambda stage: pressed(stage, "approve") | {"value": {"action": [1]}},
}


@pytest.mark.parametrize("name", DAMAGED)
async def test_a_click_that_cannot_be_read_is_an_error_in_words(stage: Stage, name: str) -> None:
    async with nothing_changes(stage):
        status, body = await post(stage, DAMAGED[name](stage))
    assert (status, body["statusCode"], body["type"]) == (200, 400, ERROR)
    assert body["value"]["message"].endswith(".")


VERBS = ("approve", "edit", "save", "save_approve", "change", "reject", "arrived", "resend")
WORDS = {"subject": "New", "body": "New.", "instruction": "Shorter.", "reason": "No."}


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("member", [PRIYA, MEI], ids=["recipient", "colleague"])
async def test_a_strangers_click_is_answered_decides_nothing_and_is_written_down(
    stage: Stage, verb: str, member: Member
) -> None:
    key = stage.known.records["d-4f2a91"].key
    tried = len(await stage.store.audit(key))
    async with nothing_changes(stage):
        status, body = await post(stage, pressed(stage, verb, member, **WORDS))
    assert (status, body["statusCode"], body["type"]) == (200, 200, TEXT)
    assert body["value"].startswith(NOT_YOURS)
    (line,) = (await stage.store.audit(key))[tried:]
    assert line.split("|")[1::3] == [verb, f"{TENANT}/{member.person.oid}"]
    assert line.endswith("|not_yours")


@pytest.mark.parametrize("fields", [{"aadObjectId": None}, {"aadObjectId": "someone-else"}])
async def test_the_owners_name_and_chat_id_are_no_proof(stage: Stage, fields: Activity) -> None:
    click = pressed(stage, "approve")
    click["from"] = {name: value for name, value in (click["from"] | fields).items() if value}
    async with nothing_changes(stage):
        assert (await post(stage, click))[1]["value"].startswith(NOT_YOURS)


@pytest.mark.parametrize("verb", [*VERBS, "open", "refresh", "back", "page"])
@pytest.mark.parametrize("key", ["p-0000000000000000.d-1", "d-old-0117", "{desk}:record:x", "\u0000", "../x"])
async def test_a_click_on_an_unknown_draft_says_that_it_is_not_open(stage: Stage, verb: str, key: str) -> None:
    async with nothing_changes(stage):
        status, body = await post(stage, pressed(stage, verb, draft_id=key, **WORDS))
    assert (status, body["statusCode"], body["type"]) == (200, 200, TEXT)
    assert body["value"].startswith(NOT_OPEN)


@pytest.mark.parametrize(
    ("member", "data", "sentence"),
    [
        (PRIYA, {}, NOT_YOURS),
        (ANA, {"draft_id": "p-gone.d-1"}, NOT_OPEN),
        (ANA, {"verb": "launch"}, "This button belongs to another version of the desk."),
        (ANA, {"version": "three"}, ""),
    ],
)
async def test_a_button_of_an_older_client_is_answered_in_the_chat(
    stage: Stage, member: Member, data: Activity, sentence: str
) -> None:
    value = pressed(stage, "approve")["value"]["action"]["data"] | {"verb": "approve"} | data
    said, answered = len(stage.posts()), asyncio.Event()
    stage.connector.watch(lambda _heard: answered.set())
    async with nothing_changes(stage):
        assert await post(stage, activity(stage, member, value=value, replyToId=CARD)) == (202, b"")
        await asyncio.wait_for(answered.wait(), 10)  # the conversation takes one message a second
    (told,) = stage.posts()[said:]
    assert told.json["text"].startswith(sentence)
    assert "entities" not in told.json  # our own words carry no label of the agent's
