"""The unattended check: late by the clock alone, reminders as drafts, nothing advances."""

import pytest
from scripted import ANA
from speaking import line

from agent.phases import Phase, phase_of

DUE_DAY, LATE = "2026-12-04T23:59:00-03:00", "2026-12-05T09:00:00-03:00"


async def test_a_bare_date_ends_at_midnight_in_the_projects_zone(under_way):
    assert not (await under_way.poll(DUE_DAY)).drafts
    assert len((await under_way.poll("2026-12-05T00:00:01-03:00")).drafts) == 2


async def test_late_tasks_get_a_reminder_draft_and_the_status_overdue(under_way):
    heard = await under_way.poll(LATE)

    assert [(draft["draft_id"], draft["purpose"]) for draft in heard.drafts] == [
        ("reminder-task-1-1", "reminder"),
        ("reminder-task-3-1", "reminder"),
    ]
    assert under_way.task("task-1")["status"] == "overdue"
    assert [one["title"] for one in heard.view["exceptions"]] == ["task-1", "task-3"]


async def test_a_task_whose_brief_was_not_sent_gets_no_reminder(started):
    await started.sent("brief-task-1")

    heard = await started.poll(LATE)

    assert [draft["task_id"] for draft in heard.drafts] == ["task-1"]


async def test_no_second_reminder_while_one_waits(under_way):
    await under_way.poll(LATE)

    heard = await under_way.poll("2026-12-20T09:00:00-03:00")

    assert not heard.drafts


async def test_no_reminder_within_two_days_of_the_last(under_way):
    await under_way.poll(LATE)
    await under_way.decide({"verb": "sent", "draft_id": "reminder-task-1-1", "at": LATE})

    assert "task-1" not in [d["task_id"] for d in (await under_way.poll("2026-12-06T09:00:00-03:00")).drafts]
    assert "task-1" in [d["task_id"] for d in (await under_way.poll("2026-12-07T09:00:00-03:00")).drafts]


async def test_a_reminder_the_owner_turned_down_is_not_offered_again_at_once(under_way):
    await under_way.poll(LATE)
    await under_way.decide({"verb": "rejected", "draft_id": "reminder-task-1-1", "at": LATE})

    heard = await under_way.poll("2026-12-06T08:00:00-03:00")

    assert not heard.drafts


async def test_after_three_reminders_without_an_answer_only_a_person_helps(under_way):
    for day, number in ((5, 1), (8, 2), (11, 3)):
        at = f"2026-12-{day:02}T09:00:00-03:00"
        await under_way.poll(at)
        await under_way.decide({"verb": "sent", "draft_id": f"reminder-task-1-{number}", "at": at})

    heard = await under_way.poll("2026-12-20T09:00:00-03:00")

    assert "task-1" not in [draft["task_id"] for draft in heard.drafts]
    assert "3 reminders without an answer, please speak to them yourself" in heard.text


async def test_a_sign_of_life_starts_the_count_anew(under_way):
    for day, number in ((5, 1), (8, 2), (11, 3)):
        at = f"2026-12-{day:02}T09:00:00-03:00"
        await under_way.poll(at)
        await under_way.decide({"verb": "sent", "draft_id": f"reminder-task-1-{number}", "at": at})
    await under_way.reply(ANA, "Which RTO?", ref="r-1", at="2026-12-12T09:00:00-03:00")

    heard = await under_way.poll("2026-12-20T09:00:00-03:00")

    assert "task-1" in [draft["task_id"] for draft in heard.drafts]


async def test_who_promised_a_later_day_is_left_alone_until_then(under_way):
    await under_way.reply(ANA, "Promised 2026-12-09 please", ref="r-1")

    heard = await under_way.poll(LATE)

    assert "task-1" not in [draft["task_id"] for draft in heard.drafts]
    assert "they named 9 Dec 2026" in heard.text


async def test_a_question_takes_no_promise_back(under_way):
    await under_way.reply(ANA, "Promised 2026-12-09 please", ref="r-1")
    await under_way.reply(ANA, "Which RTO?", ref="r-2", at="2026-12-03T11:00:00-03:00")

    assert "task-1" not in [draft["task_id"] for draft in (await under_way.poll(LATE)).drafts]


async def test_a_promise_is_kept_by_the_next_submission_and_its_gaps_are_asked_for(under_way):
    await under_way.reply(ANA, "Promised 2026-12-20 please", ref="r-1")
    await under_way.reply(ANA, "List every component: x.", ref="r-2", at="2026-12-03T11:00:00-03:00")

    assert "task-1" in [draft["task_id"] for draft in (await under_way.poll(LATE)).drafts]


async def test_a_late_task_with_gaps_is_reminded_of_its_gaps(under_way):
    await under_way.reply(ANA, "List every component: x.", ref="r-1")

    heard = await under_way.poll(LATE)

    assert heard.drafts[0]["body"] == "State RTO"
    assert under_way.task("task-1")["status"] == "submitted_with_gaps"


async def test_a_check_says_only_what_changed(under_way):
    await under_way.poll("2026-12-02T09:00:00-03:00")
    assert "Nothing has changed since 2 Dec 2026, 09:00." in (await under_way.poll("2026-12-03T09:00:00-03:00")).text
    assert "Changed: Technical is now late; References is now late." in (await under_way.poll(LATE)).text


@pytest.mark.parametrize("names", [(), ("rfp.docx",), ("rfp.docx", "kickoff.vtt")])
async def test_a_check_never_advances_a_phase(room, names):
    await room.with_sources(*names).owner("We received the RFP")
    before = phase_of(room.files.log)

    heard = await room.with_sources("rfp.docx", "kickoff.vtt").poll(LATE)

    assert phase_of(room.files.log) is before
    assert before is not Phase.ALLOCATED
    assert heard.skills == []
    assert not heard.drafts


async def test_polled_tasks_carry_the_moment_of_the_check(under_way):
    await under_way.poll(DUE_DAY)

    assert under_way.task("task-1")["last_polled_at"] == DUE_DAY


async def allowed(started, now, *remind):
    facts = {"now": now, "zone": "America/Sao_Paulo", "remind": list(remind)}
    return await started.send(line("poll", facts), text="Check, do not send.")


async def test_a_task_that_is_soon_due_is_drafted_where_the_front_end_allows_it(under_way):
    heard = await allowed(under_way, "2026-12-03T09:00:00-03:00", {"task_id": "task-1", "why": "at_risk"})

    (draft,) = heard.drafts
    assert draft["task_id"] == "task-1"
    assert under_way.task("task-1")["status"] != "overdue"


async def test_whoever_was_heard_from_elsewhere_is_reminded_softly(under_way):
    heard = await allowed(under_way, LATE, {"task_id": "task-1", "why": "late", "gentle": True})

    bodies = {draft["task_id"]: draft["body"] for draft in heard.drafts}
    assert bodies == {"task-1": "A soft word, please.", "task-3": "A word, please."}


async def test_a_task_that_is_not_there_is_not_reminded_of(under_way):
    heard = await allowed(under_way, "2026-12-03T09:00:00-03:00", {"task_id": "nobody-knows", "why": "late"})

    assert not heard.drafts


async def test_a_late_reminder_that_follows_one_without_an_answer_is_of_high_importance(under_way):
    first = await under_way.poll(LATE)
    await under_way.decide({"verb": "sent", "draft_id": "reminder-task-1-1", "at": LATE})
    second = await under_way.poll("2026-12-08T09:00:00-03:00")

    assert {draft["importance"] for draft in first.drafts} == {"normal"}
    assert [draft["importance"] for draft in second.drafts if draft["task_id"] == "task-1"] == ["high"]
