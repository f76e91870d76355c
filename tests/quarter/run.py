"""A quarter of a desk: the real stories and the real store, with a clock that is moved from event to event."""

import asyncio
import heapq
import os
import random
import tempfile
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import uvloop
from cryptography.fernet import Fernet

from bot.core.draft import State
from bot.core.letter import Said
from bot.core.people import Channel, Contact, Place
from bot.edges.holidays import days_off
from bot.edges.store import DeskStore
from bot.edges.store.embedded import Embedded
from bot.flows import alarm, decide, deliver, reconcile
from bot.flows.mailbox import take_turns
from bot.flows.ports import House, World
from bot.flows.rang import rang
from cards.click import Click
from tests.fakes import Clock
from tests.quarter.cast import BEGIN, END, TENANT, Cast, One, Project, Task, cast
from tests.quarter.glass import Glass
from tests.quarter.judge import Ledger, Nudge, Reply, reachable
from tests.quarter.outside import Drafter, Engine, Mailboxes, Offer, Telephone, chat

OUTAGE = (datetime(2027, 3, 10, 6, tzinfo=UTC), datetime(2027, 3, 10, 15, tzinfo=UTC))
RESTARTS = (datetime(2027, 3, 23, 12, 0, tzinfo=UTC), datetime(2027, 4, 14, 9, 0, tzinfo=UTC))
ROUND = timedelta(hours=6)  # of the quarter; the desk itself goes round every half minute
MINUTE = timedelta(minutes=1)


