"""What became of drafts finds its way into the log, once."""

import pytest

from agent.phases import Phase, phase_of
from agent.state import ProjectFiles


async def test_the_first_sent_brief_opens_the_way_for_polling(started):
    await started.decide({"verb": "sent", "draft_id": "brief-task-1", "subject": "S", "body": "Exactly this"})

    task = started.task("task-1")
    assert phase_of(started.files.log) is Phase.ALLOCATED
    assert (task["kickoff_sent"], task["kickoff_channel"], task["kickoff_ref"]) == (True, "email", "m-1")
    assert task["kickoff"]["body"] == "Exactly this"
    assert started.files.log["status"] == "kicked_off"


async def test_several_decisions_are_recorded_in_one_turn(started):
    heard = await started.decide(
        {"verb": "sent", "draft_id": "brief-task-1"},
        {"verb": "rejected", "draft_id": "brief-task-2", "reason": "too early"},
        {"verb": "failed", "draft_id": "brief-task-3", "reason": "No such mailbox."},
    )

    assert heard.text.split("\n\n") == [
        "Sent: Ana Tech.",
        "Rejected: Rui Price (too early).",
        "Not delivered: Mark Partner. No such mailbox.",
    ]
    assert [draft["state"] for draft in started.files.drafts] == ["sent", "rejected", "failed"]
    assert heard.view["phase"] == "tasks_allocated"


async def test_the_same_outcome_is_told_in_one_sentence(started):
    heard = await started.sent("brief-task-1", "brief-task-2")

    assert heard.text == "Sent: Ana Tech and Rui Price."


async def test_rejections_alone_stay_at_the_gate(started):
    await started.decide({"verb": "rejected", "draft_id": "brief-task-1"})

    assert phase_of(started.files.log) is Phase.WAITING


async def test_a_brief_that_failed_by_teams_and_went_by_mail_says_so(started):
    await started.decide({"verb": "failed", "draft_id": "brief-task-1", "channel": "teams", "reason": "blocked"})

    await started.decide({"verb": "sent", "draft_id": "brief-task-1", "channel": "mail"})

    assert started.task("task-1")["kickoff_channel"] == "email (teams failed)"


async def test_the_same_decision_twice_counts_once(under_way):
    heard = await under_way.sent("brief-task-1")

    assert heard.text == "Recorded before: Ana Tech."


@pytest.mark.parametrize("step", ["patch", "change_drafts"])
async def test_a_turn_that_died_half_way_is_made_up_for_when_it_is_asked_again(under_way, monkeypatch, step):
    await under_way.poll("2026-12-05T09:00:00-03:00")
    reminded = {"verb": "sent", "draft_id": "reminder-task-1-1"}
    with monkeypatch.context() as broken:
        broken.setattr(ProjectFiles, step, lambda *_: (_ for _ in ()).throw(OSError("disk full")))
        with pytest.raises(OSError, match="disk full"):
            await under_way.decide(reminded, turn_id="again")

    await under_way.decide(reminded, turn_id="again")

    assert [nudge["draft_id"] for nudge in under_way.task("task-1")["nudges"]] == ["reminder-task-1-1"]
    assert under_way.files.drafts[-2]["state"] == "sent"


async def test_what_was_sent_is_kept_also_when_the_owner_had_edited_it(started):
    await started.decide({"verb": "sent", "draft_id": "brief-task-1", "version": 3, "body": "My words"})

    draft = started.files.drafts[0]
    assert (draft["version"], draft["body"], draft["sent"]["body"]) == (3, "My words", "My words")
    assert [old["version"] for old in draft["history"]] == [1]


async def test_a_change_comes_back_as_the_next_version(started):
    heard = await started.decide({"verb": "change", "draft_id": "brief-task-2", "instruction": "make it shorter"})

    assert [(draft["draft_id"], draft["version"], draft["body"]) for draft in heard.drafts] == [
        ("brief-task-2", 2, "Shorter.")
    ]
    assert started.files.drafts[1]["state"] == "pending"


async def test_several_changes_are_published_in_one_call(started):
    heard = await started.decide(
        {"verb": "change", "draft_id": "brief-task-1", "instruction": "shorter"},
        {"verb": "change", "draft_id": "brief-task-2", "instruction": "shorter"},
        {"verb": "change", "draft_id": "brief-task-3", "instruction": "more oomph"},
    )

    assert len(heard.calls("publish_drafts")) == 1
    assert [draft["version"] for draft in heard.drafts] == [2, 2]
    assert heard.text.count("?") == 1


