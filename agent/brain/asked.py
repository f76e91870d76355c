"""Which section asks for a thing that no title names: "three references" are asked for below "Technical ability"."""

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from agent.brain.concepts import concepts
from agent.brain.interface import Section

_MOST_OF_IT = 0.75  # share of what the deed names, rare words weighing more, that one requirement has
_AHEAD = 0.15  # so much more than any other section's
_ACRONYM = re.compile(r"\b[A-Z]{3,}\b")


def asking_section(what: str, sections: Sequence[Section]) -> Section | None:
    """The one section with a requirement that has what the deed names; None where two could be meant."""
    texts = [[concepts(r.text) for r in section.requirements] for section in sections]
    spread = Counter(c for own in texts for c in frozenset().union(*own))
    wanted = concepts(what)
    known = frozenset(c for c in wanted if spread[c])
    if not known or len(known) * 2 < len(wanted) or not _says_enough(what, known, spread):
        return None
    weight = {c: log(1 + len(sections) / spread[c]) for c in known}
    whole = sum(weight.values())
    scored = sorted(
        (
            (max((sum(weight[c] for c in known & one) for one in own), default=0.0) / whole, at)
            for at, own in enumerate(texts)
        ),
        reverse=True,
    )
    best, second = scored[0], scored[1] if len(scored) > 1 else (0.0, 0)
    return sections[best[1]] if best[0] >= _MOST_OF_IT and best[0] - second[0] >= _AHEAD else None


def _says_enough(what: str, known: frozenset[str], spread: Counter[str]) -> bool:
    """Two words that requirements have, or a proper abbreviation that stands in one section alone."""
    if len(known) > 1:
        return True
    return any(spread[c] == 1 for name in _ACRONYM.findall(what) for c in concepts(name) & known)
