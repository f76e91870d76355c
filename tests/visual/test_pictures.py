"""Every card as the official renderer draws it, and every page as a browser does: nothing breaks, nothing sticks out.

pytest tests/visual -m visual --pictures out/pictures
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import cards
from cards import about, timeline
from cards.gallery import ZONE, samples, timelines
from cards.words import say
from tests.npm import found, installed

pytestmark = pytest.mark.visual
HERE = Path(__file__).parent
LOCALES = ("en", "pt-BR")


@pytest.fixture(scope="module")
def reports(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """One report per picture."""
    chosen = request.config.getoption("--pictures", default=None)
    out = Path(chosen) if chosen else tmp_path_factory.mktemp("pictures")
    out.mkdir(parents=True, exist_ok=True)
    node, chromium = found("node"), found("chromium", "chromium-browser", "google-chrome")
    for package in ("adaptivecards", "axe-core"):
        installed(HERE, package)
    job = tmp_path_factory.mktemp("job") / "job.json"
    job.write_text(json.dumps({"chromium": chromium, "out": str(out.resolve()), **_everything()}), "utf-8")
    run = subprocess.run([node, "render.mjs", str(job)], cwd=HERE, capture_output=True, text=True, timeout=600)
    if run.returncode:
        pytest.fail(f"The renderer stopped: {run.stderr[-2000:]}")
    return [json.loads(line) for line in run.stdout.splitlines()]


def _everything() -> dict[str, list[dict[str, Any]]]:
    views = [(sample, locale) for sample in samples() for locale in LOCALES]
    return {
        "cards": [
            {"name": f"{sample.name}.{locale}", "card": cards.card(sample.model, locale, ZONE)}
            for sample, locale in views
        ],
        "pages": [
            {"name": f"{sample.name}.{locale}", "html": cards.html(sample.model, locale, ZONE)}
            for sample, locale in views
        ]
        + [
            {"name": f"{name}.{locale}", "html": timeline.html(view, locale, ZONE)}
            for name, view in timelines()
            for locale in LOCALES
        ]
        + [
            {"name": f"about.{locale}", "html": about.html(say(locale), days, organisation)}
            for locale, days, organisation in (("en", 90, "Contoso"), ("pt-BR", 1, ""))
        ],
    }


def test_every_card_and_page_has_its_pictures(reports: list[dict[str, Any]]) -> None:
    shown = {(report["name"], report["view"]) for report in reports}
    views = ("light", "dark", "phone", "page-light", "page-dark", "page-phone")
    expected = {(f"{sample.name}.{locale}", view) for sample in samples() for locale in LOCALES for view in views}
    expected |= {(f"{name}.{locale}", view) for name, _ in timelines() for locale in LOCALES for view in views[3:]}
    expected |= {(f"about.{locale}", view) for locale in LOCALES for view in views[3:]}
    assert shown == expected
    assert all(Path(report["picture"]).stat().st_size > 0 for report in reports)


def test_nothing_fails_to_parse_sticks_out_or_is_fetched(reports: list[dict[str, Any]]) -> None:
    assert [report for report in reports if report["errors"]] == []


def test_nobody_is_kept_from_reading_or_pressing(reports: list[dict[str, Any]]) -> None:
    """axe-core on the drawn cards and on the pages: nothing that it calls serious or critical."""
    assert {one for report in reports for one in report["barriers"]} == set()
