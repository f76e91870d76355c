"""A turn is handed over once: what is kept, what is said and what is tried again when that does not go well."""

import pytest

from bot.core.errors import (
    AgentBusy,
    AgentDenied,
    AgentDown,
    AgentFailed,
    DeskError,
    StoreDown,
    TurnForgotten,
    TurnUnknown,
)
from bot.core.letter import Letter, Looked, Told
from bot.core.people import Channel
from bot.core.turn import Ended, Event, Started, Text
from bot.flows import handover
from bot.flows.mailbox import LONGEST, take_turns
from cards.words import LOCALES, say
from tests.fakes import MONDAY, THREAD, FakeAgent, ForgetfulStore, Toy, answer, said
from tests.flows.hands import PID, hear, started, work

BROKEN = [Started(response_id="caresp_1"), Text(delta="half a", sequence=3)]


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handover, "PAUSES", (0.0, 0.0))


def ours(toy: Toy) -> None:
    """The agent does no turn id twice."""
    toy.agent.name = ""


async def put(toy: Toy, letter: Letter) -> None:
    await toy.store.accept(letter.letter_id, THREAD, letter, PID)
    await work(toy)


async def test_nothing_is_shown_before_the_response_can_be_found_again(toy: Toy) -> None:
    toy.store = ForgetfulStore(toy.store, "response_id")
    with pytest.raises(StoreDown):
        await hear(toy, said("hello"))

    assert toy.voice.texts() == ["On it."]
    assert (await toy.store.mark_of("m1")).response_id == ""
    assert await toy.store.waiting() == (PID,)


async def test_an_agent_that_is_away_is_waited_for_in_growing_pauses_and_the_order_is_kept(toy: Toy) -> None:
    toy.agent.script = [AgentDown()]
    for number, words in enumerate(("first", "second", "third"), 1):
        await hear(toy, said(words, number=number))
    for _ in range(9):
        await work(toy)
    pauses = [after for _, after in toy.jobs.later]
    assert pauses[:5] == sorted(pauses[:5])
    assert 48 < max(pauses) <= LONGEST
    assert {one.input.splitlines()[-1] for one in toy.agent.requests} == {"first"}

    toy.agent.script = [answer("Here I am.")]
    await work(toy)
    assert [one.input.splitlines()[-1] for one in toy.agent.requests][-3:] == ["first", "second", "third"]
    assert toy.voice.texts() == ["Here I am."] * 3


async def test_the_thread_is_told_once_however_often_and_by_whom_the_agent_is_tried(toy: Toy) -> None:
    toy.agent.script = [AgentDown()]
    await hear(toy, said("hello"))
    edits = len(toy.voice.calls)
    assert "does not answer right now" in toy.voice.texts()[0]

    toy.clock.forward(hours=1)
    reborn = Toy(store=toy.store, voice=toy.voice, agent=toy.agent, clock=toy.clock)
    await work(reborn)
    await work(reborn)
    assert len(toy.voice.calls) == edits
    assert len(toy.agent.requests) == 3


async def test_a_busy_agent_is_left_alone_for_as_long_as_it_asked(toy: Toy) -> None:
    toy.agent.script = [AgentBusy("429", 100), answer("Now.")]
    await hear(toy, said("hello"))
    assert "is busy right now" in toy.voice.texts()[0]

    await hear(toy, said("and this", number=2))  # the next message is no reason to ask earlier
    toy.clock.forward(seconds=99)
    await take_turns(toy.world, PID, "turn:reconciled")
    assert len(toy.agent.requests) == 1
    assert toy.jobs.later == [(PID, 100)]

    toy.clock.forward(seconds=1)
    await take_turns(toy.world, PID, "turn:due")
    assert toy.voice.texts() == ["Now.", "Now."]


async def test_a_clock_that_is_set_back_makes_nobody_wait_longer(toy: Toy) -> None:
    toy.agent.script = [AgentBusy("429", 100), answer("Now.")]
    await hear(toy, said("hello"))
    toy.clock.forward(hours=-1)
    await take_turns(toy.world, PID, "turn:later")

    assert toy.voice.texts() == ["Now."]


