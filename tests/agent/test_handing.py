"""Somebody is away past the due date: who could take over is drafted, and the log follows what the owner sent."""

from datetime import UTC, datetime

import pytest
from scripted import ANA, MARK, RUI, ScriptedBrain, kickoff, rfp
from speaking import OLGA, Room

from agent.brain.interface import Owner, Task
from agent.brain.letters import hand_over
from agent.brain.passing import pass_to
from agent.brain.readback import read_back
from agent.brain.rules import RulesBrain
from agent.wire import Recipient

LATE = "2026-12-05T09:00:00-03:00"
AWAY = {"task_id": "task-1", "until": "2026-12-14T00:00:00-03:00"}
BRUNO = Recipient(name="Bruno Dias", address="bruno@contoso.example")
LIA = Recipient(name="Lia Gomes", address="lia@fabrikam.example", external=True)
OWNER = Owner(name="Olga Owner", address=str(OLGA["address"]), zone="America/Sao_Paulo")
TASK = Task(
    task_id="task-1", title="Technical", owner_name="Ana Tech", owner_address=ANA, due_at="2026-12-11",
    requirements=("List every component",),
)  # fmt: skip
NOW = datetime(2026, 12, 5, 12, tzinfo=UTC)


@pytest.fixture
async def with_bruno(room: Room) -> Room:
    """The briefs are out, and in the kickoff there was one more who took nothing."""
    notes = kickoff()
    brain = ScriptedBrain(notes.model_copy(update={"attendees": (*notes.attendees, BRUNO)}))
    await room.with_sources("rfp.docx", "kickoff.vtt", brain=brain).owner("We received the RFP from Contoso")
    await room.sent("brief-task-1", "brief-task-2", "brief-task-3")
    return room


async def test_who_is_away_past_the_due_date_gets_no_reminder_and_a_colleague_is_proposed(with_bruno):
    heard = await with_bruno.poll(LATE, absent=[AWAY])

    (reminder, proposal) = heard.drafts
    assert reminder["task_id"] == "task-3"
    assert (proposal["draft_id"], proposal["purpose"]) == ("reassignment-task-1-1", "reassignment")
    assert [to["address"] for to in proposal["to"]] == [BRUNO.address]  # Rui has a task of his own already
    assert proposal["reason"].startswith("Ana Tech is away until 14 Dec 2026, past the date of this task.")
    assert proposal["body"].startswith("Hi Bruno,\n\nCould you take over “Technical” from Ana Tech")
    assert "It was due on Friday, December 4, 2026." in proposal["body"]
    assert "a message that asks Bruno Dias to take over waits" in heard.text
    assert with_bruno.task("task-1")["owner_upn"] == ANA


async def test_it_is_proposed_once_whatever_the_owner_says_of_it(with_bruno):
    await with_bruno.poll(LATE, absent=[AWAY])
    assert [d["task_id"] for d in (await with_bruno.poll("2026-12-06T09:00:00-03:00", absent=[AWAY])).drafts] == []
    await with_bruno.decide({"verb": "rejected", "draft_id": "reassignment-task-1-1"})

    heard = await with_bruno.poll("2026-12-09T09:00:00-03:00", absent=[AWAY])

    assert "reassignment" not in [draft["purpose"] for draft in heard.drafts]


async def test_once_it_was_sent_the_task_is_the_other_ones_and_reminders_begin_anew(with_bruno):
    await with_bruno.poll(LATE)
    await with_bruno.decide({"verb": "sent", "draft_id": "reminder-task-1-1", "at": LATE})
    await with_bruno.poll("2026-12-06T09:00:00-03:00", absent=[AWAY])
    sent = {"verb": "sent", "draft_id": "reassignment-task-1-1", "at": LATE, "channel": "teams", "body": "Could you …"}

    await with_bruno.decide(sent)
    await with_bruno.decide(sent)

    task = with_bruno.task("task-1")
    assert (task["owner_display_name"], task["owner_upn"], task["is_external"]) == (BRUNO.name, BRUNO.address, False)
    assert (task["nudges"], task["kickoff_channel"]) == ([], "teams")
    assert [(one["from_upn"], len(one["nudges"])) for one in task["handed_over"]] == [(ANA, 1)]
    heard = await with_bruno.poll("2026-12-08T09:00:00-03:00")
    assert [to["address"] for d in heard.drafts if d["task_id"] == "task-1" for to in d["to"]] == [BRUNO.address]


