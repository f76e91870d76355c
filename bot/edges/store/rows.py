"""How nouns lie in the store: their text sealed, and beside it in the clear only what Lua compares."""

import json
from collections.abc import Iterable
from typing import TypedDict

from bot.core.draft import NUDGES, Recipient, Record, State
from bot.core.errors import FromNewer
from bot.core.letter import LETTERS, Letter, Said
from bot.core.memory import Effects
from bot.core.parcel import Fate, Parcel
from bot.core.people import Contact, Person, Project
from bot.core.sandbox import Loss
from bot.core.timer import Timer
from bot.edges.store.keys import fingerprint, micros, moment
from bot.edges.store.seal import Seal


class Row(TypedDict, total=False):
    """What the Lua steps read of a noun; times are microseconds as text, "" for none."""

    id: str
    project: str
    thread: str
    sealed: str
    fields: list[str]
    reminds: list[str]
    fate: str
    not_before: str
    address: str
    state: str
    expires: str
    version: str
    hash: str
    letter: str
    settled: str
    group: str
    name: str
    due: int


def letter_entry(seal: Seal, letter: Letter) -> str:
    return f"{letter.kind}|{letter.letter_id}|{seal.close(letter)}"


def letter_of(seal: Seal, entry: str) -> Letter:
    return seal.read(entry.rpartition("|")[2], LETTERS)


def writers_json(letter: Letter) -> str:
    """Who wrote a letter, by every name a reminder may know them under."""
    return json.dumps(names_of(letter.speaker) if isinstance(letter, Said) else [])


def names_of(person: Person | Recipient) -> list[str]:
    oid = [fingerprint("oid", person.oid)] if person.oid else []
    return [*oid, fingerprint("address", person.address.strip().casefold())] if person.address else oid


def reminded(record: Record) -> list[str]:
    return [name for one in record.draft.to for name in names_of(one)] if record.draft.purpose in NUDGES else []


def record_fields(seal: Seal, record: Record) -> list[str]:
    return _flat(
        project=record.project_id,
        state=record.state,
        version=str(record.draft.version),
        hash=record.draft.content_hash,
        approvers=json.dumps(record.approvers),
        expires=str(micros(record.expires_at)),
        reminds=json.dumps(reminded(record)),
        sealed=seal.close(record),
    )


def record_of(seal: Seal, sealed: str | None, approvers: str | None) -> Record | None:
    """Who may decide stands in the clear, and is newer than the sealed text: deputies come and go."""
    if not sealed:
        return None
    record = seal.open(sealed, Record)
    may = tuple(json.loads(approvers)) if approvers else record.approvers
    return record if may == record.approvers else record.model_copy(update={"approvers": may})


def record_row(seal: Seal, record: Record) -> Row:
    row = Row(
        id=record.key,
        project=record.project_id,
        state=record.state,
        expires=str(micros(record.expires_at)),
        version=str(record.draft.version),
        reminds=reminded(record),
        fields=record_fields(seal, record),
    )
    # an approved one is settled by its delivery
    closed = record.state in (State.REJECTED, State.EXPIRED) and record.decided_at
    return Row(**row, settled=str(micros(closed))) if closed else row


def expiry_row(seal: Seal, record: Record, letter: Letter) -> Row:
    """`version` and `hash` as they were read: somebody may have edited the record since."""
    draft = record.draft
    return Row(
        **record_row(seal, record),
        hash=draft.content_hash,
        letter=letter_entry(seal, letter),
    )


def parcel_fields(seal: Seal, parcel: Parcel) -> list[str]:
    return _flat(
        project=parcel.project_id,
        kind=parcel.kind,
        fate=parcel.fate,
        record=parcel.record_key,
        version=str(parcel.version),
        hash=parcel.content_hash,
        attempts=str(parcel.attempts),
        not_before=not_before(parcel),
        trouble=parcel.trouble,
        settled=str(micros(parcel.settled_at)) if parcel.settled_at else "",
        sealed=seal.close(parcel),
    )


def parcel_row(seal: Seal, parcel: Parcel) -> Row:
    return Row(
        id=parcel.parcel_id,
        project=parcel.project_id,
        fate=parcel.fate,
        not_before=not_before(parcel) or "-inf",
        fields=parcel_fields(seal, parcel),
    )


PARCEL_FIELDS = ("sealed", "fate", "attempts", "trouble", "settled", "not_before")


def parcel_of(seal: Seal, values: list[str | None]) -> Parcel | None:
    """Of `PARCEL_FIELDS`. What Lua moves stands in the clear and is newer than the sealed text."""
    sealed, fate, attempts, trouble, settled, waits = (value or "" for value in values)
    if not sealed:
        return None
    if fate not in set(Fate):
        raise FromNewer(f"a stored parcel has a fate that this version does not know: {fate}")
    moved: dict[str, object] = {"fate": Fate(fate), "attempts": int(attempts), "trouble": trouble}
    moved |= {"settled_at": moment(settled), "not_before": moment(waits)}
    return seal.open(sealed, Parcel).model_copy(update=moved)


def loss_fields(seal: Seal, loss: Loss) -> list[str]:
    return _flat(choice=loss.choice or "", approvers=json.dumps(loss.approvers), sealed=seal.close(loss))


def not_before(parcel: Parcel) -> str:
    return str(micros(parcel.not_before)) if parcel.not_before else ""


def project_row(seal: Seal, project: Project) -> Row:
    return Row(id=project.project_id, sealed=seal.close(project))


def contact_row(seal: Seal, contact: Contact) -> Row:
    person = contact.person
    address = address_name(person.tenant, person.address) if person.address else ""
    row = Row(id=person.authority or address, sealed=seal.close(contact))
    return Row(**row, address=address) if address else row


def _findable(contact: Contact) -> bool:
    return bool(contact.person.authority or contact.person.address)


def address_name(tenant: str, address: str) -> str:
    return fingerprint(tenant, address.strip().casefold())


def effects_json(seal: Seal, effects: Effects) -> str:
    return json.dumps(
        {
            "projects": [project_row(seal, effects.project)] if effects.project else [],
            "records": [record_row(seal, record) for record in effects.records],
            "parcels": [parcel_row(seal, parcel) for parcel in effects.parcels],
            "links": [Row(thread=thread, project=project) for thread, project in effects.links],
            "contacts": [contact_row(seal, contact) for contact in effects.contacts if _findable(contact)],
            "glances": [Row(id=project, sealed=seal.close(seen)) for project, seen in effects.glances],
            "timers": [timer_row(timer) for timer in effects.timers],
            "unseen": effects.unseen,
            "held": [letter_entry(seal, letter) for letter in effects.held],
            "told": effects.told,
            "entitled": json.dumps(effects.entitled) if effects.entitled else "",
            "buried_at": str(micros(effects.buried_at)) if effects.buried_at else "",
        }
    )


def timer_row(timer: Timer) -> Row:
    return Row(group=timer.group, project=timer.project_id, name=timer.name, due=micros(timer.due))


def letters_json(seal: Seal, letters: Iterable[Letter]) -> str:
    return json.dumps([letter_entry(seal, letter) for letter in letters])


def parcels_json(seal: Seal, parcels: Iterable[Parcel]) -> str:
    return json.dumps([parcel_row(seal, parcel) for parcel in parcels])


def _flat(**fields: str) -> list[str]:
    return [part for field in fields.items() for part in field]
