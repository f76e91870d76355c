"""A project over time: every mark stands where its moment is, says in words what it means, and fits on a phone."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cards import gallery
from cards.timeline import EDGE, Lane, Moment, Timeline, html
from cards.words import LOCALES

ZONE = "America/Sao_Paulo"
NUDGE = Moment(at="2026-12-10T09:00:00-03:00", kind="nudge", who="Priya Raman")


def view(*moments: Moment, due: str = "2026-12-09", **more: object) -> Timeline:
    lane = {"title": "Technical scope", "owner": "Priya Raman", "due": due, "moments": moments} | more
    return Timeline(project="Freight", as_of="2026-12-14T15:00:00-03:00", lanes=(Lane.model_validate(lane),))


def places(page: str, kind: str) -> list[float]:
    return [
        float(x) for x in re.findall(rf'<svg x="([\d.]+)%"[^>]*>(?:<title>[^<]*</title>)?<path class="{kind}"', page)
    ]


class Balanced(HTMLParser):
    """Every tag that is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "path", "line"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("path", "line"):
            assert self.open.pop() == tag


@pytest.mark.parametrize("name", [name for name, _ in gallery.timelines()])
@pytest.mark.parametrize("locale", LOCALES)
def test_every_sample_is_a_whole_page_that_fetches_nothing(name: str, locale: str) -> None:
    page = html(dict(gallery.timelines())[name], locale, ZONE)

    parser = Balanced()
    parser.feed(page)
    assert parser.open == []
    assert not re.search(r"<script|<img|href=|url\(|@import", page)
    assert f'lang="{locale.replace("_", "-")}"' in page


def test_marks_stand_in_the_order_of_their_moments() -> None:
    page = html(view(Moment(at="2026-12-01T09:00:00-03:00", kind="brief"), NUDGE), "en", ZONE)

    (brief,), (due,), (nudge,), (now,) = (places(page, kind) for kind in ("brief", "due", "nudge", "today"))
    assert EDGE == brief < due < nudge < now == 100 - EDGE


def test_a_due_day_stands_over_its_noon_where_the_reader_is() -> None:
    page = html(view(Moment(at="2026-12-09T12:00:00-03:00", kind="reply")), "en", ZONE)

    assert places(page, "due") == places(page, "reply")


def test_everything_the_marks_show_stands_there_in_words_too_and_in_order() -> None:
    decided = Moment(at="2026-12-09T18:00:00-03:00", kind="decision", who="Ana", what="approved")
    page = html(view(NUDGE, decided, late_days=5), "en", ZONE)

    told = re.findall(r"<li><time[^>]*>(.*?)</time>: (.*?)</li>", page)
    assert [words for _, words in told] == [
        "Ana approved a message on “Technical scope”",
        "Priya Raman was reminded of “Technical scope”",
    ]
    assert told[1][0].startswith("Thu, Dec 10, 9:00")
    assert "5 days late" in page
    assert 'role="img" aria-label="Technical scope: 2 events. They are listed in words below."' in page


def test_portuguese_readers_read_portuguese() -> None:
    page = html(view(NUDGE), "pt-BR", ZONE)

    assert "Priya Raman recebeu um lembrete de “Technical scope”" in page
    assert "Lembrete enviado" in page


def test_what_people_wrote_stays_text() -> None:
    page = html(view(NUDGE, title='<script>alert("1")</script>'), "en", ZONE)

    assert "<script" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("due", ["", "soon", "9999-12-31", "2026-13-45"])
def test_a_due_date_nobody_can_read_is_no_mark(due: str) -> None:
    page = html(view(NUDGE, due=due), "en", ZONE)

    assert len(places(page, "nudge")) == 1
    assert len(places(page, "due")) == (due == "9999-12-31")


def test_a_project_in_which_nothing_happened_says_so() -> None:
    assert "Nothing has happened yet." in html(Timeline(project="Freight", as_of="2026-12-14"), "en", ZONE)


def test_the_gallery_shows_timelines_in_both_languages(tmp_path: Path) -> None:
    page = gallery.build(tmp_path).read_text("utf-8")

    assert page.count('class="card timeline') == len(LOCALES) * len(list(gallery.timelines()))
