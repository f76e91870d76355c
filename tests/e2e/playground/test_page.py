"""The main job on the Playground's own page, in a browser, as somebody sees it who tries the desk.

The picture of the README: pytest tests/e2e/playground/test_page.py -m visual --screens out/screens
                           cp out/screens/thread.png docs/thread.png
"""

import json
import re
from pathlib import Path
from typing import Any

import anyio
import pytest

from bot.demo.play import OPENING
from tests.e2e.playground.conftest import HERE, Scene
from tests.npm import found, installed

pytestmark = pytest.mark.visual
RENDERER = HERE.parent.parent / "visual"
ADDED = "Please tell me by tomorrow if anything is unclear."
LIMIT = 300_000  # bytes of a picture that goes into the README


@pytest.fixture(scope="module")
def out(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    chosen = request.config.getoption("--screens", default=None)
    folder = Path(chosen).resolve() if chosen else tmp_path_factory.mktemp("screens")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="module")
async def stations(scene: Scene, out: Path) -> dict[str, dict[str, Any]]:
    """What the newest card said at each station, and what failed on the page until then, by the station's name."""
    node, chromium = found("node"), found("chromium", "chromium-browser", "google-chrome")
    modules = installed(RENDERER, "playwright-core").parent
    job = {"modules": str(modules), "chromium": chromium, "url": scene.playground.url, "out": str(out)}
    file = scene.playground.folder / "job.json"
    file.write_text(json.dumps(job | {"opening": OPENING["en"], "added": ADDED}))
    run = await anyio.run_process([node, "page.mjs", str(file)], cwd=HERE, check=False)
    if run.returncode:
        pytest.fail(f"The page stopped: {run.stderr.decode()[-2000:]} after {run.stdout.decode()[-2000:]}")
    return {told["name"]: told for told in map(json.loads, run.stdout.splitlines())}


async def test_every_station_of_the_job_is_reached_without_an_error_on_the_page(
    stations: dict[str, dict[str, Any]],
) -> None:
    assert list(stations) == ["welcome", "batch", "draft", "form", "edited", "approved", "status"]
    assert [told for told in stations.values() if told["failed"]] == []


async def test_the_card_shows_who_gets_what_before_anything_leaves(stations: dict[str, dict[str, Any]]) -> None:
    card = stations["batch"]["card"]

    assert re.search(r"\d messages wait for your decision", card)
    assert all(name in card for name in ("Priya Raman", "Mei Tanaka", "Sam Okafor", "João da Silva"))
    assert "Delivered" not in card


async def test_what_was_edited_is_delivered_and_the_rest_still_waits(stations: dict[str, dict[str, Any]]) -> None:
    waiting = int(stations["batch"]["card"].split(" messages wait")[0].split()[-1])

    assert f"1 delivered · {waiting - 1} waiting" in stations["edited"]["card"]


async def test_after_the_last_click_everything_is_decided(stations: dict[str, dict[str, Any]]) -> None:
    assert "Everything here is decided" in stations["approved"]["card"]
    assert "Waiting" not in stations["approved"]["card"]


async def test_the_words_typed_into_the_form_arrived(stations: dict[str, dict[str, Any]], scene: Scene) -> None:
    sent = [one["request"]["body"].get("text") or "" for one in scene.ana.wire if one["activityName"] == "message"]

    assert len([text for text in sent if text.endswith(ADDED)]) == 1


async def test_status_shows_every_task(stations: dict[str, dict[str, Any]]) -> None:
    assert re.search(r"0 of \d+ tasks done", stations["status"]["card"])


async def test_there_is_a_picture_of_every_station_and_one_of_the_whole_thread(
    stations: dict[str, dict[str, Any]], out: Path
) -> None:
    assert all((out / f"{name}.png").stat().st_size > 5_000 for name in (*stations, "thread"))
    assert (out / "thread.png").stat().st_size < LIMIT
