"""The main job as a newcomer sees it: one command, from the RFP to the approved reminder."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from tests.e2e.playing import HOUSE, demo

pytestmark = pytest.mark.slow

SENTINELS = (
    "target architecture", "rollback plan", "Lighthouse", "ISO 27001", "make it shorter",
    "I will write this one myself", "Please tell me by tomorrow",
)  # fmt: skip


@pytest.fixture(scope="module")
async def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, str, Path]:
    folder = tmp_path_factory.mktemp("demo")
    code, told = await demo(folder, "--out", str(folder / "out"))
    return code, told, folder


def record_of(folder: Path) -> dict[str, Any]:
    return TypeAdapter(dict[str, Any]).validate_json((folder / "out" / "record.json").read_bytes())


async def test_the_story_ends_well_and_its_last_line_counts(played: tuple[int, str, Path]) -> None:
    code, told, _ = played

    assert code == 0, told[-3000:]
    assert told.strip().splitlines()[-1].endswith("nothing sent without approval: yes")


async def test_the_record_shows_every_kind_of_decision(played: tuple[int, str, Path]) -> None:
    told = record_of(played[2])
    counts: dict[str, int] = told["counts"]
    done = Counter(one["verb"] for one in told["decisions"] if one["outcome"] == "done")

    assert counts["drafted"] >= 4
    assert all(counts[name] >= 1 for name in ("approved", "edited", "rejected", "delivered", "reminders"))
    assert all(done[verb] for verb in ("edit_approve", "reject", "change"))
    assert done["approve"] > 1
    assert told["timings"]["click approve_selected"] < 3


async def test_all_but_one_were_approved_on_one_card(played: tuple[int, str, Path]) -> None:
    ticked = re.search(r"approves (\d+) of (\d+) on one card", played[1])

    assert ticked
    assert int(ticked[1]) == int(ticked[2]) - 1 > 1


async def test_a_changed_brief_came_again_as_a_new_version_and_left_as_such(played: tuple[int, str, Path]) -> None:
    told = record_of(played[2])
    changed = next(one["key"] for one in told["decisions"] if one["verb"] == "change")
    draft = next(one for one in told["drafts"] if one["key"] == changed)

    assert draft["version"] > 1
    assert [one["fate"] for one in told["deliveries"] if one["record_key"] == changed] == ["sent"]


async def test_a_gap_in_an_answer_and_a_late_task_each_led_to_a_draft(played: tuple[int, str, Path]) -> None:
    nudges = Counter(one["purpose"] for one in record_of(played[2])["nudges"])

    assert nudges["clarification"] >= 1
    assert nudges["reminder"] >= 1


async def test_every_delivery_carries_the_hash_that_was_approved(played: tuple[int, str, Path]) -> None:
    told = record_of(played[2])
    hashes = {one["key"]: one["hash"] for one in told["drafts"]}
    deliveries = [one for one in told["deliveries"] if one["fate"] == "sent"]

    assert deliveries
    assert all(hashes[one["record_key"]] == one["content_hash"] for one in deliveries)
    assert len({one["parcel_id"] for one in deliveries}) == len(deliveries)


async def test_a_colleagues_click_was_refused(played: tuple[int, str, Path]) -> None:
    assert record_of(played[2])["refused_clicks"] == 1


async def test_cards_and_mails_lie_in_the_folder(played: tuple[int, str, Path]) -> None:
    out = played[2] / "out"
    pages = sorted((out / "cards").glob("*.json"))

    assert [page.stem for page in pages] == record_of(played[2])["cards"] != []
    for page in pages:
        assert json.loads(page.read_text())["type"] == "AdaptiveCard"
        assert page.with_suffix(".html").read_text().startswith("<!doctype html>")
    assert list((out / "mails").glob("*.eml"))


async def test_nothing_of_the_business_is_readable_in_the_store_or_the_logs(played: tuple[int, str, Path]) -> None:
    runs = list((played[2] / ".desk" / "demo").iterdir())
    files = [
        file for run in runs for file in (*(run / "data" / "store").rglob("*"), run / "desk.log") if file.is_file()
    ]
    found = [(file.name, word) for file in files for word in SENTINELS if word.encode() in file.read_bytes()]
    spoken = " ".join(re.sub(r"[│\s]+", " ", played[1]).split())

    assert [word for word in SENTINELS if word not in spoken] == []  # each was really said in this run
    assert any(file.suffix == ".aof" for file in files)
    assert found == []


async def test_the_store_belongs_to_its_owner_alone(played: tuple[int, str, Path]) -> None:
    data = next((played[2] / ".desk" / "demo").iterdir()) / "data"
    private = [data, data / "platform", data / "keys", *(data / "store").rglob("*")]
    open_to_others = [path for path in private if path.stat().st_mode & 0o077]

    assert open_to_others == []


@pytest.mark.parametrize("missing", ["rfp", "notes"])
async def test_a_folder_without_rfp_or_notes_ends_in_one_question(tmp_path: Path, missing: str) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "other.md").write_text("# Lunch menu\n\nSoup and salad.\n")
    if missing == "notes":
        sample = next((HOUSE / "bot" / "demo" / "sample").glob("*.docx"))
        (folder / sample.name).write_bytes(sample.read_bytes())
    code, told = await demo(tmp_path, "--folder", str(folder), "--out", str(tmp_path / "out"))
    record = record_of(tmp_path)

    assert code == 0, told[-2000:]
    assert str(record["question"]).count("?") == 1
    assert record["drafts"] == []
