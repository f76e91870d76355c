"""Somebody reads and decides in a browser. To look changes nothing, not even the audit; a press is a click."""

import logging
from dataclasses import replace

from bot.core.address import page_path
from bot.core.draft import BODY_LIMIT, Record, State, check_open
from bot.core.errors import FromNewer, Refusal
from bot.core.people import Person, Project
from bot.flows import decide, onlookers, present
from bot.flows.cards_of import Shown, card_of_batch, record_of
from bot.flows.ports import World
from cards.click import Click
from cards.models import Batch, Card, DraftCard, EditCard, Inbox, Waiting
from cards.sheet import Sheet
from cards.words import Words, say

log = logging.getLogger(__name__)
NOTHING_HERE = "page.nothing_here"  # for what is not there and for what is somebody else's: nobody learns which
PRESSES = ("approve", "approve_selected", "save", "save_approve", "change", "reject", "arrived", "resend", "undo")
DECIDES = {
    "approve": State.APPROVED,
    "save_approve": State.APPROVED,
    "reject": State.REJECTED,
    "change": State.ASKED,
}


async def inbox(world: World, actor: Person, locale: str) -> Sheet:
    """Everything that waits for this person in any project, what is due first on top."""
    found: list[Waiting] = []
    for project_id in await world.store.projects():
        try:
            found += await _waiting_in(world, actor, project_id)
        except FromNewer as strange:
            log.warning("project %s is not listed: %s", project_id, strange)
    rows = tuple(sorted(found, key=lambda row: row.due or "9"))
    return Sheet(card=Inbox(rows=rows), locale=locale, zone=world.house.zone)


async def _waiting_in(world: World, actor: Person, project_id: str) -> list[Waiting]:
    project = await world.store.project(project_id)
    if project is None or project.state == "closed" or not project.decided_by(actor, world.clock()):
        return []
    records = await world.store.records_of(project_id)
    mine = [one for one in records if one.waits(world.clock()) and actor.authority in one.approvers]
    return [_waiting(one, project) for one in mine]


def _waiting(record: Record, project: Project) -> Waiting:
    shown = present.letter(record, None, project.locale)
    return Waiting(**shown, project=present.name_of(project), zone=project.zone, target=page_path(record.key))


async def look(
    world: World, actor: Person, name: str, locale: str = "", edit: bool = False, batch_id: str = ""
) -> Sheet:
    """`name`: a record's key, or the id of a card that shows several. `locale`: the reader's, "" for the project's.

    `edit`: as a form, while it may be edited. Raises `Refusal` with `NOTHING_HERE` for what they do not decide.
    """
    try:
        if await world.store.record(name) is None:
            return await _batch(world, actor, name, locale)
        seen = _theirs(world, await record_of(world, name), actor, locale)
    except Refusal as nothing:
        raise Refusal(NOTHING_HERE) from nothing
    if edit and _editable(world, seen, actor):
        return _sheet(present.edit_card(seen.record, seen.project), seen.project)
    card = present.about(seen.record, seen.parcel, seen.project, world.clock(), batch_id)
    return _sheet(card, seen.project)


async def _batch(world: World, actor: Person, name: str, locale: str) -> Sheet:
    card = await card_of_batch(world, name)
    keys = card.recipe.keys if card.recipe else ()
    seen = [_theirs(world, await record_of(world, key), actor, locale) for key in keys]
    if len(seen) == 1:
        only = seen[0]
        return _sheet(present.about(only.record, only.parcel, only.project, world.clock()), only.project)
    rows, project = ((one.record, one.parcel) for one in seen), seen[0].project
    return _sheet(present.batch(name, project, rows, 1, project.locale), project)


def _theirs(world: World, seen: Shown, actor: Person, locale: str) -> Shown:
    """Told in the reader's language; everything else about the project stays as it is."""
    if not (actor.authority and onlookers.may_decide(world, seen, actor)):
        raise Refusal(NOTHING_HERE)
    home = seen.project.home.model_copy(update={"locale": locale or seen.project.locale})
    return replace(seen, project=seen.project.model_copy(update={"home": home}))


