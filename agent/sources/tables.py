"""Rows of tables that a PDF prints as bare lines: event and day, criterion and points, a requirement with its id."""

import re

from agent.sources.interface import Block

_MONTH = r"(?:jan|feb|fev|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez)[a-zç]*"  # both languages
_DAY = (
    rf"(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)[a-z]*,?\s+)?(?:week of\s+)?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|º|\.)?(?:\s+de)?[\s-]+{_MONTH}\.?(?:\s+de)?,?[\s-]+20\d\d|{_MONTH}\.?\s+\d{{1,2}},?\s+20\d\d"
    r"|\d{1,2}[/.]\d{1,2}[/.](?:20)?\d\d|20\d\d-\d\d-\d\d)"
)
_EVENT = re.compile(rf"^([A-ZÀ-Ý][^.;:|]{{2,90}}?)\s+((?i:{_DAY})(?:[\s,(]+[^.;]{{1,40}}(?:\.[mM]\.[^.;]{{0,20}})?)?)$")
_PROCURES = re.compile(
    r"\b(?:rf[pqtix]|request|tenders?|bids?|proposals?|quotes?|offers?|responses?|questions?|clarifications?|answers?|award"
    r"|issued?|publi\w+|opening|due|closing|deadline|contract|conference|edital|propostas?|esclarecimentos?"
    r"|impugna\w+|respostas?|abertura|sess[ãa]o|resultado|contrato)\b",
    re.IGNORECASE,
)
_BINDS = re.compile(r"\b(?:must|shall|should|will|dever[áã]o?|devem?)\b", re.IGNORECASE)
_SCORED = re.compile(r"^([A-ZÀ-Ý][^.;:|]{2,80}?)\s+(\d{1,3}(?:[.,]\d{1,3})?\s?(?:%|points?|pts|pontos)?)$")
_SCORES = re.compile(r"\b(?:points?|weight(?:ing)?|score|peso|pontos|pontua[çc][ãa]o)\b|%", re.IGNORECASE)
_COUNTED = re.compile(r"^(\d{1,2})\s+([A-ZÀ-Ý].{2,100})$")
_ID = re.compile(r"^([A-Z]{1,6}(?:-[A-Z]{1,4})?[-–.]?\d{1,4}(?:\.\d{1,3})*)[.:)]?\s+(?=[A-ZÀ-Ý\"“])")
_CLASS = r"([MDOS]|[Mm]andatory|[Dd]esirable|[Oo]ptional|[Oo]brigat[óo]ri[oa]|[Dd]esej[áa]vel|[Oo]pcional)"
_CLASSED = re.compile(rf"^(\S+)\s+(.{{3,}}?)\s+{_CLASS}$")
_CONTENTS = re.compile(r"^(?:table of )?contents$|^(?:sum[áa]rio|[íi]ndice)$", re.IGNORECASE)
_PAGED = re.compile(r"^\S.{2,100}?\s(?:\d{1,3}|[ivx]{1,5})$")
_SHORTENED = re.compile(r"\b(?:refs?|nos?|qty|desc|resp|obs|qtd|un|vol|sec|seç)\.$", re.IGNORECASE)
_LONGEST = 800  # characters of a row
_RUN = 3  # so many lines alike are a table


def rows(lines: list[str]) -> dict[int, Block]:
    """The lines, by their place in the list, that are rows of a table of events or of scores, or count 1, 2, 3."""
    found: dict[int, Block] = {}
    for pattern, is_table in ((_EVENT, _is_schedule), (_SCORED, _is_scored), (_COUNTED, _is_counted)):
        run: list[int] = []
        for at, line in enumerate([*lines, ""]):
            if at < len(lines) and at not in found and pattern.match(line) and not _BINDS.search(line):
                run.append(at)
                continue
            if len(run) >= _RUN and is_table(lines, run):
                found |= {n: _row(pattern, lines[n]) for n in run}
                head = run[0] - 1
                if head >= 0 and head not in found and _is_head(lines[head]):
                    found[head] = Block(kind="row", text=lines[head], cells=(lines[head],))
            run = []
    return found


def _row(pattern: re.Pattern[str], line: str) -> Block:
    told = pattern.match(line)
    cells = told.groups() if told else (line,)
    return Block(kind="row", text=" | ".join(cells), cells=cells)


def _is_head(line: str) -> bool:
    ended = line[-1:] in ".;,:?!" and not _SHORTENED.search(line)
    return 2 < len(line) <= 60 and line[0].isupper() and not ended


def _is_schedule(lines: list[str], run: list[int]) -> bool:
    return sum(bool(_PROCURES.search(lines[at])) for at in run) * 2 >= len(run)


def _is_scored(lines: list[str], run: list[int]) -> bool:
    before = lines[run[0] - 1] if run[0] else ""
    return bool(_SCORES.search(before)) or all(_SCORES.search(lines[at]) for at in run)


def _is_counted(lines: list[str], run: list[int]) -> bool:
    """1, 2, 3 below a line that names the columns."""
    numbers = [int(lines[at].split()[0]) for at in run]
    return numbers == list(range(1, len(run) + 1)) and run[0] > 0 and _is_head(lines[run[0] - 1])


def listed_contents(lines: list[str]) -> set[int]:
    """Places of the lines below "Contents" that give the pages of sections."""
    found: set[int] = set()
    inside = False
    for at, line in enumerate(lines):
        if _CONTENTS.match(line):
            inside = True
        elif inside and _PAGED.match(line):
            found.add(at)
        elif line and at - 1 not in found:  # a long entry may take two lines
            inside = inside and not found
    return found if len(found) >= _RUN else set()


def opens_row(line: str, before: str) -> bool:
    """Whether a line that begins with an id ("F-02 The system…") is a row of its own."""
    return bool(_ID.match(line)) and (bool(_ID.match(before)) or before.endswith((".", ":", ";")) or len(before) < 50)


def is_whole_row(text: str) -> bool:
    """Whether a row that begins with an id has come to its class."""
    return len(text) <= _LONGEST and bool(_ID.match(text) and _CLASSED.match(text))


def ends_row(line: str, row: str) -> bool:
    """Whether a line is only the class of the row above it."""
    return bool(re.fullmatch(_CLASS, line) and _ID.match(row))


def classed(block: Block) -> Block:
    """A requirement with its id in front and its class at the end is a row of three cells."""
    told = _CLASSED.match(block.text)
    if told is None or block.kind != "paragraph" or not _ID.match(block.text):
        return block
    return block.model_copy(update={"kind": "row", "text": " | ".join(told.groups()), "cells": told.groups()})
