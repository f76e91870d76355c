"""What is shown of an answer while it is written stays what it is, however the answer goes on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.edges.teams.growing import so_far
from bot.edges.teams.pieces import LIMIT, pieces, size
from bot.edges.teams.wording import teams_text

ANSWERS = {
    "words": "The RFP asks for a fixed-price offer by 15 January. Two points are open: residency and the penalty cap.",
    "lists": (
        "# Tasks\n\n1. **João** – cost estimate\n   - gap: rates\n   - gap: travel\n"
        "2. Priya – scope\nand so on\n\n- one\n- two"
    ),
    "table": (
        "Who owes what:\n\n| Who | What | When |\n|---|---|---|\n| Priya | scope | 2 Dec |\n"
        "| João | costs | 3 Dec |\n\nThat is all."
    ),
    "code": (
        "Run this:\n```\na | b\n# not a heading\n```\nand `rm *` is `code`, "
        "see [the page](https://x.example/?a=1&b=2) & <b>this</b>."
    ),
    "signs": (
        "## Prazo\nação 😀 até 2026-12-02 * não * [1] ![plan](https://x.example/p.png) "
        "<https://x.example> 数据 العربية\n> quoted\n\n---\nend"
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_beginning_of_an_answer_is_the_beginning_of_the_next_and_of_the_whole(name: str) -> None:
    answer = ANSWERS[name]
    whole, shown = pieces(teams_text(answer))[0], ""
    for end in range(1, len(answer) + 1):
        now = so_far(answer[:end])
        assert now.startswith(shown)
        assert whole.startswith(now)
        shown = now
    assert size(shown) > size(whole) / 2


def test_half_a_word_a_link_or_a_tag_is_not_shown() -> None:
    assert so_far("One word mo") == "One word"
    assert so_far("See [the page](https://x.exam") == "See"
    assert so_far("A `piece of co") == "A"
    assert so_far("A <b and") == "A"
    assert so_far("Text\n\n| Who | What |") == "Text"


def test_an_answer_that_is_longer_than_a_message_is_shown_no_further() -> None:
    assert so_far("words " * LIMIT) == ""


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab *_`[]()#|<>-1.\n&!é😀", max_size=60))
def test_no_beginning_of_any_text_makes_trouble(text: str) -> None:
    for end in range(len(text) + 1):
        so_far(text[:end])
