"""Every sample in every language, and ways to look into a card."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import cards
from cards.gallery import ZONE, Sample, samples

LOCALES = ("en", "pt-BR")
Node = dict[str, Any]
SAMPLES = {sample.name: sample for sample in samples()}
VIEWS = [(name, locale) for name in SAMPLES for locale in LOCALES]


@cache
def drawn(name: str, locale: str) -> Node:
    return cards.card(SAMPLES[name].model, locale, ZONE)


def every_view(test: Callable[[str, str], None]) -> Callable[[str], None]:
    """Run a test on a sample's card in each language."""

    @pytest.mark.parametrize("name", SAMPLES)
    def in_each_language(name: str) -> None:
        for locale in LOCALES:
            test(name, locale)

    in_each_language.__name__ = test.__name__
    return in_each_language


def sample(name: str) -> Sample:
    return SAMPLES[name]


def nodes(part: object) -> Iterator[Node]:
    """Every object of a card that the client draws or presses; what buttons carry is left out."""
    if isinstance(part, list):
        for item in part:
            yield from nodes(item)
    elif isinstance(part, dict):
        yield part
        for key, value in part.items():
            if key not in ("data", "fallback"):
                yield from nodes(value)


def of_type(card: Node, kind: str) -> list[Node]:
    return [node for node in nodes(card) if str(node.get("type", "")).startswith(kind)]


def words_shown(card: Node) -> list[str]:
    """Everything a person reads in the card."""
    texts = [node[key] for node in nodes(card) for key in ("text", "title", "label", "placeholder") if key in node]
    inlines = [run for node in nodes(card) for run in node.get("inlines", ()) if isinstance(run, str)]
    return [*texts, *inlines]
