"""Who may do what, as one table: everybody × every command and every button, as Teams reports them."""

from typing import Any

import pytest

from bot.core.command import TABLE, Row
from bot.core.draft import Record
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Person
from bot.edges.clicks import CARD
from bot.edges.teams import inbound
from bot.flows import aside
from bot.flows.mailbox import take_turns
from cards.words import say
from tests.catalogue.clicking import account, activity, press_as, pressed
from tests.fakes import ANA, MONDAY, PRIYA, STRANGER, TENANT, THREAD, Toy, answer, deputy, draft, said
from tests.flows.hands import PID, hear

pytestmark = pytest.mark.slow
WORDS = say("en")
ELSEWHERE = "c2b7e9d4-18f3-4a5c-b06e-7d4f1a9c3e52"
DORA = Person(oid="dora", name="Dora", address="dora@contoso.com", teams_id="29:dora", tenant=TENANT)
GIL = Person(oid="gil", name="Gil", address="gil@fabrikam.com", teams_id="29:gil", tenant=TENANT)

OWN, DEPUTED, NOBODYS = "desk.only_owner", "desk.only_deciders", "desk.not_yours"
# person → (account, tenant), and the sentence for: anyone's commands, deciders' commands, the owner's, every button
EVERYBODY: dict[str, tuple[dict[str, Any], str]] = {
    "owner": (account(ANA), TENANT),
    "deputy": (account(DORA), TENANT),
    "deputy whose time is over": (account(STRANGER), TENANT),
    "contributor": (account(PRIYA), TENANT),
    "stranger": (account(PRIYA) | {"id": "29:new", "aadObjectId": "new", "name": "New"}, TENANT),
    "without an object id": (account(ANA) | {"aadObjectId": ""}, TENANT),
    "guest": (account(GIL), TENANT),
    "another bot": ({"id": "28:helper", "name": "Ana Souza", "aadObjectId": "ana"}, TENANT),
    "another tenant": (account(ANA) | {"tenantId": ELSEWHERE}, TENANT),
}
TOLD: dict[str, tuple[str, str, str, str]] = {
    "owner": ("", "", "", ""),
    "deputy": ("", "", OWN, ""),
    "deputy whose time is over": ("", DEPUTED, OWN, NOBODYS),
    "contributor": ("", DEPUTED, OWN, NOBODYS),
    "stranger": ("", DEPUTED, OWN, NOBODYS),
    "without an object id": ("", DEPUTED, OWN, NOBODYS),
    "guest": ("desk.guest", "desk.guest", "desk.guest", NOBODYS),
    "another bot": ("silence", "silence", "silence", NOBODYS),
    "another tenant": ("desk.other_tenant", "desk.other_tenant", "desk.other_tenant", NOBODYS),
}
COLUMN = {"anyone": 0, "deciders": 1, "owner": 2}
BUTTONS = ("approve", "approve_selected", "edit", "save", "save_approve", "change", "reject")
REMINDED = ({"verb": "snooze", "answer": "tomorrow 9:00"}, {"verb": "no_more"})
BOARD = ("deputy_add", "deputy_remove")
LOG = b'{"customer_name": "Northwind", "tasks": [{"id": "t1", "title": "Pricing", "due_at": "2026-11-27"}]}'
REFUSALS = (OWN, DEPUTED, NOBODYS, "desk.guest", "desk.other_tenant", "desk.cannot_start")


@pytest.fixture
async def project(toy: Toy) -> Record:
    """A project with a draft, a deputy, and one whose time is over; a guest is among its members."""
    ended = deputy(STRANGER, MONDAY)
    await hear(toy, said("we received the RFP"))
    found = await toy.store.project(PID)
    assert found
    await toy.store.save_project(found.model_copy(update={"deputies": (deputy(DORA), ended)}))
    toy.agent.script = [answer("One.", draft(1), response_id="caresp_2")]
    await hear(toy, said("prepare the brief", number=2))
    toy.agent.files[f"desk-{PID}", f"projects/{PID}/project_log.json"] = LOG
    toy.voice.people = (ANA, DORA, PRIYA, STRANGER, GIL.model_copy(update={"guest": True}))
    (record,) = await toy.store.records_of(PID)
    return record


async def writes(toy: Toy, who: str, text: str) -> None:
    """A message comes in through the wall and is worked off, as the web door would have it."""
    sender, tenant = EVERYBODY[who]
    mention = {"type": "mention", "mentioned": {"id": "28:desk"}, "text": "<at>Desk</at>"}
    priya = {"type": "mention", "mentioned": account(PRIYA), "text": "<at>Priya</at>"}
    told = {
        "type": "message", "id": "m9", "text": f"<at>Desk</at> {text}", "from": sender, "recipient": {"id": "28:desk"},
        "conversation": {"id": THREAD.conversation, "conversationType": "channel"}, "locale": "en",
        "entities": [mention, priya], "channelData": {"tenant": {"id": tenant}},
    }  # fmt: skip
    news = inbound.parse(told, MONDAY)
    if isinstance(news, inbound.Passed):
        return
    assert isinstance(news, inbound.Arrived)
    box = await toy.store.accept(news.seen, news.letter.place, news.letter, await aside.box_of(toy.world, news.letter))
    for one in (box or "", PID):
        await take_turns(toy.world, one, f"turn:{one}")