async def test_an_agent_that_always_fails_is_tried_five_times_and_the_next_message_is_worked_on(toy: Toy) -> None:
    await started(toy)
    before = len(toy.agent.requests)
    toy.agent.script = [*[AgentFailed("500")] * 5, answer("Fine again.")]
    await hear(toy, said("poison", number=2))
    await hear(toy, said("and this", number=3))
    for _ in range(6):
        await work(toy)

    tried = [one.input.splitlines()[-1] for one in toy.agent.requests[before:]]
    assert tried == ["poison"] * 5 + ["and this"]
    assert toy.voice.texts()[-1] == "Fine again."
    parcels = await toy.store.parcels_of(PID)
    assert [one.recipe.keys for one in parcels if one.recipe and one.recipe.kind == "dead"] == [("m2",)]
    assert say("en").t("desk.put_aside") in toy.voice.texts()
    assert "does not answer right now" not in str(toy.voice.texts())


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_line_that_broke_while_handing_over_is_a_doubt_that_is_told_and_never_tried_again(
    toy: Toy, locale: str
) -> None:
    toy.agent.script = [TurnUnknown("reset"), answer("Twice?")]
    place = THREAD.model_copy(update={"locale": locale})
    await hear(toy, said("send it to everybody", place=place))
    await work(toy)

    assert len(toy.agent.requests) == 1
    assert toy.voice.texts() == [say(locale).t("desk.turn_unknown")]
    assert await toy.store.waiting() == ()


async def test_a_worker_that_died_while_handing_over_leaves_the_same_doubt(toy: Toy) -> None:
    toy.agent.script = [DeskError("the worker dies")]
    with pytest.raises(DeskError):
        await hear(toy, said("hello"))
    await take_turns(toy.world, PID, "turn:m1")

    assert len(toy.agent.requests) == 1
    assert toy.voice.texts() == [say("en").t("desk.turn_unknown")]


@pytest.mark.parametrize("trouble", [TurnUnknown("reset"), DeskError("the worker dies")], ids=["line", "worker"])
async def test_an_agent_that_does_no_turn_twice_is_handed_it_again_under_the_same_id(
    toy: Toy, trouble: DeskError
) -> None:
    ours(toy)
    toy.agent.script = [trouble, answer("Once.")]
    if not isinstance(trouble, TurnUnknown):
        with pytest.raises(DeskError):
            await hear(toy, said("hello"))
        await take_turns(toy.world, PID, "turn:m1")
    else:
        await hear(toy, said("hello"))
        await work(toy)

    assert [one.turn_id for one in toy.agent.requests] == ["m1", "m1"]
    assert toy.voice.texts() == ["Once."]


async def test_what_an_agent_promised_with_one_turn_is_remembered_for_the_next_until_it_stops_promising(
    toy: Toy,
) -> None:
    toy.agent.script = [[Started(response_id="caresp_1", once=True), *answer("One.")[1:]]]
    await hear(toy, said("one"))
    toy.agent.script = [TurnUnknown("reset"), answer("Two.", response_id="caresp_2")]
    await hear(toy, said("two", number=2))
    await work(toy)
    assert [one.turn_id for one in toy.agent.requests] == ["m1", "m2", "m2"]
    assert toy.voice.texts() == ["One.", "Two."]

    toy.agent.script = [TurnUnknown("reset"), answer("Three.")]
    await hear(toy, said("three", number=3))
    await work(toy)
    assert len(toy.agent.requests) == 4


async def test_another_agent_is_not_held_to_what_this_one_promised(toy: Toy) -> None:
    toy.agent.script = [[Started(response_id="caresp_1", once=True), *answer("One.")[1:]]]
    await hear(toy, said("one"))
    toy.agent = FakeAgent(name="another agent", script=[TurnUnknown("reset"), answer("Two.")])
    await hear(toy, said("two", number=2))
    await work(toy)

    assert len(toy.agent.requests) == 1


async def test_an_agent_that_is_busy_or_down_leaves_no_doubt(toy: Toy) -> None:
    toy.agent.script = [AgentBusy("409", 5), AgentDown(), AgentFailed("424"), answer("Here.")]
    await hear(toy, said("hello"))
    for _ in range(3):
        await work(toy)

    assert toy.voice.texts() == ["Here."]


