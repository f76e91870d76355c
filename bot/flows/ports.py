"""The outside as the stories see it: five protocols, a clock, and the frozen bundle of them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from bot.core.ballot import Exact
from bot.core.calendar import Span
from bot.core.draft import Record
from bot.core.grant import Grant
from bot.core.habits import Facts, Habits, Part
from bot.core.letter import FileRef, Grave, Letter, Said
from bot.core.memory import Attempt, Begun, Decision, Effects, Mark, Rating, Verdict
from bot.core.news import Glance
from bot.core.parcel import Fate, Parcel
from bot.core.people import Channel, Contact, Person, Place, Project
from bot.core.post import Arrived, Mail, Posted, Reach
from bot.core.sandbox import Checkpoint, FileEntry, Loss, Stay
from bot.core.turn import Event, Request, Source
from bot.flows.clockwork import Jobs, Timers
from bot.flows.courier import Courier, NoCourier, SignIn
from bot.flows.house import Almanac, House, MailCard, no_card, no_holidays
from cards.models import Card


class Store(Timers, Protocol):
    """Memory. Every method may raise `StoreDown`. Records, parcels, letters and projects are encrypted at rest."""

    async def accept(self, seen: str, place: Place, letter: Letter, project_id: str = "") -> str | None:
        """Dedupe and put a letter into the mailbox of the place's project, in one round trip.

        Returns the project id, or None when `seen` was accepted before. `project_id` overrides the thread's project.
        """
        ...

    async def enter(self, project_id: str, job: str) -> str | None:
        """Take the project's lease for a job; the same job replaces its dead self. None when another job holds it."""
        ...

    async def leave(self, project_id: str, lease: str, counted: bool = False) -> None:
        """An orderly exit: gives the lease back, and forgives the attempt `begin` counted unless it is `counted`."""
        ...

    def hold(self, project_id: str, job: str) -> AbstractAsyncContextManager[str | None]:
        """`enter` for as long as the block runs, renewed in the background; yields None when another job holds it."""
        ...

    async def begin(self, project_id: str, lease: str) -> Begun | None:
        """The next letters and the attempt number. An empty mailbox gives the lease back in the same step: None."""
        ...

    async def finish(self, project_id: str, lease: str, letters: tuple[str, ...], effects: Effects) -> bool:
        """Remove the letters and write the effects, only while the lease is ours. False: somebody else took over."""
        ...

    async def appoint(self, project_id: str, lease: str, effects: Effects) -> bool:
        """Write a project and who decides in it, which gives the lease back; False: it is not ours any more."""
        ...

    async def grave(self, project_id: str, letter_id: str) -> Grave | None:
        """What was put away after too many attempts, by the name of its first letter."""
        ...

    async def exhume(self, project_id: str, letter_id: str, verb: str, actor: Person, may: bool, now: datetime) -> str:
        """`retry` puts the letters at the end of the box again, `discard` removes them; either once, and audited.

        Returns done | repeat | closed | not_yours | unknown; only the first changed anything.
        """
        ...

    async def untold(self) -> tuple[tuple[str, str], ...]:
        """Graves (project, first letter) that no card tells of."""
        ...

    async def told_of(self, project_id: str, letter_id: str) -> None: ...

    async def note_unread(self, letter_id: str) -> None:
        """A mail was put away without having been read: only the operator can be told."""
        ...

    async def mark_of(self, letter_id: str) -> Mark: ...

    async def mark(self, letter_id: str, mark: Mark) -> None: ...

    async def project(self, project_id: str) -> Project | None: ...

    async def project_of(self, thread: str) -> str | None: ...

    async def link(self, thread: str, project_id: str) -> bool:
        """Let a thread belong to a project when it has none and is none itself; True when it does now."""
        ...

    async def unlink(self, thread: str, project_id: str) -> bool:
        """Let a linked thread be its own again; False when it was not linked to this project."""
        ...

    async def amend(self, box: str, letter_id: str, letter: Letter | None) -> bool:
        """Replace a letter that nobody has begun, or take it out (None); False when it is too late for that."""
        ...

    async def held(self, project_id: str) -> tuple[Said, ...]:
        """What was said while the agent is silent, in order."""
        ...

    async def save_project(self, project: Project) -> None:
        """For changes outside a turn; inside one the project travels with `Effects`."""
        ...

    async def projects(self) -> tuple[str, ...]: ...

    async def glance(self, project_id: str) -> Glance | None:
        """What its owner has seen of it last; it is written with `Effects`."""
        ...

    async def heard_at(self, project_id: str, person: Person) -> datetime | None:
        """When somebody last wrote in a project, by object id or address."""
        ...

    async def record(self, key: str) -> Record | None: ...

    async def records_of(self, project_id: str) -> tuple[Record, ...]: ...

    async def decide(self, decision: Decision) -> Verdict: ...

    async def undo(self, decision: Decision, parcel_id: str) -> Verdict:
        """Hold a planned parcel back and open its draft again; `late` when it has begun to leave, or never was."""
        ...

    async def attempted(self, attempt: Attempt) -> None:
        """Write down who tried what in vain; of a record that is not there nothing is kept."""
        ...

    async def expire(self, expired: tuple[tuple[Record, Letter], ...], now: datetime) -> tuple[str, ...]:
        """Records of one project as they will be, each with the news of it: all in one step. Returns which expired.

        One that was decided or edited meanwhile stays as it is.
        """
        ...

    async def expiring(self, now: datetime) -> tuple[str, ...]:
        """Records whose time for a decision has passed."""
        ...

    async def parcel(self, parcel_id: str) -> Parcel | None: ...

    async def parcels_of(self, project_id: str) -> tuple[Parcel, ...]: ...

    async def plan(self, parcels: tuple[Parcel, ...]) -> None:
        """Plan parcels outside a turn; one that exists already is left alone."""
        ...

    async def take(self, parcel_id: str, now: datetime) -> Parcel | None:
        """planned → sending under a lease; looks at a brief again (→ refused). None: nothing to send.

        Approval, content and expiry are judged again, and a reminder is refused when who it is for has written since.
        """
        ...

    async def settle(self, parcel: Parcel, letters: tuple[Letter, ...] = (), parcels: tuple[Parcel, ...] = ()) -> bool:
        """Write what became of a parcel that is `sending`, what the agent is owed about it and what takes its place."""
        ...

    async def resend(
        self,
        parcel_id: str,
        fate: Fate,
        actor: str,
        now: datetime,
        letters: tuple[Letter, ...] = (),
        attempt: int = 0,
    ) -> bool:
        """The owner's word: an uncertain parcel is SENT ("it arrived"), an uncertain or failed one PLANNED again.

        `letters` are what the agent is owed about it, written in the same step. `attempt`: which one it was said of to
        send it again, 0 for whichever is the last one.
        """
        ...

    async def overdue(self, now: datetime) -> tuple[str, ...]:
        """Parcels that are `sending` past their lease: whoever finds one settles it as `uncertain`."""
        ...

    async def contact(self, tenant: str, oid: str) -> Contact | None: ...

    async def contact_by_address(self, tenant: str, address: str) -> Contact | None: ...

    async def save_contact(self, contact: Contact) -> None: ...

    async def habits(self, person: Person) -> Habits:
        """By object id where there is one, else by address; of a stranger the empty ones."""
        ...

    async def save_habits(self, person: Person, habits: Habits, part: Part) -> None:
        """Only this part of them, so that nobody writes over what another wrote meanwhile."""
        ...

    async def rate(self, project_id: str, rating: Rating, keep: timedelta) -> None:
        """Keep what somebody thinks of an answer, in place of what they thought before, for as long as `keep`."""
        ...

    async def ratings_of(self, project_id: str) -> tuple[Rating, ...]: ...

    async def redrawing(self, card_id: str) -> bool:
        """Ask for a card to be redrawn. True: the caller does it. False: somebody is at it already."""
        ...

    async def redrawn(self, card_id: str, began: int) -> bool:
        """True when nobody asked again meanwhile; False: draw once more."""
        ...

    async def wishes(self, card_id: str) -> int:
        """How often a redraw was asked for so far: pass it to `redrawn`."""
        ...

    async def waiting(self) -> tuple[str, ...]:
        """Projects whose mailbox is not empty."""
        ...

    async def planned(self, now: datetime) -> tuple[str, ...]:
        """Parcels that may go out now."""
        ...

    async def unseen(self) -> tuple[tuple[str, int], ...]:
        """Projects whose sandbox may hold drafts that nobody has seen, and how many of their turns were cut."""
        ...

    async def seen_to(self, project_id: str, count: int) -> None:
        """Somebody has looked; a turn that was cut since `count` was read has it looked at again."""
        ...

    async def forget(self, project_id: str) -> None:
        """Remove every trace of a project."""
        ...

    async def fade(self, now: datetime, keep: timedelta) -> int:
        """Remove the text of what was settled more than `keep` ago, some at a time. Returns how many were."""
        ...

    async def once(self, name: str, ttl: timedelta) -> bool:
        """True the first time, False until `ttl` has passed."""
        ...

    async def sent_mail(self, message_id: str, record_key: str, project_id: str) -> None:
        """Remember a sent mail, so that its answer finds the project."""
        ...

    async def mail_thread(self, message_ids: tuple[str, ...]) -> tuple[str, str] | None:
        """(project id, record key) of the first of these internet message ids that we sent."""
        ...

    async def save_grant(self, grant: Grant) -> None:
        """In place of the one before; kept until it is unused for ninety days."""
        ...

    async def give_code(self, project_id: str, shown: tuple[Exact, ...], codes: Iterable[str]) -> str:
        """The code that stands for these drafts in mails: the one they have, or the first free one; "" if none is."""
        ...

    async def shown_by(self, project_id: str, code: str) -> tuple[Exact, ...]:
        """What a code stands for; nothing for one that was never given."""
        ...

    async def reach(self, tenant: str, address: str) -> Reach | None: ...

    async def save_reach(self, tenant: str, reach: Reach) -> None: ...

    async def brake(self, name: str, of: str, now: datetime, within: timedelta, most: int) -> timedelta:
        """Zero when something may be done, which counts it; else how long until it may: it was done `most` times.

        `of`: what it is; the same again is not counted again.
        """
        ...

    async def ping(self) -> None: ...

    async def box(self, project_id: str) -> tuple[Letter, ...]:
        """Everything that waits, in order; it stays where it is."""
        ...

    async def stay(self, project_id: str) -> Stay | None: ...

    async def save_stay(self, project_id: str, stay: Stay) -> None: ...

    async def ending(self, now: datetime) -> tuple[str, ...]:
        """Projects whose owner should hear by now that their sandbox ends soon."""
        ...

    async def warned(self, project_id: str) -> None:
        """They have: not again, unless a turn moves the end."""
        ...

    async def checkpoint(self, project_id: str) -> Checkpoint | None: ...

    async def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """In place of the one before."""
        ...

    async def copy_later(self, project_id: str, at: datetime) -> None:
        """Have a copy made then; one that is asked for already is not put off."""
        ...

    async def copies_due(self, now: datetime) -> tuple[str, ...]: ...

    async def take_copy(self, project_id: str) -> bool:
        """True for the one who makes it."""
        ...

    async def left(self, project_id: str, keep: timedelta) -> None:
        """The project has no sandbox any more; its copy is removed after `keep`."""
        ...

    async def loss(self, loss_id: str) -> Loss | None: ...

    async def lose(self, loss: Loss, project: Project, parcels: tuple[Parcel, ...]) -> bool:
        """Write down a lost sandbox, its project and the card that asks, in one step; False when it is known."""
        ...

    async def choose(self, after: Loss, actor: str, project: Project, now: datetime) -> str:
        """The first approver's choice and the project that follows from it, in one step; every attempt is audited.

        done | repeat | unknown | not_yours | closed: only the first of these changed anything.
        """
        ...


