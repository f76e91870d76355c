"""A project over time is read from the store alone."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.album import write
from bot.core.errors import Misconfigured
from bot.core.sandbox import Checkpoint, KeptFile
from bot.edges.store import open_store, server
from bot.edges.store.seal import own_keys
from bot.flows.over_time import over_time
from bot.settings import Settings
from tests.edges.store import nouns
from tests.fakes import MONDAY, PRIYA, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started

LOG = {
    "customer_name": "Northwind",
    "project_name": "Freight",
    "tasks": [
        {
            "task_id": "task-1",
            "title": "Technical scope",
            "owner_display_name": PRIYA.name,
            "due_at": "2026-11-27",
            "status": "assigned",
            "submissions": [{"received_at": "2026-11-28T10:00:00+00:00", "accepted": True}, {"received_at": 7}],
        }
    ],
}


async def keep_log(toy: Toy, log: object = LOG) -> None:
    file = KeptFile(path="project_log.json", content=json.dumps(log).encode())
    await toy.store.save_checkpoint(Checkpoint(project_id=PID, session_id="s", at=MONDAY, files=(file,)))


async def test_what_was_sent_decided_answered_and_is_due_stands_with_its_task(toy: Toy) -> None:
    (brief,) = await started(toy)
    await press(toy, brief, "approve")
    await ship_all(toy)
    toy.agent.script = [answer("A reminder.", draft(7, purpose="reminder", task_id="task-1"))]
    await hear(toy, said("remind her", number=2))
    await keep_log(toy)

    found = await over_time(toy.store, PID, MONDAY)

    assert found
    _, view = found
    (lane,) = view.lanes
    assert (view.project, view.customer) == ("Freight", "Northwind")
    assert (lane.title, lane.due, lane.late_days) == ("Technical scope", "2026-11-27", 3)
    assert sorted((one.kind, one.who, one.what) for one in lane.moments) == [
        ("brief", "Priya Raman", ""),
        ("decision", "Ana Souza", "approved"),
        ("reply", "Priya Raman", ""),
    ]
    assert not [name for name in toy.agent.asked if "timeline" in name]


async def test_a_reminder_that_left_is_one_and_an_offered_one_is_none(toy: Toy) -> None:
    toy.agent.script = [answer("Late.", draft(1, purpose="reminder"), draft(2, purpose="reminder"))]
    await hear(toy, said("go"))
    first, _ = sorted(await toy.store.records_of(PID), key=lambda one: one.draft.draft_id)
    await press(toy, first, "approve")
    toy.clock.now = datetime(2026, 11, 30, 15, tzinfo=UTC)  # within her working hours
    await ship_all(toy)
    await keep_log(toy)

    found = await over_time(toy.store, PID, MONDAY)

    assert found
    assert [one.kind for one in found[1].lanes[0].moments].count("nudge") == 1


async def test_what_belongs_to_no_known_task_stands_in_a_lane_of_its_own(toy: Toy) -> None:
    (brief,) = await started(toy)
    await press(toy, brief, "reject", reason="no")

    found = await over_time(toy.store, PID, MONDAY)

    assert found
    (lane,) = found[1].lanes
    assert lane.title == ""
    assert [(one.kind, one.what) for one in lane.moments] == [("decision", "rejected")]


async def test_a_project_that_is_not_there_has_none(toy: Toy) -> None:
    assert await over_time(toy.store, "p-nothing", MONDAY) is None


@pytest.mark.parametrize("running", [True, False])
async def test_the_page_is_written_beside_a_running_desk_and_without_one(tmp_path: Path, running: bool) -> None:
    settings = Settings(desk_data=tmp_path / "data")
    out = tmp_path / "new" / "page.html"
    async with server("", settings.desk_data) as url, open_store(url, own_keys(settings.desk_data)) as store:
        titled = nouns.project().model_copy(update={"title": "Northwind – Freight"})
        await store.save_project(titled)
        if running:
            assert await write(settings, "freight", out) == out
    if not running:
        await write(settings, nouns.PROJECT, out, "pt-BR")

    assert "Northwind – Freight" in out.read_text("utf-8")
    assert f'lang="{"en" if running else "pt-BR"}"' in out.read_text("utf-8")


async def test_a_project_is_named_by_one_title_or_by_its_id(tmp_path: Path) -> None:
    settings = Settings(desk_data=tmp_path / "data")
    async with server("", settings.desk_data) as url, open_store(url, own_keys(settings.desk_data)) as store:
        for number in range(2):
            one = nouns.project(nouns.place(number)).model_copy(update={"title": "Freight"})
            await store.save_project(one)
        with pytest.raises(Misconfigured, match=r"Several projects are called 'freight': Freight \(p-"):
            await write(settings, "freight", tmp_path / "page.html")
        with pytest.raises(Misconfigured, match="There is no project 'rail' in this store"):
            await write(settings, "rail", tmp_path / "page.html")
