"""The days of a talk: found in its sentences, bargained over, and given to the deed they are meant for."""

from collections.abc import Sequence
from datetime import date

from agent.brain.due import Due, find_due, find_dues
from agent.brain.interface import Section
from agent.brain.language import sentences
from agent.brain.ledger import NEAR, Ledger
from agent.brain.matching import best_section
from agent.brain.moment import Here
from agent.brain.moving import chosen, in_its_week, leading
from agent.brain.references import about_an_event, asks_when, present
from agent.brain.spoken import Promise
from agent.brain.turns import Turn

_BRIEF = 12  # words of a sentence that only settles a day


class Dating(Ledger):
    """`_day`: the day relative words are counted from, that of the meeting or of the mail that is read."""

    def __init__(self, sections: Sequence[Section], day: date | None, portuguese: bool, day_first: bool | None) -> None:
        super().__init__(sections)
        self._held_on, self._day = day, day
        self._portuguese, self._day_first = portuguese, day_first

    def _settle(self, here: Here) -> bool:
        """ "Say Tuesday", "Tuesday it is": the day that is bargained over, for the deed just spoken of."""
        dues = self._dues(here.sentence)
        due = chosen(present(here.sentence), dues)
        before = sentences(here.before.text)[-1] if here.before else ""
        if due is None or asks_when(before) or about_an_event(f"{before} {here.sentence}"):
            return False
        if len(here.sentence.split()) > _BRIEF or best_section(here.sentence, self._sections):
            return False
        asker = here.before.speaker if here.before else ""
        meant = self._own(here.turn.speaker, here.at - NEAR) or self._own(asker, here.at - NEAR)
        meant = self._touched[-1:] or meant
        for n in meant:
            old = self.found[n].due
            self._set(n, in_its_week(due, dues, old.day if old else None), here.at)
        return bool(meant)

    def _leading(self, promise: Promise) -> Due | None:
        at = promise.quote.replace("’", "'").find(promise.what)
        before = promise.quote[:at] if at > 0 else ""
        return leading(before, self._dues(before))

    def _moved_to(self, words: str) -> Due | None:
        """ "the 10th" behind "make it" is a date."""
        due = self._due(words) or self._due(f"by {words.strip()}")
        return due._replace(as_written=due.as_written.removeprefix("by ")) if due else None

    def _proposed(self, here: Here) -> Due | None:
        """The date in the question that is being agreed to."""
        asked = sentences(here.before.text)[-1] if here.before else ""
        return (chosen(present(asked), self._dues(asked)) or self._due(asked)) if asked.endswith("?") else None

    def _asks_for_a_day(self, turn: Turn) -> bool:
        asked = sentences(turn.text)[-1]
        return asks_when(asked) or (asked.endswith("?") and self._bargains(turn))

    def _bargains(self, turn: Turn) -> bool:
        """Whether it ends by proposing a day: "How about Thursday?", "End of next week okay?"."""
        asked = sentences(turn.text)[-1:]
        return bool(asked and chosen(present(asked[0]), self._dues(asked[0])))

    def _dues(self, text: str) -> list[Due]:
        return find_dues(present(text), self._day, self._portuguese, self._day_first)

    def _due(self, text: str) -> Due | None:
        return find_due(present(text), self._day, self._portuguese, self._day_first)
