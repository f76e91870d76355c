"""Markdown for Teams, and long texts in pieces."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.edges.teams.pieces import LIMIT, pieces, size
from bot.edges.teams.wording import teams_text


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("Line one\nLine two", "Line one  \nLine two"),
        ("one\r\ntwo\rthree", "one  \ntwo  \nthree"),
        ("# Plan\ntext", "**Plan**\n\ntext"),
        ("intro\n## **Bold** plan ##\ntext", "intro\n\n**Bold plan**\n\ntext"),
        ("#hashtag", "#hashtag"),
        ("- a\n  - b\n    - c\n1. d", "- a\n  - b\n    - c\n1. d"),
        ("x\n> quote\n\n\n\ny", "x\n> quote\n\ny"),
        ("![chart](https://a.example/x.png)", "[chart](https://a.example/x.png)"),
        ("<https://a.example/?a=1&b=2>", "https://a.example/?a=1&b=2"),
        ("[x](https://a.example/?a=1&b=2)", "[x](https://a.example/?a=1&b=2)"),
        ("a<br>b", "a  \nb"),
        ("<script>x</script> `<b>` 1 < 2", "&lt;script>x&lt;/script> `<b>` 1 < 2"),
        ("<at>all</at>", "&lt;at>all&lt;/at>"),
        ("a\x00b\ud800c", "abc"),
        ("\n\nx\n\n", "x"),
        ("", ""),
    ],
)
def test_what_teams_cannot_show_is_said_otherwise(markdown: str, shown: str) -> None:
    assert teams_text(markdown) == shown


def test_a_table_becomes_a_list() -> None:
    table = (
        "Tasks:\n\n| Task | Owner | Due |\n|---|:-:|---|\n| Security | Mei | 9 Dec |\n| **Price** | | 3 Dec |\n\nEnd"
    )
    assert teams_text(table) == "Tasks:\n\n- **Security** · Owner: Mei · Due: 9 Dec\n- **Price** · Due: 3 Dec\n\nEnd"


def test_a_bar_alone_makes_no_table() -> None:
    assert teams_text("a | b\nc | d") == "a | b  \nc | d"


def test_code_is_left_alone() -> None:
    code = "```sql\nSELECT *\n# no heading\n\n\n| a |\n|---|\n<b>\n```"
    assert teams_text(f"x\n{code}\ny") == f"x\n{code}\ny"


@pytest.mark.parametrize("exact", [False, True])
def test_code_that_ends_in_its_own_line_opens_no_box(exact: bool) -> None:
    assert teams_text("```x```\n<b>y</b>", exact) == "```x```  \n&lt;b>y&lt;/b>"


@pytest.mark.parametrize(
    ("approved", "sent"),
    [
        ("Hi Priya,\nplease send it.\n\nAna", "Hi Priya,  \nplease send it.\n\nAna"),
        ("# Title", "# Title"),
        ("<at>all</at> **x** <script>", "&lt;at>all&lt;/at> **x** &lt;script>"),
        ("use &amp; and &", "use &amp;amp; and &"),
        ("a<br>b ![i](https://x)", "a&lt;br>b ![i](https://x)"),
        ("```\n<b> &amp;\n```", "```\n<b> &amp;\n```"),
    ],
)
def test_approved_words_are_sent_as_they_are(approved: str, sent: str) -> None:
    assert teams_text(approved, exact=True) == sent


def test_a_short_text_is_one_piece() -> None:
    assert pieces("a\n\nb") == ["a\n\nb"]
    assert pieces("") == [""]


def test_a_long_text_is_cut_between_paragraphs() -> None:
    sections = [f"## Section {number}\n" + "compliance " * 40 for number in range(1, 121)]
    found = pieces("\n\n".join(sections))
    assert len(found) > 1
    assert all(size(piece) <= LIMIT for piece in found)
    assert [one.strip() for piece in found for one in piece.split("\n\n")] == [one.strip() for one in sections]


def test_a_long_paragraph_is_cut_between_lines_and_then_between_words() -> None:
    words = [f"word{number}" for number in range(400)]
    found = pieces(" ".join(words[:200]) + "\n" + " ".join(words[200:]), limit=300)
    assert all(size(piece) <= 300 for piece in found)
    assert " ".join(found).split() == words


def test_a_link_and_a_piece_of_code_stay_whole() -> None:
    link, code = "[the long name of a document](https://a.example/a b)", "`a b c d e`"
    found = pieces(f"some words {link} more words {code} and the rest of it", limit=60)
    assert any(link in piece for piece in found)
    assert any(code in piece for piece in found)


def test_long_code_stays_in_boxes() -> None:
    lines = [f"x{number} = {number}" for number in range(100)]
    found = pieces("before\n```py\n" + "\n".join(lines) + "\n```\nafter", limit=200)
    boxes = [piece for piece in found if "```" in piece]
    assert all(box.startswith("```py\n") and box.endswith("\n```") for box in boxes[1:-1])
    assert [line for box in boxes for line in box.split("\n") if line.startswith("x")] == lines
    assert all(size(piece) <= 200 for piece in found)


def test_code_without_a_line_end_is_no_flood_of_messages() -> None:
    found = pieces("```" + "x" * 300 + "\n" + "hello world\n" * 5 + "```", limit=200)
    assert len(found) == 2
    assert all(size(piece) <= 200 for piece in found)


def test_a_word_that_fits_nowhere_is_cut_and_an_emoji_is_not() -> None:
    found = pieces("😀" * 100, limit=31)
    assert "".join(found) == "😀" * 100
    assert max(size(piece) for piece in found) == 30


@given(st.text(alphabet=st.sampled_from("ab `~#|-\n[]()<>!*.1😀\u00a0"), max_size=400), st.integers(40, 200))
def test_nothing_is_lost_and_nothing_too_long(text: str, limit: int) -> None:
    found = pieces(text, limit)
    assert all(size(piece) <= limit for piece in found)
    for sign in "ab[]()<>!*.1|😀":
        assert sum(piece.count(sign) for piece in found) >= text.count(sign)


@given(st.text(), st.booleans())
def test_no_markdown_is_too_odd(markdown: str, exact: bool) -> None:
    shown = teams_text(markdown, exact)
    shown.encode()
    assert "\x00" not in shown


@pytest.mark.parametrize("hostile", ["`", "[", "![", "|", "-|", "# ", "<a ", "```\n", " ", "a ", "\n", "<br", "&#"])
def test_hostile_text_takes_no_longer(hostile: str) -> None:
    began = time.process_time()
    pieces(teams_text(hostile * (200_000 // len(hostile))))
    assert time.process_time() - began < 2


@pytest.mark.parametrize("rule", ["--|" * 40 + "x", "-" * 900 + "|" + "-" * 900 + "x"])
def test_a_line_that_is_almost_the_rule_of_a_wide_table_takes_no_longer(rule: str) -> None:
    began = time.process_time()
    teams_text(f"a | b\n{rule}\nc | d")
    assert time.process_time() - began < 0.5
