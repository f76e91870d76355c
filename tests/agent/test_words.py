"""Two languages say the same things."""

import string
from datetime import date

import pytest

from agent import words
from agent.words import Words


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_both_languages_have_every_sentence_with_the_same_facts():
    assert words.EN.keys() == words.PT.keys()
    assert {key: fields(text) for key, text in words.EN.items()} == {
        key: fields(text) for key, text in words.PT.items()
    }


def test_both_languages_have_every_noun_and_label():
    assert words.NOUNS["en"].keys() == words.NOUNS["pt-BR"].keys()
    assert words.LABELS["en"].keys() == words.LABELS["pt-BR"].keys()


@pytest.mark.parametrize(
    ("locale", "expected"), [("en-GB", "en"), ("pt", "pt-BR"), ("pt-PT", "pt-BR"), ("de", "en"), ("", "en")]
)
def test_a_locale_finds_its_language(locale, expected):
    assert Words(locale).locale == expected


def test_numbers_and_lists_read_naturally():
    assert Words("en").count(1, "section") == "1 section"
    assert Words("pt-BR").count(2, "section") == "2 seções"
    assert Words("en").join(["a", "b", "b", "c"]) == "a, b and c"
    assert Words("pt-BR").join(["a", "b"]) == "a e b"
    assert Words("en").join([]) == ""


def test_dates_are_short_and_what_is_no_date_stays():
    assert Words("en").day(date(2026, 12, 4)) == "4 Dec 2026"
    assert Words("pt-BR").day("2026-12-04T17:00:00-03:00") == "4 de dez. de 2026, 17:00"
    assert Words("en").day("end of the week") == "end of the week"
    assert Words("en").day(None) == ""


def test_a_long_list_is_folded_where_the_room_ends():
    assert Words("en").few(["one", "two", "three"], room=9) == "one, two and 1 more"
    assert Words("en").few(["a very long title"], room=5) == "a very long title"
    assert Words("pt-BR").few(["um", "dois", "três"], room=3) == "um e mais 2"


def test_a_time_of_another_zone_names_its_offset():
    when = "2026-12-18T16:00:00+01:00"

    assert Words("en").moment(when, "Europe/Berlin") == "18 Dec 2026, 16:00"
    assert Words("en").moment(when, "America/Sao_Paulo") == "18 Dec 2026, 16:00 (UTC+1)"
    assert Words("en").moment("2026-12-18T16:00:00-03:30", "UTC") == "18 Dec 2026, 16:00 (UTC−3:30)"
    assert Words("en").moment("2026-12-18", "UTC") == "18 Dec 2026"
