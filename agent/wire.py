"""What crosses the wire between a front end and this agent: machine lines in, drafts and views out.

A turn's input begins with one context line; after it stands either one speaker line, one or more decision lines, or
one poll line; the rest is text for a reader who knows none of this.

    [charter-agent-context: project_id=p-1a2b is_new=true skill=sow-response]
    [charter-agent-speaker: {"name": "Ana", "address": "ana@contoso.com", "role": "owner", …}]
    [charter-agent-decision: {"verb": "sent", "draft_id": "d-1", "version": 1, …}]
    [charter-agent-poll: {"now": "2026-12-04T09:00:00-03:00", "zone": "America/Sao_Paulo", …}]
"""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

Purpose = Literal["kickoff_brief", "reminder", "clarification", "reassignment", "charter"]
Verb = Literal["sent", "failed", "rejected", "change", "edited", "expired"]


class Wire(BaseModel):
    """Outside data: unknown keys are ignored, so that either side may move first."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Reads(Wire):
    """The language somebody reads, as the front end knows it."""

    address: str = ""
    oid: str = ""
    language: str = ""  # "en", "pt-BR"


class Speaker(Wire):
    """Who wrote the text of this turn. `role` is decided by the front end, never by the text."""

    name: str = ""
    address: str = ""
    oid: str = ""
    role: Literal["owner", "deputy", "contributor", "observer"] = "owner"
    channel: Literal["teams", "mail"] = "teams"
    ref: str = ""  # message id: dedupe key of a reply
    at: datetime | None = None
    locale: str = "en"
    zone: str = "UTC"
    in_reply_to: str = ""  # draft_id of the brief or reminder that is answered, when the front end knows it
    people: tuple[Reads, ...] = ()  # whom something may be drafted for


class Decision(Wire):
    """What became of a draft. `sent` and `failed` come after the front end tried to deliver it.

    `expired`: nobody decided in time. It may be offered again, when somebody asks for it.
    """

    verb: Verb
    draft_id: str
    version: int
    by: str = ""  # name of the person who decided
    at: datetime | None = None
    channel: Literal["teams", "mail"] | None = None
    ref: str = ""  # id of the delivered message
    subject: str = ""  # exactly what was sent
    body: str = ""
    reason: str = ""  # why rejected, or why it could not be delivered
    instruction: str = ""  # verb "change": the owner's words
    locale: str = "en"


class Reminding(Wire):
    """A task whose person may be reminded now. `gentle`: they were heard from lately, wherever that was."""

    task_id: str
    why: str = "late"  # or "at_risk": not due yet, but soon
    gentle: bool = False
    language: str = ""  # what they read; empty: nobody knows


class Absent(Wire):
    """A task whose person is away past its date. `until`: empty where it is only known that they are away."""

    task_id: str
    until: datetime | None = None


class Poll(Wire):
    """An unattended check: read-only, no phase may advance, nothing may leave.

    `remind`: what the front end's rules allow; of a front end that has none, nothing is known against any late task.
    `absent`: whose people cannot do it any more, and of whom nobody has been proposed instead.
    """

    now: datetime
    zone: str = "UTC"
    locale: str = "en"
    reason: str = "scheduled"
    remind: tuple[Reminding, ...] = ()
    absent: tuple[Absent, ...] = ()


class Recipient(Wire):
    name: str
    address: str
    oid: str = ""
    external: bool = False


class Draft(Wire):
    """A message offered to the owner. It is not sent by the agent, ever."""

    draft_id: str
    version: int = 1
    purpose: Purpose
    task_id: str
    reason: str = ""  # why it is offered, at most 200 characters
    to: tuple[Recipient, ...]
    channel: Literal["teams", "mail"]
    subject: str
    body: str  # markdown
    due_at: str | None = None  # ISO date or datetime, as the task has it
    requirements: tuple[str, ...] = ()
    importance: Literal["low", "normal", "high"] = "normal"  # as the recipient's mail program shows it
