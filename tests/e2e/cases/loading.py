"""What a case says the bot already knows, in the desk's own nouns, and its clicks in the desk's own words."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from bot.core.draft import Draft, Recipient, Record, State, parcel_name, record_key
from bot.core.letter import Looked
from bot.core.memory import Effects
from bot.core.parcel import Fate, Parcel, Recipe
from bot.core.people import Channel, Contact, Person, Place, Project, new_project
from bot.demo.cast import ANA, APP_ID, CHANNEL, TENANT
from bot.flows.ports import Store

Json = dict[str, Any]
VERBS = {"revise": "change"}
BEFORE = timedelta(hours=1)  # when the loaded things happened


@dataclass
class Known:
    """Everything that was loaded, by the names the case gives it. `parcels`: reminders that wait to become due."""

    projects: dict[str, Project] = field(default_factory=dict)
    records: dict[str, Record] = field(default_factory=dict)
    cards: list[Parcel] = field(default_factory=list)
    contacts: list[Contact] = field(default_factory=list)
    parcels: dict[str, Parcel] = field(default_factory=dict)

    async def into(self, store: Store, now: datetime) -> None:
        """Written the way a finished turn writes."""
        for number, project in enumerate(self.projects.values()):
            letter = Looked(letter_id=f"loaded.{project.project_id}", at=now)
            await store.accept(letter.letter_id, project.home, letter, project.project_id)
            lease = await store.enter(project.project_id, "loading")
            assert lease
            assert await store.begin(project.project_id, lease)
            mine = tuple(one for one in self.records.values() if one.project_id == project.project_id)
            cards = tuple(one for one in self.cards if one.project_id == project.project_id)
            contacts = tuple(self.contacts) if number == 0 else ()
            loaded = Effects(project=project, records=mine, parcels=cards, contacts=contacts)
            assert await store.finish(project.project_id, lease, (letter.letter_id,), loaded)
            assert await store.begin(project.project_id, lease) is None


def known_of(state: Mapping[str, Any], service_url: str, now: datetime) -> Known:
    """`state` of a case, its addresses filled in. Whoever is reminded is reminded in the name of Ana Souza."""
    known = Known()
    for row in state.get("references", ()):
        known.contacts.append(Contact(person=person(row["user"]), place=chat(row)))
    for row in state.get("drafts", ()):
        _draft(known, row, service_url, now)
    home = next((one.place for one in known.contacts if one.person.oid == ANA.person.oid and one.place), None)
    for row in state.get("reminders", ()):
        _reminder(known, row, home or thread(f"{CHANNEL.conversation};messageid=1", service_url), now)
    return known


def _draft(known: Known, row: Json, service_url: str, now: datetime) -> None:
    """A draft that waits for its owner, and the card that shows it."""
    home = thread(row["card"]["conversation_id"], service_url)
    project = _project(known, home, person(row["owner"]), now)
    record = _record(project, row["draft_id"], row["rev"], row["recipient"], row["text"], now)
    card = Parcel(
        parcel_id=f"{project.project_id}.card.loaded", project_id=project.project_id, kind="card", place=home,
        recipe=Recipe(kind="draft", keys=(record.key,)), fate=Fate.SENT, ref=row["card"]["activity_id"],
        shown_in=home, planned_at=now - BEFORE, settled_at=now - BEFORE,
    )  # fmt: skip
    known.records[row["draft_id"]] = record.model_copy(update={"card_id": card.parcel_id})
    known.cards.append(card)


def _reminder(known: Known, row: Json, home: Place, now: datetime) -> None:
    """An approved reminder. Its parcel is planned when a step says that it is due."""
    owner = _project(known, home, ANA.person, now)
    record = _record(owner, row["reminder_id"], 1, row["to"], row["text"], now)
    decided = {"state": State.APPROVED, "decided_by": owner.owner.name, "decided_at": now - BEFORE}
    name = parcel_name(record.key, 1)
    known.records[row["reminder_id"]] = record.model_copy(update=decided | {"parcel_id": name})
    known.parcels[row["reminder_id"]] = Parcel(
        parcel_id=name, project_id=record.project_id, kind="brief", record_key=record.key, version=1,
        content_hash=record.draft.content_hash, planned_at=now,
    )  # fmt: skip


def _project(known: Known, home: Place, owner: Person, now: datetime) -> Project:
    project = new_project(home, owner, now - BEFORE).model_copy(
        update={"started": True, "last_turn_at": now, "title": "Contoso – SOW"}
    )
    return known.projects.setdefault(project.project_id, project)


def _record(project: Project, name: str, version: int, to: Json, text: str, now: datetime) -> Record:
    draft = Draft(
        draft_id=name, version=version, purpose="reminder", channel=Channel.TEAMS, subject="Cost estimate", body=text,
        to=(Recipient(name=to["name"], oid=to["aadObjectId"]),),
    )  # fmt: skip
    return Record(
        key=record_key(project.project_id, name), project_id=project.project_id, draft=draft, offered=draft,
        approvers=project.approvers_at(now), offered_at=now - BEFORE, expires_at=now + timedelta(days=20),
    )  # fmt: skip


def person(row: Json) -> Person:
    return Person(oid=row["aadObjectId"], name=row["name"], teams_id=row["id"], tenant=TENANT)


def thread(conversation: str, service_url: str) -> Place:
    return _place(conversation, "channel", service_url, "pt-BR", "America/Sao_Paulo")


def chat(row: Json) -> Place:
    talk = row["conversation"]
    return _place(talk["id"], talk["conversationType"], row["serviceUrl"], row["locale"], row["timezone"])


def _place(conversation: str, kind: Any, service_url: str, locale: str, zone: str) -> Place:
    return Place(
        channel=Channel.TEAMS, tenant=TENANT, conversation=conversation, kind=kind, service_url=service_url,
        bot_id=f"28:{APP_ID}", bot_name="SOW Bot", locale=locale, zone=zone,
    )  # fmt: skip


def translated(case: Json, known: Known) -> Json:
    """The case with the data of its clicks as our cards would carry them."""
    case = deepcopy(case)
    for step in case["input"].get("steps", ()):
        value = step.get("post", {}).get("body", {}).get("value")
        if not isinstance(value, dict):
            continue
        action = value.get("action", value)
        data = _pressed(action.get("verb"), action.get("data", action), known)
        if "action" in value:
            action |= {"verb": data["verb"], "data": data}
        else:
            step["post"]["body"]["value"] = data
    return case


def _pressed(verb: str, data: Json, known: Known) -> Json:
    """`rev` becomes the version with the hash of what was shown then; words that differ from the draft are an edit."""
    record = known.records.get(data["draft_id"])
    pressed: Json = {"verb": VERBS.get(verb, verb), "draft_id": record.key if record else data["draft_id"]}
    pressed |= {"version": data["rev"], "hash": record.draft.content_hash if record else "0" * 32}
    if record and data["rev"] != record.draft.version:
        pressed["hash"] = "0" * 32
    if "instructions" in data:
        pressed["instruction"] = data["instructions"]
    if record and data.get("draft", record.draft.body) != record.draft.body:
        pressed |= {"verb": "save_approve", "subject": record.draft.subject, "body": data["draft"]}
    return pressed
