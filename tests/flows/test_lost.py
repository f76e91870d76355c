"""A sandbox is lost: one question to the owner, one decision, and nothing of what waits is lost or out of order."""

import asyncio

import pytest

from bot.core.draft import State
from bot.core.errors import AgentDown, SessionLost, Undeliverable
from bot.core.people import Channel, Contact, Person, Place
from bot.core.sandbox import loss_name
from bot.flows import decide
from bot.flows.decide import Reply
from bot.flows.lost import ask_owner
from bot.flows.reconcile import reconcile
from bot.flows.redraw import redraw
from cards import models
from cards.click import Click
from tests.fakes import ANA, PRIYA, STRANGER, TENANT, THREAD, Toy, chat_of, said
from tests.flows.hands import PID, hear, press, ship_all, started, work

SESSION, SECOND = f"desk-{PID}", f"desk-{PID}-2"
LOSS = loss_name(PID, 1)
LOG = f"projects/{PID}/project_log.json"


async def lost(toy: Toy, words: str = "what is next, in detail?", keep: bool = True, count: int = 1) -> None:
    """A project with open drafts and a copy, whose sandbox went away while nobody spoke; then the owner writes."""
    await started(toy, count)
    if keep:
        toy.clock.forward(minutes=1)
        toy.agent.files[SESSION, LOG] = b'{"phase": "tasks_allocated"}'
        await hear(toy, said("thank you", number=2))
    toy.agent.vanish(SESSION)
    toy.clock.forward(hours=1)
    await hear(toy, said(words, number=3))


async def choose(toy: Toy, verb: str, actor: Person = ANA, loss: str = LOSS) -> Reply:
    return await decide.click(toy.world, Click.model_validate({"verb": verb, "ref": loss}), actor, "en")


async def attempts(toy: Toy, loss: str = LOSS) -> list[list[str]]:
    return [line.split("|")[1:] for line in await toy.store.audit(loss)]


async def project_of(toy: Toy):
    project = await toy.store.project(PID)
    assert project
    return project


def questions(toy: Toy, place: Place = THREAD) -> list[str]:
    return [str(card) for card in toy.voice.cards(place.conversation) if LOSS in str(card)]


async def test_the_owner_is_asked_once_and_the_letter_waits(toy: Toy) -> None:
    await lost(toy)
    spoken = len(toy.voice.calls)
    for _ in range(3):
        await reconcile(toy.world)
        await work(toy)

    assert len(toy.voice.calls) == spoken, "once"
    assert (await project_of(toy)).state == "lost"
    assert [one.letter_id for one in await toy.store.box(PID)] == ["m3"]
    assert len(questions(toy)) == 1
    assert "1 file of the agent’s notes" in questions(toy)[0]
    assert "Your message is kept" in toy.voice.texts()[-1]
    assert len(toy.agent.requests) == 2
    assert toy.agent.sessions == set()


async def test_whoever_writes_meanwhile_is_told_once_that_they_wait(toy: Toy) -> None:
    await lost(toy)
    await hear(toy, said("my section is ready", PRIYA, chat_of(PRIYA), number=4), PID)
    await work(toy)

    assert toy.voice.texts(chat_of(PRIYA).conversation) == [
        "The agent’s workspace for this project is gone. Your message is kept; it waits until Ana Souza has decided"
        " how to go on. You do not have to repeat it."
    ]


async def test_to_start_again_is_a_new_sandbox_with_the_copy_and_the_letters_go_on_in_order(toy: Toy) -> None:
    await lost(toy)
    await hear(toy, said("and another thing", number=4))
    card = await choose(toy, "restart")
    project = await project_of(toy)
    assert (project.session_id, project.state, project.chain) == (SECOND, "active", "")
    assert toy.agent.sessions == set(), "it is stored before its first use"

    await work(toy)

    assert isinstance(card, models.Workspace)
    assert (card.choice, card.decided_by) == ("restart", "Ana Souza")
    assert toy.agent.sessions == {SECOND}
    assert toy.agent.files[SECOND, LOG] == b'{"phase": "tasks_allocated"}'
    assert toy.agent.files[SECOND, f"projects/{PID}/desk.marker"] == SECOND.encode()
    assert [(one.session_id, one.chain) for one in toy.agent.requests[2:]] == [(SECOND, ""), (SECOND, "caresp_2")]
    assert [one.turn_id for one in toy.agent.requests[2:]] == ["m3", "m4"]
    assert "is_new=false" in toy.agent.requests[2].input
    assert await toy.store.box(PID) == ()


async def test_the_answer_takes_the_place_of_the_sentence_that_the_message_waits(toy: Toy) -> None:
    await lost(toy)
    assert any("Your message is kept" in text for text in toy.voice.texts())
    await choose(toy, "restart")
    await work(toy)

    assert not any("Your message is kept" in text for text in toy.voice.texts())


async def test_without_a_copy_the_project_begins_anew_and_the_card_says_so(toy: Toy) -> None:
    await lost(toy, keep=False)
    assert "There is no copy" in questions(toy)[0]
    await choose(toy, "restart")
    await work(toy)

    assert toy.agent.sessions == {SECOND}
    assert "is_new=true" in toy.agent.requests[-1].input


