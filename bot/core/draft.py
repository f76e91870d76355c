"""A draft's life: offered, perhaps edited, decided once; what is decided is bound to what was shown.

pending ──approve──> approved      (a parcel is planned in the same step)
   │ ├───reject────> rejected
   │ ├───change────> asked         (the agent writes a new version: asked ──offer──> pending)
   │ └───edit──────> pending       (version + 1, new hash: every older card is stale)
   │ (approved ──undo──> pending, version + 1, as long as the message has not begun to leave)
   └── expires_at passes: takes no decision from that instant on, and becomes
       expired, once somebody looks; a new offer takes its place
"""

import json
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Literal

from pydantic import Field

from bot.core.errors import Refusal
from bot.core.noun import Noun
from bot.core.people import Channel
from bot.core.post import Importance

Purpose = Literal["kickoff_brief", "reminder", "clarification", "reassignment", "charter"]
SUBJECT_LIMIT, BODY_LIMIT = 250, 8000
NUDGES: tuple[Purpose, ...] = ("reminder", "clarification")  # remind somebody of what they owe
HANDOVER: Purpose = "reassignment"  # asks somebody to take a task over from whoever is away
NOBODY = "–"  # stands for a name that is not kept any more
COVERS = timedelta(days=1)  # what was approved in the last minute still has this long to leave
COVERS_NUDGE = timedelta(days=21)  # a reminder waits until its person is back, awake and at work


class Recipient(Noun):
    name: str
    address: str = ""
    oid: str = ""
    external: bool = False


class Draft(Noun):
    """A message the agent offers, exactly as it would leave."""

    draft_id: str
    version: int = Field(ge=1, le=10**9)
    purpose: Purpose
    task_id: str = ""
    reason: str = ""
    to: tuple[Recipient, ...] = Field(min_length=1)
    channel: Channel
    subject: str = ""
    body: str
    due_at: str = ""
    requirements: tuple[str, ...] = ()
    importance: Importance = "normal"  # of a mail

    @property
    def content_hash(self) -> str:
        """Covers what the owner sees and what is sent (recipients, channel, subject, body, an importance that is not
        normal), and nothing that moves.
        """
        seen: list[object] = [[[r.name, r.address, r.oid] for r in self.to], self.channel, self.subject, self.body]
        if self.importance != "normal":  # what was shown before there was any stays approved
            seen.append(self.importance)
        return sha256(json.dumps(seen, ensure_ascii=False).encode()).hexdigest()[:32]


class State(StrEnum):
    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    ASKED = "asked"
    EXPIRED = "expired"


class Verb(StrEnum):
    APPROVE = "approve"
    REJECT = "reject"
    CHANGE = "change"
    EDIT = "edit"
    EDIT_APPROVE = "edit_approve"
    UNDO = "undo"


class Record(Noun):
    """A draft in the store. `key` is unique over all projects and is what cards carry."""

    key: str
    project_id: str
    draft: Draft
    state: State = State.PENDING
    approvers: tuple[str, ...] = Field(min_length=1)  # an approval nobody may give is never created
    offered: Draft  # the version the agent wrote: what an edit is compared with
    card_id: str = ""  # the card that shows it
    offered_at: datetime
    expires_at: datetime
    decided_by: str = ""  # name, for receipts
    decided_oid: str = ""
    decided_at: datetime | None = None
    reason: str = ""  # why rejected, or the change asked for
    parcel_id: str = ""  # the delivery, once approved
    signature: str = ""  # what its mail was given at its end when it was offered: theirs may be another one by now
    faded_at: datetime | None = None  # when its text was removed: what was decided, and by whom, is kept

    def waits(self, now: datetime) -> bool:
        """May still be decided: one that has expired waits for nobody."""
        return self.state is State.PENDING and now < self.expires_at


def record_key(project_id: str, draft_id: str) -> str:
    """Opaque: agents name drafts after people and tasks, and this key stands in logs and in clear in the store."""
    return f"{project_id}.{sha256(draft_id.encode()).hexdigest()[:12]}"


def parcel_name(key: str, version: int) -> str:
    """One parcel per approved version: approving twice cannot plan two."""
    return f"{key}.v{version}"


def check_open(record: Record, version: int, content_hash: str, actor: str, now: datetime) -> None:
    """The rules a decision must pass. The store checks the same ones again in the step that writes."""
    if actor not in record.approvers:
        raise Refusal("desk.not_yours")
    if record.state is State.ASKED:
        raise Refusal("desk.change_running")
    if record.state not in (State.PENDING, State.EXPIRED):
        raise Refusal("desk.already_decided", name=record.decided_by)
    if not record.waits(now):
        raise Refusal("desk.expired")
    if (version, content_hash) != (record.draft.version, record.draft.content_hash):
        raise Refusal("desk.stale")


def edited(record: Record, subject: str, body: str) -> Record:
    """The record with the owner's words in it: a new version under a new hash."""
    subject, body = " ".join(subject.split()), body.replace("\r\n", "\n").strip()
    if not body:
        raise Refusal("desk.empty_body")
    if len(body) > BODY_LIMIT or len(subject) > SUBJECT_LIMIT:
        raise Refusal("desk.too_long", limit=str(BODY_LIMIT))
    draft = record.draft.model_copy(update={"subject": subject, "body": body, "version": record.draft.version + 1})
    return record.model_copy(update={"draft": draft})


def faded(record: Record, now: datetime) -> Record:
    """What is kept when the time for business text is over: ids, versions, states and times, and no words."""
    to = tuple(Recipient(name=NOBODY, oid=one.oid, external=one.external) for one in record.draft.to)
    bare: dict[str, object] = {"subject": "", "body": "", "reason": "", "requirements": (), "to": to, "due_at": ""}
    draft = record.draft.model_copy(update=bare | {"draft_id": record.key, "task_id": ""})
    kept = {"draft": draft, "offered": draft, "decided_by": "", "reason": "", "signature": "", "faded_at": now}
    return record.model_copy(update=kept)


def takes_offer(record: Record | None, offer: Draft, now: datetime) -> bool:
    """Does a published draft change anything? A decided or edited one changes only when the owner asked for a change.

    One that has expired can only come back as a new offer, be it in the same words.
    `offer` as it would be stored, with the channel and object ids found for it.
    """
    if record is None or record.state in (State.ASKED, State.EXPIRED):
        return True
    edited_by_owner = record.draft.content_hash != record.offered.content_hash
    changes = not edited_by_owner and offer.content_hash != record.draft.content_hash
    return record.state is State.PENDING and (changes or not record.waits(now))
