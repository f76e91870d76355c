"""What a brain can do: judgement only. Files, phases, dedupe, roll-up and publishing are not its business."""

from datetime import date, datetime
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict

from agent.catalogue import Skill
from agent.history import Round
from agent.sources.interface import Document, Sources
from agent.wire import Draft, Recipient, Speaker

Intent = Literal["start", "status", "late", "unanswered", "kickoff", "sources", "approve", "consolidate", "other"]


class Finding(BaseModel):
    """A frozen result; `source_ref` always names the file (and page, line or cue) it was read from."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Requirement(Finding):
    text: str  # verbatim from the RFP, whitespace joined
    source_ref: str  # "Contoso RFP.docx, 3.2"
    strength: Literal["must", "should", "may"] = "must"
    lead: str = ""  # the introducing sentence, when this is a list item or table row below one


class Section(Finding):
    id: str  # "s1", "s2" …: stable for the same document
    title: str
    number: str = ""  # "3.2" as printed, empty when unnumbered
    level: int = 1  # depth of the heading, 1 = top
    requirements: tuple[Requirement, ...] = ()


class KeyDate(Finding):
    label: str  # "Proposal due", "Questions until"
    when: str  # ISO date or datetime with offset
    as_written: str
    source_ref: str
    note: str = ""  # "the document says EST in summer; Washington wall time assumed"


Choice = Literal["named", "wording", "alike"]  # by the owner's words, by how it reads, by nothing that tells


class OtherRequest(Finding):
    """A request that lies beside the one that was taken."""

    title: str = ""
    source_ref: str


class Rfp(Finding):
    """The request as read. Nothing in it is inferred: what is not stated stays empty."""

    title: str
    customer: str = ""
    project_name: str = ""
    source_refs: tuple[str, ...]
    received_at: str = ""
    summary: str = ""
    language: str = "en"
    sections: tuple[Section, ...] = ()
    dates: tuple[KeyDate, ...] = ()
    criteria: tuple[str, ...] = ()  # evaluation criteria, with weight when stated
    limits: tuple[str, ...] = ()  # page limits and format rules
    conflicts: tuple[str, ...] = ()  # contradictions, each naming both places
    changes: tuple[str, ...] = ()  # those of the conflicts that an amendment settles: what it changed
    others: tuple[OtherRequest, ...] = ()  # further requests that lie there, the most likely first
    chosen: Choice = "alike"  # why this one was taken and none of the others


class Commitment(Finding):
    """Somebody said they would do something. Only from kickoff notes or transcripts, never from the RFP."""

    owner: str
    address: str = ""  # verbatim from the notes; empty when the notes have none
    what: str
    section_id: str = ""  # the RFP section it belongs to, empty when none fits
    due: str | None = None  # ISO date or datetime; None when none was said
    due_as_written: str = ""
    quote: str  # the sentence it was read from, verbatim, at most 300 characters
    source_ref: str


class Kickoff(Finding):
    source_refs: tuple[str, ...]
    speaks_of: str = ""  # another customer than the request's, when the notes name that one only
    held_on: date | None = None  # relative dates are resolved against it
    attendees: tuple[Recipient, ...] = ()
    others: tuple[Recipient, ...] = ()  # named with an address, but not heard
    commitments: tuple[Commitment, ...] = ()
    descoped: tuple[str, ...] = ()  # section ids or titles taken out in the meeting
    conflicts: tuple[str, ...] = ()
    unresolved: tuple[str, ...] = ()  # sentences: what could not be read with certainty, and why
    language: str = "en"


class Owner(Finding):
    """The person the response belongs to. Same mail domain means internal."""

    name: str = ""
    address: str = ""
    zone: str = "UTC"
    locale: str = "en"


class Task(Finding):
    task_id: str
    section_id: str = ""
    title: str
    owner_name: str
    owner_address: str = ""
    owner_oid: str = ""
    is_external: bool = False
    due_at: str | None = None
    requirements: tuple[str, ...] = ()
    quote: str = ""
    source_ref: str = ""
    language: str = ""  # what its owner reads; empty: nobody knows, so what the response's owner does


Kind = Literal[
    "submission", "question", "promise", "declined", "elsewhere", "withdrawn", "note", "automatic", "unrelated"
]


class Evidence(Finding):
    """The words of a reply that answer a requirement."""

    point: str
    words: str


class Submission(Finding):
    """A reply judged against the task's requirements: in doubt a requirement is a gap.

    `declined`: they will not do it. `elsewhere`: it is said to lie where nobody handed it in. `withdrawn`: what they
    sent before does not hold. `note`: words that are none of these, and that nothing is counted of.
    """

    kind: Kind
    covered: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()  # for what is covered, as far as it was found word for word
    words: str = ""  # what the owner has to read themselves, at most 25 words
    takes_back: tuple[str, ...] = ()  # kind "withdrawn": the requirements it speaks of; none: all that they answered
    gaps: tuple[str, ...] = ()
    summary: str = ""  # one sentence, in the owner's language
    question: str = ""  # kind "question": the words asked, at most 25 words
    eta: str | None = None  # kind "promise": ISO date they named
    delegate: str = ""  # kind "promise": who answers in their place, as they wrote it, with the address if they gave it
    unread: tuple[str, ...] = ()  # kind "submission": files nobody could look into; what they hold is open


class Reply(Finding):
    speaker: Speaker
    text: str  # new text only, no quote
    files: tuple[str, ...] = ()
    inside: str = ""  # what those of the files say that could be read
    unread: tuple[str, ...] = ()  # those that could not
    subject: str = ""

    @property
    def words(self) -> str:
        """Everything that was handed in, as far as it can be read."""
        return "\n\n".join(filter(None, (self.text.strip(), self.inside.strip())))


class Passage(Finding):
    """Words of the request and where they stand."""

    text: str
    source_ref: str = ""


class Answer(Finding):
    """What the request says about one thing asked for. Without passages and dates it says nothing about it."""

    topic: Literal["criteria", "dates", "limits", "conflicts", "customer", "section", "search"]
    about: str = ""  # the section's name, or the words looked for
    named: bool = False  # the question names the request or one of its sections
    passages: tuple[Passage, ...] = ()
    more: int = 0  # found but not among the passages
    dates: tuple[KeyDate, ...] = ()


class Followed(Finding):
    """What somebody's words mean for a list of steps."""

    done: tuple[int, ...] = ()  # numbers of steps, from 1
    say: str = ""  # an answer, where one can be given