async def test_to_stop_closes_the_project_and_says_so_to_everybody_who_waits(toy: Toy) -> None:
    await lost(toy)
    await hear(toy, said("my section is ready", PRIYA, chat_of(PRIYA), number=4), PID)
    await choose(toy, "stop")
    await work(toy)
    await hear(toy, said("hello?", number=5))

    assert (await project_of(toy)).state == "closed"
    assert await toy.store.box(PID) == ()
    assert "This project was stopped" in toy.voice.texts(chat_of(PRIYA).conversation)[-1]
    assert len([text for text in toy.voice.texts() if "This project was stopped" in text]) == 2
    assert len(toy.agent.requests) == 2
    assert toy.agent.sessions == set()
    assert await toy.store.checkpoint(PID), "the copy stays until a closed project's texts are removed"
    assert 0 < await toy.store.client.ttl(toy.store.keys.name("checkpoint", PID)) <= 90 * 86400


@pytest.mark.parametrize("actor", [PRIYA, STRANGER, ANA.model_copy(update={"tenant": "another"})])
async def test_only_the_owner_chooses_and_a_refusal_changes_nothing(toy: Toy, actor: Person) -> None:
    await lost(toy)

    refused = await choose(toy, "stop", actor)

    assert isinstance(refused, str)
    assert "Nothing was changed" in refused
    assert (await project_of(toy)).state == "lost"
    assert (await toy.store.loss(LOSS)).choice is None
    assert await attempts(toy) == [["stop", "", "", actor.authority, "not_yours"]]


async def test_a_second_click_is_the_first_one_and_a_late_other_one_shows_what_was_chosen(toy: Toy) -> None:
    await lost(toy)
    first, again = await choose(toy, "restart"), await choose(toy, "restart")
    late = await choose(toy, "stop")

    assert first == again == late
    assert isinstance(late, models.Workspace)
    assert late.choice == "restart"
    assert (await project_of(toy)).session_id == SECOND
    assert [one[-1] for one in await attempts(toy)] == ["done", "closed"]


async def test_many_clicks_on_two_replicas_are_one_decision(toy: Toy) -> None:
    await lost(toy)

    await asyncio.gather(*(choose(toy, verb) for verb in ("restart", "stop") * 20))

    words = [one[-1] for one in await attempts(toy)]
    loss, project = await toy.store.loss(LOSS), await project_of(toy)
    assert words.count("done") == 1
    assert loss
    assert (loss.choice, project.sandbox) in (("restart", 2), ("stop", 1))
    assert project.state == ("active" if loss.choice == "restart" else "closed")


async def test_a_click_on_a_question_nobody_asked_is_told_so(toy: Toy) -> None:
    assert "not open any more" in str(await choose(toy, "restart", loss="p-x.lost.1"))


async def test_the_card_in_the_thread_shows_the_choice_to_everybody(toy: Toy) -> None:
    await lost(toy)
    await choose(toy, "restart")
    assert toy.jobs.redrawn[-1] == LOSS

    await redraw(toy.world, LOSS)

    assert "Started again by Ana Souza" in str(toy.voice.cards()[-1])


async def test_the_owner_may_choose_in_words_and_what_they_wrote_is_answered_in_its_turn(toy: Toy) -> None:
    await lost(toy)
    await hear(toy, said("Start again!", number=4))
    await work(toy)

    assert (await project_of(toy)).session_id == SECOND
    assert [one.turn_id for one in toy.agent.requests[2:]] == ["m3"]
    assert toy.voice.texts()[-1].startswith("Understood")
    assert await toy.store.box(PID) == ()


@pytest.mark.parametrize(
    ("speaker", "words"),
    [(PRIYA, "stop this project"), (ANA, "do not stop this project"), (ANA, "start again tomorrow, please")],
)
async def test_words_of_others_and_words_about_something_else_choose_nothing(
    toy: Toy, speaker: Person, words: str
) -> None:
    await lost(toy)
    await hear(toy, said(words, speaker, number=4))

    assert (await project_of(toy)).state == "lost"
    assert len(await toy.store.box(PID)) == 2


async def test_words_that_chose_once_choose_nothing_later(toy: Toy) -> None:
    await lost(toy)
    await choose(toy, "restart")
    await work(toy)
    await hear(toy, said("start again", number=5))

    assert toy.agent.requests[-1].turn_id == "m5", "the agent is asked what that means"


MAIL = Place(channel=Channel.MAIL, tenant=TENANT, conversation="<root@contoso.com>", kind="mail", subject="RFP")


async def test_where_there_are_no_buttons_the_owner_reads_what_to_answer(toy: Toy) -> None:
    project_id = await hear(toy, said("we received the RFP", place=MAIL))
    toy.agent.vanish(f"desk-{project_id}")
    toy.clock.forward(hours=1)
    await hear(toy, said("and now?", place=MAIL, number=2))
    shown = [str(what) for place, what in toy.mail_voice.messages.values()]
    assert any("Answer “start again” or “stop this project”" in " ".join(one.split()) for one in shown)

    await hear(toy, said("Stop this project.", place=MAIL, number=3))

    project = await toy.store.project(project_id)
    assert project
    assert project.state == "closed"


