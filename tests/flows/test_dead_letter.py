"""A message that ended its worker five times: put away, shown to the owner, and done once or never."""

import asyncio

import pytest

import cards
from bot.core.errors import DeskError, TurnLost, Uncertain
from bot.core.letter import Looked, Said
from bot.core.memory import Effects, Mark
from bot.core.people import Person
from bot.demo.faces import buttons
from bot.flows import decide, reconcile
from bot.flows.decide import Reply
from bot.flows.mailbox import take_turns
from bot.flows.redraw import redraw
from cards import models
from cards.click import Click
from tests.fakes import ANA, MONDAY, PRIYA, STRANGER, THREAD, Toy, answer, chat_of, deputy, said
from tests.flows.hands import PID, hear, ship_all, started, work

SECRET = "the margin is eleven percent"


async def buried(toy: Toy, letter: Said | None = None, project_id: str = PID) -> None:
    """Worked on five times without an end, then put away."""
    letter = letter or said(SECRET, number=7)
    await toy.store.accept(letter.letter_id, letter.place, letter, project_id)
    await dies(toy, project_id)


async def dies(toy: Toy, project_id: str = PID) -> None:
    toy.agent.name = ""  # the one we ship, which does no turn twice: another's would be in doubt after the first time
    toy.agent.script = [DeskError()]
    for _ in range(5):
        with pytest.raises(DeskError):
            await take_turns(toy.world, project_id, "turn:poison")
    toy.agent.script = [answer("Noted.", response_id="caresp_8")]
    await take_turns(toy.world, project_id, "turn:poison")


def card_of(toy: Toy, conversation: str = THREAD.conversation) -> dict[str, object]:
    return toy.voice.cards(conversation)[-1]


async def press(toy: Toy, verb: str, actor: Person = ANA, conversation: str = THREAD.conversation) -> Reply:
    button = next(one for one in buttons(card_of(toy, conversation)) if one.verb == verb)
    return await decide.click(toy.world, Click.parse(button.data), actor, "en")


async def audit(toy: Toy, letter_id: str = "m7") -> list[str]:
    found = await toy.store.audit(f"{PID}|{letter_id}")  # type: ignore[attr-defined]  # the real store's, for looking
    return [line.partition("|")[2] for line in found]


async def test_the_owner_sees_who_wrote_and_when_and_not_what(toy: Toy, caplog: pytest.LogCaptureFixture) -> None:
    await started(toy)
    await buried(toy, said(SECRET, PRIYA, THREAD, number=7))

    shown = str(card_of(toy))
    assert "put aside" in shown
    assert "Priya Raman" in shown
    assert "Nov 30" in shown
    assert SECRET not in shown + caplog.text


async def test_what_somebody_else_wrote_in_their_own_chat_is_shown_to_the_owner(toy: Toy) -> None:
    await started(toy)
    await buried(toy, said(SECRET, PRIYA, chat_of(PRIYA), number=7))

    assert "put aside" in str(card_of(toy))
    assert toy.voice.cards("a:priya") == []


async def test_try_again_puts_the_message_behind_everything_that_waits_with_all_its_attempts(toy: Toy) -> None:
    await started(toy)
    await buried(toy)
    await toy.store.accept("m8", THREAD, said("meanwhile", number=8), PID)
    reply = await press(toy, "retry")
    turns = len(toy.agent.requests)
    await work(toy)

    assert isinstance(reply, models.Notice)
    assert "after everything that waits now" in reply.text
    assert [("meanwhile" in one.input, SECRET in one.input) for one in toy.agent.requests[turns:]] == [
        (True, False),
        (False, True),
    ]
    assert await toy.store.waiting() == ()


async def test_however_often_it_is_pressed_it_is_tried_once(toy: Toy) -> None:
    await started(toy)
    await buried(toy)
    turns = len(toy.agent.requests)
    replies = await asyncio.gather(*(press(toy, "retry") for _ in range(10)))
    await work(toy)
    replies += [await press(toy, "retry")]
    await work(toy)

    assert len(toy.agent.requests) == turns + 1
    assert {one.text for one in replies if isinstance(one, models.Notice)} == {replies[0].text}  # type: ignore[union-attr]
    assert await audit(toy) == [f"retry|||{ANA.authority}|done"]


async def test_discard_removes_the_text_and_says_so(toy: Toy) -> None:
    await started(toy)
    await buried(toy)
    reply = await press(toy, "discard")
    late = await press(toy, "retry")
    turns = len(toy.agent.requests)
    await work(toy)

    assert isinstance(reply, models.Notice)
    assert isinstance(late, models.Notice)
    assert "was discarded" in reply.text
    assert late == reply
    assert (reply.by, len(toy.agent.requests)) == (ANA.name, turns)
    grave = await toy.store.grave(PID, "m7")
    assert grave is not None
    assert grave.letters == ()
    assert await audit(toy) == [f"discard|||{ANA.authority}|done", f"retry|||{ANA.authority}|closed"]


@pytest.mark.parametrize("verb", ["retry", "discard"])
@pytest.mark.parametrize(
    "actor", [PRIYA, STRANGER, ANA.model_copy(update={"tenant": "other"}), ANA.model_copy(update={"oid": ""})]
)
async def test_nobody_but_owner_and_deputy_decides_and_every_attempt_is_written_down(
    toy: Toy, verb: str, actor: Person
) -> None:
    await started(toy)
    await buried(toy)
    refused = await press(toy, verb, actor)

    assert isinstance(refused, str)
    assert "Only the owner" in refused
    assert await toy.store.waiting() == ()
    assert await audit(toy) == [f"{verb}|||{actor.authority}|not_yours"]


