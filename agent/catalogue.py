"""The skills there are: folders with a SKILL.md. A new one is found by its description, without any code."""

import logging
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from agent.brain.language import stems

log = logging.getLogger("agent")
SHIPPED = Path(__file__).with_name("skills")
FRONT = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.DOTALL)
TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
STEPS = re.compile(r"^## Steps\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
STEP = re.compile(r"^\d+[.)] (.+(?:\n(?!\d+[.)] |\n).+)*)", re.MULTILINE)
LARGEST = 200_000  # bytes
LEAST = 2  # words that have to agree before a description is meant


class Skill(BaseModel):
    """`part_of`: the skill that calls this one; such a skill is never chosen by its description."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    description: str
    part_of: str = ""
    text: str = ""

    @property
    def title(self) -> str:
        found = TITLE.search(self.text)
        return found[1].strip() if found else self.name

    @property
    def steps(self) -> tuple[str, ...]:
        """The numbered steps, as written, each on one line."""
        found = STEPS.search(self.text)
        return tuple(" ".join(step.split()) for step in STEP.findall(found[1])) if found else ()


def skills(folders: Iterable[Path]) -> tuple[Skill, ...]:
    """Every readable skill. Of two with one name the first counts; a damaged one is named in the log and left out."""
    found: dict[str, Skill] = {}
    for folder in folders:
        for path in sorted(folder.glob("*/SKILL.md")):
            skill = _read(path)
            if skill:
                found.setdefault(skill.name, skill)
    return tuple(found.values())


def _read(path: Path) -> Skill | None:
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError("it is too large")
        front = FRONT.match(path.read_text("utf-8"))
        facts = yaml.safe_load(front[1]) if front else None
        if not front or not isinstance(facts, dict):
            raise ValueError("it has no front matter")
        metadata = facts.get("metadata")
        part_of = str(metadata.get("part-of") or "") if isinstance(metadata, dict) else ""
        skill = Skill(**{"name": path.parent.name, **facts, "part_of": part_of, "text": front[2]})
        if skill.name != path.parent.name:
            raise ValueError("its name is not its folder's")
        return skill
    except (OSError, ValueError, yaml.YAMLError, ValidationError) as wrong:
        log.warning("the skill in %s is left out: %s", path.parent.name, type(wrong).__name__)
        return None


def chosen(words: str, known: Iterable[Skill]) -> Skill | None:
    """The skill whose description the words speak of: most words in common, and no other with as many."""
    said = stems(words)
    weighed = sorted(_weighed(said, known), key=lambda one: -one[0])
    if not weighed or weighed[0][0] < LEAST:
        return None
    return weighed[0][1] if len(weighed) == 1 or weighed[1][0] < weighed[0][0] else None


def _weighed(said: frozenset[str], known: Iterable[Skill]) -> Iterator[tuple[int, Skill]]:
    for skill in known:
        if not skill.part_of:
            yield len(said & stems(f"{skill.name.replace('-', ' ')} {skill.title} {skill.description}")), skill
