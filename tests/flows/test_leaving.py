"""A project's data is taken away: as a file in the 1:1 chat, or deleted with everything."""

import io
import json
import zipfile

import pytest

from bot.core.errors import AgentDown, SessionLost, Undeliverable
from bot.core.letter import Granted, Slot, ask_box
from bot.core.people import Person, Place
from bot.flows import aside
from bot.flows.mailbox import take_turns
from cards.words import say
from tests.fakes import ANA, MONDAY, PRIYA, THREAD, Toy, chat_of, said
from tests.flows.hands import PID, hear, press, ship_all, started, work

WORDS = say("en")
CHAT = chat_of(ANA)
SLOT = Slot(upload_url="https://contoso-my.sharepoint.com/up", name="export.zip", unique_id="u1", file_type="zip")
LOG = f"desk-{PID}", f"projects/{PID}/project_log.json"


async def answered(toy: Toy, slot: Slot | None = SLOT, person: Person = ANA, number: int = 1) -> None:
    """The person's client says what they chose, in their own chat."""
    letter = Granted(
        letter_id=f"g{number}", place=chat_of(person), person=person, about=PID, slot=slot, ref="offer-1", at=MONDAY
    )
    box = await toy.store.accept(letter.letter_id, letter.place, letter, await aside.box_of(toy.world, letter))
    await take_turns(toy.world, box or "", f"turn:{letter.letter_id}")


async def ask(toy: Toy, text: str, place: Place = THREAD, number: int = 10) -> str:
    await hear(toy, said(text, place=place, number=number))
    return (toy.voice.texts(place.conversation) or [""])[-1]


async def test_an_export_asked_for_in_a_thread_is_offered_in_the_chat(toy: Toy) -> None:
    await started(toy)

    assert await ask(toy, "export") == WORDS.t("desk.export_is_in_chat")
    ((conversation, name, size, about),) = toy.courier.offers
    assert (conversation, about) == (CHAT.conversation, PID)
    assert name == "the project of Mon Nov 30 – export 2026-11-30.zip"
    assert size > 200


async def test_the_file_has_the_log_and_every_decision_word_for_word(toy: Toy) -> None:
    (record,) = await started(toy)
    toy.agent.files[LOG] = b'{"customer_name": "Northwind"}'
    await press(toy, record, "save_approve", subject="New", body="My own words.")
    await ship_all(toy)
    await ask(toy, "export")
    await answered(toy)

    ((place, slot, content, replaced),) = toy.courier.handed
    assert (place.conversation, slot, replaced) == (CHAT.conversation, SLOT, "offer-1")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert sorted(archive.namelist()) == ["decisions.json", "decisions.md", "project_log.json"]
        assert archive.read("project_log.json") == toy.agent.files[LOG]
        (row,) = json.loads(archive.read("decisions.json"))
        page = archive.read("decisions.md").decode()
    assert (row["state"], row["body"], row["as_offered"]) == ("approved", "My own words.", record.draft.body)
    assert (row["decided_by"], row["delivery"]) == ("Ana Souza", "sent")
    assert "> My own words." in page


async def test_the_decisions_are_exported_without_the_sandbox_too(toy: Toy) -> None:
    await started(toy)
    toy.agent.no_files = SessionLost("gone")
    await answered(toy)

    ((_, _, content, _),) = toy.courier.handed
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist() == ["decisions.json", "decisions.md"]


async def test_whoever_does_not_want_the_file_gets_none(toy: Toy) -> None:
    await started(toy)
    await answered(toy, None)

    assert toy.courier.handed == []
    assert toy.voice.texts(CHAT.conversation) == [WORDS.t("desk.export_declined")]


async def test_an_offer_that_somebody_else_forwards_hands_nothing_over(toy: Toy) -> None:
    await started(toy)
    await answered(toy, SLOT, PRIYA)

    assert toy.courier.handed == []
    assert toy.voice.texts(chat_of(PRIYA).conversation) == [WORDS.t("desk.only_deciders")]


