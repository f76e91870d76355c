"""Two people at once: whoever was second is told that it changed nothing, and keeps the words they wrote."""

import pytest

import cards
from bot.core.draft import Record
from bot.core.people import Person
from bot.demo.faces import buttons
from cards import models
from tests.fakes import TENANT, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, started

BO = Person(oid="bo", name="Bo Lind", address="bo@contoso.com", teams_id="29:bo", tenant=TENANT)

OWN = "Hi Priya, these are my own words."


async def shared(toy: Toy) -> Record:
    """A draft that Ana may decide, and Bo, who is her deputy."""
    await hear(toy, said("we received the RFP"))
    project = await toy.store.project(PID)
    assert project is not None
    await toy.store.save_project(project.model_copy(update={"deputies": (BO,)}))
    toy.agent.script = [answer("One.", draft(1), response_id="caresp_2")]
    await hear(toy, said("prepare the brief", number=2))
    (record,) = await toy.store.records_of(PID)
    return record


@pytest.mark.parametrize("first", ["approve", "reject", "change"])
@pytest.mark.parametrize("second", ["approve", "reject"])
async def test_a_click_that_came_second_shows_what_stands_and_says_that_it_changed_nothing(
    toy: Toy, first: str, second: str
) -> None:
    record = await shared(toy)
    await press(toy, record, first, reason="No.", instruction="Shorter.")
    more = {"reason_choice": "wrong_person"} if second == "reject" else {}
    reply = await press(toy, record, second, BO, **more)

    assert isinstance(reply, models.Receipt)
    assert reply.hint.startswith("Your click changed nothing: ")
    assert reply.hint in str(cards.card(reply))
    assert reply.hint in " ".join(cards.text(reply).split())


@pytest.mark.parametrize("first", ["approve", "reject", "change", "save"])
@pytest.mark.parametrize(
    ("second", "field"),
    [("save", "body"), ("save_approve", "body"), ("change", "instruction"), ("reject", "reason")],
)
async def test_words_that_came_second_are_not_used_and_are_given_back_to_whoever_wrote_them(
    toy: Toy, first: str, second: str, field: str
) -> None:
    record = await shared(toy)
    await press(toy, record, first, subject="S", body="Theirs.", reason="No.", instruction="Shorter.")
    before = await toy.store.record(record.key)
    reply = await press(toy, record, second, BO, **{"subject": "S", field: OWN})

    assert isinstance(reply, models.Notice)
    assert reply.text.startswith("Your click changed nothing: ")
    assert "was not used" in reply.text
    face = cards.card(reply)
    assert [one["value"] for one in face["body"] if one["type"] == "Input.Text"] == [OWN]
    assert [(one.verb, one.data["draft_id"]) for one in buttons(face)] == [("open", record.key)]
    assert await toy.store.record(record.key) == before


async def test_of_several_ticked_the_one_that_moved_meanwhile_is_said_to_be_unchanged(toy: Toy) -> None:
    first, second = await started(toy, count=2)
    await press(toy, first, "reject", reason="No.")
    picks = [{"draft_id": one.key, "version": 1, "hash": one.draft.content_hash} for one in (first, second)]
    reply = await press(toy, second, "approve_selected", batch_id=second.card_id, picks=picks)

    assert isinstance(reply, models.Batch)
    assert "1 ticked message was not approved by this click" in reply.hint
    assert reply.hint in str(cards.card(reply))
