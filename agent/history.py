"""What was said in a project, round by round, and the part of it that a brain is shown again.

A round is written once, when it is over; a turn that failed leaves none. What no longer fits into the window is told in
a recap, which is made anew only when the window has run over, so that it is not made again with every turn.
"""

import json
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.state import Damaged, Json, ProjectFiles, append_line, read_json, to_bytes, write_atomic

ROUNDS, RECAP = "history.json", "recap.json"
BUDGET = 3000  # tokens of everything a brain is shown of earlier rounds
LONGEST = 8000  # characters kept of one side of a round
SIDE = 300  # tokens shown of one side of a round
LARGEST = 1024 * 1024  # bytes of the file; then its older half goes
CUT = " […]"
BREAKS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}


class Round(BaseModel):
    """One finished round. `n` counts a project's rounds; `turn` is the turn's id, empty where it had none."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    n: int
    turn: str = ""
    at: str = ""
    who: str = ""
    role: str = ""  # "unattended" for a check that nobody asked for
    words: str = ""
    answer: str = ""

    def shown(self) -> str:
        """One line of JSON: no words of anybody can end it, or look like a line of somebody else."""
        facts = self.model_dump(exclude={"n", "turn"})
        return _line({key: clipped(value, SIDE) for key, value in facts.items() if value})


class Recap(BaseModel):
    """What was said up to and including round `upto`, in short."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    upto: int = 0
    text: str = ""


class Window(NamedTuple):
    """`gone`: the rounds to be told in a recap; `kept`: those that stay as they were said."""

    gone: tuple[Round, ...]
    kept: tuple[Round, ...]


Recapping = Callable[[str, tuple[Round, ...]], Awaitable[str]]


def tokens(text: str) -> int:
    """How many tokens a text is at most, about: three bytes each. Never asks a tokenizer, and grows with the text."""
    return -(-len(text.encode(errors="replace")) // 3)


def window(rounds: Sequence[Round], budget: int = BUDGET) -> Window:
    """All rounds while they fit; once they do not, the newest that fill half of it, so that there is room again."""
    if _cost(rounds) <= budget:
        return Window((), tuple(rounds))
    kept, left = 0, budget // 2
    for one in reversed(rounds):
        left -= _cost([one])
        if left < 0:
            break
        kept += 1
    return Window(tuple(rounds[: len(rounds) - kept]), tuple(rounds[len(rounds) - kept :]))


def shown(recap: str, rounds: Iterable[Round], budget: int = BUDGET) -> str:
    """What a brain reads of earlier rounds: never more than the budget, the newest first to be kept."""
    lines: list[str] = []
    left = budget
    for one in reversed(tuple(rounds)):
        line = f"{one.shown()}\n"
        if tokens(line) > left:
            break
        left -= tokens(line)
        lines.insert(0, line)
    head = _line({"earlier, in short": recap}) + "\n" if recap else ""
    return "".join([head if tokens(head) <= left else "", *lines])


def clipped(text: str, budget: int) -> str:
    """As much of the beginning of a text as fits."""
    if tokens(text) <= budget:
        return text
    room = max(0, budget * 3 - len(CUT.encode()))
    return f"{text.encode(errors='replace')[:room].decode(errors='ignore')}{CUT}" if room else ""


def _cost(rounds: Iterable[Round]) -> int:
    return sum(tokens(f"{one.shown()}\n") for one in rounds)


class History:
    """One project's rounds. Nothing of another project can be reached from here."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files, self._path = files, files.folder / ROUNDS

    def rounds(self) -> tuple[Round, ...]:
        """In order; a torn or foreign line is passed over."""
        try:
            lines = self._path.read_bytes().splitlines()
        except FileNotFoundError:
            return ()
        return tuple(one for line in lines if (one := _round(line)))

    def append(self, turn: str, facts: Json) -> None:
        """Write a round down, once: a turn that is done again after a crash finds its round there."""
        with self._files.locked():
            known = self.rounds()
            if turn and any(one.turn == turn for one in known):
                return
            facts = {key: _sound(str(value))[:LONGEST] for key, value in facts.items()}
            new = Round(n=1 + (known[-1].n if known else 0), turn=turn, **facts)
            append_line(self._path, new.model_dump_json())
            if self._path.stat().st_size > LARGEST:
                self._halve((*known, new))

    async def before(self, turn: str, recap: Recapping, budget: int = BUDGET) -> str:
        """What was said before this turn, within the budget. `recap` is asked when the window has run over."""
        known = self._recap()
        rounds = [one for one in self.rounds() if one.n > known.upto and not (turn and one.turn == turn)]
        gone, kept = window(rounds, budget - tokens(known.text))
        if gone:
            text = clipped(await recap(known.text, gone), budget // 4)
            known = Recap(upto=gone[-1].n, text=text)
            write_atomic(self._files.folder / RECAP, to_bytes(known.model_dump()))
        return shown(known.text, kept, budget)

    def _recap(self) -> Recap:
        try:
            return Recap.model_validate(read_json(self._files.folder / RECAP))
        except (ValidationError, Damaged):  # it is made anew from the rounds
            return Recap()

    def _halve(self, rounds: Sequence[Round]) -> None:
        lines = [one.model_dump_json() for one in rounds[len(rounds) // 2 :]]
        write_atomic(self._path, "".join(f"{line}\n" for line in lines).encode())


def _line(facts: dict[str, str]) -> str:
    """JSON without any character at which a reader might begin a new line."""
    return json.dumps(facts, ensure_ascii=False).translate(BREAKS)


def _sound(text: str) -> str:
    """Halves of characters, which JSON can carry and no file can hold, become question marks."""
    return text.encode(errors="replace").decode()


def _round(line: bytes) -> Round | None:
    try:
        return Round.model_validate_json(line)
    except ValidationError:
        return None
