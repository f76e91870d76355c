"""A small brain that follows a script, and sources that are just names: for tests of everything around judgement."""

from datetime import date, datetime, timedelta
from typing import Literal

from agent.brain import letters, ticks
from agent.brain.interface import (
    Answer,
    Commitment,
    Followed,
    KeyDate,
    Kickoff,
    Owner,
    Passage,
    Reply,
    Requirement,
    Rfp,
    Section,
    Submission,
    Task,
)
from agent.brain.recaps import recap
from agent.catalogue import Skill, chosen
from agent.history import Round
from agent.sources.interface import Document, Sources
from agent.wire import Draft, Recipient

ANA, RUI, MARK = "ana@contoso.example", "rui@contoso.example", "mark@fabrikam.example"
Told = Literal["start", "status", "late", "kickoff", "sources", "approve", "consolidate", "other"]
INTENTS: tuple[tuple[str, Told], ...] = (
    ("consolidate", "consolidate"),
    ("approved", "approve"),
    ("status", "status"),
    ("late", "late"),
    ("kickoff", "kickoff"),
    ("notes", "kickoff"),
    ("documents", "sources"),
    ("rfp", "start"),
)


class Names:
    """Sources that only have names."""

    def __init__(self, *names: str) -> None:
        self.found = names

    async def names(self) -> tuple[str, ...]:
        return self.found

    async def read(self, name: str) -> Document:
        return Document(name=name, media="txt")


def rfp() -> Rfp:
    def need(text: str) -> Requirement:
        return Requirement(text=text, source_ref="rfp.docx, 1")

    return Rfp(
        title="Cloud migration",
        customer="Contoso",
        project_name="Cloud migration",
        source_refs=("rfp.docx",),
        sections=(
            Section(
                id="s1", title="Technical", number="1", requirements=(need("List every component"), need("State RTO"))
            ),
            Section(id="s2", title="Pricing", number="2", requirements=(need("State a fixed price"),)),
            Section(id="s3", title="References", number="3", requirements=(need("Name two customers"),)),
        ),
        dates=(KeyDate(label="Proposal due", when="2026-12-18", as_written="18 December", source_ref="rfp.docx, 4"),),
        criteria=("Price 40 %",),
        conflicts=("Section 1 says 30 pages, section 4 says 20.",),
    )


def kickoff(rui: str = RUI) -> Kickoff:
    def took(owner: str, address: str, what: str, section: str, due: str | None) -> Commitment:
        return Commitment(
            owner=owner, address=address, what=what, section_id=section, due=due, quote=what, source_ref="kickoff.vtt"
        )

    return Kickoff(
        source_refs=("kickoff.vtt",),
        held_on=date(2026, 12, 1),
        attendees=(
            Recipient(name="Olga Owner", address="olga@contoso.example"),
            Recipient(name="Ana Tech", address=ANA),
        ),
        commitments=(
            took("Ana Tech", ANA, "Technical", "s1", "2026-12-04"),
            took("Rui Price", rui, "Pricing", "s2", None),
            took("Mark Partner", MARK, "References", "s3", "2026-12-04"),
        ),
    )


class ScriptedBrain:
    """Finds what the source names promise: `rfp…` is an RFP, `kickoff…` are notes."""

    def __init__(self, notes: Kickoff | None = None) -> None:
        self.notes = notes or kickoff()

    async def find_rfp(self, sources: Sources, words: str, locale: str = "") -> Rfp | None:
        return rfp() if any(name.startswith("rfp") for name in await sources.names()) else None

    async def find_kickoff(self, sources: Sources, rfp: Rfp, words: str, locale: str = "") -> Kickoff | None:
        return self.notes if any(name.startswith("kickoff") for name in await sources.names()) else None

    async def study(self, document: Document, locale: str = "") -> Rfp:
        return rfp().model_copy(update={"title": document.name, "source_refs": (document.name,)})

    def allocate(self, rfp: Rfp, kickoff: Kickoff, owner: Owner) -> tuple[Task, ...]:
        home = owner.address.rpartition("@")[2]
        sections = {section.id: section for section in rfp.sections}
        return tuple(
            Task(
                task_id=f"task-{number}",
                section_id=one.section_id,
                title=one.what,
                owner_name=one.owner,
                owner_address=one.address,
                is_external=not one.address.endswith(f"@{home}"),
                due_at=one.due,
                requirements=tuple(need.text for need in sections[one.section_id].requirements),
            )
            for number, one in enumerate(kickoff.commitments, 1)
        )

    def brief(self, task: Task, rfp: Rfp, owner: Owner) -> Draft:
        return self._draft("kickoff_brief", task, f"{rfp.customer} - {task.title}", f"Please write {task.title}.")

    async def revise(self, draft: Draft, instruction: str, owner: Owner, now: datetime | None = None) -> Draft | None:
        if now and instruction == "due tomorrow":
            tomorrow = (now + timedelta(days=1)).date().isoformat()
            return draft.model_copy(update={"due_at": tomorrow, "version": draft.version + 1})
        if "shorter" not in instruction:
            return None
        return draft.model_copy(update={"body": "Shorter.", "version": draft.version + 1})

    async def judge(self, task: Task, reply: Reply, owner: Owner) -> Submission:
        if reply.text.endswith("?"):
            return Submission(kind="question", question=reply.text)
        if reply.text.startswith("Promised"):
            return Submission(kind="promise", eta=reply.text.split()[1])
        if reply.text.startswith("I am away"):
            return Submission(kind="automatic")
        covered = tuple(need for need in task.requirements if need.casefold() in reply.words.casefold())
        gaps = tuple(need for need in task.requirements if need not in covered)
        return Submission(kind="submission", covered=covered, gaps=gaps, unread=reply.unread, summary=reply.text[:40])

    def remind(
        self, task: Task, gaps: tuple[str, ...], last_sign: datetime | None, now: datetime, owner: Owner
    ) -> Draft:
        word = "A soft word, please." if last_sign == now else "A word, please."
        return self._draft("reminder", task, f"{task.title} - quick follow-up", "; ".join(gaps) or word)

    def hand_over(self, task: Task, to: Recipient, rfp: Rfp, reason: str, now: datetime, owner: Owner) -> Draft:
        return letters.hand_over(task, to, rfp, reason, now, owner)

    async def lookup(self, question: str, rfp: Rfp, before: str = "") -> tuple[Answer, ...]:
        """Knows only the criteria."""
        if "criteria" not in question:
            return ()
        return (Answer(topic="criteria", passages=tuple(Passage(text=one) for one in rfp.criteria)),)

    async def route(self, text: str, skills: tuple[Skill, ...]) -> str:
        found = chosen(text, skills)
        return found.name if found else ""

    async def follow(self, skill: Skill, steps: tuple[str, ...], text: str, before: str = "") -> Followed:
        return Followed(done=ticks.ticked(text, len(steps)))

    async def recap(self, earlier: str, rounds: tuple[Round, ...]) -> str:
        return recap(earlier, rounds)

    async def intent(self, text: str, has_project: bool, before: str = "") -> Told:
        return next((intent for word, intent in INTENTS if word in text.casefold()), "other")

    def _draft(self, purpose: Literal["kickoff_brief", "reminder"], task: Task, subject: str, body: str) -> Draft:
        to = Recipient(name=task.owner_name, address=task.owner_address, external=task.is_external)
        return Draft(
            draft_id="any",
            purpose=purpose,
            task_id=task.task_id,
            to=(to,),
            channel="mail" if task.is_external else "teams",
            subject=subject,
            body=body,
            due_at=task.due_at,
            requirements=task.requirements,
        )
