"""One turn: who asks decides which story is told, and a turn that has begun is never begun again."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from pydantic import TypeAdapter

from agent import errands, events
from agent.brain.interface import Brain
from agent.brain.steps import StepByStep
from agent.catalogue import SHIPPED
from agent.desk import Desk
from agent.errands import Errands, Job
from agent.events import Call, Event, Events, Say
from agent.history import History
from agent.journal import Journal
from agent.lines import Ask
from agent.phases import Allowance, Kind, Phase, TooMany
from agent.shared import Shared
from agent.sources.arrivals import Post
from agent.sources.interface import Sources
from agent.sources.toolbox import Together, Toolbox
from agent.state import Json, ProjectFiles, activate, active_project
from agent.stories import asking, checking, deciding, following, reading, replying
from agent.tasks import moment

JOBS = TypeAdapter(tuple[Job, ...])
BEGUN, DONE = "begun", "done"


class AlreadyRan(RuntimeError):
    """A turn of this id began earlier and left no answer: what it did is done, and it is not done a second time."""


def now_utc() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Sandbox:
    """What all turns of this process share. One turn at a time per project, in the order they came."""

    home: Path
    brain: Brain
    sources: Sources
    skills: tuple[Path, ...] = (SHIPPED,)  # folders of skill folders
    shared: Path | None = None  # what all projects of the organisation see; without it, what this one alone does
    toolbox: Toolbox | None = None  # what lies in Microsoft 365, for turns of the owner's words
    post: Post | None = None  # where a check looks for replies
    errands: Errands = field(default_factory=Errands)
    clock: Callable[[], datetime] = now_utc
    locks: dict[str, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))

    @property
    def organisation(self) -> Path:
        return self.shared or self.home / "shared"


async def answer(ask: Ask, sandbox: Sandbox, span_id: str = "", repeated: Callable[[], None] = lambda: None) -> Events:
    """The events of a turn. The same turn id a second time gives the stored answer, calls `repeated` and does nothing.

    A turn whose process died is taken up again, as long as it was the project's last one.
    Raises `AlreadyRan` where it was not, so that there is no answer to give again.
    """
    project_id = ask.project_id or active_project(sandbox.home)
    async with sandbox.locks[project_id]:
        activate(sandbox.home, project_id)
        files = ProjectFiles(sandbox.home, project_id)
        journal = Journal(files)
        left = journal.unfinished()
        begun = moment(left.get("at"), "UTC") if ask.turn_id and left.get("turn") == ask.key else None
        sandbox.errands.resume(files, sandbox.brain, sandbox.sources)
        desk = await _desk(ask, sandbox, files, span_id, begun)
        known = files.turn(ask.key) if ask.turn_id else {}
        if known and known.get("state") != BEGUN:
            repeated()
            if begun:
                journal.end()
            story = _again(desk, known.get("events"))
        else:
            story = _once(_prepared(desk, journal, known, resumed=begun is not None), journal)
        async for event in story:
            yield event


def _prepared(desk: Desk, journal: Journal, known: Json, resumed: bool) -> Desk:
    """The desk of a turn that begins, or goes on from its last step.

    Decisions that were cut short are made up for in any case: each is known by its draft and counts once.
    Anything else that began and cannot be taken up may have had any part of its effect, so it is left as it is.
    """
    if not desk.ask.turn_id:
        journal.end()
        return desk
    if resumed and known:
        journal.resume()
    elif known and desk.allowance.kind != "decision":
        raise AlreadyRan("This turn began earlier and did not end; it is not run a second time.")
    else:
        journal.begin(desk.ask.key, desk.now.isoformat())
        desk.files.keep_turn(desk.ask.key, _record(desk, BEGUN))
    return replace(desk, brain=StepByStep(desk.brain, journal), journal=journal)


async def _desk(ask: Ask, sandbox: Sandbox, files: ProjectFiles, span_id: str, begun: datetime | None) -> Desk:
    known = await sandbox.sources.names()
    handed_in = tuple(name for name in known if name in ask.text)
    wide = sandbox.toolbox.opened(ask.text, ask.call_id) if sandbox.toolbox and kind_of(ask) == "words" else None
    return Desk(
        files=files,
        brain=sandbox.brain,
        sources=Together(sandbox.sources, wide) if wide else sandbox.sources,
        wide=wide,
        post=sandbox.post if kind_of(ask) == "poll" else None,
        ask=ask.model_copy(update={"files": tuple(dict.fromkeys((*ask.files, *handed_in)))}),
        now=begun or _now(ask, sandbox.clock),
        allowance=Allowance(kind_of(ask)),
        shared=Shared(sandbox.organisation),
        errands=sandbox.errands,
        skill_folders=(*sandbox.skills, sandbox.organisation / "skills"),
        span_id=span_id,
    )


def _now(ask: Ask, clock: Callable[[], datetime]) -> datetime:
    """The asker's clock: a front end that rehearses a whole month runs ahead of ours."""
    zone = ask.poll.zone if ask.poll else ask.speaker.zone
    last = ask.decisions[-1].at if ask.decisions else ask.speaker.at
    return moment(ask.poll.now if ask.poll else last, zone) or clock()


