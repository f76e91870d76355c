"""Somebody wrote: one turn of the agent, and the answer where it belongs."""

from bot.core.command import Asked, asked_in, row_of
from bot.core.draft import Record, State
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.people import Channel, Person, Project, Role, new_project
from bot.flows import commands, effects, handed, languages, lost, quotes, silence
from bot.flows.acquaint import acquaint
from bot.flows.ballot import said_with
from bot.flows.converse import converse
from bot.flows.hand_in import hand_in, with_files
from bot.flows.news import seen_by
from bot.flows.ports import World
from bot.flows.rebind import rebound
from bot.flows.reply import reply_with
from bot.flows.speech import ours, sources, spoken
from bot.flows.stage import Bookmark, Stage
from cards.words import say


async def hear(world: World, project_id: str, said: Said) -> Effects:
    if said.speaker.foreign_to(said.place):  # the agent hears nothing of it
        return await _turned_away(world, said, "desk.other_tenant")
    asked = asked_in(said.text) if said.addressed and not (said.files or said.lost_files) else None
    project = await world.store.project(project_id)
    if project is None:
        if await _moved(world, project_id, said):
            return Effects()
        if not _may_start(said.speaker):
            return await reply_with(world, said, "desk.cannot_start")
        project = await _first_heard(world, said, asked)
        if project is None:
            return await reply_with(world, said, "desk.owner_writes_first")
    if not (asked and row_of(asked.name).after_end) and (settled := await lost.settled(world, project, said)):
        return await reply_with(world, said, settled)
    speaker = await acquaint(world, project, said)
    if speaker.guest:
        return await _turned_away(world, said, "desk.guest")
    await languages.note(world, speaker, said.text)
    said = said.model_copy(update={"speaker": speaker})
    project = _with_people(world, project, said)
    return await _heard(world, project, said, asked)


async def _heard(world: World, project: Project, said: Said, asked: Asked | None) -> Effects:
    """From somebody who may speak here."""
    if not said.addressed:  # people among themselves
        return await silence.hold(world, project, said) if project.taken_over else Effects()
    said = await with_files(world, said)
    if not said.text and not said.files:
        key = "desk.nothing_received" if said.place.kind == "personal" else "desk.nothing_received_here"
        return await reply_with(world, said, key)
    if asked and (found := await commands.answer(world, project, said, asked)):
        return found
    if project.taken_over:
        return await silence.hold(world, project, said)
    if project.role_of(said.speaker, world.clock()) in (Role.OWNER, Role.DEPUTY):
        return await _owner_speaks(world, project, said)
    if asked or not project.started:
        return await reply_with(world, said, "desk.no_project_yet")
    return await _contributor_speaks(world, project, said)


async def _turned_away(world: World, said: Said, key: str) -> Effects:
    """Whoever spoke to others only is not answered."""
    return await reply_with(world, said, key) if said.addressed else Effects()


async def _moved(world: World, project_id: str, said: Said) -> bool:
    """A thread that was linked to a project while this waited in its own box."""
    at = await world.store.project_of(said.place.thread)
    if at in (None, project_id) or project_id != said.place.project_id:
        return False
    await world.store.accept(f"{said.letter_id}|moved", said.place, said, at)
    world.jobs.book(at)
    return True


async def _first_heard(world: World, said: Said, asked: Asked | None) -> Project | None:
    """A new project, or one that was forgotten; None when that is somebody else's."""
    project = new_project(said.place, said.speaker, world.clock())
    if asked and row_of(asked.name).alone:
        return project
    if asked is None:  # the sandbox may take its time to answer
        await Stage(world, await Bookmark.open(world.store, said.letter_id), said.place).open()
    return await rebound(world, project, said, aside=asked is not None and said.place.kind == "personal")


