"""A meeting as a list of turns: who said what, where. One speaker's cues in a row are one turn."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from agent.brain.attendance import addressed
from agent.brain.language import fold
from agent.brain.names import NAME, clean_name, is_name
from agent.brain.people import Person, Roster
from agent.brain.threads import sent_on, unfolded
from agent.sources.interface import Block, Document

_LABEL = re.compile(rf"^(\*?{NAME}|[A-Z]{{2,3}}|[A-Z][a-z]+[A-Z])\s?:\s*(.*)$", re.DOTALL)
_NOT_SPEAKERS = re.compile(
    r"^(?:from|to|cc|bcc|subject|sent|de|para|assunto|enviad[oa]|goal|proposal|note|notes|links?|recording|action|ai|vote|consensus|outcome|q|a|decision"
    r"|date|data|local|location|time|hora|horario|status"
    r"|context|background|update|todo|agenda|topic|owner|due|prazo|task|summary|council|observers"
    r"|facilitator|scribe|attendees|participants|present"
    r"|participantes|presentes|objetivo|pauta|calendar|github|wiki|slack|irc|meetings|discussion"
    r"|next|downside|example|reminder|question|answer)\b"
)
ACTION_LIST = re.compile(
    r"\b(?:action items?|actions?|actions agreed|next steps|follow-?ups?|to-?do(?:s| list)?|tasks|assignments|owners"
    r"|who does what|responsibilities|work ?split|commitments|deliverables"
    r"|proximos passos|encaminhamentos?|acoes|acao|tarefas|responsaveis|pendencias|quem faz o que|divisao (?:de|do) \w+"
    r"|distribuicao (?:de|das) \w+|combinados|compromissos)\b"
)
_TITLE = 6  # words: a numbered line that names a list of actions and is shorter is its title
_FIRST_PERSON = re.compile(r"\bI(?:['’](?:ll|m|d|ve))?\b|\b(?:eu|vou|fico|posso|assumo)\b", re.IGNORECASE)
_OLD = re.compile(r"^(?:last (?:week|meeting|time)|previous|old|from last|semana passada|reuniao anterior)\b")
_DECIDED = re.compile(r"^(?:outcome|consensus|vote|decision|resolved|decidido|decisao|resultado)\b")


class Turn(NamedTuple):
    speaker: str  # full name when known, as written otherwise, "" when nobody is named
    text: str
    place: str
    document: str
    block: Block
    heading: str  # folded title of the list or section it stands in
    old: bool = False  # about an earlier meeting, or only a decision
    title: str = ""  # of the list or section, as written
    day: date | None = None  # on which it was written, when that is known for itself


def turns(document: Document, roster: Roster) -> list[Turn]:
    """In order. Rows of tables are turns without a speaker."""
    joined: list[Turn] = []
    for turn in _Walk(unfolded(document), roster).all():
        if (
            joined
            and turn.block.kind == "cue"
            and joined[-1].block.kind == "cue"
            and joined[-1].speaker == turn.speaker
            and turn.speaker
        ):
            gap = "\n" if joined[-1].text.endswith((".", "?", "!")) else " "
            joined[-1] = joined[-1]._replace(text=f"{joined[-1].text}{gap}{turn.text}")
        else:
            joined.append(turn)
    return joined


class _Walk:
    """Keeps the heading and, for nested lists, the speaker and title of every level above."""

    def __init__(self, document: Document, roster: Roster) -> None:
        self._document = document
        self._roster = roster
        self._heading = self._title = ""
        self._above: list[tuple[int, str, str]] = []  # level, speaker, folded text
        self._labels = _repeated_labels(document)
        self._sender = ""
        self._sent: date | None = None

    def all(self) -> Iterator[Turn]:
        for block in self._document.blocks:
            if block.kind == "heading":
                self._heading, self._title, self._above = fold(block.text), block.text, []
            elif block.kind in ("item", "paragraph", "cue", "row"):
                yield self._turn(block)
            elif block.kind == "mail":
                self._envelope(block.text)

    def _envelope(self, line: str) -> None:
        """Whoever sent a mail says what stands below; what was sent alone is about the meeting's day."""
        if line.startswith("From: "):
            sender = addressed(line) or [Person(clean_name(line.removeprefix("From: ")))]
            self._sender, self._heading, self._title, self._above = self._full(sender[0].name), "", "", []
        elif line.startswith("Date: ") and self._document.media != "eml":
            self._sent = sent_on(line)

    def _turn(self, block: Block) -> Turn:
        if block.kind == "cue":
            return Turn(self._full(block.speaker), block.text, block.place, self._document.name, block, self._heading)
        self._above = (
            [a for a in self._above if a[0] < block.level]
            if block.kind == "item"
            else self._above
            if block.level
            else []
        )
        speaker, text = self._said(block.text)
        inherited = next((s for _, s, _ in reversed(self._above) if s), "")
        above = " / ".join(t for _, _, t in self._above)
        old = any(_OLD.match(t) or _DECIDED.match(t) for t in (*(t for _, _, t in self._above), fold(block.text)))
        if block.kind == "item":
            self._above.append((block.level, speaker, fold(block.text)[:80]))
            if block.number and len(block.text.split()) < _TITLE and ACTION_LIST.search(fold(block.text)):
                self._heading, self._title, self._above = fold(block.text), block.text, []
        elif block.text.endswith(":") and block.level == 0:
            self._heading, self._title = fold(block.text), block.text.rstrip(" :")
        heading = f"{self._heading} / {above}" if above else self._heading
        return Turn(
            speaker or inherited or self._sender,
            text,
            block.place,
            self._document.name,
            block,
            heading,
            old,
            self._title,
            self._sent,
        )

    def _said(self, text: str) -> tuple[str, str]:
        found = _LABEL.match(text)
        if not found or _NOT_SPEAKERS.match(fold(found.group(1))):
            return "", text
        label = found.group(1)
        known = self._roster.find(label)
        speaks = is_name(label) and " " in label and bool(_FIRST_PERSON.search(found.group(2)))
        if known.person or known.several or label in self._labels or speaks:
            return self._full(label), found.group(2).strip()
        return "", text

    def _full(self, name: str) -> str:
        found = self._roster.find(name).person
        return found.name if found else name


def _repeated_labels(document: Document) -> frozenset[str]:
    """Names in front of a colon that come at least twice are speakers even when no list of attendees has them."""
    labels = [
        m.group(1)
        for b in document.blocks
        if (m := _LABEL.match(b.text)) and (is_name(m.group(1)) or m.group(1).isupper())
    ]
    return frozenset(
        label for label, times in Counter(labels).items() if times > 1 and not _NOT_SPEAKERS.match(fold(label))
    )
