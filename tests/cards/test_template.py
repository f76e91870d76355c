"""The expander is strict, makes one pass, and keeps types."""

from typing import Any

import pytest

from cards.template import fill


def filled(node: Any, **scope: Any) -> Any:
    return fill(node, scope, lambda key: f"<{key}>")


def test_a_lone_placeholder_keeps_its_type() -> None:
    assert filled({"a": "${n}", "b": "${yes}", "c": "${list}"}, n=3, yes=True, list=[1]) == {
        "a": 3,
        "b": True,
        "c": [1],
    }


def test_placeholders_within_a_text_become_text() -> None:
    assert filled("${a.b}: ${n}", a={"b": "x"}, n=3) == "x: 3"


def test_sentences_are_asked_for_by_key() -> None:
    assert filled("${say.batch.title}") == "<batch.title>"


@pytest.mark.parametrize("path", ["missing", "a.missing", "a.b.missing"])
def test_an_unknown_name_is_an_error(path: str) -> None:
    with pytest.raises(KeyError, match=path):
        filled("${" + path + "}", a={"b": "x"})


def test_what_was_put_in_is_not_read_again() -> None:
    assert filled({"text": "${a}"}, a="${b} {{DATE(x)}}", b="secret") == {"text": "${b} {\u200a{DATE(x)}}"}


def test_a_list_repeats_its_template_and_drops_what_is_not_wanted() -> None:
    template = [{"$data": "${rows}", "$when": "${on}", "name": "${name}"}, {"$when": "${none}", "x": "${missing}"}]

    assert filled(template, rows=[{"name": "a", "on": 1}, {"name": "b", "on": 0}], none="") == [{"name": "a"}]


def test_a_repeated_part_sees_its_own_fields_only() -> None:
    with pytest.raises(KeyError):
        filled([{"$data": "${rows}", "name": "${title}"}], rows=[{"name": "a"}], title="outer")
