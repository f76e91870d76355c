"""A sandbox in this process, in a temporary folder."""

import os
from pathlib import Path

import pytest
from speaking import Room


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test of this room is about a machine that loses its power: what is written need not reach the disk."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


@pytest.fixture
async def started(room: Room) -> Room:
    """The briefs are offered and wait for approval."""
    await room.owner("We received the RFP from Contoso")
    return room


@pytest.fixture
async def under_way(started: Room) -> Room:
    """All three briefs were sent on the first of December."""
    await started.sent("brief-task-1", "brief-task-2", "brief-task-3")
    return started
