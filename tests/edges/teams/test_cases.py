"""Recorded cases at the wall: what Teams sent, a small scripted desk inside, and what its readers saw."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from bot.core.errors import ChannelTrouble, StoreDown
from bot.core.letter import Granted, Met, Said
from bot.core.people import Channel, Person, Place
from bot.demo.cast import APP_ID, TENANT
from bot.demo.connector import Connector
from bot.demo.rules import Heard
from bot.edges import clicks
from bot.edges.teams.keys import Keys
from bot.edges.teams.limits import Limits
from bot.edges.teams.room import Teams
from bot.edges.web import application, listening
from tests.edges.teams.cases import Case, Outcome, load, play
from tests.edges.teams.conftest import Inside, open_room

PRIYA = "29:1pRiYa4nB6vC8xZ0aS2dF5gH7jK9lQ1wE3rT5yU7iO9pM2kJ4hG6fD8sA0zXcVbNm"
CARD = {"type": "AdaptiveCard", "version": "1.4", "body": [], "fallbackText": "card"}
FASTER, FAST = 10_000.0, 1000.0


@dataclass
class Desk(Inside):
    """Answers every message with what the case's agent says, and sends an approved reminder to Priya."""

    voice: Any = None
    case: Case = field(default_factory=dict)
    troubles: list[ChannelTrouble] = field(default_factory=list)
    work: list[asyncio.Task[None]] = field(default_factory=list)

    async def accept(self, seen: str, letter: Said | Met | Granted) -> None:
        known = seen in self.letters
        await super().accept(seen, letter)
        if isinstance(letter, Said) and not known and (text := self.agent_says(letter.text)):
            self.do(self.voice.say(letter.place, text))

    async def click(self, click: Any, actor: Person, place: Place, now: Any) -> Any:
        found = await super().click(click, actor, place, now)
        reference = next(iter(self.case["input"].get("state", {}).get("references", ())), None)
        if click.verb == "approve" and reference:
            chat = place.model_copy(update={"conversation": reference["conversation"]["id"], "kind": "personal"})
            self.do(self.voice.say(chat, "The reminder.", exact=True))
        return found

    async def reply(self, place: Place, what: Any, replaces: str) -> None:
        await super().reply(place, what, replaces)
        if isinstance(what, str):
            await self.voice.say(place, what)
        else:
            await self.voice.show(place, what, "card", replaces=replaces)

    def do(self, work: Awaitable[object]) -> None:
        self.work.append(asyncio.create_task(self._done(work)))

    async def _done(self, work: Awaitable[object]) -> None:
        try:
            await work
        except ChannelTrouble as trouble:
            self.troubles.append(trouble)

    def agent_says(self, text: str) -> str:
        turns = self.case["input"].get("agent", [])
        fitting = [turn for turn in turns if turn.get("when", "\0") in text] or turns
        return fitting[min(len(self.work), len(fitting) - 1)].get("answer", "") if fitting else ""


@dataclass
class Stage:
    desk: Desk
    connector: Connector
    room: Teams

    async def play(self, case: str | Case, speed: float = FASTER) -> Outcome:
        self.desk.case, self.desk.voice = load(case) if isinstance(case, str) else case, self.room.voice
        async with listening(application(self.room.gate, self.desk.doors()), "127.0.0.1", 0) as port:
            url = f"http://127.0.0.1:{port}/api/messages"
            outcome = await play(self.desk.case, url, self.connector, speed=speed)
        await asyncio.gather(*self.desk.work)
        assert all(one.status < 500 or one.status == 501 for one in outcome.responses)
        assert all(one.seconds < 3 for one in outcome.responses)
        return outcome

    def posts(self, part: str = "") -> list[Heard]:
        return [one for one in self.connector.log if one.method == "POST" and part in one.path]

    @property
    def shown(self) -> list[str]:
        return [one["text"] for one in self.connector.visible() if "text" in one]

    def place(self, **other: Any) -> Place:
        return Place(
            channel=Channel.TEAMS, tenant=TENANT, kind="personal", service_url=self.connector.service_url,
            bot_id=f"28:{APP_ID}", **other,
        )  # fmt: skip


@pytest.fixture
async def stage(connector: Connector) -> AsyncIterator[Stage]:
    async with open_room(connector) as room:
        yield Stage(Desk(), connector, room)


# Cases whose point lies further inside; here they only have to pass the wall.
INNER = [
    "agent-answer-with-nested-list",
    "card-stays-in-the-thread",
    "due-date-near-midnight",
    "edited-text-too-long-or-empty",
    "execute-slow-agent-acknowledged",
    "picked-time-in-chinese-client",
    "send-mention-of-several-words",
    "send-mention-with-special-name",
    "single-tenant-token-request",
    "stream-is-finished-when-agent-fails",
    "team-allow-list-holds-group-id",
]


