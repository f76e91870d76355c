"""Which skill may run now, which tools a turn may see, and how many calls it may make.

none ─rfp-search→ rfp_found ─charter-draft→ charter_drafted ─kickoff-extract→ kickoff_found ─task-allocate→
waiting_for_approval ─(a brief was sent)→ tasks_allocated ─reply-poll, again and again
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from agent.brain.language import bag
from agent.tasks import entries

Kind = Literal["words", "decision", "reply", "poll"]
CALLS_PER_TURN = 24
ASK = "ask_owner"  # one question may always be asked, also when all calls are spent
READS = bag("search get list read find fetch query show")
ACTS = bag(
    "create send delete remove update edit write forward reply move copy mark add set post upload invite accept "
    "decline cancel archive flag share grant revoke rename replace patch put submit approve trigger run start stop"
)
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


class Phase(StrEnum):
    NONE = "none"
    RFP_FOUND = "rfp_found"
    CHARTER_DRAFTED = "charter_drafted"
    KICKOFF_FOUND = "kickoff_found"
    WAITING = "waiting_for_approval"
    ALLOCATED = "tasks_allocated"
    FOLLOWING = "following"  # work of another kind than a response: a skill's own steps


class Skill(BaseModel):
    """A skill runs only in its phase and may see only its tools."""

    model_config = ConfigDict(frozen=True)

    name: str
    runs_in: Phase
    tools: frozenset[str]


SEARCH = Skill(name="sow-rfp-search", runs_in=Phase.NONE, tools=frozenset({"read_sources", "project_patch_log"}))
CHARTER = Skill(name="sow-charter-draft", runs_in=Phase.RFP_FOUND, tools=frozenset({"project_patch_log"}))
EXTRACT = Skill(
    name="sow-kickoff-extract", runs_in=Phase.CHARTER_DRAFTED, tools=frozenset({"read_sources", "project_patch_log"})
)
ALLOCATE = Skill(
    name="sow-task-allocate", runs_in=Phase.KICKOFF_FOUND, tools=frozenset({"project_patch_log", "publish_drafts"})
)
POLL = Skill(
    name="sow-reply-poll",
    runs_in=Phase.ALLOCATED,
    tools=frozenset({"read_replies", "project_patch_log", "publish_drafts"}),
)
CONSOLIDATE = Skill(
    name="sow-consolidate", runs_in=Phase.ALLOCATED, tools=frozenset({"read_sources", "project_patch_log"})
)
CHAIN = (SEARCH, CHARTER, EXTRACT, ALLOCATE)

# What each kind of turn may do. Nothing that sends exists in any of them: drafts are offered, the front end delivers.
VISIBLE: dict[Kind, frozenset[str]] = {
    "words": frozenset(
        {
            ASK,
            "read_paper",
            "write_paper",
            "edit_paper",
            "read_sources",
            "project_patch_log",
            "publish_drafts",
            "publish_view",
            "advance_phase",
        }
    ),
    "decision": frozenset({ASK, "read_paper", "project_patch_log", "publish_drafts", "publish_view", "advance_phase"}),
    "reply": frozenset({ASK, "read_paper", "project_patch_log", "publish_view"}),
    "poll": frozenset({ASK, "read_paper", "read_replies", "project_patch_log", "publish_drafts", "publish_view"}),
}
SKILLS_OF: dict[Kind, frozenset[str]] = {
    "words": frozenset(skill.name for skill in (*CHAIN, CONSOLIDATE)),
    "decision": frozenset(),
    "reply": frozenset({POLL.name}),
    "poll": frozenset({POLL.name}),
}


class NotNow(RuntimeError):
    """A tool or skill that this turn may not use."""


class TooMany(NotNow):
    """One call more than a turn may make. What was done until then is kept; the owner is asked."""


class Allowance:
    """What one turn may still do."""

    def __init__(self, kind: Kind, calls: int = CALLS_PER_TURN) -> None:
        self.kind, self.left = kind, calls

    def use(self, tool: str) -> None:
        if tool not in VISIBLE[self.kind]:
            raise NotNow(f"{tool} does not exist in a {self.kind} turn")
        self._count(tool)

    def run(self, skill: Skill) -> None:
        if skill.name not in SKILLS_OF[self.kind]:
            raise NotNow(f"{skill.name} may not run in a {self.kind} turn")
        self._count(skill.name)

    def follow(self, name: str) -> None:
        """A skill that brings only steps of its own: the owner's words may start one, nothing else may."""
        if self.kind != "words":
            raise NotNow(f"{name} may not run in a {self.kind} turn")
        self._count(name)

    def _count(self, what: str) -> None:
        if what == ASK:
            return
        if self.left <= 0:
            raise TooMany(f"too many calls in one turn: {what}")
        self.left -= 1


def process(log: dict[str, Any]) -> str:
    """The name of the skill whose steps a project follows; empty for a response."""
    return str(_inside(log, "process", "skill") or "")


def phase_of(log: dict[str, Any]) -> Phase:
    """The phase that the log's contents prove; its `phase` key alone proves only that the briefs were offered."""
    if process(log):
        return Phase.FOLLOWING
    tasks = entries(log)
    if any(task.kickoff.sent for task in tasks):
        return Phase.ALLOCATED
    if tasks:
        return Phase.WAITING if log.get("phase") == Phase.WAITING else Phase.KICKOFF_FOUND
    if isinstance(_inside(log, "charter", "sections"), list):  # an empty one too: a request may ask for nothing
        return Phase.CHARTER_DRAFTED
    return Phase.RFP_FOUND if _inside(log, "rfp", "found") else Phase.NONE


def next_skill(log: dict[str, Any]) -> Skill | None:
    """The one skill of the opening chain that may run now; None at the gate and after it."""
    phase = phase_of(log)
    return next((skill for skill in CHAIN if skill.runs_in == phase), None)


def visible(offered: Iterable[str], skill: Skill, kind: Kind) -> tuple[str, ...]:
    """Of the tools a model could be given, those it may see: its skill's own ones, and foreign ones that only read."""
    ours = (skill.tools & VISIBLE[kind]) | {ASK}
    looks = bool({"read_sources", "read_replies"} & ours)
    return tuple(tool for tool in offered if tool in ours or (looks and _only_reads(tool)))


def _only_reads(tool: str) -> bool:
    """A server's tool whose name begins with a word of reading and holds none of doing, such as `GetOrCreateChat`."""
    server, _, action = tool.rpartition("___")
    words = [word.lower() for word in WORD.findall(action)]
    return bool(server and words) and words[0] in READS and not ACTS & set(words)


def _inside(log: dict[str, Any], key: str, inner: str) -> Any:
    found = log.get(key)
    return found.get(inner) if isinstance(found, dict) else None
