"""Dates that stand alone below their name, as on title pages and in forms: "Offer due" and, a line lower, the day."""

import re
from collections.abc import Iterator

from agent.brain.datelabels import labels
from agent.brain.dates import Stamp, find_dates
from agent.brain.language import fold
from agent.brain.outline import Part
from agent.sources.interface import Block, Document

_LINE = 120  # characters a line of a title page may have
_NAME = 70
_WORDS_BESIDE = re.compile(  # words beside a date that name nothing
    r"^(?:\W|\d|\b(?:by|on|or|before|until|no|not|later|than|at|the|of|is|ate|as|em|no|na|dia|do|da|de|am|pm|noon|h|min|horas|hrs"
    r"|local|time|(?:mon|tues|wednes|thurs|fri|satur|sun)day|[a-z]{2,6}-feira|sabado|domingo)\b)*$"
)


def cover(document: Document, day_first: bool) -> Part:
    """Such a date and its name as the cells of a row; a heading that holds both is one cell."""
    return Part("", "", 0, tuple(_rows(document, day_first)), document.name)


def _rows(document: Document, day_first: bool) -> Iterator[Block]:
    names: list[str] = []
    for block in document.blocks:
        if block.kind == "row" or len(block.text) > _LINE:
            names = []
            continue
        stamps = find_dates(block.text, day_first)
        if not stamps:
            names = [*names[-1:], block.text.strip(" :")] if _can_name(block.text) else []
            continue
        if len(stamps) == 1 and names and _alone(block.text, stamps[0]) and (name := _name(names)):
            yield _row(block, name, block.text)
        elif block.kind == "heading":
            yield _row(block, block.text)
        names = []


def _can_name(text: str) -> bool:
    return len(text) <= _NAME and text[-1:] not in ".;,!?"


def _alone(text: str, stamp: Stamp) -> bool:
    return bool(_WORDS_BESIDE.match(fold(text.replace(stamp.as_written, " "))))


def _name(names: list[str]) -> str:
    """The line above the date, with the one above it where it takes both to say what the date is."""
    told = (names[-1], " ".join(names))
    return next((name for name in told if labels(fold(name), row=True)), "")


def _row(block: Block, *cells: str) -> Block:
    return block.model_copy(update={"kind": "row", "text": " | ".join(cells), "cells": cells})
