"""A 1:1 answer is watched while it is written, by the rules of the protocol, and ends exactly once."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any

import pytest

from bot.core.errors import ChannelTrouble, MessageGone, Stopped, Throttled, Uncertain, Undeliverable
from bot.core.people import Channel, Place
from bot.demo import streaming
from bot.demo.cast import ANA, APP_ID, CHANNEL, TENANT, chat_with
from bot.demo.connector import Connector
from bot.edges.teams import streams
from bot.edges.teams.connector import Step
from bot.edges.teams.look import MADE_BY_AI
from bot.edges.teams.room import Teams
from bot.edges.teams.streams import CUT_OVER, GAP, Streams

STREAMING = {"method": "POST", "body": {"entities": [{"type": "streaminfo"}]}}
FINAL = {"method": "POST", "body": {"entities": [{"type": "streaminfo", "streamType": "final"}]}}
WHOLE = "The RFP asks for a fixed price. Two points are open."


@pytest.fixture
def chat(connector: Connector) -> Place:
    return Place(
        channel=Channel.TEAMS, tenant=TENANT, conversation=chat_with(ANA).conversation, kind="personal",
        service_url=connector.service_url, bot_id=f"28:{APP_ID}", bot_name="Charter Desk",
    )  # fmt: skip


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "GAP", 0.0)
    monkeypatch.setattr(streaming, "PACE", 0.0)


def seen(connector: Connector) -> list[tuple[str, str]]:
    return [(one["id"], one["text"]) for one in connector.visible()]


async def begun(room: Teams, chat: Place, *words: str) -> str:
    ref = (await room.voice.open(chat, "On it.")).ref
    for number in range(len(words)):
        await room.voice.go_on(chat, ref, "Thinking.", " ".join(words[: number + 1]) + " ")
    return ref


@pytest.mark.usefixtures("quick")
async def test_a_stream_has_signs_then_words_then_the_whole(room: Teams, connector: Connector, chat: Place) -> None:
    ref = await begun(room, chat)
    await room.voice.go_on(chat, ref, "Reading the RFP.", "")
    await room.voice.go_on(chat, ref, "Reading the RFP.", "The RFP asks for a fixed pri")
    await room.voice.go_on(chat, ref, "Thinking.", "")  # words do not give way to signs
    posted = await room.voice.say(chat, WHOLE, replaces=ref)

    bodies = [one.json for one in connector.log]
    assert [one["entities"][0] for one in bodies] == [
        {"type": "streaminfo", "streamType": "informative", "streamSequence": 1},
        {"type": "streaminfo", "streamType": "informative", "streamSequence": 2, "streamId": ref},
        {"type": "streaminfo", "streamType": "streaming", "streamSequence": 3, "streamId": ref},
        {"type": "streaminfo", "streamType": "final", "streamId": ref},
    ]
    assert [one["type"] for one in bodies] == ["typing", "typing", "typing", "message"]
    assert [one["text"] for one in bodies] == ["On it.", "Reading the RFP.", "The RFP asks for a fixed", WHOLE]
    assert all("channelData" not in one and len(one["entities"]) == 1 for one in bodies[:-1])
    assert bodies[-1]["entities"][1] == MADE_BY_AI
    assert bodies[-1]["channelData"] == {"feedbackLoop": {"type": "default"}}
    assert (posted.ref, seen(connector)) == (ref, [(ref, WHOLE)])
    assert connector.streams.unfinished == ()


async def test_no_two_pieces_of_a_stream_follow_each_other_within_a_second() -> None:
    clock, told = Clock(), []

    async def send(_place: Place, _fields: dict[str, Any], _step: Step) -> str:
        told.append(clock.now)
        clock.now += 0.2
        return "17"

    stream = Streams(send, clock, clock.sleep)
    place = Place(channel=Channel.TEAMS, tenant=TENANT, conversation="a:1", kind="personal")
    await stream.begin(place, "On it.")
    for number in range(1, 5):
        await stream.go_on(place, "17", "", "word " * number)
    found = await stream.end(place, "17")
    assert found
    await stream.finish(found, "word " * 5, {})
    assert len(told) == 6
    assert all(later - earlier >= GAP for earlier, later in pairwise(told))


@pytest.mark.usefixtures("quick")
async def test_a_long_answer_ends_its_stream_and_goes_on_below(room: Teams, connector: Connector, chat: Place) -> None:
    ref = await begun(room, chat, "Section", "1:")
    text = "\n\n".join(f"Section {number}: " + "words " * 200 for number in range(1, 31))
    await room.voice.say(chat, text, replaces=ref)
    assert seen(connector)[0][0] == ref
    assert " ".join(words for _, words in seen(connector)).split() == text.split()
    assert connector.streams.wrong == []


@pytest.mark.usefixtures("quick")
async def test_another_answer_than_the_one_that_was_shown_is_an_edit(
    room: Teams, connector: Connector, chat: Place
) -> None:
    ref = await begun(room, chat, "The", "old")
    await room.voice.say(chat, "Quite another.", replaces=ref)
    assert seen(connector) == [(ref, "Quite another.")]
    assert connector.streams.wrong == []


@pytest.mark.usefixtures("quick")
async def test_a_sentence_of_ours_follows_what_was_shown(room: Teams, connector: Connector, chat: Place) -> None:
    ref = await begun(room, chat, "The", "RFP")
    await room.voice.say(chat, "It was cut off.", replaces=ref, exact=True)
    assert seen(connector) == [(ref, "The RFP\n\nIt was cut off.")]
    assert MADE_BY_AI in connector.visible()[0]["entities"]


@pytest.mark.usefixtures("quick")
async def test_a_sentence_of_ours_alone_carries_no_label(room: Teams, connector: Connector, chat: Place) -> None:
    ref = await begun(room, chat)
    await room.voice.say(chat, "It was cut off.", replaces=ref, exact=True)
    assert seen(connector) == [(ref, "It was cut off.")]
    assert MADE_BY_AI not in connector.visible()[0]["entities"]


@pytest.mark.usefixtures("quick")
async def test_what_is_stopped_is_not_spoken_of_again(room: Teams, connector: Connector, chat: Place) -> None:
    stop = {"status": 403, "json": {"error": {"code": "ContentStreamNotAllowed", "message": "…cancelled by user."}}}
    connector.script({"on": STREAMING, "skip": 2, "answer": stop})
    ref = await begun(room, chat, "The")
    with pytest.raises(Stopped):
        await room.voice.go_on(chat, ref, "", "The RFP ")
    for _ in range(2):
        with pytest.raises(Stopped):
            await room.voice.say(chat, WHOLE, replaces=ref)
    with pytest.raises(Stopped):
        await room.voice.go_on(chat, ref, "", "The RFP asks ")
    assert len(connector.log) == 3


@pytest.mark.parametrize(
    "refusal",
    [
        {"status": 403, "json": {"error": {"code": "ContentStreamNotAllowed", "message": "Message size too large"}}},
        {"status": 403, "json": {"error": {"code": "ContentStreamNotAllowed", "message": "exceeded streaming time"}}},
        {"status": 400, "json": {"error": {"code": "BadRequest"}}},
    ],
    ids=["size", "time", "bad"],
)
@pytest.mark.usefixtures("quick")
async def test_a_stream_that_is_refused_is_edited_from_then_on(
    room: Teams, connector: Connector, chat: Place, refusal: dict[str, Any]
) -> None:
    connector.script({"on": STREAMING, "skip": 2, "answer": refusal})
    ref = await begun(room, chat, "The", "RFP", "asks")
    await room.voice.say(chat, WHOLE, replaces=ref)
    assert [one.method for one in connector.log] == ["POST", "POST", "POST", "PUT", "PUT"]
    assert seen(connector) == [(ref, WHOLE)]


@pytest.mark.parametrize("how", [{"status": 502}, {"drop": True}, {"status": 502, "kept": True}], ids=str)
@pytest.mark.usefixtures("quick")
async def test_an_end_nobody_knows_the_fate_of_is_made_sure_of_by_an_edit(
    room: Teams, connector: Connector, chat: Place, how: dict[str, Any]
) -> None:
    connector.script({"on": FINAL, "answer": how})
    ref = await begun(room, chat, "The")
    assert (await room.voice.say(chat, WHOLE, replaces=ref)).ref == ref
    assert seen(connector) == [(ref, WHOLE)]


@pytest.mark.usefixtures("quick")
async def test_a_stream_that_left_no_message_behind_is_told_as_gone(
    room: Teams, connector: Connector, chat: Place
) -> None:
    refusal = {"status": 403, "json": {"error": {"code": "ContentStreamNotAllowed", "message": "not allowed"}}}
    connector.script({"on": FINAL, "answer": refusal}, {"on": {"method": "PUT"}, "answer": refusal})
    ref = await begun(room, chat)
    with pytest.raises(MessageGone):
        await room.voice.say(chat, WHOLE, replaces=ref)


@pytest.mark.usefixtures("quick")
async def test_an_end_that_has_to_wait_is_made_later(room: Teams, connector: Connector, chat: Place) -> None:
    connector.script({"on": FINAL, "answer": {"status": 429, "headers": {"Retry-After": "600"}}})
    ref = await begun(room, chat, "The")
    with pytest.raises(Throttled):
        await room.voice.say(chat, WHOLE, replaces=ref)
    await room.voice.say(chat, WHOLE, replaces=ref)
    assert connector.log[-1].json["entities"][0]["streamType"] == "final"
    assert seen(connector) == [(ref, WHOLE)]


@pytest.mark.usefixtures("quick")
async def test_a_second_answer_in_the_same_chat_has_a_placeholder(
    room: Teams, connector: Connector, chat: Place
) -> None:
    first, second = await begun(room, chat), await begun(room, chat)
    await room.voice.say(chat, "Two.", replaces=second)
    await room.voice.say(chat, "One.", replaces=first)
    assert dict(seen(connector)) == {first: "One.", second: "Two."}
    assert sum("streaminfo" in str(one.json.get("entities")) for one in connector.log) == 2


async def test_a_thread_and_a_chat_without_streams_have_placeholders(
    room: Teams, connector: Connector, chat: Place
) -> None:
    thread = chat.model_copy(update={"conversation": CHANNEL.thread("1796043600123").conversation, "kind": "channel"})
    await room.voice.open(thread, "On it.")
    connector.script({"on": STREAMING, "answer": {"status": 405, "json": {"error": {"code": "BadSyntax"}}}})
    for _ in range(2):
        await room.voice.open(chat, "On it.")
    assert [(one.json["type"], one.answered) for one in connector.log] == [
        ("message", 201), ("typing", 405), ("message", 201), ("message", 201),
    ]  # fmt: skip


async def test_a_person_who_blocked_the_desk_is_not_asked_a_second_time(
    room: Teams, connector: Connector, chat: Place
) -> None:
    connector.script({"on": {}, "times": -1, "answer": {"status": 403, "json": {"subCode": "MessageWritesBlocked"}}})
    with pytest.raises(Undeliverable):
        await room.voice.open(chat, "On it.")
    assert len(connector.log) == 1


class Clock:
    """Moved by whoever sleeps; `wait` lets somebody sleep for good until it is told to go on."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []
        self.gate = asyncio.Event()

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        if seconds >= CUT_OVER:
            await self.gate.wait()
        self.now += seconds