@pytest.mark.parametrize("name", INNER)
async def test_no_case_meets_an_error(stage: Stage, name: str) -> None:
    stage.desk.answer = CARD
    await stage.play(name)
    assert all(one.headers.get("Host", "").startswith("127.0.0.1") for one in stage.connector.log)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bot-name-inside-the-sentence", "ask SOW Bot team about SOW Bot"),
        ("bot-name-with-pattern-characters", "status of the Contoso RFP?"),
        ("upper-case-tag-and-entities-in-text", "Status of R&D <draft 2> &amp; pricing?"),
        ("mention-in-new-root-post", "start a project for the Contoso RFP"),
        ("first-activity-is-a-message", "what is my task?"),
        ("delivery-mode-expect-replies", "which tasks are late?"),
        ("submit-value-is-a-string", "Service Request"),
        ("quoted-reply-keeps-its-context", "is this still right?"),
    ],
)
async def test_the_words_arrive_clean_and_one_answer_is_posted(stage: Stage, name: str, words: str) -> None:
    assert (await stage.play(name)).statuses == [202]
    assert [letter.text for letter in stage.desk.said] == [words]
    assert len(stage.posts("/activities")) == len(stage.shown) == 1
    assert f"/{stage.desk.said[0].place.conversation}/" in stage.posts()[0].path


async def test_a_quote_says_who_and_what(stage: Stage) -> None:
    await stage.play("quoted-reply-keeps-its-context")
    assert stage.desk.said[0].quoted == "Priya Raman: The penalty clause caps at 8% of the contract value"


async def test_a_first_message_teaches_how_to_reach_its_sender(stage: Stage) -> None:
    await stage.play("first-activity-is-a-message")
    (letter,) = stage.desk.said
    assert (letter.speaker.teams_id, letter.speaker.tenant) == (PRIYA, TENANT)
    assert (letter.place.kind, letter.place.locale, letter.place.zone) == ("personal", "en-IN", "Asia/Kolkata")
    assert letter.place.service_url == stage.connector.service_url


async def test_a_file_is_the_one_that_needs_no_sign_in(stage: Stage) -> None:
    await stage.play("download-address-not-content-address")
    (file,) = stage.desk.said[0].files
    assert file.name == "RFP 2026-114.txt"
    assert file.url.startswith(
        "https://contoso-my.sharepoint.com/personal/priya_raman_contoso_com/_layouts/15/download"
    )


async def test_a_picture_without_words_is_a_file_at_the_connector(stage: Stage) -> None:
    await stage.play("message-without-text")
    (letter,) = stage.desk.said
    path = letter.files[0].url.removeprefix(stage.connector.url)
    stage.connector.files[path] = {"status": 200, "text": b"\x89PNG"}
    assert letter.text == ""
    assert await stage.room.voice.fetch(letter.place, letter.files[0]) == b"\x89PNG"


async def test_a_file_that_never_arrives_is_counted(stage: Stage) -> None:
    await stage.play("file-that-never-arrives")
    (letter,) = stage.desk.said
    assert (letter.text, letter.files, letter.lost_files) == ("", (), 1)


async def test_file_names_of_all_kinds(stage: Stage) -> None:
    await stage.play("file-names-of-all-kinds")
    first, second, third, fourth = (letter.files[0].name for letter in stage.desk.said)
    assert (first, second, third) == ("Proposta_São_Paulo_ação.docx", "invoice_xcod.exe", "passwd")
    assert fourth.endswith("a.pdf")
    assert len(fourth) <= 120


@pytest.mark.parametrize(
    ("name", "statuses"),
    [
        ("local-emulator-token-is-refused", [401]),
        ("message-from-another-tenant", [403]),
        ("broken-authorization-headers", [401] * 6 + [202]),
        ("service-url-must-match-the-token", [403] * 4 + [202]),
        ("invoke-of-unknown-name", [501] * 3),
        ("execute-malformed-values", [200] * 13),
        ("install-upgrade-remove-install", [202] * 4),
        ("user-deletes-and-restores-a-message", [202] * 4),
    ],
)
async def test_what_the_door_says(stage: Stage, name: str, statuses: list[int]) -> None:
    assert (await stage.play(name)).statuses == statuses
    assert len(stage.desk.said) == sum(status == 202 for status in statuses) - len(_events(stage.desk.case))


async def test_missing_parts_are_400_or_read(stage: Stage) -> None:
    case = load("activities-with-missing-parts")
    for number, step in enumerate(case["input"]["steps"]):
        if "id" in step["post"]["body"]:
            step["post"]["body"]["id"] = f"17960436{number}"  # they are no copies of each other
    assert (await stage.play(case)).statuses == [400] * 4 + [202] * 9
    assert len(stage.desk.letters) == 9