async def test_what_the_new_one_hands_in_counts(with_bruno):
    await with_bruno.poll(LATE, absent=[AWAY])
    await with_bruno.decide({"verb": "sent", "draft_id": "reassignment-task-1-1", "at": LATE})

    await with_bruno.reply(BRUNO.address, "List every component: x. State RTO: 4 h.", ref="r-1")

    assert with_bruno.task("task-1")["status"] == "submitted"


@pytest.mark.parametrize(
    ("instruction", "address"),
    [
        ("ask Rui instead", RUI),
        ("Please ask Carla Nunes (carla@contoso.example)", "carla@contoso.example"),
        (f"send it to {RUI}", RUI),
    ],
)
async def test_the_owner_names_somebody_else_in_words(with_bruno, instruction, address):
    await with_bruno.poll(LATE, absent=[AWAY])

    heard = await with_bruno.decide({"verb": "change", "draft_id": "reassignment-task-1-1", "instruction": instruction})

    (draft,) = heard.drafts
    assert (draft["to"][0]["address"], draft["version"]) == (address, 2)
    assert draft["body"].startswith(f"Hi {draft['to'][0]['name'].split()[0]},")


async def test_somebody_of_another_company_is_not_proposed_and_the_owner_is_asked(with_bruno):
    heard = await with_bruno.poll(LATE, absent=[{"task_id": "task-3"}])

    assert [draft["task_id"] for draft in heard.drafts] == ["task-1"]
    assert "I know nobody beside them there" in heard.text
    assert "give References to NAME ADDRESS" in heard.text


async def test_the_owner_gives_a_task_to_somebody_in_words(with_bruno):
    heard = await with_bruno.owner("Give the references to Lia Gomes (lia@fabrikam.example)")

    (draft,) = heard.drafts
    assert (draft["purpose"], draft["task_id"], draft["channel"]) == ("reassignment", "task-3", "mail")
    assert draft["to"] == [LIA.model_dump()]
    assert "waits for your approval" in heard.text
    assert with_bruno.task("task-3")["owner_upn"] == MARK


async def test_a_sentence_that_only_sounds_like_it_gives_nothing_away(with_bruno):
    for text in ("Give Technical to somebody", "pass the salt to Rui", "give it to Rui"):
        assert not (await with_bruno.owner(text)).drafts


@pytest.mark.parametrize("locale", ["en", "pt-BR"])
@pytest.mark.parametrize("to", [BRUNO, LIA], ids=["inside", "outside"])
def test_a_proposal_is_read_back_and_written_again_for_somebody_else(locale, to):
    owner = OWNER.model_copy(update={"locale": locale})
    draft = hand_over(TASK, to, rfp(), "why", NOW, owner)

    read = read_back(draft, owner)
    other = pass_to(draft, LIA if to is BRUNO else BRUNO, owner)

    assert read
    assert (read.letter.before, read.extras) == ("Ana Tech", ())
    assert other == hand_over(TASK, other.to[0], rfp(), "why", NOW, owner).model_copy(update={"version": 2})


async def test_its_date_can_be_moved_in_words():
    draft = hand_over(TASK, BRUNO, rfp(), "why", NOW, OWNER)

    moved = await RulesBrain().revise(draft, "due 18 December 2026", OWNER, NOW)

    assert moved
    assert (moved.due_at, moved.to) == ("2026-12-18", draft.to)
    assert "It is due on Friday, December 18, 2026." in moved.body


def test_what_was_written_by_hand_is_not_written_over():
    draft = hand_over(TASK, BRUNO, rfp(), "why", NOW, OWNER)

    assert pass_to(draft.model_copy(update={"body": "Help, Bruno."}), LIA, OWNER) is None