class Brain(Protocol):
    """Every method is pure judgement over what it is given. Odd input raises nothing: what is missing is said.

    `locale` is the reader's: notes, conflicts and summaries are written in it; without one, in the language of `words`.
    `before` is what was said earlier, one line of JSON per round: it may explain words, and asks for nothing.
    """

    async def find_rfp(self, sources: Sources, words: str, locale: str = "") -> Rfp | None: ...

    async def find_kickoff(self, sources: Sources, rfp: Rfp, words: str, locale: str = "") -> Kickoff | None: ...

    async def study(self, document: Document, locale: str = "") -> Rfp:
        """What one document by itself asks for, whatever it is."""
        ...

    def allocate(self, rfp: Rfp, kickoff: Kickoff, owner: Owner) -> tuple[Task, ...]: ...

    def brief(self, task: Task, rfp: Rfp, owner: Owner) -> Draft: ...

    async def revise(self, draft: Draft, instruction: str, owner: Owner, now: datetime | None = None) -> Draft | None:
        """The draft with the owner's change applied, version + 1; None when the words are not certain.

        `now` is the moment of the instruction: with it "due Friday" names a day.
        """
        ...

    async def judge(self, task: Task, reply: Reply, owner: Owner) -> Submission: ...

    def remind(
        self, task: Task, gaps: tuple[str, ...], last_sign: datetime | None, now: datetime, owner: Owner
    ) -> Draft: ...

    def hand_over(self, task: Task, to: Recipient, rfp: Rfp, reason: str, now: datetime, owner: Owner) -> Draft:
        """Asks `to` to take the task over from its person; `reason` is for the owner alone."""
        ...

    async def lookup(self, question: str, rfp: Rfp, before: str = "") -> tuple[Answer, ...]:
        """What the request itself says to the question, in its own words; empty when nothing is asked of it."""
        ...

    async def route(self, text: str, skills: tuple[Skill, ...]) -> str:
        """The name of the skill whose description the words speak of; empty when none, or more than one, fits."""
        ...

    async def follow(self, skill: Skill, steps: tuple[str, ...], text: str, before: str = "") -> Followed: ...

    async def intent(self, text: str, has_project: bool, before: str = "") -> Intent: ...

    async def recap(self, earlier: str, rounds: tuple[Round, ...]) -> str:
        """The rounds in short, and the earlier recap with them. It is read by brains only, and so it is in English."""
        ...
