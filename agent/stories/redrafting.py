"""A change of a draft in words, by the name of whoever it is for: the one that waits for them is written anew."""

import re
from collections.abc import Iterable
from typing import Any

from agent import drafts as rows
from agent.brain import changes
from agent.brain.addressing import about_draft, instruction, is_edit
from agent.brain.clauses import asks
from agent.brain.due import find_due
from agent.desk import Desk
from agent.events import Call, Events, Say
from agent.stories import deciding, standing
from agent.stories.addresses import named
from agent.tasks import entries
from agent.wire import Decision
from agent.words import page

Json = dict[str, Any]
ALL = re.compile(
    r"\b(?:all|every|both|each|todos|todas|cada|ambos|ambas|(?:the|these) (?:briefs|drafts|messages|mails|texts)"
    r"|os (?:briefings|rascunhos|textos)|as mensagens)\b",
    re.IGNORECASE,
)


def wished(desk: Desk, text: str) -> Events | None:
    """None for words that speak of no draft, or that only might be meant for one."""
    if asks(text):
        return None
    waiting = rows.pending(desk.files.drafts)
    known = [name for row in rows.pending(desk.files.drafts) for name in _names(row)]
    known += [entry.owner for entry in entries(desk.log)]
    people = named(text, tuple(dict.fromkeys(known)))
    words = instruction(text, people)
    theirs = [row for row in waiting if set(_names(row)) & set(people)]
    about = about_draft(text) and (is_edit(text) or (people and changes.sounds(words)))
    if not (about or changes.is_plain(words) or (theirs and is_edit(text) and changes.sounds(words))):
        return None
    if people and (ALL.search(text) or named(words, people)):
        return _say(desk, "redraft.which" if waiting else "redraft.nothing", name=_example(desk, waiting))
    if people:
        if len(people) == 1 and len(theirs) != 1:
            return _say(desk, "redraft.none" if not theirs else "redraft.several", name=people[0])
        return change(desk, theirs, words)
    if ALL.search(text) and waiting:
        return change(desk, waiting, words)
    if len(waiting) == 1:
        return change(desk, waiting, words)
    return _say(desk, "redraft.which" if waiting else "redraft.nothing", name=_example(desk, waiting))


def due(desk: Desk, text: str) -> Events | None:
    """ "Bob has until Friday", while his draft waits; None when no one draft is meant, or no day named."""
    people = standing.named_people(desk, text)
    theirs = [row for row in rows.pending(desk.files.drafts) if set(_names(row)) & set(people)]
    day = find_due(text, desk.now.date(), desk.words.language == "pt")
    if len(people) != 1 or len(theirs) != 1 or day is None or not day.as_written:
        return None
    return change(desk, theirs, f"due {day.as_written}")


async def change(desk: Desk, found: Iterable[Json], words: str) -> Events:
    """As asked on the card of each; one answer for all."""
    said: list[str] = []
    view: Call | None = None
    for row in found:
        async for event in deciding.change(desk, as_change(desk, row, words), desk.ask.text):
            if isinstance(event, Say):
                said.append(event.text)
            elif isinstance(event, Call) and event.name == "publish_view":
                view = event
            else:
                yield event
    yield Say(text=page(said))
    if view:
        yield view


def as_change(desk: Desk, row: Json, words: str) -> Decision:
    who = desk.ask.speaker
    return Decision(
        verb="change",
        draft_id=str(row.get("draft_id") or ""),
        version=int(row.get("version", 1)),
        instruction=words,
        by=who.name,
        locale=who.locale,
    )


async def _say(desk: Desk, key: str, name: str) -> Events:
    yield Say(text=desk.words.say(key, name=name))


def _names(row: Json) -> list[str]:
    return [str(to.get("name") or to.get("address")) for to in row.get("to", [])]


def _example(desk: Desk, waiting: Iterable[Json]) -> str:
    return next((name for row in waiting for name in _names(row)), "")
