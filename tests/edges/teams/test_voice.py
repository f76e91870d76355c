"""What a reader sees of what the desk says, through the SDK's turn context and over real HTTP."""

import asyncio
import threading
from typing import Any

import pytest

from bot.core.errors import MessageGone, Throttled, Uncertain, Undeliverable
from bot.core.people import Channel, Person, Place
from bot.core.turn import Source
from bot.demo.cast import ANA, APP_ID, CHANNEL, JOAO, PRIYA, TENANT, Member, chat_with
from bot.demo.connector import Connector
from bot.edges.teams import adapter
from bot.edges.teams.look import MADE_BY_AI
from bot.edges.teams.room import Teams
from bot.edges.teams.voice import CARD

BOX = {"type": "AdaptiveCard", "version": "1.4", "body": [{"type": "TextBlock", "text": "hello", "isSubtle": None}]}


@pytest.fixture
def thread(connector: Connector) -> Place:
    return Place(
        channel=Channel.TEAMS, tenant=TENANT, conversation=CHANNEL.thread("1796043600123").conversation, kind="channel",
        service_url=connector.service_url, bot_id=f"28:{APP_ID}", bot_name="Charter Desk", locale="pt-BR",
        zone="America/Sao_Paulo",
    )  # fmt: skip


@pytest.fixture
def chat(thread: Place) -> Place:
    return thread.model_copy(update={"conversation": chat_with(ANA).conversation, "kind": "personal"})


async def test_an_answer_is_a_labelled_message_in_its_thread(room: Teams, connector: Connector, thread: Place) -> None:
    posted = await room.voice.say(thread, "Two tasks are **late**.")
    assert (posted.ref, posted.place) == ("1796043700001", thread)
    (heard,) = connector.log
    assert (heard.method, heard.path) == ("POST", f"/amer/{TENANT}/v3/conversations/{thread.conversation}/activities")
    assert heard.json == {
        "type": "message", "channelId": "msteams", "serviceUrl": connector.service_url, "locale": "pt-BR",
        "from": {"id": f"28:{APP_ID}", "name": "Charter Desk"}, "inputHint": "acceptingInput",
        "conversation": {"id": thread.conversation, "isGroup": True},
        "text": "Two tasks are **late**.", "textFormat": "markdown", "entities": [MADE_BY_AI],
        "channelData": {"feedbackLoop": {"type": "default"}},
    }  # fmt: skip


async def test_what_an_answer_rests_on_is_cited(room: Teams, connector: Connector, thread: Place) -> None:
    sources = (Source(name="RFP.docx", words="fixed price"), Source(name="Annex B", url="https://x.example/b"))
    await room.voice.say(thread, "A fixed price [1], see [2].", sources=sources)
    (entity,) = connector.log[0].json["entities"]
    assert entity["citation"] == [
        {"@type": "Claim", "position": 1, "appearance": {
            "@type": "DigitalDocument", "name": "RFP.docx", "abstract": "fixed price"}},
        {"@type": "Claim", "position": 2, "appearance": {
            "@type": "DigitalDocument", "name": "Annex B", "abstract": "Annex B", "url": "https://x.example/b"}},
    ]  # fmt: skip


async def test_progress_and_approved_words_carry_no_label(room: Teams, connector: Connector, chat: Place) -> None:
    await room.voice.say(chat, "On it…", final=False)
    await room.voice.say(chat, "Hi Priya", exact=True, summary="Kickoff brief")
    progress, approved = (heard.json for heard in connector.log)
    assert "entities" not in progress
    assert "entities" not in approved
    assert approved["summary"] == "Kickoff brief"


async def test_an_answer_takes_the_place_of_the_placeholder(room: Teams, connector: Connector, chat: Place) -> None:
    placeholder = await room.voice.say(chat, "On it…", final=False)
    posted = await room.voice.say(chat, "Done.", replaces=placeholder.ref)
    assert posted.ref == placeholder.ref
    assert [(one["id"], one["text"]) for one in connector.visible(chat.conversation)] == [(placeholder.ref, "Done.")]


