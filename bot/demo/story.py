"""The story: an RFP comes in, briefs are decided, answers arrive, something is late, a reminder goes out."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from bot.core.draft import Record, State
from bot.core.parcel import Fate, Parcel
from bot.core.people import Person
from bot.core.project_log import due_moment
from bot.demo.cast import CHANNEL, Member, Talk, chat_with
from bot.demo.faces import Json, Shown
from bot.demo.replies import reply_to
from bot.demo.screen import Screen, where_of
from bot.demo.stand import DemoFailed, Stand

TURN = 60.0  # seconds a turn of the agent may take
MORNING = 9
NUDGES = ("reminder", "clarification", "reassignment")


@dataclass
class Ending:
    """What the story came to. `question`: the agent asked for something that is not there, and the story ends."""

    thread: Talk = CHANNEL
    question: str = ""
    refused: int = 0
    timings: dict[str, float] = field(default_factory=dict)


class Owner(Protocol):
    """Who decides: played by rule, or the person at the terminal."""

    member: Member

    @property
    def name(self) -> str: ...

    async def answer_to(self, story: "Story") -> str:
        """What the owner writes to the agent's question, "" when there is none to answer."""
        ...

    async def decide(self, story: "Story") -> None:
        """Everything on the first card is decided."""
        ...

    async def remind(self, story: "Story") -> None:
        """A reminder is decided."""
        ...


