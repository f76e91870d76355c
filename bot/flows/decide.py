"""Somebody clicked: look, decide, or be told why not. The decision is written in one step and answered at once."""

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from bot.core.draft import COVERS, COVERS_NUDGE, NUDGES, Record, State, Verb, check_open, edited, parcel_name
from bot.core.errors import Refusal
from bot.core.letter import Letter, Told
from bot.core.memory import Decision, Verdict
from bot.core.parcel import Fate, Parcel
from bot.core.people import Person, Place, Project
from bot.flows import authority, board, consent, dead_letter, deliver, later, looking, lost, present, undo
from bot.flows.cards_of import Shown, batch_of, record_of
from bot.flows.ports import World
from cards.click import Click, Pick
from cards.faces.batch import readable
from cards.models import Card
from cards.words import say

log = logging.getLogger(__name__)
Reply = Card | str  # a card takes the place of the one clicked; a sentence leaves it alone
MOVED_ON = ("desk.stale", "desk.already_decided", "desk.change_running", "desk.expired")
TOO_LATE = {"desk.already_decided": "desk.too_late", "desk.change_running": "desk.too_late_to_change"}
NOTHING_DONE = ("desk.not_yours", "desk.stopped")
REFUSALS = {
    "unknown": "desk.unknown_draft",
    "not_yours": "desk.not_yours",
    "closed": "desk.already_decided",
    "expired": "desk.expired",
    "stale": "desk.stale",
}


async def click(
    world: World,
    clicked: Click,
    actor: Person,
    locale: str,
    place: Place | None = None,
    pressed: datetime | None = None,
) -> Reply:
    """The answer to a click. A refusal is a sentence and leaves the card alone; a late click gets the present state.

    `place`: where the card stands that was clicked. Without one only those who decide are shown anything.
    `pressed`: when, where that may be a while ago; it is judged by that moment.
    """
    if pressed is not None:
        world, clicked = await _back_then(world, clicked, pressed)
    try:
        if clicked.verb in ("retry", "discard"):
            return await dead_letter.decide(world, clicked, actor, locale)
        return await _answer(world, clicked, actor, place)
    except Refusal as refusal:
        if refusal.key == "desk.unknown_draft":  # no record, and so no audit of its own
            log.warning("%s on a draft that is not there, by %s", clicked.verb, actor.authority or "nobody known")
        return say(locale).t(refusal.key, **refusal.facts)


async def _back_then(world: World, clicked: Click, pressed: datetime) -> tuple[World, Click]:
    """The world by the clock of that moment. "Send again" was said of the doubt that was there then: of a younger one
    it says nothing, so it only looks."""
    now = world.clock()
    if clicked.verb == "resend" and pressed < now:
        record = await world.store.record(clicked.draft_id)
        parcel = await world.store.parcel(record.parcel_id) if record else None
        if parcel and parcel.settled_at and pressed < parcel.settled_at <= now:
            clicked = clicked.model_copy(update={"verb": "open"})
    return replace(world, clock=lambda: pressed), clicked


async def _answer(world: World, clicked: Click, actor: Person, place: Place | None) -> Reply:
    match clicked.verb:
        case "open" | "back" | "refresh" | "page" | "cancel":
            return await looking.look(world, clicked, actor, place)
        case "approve_selected":
            return await _approve_selected(world, clicked, actor, place)
        case "arrived" | "resend":
            return await _settle_doubt(world, clicked, actor)
        case "approve" | "save" | "save_approve" | "change" | "reject" | "edit":
            return await _one(world, clicked, actor)
        case "undo":
            seen = await record_of(world, clicked.draft_id)
            await authority.ours(world, seen, "undo", authority.picked(clicked), actor)
            return await undo.hold_back(world, seen, authority.picked(clicked), actor, clicked.batch_id)
        case "restart" | "stop":
            return await lost.click(world, clicked, actor)
        case "go_on":
            return await consent.go_on(world, clicked, actor, place)
        case "snooze" | "no_more":
            return await later.click(world, clicked, actor, place)
        case "deputy_add" | "deputy_remove":
            return await board.change(world, clicked, actor, place)
    raise Refusal("desk.unknown_button")


