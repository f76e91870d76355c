"""Who could take over from somebody that is away past the due date: proposed to the owner, and theirs to decide."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from agent import readings
from agent.brain.clauses import on_condition, refuses
from agent.brain.handovers import handover
from agent.brain.language import fold
from agent.brain.names import NAME
from agent.brain.passing import pass_to
from agent.desk import Desk
from agent.events import Events, Say
from agent.phases import Phase
from agent.stories import people
from agent.stories.addresses import ADDRESS, named
from agent.tasks import Entry, Json, domain, entries, zone_of
from agent.wire import Draft, Recipient

PURPOSE = "reassignment"
_PART = r"(?:parts?|tasks?|sections?|work|stuff|piece|job|parte|tarefa|se[cç][aã]o|trabalho)"
_THEIRS = re.compile(rf"({NAME})['’]s\s+{_PART}\b|\b{_PART}\s+(?:of|d[aoe])\s+({NAME})")
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
    heard, owner = _heard(desk), people.owner(desk)
    working = [Recipient(name=one.owner, address=one.address, oid=one.oid) for one in entries(desk.log)]
    out = {entry.address.casefold(), owner.address.casefold(), ""}
    found: dict[str, Recipient] = {}
    for one in (*working, *heard):
        if one.address.casefold() not in out and fold(one.name) not in (fold(owner.name), fold(entry.owner)):
            external = domain(one.address) != domain(owner.address)
            found.setdefault(one.address.casefold(), one.model_copy(update={"external": external}))
    return list(found.values())


def _heard(desk: Desk) -> list[Recipient]:
    kickoff = readings.kickoff(desk.log)
    return [*kickoff.attendees, *kickoff.others] if kickoff else []


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


def wished(desk: Desk, text: str) -> Events | None:
    """ "Give Pricing to Bruno": a draft where one open task and one person are named, and nothing else is said.

    Words of giving without that are answered with what is missing; None when nothing is given away.
    """
    found = entries(desk.log)
    read = handover(text, [one.title for one in found], _spoken(desk, text))
    if read is None:
        return None
    tasks = [found[n] for n in read.tasks] or _of_its_person(found, text, read.given)
    if not tasks:
        return None
    entry = tasks[0]
    to = _meant(desk, entry, text)
    if read.given and to and on_condition(text):
        return _refused(desk, "later", entry)
    strange = _stranger(read.strange, to)
    if len(tasks) > 1 or strange or refuses(text):
        key = "handover.unclear" if to else "handover.nobody" if _like_names(read.strange) else ""
        return _refused(desk, key, entry) if key and read.given else None
    if to is None and (read.due or not named(text, [entry.owner])):
        return None
    refused = _against(desk, entry, to, text)
    return _refused(desk, refused, entry) if refused or to is None else offer(desk, entry, to, read.due)


def _of_its_person(found: tuple[Entry, ...], text: str, given: bool) -> list[Entry]:
    """ "Give Bob's part to Ana": the task that is named by whoever has it, when it is the only open one of theirs."""
    whose = next((match[1] or match[2] for match in _THEIRS.finditer(text)), "") if given else ""
    theirs = named(whose, [one.owner for one in found]) if whose else []
    return [one for one in found if one.owner in theirs and not one.done]


def _against(desk: Desk, entry: Entry, to: Recipient | None, text: str) -> str:
    """The sentence that says why there is no draft; empty when there may be one."""
    if to is None:
        return "handover.same"
    if entry.done:
        return "handover.done"
    if desk.phase is not Phase.ALLOCATED or not entry.kickoff.sent:
        return "handover.early"
    return "later" if on_condition(text) else ""


async def _refused(desk: Desk, key: str, entry: Entry) -> Events:
    yield Say(text=desk.words.say(key, title=entry.title, name=entry.owner))


def _spoken(desk: Desk, text: str) -> list[str]:
    """The names in the text as they stand there: of each person known the whole one, else its first or last part."""
    known = dict.fromkeys([one.owner for one in entries(desk.log)] + [one.name for one in _heard(desk)])
    said, found = f" {fold(text)} ", []
    for name in known:
        parts = [name, *(part for part in (name.split()[:1] + name.split()[-1:]))]
        spoken = next((one for one in parts if re.search(rf"(?<!\w){re.escape(fold(one))}(?!\w)", said)), "")
        if spoken:
            found.append(spoken)
    return found


def _like_names(strange: tuple[str, ...]) -> bool:
    """Nothing but words with a capital: "give Pricing to Carla Dias"."""
    return bool(strange) and all(word[:1].isupper() for word in strange)


def _stranger(strange: tuple[str, ...], to: Recipient | None) -> tuple[str, ...]:
    name = set(fold(to.name).split()) if to else set()
    return tuple(word for word in strange if fold(word) not in name)


async def offer(desk: Desk, entry: Entry, to: Recipient, due: str = "") -> Events:
    """The same draft as after a look, because the owner asked for it; with the date they named, where it is certain."""
    draft = _draft(desk, entry, to, desk.words.say("handover.asked"))
    dated = await desk.brain.revise(draft, f"due {due}", people.owner(desk), desk.now) if due else None
    if dated:
        draft = dated.model_copy(update={"version": 1, "draft_id": draft.draft_id, "task_id": draft.task_id})
    yield desk.offer([draft])
    undated = f" {desk.words.say('handover.undated', due=due)}" if due and not dated else ""
    yield Say(text=desk.words.say("handover.offered", name=to.name, title=entry.title) + undated)
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