class Story:
    def __init__(self, stand: Stand, screen: Screen, owner: Owner, people: tuple[Member, ...]) -> None:
        self.stand, self.screen, self.owner = stand, screen, owner
        self.people = {one.person.oid: one for one in people}
        self.end = Ending()

    @property
    def thread(self) -> Talk:
        return self.end.thread

    async def play(self, opening: str) -> Ending:
        await self.open(opening)
        if not await self.records():
            self.end.question = self.stand.texts(self.thread)[-1]
            return self.end
        await self.owner.decide(self)
        await self.delivered()
        await self.answers()
        await self.late()
        await self.ask("status")
        return self.end

    async def open(self, text: str) -> None:
        """The owner writes in the channel; everything that can be read is read, and drafts are offered."""
        self.screen.day(self.stand.clock(), "the RFP has arrived")
        self.screen.said(self.owner.name, "in the channel, mentioning the desk", text)
        sent = await self.stand.teams.say(self.owner.member, CHANNEL, text)
        self.end.thread = sent.talk
        self.end.timings["accepted"] = sent.seconds
        await self.settled("the answer to the opening")
        while question := await self.owner.answer_to(self):
            self.screen.said(self.owner.name, where_of(self.thread), question)
            await self.stand.teams.say(self.owner.member, self.thread, question)
            await self.settled("the answer")

    async def records(self) -> list[Record]:
        projects = await self.stand.store.projects()
        return [one for project in projects for one in await self.stand.store.records_of(project)]

    async def press(
        self, who: Member, talk: Talk, shown: Shown, verb: str, data: Json, inputs: Json | None = None
    ) -> Json | str:
        """Press a button; the answer is the new card or a sentence."""
        sent = await self.stand.teams.click(who, talk, shown.message, verb, data, inputs)
        if sent.status != 200 or not isinstance(sent.body, dict):
            raise DemoFailed(f"A click on {verb} was answered with {sent.status}.")
        self.end.timings[f"click {verb}"] = sent.seconds
        value: Json | str = sent.body["value"]
        return value

    async def last_card(self, verb: str, what: str, **facts: object) -> Shown:
        """The newest card in the thread with such a button."""

        async def look() -> Shown | None:
            cards = [one for one in self.stand.cards(self.thread) if one.button(verb, **facts)]
            return cards[-1] if cards else None

        return await self.stand.until(look, what, TURN)

    async def delivered(self) -> None:
        """Everything that was approved has left or is known not to."""

        async def look() -> bool:
            open_ones = [
                one for one in await self.parcels() if one.kind == "brief" and one.fate in (Fate.PLANNED, Fate.SENDING)
            ]
            return not open_ones and await self._idle()

        await self.stand.until(look, "the approved messages to leave", TURN)

    async def parcels(self) -> list[Parcel]:
        projects = await self.stand.store.projects()
        return [one for project in projects for one in await self.stand.store.parcels_of(project)]

    async def answers(self) -> None:
        """Two days later: one answer in Teams with something missing, one by mail with everything in it."""
        sent = [one for one in await self.records() if one.state is State.APPROVED]
        in_teams = next((one for one in sent if one.draft.channel == "teams" and len(one.draft.requirements) > 1), None)
        by_mail = next((one for one in sent if one.draft.channel == "mail"), None)
        if in_teams or by_mail:
            await self.move(self.stand.clock() + timedelta(days=2), "answers come in")
        if in_teams:
            await self._answer_in_teams(in_teams)
        if by_mail:
            await self._answer_by_mail(by_mail)

    async def _answer_in_teams(self, record: Record) -> None:
        who = self.people.get(record.draft.to[0].oid)
        if who is None:
            return
        text = reply_to(record.draft.subject, record.draft.requirements, everything=False)
        self.screen.said(who.person.name, "in the 1:1 chat with the desk", text)
        await self.stand.teams.say(who, chat_with(who), text)
        await self.settled("what the agent makes of the answer")

    async def _answer_by_mail(self, record: Record) -> None:
        parcel = await self.stand.store.parcel(record.parcel_id)
        if parcel is None or parcel.fate is not Fate.SENT:
            return
        to = record.draft.to[0]
        text = reply_to(record.draft.subject, record.draft.requirements, everything=True)
        self.screen.said(to.name, f"by mail, in answer to “{record.draft.subject}”", text)
        author = Person(name=to.name, address=to.address)
        await self.stand.outlook.mail(author, f"RE: {record.draft.subject}", text, in_reply_to=parcel.ref)
        await self.settled("what the agent makes of the mail")

    async def late(self) -> None:
        """The first working morning after a due date that nobody kept."""
        zone = self.stand.settings.desk_zone
        dues = [moment for one in await self.records() if (moment := due_moment(one.draft.due_at, zone))]
        if not dues:
            self.screen.note("No date was said for any task, so nothing can be late.")
            return
        await self.move(next_morning(max(dues), zone), "something is late")

        morning = self.stand.clock()

        async def look() -> bool:
            return any(fresh(one, morning) for one in await self.records()) and await self._idle()

        try:
            await self.stand.until(look, "a reminder draft", TURN)
        except DemoFailed:
            self.screen.note("Nothing that was briefed is late.")
            return
        await self.owner.remind(self)
        await self.delivered()

    async def ask(self, command: str) -> None:
        """A short question in the thread, answered without the agent."""
        self.screen.said(self.owner.name, where_of(self.thread), command)
        await self.stand.teams.say(self.owner.member, self.thread, command)
        await self.settled(f"the answer to {command}")

    async def move(self, moment: datetime, title: str) -> None:
        self.stand.clock.set(moment)
        self.screen.day(moment.astimezone(ZoneInfo(self.stand.settings.desk_zone)), title)

    async def settled(self, what: str) -> None:
        """Every mailbox is empty again, and what it owed has been shown."""
        await self.stand.until(self._idle, what, TURN)

    async def _idle(self) -> bool:
        if await self.stand.store.waiting():
            return False
        return all(one.fate not in (Fate.PLANNED, Fate.SENDING) for one in await self.parcels())


def fresh(record: Record, since: datetime) -> bool:
    """A reminder of this morning: one that was drafted before a task was late says the wrong thing by now."""
    return record.draft.purpose in NUDGES and record.offered_at >= since


def next_morning(after: datetime, zone: str) -> datetime:
    """Nine o'clock on the first weekday that begins after a moment."""
    local = after.astimezone(ZoneInfo(zone))
    day = local.date() if (local.hour, local.minute) <= (MORNING, 0) else local.date() + timedelta(days=1)
    while day.weekday() > 4:
        day += timedelta(days=1)
    return datetime(day.year, day.month, day.day, MORNING, tzinfo=ZoneInfo(zone))