async def test_a_long_answer_goes_on_behind_its_placeholder(room: Teams, connector: Connector, chat: Place) -> None:
    placeholder = await room.voice.say(chat, "On it…", final=False)
    text = "\n\n".join(f"Section {number}: " + "words " * 200 for number in range(1, 31))
    posted = await room.voice.say(chat, text, replaces=placeholder.ref)
    assert posted.ref == placeholder.ref
    seen = [one["text"] for one in connector.visible(chat.conversation)]
    assert len(seen) == 4
    assert " ".join(seen).split() == text.split()
    assert all(heard.utf16 < 28 * 1024 for heard in connector.log)


async def test_long_progress_is_one_message(room: Teams, connector: Connector, chat: Place) -> None:
    await room.voice.say(chat, "words " * 10_000, final=False)
    assert len(connector.log) == 1


@pytest.mark.parametrize(
    "answer",
    [
        {"status": 429, "headers": {"Retry-After": "600"}},
        {"status": 403, "json": {"subCode": "MessageWritesBlocked"}},
        {"status": 400, "json": {"error": {"code": "BadSyntax"}}},
    ],
    ids=lambda answer: str(answer["status"]),
)
async def test_the_rest_that_cannot_be_posted_is_a_doubt(
    room: Teams, connector: Connector, chat: Place, answer: dict[str, Any]
) -> None:
    connector.script({"on": {"method": "POST"}, "skip": 1, "times": -1, "answer": answer})
    with pytest.raises(Uncertain):
        await room.voice.say(chat, "words " * 5000)
    assert len(connector.visible(chat.conversation)) == 1


class Notes:
    """Whoever wants to know may hold what cannot be copied."""

    def __init__(self, connector: Connector) -> None:
        self.connector, self.lock, self.posted = connector, threading.Lock(), list[int]()

    async def leaving(self) -> None:
        self.posted.append(len(self.connector.log))


async def test_whoever_speaks_is_told_right_before_the_words_leave_and_once(
    room: Teams, connector: Connector, chat: Place
) -> None:
    notes = Notes(connector)
    await room.voice.say(chat, "words " * 9000, leaving=notes.leaving)

    assert notes.posted == [0]
    assert len(connector.visible(chat.conversation)) > 1


async def test_a_card_goes_alone(room: Teams, connector: Connector, thread: Place) -> None:
    await room.voice.show(thread, BOX, "Three briefs wait")
    body = connector.log[0].json
    assert body["attachments"] == [{"contentType": CARD, "content": BOX}]
    assert body["summary"] == "Three briefs wait"
    assert "text" not in body


async def test_a_card_is_updated_in_place(room: Teams, connector: Connector, thread: Place) -> None:
    posted = await room.voice.show(thread, BOX, "x")
    again = await room.voice.show(thread, BOX | {"body": []}, "x", replaces=posted.ref)
    assert again.ref == posted.ref
    assert connector.log[1].path.endswith(f"/{thread.conversation}/activities/{posted.ref}")
    assert connector.log[1].json["id"] == posted.ref


async def test_what_the_channel_refuses_comes_through_the_sdk(room: Teams, connector: Connector, chat: Place) -> None:
    gone = {"status": 404, "json": {"error": {"code": "ActivityNotFoundInConversation"}}}
    connector.script({"on": {"method": "PUT"}, "answer": gone}, {"on": {"method": "POST"}, "answer": {"status": 502}})
    with pytest.raises(MessageGone):
        await room.voice.say(chat, "x", replaces="17")
    with pytest.raises(Uncertain):
        await room.voice.say(chat, "x")


async def test_progress_in_a_busy_chat_is_left_out(room: Teams, connector: Connector, chat: Place) -> None:
    connector.script({"on": {}, "answer": {"status": 429, "headers": {"Retry-After": "30"}}})
    for _ in range(2):
        with pytest.raises(Throttled):
            await room.voice.say(chat, "Reading…", replaces="17", final=False)
    assert len(connector.log) == 1


async def test_an_answer_without_an_id_is_an_answer(room: Teams, connector: Connector, chat: Place) -> None:
    connector.script({"on": {}, "answer": {"status": 204}})
    assert (await room.voice.say(chat, "x")).ref == ""


async def test_nothing_to_say_is_said_with_a_sign(room: Teams, connector: Connector, chat: Place) -> None:
    await room.voice.say(chat, " \n")
    assert connector.log[0].json["text"] == "…"


