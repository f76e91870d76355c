"""Which section of the request a piece of talk is about: by printed number, else by the words they share."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from math import log

from agent.brain.asked import asking_section
from agent.brain.cited import cited_section
from agent.brain.concepts import concepts
from agent.brain.interface import Section
from agent.brain.language import fold

_SPEAKING = re.compile(
    r"^(?:reach(?:ing)? out|contact|ask|e-?mail|call|tell|talk|speak|meet|post|schedule|book|invite|remind|ping|let"
    r"|falar|ligar|avisar|perguntar|convidar|agendar|marcar)\b"
)
_ENOUGH = 0.5


def best_section(text: str, sections: Sequence[Section]) -> Section | None:
    """The section meant, or None when no section fits clearly."""
    if numbered := cited_section(text, sections):
        return numbered
    wanted = concepts(text)
    if not wanted:
        return None
    titles = [concepts(s.title) for s in sections]
    spread = Counter(c for title in titles for c in title)
    scored = [
        (_score(wanted, title, spread, len(sections)), bool(s.requirements), -at, s)
        for at, (title, s) in enumerate(zip(titles, sections, strict=True))
    ]
    score, _, _, section = max(scored, key=lambda one: one[:3], default=(0.0, False, 0, None))
    return section if score >= _ENOUGH else None


def section_of_deed(what: str, sections: Sequence[Section]) -> Section | None:
    """The section somebody works on, by its number, its title or what it asks for.

    To speak to "the teams" is not to write about staffing: all of it must fit.
    """
    found = best_section(what, sections)
    if found is None:
        return None if _SPEAKING.match(fold(what)) else asking_section(what, sections)
    if cited_section(what, sections):
        return found
    if not _SPEAKING.match(fold(what)):
        return found if _asks(found, sections) else asking_section(what, sections) or found
    title = concepts(found.title)
    return found if len(title) > 1 and title <= concepts(what) else None


def _asks(section: Section, sections: Sequence[Section]) -> bool:
    """Whether anything is asked for in it or below it."""
    below = takewhile(lambda one: one.level > section.level, sections[sections.index(section) + 1 :])
    return any(one.requirements for one in (section, *below))


def names_section(what: str, section: Section, sections: Sequence[Section]) -> bool:
    """Whether the words name the section itself, not only something that it asks for."""
    return bool(concepts(what) & concepts(section.title)) or cited_section(what, sections) == section


def _score(wanted: frozenset[str], title: frozenset[str], spread: Counter[str], count: int) -> float:
    """How much of the title is said and how much of the talk is about it; rare words weigh more."""
    shared = wanted & title
    if not shared:
        return 0.0
    weight = {c: log(1 + count / (1 + spread[c])) for c in wanted | title}
    both = sum(weight[c] for c in shared)
    return both / (0.35 * sum(weight[c] for c in wanted) + 0.65 * sum(weight[c] for c in title) or 1)


def overlap(one: str, other: str) -> float:
    """Share of the smaller text's concepts that the other has too."""
    first, second = concepts(one), concepts(other)
    smaller = min(len(first), len(second))
    return len(first & second) / smaller if smaller else 0.0