async def test_a_deputy_may(toy: Toy) -> None:
    await started(toy)
    project = await toy.store.project(PID)
    assert project is not None
    await toy.store.save_project(project.model_copy(update={"deputies": (deputy(PRIYA),)}))
    await buried(toy)

    assert isinstance(await press(toy, "retry", PRIYA), models.Notice)


async def test_a_message_that_ends_its_worker_again_is_put_away_again_on_a_new_card(toy: Toy) -> None:
    await started(toy)
    await buried(toy)
    await press(toy, "retry")
    before = len(toy.voice.cards())
    toy.clock.forward(minutes=5)
    await dies(toy)

    assert len(toy.voice.cards()) == before + 1
    reply = await press(toy, "discard")
    assert isinstance(reply, models.Notice)
    assert await toy.store.waiting() == ()


async def test_what_the_agent_began_is_resumed_and_the_answer_is_shown_anew(toy: Toy) -> None:
    await started(toy)
    await buried(toy)
    spent = Mark(placing=True, posting=True, response_id="caresp_5", answering=True, answered="yes", placeholder="99")
    await toy.store.mark("m7", spent)
    await press(toy, "retry")
    assert await toy.store.mark_of("m7") == Mark(posting=True, response_id="caresp_5")
    toy.agent.rest = answer("At last.", response_id="caresp_5")
    turns = len(toy.agent.requests)
    await work(toy)

    assert toy.agent.resumed == [("caresp_5", -1)]
    assert len(toy.agent.requests) == turns
    assert toy.voice.texts()[-1] == "At last."


async def test_the_message_that_was_to_start_a_project_is_its_writers_to_decide(toy: Toy) -> None:
    await buried(toy)
    stranger = await press(toy, "retry", STRANGER)
    await press(toy, "retry", ANA)
    await work(toy)

    assert isinstance(stranger, str)
    assert SECRET in toy.agent.requests[-1].input


async def test_a_letter_that_was_put_away_without_a_card_is_found_and_shown_once(toy: Toy) -> None:
    await started(toy)
    letter = said(SECRET, number=7)
    await toy.store.accept("m7", THREAD, letter, PID)
    lease = await toy.store.enter(PID, "turn:1") or ""
    for _ in range(6):
        await toy.store.begin(PID, lease)
    assert await toy.store.finish(PID, lease, ("m7",), Effects())
    before = len(toy.voice.cards())
    for _ in range(3):
        await reconcile.reconcile(toy.world)
        await ship_all(toy)

    assert len(toy.voice.cards()) == before + 1
    assert "put aside" in str(card_of(toy))
    assert await toy.store.untold() == ()


async def test_where_nobody_can_be_told_the_log_is_and_the_round_goes_on(
    toy: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    looked = Looked(letter_id="look.1", at=MONDAY)
    await toy.store.accept("look.1", THREAD, looked, "p-nobody")
    lease = await toy.store.enter("p-nobody", "turn:1") or ""
    for _ in range(6):
        await toy.store.begin("p-nobody", lease)
    await toy.store.finish("p-nobody", lease, ("look.1",), Effects())
    await reconcile.reconcile(toy.world)

    assert "nobody to tell" in caplog.text
    assert await toy.store.untold() == ()


async def test_a_card_that_perhaps_nobody_saw_is_shown_once_more(toy: Toy) -> None:
    await started(toy)
    toy.voice.trouble = [None] * 2 + [Uncertain()]  # placeholder, its end, card
    await buried(toy)
    toy.voice.trouble = []
    toy.clock.forward(minutes=1)
    await reconcile.reconcile(toy.world)

    assert isinstance(await press(toy, "retry"), models.Notice)


async def test_every_copy_of_the_card_shows_what_was_decided(toy: Toy) -> None:
    await started(toy)
    await buried(toy)
    reply = await press(toy, "discard")
    (drawn,) = {key for key in toy.jobs.redrawn if ".dead." in key}
    await redraw(toy.world, drawn)

    assert isinstance(reply, models.Notice)
    assert "was discarded" in str(card_of(toy))


async def test_a_look_into_the_sandbox_that_ends_its_worker_is_not_asked_for_again(toy: Toy) -> None:
    await started(toy)
    toy.agent.script = [TurnLost()]
    await hear(toy, said("go on", number=5))
    ((_, cuts),) = await toy.store.unseen()
    await toy.store.seen_to(PID, cuts)
    looked = Looked(letter_id="adopt.1", at=MONDAY, reason="adopt")
    await toy.store.accept("adopt.1", THREAD, looked, PID)
    toy.agent.no_files = DeskError()
    for _ in range(5):
        with pytest.raises(DeskError):
            await work(toy)
    await work(toy)

    assert await toy.store.unseen() == ()


async def test_a_click_for_a_card_that_never_was_changes_nothing(toy: Toy) -> None:
    await started(toy)
    odd = Click(verb="retry", ref="p-x.dead.1")

    assert isinstance(await decide.click(toy.world, odd, ANA, "en"), str)


async def test_the_letters_of_another_project_are_out_of_reach(toy: Toy) -> None:
    """The card names the grave; a reference of one's own making names nothing."""
    await started(toy)
    await buried(toy)
    forged = Click(verb="discard", ref=f"{PID}.m7")

    assert isinstance(await decide.click(toy.world, forged, ANA, "en"), str)
    grave = await toy.store.grave(PID, "m7")
    assert grave is not None
    assert grave.letters


def test_the_page_and_the_text_of_the_card_offer_both_buttons() -> None:
    face = models.ErrorCard(happened="x", retry_id="r", discardable=True)

    assert "[ Try again ]  [ Discard ]" in cards.text(face)
