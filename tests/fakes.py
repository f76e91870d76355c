"""The only home of fakes: a toy outside. The store is never faked: it is the real one, on a private server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from bot.core.calendar import Span
from bot.core.draft import Draft, Recipient
from bot.core.errors import DeskError, SessionLost, StoreDown, StreamBroke
from bot.core.habits import Facts
from bot.core.letter import FileRef, Said, Slot
from bot.core.memory import Mark
from bot.core.people import Channel, Deputy, Person, Place
from bot.core.post import Arrived, Mail, Posted
from bot.core.sandbox import FileEntry, Stay
from bot.core.turn import Ended, Event, Offered, Request, Source, Started, Text
from bot.flows.courier import SignIn
from bot.flows.house import Almanac, House, MailCard, no_card, no_holidays
from bot.flows.ports import Leaving, Store, World

TENANT = "5f1c2a7e-3b60-4d7e-9a41-8c2f6d0b9e11"
MONDAY = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)
ANA = Person(oid="ana", name="Ana Souza", address="ana.souza@contoso.com", teams_id="29:ana", tenant=TENANT)
PRIYA = Person(oid="priya", name="Priya Raman", address="priya.raman@contoso.com", teams_id="29:priya", tenant=TENANT)
STRANGER = Person(oid="eve", name="Eve", address="eve@contoso.com", teams_id="29:eve", tenant=TENANT)
THREAD = Place(
    channel=Channel.TEAMS,
    tenant=TENANT,
    conversation="19:deals@thread.tacv2;messageid=1",
    kind="channel",
    service_url="http://127.0.0.1/",
    locale="en",
    zone="America/Sao_Paulo",
)


def deputy(person: Person, until: datetime | None = None) -> Deputy:
    return Deputy.model_validate(person.model_dump() | {"until": until})


def chat_of(person: Person) -> Place:
    return THREAD.model_copy(update={"conversation": f"a:{person.oid}", "kind": "personal"})


def said(text: str, speaker: Person = ANA, place: Place = THREAD, number: int = 1, **more: object) -> Said:
    facts = {
        "letter_id": f"m{number}",
        "place": place,
        "speaker": speaker,
        "text": text,
        "at": MONDAY,
        "ref": f"r{number}",
    }
    return Said.model_validate(facts | more)


def draft(number: int = 1, **more: object) -> Draft:
    """A kickoff brief for Priya, unless told otherwise."""
    to = (Recipient(name=PRIYA.name, address=PRIYA.address, oid=PRIYA.oid),)
    facts = {
        "draft_id": f"d-{number}", "version": 1, "purpose": "kickoff_brief", "task_id": f"task-{number}", "to": to,
        "channel": Channel.TEAMS, "subject": "Technical scope", "body": f"Hi Priya, please write part {number}.",
    }  # fmt: skip
    return Draft.model_validate(facts | more)


def answer(text: str = "Done.", *drafts: Draft, response_id: str = "caresp_1") -> list[Event]:
    """The events of a turn that went well."""
    offered: list[Event] = [Offered(drafts=drafts)] if drafts else []
    return [
        Started(response_id=response_id),
        Text(delta=text),
        *offered,
        Ended(status="completed", response_id=response_id),
    ]


@dataclass
class FakeVoice:
    """Remembers what was said. `trouble` holds what the next calls raise, in order; None lets one through."""

    messages: dict[str, tuple[Place, object]] = field(default_factory=dict)
    calls: list[tuple[str, str]] = field(default_factory=list)
    trouble: list[DeskError | None] = field(default_factory=list)
    people: tuple[Person, ...] = (ANA, PRIYA)
    tones: list[tuple[bool, bool]] = field(default_factory=list)  # (final, exact) of every text
    no_file: DeskError | None = None  # raised instead of a file, or of a member list
    named: dict[str, tuple[FileRef, ...]] = field(default_factory=dict)  # message → its files, when it is asked about
    no_members: DeskError | None = None
    sources: tuple[Source, ...] = ()  # of what was said last
    progress: bool = True  # placeholders and progress are shown
    no_turn: DeskError | None = None  # raised while a text still waits for its turn
    seen: Callable[[Place, str], object] = lambda _place, _words: None  # told of everything that is shown in passing

    async def open(self, place: Place, text: str) -> Posted:
        return await self.say(place, text, final=False)

    async def go_on(self, place: Place, ref: str, sign: str, words: str) -> None:
        self.tones.append((False, False))
        self._put(place, words or sign, ref)
        self.seen(place, words or sign)

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
        self.tones.append((final, exact))
        self.sources = sources
        if not final and not self.progress:
            return Posted(ref="", place=place)
        if self.no_turn:
            raise self.no_turn
        if leaving:
            await leaving()
        return self._put(place, text, replaces)

    async def show(
        self, place: Place, card: dict[str, object], summary: str, replaces: str = "", page: str = ""
    ) -> Posted:
        return self._put(place, card or summary, replaces)

    async def typing(self, place: Place) -> None:
        self.calls.append(("typing", place.conversation))

    async def meet(self, place: Place, person: Person) -> Place:
        self.calls.append(("meet", person.oid))
        return chat_of(person)

    async def members(self, place: Place) -> tuple[Person, ...]:
        if self.no_members:
            raise self.no_members
        return self.people

    async def readers(self, place: Place) -> tuple[Person, ...]:
        return () if self.no_members else self.people

    async def handed(self, place: Place, ref: str) -> tuple[FileRef, ...]:
        return self.named.get(ref, ())

    async def fetch(self, place: Place, file: FileRef) -> bytes:
        if self.no_file:
            raise self.no_file
        return b"bytes of " + file.name.encode()

    def _put(self, place: Place, content: object, replaces: str) -> Posted:
        self.calls.append(("put" if replaces else "post", place.conversation))
        if self.trouble and (trouble := self.trouble.pop(0)):
            raise trouble
        ref = replaces or str(len(self.messages) + 1)
        self.messages[ref] = (place, content)
        return Posted(ref=ref, place=place)

    def texts(self, conversation: str = THREAD.conversation) -> list[str]:
        return [
            what
            for place, what in self.messages.values()
            if isinstance(what, str) and place.conversation == conversation
        ]

    def cards(self, conversation: str = THREAD.conversation) -> list[dict[str, object]]:
        return [
            what
            for place, what in self.messages.values()
            if isinstance(what, dict) and place.conversation == conversation
        ]


@dataclass
class FakeCourier:
    """Remembers offers (conversation, name, size, about) and what was handed over. `trouble` is raised instead."""

    offers: list[tuple[str, str, int, str]] = field(default_factory=list)
    invited: list[Place] = field(default_factory=list)
    handed: list[tuple[Place, Slot, bytes, str]] = field(default_factory=list)
    trouble: DeskError | None = None

    async def invite(self, place: Place, why: str, button: str) -> Posted:
        if self.trouble:
            raise self.trouble
        self.invited.append(place)
        return Posted(ref=f"invitation-{len(self.invited)}", place=place)

    async def offer(self, place: Place, name: str, size: int, why: str, about: str) -> Posted:
        if self.trouble:
            raise self.trouble
        self.offers.append((place.conversation, name, size, about))
        return Posted(ref=f"offer-{len(self.offers)}", place=place)

    async def hand(self, place: Place, slot: Slot, content: bytes, replaces: str) -> Posted:
        if self.trouble:
            raise self.trouble
        self.handed.append((place, slot, content, replaces))
        return Posted(ref=replaces, place=place)


@dataclass
class FakeAgent:
    """Plays back a script: one list of events (or a trouble to raise) per turn; the last one is repeated."""

    name: str = "somebody's agent"
    script: list[list[Event] | DeskError] = field(default_factory=lambda: [answer()])
    requests: list[Request] = field(default_factory=list)
    resumed: list[tuple[str, int]] = field(default_factory=list)
    rest: list[Event] | DeskError = field(default_factory=list)  # what `resume` yields, or raises
    rests: dict[str, list[Event]] = field(default_factory=dict)  # the same for some responses
    files: dict[tuple[str, str], bytes] = field(default_factory=dict)
    ensured: list[str] = field(default_factory=list)
    no_files: DeskError | None = None  # raised instead of a file
    pace: float = 0.0  # seconds before each event of a turn
    hangs: bool = False  # a turn whose script has no end goes on without a word
    sessions: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)  # every call about a sandbox or its files
    stopped: list[str] = field(default_factory=list)
    cancelled: list[str] = field(default_factory=list)
    trouble: DeskError | None = None  # raised by every look into a sandbox
    clock: Callable[[], datetime] = lambda: MONDAY

    async def ensure(self, session_id: str, known: bool = False) -> Stay:
        self._ask("ensure")
        self.ensured.append(session_id)
        if known and session_id not in self.sessions:
            raise SessionLost(session_id)
        self.sessions.add(session_id)
        return Stay(session_id=session_id, ends=self.clock() + timedelta(days=30))

    async def turn(self, request: Request) -> AsyncIterator[Event]:
        self.requests.append(request)
        act = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(act, DeskError):
            raise act
        for event in act:
            await asyncio.sleep(self.pace)
            yield event
        if not isinstance(act[-1], Ended):
            await asyncio.sleep(3600 if self.hangs else 0)
            raise StreamBroke(request.turn_id)

    async def resume(self, response_id: str, after: int) -> AsyncIterator[Event]:
        self.resumed.append((response_id, after))
        if isinstance(self.rest, DeskError):
            raise self.rest
        rest = self.rests.get(response_id, self.rest)
        for event in rest:
            yield event
        if not (rest and isinstance(rest[-1], Ended)):
            raise StreamBroke(response_id)

    async def cancel(self, response_id: str) -> None:
        self.cancelled.append(response_id)

    async def read(self, session_id: str, path: str) -> bytes | None:
        if self.no_files:
            raise self.no_files
        self._ask(f"read {path}", session_id)
        return self.files.get((session_id, path))

    async def list(self, session_id: str, path: str) -> tuple[FileEntry, ...] | None:
        self._ask(f"list {path}", session_id)
        inside = {name.removeprefix(f"{path}/"): content for (whose, name), content in self.files.items()
                  if whose == session_id and name.startswith(f"{path}/")}  # fmt: skip
        files = [FileEntry(name=name, size=len(inside[name])) for name in sorted(inside) if "/" not in name]
        folders = sorted({name.partition("/")[0] for name in inside if "/" in name})
        return (*files, *(FileEntry(name=name, folder=True) for name in folders)) or None

    async def write(self, session_id: str, path: str, content: bytes) -> None:
        self._ask(f"write {path}", session_id)
        self.files[session_id, path] = content

    async def stop(self, session_id: str) -> None:
        self._ask("stop")
        self.stopped.append(session_id)

    async def close(self, session_id: str) -> None:
        self._ask("close")
        self.vanish(session_id)

    def vanish(self, session_id: str) -> None:
        """The sandbox and everything in it are gone, and nobody was told."""
        self.sessions.discard(session_id)
        self.files = {name: content for name, content in self.files.items() if name[0] != session_id}

    def _ask(self, what: str, session_id: str = "") -> None:
        self.asked.append(what)
        if self.trouble:
            raise self.trouble
        if session_id and session_id not in self.sessions:
            raise SessionLost(session_id)


@dataclass
class FakePost:
    sent: list[Mail] = field(default_factory=list)
    inbox: dict[str, Arrived] = field(default_factory=dict)
    directory: dict[str, Person] = field(default_factory=dict)
    settings: dict[str, Facts] = field(default_factory=dict)  # of mailboxes that may be asked
    away: dict[str, tuple[Span, ...]] = field(default_factory=dict)
    no_hours: DeskError | None = None  # raised instead of either
    trouble: list[DeskError] = field(default_factory=list)
    no_search: DeskError | None = None  # raised instead of a look into Sent Items
    unreadable: dict[str, DeskError] = field(default_factory=dict)  # message id → what reading it raises

    async def send(self, mail: Mail) -> str:
        if self.trouble:
            raise self.trouble.pop(0)
        self.sent.append(mail)
        return f"<{len(self.sent)}@desk>"

    async def arrived(self, key: str) -> str | None:
        if self.no_search:
            raise self.no_search
        return next((f"<{number}@desk>" for number, mail in enumerate(self.sent, 1) if mail.key == key), None)

    async def fetch(self, file: FileRef) -> bytes:
        return b"attachment"

    async def read(self, message_id: str) -> Arrived | None:
        if trouble := self.unreadable.get(message_id):
            raise trouble
        return self.inbox.get(message_id)

    async def who(self, name: str) -> Person | None:
        return self.directory.get(name)

    def tag(self, project_id: str) -> str:
        return ""

    async def hours(self, address: str) -> Facts | None:
        if self.no_hours:
            raise self.no_hours
        return self.settings.get(address)

    async def absences(self, address: str, now: datetime) -> tuple[Span, ...] | None:
        if self.no_hours:
            raise self.no_hours
        return self.away.get(address, ())


@dataclass
class FakeJobs:
    """Books nothing by itself: a test does the work when it wants it done."""

    booked: list[str] = field(default_factory=list)
    shipped: list[tuple[str, float]] = field(default_factory=list)
    redrawn: list[str] = field(default_factory=list)
    later: list[tuple[str, float]] = field(default_factory=list)
    wakes: list[tuple[datetime, float]] = field(default_factory=list)
    busy: bool = False  # a letter is being worked on

    def book(self, project_id: str) -> None:
        self.booked.append(project_id)

    def remind(self, project_id: str) -> None:
        self.booked.append(project_id)

    async def ship(self, parcel_id: str, after: float = 0) -> None:
        self.shipped.append((parcel_id, after))

    async def redraw(self, record_key: str) -> None:
        self.redrawn.append(record_key)

    async def look(self, project_id: str, after: float) -> None:
        self.later.append((project_id, after))

    async def wake(self, at: datetime, after: float) -> None:
        self.wakes.append((at, after))

    def talking(self) -> bool:
        return self.busy


@dataclass
class Clock:
    now: datetime = MONDAY

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **by: float) -> None:
        self.now += timedelta(**by)


@dataclass
class Toy:
    """A world with a real store and toys around it, and the hands that play with it."""

    store: Store
    voice: FakeVoice = field(default_factory=FakeVoice)
    mail_voice: FakeVoice = field(default_factory=lambda: FakeVoice(progress=False))
    post: FakePost = field(default_factory=FakePost)
    agent: FakeAgent = field(default_factory=FakeAgent)
    courier: FakeCourier = field(default_factory=FakeCourier)
    sign_in: SignIn | None = None
    jobs: FakeJobs = field(default_factory=FakeJobs)
    clock: Clock = field(default_factory=Clock)
    house: House = field(default_factory=lambda: House(tenant=TENANT))
    holidays: Almanac = no_holidays
    mail_card: MailCard = no_card

    def __post_init__(self) -> None:
        self.agent.clock = self.clock

    @property
    def world(self) -> World:
        voices = {Channel.TEAMS: self.voice, Channel.MAIL: self.mail_voice}
        return World(
            store=self.store,
            voices=voices,
            post=self.post,
            agent=self.agent,
            jobs=self.jobs,
            clock=self.clock,
            house=self.house,
            holidays=self.holidays,
            mail_card=self.mail_card,
            courier=self.courier,
            sign_in=self.sign_in,
        )


class ForgetfulStore:
    """The real store, down for every mark that has the named thing in it."""

    def __init__(self, store: Store, forgets: str) -> None:
        self._store, self._forgets = store, forgets

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def mark(self, letter_id: str, mark: Mark) -> None:
        if getattr(mark, self._forgets):
            raise StoreDown("not written")
        await self._store.mark(letter_id, mark)


class ShakyStore:
    """The real store, while it is neither `away` nor `odd`."""

    def __init__(self, store: Store) -> None:
        self._store, self.away, self.odd = store, False, False

    def __getattr__(self, name: str) -> object:
        if self.away:
            raise StoreDown("away")
        if self.odd:
            raise ValueError("secret words")
        return getattr(self._store, name)
