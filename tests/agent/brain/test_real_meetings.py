"""Real minutes and transcripts, with facts established by reading them; run with --real-data DIR."""

import json
from datetime import date
from pathlib import Path

import pytest
from talks import deeds, document

from agent.brain.interface import Kickoff, Rfp
from agent.brain.kickoff import read_meetings
from agent.sources.folder import FolderSources

NO_RFP = Rfp(title="", source_refs=())


async def read(real_data: Path, name: str) -> Kickoff:
    return read_meetings([await FolderSources([real_data / "transcripts"]).read(name)], NO_RFP)


async def test_hyperledger_has_seven_actions_one_without_an_owner(real_data: Path) -> None:
    found = await read(real_data, "hyperledger-tsc-2016-07-14.md")
    owners = [c.owner for c in found.commitments]

    assert found.held_on == date(2016, 7, 14)
    assert len(found.attendees) == 8
    assert sorted(owners) == [
        "",
        "Arnaud Le Hors",
        "Arnaud Le Hors",
        "Arnaud Le Hors",
        "Brian Behlendorf",
        "Todd Benzies",
        "Todd Benzies",
    ]
    assert [c.due for c in found.commitments if "exit criteria" in c.what] == ["2016-07-21"]
    assert sum("Nobody was named" in s for s in found.unresolved) == 1


async def test_openjs_has_eight_new_actions_and_no_date(real_data: Path) -> None:
    found = await read(real_data, "openjs-cpc-2019-08-27.md")

    assert found.held_on == date(2019, 8, 27)
    assert len({c.quote for c in found.commitments}) == 8
    assert [c.owner for c in found.commitments if c.owner] == [
        "Myles Borins",
        "Myles Borins",
        "Jory Burson",
        "Tobie Langel",
    ]
    assert all(c.due is None for c in found.commitments)
    assert not any("Last week" in c.quote for c in found.commitments)


async def test_rust_tells_two_erics_apart(real_data: Path) -> None:
    found = await read(real_data, "rust-council-2024-08-30.md")
    named = [(c.owner, c.what) for c in found.commitments if c.owner]

    assert found.held_on == date(2024, 8, 30)
    assert [owner for owner, _ in named] == ["Eric Huss"] * 3 + ["Jack Huey", "Eric Huss", "Mara", "Mara"]
    assert all(
        any(word in what for _, what in named)
        for word in ("Zulip", "blog post", "teams", "HackMD", "summarize", "forward")
    )
    assert not any("Nov 12th" in c.what for c in found.commitments)
    assert any(c.what == "move draft to public PR" and not c.owner for c in found.commitments)


async def test_a_portuguese_table_of_actions_is_read(real_data: Path) -> None:
    found = await read(real_data, "pt-unb-squad10-sprint2.md")

    assert found.held_on == date(2025, 4, 13)
    assert [c.owner for c in found.commitments] == [
        "Guilherme Flyan",
        "Mayra Lithuania",
        "Gabriel Maciel",
        "Brenda",
        "Eduarda Rodrigues",
        "Marjorie",
        "Marie Eduarda",
        "Eric Gomes",
    ]
    assert {c.due for c in found.commitments} == {"2025-04-14"}
    assert (found.conflicts, found.unresolved) == ((), ())


async def test_roles_and_ticked_boxes_commit_nobody(real_data: Path) -> None:
    found = await read(real_data, "pt-unb-squad10-kickoff-sprint0.md")

    assert (found.held_on, found.language, len(found.attendees)) == (date(2025, 3, 31), "pt", 8)
    assert deeds(found) == []
    assert all(a.address == "" for a in found.attendees)


@pytest.mark.parametrize(
    "name",
    ["zoom-no-speaker.vtt", "zoom-onyx-name-prefix.vtt", "teams-onyx-voice-spans.vtt", "teams-graph-content.vtt"],
)
async def test_small_talk_commits_nobody(real_data: Path, name: str) -> None:
    found = await read(real_data, name)

    assert (deeds(found), found.held_on, found.conflicts) == ([], None, ())


async def test_graph_metadata_gives_the_day(real_data: Path) -> None:
    assert (await read(real_data, "teams-graph-metadatacontent.vtt")).held_on == date(2023, 3, 8)


async def test_teams_and_zoom_forms_of_one_talk_read_alike(real_data: Path) -> None:
    sources = FolderSources([real_data / "transcripts"])
    teams, zoom = [await sources.read(n) for n in ("teams-onyx-voice-spans.vtt", "zoom-onyx-name-prefix.vtt")]

    assert [(b.speaker, b.text) for b in teams.blocks] == [(b.speaker, b.text) for b in zoom.blocks]


def test_edge_cases_of_transcripts(real_data: Path) -> None:
    for case in json.loads((real_data / "transcripts" / "vtt-edge-cases.json").read_text()):
        found = [[b.speaker or None, b.text] for b in document("a.vtt", case["vtt"]).blocks if b.kind == "cue"]
        assert found == case["turns"], case["case"]