async def _once(desk: Desk, journal: Journal) -> Events:
    said: list[Event] = []
    try:
        async for event in story_of(desk):
            said.append(event)
            yield event
        if (read := await _finished(desk, said)) and (news := reading.news(desk, read)):
            said.append(news)
            yield news
            errands.told(desk.files, read)
        if desk.wide and desk.wide.missing:
            said.append(Call(name="missing_tools", arguments={"servers": list(desk.wide.missing)}))
            yield said[-1]
    except TooMany:
        said.append(desk.question(desk.words.say("too_many")))
        yield said[-1]
    if not any(isinstance(one, Say) and one.passing for one in said):
        History(desk.files).append(desk.ask.key, _round(desk, said))
    if desk.ask.turn_id:
        done = _record(desk, DONE) | {"events": [events.dump(one) for one in said]}
        desk.files.keep_turn(desk.ask.key, done)
    journal.end()


async def _finished(desk: Desk, said: list[Event]) -> tuple[Job, ...]:
    """Jobs that are done and not told. A turn that is taken up again tells what it told before it was cut short."""
    found = reading.done(desk) if _is_read(desk, said) else ()
    if not (found or (desk.journal and desk.journal.made("errands"))):
        return ()
    return JOBS.validate_json(await desk.once("errands", lambda: JOBS.dump_json(found).decode()))


def _is_read(desk: Desk, said: list[Event]) -> bool:
    """Whether an owner reads the answer: that of a check by the clock is read only where it shows something."""
    if not (poll := desk.ask.poll):
        return desk.allowance.kind == "words"
    return poll.reason != "scheduled" or any(isinstance(one, Call) and one.name == "publish_drafts" for one in said)


def _round(desk: Desk, said: list[Event]) -> Json:
    """Who said what, and what was answered. A check that nobody asked for has no words."""
    ask, speaker = desk.ask, desk.ask.speaker
    who, role, words = speaker.name or speaker.address, str(speaker.role), ask.text
    if ask.poll:
        who, role, words = "", "unattended", ""
    elif ask.decisions:
        told = [f"{one.verb} {one.draft_id} {one.instruction or one.reason}".strip() for one in ask.decisions]
        who, words = ask.decisions[0].by, "; ".join(told)
    answer = "\n\n".join(one.text for one in said if isinstance(one, Say))
    return {"at": desk.now.isoformat(), "who": who, "role": role, "words": words, "answer": answer}


def _record(desk: Desk, state: str) -> Json:
    return {"at": desk.now.isoformat(), "kind": desk.allowance.kind, "state": state}


async def _again(desk: Desk, stored: object) -> Events:
    if not isinstance(stored, list):
        yield Say(text=desk.words.say("repeat"))
        return
    for raw in stored:
        yield events.load(raw)


def kind_of(ask: Ask) -> Kind:
    if ask.poll:
        return "poll"
    if ask.decisions:
        return "decision"
    return "words" if ask.speaker.role in ("owner", "deputy") else "reply"


def story_of(desk: Desk) -> Events:
    match desk.allowance.kind:
        case "poll":
            return checking.check(desk)
        case "decision":
            return deciding.record(desk)
        case "reply" if desk.phase is Phase.FOLLOWING:
            return following.hear_of(desk)
        case "reply":
            return replying.hear(desk)
        case _:
            return asking.hear(desk)