async def standing(toy: Toy) -> tuple[object, ...]:
    project = await toy.store.project(PID)
    records, parcels = await toy.store.records_of(PID), await toy.store.parcels_of(PID)
    return project, records, parcels, await toy.store.project_of(THREAD.thread), toy.courier.offers[:]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
@pytest.mark.parametrize("who", EVERYBODY)
async def test_every_command_by_everybody(toy: Toy, project: Record, who: str, row: Row) -> None:
    before, texts, turns = await standing(toy), len(toy.voice.texts()), len(toy.agent.requests)
    expected = TOLD[who][COLUMN[row.by]]

    await writes(toy, who, row.whole[0] if row.whole else f"{row.heads[0]} 1")

    answers = toy.voice.texts()[texts:]
    refused = {WORDS.t(key): key for key in REFUSALS}
    assert len(toy.agent.requests) == turns  # a command is never handed to the agent
    if not expected:
        assert not [text for text in answers if text in refused]
        assert answers or await standing(toy) != before
    else:
        assert [refused.get(text, text) for text in answers] == ([] if expected == "silence" else [expected])
        assert await standing(toy) == before


@pytest.mark.parametrize("verb", BUTTONS)
@pytest.mark.parametrize("who", EVERYBODY)
async def test_every_button_by_everybody(toy: Toy, project: Record, who: str, verb: str) -> None:
    before = await standing(toy)
    sender, tenant = EVERYBODY[who]
    expected = TOLD[who][3]

    body = await press_as(toy, project, verb, sender, tenant)

    if not expected:
        assert body["type"] == CARD
    else:
        assert body["value"] == WORDS.t(expected)
        assert await standing(toy) == before


@pytest.mark.parametrize("data", REMINDED, ids=lambda data: data["verb"])
@pytest.mark.parametrize("who", EVERYBODY)
async def test_every_button_of_a_reminder_by_everybody(
    toy: Toy, project: Record, who: str, data: dict[str, str]
) -> None:
    recipe = Recipe(kind="reminder", text="1 draft waits for your decision.")
    card = Parcel(parcel_id="owner.1", project_id=PID, kind="card", place=THREAD, recipe=recipe, planned_at=MONDAY)
    await toy.store.plan((card,))
    before, habits = await standing(toy), [await toy.store.habits(one) for one in (ANA, DORA, STRANGER, PRIYA, GIL)]
    sender, tenant = EVERYBODY[who]
    expected = TOLD[who][3]

    body = await pressed(toy, activity(data | {"ref": "owner.1"}, data["verb"], sender, tenant))

    after = [await toy.store.habits(one) for one in (ANA, DORA, STRANGER, PRIYA, GIL)]
    assert await standing(toy) == before  # nothing of the project changes, whoever presses
    if not expected:
        assert body["type"] == CARD
        assert sum(one != other for one, other in zip(habits, after, strict=True)) == 1
    else:
        assert body["value"] == WORDS.t(expected)
        assert habits == after


@pytest.mark.parametrize("verb", BOARD)
@pytest.mark.parametrize("who", EVERYBODY)
async def test_who_decides_is_changed_by_the_owner_alone(toy: Toy, project: Record, who: str, verb: str) -> None:
    await writes(toy, "owner", "deputies")
    (board,) = [one for one in await toy.store.parcels_of(PID) if one.recipe and one.recipe.kind == "deputies"]
    before, (sender, tenant) = await standing(toy), EVERYBODY[who]
    person = {"deputy_add": PRIYA.oid, "deputy_remove": DORA.oid}[verb]

    body = await pressed(toy, activity({"ref": board.parcel_id, "person": person}, verb, sender, tenant))

    if who == "owner":
        assert body["type"] == CARD
        assert await standing(toy) != before
    else:
        assert body["value"] == WORDS.t(OWN)
        assert await standing(toy) == before


@pytest.mark.parametrize("who", EVERYBODY)
async def test_the_agent_takes_words_from_those_in_charge_and_quotes_the_others(
    toy: Toy, project: Record, who: str
) -> None:
    turns = len(toy.agent.requests)

    await writes(toy, who, "send everything at once")

    asked = [request.input for request in toy.agent.requests[turns:]]
    if TOLD[who][0]:
        assert asked == []
    elif TOLD[who][1]:
        assert [text.splitlines()[-1] for text in asked] == ["> send everything at once"]
    else:
        assert [text.splitlines()[-1] for text in asked] == ["send everything at once"]
