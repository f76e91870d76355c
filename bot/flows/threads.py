"""Which project a conversation speaks of: a person's projects, and the threads that lead to one of them."""

from bot.core.command import Asked, folded
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.people import Person, Project
from bot.flows.ports import World
from bot.flows.reply import reply, reply_with
from cards.words import Words, say

OWN = frozenset({"new", "a new one", "none", "novo", "um novo", "nenhum"})  # the chat's own project


async def projects(world: World, _: Project, said: Said, __: Asked) -> Effects:
    """Only in the 1:1 chat: what somebody decides elsewhere is nobody else's business."""
    if said.place.kind != "personal":
        return await reply_with(world, said, "desk.projects_in_chat")
    mine = await decided_by(world, said.speaker)
    words = say(said.place.locale)
    if not mine:
        return await reply(world, said, words.t("desk.no_projects"))
    here = await world.store.project_of(said.place.thread)
    lines = [await _line(world, number, one, here or "", words) for number, one in enumerate(mine, start=1)]
    return await reply(world, said, "\n".join((words.t("desk.projects", n=len(mine)), "", *lines)))


async def switch(world: World, _: Project, said: Said, asked: Asked) -> Effects | None:
    """Lets the 1:1 chat speak of another project; "new": of its own again."""
    thread, words, own = said.place.thread, say(said.place.locale), folded(asked.about) in OWN
    found = None if own else await _meant(world, said.speaker, asked.about)
    if found is None and not own:
        return await _not_found(world, said, asked)
    if said.place.kind != "personal":
        return await reply_with(world, said, "desk.projects_in_chat")
    if found is None:
        await world.store.unlink(thread, await world.store.project_of(thread) or "")
        return await reply_with(world, said, "desk.switched_to_new")
    text = words.t("desk.switched", project=title_of(found, words))
    return await reply(world, said, text, Effects(links=((thread, found.project_id),)))


async def link(world: World, _: Project, said: Said, asked: Asked) -> Effects | None:
    """Another thread for a project that exists. One that has a project keeps it."""
    if not asked.about:
        return await reply_with(world, said, "desk.link_which")
    found = await _meant(world, said.speaker, asked.about)
    if found is None:
        return await _not_found(world, said, asked)
    thread, title = said.place.thread, title_of(found, say(said.place.locale))
    at = await world.store.project_of(thread)
    if at not in (None, found.project_id):
        return await reply_with(world, said, "desk.thread_taken")
    return await reply_with(world, said, "desk.linked", Effects(links=((thread, found.project_id),)), project=title)


async def unlink(world: World, project: Project, said: Said, _: Asked) -> Effects:
    """The thread a project was begun in stays its own."""
    title = title_of(project, say(said.place.locale))
    if project.project_id == said.place.project_id:
        return await reply_with(world, said, "desk.home_thread")
    if not project.decided_by(said.speaker, world.clock()):
        return await reply_with(world, said, "desk.only_deciders")
    await world.store.unlink(said.place.thread, project.project_id)
    return await reply_with(world, said, "desk.unlinked", project=title)


async def decided_by(world: World, person: Person) -> tuple[Project, ...]:
    """The projects in which somebody decides and that are not closed, oldest first: their numbers stay."""
    found = [await world.store.project(one) for one in await world.store.projects()]
    mine = [one for one in found if one and one.state != "closed" and one.decided_by(person, world.clock())]
    return tuple(sorted(mine, key=lambda one: (one.created_at, one.project_id)))


def title_of(project: Project, words: Words) -> str:
    if project.title:
        return project.title
    return words.t("desk.untitled", date=words.date(project.created_at.date().isoformat(), project.zone))


async def _meant(world: World, person: Person, about: str) -> Project | None:
    """By its number in the list, or by words of its title that fit one project alone."""
    mine = await decided_by(world, person)
    wanted = folded(about)
    if wanted.isdecimal():
        return mine[int(wanted) - 1] if 0 < int(wanted) <= len(mine) else None
    named = [one for one in mine if wanted and wanted in folded(one.title)]
    return named[0] if len(named) == 1 else None


async def _not_found(world: World, said: Said, asked: Asked) -> Effects | None:
    """A number, or quotation marks, can only be meant for us; other words may be a sentence for the agent."""
    number = folded(asked.about).isdecimal()
    return await reply_with(world, said, "desk.no_such_project", about=asked.about) if number else None


async def _line(world: World, number: int, project: Project, here: str, words: Words) -> str:
    now = world.clock()
    waiting = sum(one.waits(now) for one in await world.store.records_of(project.project_id))
    parts = [f"{number}. **{title_of(project, words)}**"]
    if waiting:
        parts.append(words.t("desk.pending", n=waiting))
    if project.state != "active":
        parts.append(words.t(f"desk.project_{project.state}"))
    if project.taken_over:
        parts.append(words.t("desk.project_silent"))
    if project.project_id == here:
        parts.append(words.t("desk.project_here"))
    return " · ".join(parts)


STORIES = {"projects": projects, "switch": switch, "link": link, "unlink": unlink}
