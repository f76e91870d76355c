"""Found against expected: how much of what was found is right, and how much of what is right was found."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from agent.brain.attendance import read_roster
from agent.brain.interface import Commitment, Kickoff, Requirement, Rfp
from agent.brain.language import fold
from agent.brain.people import Roster
from agent.evaluate.facts import Deed, Duties, Meeting, Request, Sections
from agent.sources.interface import Document

# The words by which a sentence binds somebody, in the languages the hand counts were made in.
BINDS = re.compile(
    r"\b(?:must|shall|(?:is|are|be) (?:also )?required to|mandatory"
    r"|devem?|dever(?:á|ão)|obrigat\w+|é vedad\w|fica obrigad\w)\b",
    re.IGNORECASE,
)


class Score(NamedTuple):
    """`right`: found and expected; `extra`: found alone; `missed`: expected alone."""

    right: int = 0
    extra: int = 0
    missed: int = 0

    @property
    def precision(self) -> float | None:
        return self.right / (self.right + self.extra) if self.right + self.extra else None

    @property
    def recall(self) -> float | None:
        return self.right / (self.right + self.missed) if self.right + self.missed else None


def total(scores: Iterable[Score]) -> Score:
    columns = list(zip(*scores, strict=True)) or [(0,), (0,), (0,)]
    return Score(*(sum(column) for column in columns))


def sections(rfp: Rfp, known: Request) -> Score:
    return total(_sections(rfp, one) for one in known.sections)


def _sections(rfp: Rfp, known: Sections) -> Score:
    named = Counter(fold(one.number if known.named == "number" else one.title) for one in rfp.sections)
    found = Counter({name: n for name, n in named.items() if re.fullmatch(known.form, name)})
    wanted = Counter(map(fold, known.names))
    right = (found & wanted).total()
    return Score(right, found.total() - right, wanted.total() - right)


def requirements(rfp: Rfp, known: Request) -> Score:
    """By count: which sentences a person kept is not written down, only how many they were."""
    return total(_duties(rfp, one) for one in known.duties)


def _duties(rfp: Rfp, known: Duties) -> Score:
    asked = [one for section in rfp.sections for one in section.requirements if one.source_ref.startswith(known.file)]
    counted = [one for one in asked if not (known.without and re.search(known.without, one.source_ref))]
    found = binding(counted)
    right = min(found, known.count)
    return Score(right, found - right, known.count - right)


def binding(found: list[Requirement]) -> int:
    """Sentences with a word of obligation; an introducing sentence counts once with all of its list."""
    return sum(bool(BINDS.search(r.text)) for r in found) + len({r.lead for r in found if BINDS.search(r.lead)})


def dates(rfp: Rfp, known: Request) -> Score:
    found = {one.label: one.when for one in rfp.dates}
    return total(_one_date(found.get(label), when) for label, when in known.dates.items())


def _one_date(found: str | None, wanted: str | None) -> Score:
    """Nothing where nothing is stated is as it should be, and counts for neither side. A wrong date counts for both."""
    same = found is not None and found == wanted
    return Score(int(same), int(found is not None and not same), int(wanted is not None and not same))


def deeds(kickoff: Kickoff | None, known: Meeting) -> tuple[Score, Score]:
    """Who took on what, and until when; each expected deed is met by one that was found, once."""
    found = [one for one in kickoff.commitments if one.owner] if kickoff else []
    wanted, right, when = list(known.deeds), 0, []
    for one in found:
        meant = next((deed for deed in wanted if _meets(one, deed)), None)
        if meant is not None:
            wanted.remove(meant)
            right += 1
        when.append(_one_date(one.due, meant.due if meant else None))
    when += [_one_date(None, deed.due) for deed in wanted]
    return Score(right, len(found) - right, len(wanted)), total(when)


def _meets(found: Commitment, deed: Deed) -> bool:
    said = fold(f"{found.what} {found.quote}")
    return fold(found.owner) == fold(deed.owner) and any(fold(word) in said for word in deed.words)


def invented(kickoff: Kickoff | None, documents: Sequence[Document], known: Meeting) -> tuple[str, ...]:
    """Owners who are nobody in the documents, and addresses that stand in none of them.

    Somebody is who came, who speaks, whose name stands in an address line, and whom the facts call an owner.
    """
    read = fold(
        " ".join(f"{block.speaker} {block.text} {' '.join(block.cells)}" for d in documents for block in d.blocks)
    )
    people, owners = read_roster(documents), {fold(deed.owner) for deed in known.deeds}
    found = [one for one in kickoff.commitments if one.owner] if kickoff else []
    nobody = {one.owner for one in found if fold(one.owner) not in owners and not _is_somebody(one.owner, people)}
    return tuple(sorted(nobody | {one.address for one in found if one.address and fold(one.address) not in read}))


def _is_somebody(name: str, people: Roster) -> bool:
    """A first name that two people share is somebody too: which of them is another question."""
    meant = people.find(name)
    return bool(meant.person or meant.several)