def _editable(world: World, seen: Shown, actor: Person) -> bool:
    draft = seen.record.draft
    try:
        check_open(seen.record, draft.version, draft.content_hash, actor.authority, world.clock())
    except Refusal:
        return False
    return seen.project.state != "closed"


def _sheet(card: Card, project: Project) -> Sheet:
    return Sheet(card=card, locale=project.locale, zone=project.zone)


async def press(world: World, actor: Person, clicked: Click, locale: str = "", seen: str = "") -> Sheet | None:
    """None: carried out, and the page shows it when it is asked for anew. A sheet: what came instead, and why.

    `seen`: the body that stood on the page, so that what changed under it can be shown. Raises `Refusal` as `look`.
    """
    name = clicked.draft_id or clicked.batch_id
    if clicked.verb not in PRESSES:
        raise Refusal(NOTHING_HERE)
    try:
        before = await look(world, actor, name, locale)
    except Refusal:
        await decide.click(world, clicked, actor, world.house.locale)  # refused there too, and written down
        raise
    answer = await decide.click(world, clicked, actor, before.locale)
    if isinstance(answer, EditCard) or (isinstance(answer, DraftCard) and answer.panel):
        return before.model_copy(update={"card": _asked_again(clicked, answer, say(before.locale))})
    now = await look(world, actor, name, locale, batch_id=clicked.batch_id)
    if isinstance(answer, str):
        return now.model_copy(update={"note": answer})
    if isinstance(answer, Batch):
        return await _left_alone(world, actor, clicked, now)
    if isinstance(answer, DraftCard) and not answer.hint:
        return None  # saved
    return await _too_late(world, actor, clicked, now, seen)


async def _left_alone(world: World, actor: Person, clicked: Click, sheet: Sheet) -> Sheet | None:
    """Of what was ticked, some may have moved meanwhile: it is told how many, and the list shows which."""
    records = [await world.store.record(pick.draft_id) for pick in clicked.picks]
    left = sum(not (one and _carried_out("approve", one, actor)) for one in records)
    return sheet.model_copy(update={"note": say(sheet.locale).t("page.left_alone", n=left)}) if left else None


def _asked_again(clicked: Click, card: DraftCard | EditCard, words: Words) -> Card:
    """A form that cannot be taken as it is keeps what was written in it."""
    if isinstance(card, DraftCard):
        key = "desk.say_the_change" if card.panel == "change" else "desk.say_the_reason"
        return card.model_copy(update={"hint": words.t(key)})
    wrote: dict[str, object] = {"subject": clicked.subject, "body": clicked.body}
    there = bool(clicked.body.strip())
    hint = words.t("desk.too_long", limit=str(BODY_LIMIT)) if there else words.t("desk.empty_body")
    return card.model_copy(update=wrote | {"hint": hint})


async def _too_late(world: World, actor: Person, clicked: Click, sheet: Sheet, seen: str) -> Sheet | None:
    """The first decision counts. Whoever pressed the same twice sees it; whoever else did is told so, and keeps what
    they wrote beside what stands now."""
    record = await world.store.record(clicked.draft_id)
    done = clicked.verb in DECIDES and record is not None and _carried_out(clicked.verb, record, actor)
    if done or record is None or clicked.verb in ("arrived", "resend", "undo"):
        return None
    wrote = {"subject": clicked.subject, "body": clicked.body or clicked.instruction or clicked.reason}
    if not isinstance(sheet.card, DraftCard):
        return sheet.model_copy(update=wrote | {"note": _why(record, say(sheet.locale))})
    changed = present.changes(seen.replace("\r\n", "\n"), sheet.card.body) if seen else ()
    return sheet.model_copy(update=wrote | {"note": say(sheet.locale).t("desk.stale"), "changed": changed})


def _why(record: Record, words: Words) -> str:
    """What happened before this press, where the card beside it does not say so itself."""
    if record.state is State.ASKED:
        return words.t("desk.change_running")
    decided = record.state in (State.APPROVED, State.REJECTED)
    return words.t("desk.already_decided", name=record.decided_by) if decided else ""


def _carried_out(verb: str, record: Record, actor: Person) -> bool:
    return record.state is DECIDES[verb] and record.decided_oid == actor.oid
