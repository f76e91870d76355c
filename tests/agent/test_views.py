"""The dashboard has the reference agent's fields, whatever shape the log has."""

import json
from datetime import UTC, datetime

from scripted import ANA
from test_tasks import FIRST, SECOND

from agent import views
from agent.state import ProjectFiles
from agent.words import Words

FIELDS = {"kind", "project", "customer", "skill", "phase", "status", "summary", "due", "progress", "sections"}
FIELDS |= {"exceptions", "deliverable_url", "activity"}
NOW = datetime(2026, 12, 5, 12, tzinfo=UTC)


def dashboard(tmp_path, log):
    files = ProjectFiles(tmp_path, "p-1")
    (files.folder / "project_log.json").write_text(json.dumps(log))
    return views.dashboard(files, NOW, "UTC", Words("en"))


def test_both_shapes_make_a_full_dashboard(tmp_path):
    for log in (FIRST, SECOND, {}):
        payload = dashboard(tmp_path, log)

        assert payload.keys() >= FIELDS
        assert payload["kind"] == "dashboard"
        assert payload["project"] == "p-1"


def test_statuses_are_named_as_the_reference_agent_names_them(tmp_path):
    assert [one["status"] for one in dashboard(tmp_path, SECOND)["sections"]] == ["atrisk", "pending"]
    assert dashboard(tmp_path, FIRST)["sections"][0]["gaps"] == ["State"]


async def test_the_last_signal_and_the_newest_activity_are_shown(under_way):
    heard = await under_way.reply(ANA, "State RTO", ref="r-1")

    sections = {one["task_id"]: one for one in heard.view["sections"]}
    assert sections["task-1"]["last_signal"] == "State RTO"
    assert sections["task-2"]["last_signal"] == "kicked off via mail"
    assert len(heard.view["activity"]) <= 15
    assert heard.view["due"] == "2026-12-04"


def test_what_is_folded_away_is_counted():
    assert views.shortened(("a.", "b", "c", "d", "e", "f")) == "a; b; c; d (+2)"


async def test_what_stands_on_a_card_has_no_marks_of_markdown(under_way):
    under_way.files.note("custom", "**Bold** news", datetime(2026, 12, 5, tzinfo=UTC))

    view = (await under_way.poll("2026-12-05T09:00:00-03:00")).view

    assert view["exceptions"][0]["body"] == "Technical – Ana Tech: due 4 Dec 2026, no sign yet"
    assert "Bold news" in [row["summary"] for row in view["activity"]]
    assert "**" not in json.dumps(view)


async def test_key_dates_are_labelled_in_the_readers_language(room):
    heard = await room.owner("Recebemos a RFP", locale="pt-BR")

    assert [day["label"] for day in heard.view["dates"]] == ["Prazo da proposta"]
    assert "Datas: Prazo da proposta 18 de dez. de 2026." in heard.text


async def test_a_task_with_gaps_is_not_counted_as_done(under_way):
    gaps = (await under_way.reply(ANA, "State RTO", ref="r-1")).view
    full = (await under_way.reply(ANA, "State RTO. List every component.", ref="r-2")).view

    assert [gaps["progress"]["submitted"], full["progress"]["submitted"]] == [0, 1]
    assert "1 of 3 tasks done" in (await under_way.owner("status")).text


async def test_the_due_date_is_the_next_one_in_the_owners_zone_and_none_when_all_are_past(under_way):
    last_minute = (await under_way.poll("2026-12-04T23:30:00-03:00")).view
    past = (await under_way.poll("2026-12-05T00:30:00-03:00")).view

    assert [last_minute["due"], past["due"]] == ["2026-12-04", ""]
