"""Activities of every kind and shape, read once."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import Rejected
from bot.core.letter import FileRef, Granted, Met, Said
from bot.core.people import Person
from bot.edges.teams.attachments import DOWNLOAD, NAME_LIMIT, file_name, files_in
from bot.edges.teams.inbound import Amended, Arrived, Invoked, News, Passed, Pressed, parse, read

NOW = datetime(2026, 11, 30, 13, tzinfo=UTC)
TENANT = "5f1c2a7e-3b60-4d7e-9a41-8c2f6d0b9e11"
BOT = {"id": "28:3c9e7b52", "name": "SOW Bot"}
THREAD = "19:kV2rTq8m@thread.tacv2;messageid=1796043600123"


def activity(**other: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": "message", "id": "1796043600123", "timestamp": "2026-11-30T13:00:00.1234567Z", "channelId": "msteams",
        "serviceUrl": "https://smba.trafficmanager.net/amer/", "text": "<at>SOW Bot</at> status?\n", "locale": "pt-BR",
        "from": {"id": "29:1a", "name": "Ana  Souza ", "aadObjectId": "0a7d4c11"}, "recipient": BOT,
        "conversation": {"conversationType": "channel", "tenantId": TENANT, "isGroup": True, "id": THREAD},
        "entities": [
            {"type": "mention", "mentioned": BOT, "text": "<at>SOW Bot</at>"},
            {"type": "clientInfo", "timezone": "America/Sao_Paulo", "locale": "pt-BR"},
        ],
        "channelData": {"tenant": {"id": TENANT}},
    }  # fmt: skip
    return {name: value for name, value in (made | other).items() if value is not ...}


def news(**other: Any) -> News:
    return parse(activity(**other), NOW)


def said(**other: Any) -> Said:
    found = news(**other)
    assert isinstance(found, Arrived)
    assert isinstance(found.letter, Said)
    return found.letter


def test_a_message_becomes_a_letter() -> None:
    letter = said()
    assert (letter.text, letter.speaker.name, letter.speaker.oid) == ("status?", "Ana Souza", "0a7d4c11")
    assert letter.speaker.authority == f"{TENANT}/0a7d4c11"
    assert letter.place.model_dump(exclude={"subject", "reply_to"}) == {
        "channel": "teams", "tenant": TENANT, "conversation": THREAD, "kind": "channel", "bot_id": BOT["id"],
        "service_url": "https://smba.trafficmanager.net/amer/", "bot_name": "SOW Bot", "locale": "pt-BR",
        "zone": "America/Sao_Paulo", "team": "", "address": "",
    }  # fmt: skip
    assert letter.at == datetime(2026, 11, 30, 13, 0, 0, 123456, tzinfo=UTC)
    assert letter.ref == "1796043600123"


def test_another_bot_is_passed_by_and_is_nobody_of_the_directory_whatever_id_it_bears() -> None:
    other = {"id": "28:7c9e6679", "name": "Ana Souza", "aadObjectId": "0a7d4c11"}
    assert news(**{"from": other}) == Passed("bot")
    click = news(**{"from": other}, type="invoke", name="adaptiveCard/action", value={})
    assert isinstance(click, Pressed)
    assert click.actor.authority == ""


def test_a_copy_has_the_same_name_and_another_chat_has_not() -> None:
    first, copy = news(), news(timestamp="2026-11-30T13:00:15Z")
    other = news(conversation={"id": "a:1other", "tenantId": TENANT})
    assert isinstance(first, Arrived)
    assert isinstance(copy, Arrived)
    assert isinstance(other, Arrived)
    assert first.seen == copy.seen == f"{TENANT}|{THREAD}|1796043600123"
    assert first.letter.letter_id == copy.letter.letter_id != other.letter.letter_id


def test_messages_without_an_id_are_told_apart_by_what_they_say() -> None:
    first, other = news(id=..., text="one"), news(id=..., text="two")
    assert isinstance(first, Arrived)
    assert isinstance(other, Arrived)
    assert first.seen != other.seen


@pytest.mark.parametrize(
    ("talk", "kind"),
    [
        ({"id": "a:1x", "conversationType": "personal"}, "personal"),
        ({"id": "19:x@thread.v2", "conversationType": "groupChat"}, "group"),
        ({"id": "19:x@thread.v2"}, "group"),
        ({"id": "19:x@thread.tacv2"}, "channel"),
        ({"id": "19:x@thread.skype"}, "channel"),
        ({"id": "19:x@unknown;messageid=1"}, "channel"),
        ({"id": "x", "isGroup": True}, "group"),
        ({"id": "x"}, "personal"),
    ],
)
def test_the_kind_of_place_is_told_or_guessed(talk: dict[str, Any], kind: str) -> None:
    assert said(conversation=talk).place.kind == kind


@pytest.mark.parametrize("lacks", ["type", "conversation", "from", "recipient"])
@pytest.mark.parametrize("instead", [..., None, {}, [], "x", {"id": None}, {"id": ""}, {"id": 7}])
def test_without_the_needed_parts_it_is_400(lacks: str, instead: Any) -> None:
    if lacks == "type" and instead == "x":
        assert news(type="x") == Passed("x")
        return
    with pytest.raises(Rejected) as refused:
        news(**{lacks: instead})
    assert refused.value.status == 400


@pytest.mark.parametrize("lacks", ["id", "timestamp", "locale", "channelData", "entities", "serviceUrl", "text"])
@pytest.mark.parametrize("instead", [..., None, {}, [], 7, "", [None], {"tenant": 1}])
def test_without_the_other_parts_it_is_read(lacks: str, instead: Any) -> None:
    assert said(**{lacks: instead}).speaker.teams_id == "29:1a"


@pytest.mark.parametrize("odd", ["2026-11-30T24:00:00Z", "yesterday", "", "9999-12-31T23:59:59-14:00", 7, None])
def test_a_time_that_is_none_is_now(odd: Any) -> None:
    assert said(timestamp=odd).at == NOW


def test_nine_digits_of_a_second_are_read() -> None:
    assert said(timestamp="2026-11-30T13:00:00.123456789Z").at - NOW == timedelta(microseconds=123456)


def test_what_the_client_does_not_tell_is_taken_from_the_house() -> None:
    bare = activity(entities=[], locale="<script>", localTimezone="Mars/Olympus")
    found = parse(bare, NOW, zone="Asia/Kolkata", locale="en-IN")
    assert isinstance(found, Arrived)
    assert (found.letter.place.zone, found.letter.place.locale) == ("Asia/Kolkata", "en-IN")


@pytest.mark.parametrize(
    ("entities", "addressed"),
    [
        ([{"type": "mention", "mentioned": BOT, "text": "<at>SOW Bot</at>"}], True),
        ([{"type": "mention", "mentioned": {"id": "29:1b", "name": "Ben"}, "text": "<at>Ben</at>"}], False),
        ([{"type": "mention"}, {"type": "mention", "mentioned": None}, None, "mention"], False),
        (None, False),
    ],
)
def test_in_a_channel_a_message_is_for_us_when_the_entity_says_so(entities: Any, addressed: bool) -> None:
    assert said(entities=entities).addressed is addressed


def test_in_a_chat_of_two_every_message_is_for_us() -> None:
    assert said(conversation={"id": "a:1", "conversationType": "personal"}, entities=[]).addressed


@pytest.mark.parametrize(
    "entity",
    [
        {"type": "mention", "mentioned": BOT},
        {"type": "mention", "mentioned": {"id": BOT["id"]}, "text": None},
        {"type": "mention", "mentioned": BOT, "text": "SOW Bot"},
        {"type": "mention"},
    ],
)
def test_the_mention_is_found_though_its_entity_lacks_parts(entity: dict[str, Any]) -> None:
    assert said(entities=[entity]).text == "status?"


def test_a_mention_in_bare_words_is_taken_out_once() -> None:
    entity = {"type": "mention", "mentioned": BOT, "text": "@SOW Bot"}
    assert said(entities=[entity], text="@SOW Bot mail to sow@SOW Bot").text == "mail to sow@SOW Bot"


def test_a_name_with_an_ampersand_is_found() -> None:
    bot = {"id": BOT["id"], "name": "Rosa & Co"}
    mention = {"type": "mention", "mentioned": bot, "text": "<at>Rosa &amp; Co</at>"}
    assert said(recipient=bot, entities=[mention], text="<at>Rosa &amp; Co</at> hi").text == "hi"


def test_without_text_the_html_speaks() -> None:
    html = {"contentType": "text/html", "content": "<p>from&nbsp;<b>html</b></p>"}
    assert said(text=..., attachments=[html]).text == "from html"


@pytest.mark.parametrize("value", ["Service Request", [], 7, {"x": 1}])
def test_a_value_is_a_button_and_words_with_it_are_kept(value: Any) -> None:
    found = news(value=value, text="hello", replyToId="1796043605432")
    assert isinstance(found, Pressed)
    assert (found.value, found.message, found.invoke) == (value, "1796043605432", False)
    assert found.spoken
    assert isinstance(found.spoken.letter, Said)
    assert found.spoken.letter.text == "hello"


def test_a_button_of_bare_text_says_it() -> None:
    found = news(value="Service Request", text=..., entities=[])
    assert isinstance(found, Pressed)
    assert found.spoken
    assert isinstance(found.spoken.letter, Said)
    assert (found.spoken.letter.text, found.spoken.letter.addressed) == ("Service Request", True)


def test_an_action_waits_for_its_answer() -> None:
    found = news(type="invoke", name="adaptiveCard/action", value={"action": {}}, replyToId="17")
    assert isinstance(found, Pressed)
    assert found.invoke
    other = news(type="invoke", name="config/fetch", value={"a": 1})
    assert isinstance(other, Invoked)
    assert (other.name, other.value) == ("config/fetch", {"a": 1})


@pytest.mark.parametrize(
    ("other", "event"),
    [
        ({"type": "installationUpdate", "action": "add"}, "added"),
        ({"type": "installationUpdate", "action": "remove"}, "removed"),
        ({"type": "conversationUpdate", "membersAdded": [{"id": "29:1a"}, BOT]}, "added"),
        ({"type": "conversationUpdate", "membersRemoved": [BOT]}, "removed"),
    ],
)
def test_being_added_and_removed_is_told(other: dict[str, Any], event: str) -> None:
    found = news(**other, channelData=...)
    assert isinstance(found, Arrived)
    assert isinstance(found.letter, Met)
    assert found.letter.event == event


@pytest.mark.parametrize(
    "other",
    [
        {"type": "installationUpdate", "action": "add-upgrade"},
        {"type": "installationUpdate", "action": ["add"]},
        {"type": "conversationUpdate", "membersAdded": [{"id": "29:1b"}, None, "x"]},
        {"type": "conversationUpdate", "channelData": {"eventType": "channelShared"}},
        {"type": "messageUpdate", "channelData": {"eventType": "linkPreview"}},
        {"type": "messageUpdate", "channelData": "editMessage"},
        {"type": "conversationUpdate", "channelData": {"eventType": "teamRenamed"}},
        {"type": "conversationUpdate", "channelData": {"eventType": "channelCreated"}},
        {"type": "conversationUpdate", "membersRemoved": [{"name": "nobody"}]},
        {"type": "messageDelete"},
        {"type": "messageReaction", "reactionsAdded": [{"type": "1f440_eyes"}]},
        {"type": "event", "name": "application/vnd.microsoft.meetingStart"},
        {"type": "typing"},
        {"type": "somethingNew"},
        {"from": BOT},
    ],
)
def test_everything_else_is_passed_by(other: dict[str, Any]) -> None:
    assert isinstance(news(**other), Passed)


def _file(
    name: Any, url: Any = "https://contoso-my.sharepoint.com/x?tempauth=y", kind: str = DOWNLOAD
) -> dict[str, Any]:
    return {"contentType": kind, "content": {"downloadUrl": url}, "contentUrl": url, "name": name}


@pytest.mark.parametrize(
    ("attachments", "markers", "names", "lost"),
    [
        ([_file("RFP.docx")], 1, ["RFP.docx"], 0),
        ([_file("a.pdf"), _file("b.pdf")], 0, ["a.pdf", "b.pdf"], 0),
        ([_file("a.pdf", url=None)], 1, [], 1),
        ([_file("a.pdf", url="file:///etc/passwd")], 0, [], 1),
        ([{"contentType": DOWNLOAD, "content": "x", "name": "a"}], 0, [], 1),
        ([], 2, [], 2),
        ([_file(None, kind="image/*")], 0, ["picture-1"], 0),
        ([_file(None, kind="image/png"), _file(None, kind="image/PNG")], 0, ["picture-1.png", "picture-2.png"], 0),
        ([{"contentType": "reference", "contentUrl": "https://x", "name": "a.pdf"}], 1, ["a.pdf"], 0),
        ([{"contentType": "reference", "contentUrl": "https://x"}], 1, ["file"], 0),
        ([{"contentType": "reference", "name": "a.pdf"}], 1, [], 1),
        ([{"contentType": "messageReference"}], 1, [], 0),
        ([{"contentType": "text/html", "content": ""}], 0, [], 0),
        ([None, "x", {}, {"contentType": 7}], 0, [], 0),
        (None, 0, [], 0),
    ],
)
def test_files_are_pointed_to_and_lost_ones_counted(
    attachments: Any, markers: int, names: list[str], lost: int
) -> None:
    files, missing = files_in({"attachments": attachments}, markers)
    assert ([file.name for file in files], missing) == (names, lost)


def test_the_address_is_the_one_that_needs_no_sign_in() -> None:
    one = {
        "contentType": DOWNLOAD,
        "content": {"downloadUrl": "https://a/b"},
        "contentUrl": "https://c/d",
        "name": "x.txt",
    }
    assert files_in({"attachments": [one]}, 0)[0] == (FileRef(name="x.txt", url="https://a/b"),)


def test_an_empty_message_is_a_file_that_got_lost() -> None:
    letter = said(text="", attachments=[{"contentType": "text/html", "content": ""}])
    assert (letter.text, letter.files, letter.lost_files) == ("", (), 1)


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Proposta_Sa\u0303o.docx", "Proposta_São.docx"),
        ("invoice_\u202excod.exe", "invoice_xcod.exe"),
        ("../../etc/passwd", "passwd"),
        ("C:\\temp\\a.txt", "a.txt"),
        ("..", "file"),
        ("", "file"),
        (None, "file"),
        ("a\nb\x00.txt", "ab.txt"),
        ("dir/", "file"),
    ],
)
def test_names_are_safe(name: Any, safe: str) -> None:
    assert file_name(name) == safe


def test_a_long_name_keeps_its_ending() -> None:
    assert len(file_name("a" * 300 + ".pdf")) == NAME_LIMIT
    assert file_name("a" * 300 + ".pdf").endswith("a.pdf")
    assert len(file_name("." + "a" * 300)) <= NAME_LIMIT


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b'"x"',
        b"7",
        b"{",
        b"\xff\xfe{}",
        b'{"a":NaN}',
        b"[" * 5000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
    ],
)
def test_what_is_no_object_is_400(body: bytes) -> None:
    with pytest.raises(Rejected) as refused:
        read(body)
    assert refused.value.status == 400


def test_what_can_be_read_but_not_written_again_is_400() -> None:
    deep = read(b'{"a":' * 300 + b"1" + b"}" * 300)
    with pytest.raises(Rejected) as refused:
        news(id=..., value=deep)
    assert refused.value.status == 400


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KEYS = [*sorted(activity()), "attachments", "value", "name", "action", "membersAdded", "replyToId", "localTimezone"]


def outcome(body: bytes) -> int:
    try:
        parse(read(body), NOW)
    except Rejected as refused:
        return refused.status
    return 200


@given(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=6))
def test_no_shape_of_a_part_is_too_odd(other: dict[str, Any]) -> None:
    assert outcome(json.dumps(activity() | other).encode()) in (200, 400)


@given(JSON)
def test_no_json_is_too_odd(anything: Any) -> None:
    assert outcome(json.dumps(anything).encode()) in (200, 400)


@given(st.binary())
def test_no_bytes_are_too_odd(body: bytes) -> None:
    assert outcome(body) in (200, 400)


ENTITY = st.fixed_dictionaries(
    {},
    optional={"type": st.sampled_from(["mention", "clientInfo", "x"]), "mentioned": JSON | st.just(BOT), "text": JSON},
)
ATTACHMENT = st.fixed_dictionaries(
    {},
    optional={
        "contentType": st.sampled_from([DOWNLOAD, "text/html", "image/*", "reference"]) | JSON,
        "content": JSON | st.fixed_dictionaries({"downloadUrl": JSON | st.just("https://a/b")}),
        "contentUrl": JSON,
        "name": JSON,
    },
)


@given(st.lists(ENTITY | JSON, max_size=4), st.lists(ATTACHMENT | JSON, max_size=4), JSON)
def test_no_entity_and_no_attachment_is_too_odd(entities: Any, attachments: Any, text: Any) -> None:
    body = activity(entities=entities, attachments=attachments, text=text)
    assert isinstance(parse(read(json.dumps(body).encode()), NOW), Arrived)


@pytest.mark.parametrize(
    ("sent", "read_as"),
    [
        (r"a \ud83d b", "a \ufffd b"),
        (r"a \ude00 b", "a \ufffd b"),
        (r"a \ud83d\ude00 b", "a 😀 b"),
        (r"\ud83d\ud83d\ude00", "\ufffd😀"),
        (r"\ude00\ud83d", "\ufffd\ufffd"),
    ],
)
def test_half_an_emoji_is_replaced(sent: str, read_as: str) -> None:
    assert read(b'{"text": "%s"}' % sent.encode()) == {"text": read_as}


@pytest.mark.parametrize(
    ("kind", "event", "text", "restored"),
    [
        ("messageUpdate", "editMessage", "status?", False),
        ("messageDelete", "softDeleteMessage", None, False),
        ("messageUpdate", "undeleteMessage", "status?", True),
    ],
)
def test_a_changed_message_bears_the_name_of_the_first(kind: str, event: str, text: str | None, restored: bool) -> None:
    found = news(type=kind, channelData={"tenant": {"id": TENANT}, "eventType": event})
    assert isinstance(found, Amended)
    assert found.arrived.letter.letter_id == said().letter_id
    assert (found.said.text if found.said else None, found.restored) == (text, restored)


@pytest.mark.parametrize(
    ("other", "event", "who"),
    [
        ({"type": "conversationUpdate", "membersRemoved": [{"id": "29:1b", "name": "Ben"}]}, "left", "29:1b"),
        ({"type": "conversationUpdate", "membersRemoved": [BOT]}, "removed", "29:1a"),
        ({"type": "conversationUpdate", "channelData": {"eventType": "channelDeleted"}}, "gone", "29:1a"),
        ({"type": "installationUpdate", "action": "remove"}, "removed", "29:1a"),
    ],
)
def test_who_goes_is_told(other: dict[str, Any], event: str, who: str) -> None:
    found = news(**other)
    assert isinstance(found, Arrived)
    assert isinstance(found.letter, Met)
    assert (found.letter.event, found.letter.person.teams_id) == (event, who)


@pytest.mark.parametrize(
    ("talk", "data"),
    [
        ({"id": "19:x@thread.v2;messageid=7", "conversationType": "groupChat"}, {}),
        ({"id": "19:x@thread.v2", "conversationType": "groupChat"}, {"thread": {"id": "7"}}),
        ({"id": "19:x@thread.v2;messageid=7"}, {}),
    ],
)
def test_a_thread_in_a_group_chat_is_a_place_of_its_own(talk: dict[str, Any], data: dict[str, Any]) -> None:
    place = said(conversation=talk, channelData={"tenant": {"id": TENANT}} | data).place
    assert (place.conversation, place.kind) == ("19:x@thread.v2;messageid=7", "group")


def test_a_meetings_chat_is_a_group() -> None:
    talk = {"id": "19:meeting_NjU@thread.v2", "conversationType": "groupChat", "isGroup": True}
    letter = said(conversation=talk, channelData={"tenant": {"id": TENANT}, "meeting": {"id": "MCMx"}})
    assert (letter.place.kind, letter.place.conversation) == ("group", "19:meeting_NjU@thread.v2")


def test_people_who_are_mentioned_are_named_by_the_channels_ids_alone() -> None:
    ben = {"id": "29:1b", "name": "Ben  Okri", "aadObjectId": "claimed"}
    entities = [
        {"type": "mention", "mentioned": one, "text": "<at>x</at>"} for one in (BOT, ben, ben, {"name": "nobody"}, None)
    ]
    assert said(entities=entities).mentioned == (Person(teams_id="29:1b", name="Ben Okri", tenant=TENANT),)


def test_somebody_in_a_shared_channel_belongs_to_their_own_tenant() -> None:
    letter = said(**{"from": {"id": "29:1c", "name": "Cy", "aadObjectId": "c", "tenantId": "other"}})
    assert letter.speaker.authority == "other/c"
    assert letter.speaker.foreign_to(letter.place)


@pytest.mark.parametrize(
    ("value", "slot"),
    [
        (
            {"action": "accept", "context": {"about": "p-1"}, "uploadInfo": {"uploadUrl": "https://x/up"}},
            "https://x/up",
        ),
        ({"action": "decline", "context": {"about": "p-1"}, "uploadInfo": {"uploadUrl": "https://x/up"}}, None),
        ({"action": "accept", "context": {"about": "p-1"}, "uploadInfo": None}, None),
    ],
)
def test_the_answer_to_an_offered_file_is_a_letter_that_is_answered(value: dict[str, Any], slot: str | None) -> None:
    found = news(type="invoke", name="fileConsent/invoke", value=value, id="f:1", replyToId="9")
    assert isinstance(found, Arrived)
    assert isinstance(found.letter, Granted)
    assert (found.invoke, found.letter.about, found.letter.ref) == (True, "p-1", "9")
    assert (found.letter.slot.upload_url if found.letter.slot else None) == slot


@pytest.mark.parametrize("value", [None, [], "x", {"context": "x", "uploadInfo": []}, {"action": 7}])
def test_an_answer_of_any_shape_to_an_offered_file_is_read(value: Any) -> None:
    found = news(type="invoke", name="fileConsent/invoke", value=value)
    assert isinstance(found, Arrived)
    assert isinstance(found.letter, Granted)
    assert (found.letter.about, found.letter.slot) == ("", None)
