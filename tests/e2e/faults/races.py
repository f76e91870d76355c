"""Many hands on the same drafts at the same moment: one decision each, and nothing leaves but what it covers."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta

from bot.core.draft import Draft, Recipient, Record, State, Verb, parcel_name, record_key
from bot.core.letter import Said
from bot.core.memory import Decision, Effects
from bot.core.parcel import Parcel
from bot.core.people import Channel, Deputy, Person, Place, new_project
from bot.demo.cast import ANA, PRIYA, SAM, TENANT
from bot.demo.stand import free_port
from bot.demo.teams import Sent, Teams
from bot.edges.store import DeskStore
from bot.settings import Part
from tests.e2e.faults.books import Press
from tests.e2e.faults.desk import Order
from tests.e2e.faults.ground import Ground
from tests.e2e.faults.invariants import CHECKS, every_card_is_there, the_agent_hears_of_everything
from tests.e2e.faults.outcome import Outcome
from tests.e2e.faults.server import server
from tests.e2e.faults.site import Site, group

CLIENTS, ROUNDS = 4, 3
INSTANT, MONTH = timedelta(microseconds=1), timedelta(days=30)
VERBS = {"approve": "approve", "save": "edit", "save_approve": "edit_approve", "reject": "reject"}
IN_TIME = 3.0  # seconds
TALK = group("race")
HOME = Place(channel=Channel.TEAMS, tenant=TENANT, conversation=TALK.conversation, kind="group")
OWED = (every_card_is_there, the_agent_hears_of_everything)  # nobody works on what is owed here


async def rival_clients(ground: Ground, dice: random.Random) -> Outcome:
    """Two desks on one server, four people who press whatever they see, each click twice, some with an old card."""
    outcome = Outcome("rival clients", what="clicks")
    async with server(ground.folder / "rivals-server") as store, ground.site("rivals", redis_url=store.url) as site:
        await store.for_site(site)
        records = await offered(site.store, ground.many(40, 2000), site.stand.clock())
        async with _webs(site, 2) as desks:
            clients = [Client(site, desk, records, dice.random()) for desk in desks * (CLIENTS // len(desks))]
            await asyncio.gather(*(one.press_everything() for one in clients))
        outcome.units = sum(one.pressed for one in clients)
        outcome.breaks += [wrong for one in clients for wrong in one.wrong]
        outcome.wrong("after all", await _broken(site))
    return outcome


@asynccontextmanager
async def _webs(site: Site, many: int) -> AsyncIterator[list[Teams]]:
    """The way to each of several desks that only listen."""
    async with AsyncExitStack() as stack:
        found = []
        for _ in range(many):
            port = free_port()
            await site.nursery.bear(Order(folder=site.stand.folder, part=Part.WEB, port=port, log=f"{port}.log"))
            url = f"http://127.0.0.1:{port}"
            await site.until_ready(url)
            found.append(await stack.enter_async_context(Teams(site.stand.connector, f"{url}/api/messages")))
        yield found


class Client:
    """Presses each draft a few times, with what its card showed when this person looked."""

    def __init__(self, site: Site, desk: Teams, records: list[Record], seed: float) -> None:
        self._site, self._desk, self._dice = site, desk, random.Random(seed)
        self._records = self._dice.sample(records, len(records))
        self.pressed, self.wrong = 0, list[str]()

    async def press_everything(self) -> None:
        for record in self._records:
            seen = await self._site.store.record(record.key) or record
            for number in range(ROUNDS):
                await self._press(seen, f"{number} {self._dice.random()}")
                if self._dice.random() < 0.5:  # some refresh their card, some do not
                    seen = await self._site.store.record(record.key) or seen

    async def _press(self, seen: Record, words: str) -> None:
        verb = self._dice.choice(list(VERBS))
        who = self._dice.choices((ANA, PRIYA, SAM), (8, 1, 1))[0]
        draft = seen.draft
        data = {"draft_id": seen.key, "version": draft.version, "hash": draft.content_hash}
        inputs = {"subject": draft.subject, "body": f"Edited: {words}", "reason": "not this one"}
        self._site.pressed.add(Press(seen.key, VERBS[verb], draft.version, who.person.authority))
        first = await self._desk.click(who, TALK, "1", verb, data, inputs)
        again = await self._desk.send(first.activity, TALK)
        self.pressed += 2
        self.wrong += [f"{verb} on {seen.key} was answered with {_odd(one)}" for one in (first, again) if _odd(one)]


def _odd(sent: Sent) -> str:
    if sent.status != 200 or not isinstance(sent.body, dict) or sent.body.get("statusCode") != 200:
        return f"{sent.status} {sent.body}"
    return f"{sent.seconds:.1f} s" if sent.seconds > IN_TIME else ""


async def approval_meets_expiry(ground: Ground, dice: random.Random) -> Outcome:
    """One approves in the last instant, another in the first that is too late, while the agent offers it anew."""
    many = ground.many(100, 1000)
    outcome = Outcome("approval meets expiry", what="races", units=many)
    async with server(ground.folder / "expiry-server") as store, ground.site("expiry", redis_url=store.url) as site:
        await store.for_site(site)
        end = site.stand.clock() + MONTH
        for number, record in enumerate(await offered(site.store, many, site.stand.clock())):
            rivals = [_approve(site, record, ANA.person, end - INSTANT), _approve(site, record, PRIYA.person, end)]
            rivals += [_offer_anew(site, record, end + INSTANT)] if number % 2 else []
            dice.shuffle(rivals)
            await asyncio.gather(*rivals)
        outcome.wrong("after all", await _broken(site))
    return outcome


async def _approve(site: Site, record: Record, who: Person, now: datetime) -> None:
    site.pressed.add(Press(record.key, "approve", record.draft.version, who.authority))
    after = record.model_copy(update={"state": State.APPROVED, "decided_by": who.name, "decided_at": now})
    parcel = Parcel(
        parcel_id=parcel_name(record.key, record.draft.version), project_id=record.project_id, kind="brief",
        record_key=record.key, version=record.draft.version, content_hash=record.draft.content_hash,
    )  # fmt: skip
    decision = Decision(
        verb=Verb.APPROVE, key=record.key, version=record.draft.version, content_hash=record.draft.content_hash,
        actor=who.authority, after=after, parcels=(parcel,), now=now,
    )  # fmt: skip
    await site.store.decide(decision)


async def _offer_anew(site: Site, record: Record, now: datetime) -> None:
    """As the end of a turn writes it."""
    draft = record.draft.model_copy(update={"version": record.draft.version + 1, "body": f"{record.draft.body} Now."})
    other = {"draft": draft, "offered": draft, "offered_at": now, "expires_at": now + MONTH}
    await _turn(site.store, f"anew-{record.key}", Effects(records=(record.model_copy(update=other),)))


async def offered(store: DeskStore, many: int, now: datetime) -> list[Record]:
    """Open drafts for two people who may decide them, of a project that is there."""
    project = new_project(HOME, ANA.person, now).model_copy(
        update={"started": True, "deputies": (Deputy.model_validate(PRIYA.person.model_dump()),)}
    )
    records = [_record(project.project_id, f"d{number}", now) for number in range(many)]
    await _turn(store, "offer", Effects(project=project, records=tuple(records)))
    return records


def _record(project_id: str, name: str, now: datetime) -> Record:
    to = Recipient(name=PRIYA.person.name, address=PRIYA.person.address, oid=PRIYA.person.oid)
    draft = Draft(
        draft_id=name, version=1, purpose="kickoff_brief", to=(to,), channel=Channel.TEAMS, subject="A brief",
        body=f"Please write part {name}.",
    )  # fmt: skip
    approvers = (ANA.person.authority, PRIYA.person.authority)
    return Record(
        key=record_key(project_id, name), project_id=project_id, draft=draft, offered=draft, approvers=approvers,
        offered_at=now, expires_at=now + MONTH,
    )  # fmt: skip


async def _turn(store: DeskStore, name: str, effects: Effects) -> None:
    """A turn of its own for these effects, in a box of its own: nobody else may be at work there."""
    said = Said(letter_id=name, place=HOME, speaker=ANA.person, text="", at=datetime.now().astimezone())
    box = f"p-{name}"
    await store.accept(name, HOME, said, box)
    lease = await store.enter(box, "turn:1")
    assert await store.finish(box, lease or "", (name,), effects)
    assert await store.begin(box, lease or "") is None


async def _broken(site: Site) -> list[str]:
    """The invariants without what is owed, and each delivery against its draft."""
    books = await site.books()
    found = [sentence for check in CHECKS if check not in OWED for sentence in check(books)]
    planned = {one.parcel_id: one for one in books.parcels}
    for record in books.records:
        own = [one for one in planned.values() if one.record_key == record.key]
        if len(own) != (record.state is State.APPROVED):
            found.append(f"{record.key} is {record.state} and has {len(own)} deliveries")
        if any(one.content_hash != record.draft.content_hash for one in own):
            found.append(f"the delivery of {record.key} carries another content than was approved")
    return found
