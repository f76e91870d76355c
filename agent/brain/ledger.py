"""The commitments of a meeting as far as it is heard: which one is meant, and what joins or replaces another."""

from collections.abc import Sequence

from agent.brain.due import Due
from agent.brain.found import ALIKE, Found, same_deed
from agent.brain.interface import Section
from agent.brain.language import fold
from agent.brain.matching import best_section, overlap

NEAR = 3  # turns back to which “it” may reach


class Ledger:
    """`found` in the order they were made."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self._sections = sections
        self._touched: list[int] = []  # commitments spoken of in the present turn
        self.found: list[Found] = []

    def _last(self, at: int) -> str:
        """What was spoken of last, a moment ago."""
        if self._touched:
            return self.found[self._touched[-1]].what
        last = max(self.found, key=lambda one: one.at, default=None)
        return last.what if last and at - last.at <= NEAR else ""

    def _antecedent(self, owner: str, at: int) -> list[int]:
        """What “it” means: what this turn spoke of last, or what its owner took on a moment ago."""
        if self._touched:
            return [n for n in self._touched[-1:] if self.found[n].owner == owner]
        return self._own(owner, since=at - NEAR)

    def _own(self, owner: str, since: int = 0) -> list[int]:
        """The latest commitment of a person, when it was spoken of in turn number `since` or later."""
        own = [n for n, one in enumerate(self.found) if one.owner and fold(one.owner) == fold(owner)]
        return [n for n in own[-1:] if self.found[n].at >= since]

    def _named(self, rest: str) -> list[int]:
        """The latest commitment whose deed the words name, if there is one."""
        section = best_section(rest, self._sections)
        for n in reversed(range(len(self.found))):
            about = best_section(self.found[n].what, self._sections)
            if overlap(rest, self.found[n].what) >= ALIKE or (section is not None and section == about):
                return [n]
        return []

    def _set(self, n: int, due: Due | None, at: int) -> None:
        self.found[n] = self.found[n]._replace(due=due or self.found[n].due, at=at)
        self._touched.append(n)

    def _keep(self, new: Found) -> None:
        """A repetition is joined; a correction replaces what it corrects."""
        for n, old in enumerate(self.found):
            alike = same_deed(old.what, new.what)
            if alike and old.owner == new.owner:
                self.found[n] = new._replace(due=new.due or old.due, what=max(old.what, new.what, key=len))
                self._touched.append(n)
                return
            if alike and new.replaces and new.turn.block.kind != "row":
                self.found[n] = new._replace(due=new.due or old.due)
                self._touched.append(n)
                return
        self.found.append(new)
        self._touched.append(len(self.found) - 1)
