"""Sections that are cited by their printed number: "section C.3", "III.C", "Anexo II", "cláusula quinta", "L.3.2"."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from agent.brain.interface import Section
from agent.brain.language import fold
from agent.sources.numbering import steps
from agent.sources.ordinals import ORDINAL, counted

_FRAMES = {
    "annex": "annex",
    "anexo": "annex",
    "appendix": "appendix",
    "apendice": "appendix",
    "part": "part",
    "parte": "part",
    "lot": "lot",
    "lote": "lot",
    "volume": "volume",
    "attachment": "attachment",
    "schedule": "schedule",
    "exhibit": "exhibit",
    "enclosure": "enclosure",
    "titulo": "titulo",
}
_FRAME = r"(?i:annex|anexo|appendix|ap[êe]ndice|parte?|lote?|volume|attachment|schedule|exhibit|enclosure|t[íi]tulo)"
_WORD = r"(?i:sec(?:tion|\.)?|se[çc][ãa]o|item|§|chapter|cap[íi]tulo|art(?:\.|icle|igo)|cl[áa]usula|clause)"
_ROMAN = r"[IVX]{1,5}"
_SMALL = r"[a-z]{1,2}(?=\.\d)|[ivx]{1,5}(?=\.[a-z]\b)|[ivx]{2,5}\b|[b-df-np-z]\b"  # folded text has no capitals
_NUMBER = rf"(?:\d{{1,3}}|{_ROMAN}|[A-Z]{{1,3}}(?=\.)|[A-Z]|{_SMALL})(?:\.(?:\d{{1,3}}|[A-Za-z]\b))*"
_FRAMED = re.compile(rf"\b({_FRAME})\s+({_NUMBER})(?![\w-])")
_WORDED = re.compile(rf"(?<!\w){_WORD}\s*({_NUMBER})(?!\w)")
_CLAUSE = re.compile(rf"\bcl[áa]usula\s+({ORDINAL})(?!\w)", re.IGNORECASE)
_LETTERED = re.compile(rf"(?<![\w.@/-])((?:{_ROMAN}\.[A-Z]|[A-Z]{{1,2}}\.\d{{1,2}})(?:\.\d{{1,2}})*)(?![\w@/-])")
_DOTTED = re.compile(r"(?<![\d.,/$])\b(\d{1,2}\.\d{1,2}(?:\.\d+)*)\b(?![\d,/%])")
_OF_A_STANDARD = re.compile(r"(?:\b[A-Z]{3,}|\bv|\bversion|\bversão|\brelease)\s*$")


class _Cited(NamedTuple):
    frame: str  # "annex", "" for plain numbers
    steps: tuple[str, ...]
    sure: bool  # may stand for what it is part of: "L.3.2" for L.3


def cited_section(text: str, sections: Sequence[Section]) -> Section | None:
    """The first section whose number is said; one with requirements before a frame of the same number."""
    named = list(_named(sections))
    for one in _cited(text):
        found = [section for keys, section in named if (one.frame, one.steps) in keys]
        short = one.steps
        while not found and one.sure and len(short) > 1:
            short = short[:-1]
            found = [section for keys, section in named if (one.frame, short) in keys]
        if found:
            return max(found, key=lambda s: (bool(s.requirements), -s.level) if len(one.steps) > 1 else (-s.level, 0))
    return None


def cites_section(text: str) -> bool:
    """Whether any number of a section is said."""
    return any(True for _ in _cited(text))


def _cited(text: str) -> Iterator[_Cited]:
    for found in _FRAMED.finditer(text):
        said = _bare(found.group(2))
        if len(said) > 1:
            yield _Cited("", said, False)
        yield _Cited(_FRAMES[fold(found.group(1))], said, True)
    yield from (_Cited("", (str(counted(m.group(1))),), False) for m in _CLAUSE.finditer(text))
    yield from (_Cited("", _bare(m.group(1)), True) for m in _WORDED.finditer(text))
    yield from (_Cited("", _bare(m.group(1)), True) for m in _LETTERED.finditer(text))
    for dotted in _DOTTED.finditer(text):
        if not _OF_A_STANDARD.search(text[max(0, dotted.start() - 12) : dotted.start()]):
            yield _Cited("", _bare(dotted.group(1)), dotted.group(1).count(".") > 1)


def _named(sections: Sequence[Section]) -> Iterator[tuple[set[tuple[str, tuple[str, ...]]], Section]]:
    """Each section with the numbers it goes by: its own, and "III.C" for a "C" that stands in "III"."""
    path: list[Section] = []
    for section in sections:
        path = [one for one in path if one.level < section.level]
        if section.number:
            word, _, number = section.number.rpartition(" ")
            keys = {(_FRAMES.get(fold(word), fold(word)), _bare(number))}
            keys |= {("", (*_bare(one.number), *_bare(number))) for one in path[-1:] if one.number and not word}
            yield keys, section
        path.append(section)


def _bare(number: str) -> tuple[str, ...]:
    return tuple(fold(step) for step in steps(number.strip(".() ")))
