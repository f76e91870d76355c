"""What we say to the agent, and what its stream adds up to."""

import json
import re
from datetime import datetime
from typing import Literal

from bot.core.draft import Draft
from bot.core.noun import Noun

LOOKALIKE = re.compile(r"\[(?=\s*charter-agent-)", re.IGNORECASE)
RUNS_OF_BLANK_LINES = re.compile(r"\n{3,}")
RECAP = "[The conversation was begun anew. The state of project {} is in its files.]"


class Request(Noun):
    """One turn. `identity` is stable per project (a chain belongs to one identity); `actor` is who really spoke."""

    turn_id: str
    project_id: str
    session_id: str
    input: str
    chain: str = ""
    actor: str = ""


class Started(Noun):
    kind: Literal["started"] = "started"
    sequence: int = 0
    response_id: str
    session_id: str = ""
    once: bool = False  # the agent promises to do no turn id twice


class Progress(Noun):
    """A tool began. `skill` is set when the tool is a skill being run."""

    kind: Literal["progress"] = "progress"
    sequence: int = 0
    tool: str
    skill: str = ""


class Text(Noun):
    kind: Literal["text"] = "text"
    sequence: int = 0
    delta: str


class Snapshot(Noun):
    """After a crash the server starts over: what was gathered so far is void."""

    kind: Literal["snapshot"] = "snapshot"
    sequence: int = 0
    text: str = ""


class Offered(Noun):
    kind: Literal["offered"] = "offered"
    sequence: int = 0
    drafts: tuple[Draft, ...]
    unreadable: int = 0


class Viewed(Noun):
    """The dashboard payload, untouched: it passed through a model and is read with care where it is shown."""

    kind: Literal["viewed"] = "viewed"
    sequence: int = 0
    payload: str  # JSON


class Consent(Noun):
    kind: Literal["consent"] = "consent"
    sequence: int = 0
    link: str
    server: str = ""


class Source(Noun):
    """What an answer rests on: a document or a page, and a few words of it."""

    name: str
    url: str = ""
    words: str = ""


class Cited(Noun):
    kind: Literal["cited"] = "cited"
    sequence: int = 0
    source: Source


class Asked(Noun):
    """The agent's platform asks leave to run a tool."""

    kind: Literal["asked"] = "asked"
    sequence: int = 0
    request_id: str
    tool: str
    arguments: str = ""


class Ended(Noun):
    """`text` is the complete final text when the server gave it, else None: the deltas are the answer."""

    kind: Literal["ended"] = "ended"
    sequence: int = 0
    status: Literal["completed", "incomplete", "failed", "cancelled"]
    text: str | None = None
    code: str = ""
    message: str = ""
    response_id: str = ""


Event = Started | Progress | Text | Snapshot | Offered | Viewed | Cited | Consent | Asked | Ended


class Answer:
    """Gathers a turn's events. Pieces are joined only when somebody looks."""

    def __init__(self, chain: str = "") -> None:
        self.chain = chain  # what the turn was chained to
        self.response_id = self.session_id = self.payload = self.skill = self.tool = ""
        self.sequence = -1
        self.drafts: dict[str, Draft] = {}
        self.unreadable = 0
        self.consents: list[Consent] = []
        self.questions: list[Asked] = []
        self._sources: dict[tuple[str, str], Source] = {}
        self.ended: Ended | None = None
        self._pieces: list[str] = []

    @property
    def text(self) -> str:
        if self.ended and self.ended.text is not None:
            return self.ended.text.strip()
        return "".join(self._pieces).strip()

    @property
    def sources(self) -> tuple[Source, ...]:
        """In the order in which they were named."""
        return tuple(self._sources.values())

    @property
    def failed(self) -> bool:
        """What was said by then is half a sentence, and is shown to nobody."""
        return self.ended is None or self.ended.status in ("failed", "cancelled")

    @property
    def empty(self) -> bool:
        """A completed turn with nothing in it: the sign of a stale chain."""
        offered = self.drafts or self.unreadable
        return not (self.text or offered or self.payload or self.consents or self.questions)

    def hear(self, event: Event) -> None:
        self.sequence = max(self.sequence, event.sequence)
        match event:
            case Started():
                self.response_id, self.session_id = event.response_id, event.session_id or self.session_id
            case Text():
                self._pieces.append(event.delta)
            case Snapshot():
                self._pieces = [event.text]
            case Progress():
                self.tool, self.skill = event.tool, event.skill
            case Offered():
                self.drafts |= {draft.draft_id: draft for draft in event.drafts}
                self.unreadable += event.unreadable
            case Viewed():
                self.payload = event.payload
            case Cited() | Consent() | Asked():
                self._note(event)
            case Ended():
                self.ended = event
                self.response_id = event.response_id or self.response_id

    def _note(self, event: Cited | Consent | Asked) -> None:
        match event:
            case Cited(source=source):
                self._sources.setdefault((source.name, source.url), source)
            case Consent():
                self.consents.append(event)
            case Asked():
                self.questions.append(event)


def context_line(project_id: str, is_new: bool) -> str:
    return f"[charter-agent-context: project_id={project_id} is_new={str(is_new).lower()} skill=sow-response]"


def begun_anew(request: Request, chain: str, why: str) -> Request:
    """The same turn under another id, on another chain; an agent that gets none is told where the state is.

    The line stands between the machine lines, which count only at the top, and the words.
    """
    lines = request.input.split("\n")
    if not chain:
        head = next((at for at, line in enumerate(lines) if not line.startswith("[charter-agent-")), len(lines))
        lines.insert(head, RECAP.format(request.project_id))
    changed = {"chain": chain, "turn_id": f"{request.turn_id}-{why}", "input": "\n".join(lines)}
    return request.model_copy(update=changed)


def machine_line(kind: Literal["speaker", "decision", "poll"], facts: dict[str, object]) -> str:
    return f"[charter-agent-{kind}: {json.dumps(facts, ensure_ascii=False, default=_iso)}]"


def _iso(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def harmless(text: str) -> str:
    """People's words without anything that looks like one of our machine lines."""
    return LOOKALIKE.sub("(", text)


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in harmless(text).splitlines())
