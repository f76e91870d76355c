"""Where a desk may die: the named steps of a turn, of a decision and of a delivery, and every other call in between."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from bot.demo.cast import PRIYA, chat_with
from bot.demo.graph.box import Kept
from bot.demo.rules import Heard
from bot.demo.teams import Sent
from tests.e2e.faults.agent import Turn
from tests.e2e.faults.trap import Moment, Point

When = Literal["turn", "decision"]
Outside = Heard | Turn | Kept | Sent
CHANGES = (  # what leaves a trace: each call of it is a step of its own
    "store accept", "store hold", "store begin", "store mark", "store finish", "store decide", "store take",
    "store settle", "store link", "store sent_mail", "store save_contact", "store redrawing", "store redrawn",
    "teams open", "teams say", "teams show", "teams meet", "post send", "agent turn.event", "jobs book", "jobs ship",
    "jobs redraw", "jobs look",
)  # fmt: skip


@dataclass(frozen=True)
class Step:
    """`point` lies inside the desk; `strike` says which call outside is the last one that it makes."""

    name: str
    when: When
    point: Point | None = None
    strike: Callable[[Outside], bool] | None = None


def _at(name: str, when: When, port: str, method: str, moment: Moment, number: int = 1) -> Step:
    return Step(name, when, Point(port=port, method=method, moment=moment, number=number))


def asked(what: Outside) -> bool:
    return isinstance(what, Turn)


def _card(what: Outside) -> bool:
    return isinstance(what, Heard) and what.method == "POST" and bool((what.json or {}).get("attachments"))


def _brief(what: Outside) -> bool:
    return isinstance(what, Heard) and what.method == "POST" and f"{chat_with(PRIYA).conversation}/act" in what.path


def _mail(what: Outside) -> bool:
    return isinstance(what, Kept)


def _answered(what: Outside) -> bool:
    return isinstance(what, Sent)


NAMED = (
    _at("a message is received", "turn", "store", "accept", "before"),
    _at("it is stored", "turn", "store", "accept", "after"),
    _at("somebody is called to look", "turn", "jobs", "book", "after"),
    _at("the project is held", "turn", "store", "hold", "after"),
    _at("the turn is begun", "turn", "store", "begin", "after"),
    _at("the placeholder is announced", "turn", "teams", "open", "before"),
    _at("the placeholder is posted", "turn", "teams", "open", "after"),
    _at("the placeholder is noted", "turn", "store", "mark", "after", 2),
    Step("the agent has been asked", "turn", strike=asked),
    _at("the response is known", "turn", "store", "mark", "before", 4),
    _at("the response is noted", "turn", "store", "mark", "after", 4),
    _at("half of the stream is read", "turn", "agent", "turn.event", "after", 3),
    _at("the answer is posted", "turn", "teams", "say", "after"),
    _at("the turn is about to be recorded", "turn", "store", "finish", "before"),
    _at("the turn is recorded", "turn", "store", "finish", "after"),
    _at("the card is taken", "turn", "store", "take", "after"),
    Step("the card is on its way", "turn", strike=_card),
    _at("the card is posted", "turn", "teams", "show", "after"),
    _at("the card is settled", "turn", "store", "settle", "after"),
    _at("the job ends", "turn", "calls", "take_turn", "after"),
    _at("a click is received", "decision", "store", "record", "before"),
    _at("the decision is about to be written", "decision", "store", "decide", "before"),
    _at("the decision is written", "decision", "store", "decide", "after"),
    _at("the delivery is booked", "decision", "jobs", "ship", "after"),
    _at("the drawing is booked", "decision", "jobs", "redraw", "after"),
    Step("the answer is returned", "decision", strike=_answered),
    _at("the delivery is taken", "decision", "store", "take", "after"),
    Step("the brief is on its way", "decision", strike=_brief),
    Step("the mail is on its way", "decision", strike=_mail),
    _at("the brief is posted", "decision", "teams", "say", "after"),
    _at("the mail is sent", "decision", "post", "send", "after"),
    _at("the delivery is about to be settled", "decision", "store", "settle", "before"),
    _at("the delivery is settled", "decision", "store", "settle", "after"),
    _at("the receipt is drawn", "decision", "teams", "show", "after"),
    _at("the agent is being told", "decision", "agent", "turn.event", "after"),
    _at("what it was told is recorded", "decision", "store", "finish", "after"),
)


def every_step(diary: Iterable[str], when: When) -> list[Step]:
    """All steps of a phase, from the calls a desk made in it that nobody disturbed."""
    counts: Counter[str] = Counter()
    found = []
    for line in diary:
        port, method, moment = line.split()
        name = f"{port} {method}"
        counts[line] += 1
        if counts[line] == 1 or name in CHANGES:
            number = counts[line]
            point = Point(port=port, method=method, moment="before" if moment == "before" else "after", number=number)
            found.append(Step(f"{when}: {point}", when, point))
    return found
