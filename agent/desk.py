"""What a story of one turn may touch: the project's files, a brain, the documents, and what was asked."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from agent import drafts as rows
from agent import views
from agent.brain.interface import Brain, Owner
from agent.catalogue import Skill as Described
from agent.catalogue import skills
from agent.errands import Errands
from agent.events import Call, Say
from agent.history import History
from agent.journal import Journal
from agent.lines import Ask
from agent.papers import Papers
from agent.phases import ASK, Allowance, Phase, Skill, phase_of
from agent.shared import Shared, Written
from agent.sources.arrivals import Post
from agent.sources.interface import Sources
from agent.sources.toolbox import OneTurn
from agent.state import ProjectFiles
from agent.wire import Draft
from agent.words import Words

Json = dict[str, Any]
TEXT = TypeAdapter(str)


@dataclass(frozen=True)
class Desk:
    """Everything that acts goes through here, so that the turn's allowance is asked first."""

    files: ProjectFiles
    brain: Brain
    sources: Sources
    ask: Ask
    now: datetime
    allowance: Allowance
    shared: Shared
    wide: OneTurn | None = None  # the part of the sources that lies in Microsoft 365
    post: Post | None = None  # where an unattended check looks for replies
    errands: Errands = field(default_factory=Errands)  # documents that are read behind the turns
    skill_folders: tuple[Path, ...] = ()
    journal: Journal | None = None  # of a turn that can be asked for again
    span_id: str = ""

    @property
    def log(self) -> Json:
        return self.files.log

    @property
    def phase(self) -> Phase:
        return phase_of(self.log)

    @cached_property
    def skills(self) -> tuple[Described, ...]:
        """Read when a turn needs to know what there is besides a response, which few do."""
        return skills(self.skill_folders)

    async def once(self, name: str, find: Callable[[], str]) -> str:
        """As found when this turn first came here: what follows from it lies outside of what a turn takes back."""

        async def found() -> str:
            return find()

        return await self.journal.once(name, found, TEXT) if self.journal else find()

    @property
    def papers(self) -> Papers:
        who = self.ask.speaker.name or self.ask.speaker.address
        return Papers(
            self.files, self.shared, self.allowance, Written(by=who, at=self.now, project=self.files.project_id)
        )

    @property
    def owner(self) -> Owner:
        """The person the response belongs to, as remembered; before that, the one who speaks."""
        known = self.log.get("owner") or {}
        if not known and self.ask.speaker.role == "owner":
            known = speaker_as_owner(self.ask)
        return Owner(**{key: str(known[key]) for key in ("name", "address", "zone", "locale") if known.get(key)})

    @property
    def zone(self) -> str:
        return self.ask.poll.zone if self.ask.poll else self.owner.zone

    @property
    def words(self) -> Words:
        """The language of the person who reads the answer: always somebody on the owner's side, or the asker."""
        if self.ask.poll:
            return Words(self.ask.poll.locale)
        if self.ask.decisions:
            return Words(self.ask.decisions[0].locale)
        return Words(self.ask.speaker.locale)

    async def before(self) -> str:
        """What was said here before, as a brain is shown it: material, never a request."""
        return await History(self.files).before(self.ask.key, self.brain.recap)

    def patch(self, change: Json | Callable[[Json], Json]) -> Json:
        self.allowance.use("project_patch_log")
        return self.files.patch(change, self.now)

    def advance(self, phase: Phase, **keys: Any) -> Json:
        """Write a phase together with what proves it."""
        self.allowance.use("advance_phase")
        return self.files.patch({"skill": "sow-response", "phase": phase.value, **keys}, self.now)

    def note(self, kind: str, summary: str, ref: str = "") -> None:
        self.files.note(kind, summary, self.now, ref, self.span_id)

    def run(self, skill: Skill) -> Call:
        """Announce a skill: the front end shows it as progress."""
        self.allowance.run(skill)
        return Call(name="invoke_skill", arguments={"skill_name": skill.name})

    def follow(self, name: str) -> Call:
        """Announce a skill that brings its own steps."""
        self.allowance.follow(name)
        return Call(name="invoke_skill", arguments={"skill_name": name})

    def question(self, text: str) -> Say:
        """The one thing that may always be done: ask the owner."""
        self.allowance.use(ASK)
        return Say(text=text)

    def offer(self, drafts: Iterable[Draft]) -> Call:
        """Write drafts down, then publish them: a cut stream loses nothing."""
        found = tuple(drafts)
        self.allowance.use("publish_drafts")

        def add(known: list[Json]) -> list[Json]:
            for draft in found:
                known = rows.offered(known, draft, self.now)
            return known

        self.files.change_drafts(add)
        for draft in found:
            self.note("draft_offered", f"Draft for {', '.join(to.name for to in draft.to)}", draft.draft_id)
        return published(found)

    def show_again(self) -> Call | None:
        """The drafts that still wait or waited in vain, unchanged: a front end that lost them finds them again."""
        known = self.files.drafts
        if rows.reopened(known) != known:
            known = self.files.change_drafts(rows.reopened)
        found = [rows.to_wire(row) for row in rows.pending(known)]
        if found:
            self.allowance.use("publish_drafts")
        return published(found) if found else None

    def view(self) -> Call:
        self.allowance.use("publish_view")
        payload = views.dashboard(self.files, self.now, self.zone, self.words)
        return Call(name="publish_view", arguments={"payload": payload})


def published(drafts: Iterable[Draft]) -> Call:
    return Call(name="publish_drafts", arguments={"drafts": [draft.model_dump(mode="json") for draft in drafts]})


def speaker_as_owner(ask: Ask) -> Json:
    return ask.speaker.model_dump(include={"name", "address", "oid", "zone", "locale"})
