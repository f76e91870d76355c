"""The log is a superset of both published shapes, and a guest's keys stay as the guest wrote them."""

from datetime import UTC, datetime

import pytest
from speaking import OLGA

from agent.shape import whole

NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
FIRST = (  # what a reader of the first shape expects
    "project_id project_kind skill version created_at sow_owner_upn deputy_upn customer_name grounding_sources tasks "
    "deliverable consolidation_rules log_entries status"
)
SECOND = "skill phase customer_name project_name rfp charter kickoff tasks log_entries"
FIRST_TASK = (
    "task_id title owner_upn owner_display_name owner_oid is_external communication_modes due_at runbook_requirements "
    "status submissions kickoff_sent nudges last_polled_at"
)
SECOND_TASK = (
    "id section_id title requirements owner_display_name owner_upn owner_oid is_external due_at kickoff_sent "
    "kickoff_channel kickoff_sent_at last_polled_at status submissions"
)


@pytest.mark.parametrize(("keys", "of_task"), [(FIRST, FIRST_TASK), (SECOND, SECOND_TASK)], ids=["first", "second"])
async def test_a_reader_of_either_shape_finds_its_keys(under_way, keys, of_task):
    log = under_way.files.log

    assert set(keys.split()) <= set(log)
    for task in log["tasks"]:
        assert set(of_task.split()) <= set(task)


async def test_what_is_learned_on_the_way_is_filled_in(under_way):
    log = under_way.files.log

    assert [(one["kind"], one["ref"]) for one in log["grounding_sources"]] == [
        ("rfp", "rfp.docx"),
        ("kickoff", "kickoff.vtt"),
    ]
    assert log["consolidation_rules"]["section_order"] == ["s1", "s2", "s3"]
    assert log["created_at"] == OLGA["at"]
    assert {task["owner_display_name"]: task["communication_modes"]["allowed"] for task in log["tasks"]} == {
        "Ana Tech": ["teams", "email"],
        "Rui Price": ["teams", "email"],
        "Mark Partner": ["email"],
    }


GUESTS = {
    "skill": "sow-response",
    "created_at": "2026-09-01T08:00:00Z",
    "customer_name": None,
    "grounding_sources": [{"kind": "rfp", "ref": "theirs", "used": False}],
    "consolidation_rules": {"section_order": ["theirs"], "more": 1},
    "deliverable": {"format": "word", "url": "https://x.example"},
    "tasks": "not a list",
    "of_theirs": {"a": [1]},
}


def test_what_another_writer_put_there_stays_as_it_is():
    found = whole(GUESTS | {"rfp": {"source_ref": "theirs"}, "charter": {"sections": [{"id": "s1"}]}}, NOW)

    assert {key: found[key] for key in GUESTS} == GUESTS


@pytest.mark.parametrize("odd", ["x", 3, None, [3], {"section_order": None}])
def test_odd_values_break_nothing(odd):
    log = {"skill": "sow-response", "grounding_sources": odd, "consolidation_rules": odd, "charter": odd, "rfp": odd}

    assert whole(log, NOW)["project_kind"] == "sow_response"


def test_work_of_another_kind_keeps_its_own_keys():
    assert whole({"skill": "vendor-onboarding"}, NOW) == {"skill": "vendor-onboarding"}
