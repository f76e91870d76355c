"""Did the documents say so? A model's words count only where they stand in a source."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from agent.brain.language import fold
from agent.sources.interface import Block, Document

ADDRESS = re.compile(r"[\w.%+-]+@[\w-]+(?:\.[\w-]+)+")
LINK = re.compile(r"https?://\S+|www\.\S+", re.IGNORECASE)
NUMBER = re.compile(r"\d+")
_BLANKS, _MARKS = re.compile(r"\s+"), re.compile(r"[*_`“”\"'’‘]+")
SHORTEST = 12  # letters: less stands everywhere


class Place(NamedTuple):
    document: Document
    block: Block
    heading: Block | None

    @property
    def ref(self) -> str:
        named = self.heading.number or self.heading.text if self.heading else ""
        return ", ".join(part for part in (self.document.name, named, self.block.place) if part)


def bare(text: str) -> str:
    """What is left of a text when blanks, quotes and emphasis do not count."""
    return _BLANKS.sub(" ", _MARKS.sub("", fold(text))).strip(" .;:,-–—")


def stands_in(words: str, text: str) -> bool:
    wanted = bare(words)
    return len(wanted) >= SHORTEST and wanted in bare(text)


def find(words: str, documents: Iterable[Document]) -> Place | None:
    """The block the words stand in, whole and in order; None when they stand in none."""
    wanted = bare(words)
    if len(wanted) < SHORTEST:
        return None
    return next((place for place in _places(documents) if wanted in bare(place.block.text)), None)


def _places(documents: Iterable[Document]) -> Iterator[Place]:
    for document in documents:
        heading = None
        for block in document.blocks:
            heading = block if block.kind == "heading" else heading
            yield Place(document, block, heading)


def adds_nothing(text: str, *known: str) -> bool:
    """No address, no link and no number that was not there before: those are what a made-up sentence does harm with."""
    before = " ".join(known)
    return all(set(found.findall(text)) <= set(found.findall(before)) for found in (ADDRESS, LINK, NUMBER))
