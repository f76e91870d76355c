"""The project's log as both published shapes know it: what readers of either expect is there."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Json = dict[str, Any]
RESPONSE = "sow-response"
INSIDE = {
    "preferred": "teams",
    "allowed": ["teams", "email"],
    "document_sharing": ["onedrive", "sharepoint", "email", "teams"],
}
OUTSIDE = {"preferred": "email", "allowed": ["email"], "document_sharing": ["email"]}


class Source(BaseModel):
    """What the charter rests on. The request gives requirements, the kickoff gives owners."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["rfp", "kickoff"]
    ref: str
    used: bool = True
    note: str = ""


class Consolidation(BaseModel):
    model_config = ConfigDict(frozen=True)

    section_order: tuple[str, ...] = ()
    cross_section_checks: tuple[str, ...] = ("effort", "price", "milestone", "component")


class ProjectLog(BaseModel):
    """The keys of a response's log beyond what its phases write; every other key is carried through untouched."""

    model_config = ConfigDict(frozen=True, extra="allow")

    project_kind: Literal["sow_response"] = "sow_response"
    created_at: str
    sow_owner_upn: str = ""
    deputy_upn: str | None = None
    customer_name: str = ""
    project_name: str = ""
    grounding_sources: tuple[Source, ...] = ()
    tasks: list[Any] = []
    deliverable: Json = {"format": "word"}
    consolidation_rules: Consolidation = Consolidation()
    log_entries: list[Any] = []


def whole(log: Json, now: datetime) -> Json:
    """The log with the keys that it lacks; what stands there stays as it is, whatever it looks like."""
    if log.get("skill") != RESPONSE:
        return log
    made = ProjectLog(created_at=now.isoformat()).model_dump(mode="json")
    ours: Json = {}
    sources, rules = log.get("grounding_sources", []), log.get("consolidation_rules", made["consolidation_rules"])
    if isinstance(sources, list):
        ours["grounding_sources"] = [*sources, *_new_sources(log, sources)]
    if isinstance(rules, dict) and not rules.get("section_order"):
        ours["consolidation_rules"] = rules | {"section_order": list(_section_ids(log))}
    return made | log | ours


def _new_sources(log: Json, known: list[Any]) -> list[Json]:
    refs = {(one.get("kind"), one.get("ref")) for one in known if isinstance(one, dict)}
    return [one.model_dump() for one in _sources(log) if (one.kind, one.ref) not in refs]


def modes(external: bool) -> Json:
    """By which ways a task's owner is written to, and handed documents."""
    return dict(OUTSIDE if external else INSIDE)


def _sources(log: Json) -> Iterator[Source]:
    for kind in ("rfp", "kickoff"):
        found = log.get(kind)
        if isinstance(found, dict) and found.get("source_ref"):
            yield Source(kind=kind, ref=str(found["source_ref"]))


def _section_ids(log: Json) -> Iterator[str]:
    charter = log.get("charter")
    sections = charter.get("sections") if isinstance(charter, dict) else None
    for section in sections if isinstance(sections, list) else ():
        if isinstance(section, dict) and section.get("id"):
            yield str(section["id"])