Leaving = Callable[[], Awaitable[None]]


class Voice(Protocol):
    """A channel people read. Raises `Throttled`, `Undeliverable`, `MessageGone`, `Uncertain` or `Stopped`."""

    async def open(self, place: Place, text: str) -> Posted:
        """The first sign of an answer: a message that is watched while it is written, or a placeholder.

        `go_on` goes on with it, `say` in its place ends it.
        """
        ...

    async def go_on(self, place: Place, ref: str, sign: str, words: str) -> None:
        """What the agent is at, or the `words` of its answer as far as they go."""
        ...

    async def say(
        self,
        place: Place,
        text: str,
        replaces: str = "",
        final: bool = True,
        exact: bool = False,
        summary: str = "",
        sources: tuple[Source, ...] = (),
        to: Person | None = None,
        leaving: Leaving | None = None,
    ) -> Posted:
        """Markdown text as a new message, or in place of our own message `replaces`. Splits what is too long.

        `final` is False for a placeholder and its progress. `exact` sends the approved words as they are, unlabelled;
        `summary` is what a notification shows of them. `sources`: what [1], [2] … in the text stand for.
        `to`: whom it is for, should others read there as well. `leaving` is awaited right before a new message is
        handed over, after every wait for its turn: what it raises keeps the message here.
        """
        ...

    async def show(
        self, place: Place, card: dict[str, object], summary: str, replaces: str = "", page: str = ""
    ) -> Posted:
        """`page`: the same as HTML, where no card can be drawn; `summary` is all of it as text then."""
        ...

    async def typing(self, place: Place) -> None: ...

    async def meet(self, place: Place, person: Person) -> Place:
        """The 1:1 place with a person of the same tenant, made when there is none."""
        ...

    async def members(self, place: Place) -> tuple[Person, ...]: ...

    async def readers(self, place: Place) -> tuple[Person, ...]:
        """The members as they were a short while ago; nobody, where they cannot be had. Never raises."""
        ...

    async def handed(self, place: Place, ref: str) -> tuple[FileRef, ...]:
        """The files of a message that told only that it has some; none, where nobody may ask. Never raises."""
        ...

    async def fetch(self, place: Place, file: FileRef) -> bytes:
        """The bytes of a handed-in file. Raises `Undeliverable` with a sentence's key when it cannot be had."""
        ...


