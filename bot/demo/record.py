"""What the demonstration leaves behind: every card, every mail, and one JSON file that tells what happened."""

import json
from pathlib import Path
from typing import Any

from bot.core.draft import Draft, Record, State, Verb
from bot.core.parcel import Fate, Parcel
from bot.demo.cast import Member, chat_with
from bot.demo.faces import card_in
from bot.demo.graph.box import eml
from bot.demo.stand import Stand
from bot.demo.story import NUDGES, Ending
from bot.demo.verdict import Arrival, by_mail, in_chat, unapproved
from cards.words import LOCALES, say

Json = dict[str, Any]


async def keep(stand: Stand, ending: Ending, owner: Member, out: Path) -> Json:
    """Write everything into `out`; returns what record.json says."""
    (out / "cards").mkdir(parents=True, exist_ok=True)
    (out / "mails").mkdir(exist_ok=True)
    cards = _cards(stand, out / "cards")
    for number, mail in enumerate(stand.graph.sent, 1):
        (out / "mails" / f"{number:02}.eml").write_bytes(eml(mail))
    record = await _record(stand, ending, owner) | {"cards": cards}
    (out / "record.json").write_text(json.dumps(record, indent=2, ensure_ascii=False, default=str), "utf-8")
    return record


def _cards(stand: Stand, folder: Path) -> list[str]:
    """Every card as the channel got it, in order, each beside its page."""
    names: list[str] = []
    for heard in stand.connector.log:
        card = card_in(heard.json) if isinstance(heard.json, dict) else None
        if card is None:
            continue
        name = f"{len(names) + 1:03}-{stand.pictures.kind_of(card)}"
        (folder / f"{name}.json").write_text(json.dumps(card, indent=2, ensure_ascii=False), "utf-8")
        (folder / f"{name}.html").write_text(stand.pictures.page_of(card), "utf-8")
        names.append(name)
    return names


async def _record(stand: Stand, ending: Ending, owner: Member) -> Json:
    projects = await stand.store.projects()
    records = [one for project in projects for one in await stand.store.records_of(project)]
    parcels = [one for project in projects for one in await stand.store.parcels_of(project)]
    decisions = [line for one in records for line in await _decisions(stand, one)]
    return {
        "threads": [ending.thread.conversation],
        "projects": [await _project(stand, one) for one in projects],
        "turns": await _turns(stand, projects),
        "drafts": [_draft(one) for one in records],
        "decisions": decisions,
        "deliveries": [_delivery(one) for one in parcels if one.kind == "brief"],
        "nudges": [_draft(one) for one in records if one.draft.purpose in NUDGES],
        "timings": {name: round(seconds, 3) for name, seconds in ending.timings.items()},
        "refused_clicks": ending.refused,
        "question": ending.question,
        "counts": counts(records, parcels),
        "unapproved": unapproved(_arrived(stand, owner), _approved(records, decisions, owner), _sent(parcels)),
    }


async def _project(stand: Stand, project_id: str) -> Json:
    project = await stand.store.project(project_id)
    return {"project_id": project_id, "session_id": project.session_id, "title": project.title} if project else {}


async def _turns(stand: Stand, projects: tuple[str, ...]) -> list[Json]:
    """What the agent itself wrote down about its turns."""
    found = []
    for project_id in projects:
        homes = (stand.folder / "data").rglob(f"projects/{project_id}/turns.json")
        found += [{"project_id": project_id, "turns": json.loads(file.read_text())} for file in homes]
    return found


def _draft(record: Record) -> Json:
    draft = record.draft
    return {
        "key": record.key,
        "purpose": draft.purpose,
        "to": [one.name for one in draft.to],
        "channel": draft.channel.value,
        "version": draft.version,
        "hash": draft.content_hash,
        "offered_hash": record.offered.content_hash,
        "edited": draft.body != record.offered.body,
        "due": draft.due_at,
    } | record.model_dump(include={"state", "decided_by", "decided_at", "reason"})


async def _decisions(stand: Stand, record: Record) -> list[Json]:
    """The audit of a draft: every attempt, the refused ones too."""
    fields = ("micros", "verb", "version", "hash", "actor", "outcome")
    lines = await stand.store.audit(record.key)
    return [{"key": record.key, **dict(zip(fields, line.split("|"), strict=False))} for line in lines]


def _delivery(parcel: Parcel) -> Json:
    shown = {"parcel_id", "record_key", "version", "content_hash", "channel", "fate", "ref", "attempts", "trouble"}
    return parcel.model_dump(include=shown | {"planned_at", "settled_at"})


def counts(records: list[Record], parcels: list[Parcel]) -> dict[str, int]:
    briefs = [one for one in records if one.draft.purpose == "kickoff_brief"]
    sent = _sent(parcels)
    reminders = [one for one in records if one.draft.purpose in NUDGES]
    return {
        "drafted": len(briefs),
        "approved": sum(one.state is State.APPROVED for one in briefs),
        "edited": sum(one.draft.body != one.offered.body for one in briefs),
        "rejected": sum(one.state is State.REJECTED for one in briefs),
        "delivered": sum(one.key in sent for one in briefs),
        "reminders": sum(one.key in sent for one in reminders),
    }


def _sent(parcels: list[Parcel]) -> set[str]:
    """Records whose message has left, by the desk's own ledger."""
    return {one.record_key for one in parcels if one.kind == "brief" and one.fate is Fate.SENT}


def _approved(records: list[Record], decisions: list[Json], owner: Member) -> dict[str, Draft]:
    """What the owner's own clicks allow to leave, by record."""
    yes = {
        (one["key"], one["verb"], one["hash"])
        for one in decisions
        if one["outcome"] == "done" and one["actor"] == owner.person.authority
    }
    return {
        one.key: one.draft
        for one in records
        if (one.key, Verb.APPROVE, one.draft.content_hash) in yes
        or any((key, verb) == (one.key, Verb.EDIT_APPROVE) for key, verb, _ in yes)
    }


def _arrived(stand: Stand, owner: Member) -> list[Arrival]:
    """Everything that anybody besides the owner may have read, but the desk's own thanks for what they sent."""
    thanks = {say(locale).t("desk.passed_on", owner=owner.person.name) for locale in LOCALES}
    others = [one for one in stand.connector.people if one.person.oid != owner.person.oid]
    chats = [
        in_chat(one.person, message)
        for one in others
        for message in stand.connector.ever_shown(chat_with(one).conversation)
        if message.get("text") not in thanks
    ]
    return chats + [by_mail(kept.data) for kept in stand.graph.sent]
