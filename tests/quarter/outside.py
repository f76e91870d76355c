"""What stands around the desk: a channel that writes down what leaves, an agent that drafts, an engine."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.core.draft import Draft, Recipient, record_key
from bot.core.people import Channel, Person, Place
from bot.core.post import Posted
from bot.core.turn import Ended, Event, Offered, Request, Started, Text
from tests.fakes import FakeAgent, FakePost, FakeVoice
from tests.quarter.cast import TENANT, One, Project, Task

POLL = re.compile(r"^\[charter-agent-poll: (\{.*\})\]$", re.MULTILINE)
NUDGE = re.compile(r"^Reminder of (\S+), number (\S+)$")
ANSWER = re.compile(r"(done|partly) (t-\S+)")


NEWS = ("Since you last looked", "Worth a look")
BRIEF = 60.0  # seconds: what waits longer waits for its person


def chat(one: One) -> Place:
    return Place(
        channel=Channel.TEAMS, tenant=TENANT, conversation=f"a:{one.person.oid}", kind="personal",
        service_url="http://127.0.0.1/", zone=one.zone,
    )  # fmt: skip


@dataclass
class Offer:
    """A reminder the agent drafted."""

    project: Project
    task: Task
    key: str
    at: datetime


class Telephone(FakeVoice):
    """`left(oid, draft id)` for every reminder, `told(oid)` for every card in somebody's own chat, `news(conversation)`
    for every card in a thread of what changed there."""

    def __init__(
        self, left: Callable[[str, str], None], told: Callable[[str], None], news: Callable[[str], None]
    ) -> None:
        super().__init__()
        self._left, self._told, self._news = left, told, news

    async def say(
        self, place: Place, text: str, replaces: str = "", final: bool = True, exact: bool = False, summary: str = "",
        **more: object,
    ) -> Posted:  # fmt: skip
        leaving = more.get("leaving")
        if leaving is not None:
            await leaving()  # type: ignore[operator]
        if found := NUDGE.match(text):
            self._left(place.conversation.removeprefix("a:"), found[2])
        return Posted(ref="m", place=place)

    async def show(self, place: Place, card: dict[str, object], summary: str, replaces: str = "") -> Posted:
        if place.kind == "personal":
            self._told(place.conversation.removeprefix("a:"))
        elif summary.startswith(NEWS):
            self._news(place.conversation)
        return Posted(ref="c", place=place)

    async def meet(self, place: Place, person: Person) -> Place:
        return place.model_copy(update={"conversation": f"a:{person.oid}", "kind": "personal"})


class Mailboxes(FakePost):
    """They say when their people are away."""

    def __init__(self, people: dict[str, One]) -> None:
        super().__init__()
        self.away = {one.person.address: one.absences for one in people.values()}


class Drafter(FakeAgent):
    """Drafts what the poll asks for, and writes answers down in the project's log."""

    def __init__(
        self, projects: list[Project], clock: Callable[[], datetime], offered: Callable[[Offer], None]
    ) -> None:
        super().__init__(clock=clock)
        self._projects = {one.project_id: one for one in projects}
        self._tasks = {task.task_id: task for one in projects for task in one.tasks}
        self._state = dict[str, str]()
        self._offered = offered
        self.polls = self.turns = self._count = 0

    async def turn(self, request: Request) -> AsyncIterator[Event]:
        project = self._projects[request.project_id]
        drafts: tuple[Draft, ...] = ()
        if poll := POLL.search(request.input):
            self.polls += 1
            drafts = tuple(self._draft(project, one["task_id"]) for one in json.loads(poll[1]).get("remind", ()))
        self.turns += 1
        for word, task_id in ANSWER.findall(request.input):
            self._state[task_id] = "submitted" if word == "done" else "in_progress"
        self._write(project, request.session_id)
        name = f"r{self.turns}"
        events = [Started(response_id=name), Text(delta="Noted."), *([Offered(drafts=drafts)] if drafts else [])]
        for event in (*events, Ended(status="completed", response_id=name)):
            yield event

    def _draft(self, project: Project, task_id: str) -> Draft:
        self._count += 1
        task, name = self._tasks[task_id], f"d{self._count}"
        person = task.owner.person
        self._offered(Offer(project, task, record_key(project.project_id, name), self.clock()))
        return Draft(
            draft_id=name, version=1, purpose="reminder", task_id=task_id, channel=Channel.TEAMS,
            to=(Recipient(name=person.name, address=person.address, oid=person.oid),),
            body=f"Reminder of {task_id}, number {name}",
        )  # fmt: skip

    def _write(self, project: Project, session_id: str) -> None:
        rows = [
            {
                "task_id": task.task_id,
                "title": task.task_id,
                "owner_display_name": task.owner.person.name,
                "owner_upn": task.owner.person.address,
                "owner_oid": task.owner.person.oid,
                "due_at": task.due.isoformat(),
                "status": self._state.get(task.task_id, "assigned"),
            }
            for task in project.tasks
        ]
        log = {"project_name": f"Deal {project.number}", "tasks": rows}
        self.files[session_id, f"projects/{project.project_id}/project_log.json"] = json.dumps(log).encode()


@dataclass
class Engine:
    """Fits the stories' `Jobs`: what is booked is done when its time on the moved clock has come.

    `held(parcel id, moment)` is called for what does not leave at once.
    """

    clock: Callable[[], datetime]
    book_at: Callable[[datetime, str, str], None]
    held: Callable[[str, datetime], None]
    booked: dict[str, None] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def book(self, project_id: str) -> None:
        self.booked[project_id] = None
        self.news.set()

    def remind(self, project_id: str) -> None:
        self.book(project_id)

    async def ship(self, parcel_id: str, after: float = 0) -> None:
        at = self.clock() + timedelta(seconds=after)
        self.book_at(at, "ship", parcel_id)
        if after > BRIEF:
            self.held(parcel_id, at)

    async def redraw(self, record_key: str) -> None:
        """Nobody looks at the cards of this quarter."""

    async def look(self, project_id: str, after: float) -> None:
        self.book_at(self.clock() + timedelta(seconds=after), "turn", project_id)

    async def wake(self, at: datetime, after: float) -> None:
        """The quarter asks the store itself when the first timer is due."""

    def talking(self) -> bool:
        return False
