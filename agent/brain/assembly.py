"""What was handed in, held against each other: effort, price, milestones, components. Differences are only said.

Only what stands in the texts is compared: a total that nobody wrote down is the sum of what they did write.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from agent.brain.concepts import concepts
from agent.brain.interface import Finding
from agent.brain.language import fold
from agent.brain.matching import overlap

_NUMBER = r"(?<![\d.,])(\d{1,3}(?:[.,\u00a0 ]\d{3})+|\d+)(?:[.,](\d{1,2}))?(?![\d%])"
_EFFORT = re.compile(
    rf"{_NUMBER}\s*(?P<unit>hours?|hrs?|horas?|h|person[- ]days?|man[- ]days?|pessoas?[- ]dias?|dias[- ]homem)\b", re.I
)
_MONEY = re.compile(
    rf"(?P<unit>US\$|R\$|USD|BRL|EUR|€|\$|£)\s?{_NUMBER}|{_NUMBER}\s?(?P<after>USD|BRL|EUR|€|euros?|reais)", re.I
)
_TOTAL = re.compile(r"\b(?:total|overall|altogether|sum|ao todo|no total|soma)\b", re.I)
_MILESTONE = re.compile(r"\b(?:milestones?|payments?|instal+ments?|marcos?|pagamentos?|parcelas?)\b", re.I)
_COMPONENTS = re.compile(r"\b(?:components?|modules?|componentes?|m[oó]dulos?)\b", re.I)
_NAME_END = re.compile(r"\s[–—-]\s|[:(;,.]")
_LIST = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+(.+)$")
_UNITS = {"h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "hora": "h", "horas": "h"}
_CURRENCY = {
    "$": "USD",
    "us$": "USD",
    "r$": "BRL",
    "reais": "BRL",
    "€": "EUR",
    "euro": "EUR",
    "euros": "EUR",
    "£": "GBP",
}
_ALIKE = 0.6
COMMERCIAL, PLAN = concepts("pricing"), concepts("management schedule staffing deliverables")
TECHNICAL = concepts("technical")


class Piece(Finding):
    """What was accepted for one task, the newest message first. `title` is its section's or its task's."""

    title: str
    owner: str
    text: str
    number: str = ""
    gaps: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    messages: int = 1

    def about(self, concept: frozenset[str]) -> bool:
        return bool(concepts(self.title) & concept)


class Mismatch(Finding):
    """`effort`, `price`: `here` says one amount, `there` another. `milestone`, `component`: `what` is missing there."""

    kind: Literal["effort", "price", "milestone", "component"]
    here: str
    there: str
    what: str = ""
    amounts: tuple[str, str] = ("", "")


def mismatches(pieces: Sequence[Piece]) -> tuple[Mismatch, ...]:
    commercial = [one for one in pieces if one.about(COMMERCIAL)]
    plans = [one for one in pieces if one.about(PLAN) and one not in commercial]
    technical = [one for one in pieces if one.about(TECHNICAL) and one not in commercial]
    found = [
        *_amounts("effort", pieces, _EFFORT),
        *_amounts("price", pieces, _MONEY),
        *_unmatched("milestone", commercial, [*plans, *technical], _milestones),
        *_unmatched("component", technical, plans, _components),
        *_unmatched("component", technical, commercial, _components),
    ]
    return tuple(dict.fromkeys(found))


def _amounts(kind: Literal["effort", "price"], pieces: Sequence[Piece], pattern: re.Pattern[str]) -> Iterator[Mismatch]:
    adds = kind == "effort"
    totals = [(one, _totals(one.text, pattern, adds and one.about(COMMERCIAL | PLAN))) for one in pieces]
    for (one, mine), (other, theirs) in combinations(totals, 2):
        for unit in sorted(mine.keys() & theirs.keys()):
            if mine[unit] != theirs[unit]:
                amounts = (_said(mine[unit], unit), _said(theirs[unit], unit))
                yield Mismatch(kind=kind, here=one.title, there=other.title, amounts=amounts)


def _totals(text: str, pattern: re.Pattern[str], sums: bool) -> dict[str, float]:
    """By unit: what a line calls the total; else, where efforts are listed, the sum. Prices are not added up."""
    named: dict[str, float] = {}
    added: dict[str, float] = {}
    for line in text.splitlines():
        total = _TOTAL.search(line)
        found = [(match.start(), _unit(match), _value(match)) for match in pattern.finditer(line)]
        behind = [one for one in found if total and one[0] > total.start()]
        for _, unit, value in (behind or found[-1:])[:1] if total else ():
            named.setdefault(unit, value)
        for _, unit, value in found:
            added[unit] = added.get(unit, 0.0) + value
    return (added if sums else {}) | named


def _unit(match: re.Match[str]) -> str:
    said = match.groupdict()
    unit = (said.get("unit") or said.get("after") or "").lower()
    return _UNITS.get(unit) or _CURRENCY.get(unit) or ("days" if re.search(r"da[iy]|dia", unit) else unit.upper())


def _value(match: re.Match[str]) -> float:
    whole, part = next((match.group(at), match.group(at + 1)) for at in _pairs(match) if match.group(at))
    return float(re.sub(r"[.,\u00a0 ]", "", whole)) + (float(f"0.{part}") if part else 0.0)


def _pairs(match: re.Match[str]) -> tuple[int, ...]:
    """Numbers of the groups that hold a whole number; the one behind each holds its decimals."""
    named = set(match.re.groupindex.values())
    plain = [at for at in range(1, (match.re.groups or 0) + 1) if at not in named]
    return tuple(plain[::2])


def _said(value: float, unit: str) -> str:
    number = f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"
    return f"{number} {unit}"


def _unmatched(
    kind: Literal["milestone", "component"], ours: Sequence[Piece], theirs: Sequence[Piece], names: "Names"
) -> Iterator[Mismatch]:
    """Names in `ours` that none of `theirs` speaks of."""
    there = ", ".join(one.title for one in theirs)
    for one in ours if theirs else ():
        for name in names(one.text):
            if not any(_speaks_of(name, other.text) for other in theirs):
                yield Mismatch(kind=kind, here=one.title, there=there, what=name)


class Names:
    """Reads the names of one kind of thing off a text."""

    def __init__(self, head: re.Pattern[str], in_the_line: bool) -> None:
        self._head, self._in_the_line = head, in_the_line

    def __call__(self, text: str) -> Iterator[str]:
        below = False
        for line in text.splitlines():
            item = _LIST.match(line)
            if not item and line.strip():
                below = bool(self._head.search(fold(line))) and line.rstrip(" *").endswith(":")
            if item and (below or (self._in_the_line and self._head.search(fold(line)))):
                yield self._name(item.group(1))

    def _name(self, item: str) -> str:
        words = self._head.sub(" ", item) if self._in_the_line else item
        parts = [part.strip(' *_`"“”') for part in _NAME_END.split(words)]
        return next((part for part in parts if concepts(part)), item.strip())


_milestones, _components = Names(_MILESTONE, True), Names(_COMPONENTS, False)


def _speaks_of(name: str, text: str) -> bool:
    if fold(name) in fold(text):
        return True
    return any(overlap(name, line) >= _ALIKE and concepts(name) <= concepts(line) for line in text.splitlines())


def page(about: str, pieces: Sequence[Piece], missing: Sequence[str], open_words: str) -> str:
    """The response in Markdown: sections in the order of the request, each as it was handed in, what is open marked."""
    lines = [f"# {about}", ""]
    for one in pieces:
        lines += [f"## {f'{one.number} {one.title}'.strip()}", "", one.text.strip(), ""]
        lines += [f"> {open_words}: {gap}" for gap in one.gaps] + [""] * bool(one.gaps)
    for title in missing:
        lines += [f"## {title}", "", f"> {open_words}", ""]
    return "\n".join(lines)
