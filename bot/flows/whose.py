"""Whose mail is this? The mail it answers says so, else a tag of ours, else the conversation; and who may write."""

from typing import Literal, NamedTuple

from bot.core.people import Channel, Person, Place, Project
from bot.core.post import Arrived
from bot.flows.ports import World

Way = Literal["in-reply-to", "references", "subject-tag", "conversation", ""]
SHARED = "-"  # in place of a project: mails of several projects bear this conversation id


class Found(NamedTuple):
    """`record_key`: of the draft that is answered, as far as it is known. No project: it answers nothing of ours."""

    project: Project | None = None
    record_key: str = ""
    way: Way = ""


async def found_for(world: World, mail: Arrived, place: Place) -> Found:
    """The nearest mail of ours that it answers, then the rest of its thread; a project that was forgotten is none."""
    by_thread = await _by_ids(world, mail, place)
    if by_thread.project is not None:
        return by_thread
    tagged = await world.store.project(mail.tagged) if mail.tagged else None
    if tagged is not None:
        return Found(tagged, way="subject-tag")
    # it joins mails of one subject, answered or not: only a reply that lost its thread is taken for part of it
    hint = mail.conversation and mail.is_reply
    hinted = await world.store.mail_thread((_conversation(mail),)) if hint else None
    if hinted and hinted[0] != SHARED and (project := await world.store.project(hinted[0])):
        return Found(project, way="conversation")
    return Found()


async def remember(world: World, mail: Arrived, project_id: str) -> None:
    """Later mails may answer this one alone. Its conversation is a hint, until another project has the same."""
    await world.store.sent_mail(mail.internet_id, "", project_id)
    if mail.conversation:
        known = await world.store.mail_thread((_conversation(mail),))
        same = known is None or known[0] == project_id
        await world.store.sent_mail(_conversation(mail), "", project_id if same else SHARED)


async def takes_part(world: World, project: Project, sender: Person) -> bool:
    """Owner and deputies, whoever they put on the thread, whoever a message was drafted for, and the project's team."""
    people = (project.owner, *project.deputies)
    address = sender.address.casefold()
    if project.decided_by(sender, world.clock()):
        return True
    if address and address in (*(one.address.casefold() for one in people), *map(str.casefold, project.guests)):
        return True
    records = await world.store.records_of(project.project_id)
    named = [one for record in records for one in record.draft.to]
    if any((one.oid and one.oid == sender.oid) or (address and one.address.casefold() == address) for one in named):
        return True
    return await _of_the_team(world, project, sender)


async def _of_the_team(world: World, project: Project, sender: Person) -> bool:
    """Whoever is in the project's thread in Teams may write by mail as well."""
    if not sender.authority or project.home.channel is not Channel.TEAMS or project.home.kind == "personal":
        return False
    members = await world.voices[Channel.TEAMS].members(project.home)
    return any(one.oid == sender.oid for one in members)


async def _by_ids(world: World, mail: Arrived, place: Place) -> Found:
    """The project is the nearest one's; which draft is answered may be said by an earlier mail of the same thread."""
    found = Found()
    for name in mail.answered:
        known = await world.store.mail_thread((name,))
        project = await world.store.project(known[0]) if known and found.project is None else found.project
        if known is None or project is None or known[0] != project.project_id:
            continue
        way: Way = found.way or ("in-reply-to" if name == mail.in_reply_to else "references")
        found = Found(project, known[1], way)
        if found.record_key:
            return found
    if found.project is None and (started := await world.store.project_of(place.thread)):
        return Found(await world.store.project(started), way="references")
    return found


def _conversation(mail: Arrived) -> str:
    return f"conversation:{mail.conversation}"