def _events(case: Case) -> list[str]:
    bodies = [step["post"].get("body", {}) for step in case["input"]["steps"] if "post" in step]
    return [body["type"] for body in bodies if body.get("type", "message") not in ("message", "invoke")]


async def test_nothing_is_asked_for_a_refused_service_url(stage: Stage) -> None:
    await stage.play("service-url-must-match-the-token")
    assert len(stage.connector.issuer.token_requests) <= 1
    assert len(stage.posts()) <= 1


async def test_clicks_of_odd_shape_are_errors_in_words(stage: Stage) -> None:
    stage.desk.answer = CARD
    outcome = await stage.play("execute-malformed-values")
    shapes = [(one.body["statusCode"], one.body["type"]) for one in outcome.responses]
    assert shapes == [(400, clicks.ERROR)] * 12 + [(200, clicks.CARD)]
    assert len(stage.desk.clicks) == 1


@pytest.mark.parametrize("name", ["execute-approve-json-answer", "refresh-carries-old-revision"])
async def test_a_click_is_answered_with_a_card(stage: Stage, name: str) -> None:
    stage.desk.answer = CARD
    (response,) = (await stage.play(name)).responses
    assert response.kind.startswith("application/json")
    assert response.body == {"statusCode": 200, "type": clicks.CARD, "value": CARD}


async def test_a_card_of_three_weeks_ago_is_answered_with_words(stage: Stage) -> None:
    stage.desk.answer = "This draft is not open any more."
    (response,) = (await stage.play("approve-card-of-three-weeks-ago")).responses
    assert response.body == {"statusCode": 200, "type": clicks.TEXT, "value": stage.desk.answer}


async def test_a_refresh_without_a_store_leaves_a_card(stage: Stage) -> None:
    stage.desk.trouble = StoreDown("")
    (response,) = (await stage.play("refresh-automatic-while-agent-down")).responses
    assert (response.body["statusCode"], response.body["type"]) == (200, clicks.CARD)
    assert response.body["value"]["refresh"]["action"]["data"]["draft_id"] == "d-4f2a91"
    assert not stage.connector.log


async def test_the_same_click_four_times_gets_four_answers(stage: Stage) -> None:
    stage.desk.answer = CARD
    assert [one.body["statusCode"] for one in (await stage.play("same-click-again-with-new-id")).responses] == [200] * 4


async def test_an_update_goes_to_the_bots_own_card(stage: Stage) -> None:
    stage.desk.answer = CARD
    assert (await stage.play("update-uses-the-bots-own-message")).statuses == [202]
    (put,) = (one for one in stage.connector.log if one.method == "PUT")
    assert put.path.endswith("/activities/1796043605432")


@pytest.mark.parametrize(
    ("name", "count"),
    [("redelivered-while-still-running", 1), ("equal-activity-id-in-two-chats", 2), ("ids-are-case-sensitive", 3)],
)
async def test_copies_are_one_and_different_chats_are_two(stage: Stage, name: str, count: int) -> None:
    await stage.play(name)
    assert len(stage.desk.letters) == count
    assert len({letter.letter_id for letter in stage.desk.letters.values()}) == count


async def test_installing_and_removing_are_told_and_an_upgrade_is_not(stage: Stage) -> None:
    await stage.play("install-upgrade-remove-install")
    events = [letter.event for letter in stage.desk.letters.values() if isinstance(letter, Met)]
    assert events == ["added", "removed", "added"]


async def test_new_signing_keys_are_fetched_at_once(stage: Stage) -> None:
    keys = Keys(stage.room.session, stage.connector.metadata_url, clock=lambda: time.monotonic() * FAST)
    stage.room.gate.keys = keys
    outcome = await stage.play("signing-keys-are-replaced", FAST)
    by_step = {one.step: one.status for one in outcome.responses}
    assert (by_step["1"], by_step["4"], by_step["5"]) == (202, 202, 401)
    assert {status for step, status in by_step.items() if step.startswith("6")} <= {401}
    assert stage.connector.issuer.fetches <= 4


async def test_an_answer_survives_a_stale_token_and_a_lost_registration_is_not_tried_again(stage: Stage) -> None:
    await stage.play("connector-rejects-our-token-once")
    assert [one.answered for one in stage.posts("/activities")].count(201) == 1
    assert [type(one).__name__ for one in stage.desk.troubles] in ([], ["Undeliverable"])


async def test_two_writers_are_both_heard_once(stage: Stage) -> None:
    await stage.play("two-writers-precondition-failed")
    assert sorted(stage.shown) == ["Lot A: on track.", "Lot B: late."]
    assert not stage.desk.troubles


