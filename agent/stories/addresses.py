"""The owner says where people are reached: taken verbatim, and only where it is clear whose address it is."""

import re
from collections.abc import Iterable, Sequence

from agent.brain.language import fold
from agent.desk import Desk
from agent.events import Events, Say
from agent.stories import briefing, people, remembering
from agent.tasks import Entry, Json, domain, entries
from agent.words import Words, page

# Whole addresses only: what begins in the middle of a word is no address, "joão@x.org" is not "o@x.org".
ADDRESS = re.compile(r"(?<![\w.%+'-])[\w.%+'-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?!\w)")
WORD = re.compile(r"[^\W_]+")
PARTICLES = ("da", "de", "do", "das", "dos", "van", "von", "der", "den")


def question(words: Words, names: Sequence[str]) -> str:
    """One question for everybody who cannot be reached."""
    return words.say("address.ask" if len(names) == 1 else "address.ask_all", names=words.join(names)) if names else ""


def given(desk: Desk) -> dict[str, str]:
    """Address by task id, for tasks whose owner had none."""
    missing = people.unaddressed(desk)
    others = {entry.owner for entry in entries(desk.log)} - set(missing)
    found = read(desk.ask.text, missing, others)
    return {e.task_id: found[e.owner] for e in entries(desk.log) if not e.address and e.owner in found}


def read(text: str, missing: Sequence[str], others: Iterable[str] = ()) -> dict[str, str]:
    """Address by name. Several at once, one on each line or each beside its name; nobody gets two."""
    known = (*missing, *others)
    pairs = [pair for line in text.splitlines() for pair in _pairs(line, known)]
    everything = set(ADDRESS.findall(text))
    if len(missing) == 1 and len(everything) == 1 and not any(name for name, _ in pairs):
        pairs = [(missing[0], everything.pop())]
    found = {name: {address for who, address in pairs if who == name} for name in missing}
    return {name: addresses.pop() for name, addresses in found.items() if len(addresses) == 1}


def _pairs(line: str, known: Sequence[str]) -> list[tuple[str, str]]:
    """(name or "", address) for each address of the line: the name stands in front of each, or behind each."""
    places = list(ADDRESS.finditer(line))
    if not places:
        return []
    edges = [0, *(place.end() for place in places)]
    before = [named(line[edges[n] : place.start()], known) for n, place in enumerate(places)]
    ends = [*(place.start() for place in places[1:]), len(line)]
    behind = [named(line[place.end() : end], known) for place, end in zip(places, ends, strict=True)]
    for names, rest in ((before, behind[-1:]), (behind, before[:1])):
        if all(len(one) == 1 for one in names) and not any(rest):
            return [(one[0], place.group(0)) for one, place in zip(names, places, strict=True)]
    if any((*before, *behind)):
        return []
    return [(spelled(place.group(0), known), place.group(0)) for place in places]


def named(text: str, known: Sequence[str]) -> list[str]:
    """The people the words name: in full, else by a first or last name that only one of them has."""
    said = f" {' '.join(_tokens(text))} "
    full = [name for name in known if f" {' '.join(_tokens(name))} " in said]
    if full:
        return full
    found = []
    for name in known:
        parts = [part for part in _tokens(name) if part not in PARTICLES]
        alone = [part for part in {*parts[:1], *parts[-1:]} if sum(part in _tokens(other) for other in known) == 1]
        if any(f" {part} " in said for part in alone):
            found.append(name)
    return found


def spelled(address: str, known: Sequence[str]) -> str:
    """The one person whose first and last name are the part in front of the @; "" when it is nobody's."""
    local = set(_tokens(address.partition("@")[0]))
    fits = [name for name in known if len(parts := _tokens(name)) > 1 and {parts[0], parts[-1]} <= local]
    return fits[0] if len(fits) == 1 else ""


def _tokens(text: str) -> list[str]:
    return WORD.findall(fold(text))


async def take(desk: Desk, given: dict[str, str]) -> Events:
    before, mine = entries(desk.log), people.owner(desk).address
    desk.patch({"tasks": [_with(entry, given.get(entry.task_id, ""), mine) for entry in before]})
    for name, address in dict.fromkeys((e.owner, given[e.task_id]) for e in before if e.task_id in given):
        remembering.know_address(desk, name, address)
    left = people.unaddressed(desk)
    desk.patch({"asked": "address" if left else ""})
    drafts = briefing.offer_briefs(desk)
    if again := desk.show_again():
        yield again
    words = desk.words
    kept = dict.fromkeys((entry.owner, given[entry.task_id]) for entry in before if entry.task_id in given)
    waiting = words.say("gate.waiting", drafts=words.count(len(drafts), "waiting")) if drafts else ""
    yield Say(text=page([*_kept(words, list(kept)), " ".join(filter(None, (waiting, question(words, left))))]))
    yield desk.view()


def recall(desk: Desk) -> None:
    """Addresses that an owner gave in another project, for those of whom the notes give none. They are named."""
    known = {name: found for name in people.unaddressed(desk) if (found := remembering.known_address(desk, name))}
    if known:
        mine = people.owner(desk).address
        tasks = [e.raw if e.address else _with(e, known.get(e.owner, ""), mine) for e in entries(desk.log)]
        desk.patch({"tasks": tasks, "recalled": known})


def recalled(desk: Desk) -> list[str]:
    found = desk.log.get("recalled") or {}
    told = [f"{name} ({address})" for name, address in found.items()]
    return [desk.words.say("address.recalled", people=desk.words.few(told))] if told else []


def _kept(words: Words, kept: list[tuple[str, str]]) -> list[str]:
    if len(kept) == 1:
        return [words.say("address.kept", name=kept[0][0], address=kept[0][1])]
    return [words.say("address.kept_all"), *(f"- {name}: {address}" for name, address in kept)]


def _with(entry: Entry, address: str, owner: str) -> Json:
    if not address:
        return entry.raw
    return entry.raw | {"owner_upn": address, "is_external": domain(address) != domain(owner)}
