"""The person at the terminal is the owner: short commands about the drafts that wait."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from bot.demo.cast import ANA, CAST, PRIYA
from bot.demo.pictures import Pictures
from bot.demo.screen import Screen
from bot.demo.story import Story
from bot.demo.terminal import TerminalOwner
from tests.fakes import Toy
from tests.flows.conftest import toy
from tests.flows.hands import started

__all__ = ["toy"]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """What the person writes, line by line."""

    def write(*lines: str) -> None:
        left = iter(lines)
        monkeypatch.setattr("bot.demo.terminal.Prompt.ask", lambda *_, **__: next(left))

    return write


def story_of(toy: Toy, folder: Path, written: StringIO) -> tuple[TerminalOwner, Story]:
    owner = TerminalOwner(ANA, PRIYA)
    screen = Screen(Console(file=written, width=100), Pictures(folder), CAST)
    stand: Any = SimpleNamespace(store=toy.store)
    return owner, Story(stand, screen, owner, CAST)


async def test_a_draft_on_a_card_of_its_own_is_shown_like_any_other(
    toy: Toy, tmp_path: Path, typed: Callable[..., None]
) -> None:
    record, *_ = await started(toy)
    written = StringIO()
    owner, story = story_of(toy, tmp_path, written)
    typed("show 1", "done")

    await owner.decide(story)

    assert record.draft.body in written.getvalue()


async def test_a_number_that_stands_twice_is_one_draft_and_one_that_is_not_there_is_none(
    toy: Toy, tmp_path: Path, typed: Callable[..., None]
) -> None:
    first, *_ = await started(toy, count=2)
    written = StringIO()
    owner, story = story_of(toy, tmp_path, written)
    typed("show 1 1 3", "show 0", "done")

    await owner.decide(story)

    assert written.getvalue().count(first.draft.body) == 1
    assert "nothing was changed" in written.getvalue()
