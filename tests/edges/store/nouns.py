"""The people, places and papers of the store's tests."""

from datetime import UTC, datetime, timedelta

from bot.core.draft import Draft, Recipient, Record, State, Verb, parcel_name, record_key
from bot.core.letter import Said, Told
from bot.core.memory import Decision
from bot.core.parcel import Fate, Parcel
from bot.core.people import Channel, Person, Place, Project, new_project

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
ANA = Person(oid="oid-ana", tenant="tenant-1", name="Ana Prado", address="ana@fabrikam.example", teams_id="29:ana")
EVE = Person(oid="oid-eve", tenant="tenant-1", name="Eve Stranger", address="eve@fabrikam.example")
PLACE = Place(channel=Channel.TEAMS, tenant="tenant-1", conversation="19:a@thread;messageid=1", kind="channel")
PROJECT = PLACE.project_id


def project(place: Place = PLACE) -> Project:
    return new_project(place, ANA, NOW)


def place(number: int) -> Place:
    return PLACE.model_copy(update={"conversation": f"19:other-{number}"})


def said(name: str, text: str = "we received the RFP") -> Said:
    return Said(letter_id=name, place=PLACE, speaker=ANA, text=text, at=NOW)


def told(name: str, key: str = f"{PROJECT}.d1") -> Told:
    return Told(letter_id=name, record_key=key, verb="rejected", by="Ana", at=NOW, reason="too long")


def draft(version: int = 1, body: str = "Please write section 3.", draft_id: str = "d1") -> Draft:
    return Draft(
        draft_id=draft_id,
        version=version,
        purpose="kickoff_brief",
        to=(Recipient(name="Bo Lind", address="bo@fabrikam.example", oid="oid-bo"),),
        channel=Channel.TEAMS,
        subject="Section 3",
        body=body,
    )


def record(offer: Draft | None = None, state: State = State.PENDING) -> Record:
    offer = offer or draft()
    return Record(
        key=record_key(PROJECT, offer.draft_id),
        project_id=PROJECT,
        draft=offer,
        offered=offer,
        state=state,
        approvers=(ANA.authority,),
        offered_at=NOW,
        expires_at=NOW + timedelta(days=21),
    )


def brief(of: Record) -> Parcel:
    return Parcel(
        parcel_id=parcel_name(of.key, of.draft.version),
        project_id=of.project_id,
        kind="brief",
        record_key=of.key,
        version=of.draft.version,
        content_hash=of.draft.content_hash,
    )


def card(name: str = "card-1", not_before: datetime | None = None, fate: Fate = Fate.PLANNED) -> Parcel:
    return Parcel(parcel_id=name, project_id=PROJECT, kind="card", place=PLACE, not_before=not_before, fate=fate)


def approve(of: Record, actor: Person = ANA, now: datetime = NOW, version: int | None = None) -> Decision:
    after = of.model_copy(update={"state": State.APPROVED, "decided_by": actor.name, "decided_at": now})
    return Decision(
        verb=Verb.APPROVE,
        key=of.key,
        version=version or of.draft.version,
        content_hash=of.draft.content_hash,
        actor=actor.authority,
        after=after,
        parcels=(brief(of),),
        now=now,
    )


def edit(of: Record, body: str, actor: Person = ANA) -> Decision:
    words = of.draft.model_copy(update={"body": body, "version": of.draft.version + 1})
    return Decision(
        verb=Verb.EDIT,
        key=of.key,
        version=of.draft.version,
        content_hash=of.draft.content_hash,
        actor=actor.authority,
        after=of.model_copy(update={"draft": words}),
        now=NOW,
    )


def close(of: Record, verb: Verb = Verb.REJECT, actor: Person = ANA) -> Decision:
    """Reject, or ask for a change: the agent has to hear of both."""
    state = State.REJECTED if verb is Verb.REJECT else State.ASKED
    return Decision(
        verb=verb,
        key=of.key,
        version=of.draft.version,
        content_hash=of.draft.content_hash,
        actor=actor.authority,
        after=of.model_copy(update={"state": state, "decided_by": actor.name}),
        letters=(told(f"told.{of.key}.{verb}", of.key),),
        now=NOW,
    )
