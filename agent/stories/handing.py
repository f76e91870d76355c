"""Who could take over from somebody that is away past the due date: proposed to the owner, and theirs to decide."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from agent import readings
from agent.brain.language import fold, stems
from agent.brain.names import NAME
from agent.brain.passing import pass_to
from agent.desk import Desk
from agent.events import Events, Say
from agent.stories import people
from agent.stories.addresses import ADDRESS, named
from agent.tasks import Entry, Json, domain, entries, zone_of
from agent.wire import Draft, Recipient

PURPOSE = "reassignment"
_WISH = re.compile(
    r"^(?:please\s+|por favor,?\s+)?(?:give|hand|pass|reassign|passe|passar|entregue)\s+(?P<what>.+?)\s+"
    r"(?:over\s+)?(?:to|para|ao?)\s+(?P<who>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_WRITTEN = re.compile(rf"({NAME})[\s(<,–-]+({ADDRESS.pattern})")


def absent(desk: Desk) -> dict[str, datetime | None]:
    """Until when its person is away, by task."""
    return {one.task_id: one.until for one in desk.ask.poll.absent} if desk.ask.poll else {}


def proposals(desk: Desk, found: Iterable[Entry]) -> tuple[Draft, ...]:
    """For each of these tasks that was asked for and is open, unless somebody was proposed before."""
    chosen = ((entry, candidate(desk, entry)) for entry in found if _open(desk, entry))
    return tuple(_draft(desk, entry, to, _reason(desk, entry)) for entry, to in chosen if to)


def _reason(desk: Desk, entry: Entry) -> str:
    until = absent(desk)[entry.task_id]
    day = desk.words.day(until.astimezone(zone_of(desk.zone)).date()) if until else ""
    back = desk.words.say("handover.until", day=day) if day else ""
    return desk.words.say("handover.reason", owner=entry.owner, until=back)


def told(desk: Desk, found: tuple[Entry, ...], proposed: tuple[Draft, ...]) -> Iterator[str]:
    """What the owner reads of it, also where nobody is known who could be asked."""
    by_task = {draft.task_id: draft.to[0].name for draft in proposed}
    for entry in found:
        facts = {"owner": entry.owner, "title": entry.title}
        if entry.task_id in by_task:
            yield desk.words.say("poll.handover.one", name=by_task[entry.task_id], **facts)
        elif entry.task_id in absent(desk) and _open(desk, entry):
            yield desk.words.say("poll.handover.nobody", **facts)


def _open(desk: Desk, entry: Entry) -> bool:
    return entry.kickoff.sent and not entry.done and not any(_was_for(row, entry) for row in desk.files.drafts)


def _was_for(row: Json, entry: Entry) -> bool:
    """A proposal that this person be relieved. One that asked them to take over was for somebody before them."""
    if row.get("purpose") != PURPOSE or row.get("task_id") != entry.task_id:
        return False
    return not any(str(to.get("address")).casefold() == entry.address.casefold() for to in row.get("to", []))


def candidate(desk: Desk, entry: Entry) -> Recipient | None:
    """Of the same company as whoever is away: who knows the section comes first, then who has least to do."""
    away = {one.address.casefold() for one in entries(desk.log) if one.task_id in absent(desk)}
    fitting = [
        one
        for one in _known(desk, entry)
        if domain(one.address) == domain(entry.address) and one.address.casefold() not in away
    ]
    return min(fitting, key=lambda one: _burden(desk, one, entry), default=None)


def _known(desk: Desk, entry: Entry) -> list[Recipient]:
    """Everybody with an address but the task's person and the project's owner, each once."""
    kickoff, owner = readings.kickoff(desk.log), people.owner(desk)
    heard = [*kickoff.attendees, *kickoff.others] if kickoff else []
    working = [Recipient(name=one.owner, address=one.address, oid=one.oid) for one in entries(desk.log)]
    out = {entry.address.casefold(), owner.address.casefold(), ""}
    found: dict[str, Recipient] = {}
    for one in (*working, *heard):
        if one.address.casefold() not in out and fold(one.name) not in (fold(owner.name), fold(entry.owner)):
            external = domain(one.address) != domain(owner.address)
            found.setdefault(one.address.casefold(), one.model_copy(update={"external": external}))
    return list(found.values())


def _burden(desk: Desk, one: Recipient, entry: Entry) -> tuple[bool, int]:
    theirs = [e for e in entries(desk.log) if e.address.casefold() == one.address.casefold()]
    knows = any(e.section_id and e.section_id == entry.section_id for e in theirs)
    return not knows, sum(not e.done for e in theirs)


def _draft(desk: Desk, entry: Entry, to: Recipient, reason: str) -> Draft:
    task = readings.task(entry)
    task = task.model_copy(update={"requirements": entry.gaps or task.requirements})
    draft = desk.brain.hand_over(task, to, readings.rfp(desk.log), reason, desk.now, people.owner(desk))
    number = 1 + sum(
        1 for row in desk.files.drafts if str(row.get("draft_id")).startswith(f"{PURPOSE}-{entry.task_id}-")
    )
    fixed = {"draft_id": f"{PURPOSE}-{entry.task_id}-{number}", "version": 1, "task_id": entry.task_id}
    return draft.model_copy(update=fixed)


def passed_on(desk: Desk, draft: Draft, instruction: str) -> Draft | None:
    """A proposal for the one other person whom the owner names; None when it is no proposal or that is not clear."""
    entry = next((one for one in entries(desk.log) if one.task_id == draft.task_id), None)
    to = _meant(desk, entry, instruction) if draft.purpose == PURPOSE and entry else None
    return pass_to(draft, to, people.owner(desk)) if to and to.address != draft.to[0].address else None


def wished(desk: Desk) -> tuple[Entry, Recipient] | None:
    """ "Give Pricing to Bruno": the one open task and the one person that the owner's words name."""
    found = _WISH.match(desk.ask.text.strip().rstrip(".!"))
    what = stems(found["what"]) if found else frozenset()
    tasks = [one for one in entries(desk.log) if what and not one.done and what <= stems(one.title)]
    to = _meant(desk, tasks[0], found["who"]) if found and len(tasks) == 1 else None
    return (tasks[0], to) if to else None


async def offer(desk: Desk, entry: Entry, to: Recipient) -> Events:
    """The same draft as after a look, because the owner asked for it."""
    yield desk.offer([_draft(desk, entry, to, desk.words.say("handover.asked"))])
    yield Say(text=desk.words.say("handover.offered", name=to.name, title=entry.title))
    yield desk.view()


def _meant(desk: Desk, entry: Entry, words: str) -> Recipient | None:
    """Somebody who is known, by name or address; else a name with an address behind it, both as written."""
    known, addresses = _known(desk, entry), {one.casefold() for one in ADDRESS.findall(words)}
    named_ones = named(words, [one.name for one in known])
    found = [one for one in known if (one.address.casefold() in addresses if addresses else one.name in named_ones)]
    if found or not addresses:
        return found[0] if len(found) == 1 and len(addresses) < 2 else None
    written = _WRITTEN.findall(words)
    return _new(desk, *written[0]) if len(written) == len(addresses) == 1 else None


def _new(desk: Desk, name: str, address: str) -> Recipient:
    return Recipient(name=name, address=address, external=domain(address) != domain(people.owner(desk).address))
