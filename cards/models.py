"""What a card shows: one frozen model per card, made of plain strings, numbers and tuples.

Every `at`, `due` and `until` is ISO 8601: a date ("2026-12-02") is a calendar day, a time without an offset is wall
time in the reader's zone, and "" means that there is none. `viewers` are Teams ids ("29:…") whose client asks for a
fresh card by itself; without them the card is refreshed by its button only.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Channel = Literal["teams", "mail"]
Importance = Literal["low", "normal", "high"]
Purpose = Literal["kickoff_brief", "reminder", "clarification", "reassignment", "charter"]
State = Literal[
    "pending", "asked", "approved", "rejected", "superseded", "expired", "sending", "delivered", "failed", "uncertain"
]
TaskState = Literal["open", "started", "done", "blocked"]
Viewers = Annotated[tuple[str, ...], Field(max_length=60)]  # Teams takes no more


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Person(Model):
    name: str = Field(min_length=1)
    address: str = ""
    external: bool = False


class Mark(Model):
    """Where a draft stands, and who brought it there. `note`: the reason or the trouble, in words.

    `held`: failed because it was not let out, so it cannot be sent again as it is.
    """

    state: State = "pending"
    by: str = ""
    at: str = ""
    note: str = ""
    held: bool = False


class Letter(Model):
    """A draft as it would leave. `version` and `hash` travel with every click on it."""

    draft_id: str = Field(min_length=1)
    version: int = Field(ge=1)
    hash: str
    purpose: Purpose = "kickoff_brief"
    to: tuple[Person, ...] = Field(min_length=1)
    channel: Channel
    subject: str = ""
    body: str
    due: str = ""
    importance: Importance = "normal"  # what the recipient's mail program shows
    mark: Mark = Mark()


class Row(Letter):
    """One line of a batch. `picked`: ticked when the card opens."""

    picked: bool = True


class Batch(Model):
    """Several drafts to decide in one place; whatever does not fit stands on the next page."""

    batch_id: str = Field(min_length=1)
    project: str
    title: str = ""  # "" → counted words: "3 briefs wait for your decision"
    rows: tuple[Row, ...] = Field(min_length=1)
    page: int = Field(default=1, ge=1)
    hint: str = ""  # what became of the last click, in words
    ended: bool = False  # its project was stopped: nothing is decided here any more
    waits_for: str = ""  # set: the reader does not decide, and is told who does instead of being offered buttons
    viewers: Viewers = ()


class DraftCard(Letter):
    """One draft, in full, with everything that can be done about it."""

    project: str
    reason: str = ""
    task: str = ""
    requirements: tuple[str, ...] = ()
    late_days: int = Field(default=0, ge=0)
    last_sign: str = ""  # reminder: the last sign of life, in words
    gaps: tuple[str, ...] = ()  # reminder: what is still missing
    batch_id: str = ""  # set: the way back is shown
    panel: Literal["", "change", "reject"] = ""  # which panel stands open
    hint: str = ""  # why the last click did not do it, in words
    page: int = Field(default=1, ge=1)  # a very long body is shown in parts
    waits_for: str = ""  # set: the reader does not decide, and is told who does instead of being offered buttons
    viewers: Viewers = ()


class EditCard(Letter):
    project: str
    hint: str = ""
    subject_limit: int = 250
    body_limit: int = 8000
    batch_id: str = ""


class DiffLine(Model):
    kind: Literal["same", "added", "removed"]
    text: str


class Receipt(Letter):
    """What was decided and what became of it. `mark` holds the newest state; `decided_*` the decision itself."""

    project: str
    decision: Literal["approved", "edited_approved", "rejected", "asked"] = "approved"
    decided_by: str
    decided_at: str
    reason: str = ""  # why rejected, or the change asked for
    changes: tuple[DiffLine, ...] = ()
    where: str = ""  # "1:1 chat with Priya Raman"; "" → the channel's name
    undo_until: str = ""  # set while the message can still be held back
    attempts: int = Field(default=0, ge=0)  # how often it was tried to send: "send again" is said of the last one
    batch_id: str = ""
    hint: str = ""  # what became of the last click, in words
    ended: bool = False  # its project was stopped: nothing is sent again
    viewers: Viewers = ()


class Task(Model):
    title: str
    owner: str = ""
    owner_external: bool = False
    due: str = ""
    state: TaskState = "open"
    last_signal: str = ""
    signal_at: str = ""
    late_days: int = Field(default=0, ge=0)


class Happening(Model):
    at: str = ""
    text: str


class Dashboard(Model):
    project_id: str
    project: str
    customer: str = ""
    phase: str = ""
    due: str = ""
    done: int = Field(default=0, ge=0)
    total: int = Field(default=0, ge=0)
    tasks: tuple[Task, ...] = ()
    exceptions: tuple[str, ...] = ()
    activity: tuple[Happening, ...] = Field(default=(), max_length=15)
    as_of: str = ""
    viewers: Viewers = ()


class ErrorCard(Model):
    """`retry_id`: what a click on "try again" brings back; "" → no such button. `discardable`: "discard" beside it."""

    title: str = ""
    happened: str
    sender: str = ""  # whose message it is about
    at: str = ""  # when that was written
    kept: str = ""
    next_step: str = ""
    retry_id: str = ""
    discardable: bool = False


class Welcome(Model):
    """`owner`: who the desk takes orders from in this place, when that is known."""

    place: Literal["team", "chat", "personal"]
    bot: str = "Charter Desk"
    owner: str = ""


class Notice(Model):
    """One sentence, and what there is to say of it in markdown. `draft_id` or `batch_id` add a button that leads to the
    card meant.

    `own_words`: what the reader wrote and what was not used, in a field they can copy it from.
    """

    text: str
    body: str = ""
    tone: Literal["plain", "good", "warning", "attention"] = "plain"
    by: str = ""
    at: str = ""
    own_words: str = ""
    draft_id: str = ""
    batch_id: str = ""


class Question(Model):
    question_id: str
    project: str
    text: str
    why: str = ""
    choices: tuple[str, ...] = Field(default=(), max_length=8)
    hint: str = ""
    viewers: Viewers = ()


class Workspace(Model):
    """The agent's workspace is gone, and its owner chooses how to go on. `choice`: what was chosen already."""

    loss_id: str = Field(min_length=1)
    project: str
    lost_at: str
    copy_at: str = ""  # "" → there is no copy
    files: int = Field(default=0, ge=0)
    choice: Literal["", "restart", "stop"] = ""
    decided_by: str = ""
    decided_at: str = ""