async def test_an_answer_that_comes_twice_hands_over_once(toy: Toy) -> None:
    await started(toy)
    await answered(toy)
    letter = Granted(letter_id="g1", place=CHAT, person=ANA, about=PID, slot=SLOT, ref="offer-1", at=MONDAY)
    await toy.store.accept("again", CHAT, letter, ask_box(PID))
    await take_turns(toy.world, ask_box(PID), "turn:again")

    assert len(toy.courier.handed) == 1


async def test_a_file_that_cannot_be_put_away_is_said_to_be_missing(toy: Toy) -> None:
    await started(toy)
    toy.courier.trouble = Undeliverable("no")
    assert await ask(toy, "export") == WORDS.t("desk.export_in_chat")
    await answered(toy)

    assert toy.voice.texts(CHAT.conversation) == [WORDS.t("desk.export_failed")]


async def test_deleting_is_asked_about_and_removes_everything_with_the_sandbox(toy: Toy) -> None:
    (record,) = await started(toy)
    await hear(toy, said("switch 1", place=CHAT, number=8))
    assert await ask(toy, "delete data") == WORDS.t("desk.delete_sure", project="the project of Mon, Nov 30")
    assert await toy.store.project(PID) is not None

    assert await ask(toy, "delete everything", number=11) == WORDS.t("desk.deleted")
    assert toy.agent.sessions == set()
    assert toy.agent.files == {}
    assert await toy.store.project(PID) is None
    assert await toy.store.records_of(PID) == await toy.store.parcels_of(PID) == ()
    assert await toy.store.project_of(CHAT.thread) is None
    assert await toy.store.waiting() == ()
    assert await press(toy, record, "approve") == WORDS.t("desk.unknown_draft")


async def test_deleting_leaves_no_key_of_the_project_but_what_dedupes(toy: Toy) -> None:
    await started(toy)
    await hear(toy, said("take over", number=4))
    await hear(toy, said("secret", number=5))
    await ask(toy, "delete data")
    await ask(toy, "delete everything", number=11)

    store = toy.store
    names = [name async for name in store.client.scan_iter(f"{store.keys.base}*")]  # type: ignore[attr-defined]
    left = {name.partition("}:")[2].partition(":")[0] for name in names if ":mark:agent|" not in name}
    assert left == {"seen", "once", "contact", "address"}  # fingerprints, and who people are
    assert not [name for name in names if PID in name]


async def test_nothing_is_deleted_without_the_question(toy: Toy) -> None:
    await started(toy)
    assert "If you are sure" in await ask(toy, "delete everything")
    assert await toy.store.project(PID) is not None

    assert await ask(toy, "delete everything", number=11) == WORDS.t("desk.deleted")


async def test_the_question_is_the_one_of_who_asked(toy: Toy) -> None:
    await started(toy)
    await ask(toy, "delete data")
    await hear(toy, said("delete everything", PRIYA, number=11))

    assert toy.voice.texts()[-1] == WORDS.t("desk.only_owner")
    assert await toy.store.project(PID) is not None


async def test_while_the_sandbox_cannot_be_deleted_nothing_is_half_gone(toy: Toy) -> None:
    await started(toy)
    await ask(toy, "delete data")
    toy.agent.trouble = AgentDown("away")
    assert await ask(toy, "delete everything", number=11) == WORDS.t("desk.agent_down")
    assert await toy.store.project(PID) is not None
    assert await toy.store.waiting() == (PID,)

    toy.agent.trouble = None
    await work(toy)
    assert await toy.store.project(PID) is None


@pytest.mark.parametrize("text", ["export", "delete data"])
async def test_a_closed_project_can_still_be_taken_away(toy: Toy, text: str) -> None:
    await started(toy)
    await ask(toy, "close")
    told = await ask(toy, text, number=11)

    assert told != WORDS.t("desk.project_stopped")
