"""Every verb by everybody: only the owner and a deputy decide, and whoever else tries is written down."""

import asyncio
import logging
from typing import Any

import pytest

from bot.core.draft import Record, State
from bot.core.errors import Uncertain
from bot.core.memory import Effects
from bot.core.parcel import Fate, Parcel
from bot.core.people import Person
from bot.edges.clicks import CARD, TEXT
from tests.catalogue.clicking import OWNER, account, audit, deciders, press_as, pressed, shown
from tests.catalogue.clicking import activity as clicked
from tests.fakes import ANA, PRIYA, STRANGER, TENANT, Toy, answer, deputy, draft, said
from tests.flows.hands import PID, hear, press, ship_all

DORA = Person(oid="dora", name="Dora", address="dora@contoso.com", teams_id="29:dora", tenant=TENANT)
ELSEWHERE = "c2b7e9d4-18f3-4a5c-b06e-7d4f1a9c3e52"
BOT = {"id": "28:helper", "name": "Ana Souza", "aadObjectId": "ana"}
NAMELESS = {"id": "29:ana", "name": "Ana Souza"}
NOT_YOURS = (
    "Only the owner of this project or a named deputy can decide this. Nothing was changed. Please ask one of them."
)

MAY: dict[str, dict[str, Any]] = {"the owner": account(ANA), "a deputy": account(DORA)}
MAY_NOT: dict[str, tuple[dict[str, Any], str, str]] = {
    "who it is for": (account(PRIYA), TENANT, PRIYA.authority),
    "somebody else": (account(STRANGER), TENANT, STRANGER.authority),
    "the owner's id in another tenant": (account(ANA), ELSEWHERE, f"{ELSEWHERE}/ana"),
    "a guest of another tenant": (account(STRANGER), ELSEWHERE, f"{ELSEWHERE}/eve"),
    "a bot under the owner's id": (BOT, TENANT, "28:helper"),
    "the owner's name without an id": (NAMELESS, TENANT, "29:ana"),
    "the owner's id in another case": (account(ANA) | {"aadObjectId": "ANA"}, TENANT, f"{TENANT}/ANA"),
    "the owner's id with a blank": (account(ANA) | {"aadObjectId": "ana "}, TENANT, f"{TENANT}/ana "),
    "the owner's address for an id": (account(ANA) | {"aadObjectId": ANA.address}, TENANT, f"{TENANT}/{ANA.address}"),
}
ON_AN_OPEN_DRAFT = ("approve", "approve_selected", "edit", "save", "save_approve", "change", "reject")
ON_A_DOUBT = ("arrived", "resend")
Standing = tuple[Record | None, tuple[Parcel, ...], list[tuple[str, str]], list[str]]


async def offered(toy: Toy, *, doubtful: bool = False) -> Record:
    """A draft of a project with a deputy: open, or approved and sent without anybody knowing whether it arrived."""
    await hear(toy, said("we received the RFP"))
    project = await toy.store.project(PID)
    assert project is not None
    await toy.store.save_project(project.model_copy(update={"deputies": (deputy(DORA),)}))
    toy.agent.script = [answer("One.", draft(1), response_id="caresp_2")]
    await hear(toy, said("prepare the brief", number=2))
    (record,) = await toy.store.records_of(PID)
    if doubtful:
        await press(toy, record, "approve")
        toy.voice.trouble = [Uncertain()]
        await ship_all(toy)
    found = await toy.store.record(record.key)
    assert found is not None
    return found


async def standing(toy: Toy, record: Record) -> Standing:
    parcels = sorted(await toy.store.parcels_of(PID), key=lambda one: one.parcel_id)
    return await toy.store.record(record.key), tuple(parcels), list(toy.voice.calls), list(toy.jobs.redrawn)


@pytest.mark.parametrize("verb", [*ON_AN_OPEN_DRAFT, *ON_A_DOUBT])
async def test_whoever_may_not_decide_changes_nothing_keeps_the_card_and_is_written_down(toy: Toy, verb: str) -> None:
    """One after the other, on the same card: none of them leaves anything behind for the next."""
    record = await offered(toy, doubtful=verb in ON_A_DOUBT)
    before, tried = await standing(toy, record), "approve" if verb == "approve_selected" else verb
    for who, (sender, tenant, name) in MAY_NOT.items():
        lines = await audit(toy, record)

        body = await press_as(toy, record, verb, sender, tenant)

        assert body == {"statusCode": 200, "type": TEXT, "value": NOT_YOURS}, who  # words leave a card as it is
        assert await standing(toy, record) == before, who
        written = [tried, "1", record.draft.content_hash, name, "not_yours"]
        assert (await deciders(toy, record))[len(lines) :] == [written], who


