import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.project_log import ProjectLog, Task, days_late, due_moment, late, owed_by, read_log

G1 = {
    "project_id": "contoso-sow", "customer_name": "Contoso", "status": "in_progress",
    "tasks": [{
        "task_id": "technical-scope", "title": "Technical scope", "owner_upn": "a.tech@example.com",
        "owner_display_name": "A. Tech", "owner_oid": "oid-1", "is_external": False, "due_at": "2026-09-10T17:00:00Z",
        "runbook_requirements": ["List every component", "State RTO and RPO"], "status": "submitted_with_gaps",
        "kickoff_sent": {"channel": "teams", "ref": "msg-1", "at": "2026-09-01T09:00:00Z"},
        "nudges": [{"at": "2026-09-11"}],
        "submissions": [
            {"received_at": "2026-09-08T12:00", "summary": "Components", "accepted": True, "gaps": ["State RTO and RPO"]
            },
            {"received_at": "2026-09-09T12:00", "summary": "Thanks", "accepted": False, "gaps": []},
        ],
    }],
}  # fmt: skip
G2 = {
    "skill": "sow-response", "phase": "tasks_allocated", "customer_name": "Contoso", "project_name": "Cloud migration",
    "tasks": [{
        "id": "task-1", "section_id": "s1", "title": "Technical scope", "requirements": ["List every component"],
        "owner_display_name": "A. Tech", "owner_upn": "a.tech@example.com", "owner_oid": None, "is_external": "false",
        "due_at": "2026-09-10", "kickoff_sent": True, "kickoff_channel": "email (teams failed)",
        "kickoff_sent_at": "2026-09-02T10:00:00Z", "status": "pending", "submissions": [],
    }],
}  # fmt: skip


def log_of(value: object) -> ProjectLog:
    log = read_log(json.dumps(value).encode())
    assert log is not None
    return log


def test_the_first_published_shape_is_read() -> None:
    task = log_of(G1).tasks[0]

    assert (task.task_id, task.status, task.briefed_at) == (
        "technical-scope",
        "submitted_with_gaps",
        "2026-09-01T09:00:00Z",
    )
    assert (task.gaps, task.last_signal, task.reminders) == (("State RTO and RPO",), "Components", 1)


def test_the_second_published_shape_is_read() -> None:
    task = log_of(G2).tasks[0]

    assert (task.task_id, task.status, task.briefed_at) == ("task-1", "assigned", "2026-09-02T10:00:00Z")
    assert task.requirements == ("List every component",)


@pytest.mark.parametrize("raw", [None, b"", b"{", b"[]", b"null", b'"text"', b"\xff\xfe"])
def test_what_is_no_log_is_none(raw: bytes | None) -> None:
    assert read_log(raw) is None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.sampled_from(["tasks", "customer_name", "phase"]), json_values | st.lists(json_values)))
def test_a_log_of_any_shape_raises_nothing(value: dict[str, object]) -> None:
    read_log(json.dumps(value).encode())


@pytest.mark.parametrize(
    ("due", "zone", "moment"),
    [
        ("2026-12-04", "America/Sao_Paulo", "2026-12-05T03:00:00+00:00"),
        ("2026-12-04T17:00:00", "America/Sao_Paulo", "2026-12-04T20:00:00+00:00"),
        ("2026-12-04T17:00:00Z", "America/Sao_Paulo", "2026-12-04T17:00:00+00:00"),
    ],
)
def test_a_bare_day_ends_at_midnight_where_the_project_is(due: str, zone: str, moment: str) -> None:
    found = due_moment(due, zone)

    assert found is not None
    assert found.astimezone(UTC).isoformat() == moment


@pytest.mark.parametrize("due", ["", "soon", "2026-13-01", "2026-12-4", "9999-12-31"])
def test_what_is_no_date_is_never_late(due: str) -> None:
    assert due_moment(due, "UTC") is None
    assert days_late(due, datetime(2030, 1, 1, tzinfo=UTC), "UTC") == 0


def test_late_begins_when_the_day_is_over_and_ends_with_the_submission() -> None:
    task = Task(task_id="t", title="Pricing", due="2026-12-03")
    evening, morning = datetime(2026, 12, 3, 23, tzinfo=UTC), datetime(2026, 12, 4, 9, tzinfo=UTC)

    assert not late(task, evening, "UTC")
    assert late(task, morning, "UTC")
    assert not late(task.model_copy(update={"status": "submitted"}), morning, "UTC")
    assert [days_late(task.due, when, "UTC") for when in (evening, morning)] == [0, 1]


def test_somebody_owes_what_is_theirs_by_object_id_or_address() -> None:
    log = log_of(G1)

    assert len(owed_by(log, "oid-1", "")) == 1
    assert len(owed_by(log, "", "A.Tech@example.com")) == 1
    assert owed_by(log, "oid-2", "other@example.com") == ()
    assert owed_by(log, "", "") == ()
