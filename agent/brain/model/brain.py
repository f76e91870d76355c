"""The rules with a model beside them: where the rules are certain they answer, elsewhere the model is asked."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any

from agent.brain.due import find_due
from agent.brain.interface import (
    Answer,
    Evidence,
    Followed,
    Intent,
    Kickoff,
    Owner,
    Passage,
    Reply,
    Rfp,
    Submission,
    Task,
)
from agent.brain.language import clip
from agent.brain.model import reading
from agent.brain.model.answers import Model, NoAnswer, quoted
from agent.brain.model.proof import adds_nothing, stands_in
from agent.brain.model.shapes import Advised, Judgement, Meant, Passages, Recapped, Rewritten, Routed, Ticked
from agent.brain.recaps import LONGEST as LONGEST_RECAP
from agent.brain.rules import RulesBrain
from agent.catalogue import Skill
from agent.history import Round, tokens
from agent.sources.interface import Document, Sources
from agent.wire import Draft

LONGEST_BODY, LONGEST_QUESTION = 8000, 25
SHORTEST_PROOF = 3  # words
SHOWN = 6  # passages of one answer


class ModelBrain:
    """Implements `agent.brain.interface.Brain`. Letters and tasks are made by the rules alone: every word is known."""

    def __init__(self, model: Model) -> None:
        self._model, self._rules = model, RulesBrain()
        self.allocate, self.brief, self.remind = self._rules.allocate, self._rules.brief, self._rules.remind
        self.hand_over = self._rules.hand_over

    async def find_rfp(self, sources: Sources, words: str, locale: str = "") -> Rfp | None:
        found = await self._rules.find_rfp(sources, words, locale)
        if found is None:
            return None
        return await reading.request(self._model, found, await _documents(sources, found.source_refs))

    async def find_kickoff(self, sources: Sources, rfp: Rfp, words: str, locale: str = "") -> Kickoff | None:
        found = await self._rules.find_kickoff(sources, rfp, words, locale)
        if found is None:
            return None
        return await reading.meeting(self._model, found, rfp, await _documents(sources, found.source_refs))

    async def study(self, document: Document, locale: str = "") -> Rfp:
        """A job of its own: the agent that reads each portion is made for it and gone afterwards."""
        return await reading.request(self._model, await self._rules.study(document, locale), [document])

    async def revise(self, draft: Draft, instruction: str, owner: Owner, now: datetime | None = None) -> Draft | None:
        """What the rules can do with certainty they do; else the model writes, and may bring in nothing of its own."""
        if after := await self._rules.revise(draft, instruction, owner, now):
            return after
        try:
            found = await self._model.ask("sow-task-allocate", _to_rewrite(draft, instruction), Rewritten)
        except NoAnswer:
            return None
        changed = (found.subject, found.body) != (draft.subject, draft.body)
        sound = found.certain and changed and 0 < len(found.body.strip()) <= LONGEST_BODY and "\n" not in found.subject
        known = (draft.subject, draft.body, instruction, draft.due_at or "")
        if not sound or not adds_nothing(f"{found.subject}\n{found.body}", *known):
            return None
        return draft.model_copy(
            update={"subject": found.subject, "body": found.body.strip(), "version": draft.version + 1}
        )

    async def judge(self, task: Task, reply: Reply, owner: Owner) -> Submission:
        ruled = await self._rules.judge(task, reply, owner)
        if ruled.kind == "automatic" or not reply.words:
            return ruled
        try:
            found = await self._model.ask("sow-reply-poll", _to_judge(task, reply), Judgement)
        except NoAnswer:
            return ruled
        return _judged(found, ruled, task, reply)

    async def lookup(self, question: str, rfp: Rfp, before: str = "") -> tuple[Answer, ...]:
        known = await self._rules.lookup(question, rfp)
        if known or not question.rstrip().endswith("?"):
            return known
        words = f"What does the request say to this question? Search it with the tool.\n{quoted(question)}"
        words += _earlier(before)
        try:
            found = await self._model.ask("general", words, Passages, (_search(rfp),))
        except NoAnswer:
            return ()
        passages = tuple(one for text in found.passages[:SHOWN] if (one := _passage(text, rfp)))
        return (Answer(topic="search", about=clip(question, 80), passages=passages),) if passages else ()

    async def route(self, text: str, skills: tuple[Skill, ...]) -> str:
        ruled = await self._rules.route(text, skills)
        if ruled or not text.strip():
            return ruled
        offered = "\n".join(f"{one.name}: {one.description}" for one in skills if not one.part_of)
        words = f"Which of these skills do the owner's words ask for?\n{quoted(offered)}\nThe words:\n{quoted(text)}"
        try:
            named = (await self._model.ask("general", words, Routed)).skill
        except NoAnswer:
            return ""
        return named if named in {one.name for one in skills} else ""

    async def follow(self, skill: Skill, steps: tuple[str, ...], text: str, before: str = "") -> Followed:
        """A step counts as done where the owner's own words say so; an answer may bring in nothing of its own."""
        ruled = await self._rules.follow(skill, steps, text)
        if ruled.done or not text.strip():
            return ruled
        try:
            found = await self._model.ask("general", _to_follow(skill, steps, text) + _earlier(before), Advised)
        except NoAnswer:
            return ruled
        done = tuple(dict.fromkeys(one.step for one in found.done if _says_done(one, len(steps), text)))
        sound = adds_nothing(found.answer, skill.text, text, *steps)
        return Followed(done=done, say=found.answer.strip() if sound else "")

    async def intent(self, text: str, has_project: bool, before: str = "") -> Intent:
        """Consent is read by the rules alone; whatever a model makes of words, it is never that."""
        ruled = await self._rules.intent(text, has_project)
        if ruled != "other" or not text.strip():
            return ruled
        state = "A project is under way." if has_project else "No project has begun."
        words = f"{state} What does the owner want? `other` for everything that fits nothing else.\n{quoted(text)}"
        words += _earlier(before)
        try:
            return (await self._model.ask("sow-response", words, Meant)).intent
        except NoAnswer:
            return ruled

    async def recap(self, earlier: str, rounds: tuple[Round, ...]) -> str:
        """The model is asked once; what brings in something of its own is not taken, the rules' recap is."""
        ruled = await self._rules.recap(earlier, rounds)
        material = "\n".join([earlier, *(one.shown() for one in rounds)])
        words = (
            f"Tell in short what was asked, answered and decided in these rounds of a conversation.\n{quoted(material)}"
        )
        try:
            told = (await self._model.ask("general", words, Recapped)).text.strip()
        except NoAnswer:
            return ruled
        sound = told and tokens(told) <= LONGEST_RECAP and adds_nothing(told, material)
        return " ".join(told.split()) if sound else ruled