class Consent(Model):
    """A permission that a tool of the agent wants of one person. `done`: they went on, and the link is gone."""

    consent_id: str = Field(min_length=1)
    project: str
    service: str = ""
    link: str = Field(pattern=r"^(https://[^\s<>\"\\]+)?$")
    done: bool = False


class Reminder(Model):
    """What waits for somebody, in Markdown. `told`: what their button came to; then there is nothing left to press."""

    reminder_id: str = Field(min_length=1)
    text: str
    body: str = ""
    told: str = ""


class Deputy(Model):
    """`person`: what a click on them brings back. `until`: their last day; "" is without an end."""

    person: str = Field(min_length=1)
    name: str = Field(min_length=1)
    address: str = ""
    until: str = ""


class Deputies(Model):
    """Who decides beside the owner. `changes`: the reader may name people and take it back."""

    card_id: str = Field(min_length=1)
    project: str
    owner: str
    rows: tuple[Deputy, ...] = ()
    changes: bool = False
    people: tuple[Deputy, ...] = ()  # who can be picked by clients that do not look for people themselves
    everyone: bool = False  # those that do look in the whole organisation, not in this conversation alone
    today: str = ""  # a calendar day: an end lies behind it
    hint: str = ""  # what became of the last click, in words
    viewers: Viewers = ()


class Vote(Letter):
    """A draft in a mail that asks for a decision. `code` stands for exactly these words."""

    code: str = Field(min_length=1)
    reason: str = ""
    requirements: tuple[str, ...] = ()
    late_days: int = Field(default=0, ge=0)


class Ballot(Model):
    """The mail that asks for decisions. `text`: what is said before, in Markdown. `code`: for all of them together."""

    project: str
    text: str = ""
    votes: tuple[Vote, ...] = Field(min_length=1)
    code: str = ""
    link: str = ""  # where the same can be decided on a page


class Waiting(Letter):
    """A draft in the list of what waits. `target`: where it is read and decided, within the site of the list."""

    project: str
    zone: str = "UTC"
    target: str


class Inbox(Model):
    """Everything that waits for one person, most urgent first."""

    rows: tuple[Waiting, ...] = ()


Card = (
    Consent
    | Batch
    | DraftCard
    | EditCard
    | Receipt
    | Dashboard
    | ErrorCard
    | Welcome
    | Notice
    | Question
    | Reminder
    | Workspace
    | Deputies
)