async def test_an_unattended_look_that_may_have_begun_is_dropped_without_a_word(toy: Toy) -> None:
    await started(toy)
    shown = toy.voice.texts()
    toy.agent.script = [TurnUnknown("reset")]
    await put(toy, Looked(letter_id="look.1", at=MONDAY, reason="asked"))

    assert toy.voice.texts() == shown
    assert await toy.store.waiting() == ()


async def test_an_unattended_look_that_waits_disturbs_nobody(toy: Toy) -> None:
    await started(toy)
    shown = list(toy.voice.calls)
    toy.agent.script = [AgentDown()]
    await put(toy, Looked(letter_id="look.1", at=MONDAY, reason="asked"))

    assert toy.voice.calls == shown
    assert await toy.store.waiting() == (PID,)


async def test_what_somebody_has_to_mend_is_said_although_nobody_asked(toy: Toy) -> None:
    await started(toy)
    toy.agent.script = [AgentDenied("403")]
    await put(toy, Looked(letter_id="look.1", at=MONDAY, reason="asked"))

    assert "not allowed to use the agent" in toy.voice.texts()[-1]


@pytest.mark.parametrize("verb", ["sent", "rejected"])
async def test_an_agent_that_may_not_have_heard_what_was_sent_is_no_reason_to_write_again(toy: Toy, verb: str) -> None:
    (record,) = await started(toy)
    facts = {"letter_id": "told.1", "record_key": record.key, "verb": verb, "at": MONDAY, "channel": Channel.TEAMS}
    toy.agent.script = [TurnUnknown("reset")]
    await put(toy, Told.model_validate(facts))

    assert toy.voice.texts()[-1] == say("en").t("desk.report_unknown")


@pytest.mark.parametrize("reason", ["role", "token", "session", "preview", "disabled", "missing"])
@pytest.mark.parametrize("locale", LOCALES)
async def test_a_refusal_names_what_an_administrator_has_to_do(toy: Toy, reason: str, locale: str) -> None:
    toy.agent.script = [AgentDenied("403", reason)]  # type: ignore[arg-type] # one of the literals above
    await hear(toy, said("hello", place=THREAD.model_copy(update={"locale": locale})))

    (text,) = toy.voice.texts()
    assert "administrator" in text or "administrador" in text
    assert text == say(locale).t(f"desk.denied.{reason}")


async def test_an_answer_the_agent_forgot_is_said_to_be_lost_and_nothing_is_repeated(toy: Toy) -> None:
    toy.agent.script, toy.agent.rest = [BROKEN], TurnForgotten("404")
    await hear(toy, said("hello"))

    assert len(toy.agent.requests) == 1
    assert toy.voice.texts() == [say("en").t("desk.turn_lost")]


async def test_an_answer_that_an_agent_of_its_word_forgot_is_asked_for_again(toy: Toy) -> None:
    ours(toy)
    toy.agent.script, toy.agent.rest = [BROKEN, answer("Whole.")], TurnForgotten("404")
    await hear(toy, said("hello"))
    await work(toy)

    assert [one.turn_id for one in toy.agent.requests] == ["m1", "m1"]
    assert toy.voice.texts() == ["Whole."]


async def test_an_agent_that_began_the_turn_before_and_has_no_answer_is_not_asked_a_third_time(toy: Toy) -> None:
    ours(toy)
    refused = Ended(status="failed", code="turn_already_ran", response_id="caresp_2")
    toy.agent.script = [TurnUnknown("reset"), [Started(response_id="caresp_2"), refused]]
    await hear(toy, said("hello"))
    await work(toy)
    await work(toy)

    assert len(toy.agent.requests) == 2
    assert toy.voice.texts() == [say("en").t("desk.turn_lost")]


CUT_SHORT = Ended(status="failed", code="turn_cut_short", response_id="caresp_1")


async def test_a_turn_whose_sandbox_died_is_handed_over_again_at_once_to_an_agent_of_its_word(toy: Toy) -> None:
    ours(toy)
    toy.agent.script, toy.agent.rest = [BROKEN, answer("Whole.")], [CUT_SHORT]
    await hear(toy, said("hello"))

    assert [one.turn_id for one in toy.agent.requests] == ["m1", "m1"]
    assert toy.voice.texts() == ["Whole."]


