"""The commands as somebody types them: what they print when something is wrong, and how they end."""

import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bot.__main__ import app
from bot.settings import Settings


@pytest.fixture(autouse=True)
def _nobodys_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def typed(*words: str, **settings: str) -> Result:
    return CliRunner().invoke(app, list(words), env=settings)


def test_the_help_names_the_commands() -> None:
    told = typed("--help")

    assert told.exit_code == 0
    assert all(name in told.output for name in ("demo", "serve", "gallery", "package", "timeline"))


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "Set BOT_APP_ID"),
        ({"DESK_ZONE": "Mars"}, "DESK_ZONE is no IANA zone"),
        ({"BOT_ANONYMOUS": "1", "BOT_HOST": "0.0.0.0"}, "BOT_ANONYMOUS needs BOT_HOST"),
        ({"BOT_PORT": "high"}, "BOT_PORT"),
        (
            {"BOT_ANONYMOUS": "1", "APPLICATIONINSIGHTS_CONNECTION_STRING": "mine"},
            "APPLICATIONINSIGHTS_CONNECTION_STRING is none",
        ),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://far.example:4318"}, "OTEL_EXPORTER_OTLP_ENDPOINT must be https"),
    ],
)
def test_a_wrong_setting_is_one_sentence(settings: dict[str, str], sentence: str) -> None:
    told = typed("serve", **settings)

    assert told.exit_code == 2
    assert sentence in told.output
    assert "Traceback" not in told.output


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        told = typed("serve", BOT_ANONYMOUS="1", BOT_PORT=port)

    assert told.exit_code == 2
    assert f"127.0.0.1:{port}" in told.output


def test_the_gallery_is_one_page(tmp_path: Path) -> None:
    told = typed("gallery", "--out", str(tmp_path / "pictures"))

    assert told.exit_code == 0
    assert Path(told.output.strip()).read_text().startswith("<!doctype html>")


def test_a_package_needs_the_bots_id(tmp_path: Path) -> None:
    wrong = typed("package", "--domain", "desk.contoso.com", "--out", str(tmp_path / "a.zip"), BOT_APP_ID="x")
    right = typed(
        "package", "--domain", "desk.contoso.com", "--out", str(tmp_path / "a.zip"),
        BOT_APP_ID="3c9e7b52-0d4f-4a86-b1c7-6e5f2a90d348",
    )  # fmt: skip

    assert wrong.exit_code == 2
    assert right.exit_code == 0
    assert (tmp_path / "a.zip").exists()


def test_a_timeline_of_nothing_is_one_sentence(tmp_path: Path) -> None:
    told = typed("timeline", "rail", DESK_DATA=str(tmp_path / "data"))

    assert told.exit_code == 2
    assert "There is no project 'rail' in this store." in told.output
    assert "Traceback" not in told.output
