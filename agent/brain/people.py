"""Who is who in a meeting: people, their addresses, and which mention means whom."""

from collections.abc import Iterable
from typing import NamedTuple

from agent.brain.language import fold
from agent.brain.names import alike, fits, forward, initials, nicks, same, tokens


class Person(NamedTuple):
    name: str
    address: str = ""
    present: bool = False
    aliases: tuple[str, ...] = ()  # what else the documents call them: "KV", "Gonças"


class Mention(NamedTuple):
    """What a name in the text leads to. `several` are the people it could mean when it is not clear."""

    person: Person | None
    several: tuple[str, ...] = ()


class Roster:
    """Everybody the documents name. Short forms of one person are joined when only one person fits."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.people: list[Person] = []
        for person in people:
            self.add(person)

    def add(self, person: Person) -> None:
        equal = [at for at, known in enumerate(self.people) if same(known.name, person.name)]
        close = equal or [at for at, known in enumerate(self.people) if _close(known.name, person.name)]
        if len(close) == 1 or equal:
            self._join(close[0], person)
        else:
            self.people.append(person)

    def _join(self, at: int, person: Person) -> None:
        known = self.people[at]
        name = max(known.name, person.name, key=lambda n: (len(n.split()), len(n)))
        aliases = tuple(dict.fromkeys((*known.aliases, *person.aliases)))
        self.people[at] = Person(name, known.address or person.address, known.present or person.present, aliases)

    def complete(self) -> None:
        """A first name or a nickname alone is the one person of whom more is known."""
        for first in [p for p in self.people if len(tokens(p.name)) == 1]:
            longer = [p for p in self.people if len(tokens(p.name)) > 1]
            fuller = (
                [p for p in longer if tokens(p.name)[0] == tokens(first.name)[0]]
                or [p for p in longer if _called(p, first.name)]
                or [p for p in longer if nicks(first.name, p.name)]
            )
            if len(fuller) == 1:
                self.people.remove(first)
                self._join(self.people.index(fuller[0]), first)

    def attendees(self) -> list[Person]:
        return [p for p in self.people if p.present]

    def find(self, mention: str, speaker: str = "", firm: str = "") -> Mention:
        """The person meant. A speaker's own first name means the speaker; a firm tells two of one name apart."""
        said = forward(mention) if "," in mention else mention
        wanted = tokens(said)
        if not wanted:
            return Mention(None)
        close = self._fitting(wanted) or self._called(said) or self._of_a_firm(wanted)
        close = (firm and len(close) > 1 and [p for p in close if _works_at(p, firm)]) or close
        if len(close) == 1:
            return Mention(close[0])
        own = [p for p in close if speaker and fold(p.name) == fold(speaker)]
        if own:
            return Mention(own[0])
        return Mention(None, tuple(p.name for p in close))

    def _fitting(self, wanted: list[str]) -> list[Person]:
        alone = wanted[0] if len(wanted) == 1 else ""
        return (
            [p for p in self.people if tokens(p.name) == wanted]
            or [p for p in self.people if fits(wanted, tokens(p.name))]
            or [p for p in self.people if len(alone) > 2 and alone == tokens(p.name)[-1]]
            or [p for p in self.people if len(wanted) > 1 and tokens(p.name) == [*wanted[1:], wanted[0]]]
        )

    def _called(self, said: str) -> list[Person]:
        """By an alias of the documents, by initials, or by a nickname."""
        letters = fold(said.replace(".", "").replace(" ", "")) if said.replace(".", "").isupper() else ""
        return (
            [p for p in self.people if _called(p, said)]
            or [p for p in self.people if letters and letters in initials(p.name)]
            or [p for p in self.people if nicks(said, p.name)]
        )

    def _of_a_firm(self, wanted: list[str]) -> list[Person]:
        """ "Lena da Fabrikam" looks like a full name; it is one person's first name and the firm in her address."""
        if len(wanted) < 3 or wanted[-2] not in ("da", "do", "de"):
            return []
        return [p for p in self._fitting(wanted[:-2]) if _works_at(p, wanted[-1])]


def meant_by(name: str, among: Iterable[str]) -> str:
    """Which of these names is this person's; "" when none is, or when several could be."""
    names, whole = list(dict.fromkeys(among)), forward(name)
    mine = tokens(whole)
    if not mine:
        return ""
    for close in (same, alike, lambda one, _: fits(tokens(one), mine) or fits(mine, tokens(one))):
        if found := [one for one in names if tokens(one) and close(one, whole)]:
            return found[0] if len(found) == 1 else ""
    return ""


def _close(one: str, other: str) -> bool:
    """Two spellings of one full name: "João da Silva" and "Joao Silva", "B. Quinn" and "Bob Quinn"."""
    if alike(one, other):
        return True
    first, second = tokens(one), tokens(other)
    if min(len(first), len(second)) < 2:
        return False
    shortened = 1 in (len(first[0]), len(second[0])) and first[0][0] == second[0][0] and first[-1] == second[-1]
    return shortened or nicks(one, other) or nicks(other, one)


def _called(person: Person, said: str) -> bool:
    return any(fold(said) == fold(alias) for alias in person.aliases)


def _works_at(person: Person, firm: str) -> bool:
    return fold(firm).replace(" ", "") in person.address.rpartition("@")[2].lower()