async def test_a_mail_owner_who_has_a_chat_is_asked_there(toy: Toy) -> None:
    project_id = await hear(toy, said("we received the RFP", place=MAIL))
    await toy.store.save_contact(Contact(person=ANA, place=chat_of(ANA)))
    toy.agent.vanish(f"desk-{project_id}")
    toy.clock.forward(hours=1)
    await hear(toy, said("and now?", place=MAIL, number=2))

    assert "The agent’s workspace is gone" in str(toy.voice.cards(chat_of(ANA).conversation)[-1])


async def test_what_was_decided_meanwhile_is_sent_and_told_to_the_agent_afterwards(toy: Toy) -> None:
    """Decisions and deliveries are the desk's own: they need no sandbox."""
    record = (await started(toy))[0]
    toy.agent.vanish(SESSION)
    toy.clock.forward(hours=1)
    await hear(toy, said("what is next, in detail?", number=3))
    await press(toy, record, "approve")
    await ship_all(toy)
    await work(toy)
    assert (await toy.store.record(record.key)).state is State.APPROVED
    assert toy.voice.texts(chat_of(PRIYA).conversation) == [record.draft.body]

    await choose(toy, "restart")
    await work(toy)

    assert "[charter-agent-decision: " in toy.agent.requests[-1].input


async def test_a_change_that_was_asked_for_waits_and_is_made_in_the_new_sandbox(toy: Toy) -> None:
    record = (await started(toy))[0]
    toy.agent.script = [SessionLost("gone")]
    await press(toy, record, "change", instruction="shorter")
    await work(toy)
    assert (await toy.store.record(record.key)).state is State.ASKED
    assert any("Your message is kept" in text for text in toy.voice.texts()), "in place of the placeholder"

    toy.agent.vanish(SESSION)
    toy.agent.script = [[]]
    await choose(toy, "restart")

    assert [one.kind for one in await toy.store.box(PID)] == ["told"]


async def test_a_turn_refused_because_the_session_expired_waits_too(toy: Toy) -> None:
    await started(toy)
    toy.agent.script = [SessionLost("session_expired")]
    await hear(toy, said("and now?", number=2))

    assert (await project_of(toy)).state == "lost"
    assert [one.letter_id for one in await toy.store.box(PID)] == ["m2"]


async def test_an_agent_that_goes_down_while_the_copy_is_put_back_is_waited_for(toy: Toy) -> None:
    await lost(toy)
    await choose(toy, "restart")
    toy.agent.trouble = AgentDown("no answer")
    await work(toy)
    assert toy.jobs.later
    assert [one.letter_id for one in await toy.store.box(PID)] == ["m3"]

    toy.agent.trouble = None
    await work(toy)

    assert toy.agent.files[SECOND, LOG]
    assert await toy.store.box(PID) == ()


async def test_a_second_loss_is_a_second_question(toy: Toy) -> None:
    await lost(toy)
    await choose(toy, "restart")
    await work(toy)
    toy.agent.vanish(SECOND)
    toy.clock.forward(hours=1)
    await hear(toy, said("and now?", number=5))
    assert isinstance(await choose(toy, "stop"), models.Workspace), "the old card shows the old choice"
    assert (await project_of(toy)).state == "lost"

    await choose(toy, "restart", loss=loss_name(PID, 2))
    await work(toy)

    assert toy.agent.sessions == {f"{SESSION}-3"}
    assert toy.agent.files[f"{SESSION}-3", LOG]


async def test_a_channel_that_takes_no_word_does_not_keep_the_question_from_the_owner(toy: Toy) -> None:
    await lost(toy)
    toy.voice.trouble = [Undeliverable("blocked", "blocked")] * 2
    await hear(toy, said("hello?", PRIYA, chat_of(PRIYA), number=4), PID)
    assert toy.voice.texts(chat_of(PRIYA).conversation) == []
    toy.voice.trouble = []

    await choose(toy, "restart")
    await work(toy)

    assert await toy.store.box(PID) == ()


async def test_a_lost_project_that_was_forgotten_asks_nobody(toy: Toy) -> None:
    await lost(toy)
    await toy.store.forget(PID)

    assert "not open any more" in str(await choose(toy, "restart"))
    await ask_owner(toy.world, PID)
    assert questions(toy) == questions(toy)[:1]


async def test_a_choice_made_while_the_desk_still_speaks_is_followed_at_once(toy: Toy) -> None:
    """The click's own booking finds the mailbox held, and the holder is about to leave it."""
    await started(toy)
    toy.agent.vanish(SESSION)
    toy.clock.forward(hours=1)
    asking = toy.voice.say

    async def says_and_is_clicked(*words, **more):
        if await toy.store.loss(LOSS):
            await choose(toy, "restart")
        return await asking(*words, **more)

    toy.voice.say = says_and_is_clicked
    await hear(toy, said("and now?", number=2))

    assert toy.jobs.booked == [PID, PID]
