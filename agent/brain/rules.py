"""The offline brain: a careful clerk made of rules. It invents nothing; what is not stated stays empty and is named."""

import asyncio
from datetime import datetime

from agent.brain import allocate, intents, letters, lookup, recaps, replies, revise, rivals, ticks
from agent.brain.envelopes import is_mail
from agent.brain.finding import marks, meeting_documents, request_documents, weigh
from agent.brain.interface import Answer, Followed, Intent, Kickoff, Owner, Reply, Rfp, Submission, Task
from agent.brain.kickoff import read_meetings
from agent.brain.language import reader_language
from agent.brain.rfp import read_rfp
from agent.catalogue import Skill, chosen
from agent.history import Round
from agent.sources.interface import Document, Sources
from agent.wire import Draft, Recipient


class RulesBrain:
    """Implements `agent.brain.interface.Brain`; deterministic, no network, no state of its own."""

    async def find_rfp(self, sources: Sources, words: str, locale: str = "") -> Rfp | None:
        weighed = await weigh(sources, words)
        documents = request_documents(weighed)
        if not documents:
            return None
        rfp = await asyncio.to_thread(read_rfp, documents, words, reader_language(words, locale))
        others, chosen = rivals.others(weighed, documents)
        return rfp.model_copy(update={"others": others, "chosen": chosen})

    async def find_kickoff(self, sources: Sources, rfp: Rfp, words: str, locale: str = "") -> Kickoff | None:
        weighed = await weigh(sources, f"{words} {rfp.customer}")
        others = [w for w in weighed if w.document.name not in rfp.source_refs]
        meetings = [w.document for w in meeting_documents(others)]
        mails = [w.document for w in others if is_mail(w.document)]
        if not meetings:
            return None
        told_in, known = reader_language(words, locale), marks(rfp, weighed)
        kickoff = await asyncio.to_thread(read_meetings, meetings, rfp, told_in, mails, known)
        return kickoff.model_copy(update={"speaks_of": rivals.speaks_of(kickoff, rfp, weighed, known)})

    async def study(self, document: Document, locale: str = "") -> Rfp:
        return await asyncio.to_thread(read_rfp, [document], "", reader_language("", locale))

    def allocate(self, rfp: Rfp, kickoff: Kickoff, owner: Owner) -> tuple[Task, ...]:
        return allocate.allocate(rfp, kickoff, owner)

    def brief(self, task: Task, rfp: Rfp, owner: Owner) -> Draft:
        return letters.brief(task, rfp, owner)

    async def revise(self, draft: Draft, instruction: str, owner: Owner, now: datetime | None = None) -> Draft | None:
        return revise.revise(draft, instruction, owner, now)

    async def judge(self, task: Task, reply: Reply, owner: Owner) -> Submission:
        return replies.judge(task, reply, owner)

    def remind(
        self, task: Task, gaps: tuple[str, ...], last_sign: datetime | None, now: datetime, owner: Owner
    ) -> Draft:
        return letters.remind(task, gaps, last_sign, now, owner)

    def hand_over(self, task: Task, to: Recipient, rfp: Rfp, reason: str, now: datetime, owner: Owner) -> Draft:
        return letters.hand_over(task, to, rfp, reason, now, owner)

    async def lookup(self, question: str, rfp: Rfp, before: str = "") -> tuple[Answer, ...]:
        return lookup.lookup(question, rfp)

    async def route(self, text: str, skills: tuple[Skill, ...]) -> str:
        found = chosen(text, skills)
        return found.name if found else ""

    async def follow(self, skill: Skill, steps: tuple[str, ...], text: str, before: str = "") -> Followed:
        return Followed(done=ticks.ticked(text, len(steps)))

    async def intent(self, text: str, has_project: bool, before: str = "") -> Intent:
        return intents.intent(text, has_project)

    async def recap(self, earlier: str, rounds: tuple[Round, ...]) -> str:
        return recaps.recap(earlier, rounds)
