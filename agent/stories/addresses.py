"""The owner says where somebody is reached: taken verbatim, and only where it is clear whose address it is."""

import re

from agent.desk import Desk
from agent.events import Events, Say
from agent.stories import opening
from agent.tasks import Entry, Json, domain, entries

# Whole addresses only: what begins in the middle of a word is no address, "joão@x.org" is not "o@x.org".
ADDRESS = re.compile(r"(?<![\w.%+'-])[\w.%+'-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?!\w)")


def given(desk: Desk) -> dict[str, str]:
    """Address by task id, for tasks whose owner had none."""
    without = [entry for entry in entries(desk.log) if not entry.address]
    alone = len({entry.owner.casefold() for entry in without}) == 1
    everything = set(ADDRESS.findall(desk.ask.text)) if alone else set()
    found = {entry.task_id: everything or _beside(entry.owner, desk.ask.text) for entry in without}
    return {task_id: next(iter(addresses)) for task_id, addresses in found.items() if len(addresses) == 1}


def _beside(person: str, text: str) -> set[str]:
    """Addresses in the lines that name the person."""
    first = (person.split() or [""])[0].casefold()
    lines = [line for line in text.splitlines() if first and first in re.findall(r"\w+", ADDRESS.sub(" ", line.casefold()))]
    return {address for line in lines for address in ADDRESS.findall(line)}


async def take(desk: Desk, given: dict[str, str]) -> Events:
    before = entries(desk.log)
    left = [entry.owner for entry in before if not entry.address and entry.task_id not in given]
    tasks = [_with(entry, given.get(entry.task_id, ""), desk.owner.address) for entry in before]
    desk.patch({"tasks": tasks, "asked": "address" if left else ""})
    drafts = opening.offer_briefs(desk)
    if again := desk.show_again():
        yield again
    words = desk.words
    parts = [
        words.say("address.kept", name=entry.owner, address=given[entry.task_id])
        for entry in before
        if entry.task_id in given
    ]
    parts += [words.say("gate.waiting", drafts=words.count(len(drafts), "waiting"))] if drafts else []
    parts += [words.say("address.ask", name=left[0])] if left else []
    yield Say(text=" ".join(dict.fromkeys(parts)))
    yield desk.view()


def _with(entry: Entry, address: str, owner: str) -> Json:
    if not address:
        return entry.raw
    return entry.raw | {"owner_upn": address, "is_external": bool(owner) and domain(address) != domain(owner)}
