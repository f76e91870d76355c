"""Both languages say the same, completely, and dates are written the reader's way with the place beside the time."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from bot.core.command import TABLE, folded
from cards import words
from cards.template import FOLDER
from cards.words import LOCALES, catalogue, say

PLACE = re.compile(r"\{(\w*)\}")
SAO_PAULO = "America/Sao_Paulo"


def messages(locale: str) -> dict[str, Message]:
    return {key_of(message): message for message in catalogue(locale) if message.id}


def key_of(message: Message) -> str:
    return message.id[0] if isinstance(message.id, tuple | list) else message.id


def sentences(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


def places(message: Message) -> set[str]:
    return {name for sentence in sentences(message) for name in PLACE.findall(sentence)}


def test_both_catalogues_hold_the_same_keys() -> None:
    english, portuguese = (messages(locale) for locale in LOCALES)

    assert english.keys() == portuguese.keys()


@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_is_left_untranslated_or_doubtful(locale: str) -> None:
    for key, message in messages(locale).items():
        assert all(sentence.strip() for sentence in sentences(message)), key
        assert not message.fuzzy, key


def test_a_key_is_filled_by_the_same_facts_and_counts_in_both() -> None:
    english, portuguese = (messages(locale) for locale in LOCALES)
    for key, message in english.items():
        assert places(message) == places(portuguese[key]), key
        assert isinstance(message.string, str) == isinstance(portuguese[key].string, str), key
        assert "n" in places(message) or isinstance(message.string, str), key


def test_every_sentence_a_template_asks_for_is_there() -> None:
    asked = {
        key for path in FOLDER.glob("*.json") for key in re.findall(r"\$\{say\.([a-z_.]+)\}", path.read_text("utf-8"))
    }

    assert asked <= messages("en").keys()
    assert not [key for key in asked if places(messages("en")[key])]


def test_every_command_has_its_line_in_the_help_and_no_two_share_a_word() -> None:
    asked = {f"command.{row.name}" for row in TABLE if row.listed}
    forms = [folded(form) for row in TABLE for form in (*row.whole, *row.heads)]

    assert asked == {key for key in messages("en") if key.startswith("command.")}
    assert len({row.name for row in TABLE}) == len(TABLE)
    alone_and_with_more = {"link", "vincular", "signature", "my signature", "assinatura", "minha assinatura"}
    assert {form for form in forms if forms.count(form) > 1} <= alone_and_with_more


def test_a_missing_key_or_fact_is_an_error_and_never_an_empty_sentence() -> None:
    with pytest.raises(KeyError):
        say("en").t("no.such.key")
    with pytest.raises(KeyError):
        say("en").t("due")


@pytest.mark.parametrize(
    ("locale", "n", "expected"),
    [
        ("en", 0, "0 days late"),
        ("en", 1, "1 day late"),
        ("en", 2, "2 days late"),
        ("en", 1200, "1,200 days late"),
        ("pt-BR", 0, "0 dia de atraso"),
        ("pt-BR", 1, "1 dia de atraso"),
        ("pt-BR", 2, "2 dias de atraso"),
        ("pt-BR", 1200, "1.200 dias de atraso"),
    ],
)
def test_counts_follow_the_language(locale: str, n: int, expected: str) -> None:
    assert say(locale).t("late", n=n) == expected


@pytest.mark.parametrize(
    ("locale", "iso", "zone", "expected"),
    [
        ("en", "2026-12-02", "Pacific/Auckland", "Wed, Dec 2"),
        ("en-GB", "2026-12-02", "UTC", "Wed 2 Dec"),
        ("pt-BR", "2026-12-02", "UTC", "qua., 2 de dez."),
        ("en-GB", "2026-12-02T23:30:00+00:00", "UTC", "Wed 2 Dec, 23:30 (UTC)"),
        ("en-GB", "2026-12-02T23:30:00Z", "Europe/Lisbon", "Wed 2 Dec, 23:30 (Lisbon)"),
        ("pt-BR", "2026-12-02T23:30:00+00:00", "Europe/Lisbon", "qua., 2 de dez., 23:30 (Lisboa)"),
        ("pt-BR", "2026-12-03T01:30:00+00:00", SAO_PAULO, "qua., 2 de dez., 22:30 (São Paulo)"),
        ("pt-BR", "2026-12-02T09:00:00", SAO_PAULO, "qua., 2 de dez., 09:00 (São Paulo)"),
        ("en", "0001-01-01T00:00:00+00:00", SAO_PAULO, "0001-01-01T00:00:00+00:00"),
        ("en", "9999-12-31T23:59:59Z", "Pacific/Auckland", "9999-12-31T23:59:59Z"),
        ("en", "end of next week", "UTC", "end of next week"),
        ("en", "", "UTC", ""),
    ],
)
def test_dates_are_the_readers(locale: str, iso: str, zone: str, expected: str) -> None:
    assert say(locale).date(iso, zone) == expected


def test_a_receipt_shows_the_year_too() -> None:
    assert say("en-GB").date("2026-12-02", "UTC", year=True) == "Wed, 2 Dec 2026"


@pytest.mark.parametrize(
    ("asked", "lang"),
    [
        ("en", "en"), ("en-US", "en"), ("en_GB", "en"), ("pt", "pt-BR"), ("pt-BR", "pt-BR"), ("pt-PT", "pt-BR"),
        ("pt_BR.UTF-8", "pt-BR"), ("de-DE", "en"), ("zz", "en"), ("", "en"), ("not a locale", "en"),
    ],
)  # fmt: skip
def test_a_reader_is_answered_in_the_nearest_language(asked: str, lang: str) -> None:
    assert say(asked).lang == lang


def test_names_are_joined_as_the_language_joins_them() -> None:
    names = ("Ana", "Ben", "Chris")

    assert [say(locale).together(names) for locale in ("en", "pt-BR")] == ["Ana, Ben, and Chris", "Ana, Ben e Chris"]


def test_a_key_that_stands_twice_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    for name in ("one.po", "two.po"):
        (folder / name).write_text(head, "utf-8")
    monkeypatch.setattr(words, "FOLDER", tmp_path)

    with pytest.raises(ValueError, match="stands twice"):
        words.catalogue.__wrapped__("xx")


ENDS = re.compile(r"[.!?…](?:[”\"»)]|\s|$)")
TRADE = re.compile(
    r"\b(tokens?|session|payload|null|exception|timeout|API|JSON|invoke|webhook|cache|server|backend|endpoint|schema"
    r"|U?UID|HTTP|HTML|sandbox|ledger|parcel|nudge|prompt|LLM|servidor|mesa)\b",
    re.IGNORECASE,
)
REFUSALS = ("desk.undeliverable.", "desk.denied.", "desk.file_", "click.", "desk.deputy_unknown", "desk.not_yours")


def spoken(locale: str) -> dict[str, str]:
    """Every sentence by its key; of those that change with a number, the one for many."""
    return {key: sentences(message)[-1] for key, message in messages(locale).items()}


def test_both_languages_say_it_in_as_many_sentences() -> None:
    portuguese = spoken("pt_BR")

    assert [
        key for key, text in spoken("en").items() if len(ENDS.findall(text)) != len(ENDS.findall(portuguese[key]))
    ] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_no_sentence_has_words_of_the_trade(locale: str) -> None:
    assert {key: found[0] for key, text in spoken(locale).items() if (found := TRADE.search(text))} == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_a_refusal_does_not_end_with_what_went_wrong(locale: str) -> None:
    """It says too what was kept, or what to do now."""
    refusals = {key: text for key, text in spoken(locale).items() if key.startswith(REFUSALS)}

    assert len(refusals) > 20
    assert [key for key, text in refusals.items() if len(ENDS.findall(text)) < 2] == []
