import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.people import new_project
from bot.core.project_log import ProjectLog, Task
from bot.flows.dashboard import from_payload, payload_of
from cards import card
from tests.fakes import ANA, MONDAY, THREAD

PROJECT = new_project(THREAD, ANA, MONDAY)
NOW = datetime(2026, 12, 14, 12, tzinfo=UTC)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


def board_of(*tasks: Task):  # type: ignore[no-untyped-def] # a card model
    return from_payload(payload_of(ProjectLog(customer="Northwind", tasks=tasks), NOW, "UTC"), PROJECT, NOW.isoformat())


def test_only_what_is_complete_counts_as_done_and_only_what_lies_ahead_is_due_next() -> None:
    board = board_of(
        Task(task_id="1", title="Late", due="2026-12-03"),
        Task(task_id="2", title="Half", due="2026-12-20", status="submitted_with_gaps"),
        Task(task_id="3", title="Whole", due="2026-12-15", status="submitted"),
    )

    assert (board.done, board.total, board.due) == (1, 3, "2026-12-20")
    assert [task.late_days for task in board.tasks] == [11, 0, 0]


@pytest.mark.parametrize("odd", [-1, 10**30, 2.5, "7", None, [7]])
def test_a_number_that_counts_nothing_is_counted_anew(odd: object) -> None:
    view = {"progress": {"submitted": odd, "total": odd}, "sections": [{"title": "A", "status": "submitted"}, {}]}
    board = from_payload(json.dumps(view), PROJECT, NOW.isoformat())

    assert (board.done, board.total) == (1, 2)
    assert card(board, "en", "UTC")


@pytest.mark.parametrize("payload", ["", "null", "[]", "{", '{"sections": 7, "progress": [], "activity": [null, "x"]}'])
def test_a_payload_of_the_wrong_shape_is_an_empty_board(payload: str) -> None:
    assert from_payload(payload, PROJECT, NOW.isoformat()).tasks == ()


@given(
    st.dictionaries(st.sampled_from(["sections", "progress", "activity", "exceptions", "customer", "due"]), json_values)
)
def test_whatever_an_agent_publishes_becomes_a_board(view: dict[str, object]) -> None:

    from_payload(json.dumps(view), PROJECT, NOW.isoformat())