async def test_a_turn_that_had_begun_when_its_sandbox_died_ends_in_a_sentence_and_the_next_one_runs(toy: Toy) -> None:
    ours(toy)
    refused = Ended(status="failed", code="turn_already_ran", response_id="caresp_2")
    again = [Started(response_id="caresp_2"), refused]
    toy.agent.script, toy.agent.rest = [BROKEN, again, answer("Next.")], [CUT_SHORT]
    await hear(toy, said("hello"))
    await hear(toy, said("and now?", letter_id="m2"))

    assert [one.turn_id for one in toy.agent.requests] == ["m1", "m1", "m2"]
    assert toy.voice.texts() == [say("en").t("desk.turn_lost"), "Next."]


async def test_a_turn_whose_sandbox_dies_twice_is_not_handed_over_a_third_time(toy: Toy) -> None:
    ours(toy)
    toy.agent.script, toy.agent.rest = [BROKEN, BROKEN], [CUT_SHORT]
    await hear(toy, said("hello"))

    assert len(toy.agent.requests) == 2
    assert toy.voice.texts() == [say("en").t("desk.turn_lost")]


async def test_an_agent_that_promised_nothing_is_not_handed_a_cut_turn_again(toy: Toy) -> None:
    toy.agent.name = "somebody else's"
    toy.agent.script, toy.agent.rest = [BROKEN], [CUT_SHORT]
    await hear(toy, said("hello"))

    assert len(toy.agent.requests) == 1
    assert toy.voice.texts() == [say("en").t("desk.turn_lost")]


@pytest.mark.parametrize("trouble", [AgentDown(), AgentBusy("429", 5), AgentFailed("503")])
async def test_an_agent_that_goes_away_in_mid_sentence_is_asked_for_the_same_answer_when_it_is_back(
    toy: Toy, trouble: DeskError
) -> None:
    toy.agent.script, toy.agent.rest = [BROKEN], trouble
    await hear(toy, said("hello"))
    assert "half" not in toy.voice.texts()[0]

    toy.agent.rest = [Text(delta="The whole.", sequence=1), Ended(status="completed", response_id="caresp_1")]
    await work(toy)
    assert len(toy.agent.requests) == 1
    assert toy.agent.resumed[-1] == ("caresp_1", -1)
    assert toy.voice.texts() == ["The whole."]


async def test_an_answer_whose_line_breaks_again_and_again_ends_in_a_sentence(toy: Toy) -> None:
    toy.agent.script, toy.agent.rest = [BROKEN], []
    await hear(toy, said("hello"))

    assert len(toy.agent.requests) == 1
    assert toy.agent.resumed == [("caresp_1", 3)] * 3
    assert toy.voice.texts() == [say("en").t("desk.turn_lost")]


async def test_an_agent_that_only_holds_the_line_is_given_up_at_the_deadline(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handover, "DEADLINE", 0.1)
    toy.agent.script, toy.agent.hangs = [BROKEN], True
    await hear(toy, said("hello"))

    assert toy.voice.texts() == [say("en").t("desk.turn_lost")]
    assert await toy.store.waiting() == ()


async def test_an_agent_that_is_slow_is_not_given_up_while_it_speaks(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handover, "DEADLINE", 0.2)
    drops: list[Event] = [Text(delta=str(n), sequence=n) for n in range(1, 9)]
    toy.agent.script, toy.agent.pace = [[Started(response_id="caresp_1"), *drops, Ended(status="completed")]], 0.05
    await hear(toy, said("hello"))

    assert toy.voice.texts() == ["12345678"]


@pytest.mark.parametrize("status", ["failed", "cancelled"])
async def test_a_turn_that_was_ended_early_is_no_answer(toy: Toy, status: str) -> None:
    ended = Ended.model_validate({"status": status, "text": "half a", "response_id": "caresp_1"})
    toy.agent.script = [[*BROKEN, ended]]
    await hear(toy, said("hello"))

    assert toy.voice.texts() == [say("en").t("desk.turn_failed")]
