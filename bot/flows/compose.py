"""What somebody finds from the box in which they write: their projects, tasks and drafts, and the desk's own links.

What they pick is put into a conversation where others read it. So a card names the thing and leads to it; the texts
are shown to those who may read them, when they open it there.
"""

from collections.abc import AsyncIterator
from urllib.parse import unquote

from bot.core.address import page_url
from bot.core.command import folded
from bot.core.noun import Noun
from bot.core.people import Person, Project
from bot.core.project_log import ProjectLog, Task, owed_by, read_log
from bot.flows import present
from bot.flows.checkpoint import FIRST
from bot.flows.ports import World
from bot.flows.threads import decided_by, title_of
from cards.models import Notice
from cards.words import Words, say

MOST = 25  # results that a client shows
KINDS = frozenset({"projects", "tasks", "pending"})


class Found(Noun):
    """One line of the list, and the card that picking it inserts."""

    title: str
    text: str
    notice: Notice


async def search(world: World, actor: Person, what: str, wanted: str, locale: str, zone: str) -> tuple[Found, ...]:
    """`what`: projects | tasks | pending. Only what this person decides, and what they owe."""
    if not actor.authority:
        return ()
    words = say(locale)
    source = {"projects": _projects, "tasks": _tasks, "pending": _pending}.get(what)
    found: list[Found] = []
    if source is None:
        return ()
    async for one in source(world, actor, words, zone):
        if folded(wanted) in folded(f"{one.title} {one.text}"):
            found.append(one)
        if len(found) == MOST:
            break
    return tuple(found)


async def unfold(world: World, actor: Person, url: str, locale: str) -> Found | None:
    """A link to one of our pages, for somebody who may open it."""
    root = page_url(world.house.public_url)
    if not root or not url.startswith(root):
        return None
    words, key = say(locale), unquote(url.removeprefix(root).strip("/").partition("/")[0].partition("?")[0])
    if not key:
        text = words.t("compose.page")
        return Found(title=text, text=words.t("compose.page_text"), notice=Notice(text=text))
    record = await world.store.record(key)
    project = await world.store.project(record.project_id) if record else None
    if record is None or project is None or not project.decided_by(actor, world.clock()):
        return None
    state = present.mark(record, None, locale).state
    text = words.t("compose.draft_of", project=title_of(project, words), state=words.t(f"state.{state}"))
    return Found(title=title_of(project, words), text=text, notice=Notice(text=text, draft_id=record.key))


async def _projects(world: World, actor: Person, words: Words, _: str) -> AsyncIterator[Found]:
    for project in await decided_by(world, actor):
        waiting = [one for one in await world.store.records_of(project.project_id) if one.waits(world.clock())]
        title = title_of(project, words)
        text = words.t("desk.pending", n=len(waiting)) if waiting else words.t("desk.nothing_pending")
        yield Found(title=title, text=text, notice=Notice(text=f"{title}: {text}"))


async def _pending(world: World, actor: Person, words: Words, _: str) -> AsyncIterator[Found]:
    for project in await decided_by(world, actor):
        for record in await world.store.records_of(project.project_id):
            if record.waits(world.clock()) and actor.authority in record.approvers:
                names = words.together(tuple(one.name or one.address for one in record.draft.to))
                text = words.t("compose.draft_waits", project=title_of(project, words))
                yield Found(
                    title=record.draft.subject or names,
                    text=f"{names} · {title_of(project, words)}",
                    notice=Notice(text=text, draft_id=record.key),
                )


async def _tasks(world: World, actor: Person, words: Words, zone: str) -> AsyncIterator[Found]:
    """All tasks of a project that one decides, and one's own in the others. No sandbox is woken for it."""
    contact = await world.store.contact(actor.tenant, actor.oid)
    address = contact.person.address if contact else ""
    for project_id in await world.store.projects():
        project = await world.store.project(project_id)
        if project is None or project.state == "closed" or project.owner.tenant != actor.tenant:
            continue
        log = await _copied(world, project)
        for task in _theirs(world, actor, address, project, log) if log else ():
            due = words.date(task.due, zone) if task.due else words.t("desk.no_date")
            text = " · ".join(part for part in (task.owner, due, title_of(project, words)) if part)
            yield Found(title=task.title, text=text, notice=Notice(text=f"{task.title}: {text}"))


async def _copied(world: World, project: Project) -> ProjectLog | None:
    """The agent's log as it was copied last: a list of tasks may be a turn old, and has to be quick."""
    kept = await world.store.checkpoint(project.project_id)
    return read_log(next((one.content for one in kept.files if one.path == FIRST[0]), None) if kept else None)


def _theirs(world: World, actor: Person, address: str, project: Project, log: ProjectLog) -> tuple[Task, ...]:
    return log.tasks if project.decided_by(actor, world.clock()) else owed_by(log, actor.oid, address)
