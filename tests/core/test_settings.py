import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.core.errors import Misconfigured
from bot.settings import Part, Settings

README = Path(__file__).parent.parent.parent / "README.md"


@pytest.fixture(autouse=True)
def _nobodys_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_every_setting_stands_in_the_readme_with_its_description() -> None:
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| [^|]* \| ([^|]*) \|$", README.read_text("utf-8"), re.MULTILINE))

    assert {name.upper(): field.description for name, field in Settings.model_fields.items()} == {
        name: row.strip() for name, row in rows.items()
    }


def test_a_file_named_env_is_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("BOT_PORT=4000\nUNRELATED=1\n")

    assert Settings().bot_port == 4000


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DESK_ZONE", "Sao Paulo", "IANA zone"),
        ("DESK_WORK_HOURS", "17-9", "must look like"),
        ("GRAPH_BASE_URL", "http://graph.example", "loopback"),
        ("BOT_PORT", "70000", "65535"),
        ("BOT_APP_TYPE", "Other", "SingleTenant"),
        ("DESK_LOCALE", "xx", "en or pt-BR"),
        ("OUTLOOK_ENABLED", "1", "GRAPH_MAILBOX"),
        ("DESK_PUBLIC_URL", "http://desk.example", "must be https"),
        ("DESK_PUBLIC_URL", "https://desk.example/bot", "nothing behind the host"),
        ("DESK_PUBLIC_URL", "https://me@desk.example", "nothing behind the host"),
        ("OUTLOOK_CARDS", "1", "OUTLOOK_CARDS_ORIGINATOR"),
        ("DESK_SIGN_IN_URL", "http://login.example", "loopback"),
    ],
)
def test_a_wrong_value_is_refused_in_words(monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(ValidationError, match=words):
        Settings()


def test_a_door_without_tokens_opens_on_loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_ANONYMOUS", "1")
    monkeypatch.setenv("BOT_HOST", "0.0.0.0")

    with pytest.raises(ValidationError, match="loopback"):
        Settings()


def test_a_server_without_an_app_id_does_not_start() -> None:
    with pytest.raises(Misconfigured, match="BOT_APP_ID"):
        Settings().need_server(Part.ALL)


def test_secrets_are_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_APP_PASSWORD", "hush")

    assert "hush" not in repr(Settings())


def test_a_wrong_setting_never_prints_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://:hush@h/0")
    monkeypatch.setenv("BOT_ANONYMOUS", "1")
    monkeypatch.setenv("BOT_HOST", "0.0.0.0")

    with pytest.raises(ValidationError) as caught:
        Settings()

    assert "hush" not in str(caught.value)


def test_half_a_desk_needs_a_server_that_both_halves_reach() -> None:
    with pytest.raises(Misconfigured, match="REDIS_URL"):
        Settings(bot_app_id="x").need_server(Part.WEB)
