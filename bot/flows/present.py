"""From our nouns to what a card shows."""

import difflib
import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from bot.core.deputies import last_day, serving
from bot.core.draft import NUDGES, Record, State
from bot.core.parcel import Fate, Parcel, Recipe
from bot.core.people import Person, Project
from bot.core.project_log import days_late
from bot.core.sandbox import Loss
from bot.core.wall import day_of
from cards import models
from cards.words import say

SHOWN_FATES: dict[Fate, models.State] = {
    Fate.PLANNED: "approved",
    Fate.SENDING: "sending",
    Fate.SENT: "delivered",
    Fate.FAILED: "failed",
    Fate.REFUSED: "failed",
    Fate.UNCERTAIN: "uncertain",
}
SHOWN_STATES: dict[State, models.State] = {
    State.PENDING: "pending",
    State.APPROVED: "approved",
    State.REJECTED: "rejected",
    State.ASKED: "asked",
    State.EXPIRED: "expired",
}
DIFF_KINDS = {" ": "same", "+": "added", "-": "removed"}
UNDECIDED = (State.PENDING, State.ASKED, State.EXPIRED)
DECISIONS = {State.REJECTED: "rejected", State.ASKED: "asked"}


def iso(moment: datetime | None) -> str:
    return moment.isoformat() if moment else ""


def mark(record: Record, parcel: Parcel | None, locale: str, stopped: bool = False) -> models.Mark:
    """Where a draft stands now: its decision, and after an approval what became of the message.

    `stopped`: its project, in which nobody decides any more.
    """
    if record.state is State.APPROVED and parcel is not None:
        note = say(locale).t(f"desk.undeliverable.{parcel.trouble}") if parcel.trouble else _waits(parcel, locale)
        at = iso(parcel.settled_at or record.decided_at)
        held = parcel.fate is Fate.REFUSED
        return models.Mark(state=SHOWN_FATES[parcel.fate], by=record.decided_by, at=at, note=note, held=held)
    if stopped and record.state in UNDECIDED:
        return models.Mark(state="expired", note=say(locale).t("desk.stopped"))
    note = say(locale).t("desk.change_running") if record.state is State.ASKED else record.reason
    return models.Mark(state=SHOWN_STATES[record.state], by=record.decided_by, at=iso(record.decided_at), note=note)


def _waits(parcel: Parcel, locale: str) -> str:
    """When what was approved goes out, where it waits for its person's working hours."""
    if parcel.fate is not Fate.PLANNED or parcel.waits_until is None:
        return ""
    words = say(locale)
    return words.t("desk.goes_out", time=words.date(iso(parcel.waits_until), parcel.waits_zone))


def letter(record: Record, parcel: Parcel | None, locale: str) -> dict[str, Any]:
    """The part that every card about a draft has in common."""
    draft = record.draft
    return {
        "draft_id": record.key,
        "version": draft.version,
        "hash": draft.content_hash,
        "purpose": draft.purpose,
        "to": tuple(
            models.Person(name=to.name or to.address, address=to.address, external=to.external) for to in draft.to
        ),
        "channel": draft.channel.value,
        "subject": draft.subject,
        "body": draft.body,
        "due": draft.due_at,
        "importance": draft.importance,
        "mark": mark(record, parcel, locale),
    }


def row(record: Record, parcel: Parcel | None, locale: str, stopped: bool) -> models.Row:
    stands = mark(record, parcel, locale, stopped)
    shown = letter(record, parcel, locale) | {"mark": stands}
    return models.Row(**shown, picked=stands.state == "pending")


def batch(
    batch_id: str, project: Project, shown: Iterable[tuple[Record, Parcel | None]], page: int, locale: str
) -> models.Batch:
    ended = project.state == "closed"
    rows = tuple(row(record, parcel, locale, ended) for record, parcel in shown)
    return models.Batch(batch_id=batch_id, project=name_of(project), rows=rows, page=page, ended=ended)


def draft_card(
    record: Record,
    project: Project,
    now: datetime,
    *,
    batch_id: str = "",
    panel: str = "",
    hint: str = "",
    page: int = 1,
) -> models.DraftCard:
    draft = record.draft
    return models.DraftCard.model_validate(
        letter(record, None, project.locale)
        | {
            "project": name_of(project),
            "reason": draft.reason,
            "requirements": draft.requirements,
            "late_days": days_late(draft.due_at, now, project.zone) if draft.purpose in NUDGES else 0,
            "gaps": draft.requirements if draft.purpose in NUDGES else (),
            "batch_id": batch_id,
            "panel": panel,
            "hint": hint,
            "page": page,
        }
    )


def vote(record: Record, project: Project, code: str, now: datetime) -> models.Vote:
    """A draft as a mail asks about it."""
    draft = record.draft
    reminds = draft.purpose == "reminder"
    return models.Vote.model_validate(
        letter(record, None, project.locale)
        | {
            "code": code,
            "reason": draft.reason,
            "requirements": draft.requirements,
            "late_days": days_late(draft.due_at, now, project.zone) if reminds else 0,
        }
    )


def edit_card(record: Record, project: Project, hint: str = "") -> models.EditCard:
    return models.EditCard(**letter(record, None, project.locale), project=name_of(project), hint=hint)


