"""Both shapes of the reference agent's log are read into one, and written back in the shape they had."""

from datetime import UTC, datetime

import pytest

from agent import marks
from agent.tasks import entries, moment, rolled_up
from agent.wire import Decision

NOW = datetime(2026, 12, 5, 12, tzinfo=UTC)
FIRST = {
    "sow_owner_upn": "owner@contoso.example",
    "tasks": [
        {
            "task_id": "technical-scope",
            "owner_upn": "a.tech@contoso.example",
            "is_external": False,
            "due_at": "2026-09-10T17:00:00Z",
            "runbook_requirements": ["List", "State"],
            "status": "submitted_with_gaps",
            "kickoff_sent": {"channel": "teams", "ref": "msg-1", "at": "2026-09-01T09:00:00Z"},
            "nudges": [],
            "submissions": [{"received_at": "2026-09-08T12:00:00Z", "accepted": True, "gaps": ["State"]}],
            "communication_modes": {"preferred": "teams"},
        }
    ],
}
SECOND = {
    "owner": {"address": "owner@contoso.example"},
    "tasks": [
        {
            "id": "task-1",
            "owner_upn": "p@fabrikam.example",
            "is_external": "true",
            "due_at": "2026-12-04",
            "requirements": ["List"],
            "kickoff_sent": True,
            "kickoff_channel": "email (teams failed)",
            "kickoff_sent_at": "2026-12-02T10:00:00Z",
            "status": "pending",
            "submissions": [],
        },
        {"title": "No id", "owner_upn": "x@contoso.example", "kickoff_sent": "false", "status": "weird"},
    ],
}


def test_the_first_shape_is_read():
    (task,) = entries(FIRST)

    assert (task.task_id, task.requirements, task.gaps) == ("technical-scope", ("List", "State"), ("State",))
    assert (task.kickoff.sent, task.kickoff.channel, task.external) == (True, "teams", False)
    assert task.status(NOW, "UTC") == "submitted_with_gaps"


def test_the_second_shape_is_read():
    task, nameless = entries(SECOND)

    assert (task.task_id, task.external, task.kickoff.channel) == ("task-1", True, "mail")
    assert task.status(NOW, "UTC") == "overdue"
    assert nameless.task_id.startswith("task-")
    assert (nameless.kickoff.sent, nameless.external, nameless.stored) == (False, False, "pending")


def test_made_up_ids_are_stable():
    assert entries(SECOND)[1].task_id == entries(SECOND)[1].task_id


def test_a_kickoff_keeps_the_shape_of_its_task_and_every_unknown_key():
    sent = Decision(verb="sent", draft_id="d", version=1, channel="teams", ref="r-2", body="b")

    first = marks.briefed(entries(FIRST)[0], sent, NOW)
    second = marks.briefed(entries(SECOND)[1], sent, NOW)

    assert first["kickoff_sent"] == {"channel": "teams", "ref": "r-2", "at": NOW.isoformat()}
    assert first["communication_modes"] == {"preferred": "teams"}
    assert (second["kickoff_sent"], second["kickoff_channel"]) == (True, "teams")


def test_reminders_are_unanswered_until_a_sign_comes():
    nudges = [{"at": "2026-12-01T09:00:00Z"}, {"at": "2026-12-03T09:00:00Z"}]
    answered = {"signals": [{"at": "2026-12-02T09:00:00Z", "kind": "question"}]}

    assert entries({"tasks": [{"nudges": nudges}]})[0].unanswered == 2
    assert entries({"tasks": [{"nudges": nudges, **answered}]})[0].unanswered == 1


def test_the_newest_submission_is_the_newest_moment_in_whatever_zone_it_was_written():
    earlier = {"received_at": "2026-12-02T01:00:00Z", "accepted": True, "gaps": ["State"]}
    later = {"received_at": "2026-12-01T23:00:00-03:00", "accepted": True, "gaps": []}
    undated = {"accepted": True, "gaps": ["List"]}

    assert entries({"tasks": [{"submissions": [earlier, later, undated]}]})[0].gaps == ()
    assert entries({"tasks": [{"submissions": [later, earlier, undated]}]})[0].gaps == ()


@pytest.mark.parametrize(
    ("due", "late_at"),
    [
        ("2026-12-04", "2026-12-05T03:00:00+00:00"),
        ("2026-12-04T17:00:00", "2026-12-04T20:00:01+00:00"),
        ("2026-12-04T17:00:00Z", "2026-12-04T17:00:01+00:00"),
    ],
)
def test_due_moments_follow_the_zone(due, late_at):
    (task,) = entries({"tasks": [{"due_at": due}]})
    after = datetime.fromisoformat(late_at)

    assert task.late(after, "America/Sao_Paulo")
    assert not task.late(after.replace(hour=after.hour - 1, minute=59), "America/Sao_Paulo")


@pytest.mark.parametrize("odd", [None, "", "soon", "2026-13-40", 7])
def test_what_is_no_moment_is_never_late(odd):
    assert moment(odd, "UTC") is None
    assert not entries({"tasks": [{"due_at": odd}]})[0].late(NOW, "UTC")


@pytest.mark.parametrize("tasks", [None, "x", [1, "a"]])
def test_odd_task_lists_hold_no_task(tasks):
    assert entries({"tasks": tasks}) == ()


def test_a_project_is_as_far_as_its_tasks():
    assert rolled_up((), "drafted") == "drafted"
    assert rolled_up(entries(FIRST), "kicked_off") == "submitted_with_gaps"
    assert rolled_up(entries(SECOND), "drafted") == "kicked_off"