class Post(Protocol):
    """Outgoing mail. Returns the internet message id. Raises `Throttled`, `Undeliverable` or `Uncertain`."""

    async def send(self, mail: Mail) -> str: ...

    async def arrived(self, key: str) -> str | None:
        """After a doubt: the internet message id when the mail is in Sent Items, None when it certainly is not."""
        ...

    async def fetch(self, file: FileRef) -> bytes: ...

    async def read(self, message_id: str) -> Arrived | None:
        """A mail in the desk's mailbox; None when it is not there any more."""
        ...

    def tag(self, project_id: str) -> str:
        """What a subject carries so that an answer that lost its thread is found; only this desk can make it."""
        ...

    async def who(self, name: str) -> Person | None:
        """The directory's entry of a mail address or an object id in our own tenant; None when it has none or may not
        be asked."""
        ...

    async def hours(self, address: str) -> Facts | None:
        """Zone, working days and hours by the settings of somebody's mailbox; None when nobody may or can say."""
        ...

    async def absences(self, address: str, now: datetime) -> tuple[Span, ...] | None:
        """When whoever has this address answers automatically; None when nobody may or can say."""
        ...


class Agent(Protocol):
    """The hosted agent. Raises the `AgentTrouble` family."""

    @property
    def name(self) -> str:
        """What it promised is remembered under this name; empty for the one we ship, whose promises we know."""
        ...

    async def ensure(self, session_id: str, known: bool = False) -> Stay:
        """Create or get the sandbox with this id. A `known` one that is missing is `SessionLost`, and not made anew."""
        ...

    def turn(self, request: Request) -> AsyncIterator[Event]:
        """Post a turn once and yield its events. `StreamBroke` when the stream ends without a terminal event."""
        ...

    def resume(self, response_id: str, after: int) -> AsyncIterator[Event]:
        """The events of a response after sequence number `after` (-1: all of them). Never starts anything."""
        ...

    async def cancel(self, response_id: str) -> None:
        """Have a turn end before its time. One that has ended, or cannot be stopped, is left as it is."""
        ...

    async def read(self, session_id: str, path: str) -> bytes | None: ...

    async def write(self, session_id: str, path: str, content: bytes) -> None: ...

    async def list(self, session_id: str, path: str) -> tuple[FileEntry, ...] | None:
        """What is in a folder, not in those below it; None when there is no such folder."""
        ...

    async def stop(self, session_id: str) -> None:
        """Put the sandbox to sleep, in the middle of a turn too; its files stay."""
        ...

    async def close(self, session_id: str) -> None:
        """Delete the sandbox and everything in it."""
        ...


Witness = Callable[[dict[str, object], Card, Place], None]


def nobody(face: dict[str, object], card: Card, place: Place) -> None:
    """The witness of a desk that keeps no pictures."""


@dataclass(frozen=True)
class World:
    """Everything a story may touch. Its fields are the seams of the tests; `witness` sees every card as it is drawn."""

    store: Store
    voices: dict[Channel, Voice]
    post: Post
    agent: Agent
    jobs: Jobs
    clock: Callable[[], datetime]  # aware; a simulation may run ahead of real time
    house: House
    witness: Witness = nobody
    mail_card: MailCard = no_card
    holidays: Almanac = no_holidays
    sign_in: SignIn | None = None  # none where turns run as the desk itself
    courier: Courier = field(default_factory=NoCourier)