def _with_people(world: World, project: Project, said: Said) -> Project:
    """What the message tells of them: the owner in full at first, and whom an owner writes to takes part."""
    if not project.started and project.owner.authority == said.speaker.authority:
        project = project.model_copy(update={"owner": said.speaker})
    if said.also and project.role_of(said.speaker, world.clock()) in (Role.OWNER, Role.DEPUTY):
        project = project.model_copy(update={"guests": tuple(dict.fromkeys((*project.guests, *said.also)))})
    return project


def _may_start(speaker: Person) -> bool:
    """A project needs somebody who can decide: a person of our directory, not a bot and not a stranger."""
    return bool(speaker.authority)


async def _owner_speaks(world: World, project: Project, said: Said) -> Effects:
    book = await Bookmark.open(world.store, said.letter_id)
    stage = Stage(world, book, said.place)
    await stage.open()
    handed_in = await hand_in(world, project, said)
    people = await languages.known(world, project)
    request = handed.request(project, said, _role(world, project, said), handed_in, people=people)
    answer = await converse(world, project, request, stage, book)
    found = await effects.of_turn(world, project, said.letter_id, answer, letter=said)
    if found.well and answer.payload:  # the owner is shown how things stand
        seen = await seen_by(world, project, said.speaker)
        found = found.model_copy(update={"glances": seen.glances})
    text = "\n\n".join((await spoken(world, project, said.place, answer, found), *handed_in.regrets))
    found, text = said_with(found, said.place, text)
    await stage.close(text, exact=ours(answer), sources=sources(answer))
    await quotes.remember(world, said.place, book.mark.answered, project.project_id)
    return found


async def _contributor_speaks(world: World, project: Project, said: Said) -> Effects:
    """What others write is an input: they get a word of thanks, the owner gets what the agent made of it."""
    at_home = said.place.thread == project.home.thread
    book = await Bookmark.open(world.store, said.letter_id)
    if not at_home and said.place.channel is not Channel.MAIL:  # a word of thanks is no reason for a mail
        await _aside(world, said, "thanks", say(said.place.locale).t("desk.passed_on", owner=project.owner.name))
    stage = Stage(world, book, project.home)
    if at_home:
        await stage.open()
    answered = await _answered(world, project, said)
    handed_in = await hand_in(world, project, said)
    if not at_home:
        await _aside(world, said, "files", "\n\n".join(handed_in.regrets))
    answer = await converse(
        world, project, handed.request(project, said, _role(world, project, said), handed_in, answered), stage, book
    )
    found = await effects.of_turn(world, project, said.letter_id, answer, letter=said)
    if at_home:
        text = "\n\n".join((await spoken(world, project, said.place, answer, found), *handed_in.regrets))
        found, text = said_with(found, project.home, text)
        await stage.close(text, exact=ours(answer), sources=sources(answer))
    elif answer.failed:
        await _aside(world, said, "failed", await spoken(world, project, said.place, answer, found))
    else:
        found, text = said_with(found, project.home, answer.text)
        await stage.close(text)
    return found


async def _aside(world: World, said: Said, about: str, text: str) -> None:
    """Once, where it was sent, to who sent it: the answer stands elsewhere."""
    book = await Bookmark.open(world.store, f"{said.letter_id}-{about}")
    await Stage(world, book, said.place).close(text, exact=True)


async def _answered(world: World, project: Project, said: Said) -> str:
    """The agent's name for the draft that is answered: the one the mail names, else the newest to this person."""
    if said.answers and (record := await world.store.record(said.answers)):
        return record.draft.draft_id
    records = await world.store.records_of(project.project_id)
    theirs = [record for record in records if record.state is State.APPROVED and _is_for(record, said.speaker)]
    newest = max(theirs, key=lambda record: record.decided_at or record.offered_at, default=None)
    return newest.draft.draft_id if newest else ""


def _is_for(record: Record, person: Person) -> bool:
    return any(
        (person.oid and one.oid == person.oid)
        or (person.address and one.address.casefold() == person.address.casefold())
        for one in record.draft.to
    )


def _role(world: World, project: Project, said: Said) -> Role:
    return project.role_of(said.speaker, world.clock())