async def test_a_change_starts_from_the_words_the_owner_last_saw(started):
    heard = await started.decide(
        {"verb": "change", "draft_id": "brief-task-2", "version": 4, "body": "Edited", "instruction": "shorter"}
    )

    assert heard.drafts[0]["version"] == 5
    assert started.files.drafts[1]["history"][-1]["version"] == 1


async def test_a_change_whose_answer_was_lost_is_not_applied_on_top_of_itself(started, monkeypatch):
    async def more(draft, *_):
        return draft.model_copy(update={"body": f"{draft.body} More."})

    monkeypatch.setattr(started.sandbox.brain, "revise", more)
    asked = {"verb": "change", "draft_id": "brief-task-2", "instruction": "say more"}
    lost = await started.decide(asked)

    again = await started.decide(asked)

    assert again.drafts[0]["body"] == lost.drafts[0]["body"] == "Please write Pricing. More."
    assert again.drafts[0]["version"] == 3


async def test_a_change_that_cannot_be_followed_asks_one_question(started):
    heard = await started.decide({"verb": "change", "draft_id": "brief-task-2", "instruction": "more oomph"})

    assert heard.text == (
        "I cannot apply “more oomph” to the message to Rui Price with certainty. Which words should it say instead?"
    )
    assert not heard.drafts


async def test_the_answer_to_that_question_is_the_change(started):
    await started.decide({"verb": "change", "draft_id": "brief-task-2", "instruction": "more oomph"})

    heard = await started.owner("Just make it shorter")

    assert [draft["version"] for draft in heard.drafts] == [2]


async def test_a_sent_message_cannot_change_any_more(under_way):
    heard = await under_way.decide({"verb": "change", "draft_id": "brief-task-2", "instruction": "shorter"})

    assert not heard.drafts
    assert heard.text == "Recorded before: Rui Price."


async def test_a_decision_about_an_unknown_draft_changes_nothing(started):
    heard = await started.decide({"verb": "sent", "draft_id": "brief-of-others"})

    assert "brief-of-others" in heard.text
    assert phase_of(started.files.log) is Phase.WAITING


async def test_every_offer_and_decision_leaves_a_row_in_the_audit_file(started):
    await started.sent("brief-task-1")

    kinds = [row["kind"] for row in started.files.activity(20)]
    assert kinds.count("draft_offered") == 3
    assert kinds[-1] == "kickoff_sent"


async def test_any_number_of_decisions_fits_into_a_turn(started):
    many = [{"verb": "sent", "draft_id": "brief-task-1"}] * 60

    heard = await started.decide(*many)

    assert heard.text == "Sent: Ana Tech.\n\nRecorded before: Ana Tech."


async def test_a_date_that_was_changed_in_the_brief_is_the_tasks_once_it_is_sent(started):
    await started.decide({"verb": "change", "draft_id": "brief-task-1", "instruction": "due tomorrow"})
    assert started.task("task-1")["due_at"] == "2026-12-04"

    await started.decide({"verb": "sent", "draft_id": "brief-task-1", "version": 2, "body": "Changed"})

    assert started.task("task-1")["due_at"] == "2026-12-02"


async def test_a_draft_nobody_decided_in_time_is_offered_again_only_when_somebody_asks(started):
    heard = await started.decide({"verb": "expired", "draft_id": "brief-task-1"})
    assert heard.text == "Expired without a decision, nothing was sent: Ana Tech."
    assert started.files.drafts[0]["state"] == "expired"
    assert phase_of(started.files.log) is Phase.WAITING

    again = await started.owner("we received the RFP")

    assert "brief-task-1" in [draft["draft_id"] for draft in again.drafts]
    assert started.files.drafts[0]["state"] == "pending"


@pytest.mark.parametrize("reason", ["expired", "approval"])
async def test_a_draft_that_was_approved_and_held_back_is_offered_again_when_somebody_asks(started, reason):
    await started.decide({"verb": "failed", "draft_id": "brief-task-1", "reason": reason})

    again = await started.owner("we received the RFP")

    assert "brief-task-1" in [draft["draft_id"] for draft in again.drafts]


@pytest.mark.parametrize("reason", ["blocked", "answered"])
async def test_a_draft_that_can_be_sent_again_or_is_not_needed_is_not_offered_again(started, reason):
    await started.decide({"verb": "failed", "draft_id": "brief-task-1", "reason": reason})

    again = await started.owner("we received the RFP")

    assert "brief-task-1" not in [draft["draft_id"] for draft in again.drafts]
