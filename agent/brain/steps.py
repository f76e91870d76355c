"""A brain whose answers within one turn are written down: asked again after a crash, it says the same at once."""

from datetime import datetime

from pydantic import TypeAdapter

from agent.brain.interface import Answer, Brain, Followed, Intent, Kickoff, Owner, Reply, Rfp, Submission, Task
from agent.catalogue import Skill
from agent.history import Round
from agent.journal import Journal
from agent.sources.interface import Sources
from agent.wire import Draft

RFP: TypeAdapter[Rfp | None] = TypeAdapter(Rfp | None)
KICKOFF: TypeAdapter[Kickoff | None] = TypeAdapter(Kickoff | None)
DRAFT: TypeAdapter[Draft | None] = TypeAdapter(Draft | None)
SUBMISSION = TypeAdapter(Submission)
ANSWERS = TypeAdapter(tuple[Answer, ...])
TEXT = TypeAdapter(str)
FOLLOWED = TypeAdapter(Followed)
INTENT: TypeAdapter[Intent] = TypeAdapter(Intent)


class StepByStep:
    """Implements `agent.brain.interface.Brain`. What rules alone work out at once is not written down."""

    def __init__(self, brain: Brain, journal: Journal) -> None:
        self._brain, self._journal = brain, journal
        self.allocate, self.brief, self.remind = brain.allocate, brain.brief, brain.remind
        self.hand_over = brain.hand_over
        self.study = brain.study  # belongs to a job, which has a file of its own

    async def find_rfp(self, sources: Sources, words: str, locale: str = "") -> Rfp | None:
        return await self._journal.once("find_rfp", lambda: self._brain.find_rfp(sources, words, locale), RFP)

    async def find_kickoff(self, sources: Sources, rfp: Rfp, words: str, locale: str = "") -> Kickoff | None:
        return await self._journal.once(
            "find_kickoff", lambda: self._brain.find_kickoff(sources, rfp, words, locale), KICKOFF
        )

    async def revise(self, draft: Draft, instruction: str, owner: Owner, now: datetime | None = None) -> Draft | None:
        return await self._journal.once("revise", lambda: self._brain.revise(draft, instruction, owner, now), DRAFT)

    async def judge(self, task: Task, reply: Reply, owner: Owner) -> Submission:
        return await self._journal.once("judge", lambda: self._brain.judge(task, reply, owner), SUBMISSION)

    async def lookup(self, question: str, rfp: Rfp, before: str = "") -> tuple[Answer, ...]:
        return await self._journal.once("lookup", lambda: self._brain.lookup(question, rfp, before), ANSWERS)

    async def route(self, text: str, skills: tuple[Skill, ...]) -> str:
        return await self._journal.once("route", lambda: self._brain.route(text, skills), TEXT)

    async def follow(self, skill: Skill, steps: tuple[str, ...], text: str, before: str = "") -> Followed:
        return await self._journal.once("follow", lambda: self._brain.follow(skill, steps, text, before), FOLLOWED)

    async def intent(self, text: str, has_project: bool, before: str = "") -> Intent:
        return await self._journal.once("intent", lambda: self._brain.intent(text, has_project, before), INTENT)

    async def recap(self, earlier: str, rounds: tuple[Round, ...]) -> str:
        return await self._journal.once("recap", lambda: self._brain.recap(earlier, rounds), TEXT)
