"""The files in `$HOME` survive crashes, strangers' keys and each other."""

import json
import threading
from datetime import UTC, datetime

import pytest

from agent.platform.routes import Routes
from agent.state import Damaged, Outside, ProjectFiles, activate, active_project, inside, write_atomic

NOW = datetime(2026, 12, 1, tzinfo=UTC)


@pytest.fixture
def files(tmp_path):
    return ProjectFiles(tmp_path, "p-1")


def test_a_patch_merges_top_level_keys_and_keeps_unknown_ones(files):
    files.patch({"phase": "rfp_found", "theirs": {"a": 1}}, NOW)

    log = files.patch({"phase": "charter_drafted"}, NOW)

    assert (log["phase"], log["theirs"], log["version"], log["project_id"]) == ("charter_drafted", {"a": 1}, 2, "p-1")


def test_two_writers_lose_nothing(files):
    def add(name):
        for number in range(20):
            files.patch(lambda log, n=number: {"rows": [*log.get("rows", []), f"{name}{n}"]}, NOW)

    threads = [threading.Thread(target=add, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(files.log["rows"]) == 40
    assert files.log["version"] == 40


def test_a_failed_write_leaves_the_old_file_and_no_litter(tmp_path, monkeypatch):
    path = tmp_path / "file.json"
    write_atomic(path, b"old")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))

    with pytest.raises(OSError, match="disk full"):
        write_atomic(path, b"new")

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_damaged_log_is_never_written_over(files):
    (files.folder / "project_log.json").write_text('{"phase": ')

    with pytest.raises(Damaged):
        files.patch({"phase": "none"}, NOW)

    assert (files.folder / "project_log.json").read_text() == '{"phase": '


@pytest.mark.parametrize("path", ["../x", "a/../../x", "/../x"])
def test_no_path_leaves_its_folder(tmp_path, path):
    with pytest.raises(Outside):
        inside(tmp_path, path)


def test_a_link_out_of_the_folder_is_outside(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "link").symlink_to(tmp_path)

    with pytest.raises(Outside):
        inside(tmp_path / "home", "link/x")


def test_the_audit_file_is_one_row_a_line_and_a_torn_line_is_passed_over(files):
    files.note("polled", "Checked", NOW, span_id="0" * 16)
    with open(files.folder / "activity.json", "a") as file:
        file.write('{"at": "20')

    assert files.activity(15) == [
        {
            "at": NOW.isoformat(),
            "actor": "agent",
            "kind": "polled",
            "summary": "Checked",
            "ref": None,
            "span_id": "0" * 16,
        }
    ]


def test_what_is_written_after_a_torn_line_is_not_torn_with_it(files, tmp_path):
    files.note("polled", "Checked", NOW)
    for path in (files.folder / "activity.json", tmp_path / "routes.ndjson"):
        with open(path, "a") as file:
            file.write('["caresp_')

    files.note("captured", "Read", NOW)
    Routes(tmp_path).add("caresp_1", "s", "me")

    assert [row["kind"] for row in files.activity(15)] == ["polled", "captured"]
    assert Routes(tmp_path).session_of("caresp_1", "me") == "s"


def test_old_turns_are_forgotten_in_order_but_their_ids_stay_longer(files):
    for number in range(50):
        files.keep_turn(f"t-{number}", {"events": [number]})

    assert files.turn("t-49") == {"events": [49]}
    assert files.turn("t-0") == {}
    assert "t-0" in json.loads((files.folder / "turns.json").read_text())


def test_the_active_project_is_remembered(tmp_path):
    assert active_project(tmp_path) == "default"
    activate(tmp_path, "p-2")
    assert active_project(tmp_path) == "p-2"
