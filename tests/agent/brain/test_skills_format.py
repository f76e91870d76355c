"""Every skill folder is in the Agent Skills format and is one the code knows."""

import re
from pathlib import Path

import pytest

import agent
from agent.phases import CHAIN, CONSOLIDATE, POLL

FOLDERS = sorted(p for p in (Path(agent.__file__).parent / "skills").iterdir() if p.is_dir())


def front(folder: Path) -> dict[str, str]:
    text = (folder / "SKILL.md").read_text()
    found = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    assert found
    return dict(line.split(": ", 1) for line in found.group(1).splitlines() if re.match(r"[a-z]+: ", line))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: p.name)
def test_the_front_matter_names_the_skill(folder: Path) -> None:
    facts = front(folder)

    assert facts["name"] == folder.name
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", facts["name"])
    assert len(facts["name"]) <= 64
    assert 40 <= len(facts["description"]) <= 1024
    assert not re.search(r"[<>]", facts["description"])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: p.name)
def test_the_body_says_when_how_and_what_never(folder: Path) -> None:
    text = (folder / "SKILL.md").read_text()

    assert [h for h in re.findall(r"^## (.+)$", text, re.MULTILINE)] == [
        "When to use",
        "Inputs",
        "Steps",
        "It must never",
        "Output",
    ]
    assert len(text.splitlines()) < 500


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: p.name)
def test_every_reference_named_exists_and_every_one_is_named(folder: Path) -> None:
    named = set(re.findall(r"`(references/[\w.-]+)`", (folder / "SKILL.md").read_text()))
    there = {p.relative_to(folder).as_posix() for p in folder.glob("references/*")}

    assert named == there


def test_each_skill_of_the_phases_has_its_folder() -> None:
    known = {skill.name for skill in (*CHAIN, POLL, CONSOLIDATE)}

    assert known | {"sow-response", "general"} == {f.name for f in FOLDERS}