async def _approve_selected(world: World, clicked: Click, actor: Person, place: Place | None) -> Reply:
    """Every ticked draft is decided for itself: one that moved meanwhile stays open and shows why."""
    if not clicked.picks:
        raise Refusal("desk.nothing_ticked")
    shown = {one.record.key for one in await looking.readable_batch(world, clicked, actor, place)}
    refusals = []
    for pick in clicked.picks:
        try:
            seen = await record_of(world, pick.draft_id)
            await authority.ours(world, seen, "approve", pick, actor)
            if pick.draft_id not in shown or (place is not None and not readable(seen.record.draft.body)):
                await authority.turned_away(world, seen.record, "approve", pick, actor, "not_shown")
                raise Refusal("desk.not_shown")
            await _write(world, Verb.APPROVE, seen, pick, seen.record, actor)
        except Refusal as refusal:
            refusals.append(refusal)
    if len(refusals) == len(clicked.picks) and all(one.key in NOTHING_DONE for one in refusals):
        raise refusals[0]
    batch = await batch_of(world, clicked.batch_id, clicked.page)
    if not refusals:
        return batch
    project = (await record_of(world, batch.rows[0].draft_id)).project
    return batch.model_copy(update={"hint": say(project.locale).t("desk.some_unchanged", n=len(refusals))})


async def _one(world: World, clicked: Click, actor: Person) -> Reply:
    seen, pick = await record_of(world, clicked.draft_id), authority.picked(clicked)
    await authority.ours(world, seen, clicked.verb, pick, actor)
    try:
        return await _verb(world, clicked, seen, pick, actor)
    except Refusal as refusal:
        if refusal.key in MOVED_ON:
            return _with_hint(world, await record_of(world, clicked.draft_id), clicked, refusal)
        if refusal.key in ("desk.empty_body", "desk.too_long"):
            hint = say(seen.project.locale).t(refusal.key, **refusal.facts)
            return present.edit_card(seen.record, seen.project, hint)
        raise


async def _verb(world: World, clicked: Click, seen: Shown, pick: Pick, actor: Person) -> Reply:
    record, words = seen.record, say(seen.project.locale)
    match clicked.verb:
        case "edit":
            check_open(record, pick.version, pick.hash, actor.authority, world.clock())
            return present.edit_card(record, seen.project)
        case "approve":
            return await _write(world, Verb.APPROVE, seen, pick, record, actor)
        case "save" | "save_approve":
            verb = Verb.EDIT if clicked.verb == "save" else Verb.EDIT_APPROVE
            return await _write(world, verb, seen, pick, edited(record, clicked.subject, clicked.body), actor)
        case "change":
            if not clicked.instruction.strip():
                return _panel(world, seen, clicked, "change", words.t("desk.say_the_change"))
            after = record.model_copy(update={"reason": clicked.instruction.strip()})
            return await _write(world, Verb.CHANGE, seen, pick, after, actor)
    chosen = f"reason.{clicked.reason_choice}"
    reason = clicked.reason.strip() or (words.t(chosen) if words.has(chosen) else "")
    if not reason:
        return _panel(world, seen, clicked, "reject", words.t("desk.say_the_reason"))
    return await _write(world, Verb.REJECT, seen, pick, record.model_copy(update={"reason": reason}), actor)


async def _write(world: World, verb: Verb, seen: Shown, pick: Pick, after: Record, actor: Person) -> Reply:
    """The store judges: owner, state, version, hash and expiry in the step that writes."""
    now = world.clock()
    decision = _decision(world, verb, seen, pick, after, actor)
    verdict = await world.store.decide(decision)
    if verdict.word not in ("done", "repeat"):
        raise _refusal(verdict)
    if verdict.word == "done":
        await _follow_up(world, decision)
    now_seen = await record_of(world, pick.draft_id)
    return present.about(now_seen.record, now_seen.parcel, now_seen.project, now)


def _decision(world: World, verb: Verb, seen: Shown, pick: Pick, after: Record, actor: Person) -> Decision:
    now, key = world.clock(), seen.record.key
    states = {Verb.REJECT: State.REJECTED, Verb.CHANGE: State.ASKED, Verb.EDIT: State.PENDING}
    state = states.get(verb, State.APPROVED)
    parcels: tuple[Parcel, ...] = ()
    letters: tuple[Letter, ...] = ()
    changed: dict[str, object] = {"state": state}
    if state is not State.PENDING:
        changed |= {"decided_by": actor.name, "decided_oid": actor.oid, "decided_at": now}
    if state is State.APPROVED:
        parcels = (_parcel(world, seen.project, after),)
        covered = now + (COVERS_NUDGE if after.draft.purpose in NUDGES else COVERS)
        changed |= {"parcel_id": parcels[0].parcel_id, "expires_at": max(after.expires_at, covered)}
    elif state is not State.PENDING:
        letters = (_told(verb, after, actor, world),)
    return Decision(
        verb=verb, key=key, version=pick.version, content_hash=pick.hash, actor=actor.authority,
        after=after.model_copy(update=changed), parcels=parcels, letters=letters, now=now,
    )  # fmt: skip