def _earlier(before: str) -> str:
    return f"\nWhat was said earlier, only to understand the words above:\n{quoted(before)}" if before else ""


def _to_follow(skill: Skill, steps: tuple[str, ...], text: str) -> str:
    listed = "\n".join(f"{number}. {step}" for number, step in enumerate(steps, 1))
    return (
        "The owner of this work wrote. Which steps do they say are done, and what do you answer?\n"
        f"How the work is done:\n{quoted(skill.text)}\nThe steps:\n{quoted(listed)}\nThe owner:\n{quoted(text)}"
    )


def _says_done(one: Ticked, steps: int, text: str) -> bool:
    return 1 <= one.step <= steps and _proves(one.words, text)


async def _documents(sources: Sources, names: tuple[str, ...]) -> list[Document]:
    return list(await asyncio.gather(*(sources.read(name) for name in names)))


def _to_rewrite(draft: Draft, instruction: str) -> str:
    return (
        "Change this draft as its owner asks, and nothing else in it. Name nobody and promise nothing new.\n"
        f"The owner asks:\n{quoted(instruction)}\n"
        f"The subject:\n{quoted(draft.subject)}\nThe body:\n{quoted(draft.body)}"
    )


def _to_judge(task: Task, reply: Reply) -> str:
    points = "\n".join(f"{number}. {text}" for number, text in enumerate(task.requirements, 1))
    return (
        f"A reply arrived about “{task.title}”. Which points does it answer so that one could act on it? "
        f"A mention is no answer; in doubt a point is open.\nThe points:\n{quoted(points)}\n"
        f"The reply:\n{quoted(reply.words)}"
    )


def _judged(found: Judgement, ruled: Submission, task: Task, reply: Reply) -> Submission:
    """The model's kind and cover where the words that were handed in bear them out."""
    proven = {one.point for one in found.covered if _proves(one.words, reply.words)}
    covered = tuple(text for number, text in enumerate(task.requirements, 1) if number in proven)
    gaps = tuple(text for text in task.requirements if text not in covered)
    if covered:
        update: dict[str, Any] = {"kind": "submission", "covered": covered, "gaps": gaps, "unread": reply.unread}
        update |= {
            "words": "",
            "takes_back": (),
            "evidence": _evidence(found, task, reply),
            "delegate": "",
            "eta": None,
        }
        return ruled.model_copy(update=update)
    if found.kind == "question" and found.question and stands_in(found.question, reply.text) and not reply.files:
        question = " ".join(found.question.split()[:LONGEST_QUESTION])
        return ruled.model_copy(
            update={"kind": "question", "question": question, "covered": (), "gaps": (), "evidence": ()}
        )
    if found.kind == "promise" and ruled.kind in ("unrelated", "question", "note", "elsewhere"):
        wrote = reply.speaker.at.date() if reply.speaker.at else None
        due = find_due(found.eta, wrote) if found.eta and found.eta in reply.text else None
        eta = due.day.isoformat() if due and due.day else None
        return ruled.model_copy(update={"kind": "promise", "eta": eta, "question": "", "words": ""})
    return (
        ruled.model_copy(update={"covered": (), "gaps": gaps, "evidence": ()}) if ruled.kind == "submission" else ruled
    )


def _evidence(found: Judgement, task: Task, reply: Reply) -> tuple[Evidence, ...]:
    numbered = dict(enumerate(task.requirements, 1))
    proven = {
        one.point: one.words for one in found.covered if one.point in numbered and _proves(one.words, reply.words)
    }
    return tuple(Evidence(point=numbered[point], words=said) for point, said in sorted(proven.items()))


def _proves(words: str, reply: str) -> bool:
    return len(words.split()) >= SHORTEST_PROOF and stands_in(words, reply)


def _passage(text: str, rfp: Rfp) -> Passage | None:
    found = (one for section in rfp.sections for one in section.requirements if stands_in(text, one.text))
    asked = next(found, None)
    return Passage(text=asked.text, source_ref=asked.source_ref) if asked else None


def _search(rfp: Rfp) -> Callable[[str], list[Any]]:
    def search_request(words: str) -> list[dict[str, str]]:
        """Requirements of the request that hold any of these words, at most twenty."""
        wanted = [word for word in words.casefold().split() if len(word) > 2]
        rows = [(section.title, one.text) for section in rfp.sections for one in section.requirements]
        hits = [row for row in rows if any(word in " ".join(row).casefold() for word in wanted)]
        return [{"section": title, "text": text} for title, text in hits[:20]]

    return search_request