class Wire:
    """Takes the pieces of streams. `trouble` is raised instead, in order."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.trouble: list[ChannelTrouble | None] = []
        self.clock = Clock()
        self.streams = Streams(self, self.clock, self.clock.sleep)

    async def __call__(self, _place: Place, fields: dict[str, Any], _step: Step) -> str:
        self.sent.append(fields)
        if self.trouble and (trouble := self.trouble.pop(0)):
            raise trouble
        return "17"


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    made = Wire()
    yield made
    await made.streams.close()


TALK = Place(channel=Channel.TEAMS, tenant=TENANT, conversation="a:1", kind="personal")


async def two_minutes(wire: Wire) -> None:
    await asyncio.sleep(0)
    wire.clock.gate.set()
    for _ in range(5):
        await asyncio.sleep(0)


async def test_before_two_minutes_a_stream_is_ended_with_what_there_is(wire: Wire) -> None:
    await wire.streams.begin(TALK, "On it.")
    await wire.streams.go_on(TALK, "17", "", "The RFP asks ")
    await two_minutes(wire)

    assert wire.sent[-1]["text"] == "The RFP asks"
    assert wire.sent[-1]["entities"][0]["streamType"] == "final"
    assert not await wire.streams.go_on(TALK, "17", "", "The RFP asks for ")
    assert await wire.streams.end(TALK, "17") is None
    assert wire.streams.may(TALK)


async def test_a_silent_stream_is_ended_with_its_sign(wire: Wire) -> None:
    await wire.streams.begin(TALK, "On it.")
    await two_minutes(wire)
    assert wire.sent[-1]["text"] == "On it."


async def test_one_that_is_stopped_just_then_stays_stopped(wire: Wire) -> None:
    wire.trouble = [None, Stopped("cancelled by user")]
    await wire.streams.begin(TALK, "On it.")
    await two_minutes(wire)
    with pytest.raises(Stopped):
        await wire.streams.go_on(TALK, "17", "", "The ")
    with pytest.raises(Stopped):
        await wire.streams.end(TALK, "17")


async def test_one_that_was_ended_in_time_is_not_ended_again(wire: Wire) -> None:
    await wire.streams.begin(TALK, "On it.")
    found = await wire.streams.end(TALK, "17")
    assert found
    await wire.streams.finish(found, "Done.", {})
    await two_minutes(wire)
    assert len(wire.sent) == 2


async def test_a_piece_in_doubt_has_to_be_held_by_what_follows(wire: Wire) -> None:
    wire.trouble = [None, Uncertain("?"), Throttled("later", 1)]
    await wire.streams.begin(TALK, "On it.")
    with pytest.raises(Uncertain):
        await wire.streams.go_on(TALK, "17", "", "The RFP ")
    with pytest.raises(Throttled):
        await wire.streams.go_on(TALK, "17", "", "The RFP asks ")
    await wire.streams.go_on(TALK, "17", "", "The other ")
    await wire.streams.go_on(TALK, "17", "", "The RFP asks for ")
    told = [(one["entities"][0]["streamSequence"], one["text"]) for one in wire.sent]
    assert told == [(1, "On it."), (2, "The RFP"), (3, "The RFP asks"), (3, "The RFP asks for")]


async def test_the_answer_waits_for_the_last_piece_of_a_stream_that_is_just_being_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the beginning, which is still on its way, would land upon the whole."""
    monkeypatch.setattr(streams, "CUT_OVER", 0.01)
    monkeypatch.setattr(streams, "GAP", 0.0)
    told: list[str] = []
    last, arrives = asyncio.Event(), asyncio.Event()

    async def send(_place: Place, fields: dict[str, Any], step: Step) -> str:
        if step == "last":
            last.set()
            await arrives.wait()
        told.append(fields["text"])
        return "17"

    chat = Place(channel=Channel.TEAMS, tenant=TENANT, conversation="a:1", kind="personal")
    watched = Streams(send)
    await watched.begin(chat, "On it.")
    await watched.go_on(chat, "17", "", "The RFP asks for a ")
    await last.wait()
    ending = asyncio.create_task(watched.end(chat, "17"))
    await asyncio.sleep(0)
    assert not ending.done()
    arrives.set()

    assert await ending is None
    assert told[-1] == "The RFP asks for a"
    await watched.close()


async def test_two_answers_that_begin_at_once_are_one_stream_and_one_placeholder() -> None:
    async def send(_place: Place, _fields: dict[str, Any], _step: Step) -> str:
        await asyncio.sleep(0)
        return "17"

    chat = Place(channel=Channel.TEAMS, tenant=TENANT, conversation="a:1", kind="personal")
    watched = Streams(send)

    async def open_one() -> bool:
        return watched.may(chat) and bool(await watched.begin(chat, "On it."))

    assert sorted(await asyncio.gather(open_one(), open_one())) == [False, True]
    await watched.close()
