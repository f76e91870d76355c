"""The machine lines at the top of a turn's input: only there they count, anywhere else they are text."""

import json
import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from agent.wire import Decision, Poll, Speaker

CONTEXT = re.compile(
    r"\[charter-agent-context:\s*project_id=(?P<project>[A-Za-z0-9_-]{1,64})"
    r"(?:\s+is_new=(?P<new>true|false))?(?:\s+skill=(?P<skill>[A-Za-z0-9_-]+))?\s*\]",
    re.IGNORECASE,
)
MACHINE = re.compile(r"\[charter-agent-(?P<kind>speaker|decision|poll):\s*(?P<json>\{.*\})\s*\]", re.IGNORECASE)
MACHINE_START = re.compile(r"\[charter-agent-(speaker|decision|poll):", re.IGNORECASE)
FILES = re.compile(r"Files handed in: (.+)$")
LOST = re.compile(r"Files that were sent but did not arrive: .+$")
ANEW = re.compile(r"\[The conversation was begun anew\. [^\n]*\]$")
ANSWERS = re.compile(r"They were answering this message:$")
OVERHEARD = re.compile(r"This was said while you were silent:$")
MODELS: dict[str, type[Speaker] | type[Decision] | type[Poll]] = {
    "speaker": Speaker,
    "decision": Decision,
    "poll": Poll,
}
TURN_HEADER = "x-client-turn-id"


class Unreadable(ValueError):
    """A machine line stands where it counts and cannot be read: the turn must not be taken for something else."""


class Ask(BaseModel):
    """One turn as asked. Without a poll or decisions it is somebody's words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    project_id: str = ""
    is_new: bool = False
    skill: str = ""
    speaker: Speaker = Speaker()
    decisions: tuple[Decision, ...] = ()
    poll: Poll | None = None
    text: str = ""
    quoted: str = ""  # the older message that was answered, or what was said while we were silent
    overheard: bool = False  # it is the latter
    files: tuple[str, ...] = ()
    turn_id: str = ""
    call_id: str = ""  # the platform's id of this request, by which it knows whose it is

    @property
    def key(self) -> str:
        """What the turn is known by; empty without an id.

        Decisions may have joined a turn that is asked again: those are recorded, the known ones stay as they are.
        """
        decisions = [f"{one.draft_id}.{one.version}.{one.verb}" for one in self.decisions]
        return " ".join([self.turn_id, *decisions]) if self.turn_id else ""


def read(request: Mapping[str, Any], headers: Mapping[str, str]) -> Ask:
    """A Responses request as an `Ask`. Raises `Unreadable` for a damaged machine line."""
    first, *others = _texts(request.get("input")) or [""]
    facts = _machine_lines(first.lstrip("\ufeff\r\n"))
    rest = "\n".join([facts.pop("rest"), *others])
    text, quoted, files = apart(rest, _is_reply(facts))
    overheard = bool(quoted) and any(OVERHEARD.match(line) for line in rest.splitlines())
    turn_id = (request.get("metadata") or {}).get("turn_id") or headers.get(TURN_HEADER) or ""
    files = (*files, *_file_names(request.get("input")))
    return Ask(**facts, text=text, quoted=quoted, overheard=overheard, files=files, turn_id=turn_id)


def _is_reply(facts: Mapping[str, Any]) -> bool:
    speaker = facts.get("speaker")
    return isinstance(speaker, Speaker) and speaker.role in ("contributor", "observer")


def apart(text: str, reply: bool) -> tuple[str, str, tuple[str, ...]]:
    """What was said, what it answers, and the names of files that came along.

    A front end quotes other people's words line by line, so that no reader takes them for instructions.
    """
    lines = text.strip().splitlines()
    if lines and ANEW.match(lines[0]):
        lines = lines[1:]  # nobody's words: what is known lies in the files
    if lines and LOST.match(lines[-1]):
        lines = lines[:-1]  # their names are nobody's words
    files: tuple[str, ...] = ()
    if lines and (handed_in := FILES.match(lines[-1])):
        files = tuple(name.strip() for name in handed_in[1].split(", "))
        lines = lines[:-1]
    split = next((at for at, line in enumerate(lines) if ANSWERS.match(line) or OVERHEARD.match(line)), len(lines))
    said, quoted = lines[:split], _unquoted(lines[split + 1 :])
    words = _unquoted(said) if reply and any(line.startswith(">") for line in said) else said
    return "\n".join(words).strip(), "\n".join(quoted).strip(), files


def _unquoted(lines: list[str]) -> list[str]:
    return [line.removeprefix(">").removeprefix(" ") for line in lines if line.startswith(">")]


def _machine_lines(text: str) -> dict[str, Any]:
    head, _, rest = text.partition("\n")
    context = CONTEXT.fullmatch(head.strip())
    if not context:
        return {"rest": text}
    facts: dict[str, Any] = {
        "project_id": context["project"],
        "is_new": (context["new"] or "").lower() == "true",
        "skill": context["skill"] or "",
    }
    return facts | _who(rest)


def _who(text: str) -> dict[str, Any]:
    """One speaker line, or decision lines, or one poll line; the first line of another kind is text already."""
    facts: dict[str, Any] = {"rest": text}
    kind, decisions = "", []
    while facts["rest"]:
        line, _, rest = facts["rest"].partition("\n")
        found = MACHINE_START.match(line.strip())
        if not found or (kind and (kind, found[1].lower()) != ("decision", "decision")):
            break
        kind, facts["rest"] = found[1].lower(), rest
        value = _value(kind, line.strip())
        if isinstance(value, Decision):
            decisions.append(value)
        else:
            facts[kind] = value
    return facts | ({"decisions": tuple(decisions)} if decisions else {})


def _value(kind: str, line: str) -> Speaker | Decision | Poll:
    whole = MACHINE.fullmatch(line)
    try:
        return MODELS[kind].model_validate(json.loads(whole["json"] if whole else ""))
    except (ValidationError, json.JSONDecodeError) as trouble:
        raise Unreadable(f"The {kind} line of this turn cannot be read.") from trouble


def _texts(given: Any) -> list[str]:
    """The text of every content-bearing input item, in order."""
    if isinstance(given, str):
        return [given]
    texts = ["\n".join(_parts(item)) for item in given or () if isinstance(item, Mapping)]
    return [text for text in texts if text.strip()]


def _parts(item: Mapping[str, Any]) -> list[str]:
    content = item.get("content")
    if isinstance(content, str):
        return [content]
    return [str(part.get("text") or "") for part in content or () if isinstance(part, Mapping)]


def _file_names(given: Any) -> tuple[str, ...]:
    """Names of files that came inside the request; files put into the sandbox are found there."""
    if not isinstance(given, list):
        return ()
    parts = [part for item in given if isinstance(item, Mapping) for part in _content(item)]
    return tuple(str(part["filename"]) for part in parts if part.get("type") == "input_file" and part.get("filename"))


def _content(item: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    content = item.get("content")
    return [part for part in content if isinstance(part, Mapping)] if isinstance(content, list) else []