async def test_typing_is_a_sign_and_no_more(room: Teams, connector: Connector, thread: Place) -> None:
    await room.voice.typing(thread)
    await room.voice.typing(thread)
    (heard,) = connector.log
    assert heard.json["type"] == "typing"


async def test_many_first_words_import_the_sdk_once(room: Teams, connector: Connector, thread: Place) -> None:
    await asyncio.gather(*(room.voice.say(thread, f"answer {number}") for number in range(10)))
    assert sorted(one["text"] for one in connector.visible()) == sorted(f"answer {number}" for number in range(10))


async def test_a_person_is_met_once(room: Teams, connector: Connector, thread: Place) -> None:
    by_id = await room.voice.meet(thread, PRIYA.person)
    by_oid = await room.voice.meet(thread, PRIYA.person.model_copy(update={"teams_id": ""}))
    assert await room.voice.meet(thread, PRIYA.person) == by_id
    assert by_id.conversation == by_oid.conversation == chat_with(PRIYA).conversation
    assert (by_id.kind, by_id.service_url) == ("personal", connector.service_url)
    assert len(connector.log) == 2
    assert connector.log[0].json == {
        "isGroup": False, "bot": {"id": f"28:{APP_ID}"}, "members": [{"id": PRIYA.teams_id}], "tenantId": TENANT,
        "channelData": {"tenant": {"id": TENANT}},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("person", "reason"),
    [
        (Person(name="Nobody", address="nobody@contoso.com", tenant=TENANT), "no_address"),
        (Person(oid="x", name="Lena", tenant="another"), "not_member"),
        (Person(oid="unknown", name="Stranger", tenant=TENANT), "not_member"),
    ],
)
async def test_who_cannot_be_met_is_told_why(room: Teams, thread: Place, person: Person, reason: str) -> None:
    with pytest.raises(Undeliverable) as refused:
        await room.voice.meet(thread, person)
    assert refused.value.reason == reason


async def test_a_person_without_the_app_is_asked_for_once(room: Teams, connector: Connector, thread: Place) -> None:
    connector.people = (Member(JOAO.person, "UTC", "pt-BR", has_app=False),)
    with pytest.raises(Undeliverable) as refused:
        await room.voice.meet(thread, JOAO.person)
    assert refused.value.reason == "not_member"
    assert len(connector.log) == 1


async def test_members_are_persons(room: Teams, connector: Connector, thread: Place) -> None:
    assert await room.voice.members(thread) == tuple(one.person for one in connector.people)


async def test_odd_members_are_passed_over(room: Teams, connector: Connector, thread: Place) -> None:
    odd: list[Any] = [None, {}, {"id": 7}, {"id": "29:x", "name": None, "userPrincipalName": "x@y", "objectId": "o"}]
    connector.script({"on": {"method": "GET"}, "answer": {"status": 200, "json": {"members": odd}}})
    assert await room.voice.members(thread) == (Person(oid="o", address="x@y", teams_id="29:x", tenant=TENANT),)


def test_an_activity_on_the_wire_keeps_every_field_of_its_entities() -> None:
    made = adapter.Activity(type="message", entities=[MADE_BY_AI], channel_data={"a": None, "b": [1]})
    made.additional_properties = {"options": {"passing": True}}
    made.from_property = adapter.ChannelAccount(id="28:x", name="Desk")
    assert adapter.wire(made) == {
        "type": "message", "entities": [MADE_BY_AI], "channelData": {"a": None, "b": [1]},
        "from": {"id": "28:x", "name": "Desk"},
    }  # fmt: skip


async def test_messages_are_deleted_through_the_sdk(room: Teams, connector: Connector, chat: Place) -> None:
    await room.voice.warm()
    line = adapter.Conversations(room.connector, connector.service_url, TENANT)
    posted = await room.voice.say(chat, "x")
    await line.delete_activity(chat.conversation, posted.ref)
    assert connector.visible() == []
    again = await line.reply_to_activity(chat.conversation, "17", adapter.Activity(type="message", text="y"))
    assert [one["id"] for one in connector.visible()] == [again.id]
