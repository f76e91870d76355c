"""Drafts the agent offered become records the owner can decide on, and cards that show them."""

import logging
from datetime import timedelta

from bot.core.draft import SUBJECT_LIMIT, Draft, Recipient, Record, State, record_key, takes_offer
from bot.core.errors import ChannelTrouble
from bot.core.parcel import NOT_NEEDED, Fate, Parcel, Recipe
from bot.core.people import Channel, Person, Place, Project
from bot.core.turn import Answer
from bot.flows import closing
from bot.flows.ports import World

log = logging.getLogger(__name__)
MOST = 100  # drafts on one card: a click on "approve all" names every one of them


async def taken_in(world: World, project: Project, answer: Answer) -> tuple[Record, ...]:
    """The records that are new or have a new version. What was decided already stays decided."""
    if not project.approvers_at(world.clock()):
        return ()
    roster: tuple[Person, ...] | None = None
    signature, taken = "", []
    for offer in answer.drafts.values():
        known = await world.store.record(record_key(project.project_id, offer.draft_id))
        held_back = known is not None and await _held_back(world, known)
        if known and not held_back and known.state not in (State.PENDING, State.ASKED, State.EXPIRED):
            continue
        if roster is None:
            roster, signature = await roster_of(world, project), await closing.signature_of(world, project.owner)
        reachable = await _reachable(world, project, offer, roster)
        given = closing.with_signature(reachable, signature, project)
        if held_back or takes_offer(known, given, world.clock()):
            mail = {"signature": signature} if given.channel is Channel.MAIL else {}
            taken.append(_record(world, project, given, known).model_copy(update=mail))
    return tuple(taken)


async def _held_back(world: World, record: Record) -> bool:
    """It was approved and never left, because its approval did not cover it any more: only a new one can."""
    parcel = await world.store.parcel(record.parcel_id) if record.state is State.APPROVED else None
    return parcel is not None and parcel.fate is Fate.REFUSED and parcel.trouble not in NOT_NEEDED


def _record(world: World, project: Project, offer: Draft, known: Record | None) -> Record:
    now = world.clock()
    version = max(offer.version, known.draft.version + 1) if known else offer.version
    draft = offer.model_copy(update={"version": version})
    return Record(
        key=record_key(project.project_id, offer.draft_id),
        project_id=project.project_id,
        draft=draft,
        offered=draft,
        approvers=project.approvers_at(now),
        offered_at=now,
        expires_at=now + timedelta(days=world.house.draft_days),
    )


async def roster_of(world: World, project: Project) -> tuple[Person, ...]:
    """Who is in the project's home: the only directory we ask. A mail thread has none; without an answer nobody is."""
    if project.home.channel is not Channel.TEAMS or project.home.kind == "personal":
        return ()
    try:
        return await world.voices[Channel.TEAMS].members(project.home)
    except ChannelTrouble as trouble:
        log.warning("the members of %s could not be listed: %s", project.home.thread, type(trouble).__name__)
        return ()


async def _reachable(world: World, project: Project, offer: Draft, roster: tuple[Person, ...]) -> Draft:
    """The channel the card will promise: Teams only for a person of ours we can name by object id, else mail."""
    to = tuple([await _named(world, project, one, roster) for one in offer.to])
    teams = offer.channel is Channel.TEAMS and len(to) == 1 and bool(to[0].oid) and not to[0].external
    if teams:
        return offer.model_copy(update={"to": to, "channel": Channel.TEAMS, "importance": "normal"})  # a mail's alone
    mail = {"to": to, "channel": Channel.MAIL, "subject": _tagged(world, project, offer)}
    return offer.model_copy(update=mail)


def _tagged(world: World, project: Project, offer: Draft) -> str:
    """The owner approves the subject as it will leave: with the tag by which an answer finds the project."""
    tag = world.post.tag(project.project_id)
    if not tag or tag in offer.subject:
        return offer.subject
    return f"{offer.subject[: SUBJECT_LIMIT - len(tag) - 1]} {tag}".strip()


async def _named(world: World, project: Project, one: Recipient, roster: tuple[Person, ...]) -> Recipient:
    """Addresses stay as the agent gave them; the object id is looked up, never guessed from a name."""
    if one.oid or one.external or not one.address:
        return one
    found = next((person for person in roster if person.address.casefold() == one.address.casefold()), None)
    if found is None:
        contact = await world.store.contact_by_address(project.owner.tenant, one.address)
        found = contact.person if contact else None
    return one.model_copy(update={"oid": found.oid}) if found else one


def cards_for(
    world: World, letter_id: str, records: tuple[Record, ...], place: Place
) -> tuple[tuple[Record, ...], tuple[Parcel, ...]]:
    """The cards that show the records of one project, which learn of them: one, as long as they fit on it."""
    parts = [records[first : first + MOST] for first in range(0, len(records), MOST)]
    cards = tuple(_card_for(world, letter_id, part, place, number) for number, part in enumerate(parts, start=1))
    shown = (
        record.model_copy(update={"card_id": card.parcel_id})
        for part, card in zip(parts, cards, strict=True)
        for record in part
    )
    return tuple(shown), cards


def _card_for(world: World, letter_id: str, records: tuple[Record, ...], place: Place, number: int) -> Parcel:
    """A card for one draft, a batch for several."""
    project_id = records[0].project_id
    return Parcel(
        parcel_id=f"{project_id}.card.{letter_id}" + (f".{number}" if number > 1 else ""),
        project_id=project_id,
        kind="card",
        place=place,
        recipe=Recipe(kind="draft" if len(records) == 1 else "batch", keys=tuple(record.key for record in records)),
        planned_at=world.clock(),
    )


def dashboard_for(world: World, project: Project, letter_id: str, payload: str, place: Place, fresh: bool) -> Parcel:
    """The picture of where things stand: in place of the last one, or as a new message when somebody asked for it."""
    recipe = Recipe(kind="dashboard", text=payload, replaces="" if fresh else project.dashboard_card)
    return Parcel(
        parcel_id=f"{project.project_id}.view.{letter_id}",
        project_id=project.project_id,
        kind="card",
        place=place,
        recipe=recipe,
        planned_at=world.clock(),
    )


def reopened(record: Record) -> Record:
    """A change that was asked for and could not be made: the draft is open again as it was."""
    return record.model_copy(
        update={"state": State.PENDING, "decided_by": "", "decided_oid": "", "decided_at": None, "reason": ""}
    )
