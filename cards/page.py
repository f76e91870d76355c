"""What stands on a page, block by block: the common ground of the HTML and the text of a card. All text is literal."""

from dataclasses import dataclass
from typing import Literal

from cards.click import Click
from cards.models import DiffLine

Tone = Literal["plain", "subtle", "accent", "good", "warning", "attention"]


@dataclass(frozen=True)
class Line:
    text: str
    tone: Tone = "plain"
    strong: bool = False


@dataclass(frozen=True)
class Facts:
    """Labels and what stands beside them."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Message:
    """A draft's words, in full."""

    subject: str
    body: str


@dataclass(frozen=True)
class Items:
    title: str
    items: tuple[str, ...]
    tone: Tone = "plain"
    numbered: bool = False


@dataclass(frozen=True)
class Changes:
    title: str
    lines: tuple[DiffLine, ...]


@dataclass(frozen=True)
class Meter:
    label: str
    done: int
    total: int


@dataclass(frozen=True)
class Tick:
    name: str
    label: str
    on: bool


@dataclass(frozen=True)
class Field:
    name: str
    label: str
    value: str = ""
    tall: bool = False
    limit: int = 0
    required: bool = False


@dataclass(frozen=True)
class Choice:
    name: str
    label: str
    options: tuple[tuple[str, str], ...]  # what is sent, what is read
    value: str = ""


@dataclass(frozen=True)
class Button:
    label: str
    click: Click
    look: Literal["plain", "positive", "destructive"] = "plain"
    about: str = ""  # what tells it from its likes, for whoever hears the page


@dataclass(frozen=True)
class Link:
    """`target`: an address within the page's own site. `apart`: it opens beside this page, which stays."""

    label: str
    target: str
    look: Literal["plain", "positive"] = "plain"
    about: str = ""
    apart: bool = False


@dataclass(frozen=True)
class Fold:
    """Closed until it is wanted."""

    label: str
    blocks: "tuple[Block, ...]"
    open: bool = False


@dataclass(frozen=True)
class Entry:
    """One of several things of a kind. `tick`: its title is the label of a checkbox."""

    title: str
    state: Line
    blocks: "tuple[Block, ...]"
    tick: Tick | None = None


@dataclass(frozen=True)
class Section:
    title: str
    blocks: "tuple[Block, ...]"


Block = Line | Facts | Message | Items | Changes | Meter | Field | Choice | Button | Link | Fold | Entry | Section


@dataclass(frozen=True)
class Page:
    """`kicker`: the small line above the title. `state`: the one line that says how things stand."""

    lang: str
    kicker: str
    title: str
    state: Line | None
    blocks: tuple[Block, ...]
    buttons: tuple[Button, ...] = ()
    note: str = ""  # what to know before pressing


def shown(*blocks: Block | None) -> tuple[Block, ...]:
    """The blocks that have something to show."""
    return tuple(block for block in blocks if block is not None and not _empty(block))


def _empty(block: Block) -> bool:
    return (isinstance(block, Line) and not block.text) or block == Facts(())