class Quarter:
    """One desk with its own store. `run` returns the ledger of what left and what came in."""

    def __init__(self, cast: Cast, seed: int) -> None:
        self.cast, self.dice = cast, random.Random(seed)
        self.ledger = Ledger(outages=[OUTAGE])
        self.clock = Clock(now=BEGIN)
        self._agenda: list[tuple[datetime, int, str, object]] = []
        self._numbers = count()
        self._offers: dict[str, Offer] = {}  # by the draft's number and by the record's key
        self._project_of = {task.task_id: one for one in cast.projects for task in one.tasks}
        self._open: dict[str, list[Offer]] = {}  # by owner
        self.jobs = Engine(self.clock, self._at, self._held)
        self.agent = Drafter(cast.projects, self.clock, self._offered)
        self.voice = Telephone(self._left, self._told, self._changed)
        self.post = Mailboxes(cast.people)

    async def run(self, folder: Path) -> Ledger:
        self._seal = Glass((Fernet.generate_key().decode(),))
        self.embedded = Embedded(folder / "store", fsync="everysec")
        self._open_world(await asyncio.to_thread(self.embedded.start))
        alarm.REST = 0.0  # nobody else wants the processor here
        try:
            await self._prepare()
            await self._pass_time()
            self.ledger.looks, self.ledger.turns = self.agent.polls, self.agent.turns
            await self._count()
        finally:
            await self.store.close()
            await asyncio.to_thread(self.embedded.stop)
        return self.ledger

    def _open_world(self, url: str) -> None:
        self.store = DeskStore(url, self._seal, "quarter")
        self.world = World(
            store=self.store,
            voices={Channel.TEAMS: self.voice, Channel.MAIL: self.voice},
            post=self.post,
            agent=self.agent,
            jobs=self.jobs,
            clock=self.clock,
            house=House(tenant=TENANT),
            holidays=days_off,
        )

    async def _prepare(self) -> None:
        for one in self.cast.people.values():
            await self.store.save_habits(one.person, one.habits, "wishes")
        for project in self.cast.projects:
            owner = project.owner
            await self.store.save_contact(Contact(person=owner.person, place=chat(owner)))
            self._at(project.begins, "begin", project)
            for task in project.tasks:
                self._of_their_own_accord(project, task)
        for moment in RESTARTS:
            self._at(moment, "restart", "")
        self._at(BEGIN + ROUND, "round", "")

    def _of_their_own_accord(self, project: Project, task: Task) -> None:
        ends = datetime(task.due.year, task.due.month, task.due.day, tzinfo=UTC) + timedelta(days=1)
        if self.dice.random() < 0.55:
            at = project.begins + (ends - project.begins) * self.dice.uniform(0.2, 1.1)
            self._at(at, "reply", (task, self.dice.random() < 0.7))

    def _at(self, at: datetime, what: str, of: object) -> None:
        heapq.heappush(self._agenda, (at, next(self._numbers), what, of))

    async def _pass_time(self) -> None:
        while self._agenda:
            ring = await self.store.next_ring()
            now = min(self._agenda[0][0], ring) if ring else self._agenda[0][0]
            now = max(self.clock.now, OUTAGE[1] if OUTAGE[0] <= now < OUTAGE[1] else now)
            if now >= END:
                return
            self.clock.now = now
            while self._agenda and self._agenda[0][0] <= now:
                _, _, what, of = heapq.heappop(self._agenda)
                await getattr(self, f"_{what}")(of)
                await self._settle()
            if ring and ring <= now:
                await self._ring()

    async def _ring(self) -> None:
        """Timers are worked off while somebody is at the letters they lead to, as in a worker."""
        ringing = asyncio.create_task(alarm.work_off(self.world, rang))
        while not ringing.done() or self.jobs.booked:
            await self._settle()
            self.jobs.news.clear()
            news = asyncio.create_task(self.jobs.news.wait())
            await asyncio.wait({ringing, news}, return_when=asyncio.FIRST_COMPLETED)
            news.cancel()
        await ringing

    async def _settle(self) -> None:
        while self.jobs.booked:
            project_id = next(iter(self.jobs.booked))
            del self.jobs.booked[project_id]
            await take_turns(self.world, project_id, f"turn:{next(self._numbers)}")

    async def _count(self) -> None:
        """What did not leave, and why."""
        for project in self.cast.projects:
            for parcel in await self.store.parcels_of(project.project_id):
                self.ledger.answered += parcel.kind == "brief" and parcel.trouble == "answered"

    # what happens

    async def _begin(self, project: Project) -> None:
        await self._write("we received the RFP", project.owner, project.home)
        await self._settle()  # a thread is linked to a project that exists
        for task in project.tasks:
            await self.store.link(chat(task.owner).thread, project.project_id)

    async def _turn(self, project_id: str) -> None:
        self.jobs.book(project_id)

    async def _ship(self, parcel_id: str) -> None:
        await deliver.ship(self.world, parcel_id)

    async def _round(self, _: str) -> None:
        await reconcile.reconcile(self.world)
        self._at(self.clock.now + ROUND, "round", "")

    async def _reply(self, of: tuple[Task, bool]) -> None:
        task, done = of
        if task.done_at is not None:
            return
        self.ledger.replies.append(Reply(self.clock.now, task.owner.person.oid, task.task_id))
        if done:
            task.done_at = self.clock.now
            project = self._project_of[task.task_id]
            if all(one.done_at for one in project.tasks):
                self._at(self.clock.now + timedelta(days=1), "end", project)
        await self._write(f"{'done' if done else 'partly'} {task.task_id}", task.owner, chat(task.owner))

    async def _end(self, project: Project) -> None:
        """Everything was handed in: its owner has no more use for it."""
        found = await self.store.project(project.project_id)
        assert found
        await self.store.save_project(found.model_copy(update={"state": "closed"}))

    async def _write(self, text: str, speaker: One, place: Place) -> None:
        name = f"m{next(self._numbers)}"
        said = Said(letter_id=name, place=place, speaker=speaker.person, text=text, at=self.clock.now, ref=name)
        project_id = await self.store.accept(name, place, said)
        if project_id:
            self.jobs.book(project_id)

    async def _decide(self, offer: Offer) -> None:
        record = await self.store.record(offer.key)
        if record is None or record.state is not State.PENDING:
            return
        verb = "approve" if self.dice.random() < 0.9 else "reject"
        if verb == "reject":
            self.ledger.rejected.add(offer.task.task_id)
        facts = {"draft_id": offer.key, "version": record.draft.version, "hash": record.draft.content_hash}
        await decide.click(
            self.world,
            Click.model_validate({"verb": verb, **facts}),
            offer.project.owner.person,
            "en",
            offer.project.home,
        )

    async def _restart(self, _: str) -> None:
        """In the middle of what is due, with letters under way; the store's server is killed with it."""
        ringing = asyncio.create_task(alarm.work_off(self.world, rang))
        await asyncio.sleep(0.003)
        ringing.cancel()
        await asyncio.gather(ringing, return_exceptions=True)
        await self.store.close()
        process = self.embedded._process
        assert process
        os.kill(process.pid, 9)
        await asyncio.to_thread(process.wait)
        self._open_world(await asyncio.to_thread(self.embedded.ensure))
        self.jobs.booked.clear()
        await self.store.take_over()
        self.ledger.restarts += 1
        await reconcile.reconcile(self.world)

    # what the desk does, as the outside sees it

    def _offered(self, offer: Offer) -> None:
        name = f"d{self.agent._count}"
        self._offers[name] = self._offers[offer.key] = offer
        if offer.project.temper == "prompt":
            self._at(self._at_work(offer.project.owner, self.clock.now + self._hours(0.1, 6)), "decide", offer)
        self._open.setdefault(offer.project.owner.person.oid, []).append(offer)

    def _held(self, parcel_id: str, at: datetime) -> None:
        """Some answer in the very last moment, when their reminder is on its way to the door."""
        offer = self._offers.get(parcel_id.rpartition(".v")[0])
        if offer is not None:
            self.ledger.held += 1
            if self.dice.random() < 0.2:
                self._at(
                    at - self.dice.choice((timedelta(), timedelta(seconds=1), MINUTE)), "reply", (offer.task, True)
                )

    def _told(self, oid: str) -> None:
        self.ledger.told.append((oid, self.clock.now))
        for offer in self._open.pop(oid, []):
            if offer.project.temper == "slow" and self.dice.random() < 0.7:
                self._at(self._at_work(offer.project.owner, self.clock.now + self._hours(0.1, 3)), "decide", offer)
            elif offer.project.temper != "prompt":
                self._open.setdefault(oid, []).append(offer)

    def _changed(self, conversation: str) -> None:
        number = int(conversation.rpartition("-")[2])
        self.ledger.news.append((number, self.clock.now))

    def _left(self, oid: str, name: str) -> None:
        offer = self._offers[name]
        self.ledger.nudges.append(Nudge(self.clock.now, offer.at, oid, offer.task.task_id, offer.key))
        if self.dice.random() < 0.5:
            self._at(self.clock.now + self._hours(0.2, 90), "reply", (offer.task, self.dice.random() < 0.75))

    def _hours(self, least: float, most: float) -> timedelta:
        return timedelta(hours=self.dice.uniform(least, most))

    def _at_work(self, one: One, at: datetime) -> datetime:
        while not reachable(one, at) and at < END:
            at += timedelta(minutes=10)
        return at


def quarter(projects: int, people: int, seed: int) -> tuple[Cast, Ledger]:
    """A whole quarter of its own; in a process of its own it has a processor for itself."""
    those = cast(projects, people, seed)
    with tempfile.TemporaryDirectory(prefix="desk-quarter-") as folder:
        return those, uvloop.run(Quarter(those, seed).run(Path(folder)))  # a third of the time goes into the loop
