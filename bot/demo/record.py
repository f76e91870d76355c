"""What the demonstration leaves behind: every card, every mail, and one JSON file that tells what happened."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from bot.core.draft import Record, State
from bot.core.parcel import Fate, Parcel
from bot.demo.cast import Member, chat_with
from bot.demo.faces import card_in
from bot.demo.graph.box import eml
from bot.demo.stand import Stand
from bot.demo.story import NUDGES, Ending

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
    return {
        "threads": [ending.thread.conversation],
        "projects": [await _project(stand, one) for one in projects],
        "turns": await _turns(stand, projects),
        "drafts": [_draft(one) for one in records],
        "decisions": [line for one in records for line in await _decisions(stand, one)],
        "deliveries": [_delivery(one) for one in parcels if one.kind == "brief"],
        "nudges": [_draft(one) for one in records if one.draft.purpose in NUDGES],
        "timings": {name: round(seconds, 3) for name, seconds in ending.timings.items()},
        "refused_clicks": ending.refused,
        "question": ending.question,
        "counts": counts(records, parcels),
        "unapproved": unapproved(stand, records, parcels, owner),
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
    sent = {one.record_key for one in parcels if one.kind == "brief" and one.fate is Fate.SENT}
    reminders = [one for one in records if one.draft.purpose in NUDGES]
    return {
        "drafted": len(briefs),
        "approved": sum(one.state is State.APPROVED for one in briefs),
        "edited": sum(one.draft.body != one.offered.body for one in briefs),
        "rejected": sum(one.state is State.REJECTED for one in briefs),
        "delivered": sum(one.key in sent for one in briefs),
        "reminders": sum(one.key in sent for one in reminders),
    }


def unapproved(stand: Stand, records: list[Record], parcels: list[Parcel], owner: Member) -> list[str]:
    """Whatever left the desk that is no approved text, or left twice, or did not leave as it was approved."""
    approved = {one.key: one for one in records if one.state is State.APPROVED}
    sent = [one for one in parcels if one.kind == "brief" and one.fate is Fate.SENT]
    texts = Counter(_bodies(stand, owner))
    wrong = [f"{one.parcel_id} was not approved" for one in sent if one.record_key not in approved]
    for parcel in sent:
        body = approved[parcel.record_key].draft.body if parcel.record_key in approved else ""
        if texts[body] != 1:
            wrong.append(f"{parcel.parcel_id} arrived {texts[body]} times")
        texts.pop(body, None)
    return wrong + [f"somebody got a text nobody approved: {text[:60]!r}" for text in texts]


def _bodies(stand: Stand, owner: Member) -> list[str]:
    """Every text that reached somebody besides the owner. The thanks for an answer are the desk's own words."""
    chats = {chat_with(one).conversation for one in stand.connector.people} - {chat_with(owner).conversation}
    bodies = [
        str(message["text"])
        for chat in chats
        for message in stand.connector.visible(chat)
        if message.get("text") and "passed this on" not in message["text"] and "repassei isto" not in message["text"]
    ]
    return bodies + [mail_text(one.data) for one in stand.graph.sent]


def mail_text(data: Json) -> str:
    return str(data["body"]["content"])
