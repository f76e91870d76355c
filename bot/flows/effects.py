"""What a finished turn leaves behind: the chain moved on, drafts taken in, cards owed."""

from bot.core.draft import Record
from bot.core.letter import Letter
from bot.core.memory import Effects
from bot.core.people import Channel, Place, Project
from bot.core.turn import Answer
from bot.flows import agenda, consent, offers
from bot.flows.dashboard import title_in
from bot.flows.ports import World


async def of_turn(
    world: World,
    project: Project,
    letter_id: str,
    answer: Answer,
    *,
    unattended: bool = False,
    more: tuple[Record, ...] = (),
    letter: Letter | None = None,
) -> Effects:
    """`more`: records the turn changed besides the drafts it offered. `letter`: what the turn was an answer to."""
    new = await offers.taken_in(world, project, answer)
    unseen = answer.ended is None or answer.ended.status != "completed"
    place = await approval_place(world, project)
    timers = agenda.after_turn(world, project, (*new, *more))
    wishes = await consent.asked(world, project, letter, answer) if letter is not None else ()
    project, well = _moved(world, project, answer, unattended), _well(answer)
    records, parcels = offers.cards_for(world, letter_id, new, place)
    if answer.payload and place.channel is Channel.MAIL:  # one turn is one mail: the picture comes when it is asked for
        project = project.model_copy(update={"title": project.title or title_in(answer.payload)})
    elif answer.payload:
        view = offers.dashboard_for(world, project, letter_id, answer.payload, place, fresh=not project.dashboard_card)
        project = project.model_copy(
            update={"dashboard_card": view.parcel_id, "title": project.title or title_in(answer.payload)}
        )
        parcels = (view, *parcels)  # what waits for a decision is the last thing in the thread
    records, parcels = _with(records, more), (*parcels, *wishes)
    return Effects(project=project, records=records, parcels=parcels, unseen=unseen, well=well, timers=timers)


def _with(records: tuple[Record, ...], more: tuple[Record, ...]) -> tuple[Record, ...]:
    return records + tuple(record for record in more if record.key not in {one.key for one in records})


def _moved(world: World, project: Project, answer: Answer, unattended: bool) -> Project:
    """The chain goes on only from a response that ended well; an unattended turn never touches the conversation's."""
    changed: dict[str, object] = {"started": True, "last_turn_at": world.clock()}
    if unattended:
        changed |= {"poll_chain": answer.response_id} if _well(answer) else {}
    elif _well(answer):
        changed |= {"chain": answer.response_id, "earlier_chain": answer.chain}
    elif not _stopped(answer):  # where its reader stopped it, nothing is wrong with what came before
        changed |= {"chain": project.earlier_chain, "earlier_chain": ""}
    return project.model_copy(update=changed)


def _stopped(answer: Answer) -> bool:
    return answer.ended is not None and answer.ended.status == "cancelled"


def _well(answer: Answer) -> bool:
    return answer.ended is not None and answer.ended.status in ("completed", "incomplete")


async def approval_place(world: World, project: Project) -> Place:
    """Where the owner decides: the project's thread in Teams; of a mail thread the owner's own chat, or by mail."""
    if project.home.channel is Channel.TEAMS:
        return project.home
    contact = await world.store.contact(project.owner.tenant, project.owner.oid) if project.owner.oid else None
    if contact and contact.place:
        return contact.place
    return project.home.model_copy(update={"address": project.owner.address})