def _parcel(world: World, project: Project, record: Record) -> Parcel:
    return Parcel(
        parcel_id=parcel_name(record.key, record.draft.version),
        project_id=project.project_id,
        kind="brief",
        record_key=record.key,
        version=record.draft.version,
        content_hash=record.draft.content_hash,
        channel=record.draft.channel,
        planned_at=world.clock(),
        not_before=world.clock() + timedelta(seconds=world.house.undo_seconds),
    )


def _told(verb: Verb, record: Record, actor: Person, world: World) -> Told:
    change = verb is Verb.CHANGE
    return Told(
        letter_id=f"told.{record.key}.v{record.draft.version}.{verb.value}",
        record_key=record.key,
        verb="change" if change else "rejected",
        by=actor.name,
        at=world.clock(),
        reason="" if change else record.reason,
        instruction=record.reason if change else "",
    )


async def _follow_up(world: World, decision: Decision) -> None:
    """Hints only: what is owed is in the store already, and the reconciler pays what is forgotten here."""
    for parcel in decision.parcels:
        await world.jobs.ship(parcel.parcel_id, world.house.undo_seconds)
    if decision.letters:
        world.jobs.book(decision.after.project_id)
    await world.jobs.redraw(decision.key)


async def _settle_doubt(world: World, clicked: Click, actor: Person) -> Reply:
    """The owner says what nobody else can know: it arrived, or send it again."""
    seen = await record_of(world, clicked.draft_id)
    await authority.ours(world, seen, clicked.verb, authority.picked(clicked), actor)
    fate = Fate.SENT if clicked.verb == "arrived" else Fate.PLANNED
    parcel_id, sent = seen.record.parcel_id, seen.parcel if fate is Fate.SENT else None
    owed = (deliver.told(sent.model_copy(update={"fate": fate}), world),) if sent else ()
    said_before = seen.parcel is not None and clicked.attempt not in (0, seen.parcel.attempts)
    if fate is Fate.PLANNED and (seen.record.faded_at or said_before):
        return present.about(seen.record, seen.parcel, seen.project, world.clock(), clicked.batch_id)
    if not await world.store.resend(parcel_id, fate, actor.authority, world.clock(), owed, clicked.attempt):
        await authority.turned_away(world, seen.record, clicked.verb, authority.picked(clicked), actor, "closed")
        if seen.parcel and seen.parcel.fate is Fate.REFUSED:  # an older card offered it: this one says what can be done
            return present.about(seen.record, seen.parcel, seen.project, world.clock(), clicked.batch_id)
        raise Refusal("desk.no_doubt")
    if fate is Fate.PLANNED:
        await world.jobs.ship(parcel_id)
    else:
        world.jobs.book(seen.record.project_id)
    await world.jobs.redraw(seen.record.key)
    fresh = await record_of(world, clicked.draft_id)
    return present.about(fresh.record, fresh.parcel, fresh.project, world.clock(), clicked.batch_id)


def _panel(world: World, seen: Shown, clicked: Click, panel: str, hint: str) -> Reply:
    return present.draft_card(
        seen.record, seen.project, world.clock(), batch_id=clicked.batch_id, panel=panel, hint=hint
    )


def _with_hint(world: World, seen: Shown, clicked: Click, refusal: Refusal) -> Reply:
    """Others were first: whoever clicked is told that it changed nothing, and what they wrote is given back to them."""
    words = say(seen.project.locale)
    own = {"save": clicked.body, "save_approve": clicked.body, "change": clicked.instruction, "reject": clicked.reason}
    if written := own.get(clicked.verb, "").strip():
        key = "desk.too_late_stale" if refusal.key == "desk.stale" else TOO_LATE.get(refusal.key, refusal.key)
        return present.unused(seen.record, seen.project, words.t(key, **refusal.facts), written)
    hint = words.t(TOO_LATE.get(refusal.key, refusal.key), **refusal.facts)
    return present.about(seen.record, seen.parcel, seen.project, world.clock(), clicked.batch_id, hint=hint)


def _refusal(verdict: Verdict) -> Refusal:
    if verdict.record is not None and verdict.record.state is State.ASKED:
        return Refusal("desk.change_running")
    name = verdict.record.decided_by if verdict.record else ""
    return Refusal(REFUSALS.get(verdict.word, "desk.unknown_draft"), name=name)