def receipt(
    record: Record, parcel: Parcel | None, project: Project, now: datetime, batch_id: str = "", hint: str = ""
) -> models.Receipt:
    changed = changes(record.offered.body, record.draft.body)
    decision = DECISIONS.get(record.state, "edited_approved" if changed else "approved")
    return models.Receipt.model_validate(
        letter(record, parcel, project.locale)
        | {
            "project": name_of(project),
            "decision": decision,
            "decided_by": record.decided_by or "–",
            "decided_at": iso(record.decided_at),
            "reason": record.reason,
            "changes": changed,
            "undo_until": _undo_until(parcel, now),
            "attempts": parcel.attempts if parcel else 0,
            "batch_id": batch_id,
            "hint": hint,
            "ended": project.state == "closed",
        }
    )


def _undo_until(parcel: Parcel | None, now: datetime) -> str:
    """When it leaves, "" once somebody has begun to send it: a try before this one may have arrived."""
    if parcel is None or parcel.fate is not Fate.PLANNED or parcel.attempts or parcel.not_before is None:
        return ""
    return iso(parcel.not_before) if now < parcel.not_before else ""


def unused(record: Record, project: Project, hint: str, own: str) -> models.Notice:
    """Somebody wrote, and others were first: their words, to be copied, and the way to what stands now."""
    words = say(project.locale)
    text = f"{hint} {words.t('desk.words_unused')}"
    return models.Notice(text=text, tone="warning", own_words=own, draft_id=record.key)


def about(
    record: Record,
    parcel: Parcel | None,
    project: Project,
    now: datetime,
    batch_id: str = "",
    page: int = 1,
    hint: str = "",
) -> models.Card:
    """The card a draft deserves in its present state. `hint`: what became of the click that asked for it."""
    if project.state == "closed" and record.state in UNDECIDED:
        return models.Notice(text=say(project.locale).t("desk.stopped"), tone="warning", batch_id=batch_id)
    if record.waits(now):
        return draft_card(record, project, now, batch_id=batch_id, page=page, hint=hint)
    if record.faded_at is not None:
        stands = mark(record, parcel, project.locale).state
        text = say(project.locale).t("desk.faded", state=say(project.locale).t(f"state.{stands}"))
        return models.Notice(text=text, by=record.decided_oid, at=iso(record.decided_at), batch_id=batch_id)
    if record.state in (State.PENDING, State.EXPIRED):
        text = say(project.locale).t("desk.expired")
        return models.Notice(text=text, tone="warning", batch_id=batch_id)
    return receipt(record, parcel, project, now, batch_id, hint)


def deputies(
    parcel: Parcel, project: Project, people: Iterable[Person], now: datetime, hint: str = ""
) -> models.Deputies:
    """Who decides, as the project's owner sees it. `people`: who could be named."""
    place = parcel.shown_in or parcel.place
    rows = (
        models.Deputy(
            person=one.oid, name=one.name or one.address or "–", address=one.address, until=last_day(one, project.zone)
        )
        for one in serving(project, now)
    )
    return models.Deputies(
        card_id=parcel.parcel_id,
        project=name_of(project),
        owner=project.owner.name or project.owner.address or "–",
        rows=tuple(rows),
        people=tuple(models.Deputy(person=one.oid, name=one.name) for one in people),
        changes=project.state != "closed",
        everyone=place is not None and place.kind == "personal",
        today=day_of(now, project.zone).isoformat(),
        hint=hint,
    )


def workspace(loss: Loss, project: Project) -> models.Workspace:
    return models.Workspace(
        loss_id=loss.loss_id,
        project=name_of(project),
        lost_at=iso(loss.lost_at),
        copy_at=iso(loss.copy_at),
        files=loss.files,
        choice=loss.choice.value if loss.choice else "",
        decided_by=loss.decided_by,
        decided_at=iso(loss.decided_at),
    )


def changes(before: str, after: str) -> tuple[models.DiffLine, ...]:
    """What the owner changed, line by line; nothing when nothing was."""
    if before == after:
        return ()
    compared = difflib.ndiff(before.splitlines(), after.splitlines())
    return tuple(
        models.DiffLine.model_validate({"kind": DIFF_KINDS[line[0]], "text": line[2:]})
        for line in compared
        if line[0] in DIFF_KINDS  # lines that begin with "?" point at characters
    )


def name_of(project: Project) -> str:
    return project.title or project.project_id


def plain(recipe: Recipe, locale: str) -> models.Card:
    """Cards that need nothing but their own words."""
    words = say(locale)
    if recipe.kind == "error":
        facts = dict(recipe.facts)
        return models.ErrorCard(
            happened=words.t(f"{recipe.trouble}.happened", **facts),
            kept=words.t(f"{recipe.trouble}.kept", **facts),
            next_step=words.t(f"{recipe.trouble}.next", **facts),
        )
    if recipe.kind == "welcome":
        return models.Welcome.model_validate(json.loads(recipe.text))
    head, _, body = recipe.text.partition("\n\n")
    return models.Notice(text=head, body=body)


def reminder(parcel: Parcel, told: str = "") -> models.Reminder:
    """`told`: what a button on it came to."""
    head, _, body = parcel.recipe.text.partition("\n\n") if parcel.recipe else ("", "", "")
    return models.Reminder(reminder_id=parcel.parcel_id, text=head, body=body, told=told)