async def test_success_needs_no_body(stage: Stage) -> None:
    await stage.play("success-without-a-body")
    assert [one.answered for one in stage.posts("/activities")][:3] == [204, 200, 202]
    assert len(stage.posts("/activities")) == 3
    assert not stage.desk.troubles


async def test_a_reminder_accepted_and_then_502_is_a_doubt(stage: Stage) -> None:
    await stage.play("send-accepted-then-502")
    assert len(stage.posts("/activities")) == 1
    assert [type(one).__name__ for one in stage.desk.troubles] == ["Uncertain"]


@pytest.mark.slow
async def test_a_throttled_reminder_goes_out_when_it_may(stage: Stage) -> None:
    await stage.play("throttled-with-retry-after")
    first, second = stage.posts("/activities")
    assert 2 <= second.at - first.at <= 10
    assert (first.answered, second.answered) == (429, 201)


async def test_every_shape_of_403_is_final_and_has_its_reason(stage: Stage) -> None:
    case = load("shapes-of-403")
    stage.connector.script(*case["input"]["connector"])
    for reference in case["input"]["state"]["references"]:
        stage.desk.do(stage.room.voice.say(stage.place(conversation=reference["conversation"]["id"]), "x", exact=True))
    await asyncio.gather(*stage.desk.work)
    reasons = [getattr(one, "reason", "") for one in stage.desk.troubles]
    assert sorted(reasons) == sorted(["blocked", "blocked", "not_member", "disabled", "blocked", "forbidden"])
    assert len(stage.posts()) == len(case["input"]["state"]["references"])


async def test_a_person_without_the_app_is_asked_for_once(stage: Stage) -> None:
    stage.connector.script(*load("person-without-the-app")["input"]["connector"])
    place, joao = stage.place(conversation="a:1"), Person(oid="9c3a5d18", name="João da Silva", tenant=TENANT)
    with pytest.raises(ChannelTrouble) as refused:
        await stage.room.voice.meet(place, joao)
    assert getattr(refused.value, "reason", "") == "not_member"
    assert len(stage.posts("/v3/conversations")) == 1


async def test_members_of_a_thread_are_those_of_its_channel(stage: Stage) -> None:
    await stage.play("member-lookup-inside-a-thread")
    members = await stage.room.voice.members(stage.desk.said[0].place)
    assert [one.name for one in members] == ["Ana Souza", "Priya Raman"]


@pytest.mark.parametrize(
    "name", ["no-stream-in-group-and-channel", "user-stops-the-stream", "stream-grows-beyond-the-limit"]
)
async def test_answers_are_plain_messages_that_no_rule_of_streams_can_stop(stage: Stage, name: str) -> None:
    await stage.play(name)
    assert not stage.desk.troubles
    assert "streaminfo" not in json.dumps([one.json for one in stage.connector.log])
    assert all(one.answered == 201 for one in stage.posts("/activities"))


async def test_a_very_long_answer_comes_in_order(stage: Stage) -> None:
    case = load("answer-of-60000-characters")
    repeated = case["input"]["agent"][0]["answer_repeat"]
    text = "".join(repeated["text"].replace("{n}", str(number)) for number in range(1, repeated["times"] + 1))
    await stage.room.voice.say(stage.place(conversation="a:1"), text)
    assert all(one.utf16 < 28 * 1024 for one in stage.posts())
    assert len(stage.shown) > 1
    assert " ".join(" ".join(stage.shown).split()).count("ection") == text.count("ection")


async def test_a_single_tenant_bot_asks_its_own_tenant_once(stage: Stage) -> None:
    for number in range(10):
        await stage.room.voice.say(stage.place(conversation=f"a:{number}"), "reminder", exact=True)
    (asked,) = stage.connector.issuer.token_requests
    assert asked["path"] == f"/{TENANT}/oauth2/v2.0/token"
    assert asked["scope"] == "https://api.botframework.com/.default"
    assert {one.headers["Authorization"] for one in stage.posts("/activities")} == {"Bearer connector-token-1"}


async def test_typing_for_minutes_neither_floods_nor_fails(connector: Connector) -> None:
    clock = [0.0]
    connector.script(*load("typing-during-five-minutes")["input"]["connector"])
    async with open_room(connector, limits=Limits(clock=lambda: clock[0])) as room:
        place = Stage(Desk(), connector, room).place(conversation="19:x@thread.tacv2;messageid=1")
        sent_at = []
        for clock[0] in range(300):
            before = len(connector.log)
            await room.voice.typing(place)
            sent_at += [clock[0]] * (len(connector.log) - before)
    gaps = [later - earlier for earlier, later in pairwise(sent_at)]
    assert 20 < len(sent_at) <= 40
    assert min(gaps) >= 3
    assert sum(gap >= 30 for gap in gaps) == 3  # refused three times, asked to wait 30 seconds each time