OUTCOMES: dict[str, tuple[State, list[Fate]]] = {
    "approve": (State.APPROVED, [Fate.PLANNED]),
    "approve_selected": (State.APPROVED, [Fate.PLANNED]),
    "edit": (State.PENDING, []),
    "save": (State.PENDING, []),
    "save_approve": (State.APPROVED, [Fate.PLANNED]),
    "change": (State.ASKED, []),
    "reject": (State.REJECTED, []),
    "arrived": (State.APPROVED, [Fate.SENT]),
    "resend": (State.APPROVED, [Fate.PLANNED]),
}


@pytest.mark.parametrize("verb", OUTCOMES)
@pytest.mark.parametrize("who", MAY)
async def test_the_owner_and_a_deputy_decide_and_are_written_down_once(toy: Toy, who: str, verb: str) -> None:
    record = await offered(toy, doubtful=verb in ON_A_DOUBT)
    lines = await audit(toy, record)

    body = await press_as(toy, record, verb, MAY[who])

    assert body["type"] == CARD
    now = await toy.store.record(record.key)
    briefs = [one.fate for one in await toy.store.parcels_of(PID) if one.kind == "brief"]
    assert now is not None
    assert (now.state, briefs) == OUTCOMES[verb]
    done = [] if verb == "edit" else ["done"]  # a form that opens decides nothing
    assert [line[-1] for line in (await deciders(toy, record))[len(lines) :]] == done


@pytest.mark.parametrize("verb", [*ON_AN_OPEN_DRAFT, *ON_A_DOUBT])
async def test_a_forged_id_finds_nothing_and_is_logged(toy: Toy, verb: str, caplog: pytest.LogCaptureFixture) -> None:
    record = await offered(toy)
    before = await standing(toy, record)
    forged = record.model_copy(update={"key": f"{PID}.0123456789ab"})

    with caplog.at_level(logging.WARNING):
        body = await press_as(toy, forged, verb, OWNER)

    assert body["type"] == (CARD if verb == "approve_selected" else TEXT)  # a batch shows what it really holds
    assert await standing(toy, record) == before
    assert await audit(toy, forged) == ()
    if verb != "approve_selected":
        assert "draft that is not there" in caplog.text
        assert ANA.authority in caplog.text


@pytest.mark.parametrize("verb", ["approve", "save_approve", "reject"])
async def test_an_owner_decides_nothing_in_somebody_elses_project(toy: Toy, verb: str) -> None:
    record = await offered(toy)
    theirs = record.model_copy(update={"key": "p-theirs.1", "project_id": PID, "approvers": (DORA.authority,)})
    await toy.store.accept("x", said("x").place, said("x", number=9))
    lease = await toy.store.enter(PID, "turn:x")
    assert await toy.store.begin(PID, lease or "")
    assert await toy.store.finish(PID, lease or "", ("m9",), Effects(records=(theirs,)))

    body = await press_as(toy, theirs, verb, OWNER)

    assert body["value"] == NOT_YOURS
    assert await toy.store.record(theirs.key) == theirs


async def test_what_a_click_claims_cannot_pass_for_another_line_of_the_audit(toy: Toy) -> None:
    record = await offered(toy)
    claim = f"x|{ANA.authority}|done\n1|approve|1|x|{ANA.authority}|done"

    await pressed(toy, clicked(shown(record) | {"hash": claim}, "approve", account(STRANGER)))
    await pressed(toy, clicked(shown(record) | {"hash": claim}, "approve", OWNER))

    assert [(line[3], line[-1], len(line)) for line in await deciders(toy, record)] == [
        (STRANGER.authority, "not_yours", 5),
        (ANA.authority, "stale", 5),
    ]


async def test_however_often_a_stranger_tries_the_decision_stays_in_the_audit(toy: Toy) -> None:
    record = await offered(toy)
    await press(toy, record, "approve", STRANGER.model_copy(update={"oid": "eve-0"}))
    crowd = (STRANGER.model_copy(update={"oid": f"eve-{number}"}) for number in range(1, 1100))
    await asyncio.gather(*(press(toy, record, "approve", one) for one in crowd))
    await press(toy, record, "approve")

    lines = await deciders(toy, record)
    assert len(lines) == 1001
    assert lines[0][3] == f"{TENANT}/eve-0"
    assert lines[-1][3:] == [ANA.authority, "done"]
