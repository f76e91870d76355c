"""People's words out of Teams' text and HTML."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.edges.teams.text import Heard, hear, plain

BOT = frozenset({plain("SOW Bot")})


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<at>SOW Bot</at> status?\n", "status?"),
        ("<at>SOW Bot</at>&nbsp;status?", "status?"),
        ("<at>SOW Bot</at>\u00a0 \u200bstatus?", "status?"),
        ("<AT>SOW Bot</AT> status?", "status?"),
        ('<at id="0">SOW Bot</at>status?', "status?"),
        ("<at>sow  bot</at> status?", "status?"),
        ("hi <at>SOW Bot</at> there", "hi there"),
        ("status? <at>SOW Bot</at>", "status?"),
        ("one\n<at>SOW Bot</at> two", "one\ntwo"),
        ("<at>SOW Bot</at> ask SOW Bot team about SOW Bot", "ask SOW Bot team about SOW Bot"),
        ("<at>SOW Bot</at> ask <at>Ana Souza</at>", "ask Ana Souza"),
        ("<at>SOW Bot", ""),
        ("</at> status?", "status?"),
        ("<at>Ana <at>SOW Bot</at> x", "Ana x"),
    ],
)
def test_only_the_bots_own_mention_is_taken_out(source: str, words: str) -> None:
    assert hear(source, BOT, own=1).words == words


def test_a_second_mention_is_a_word_of_the_sentence() -> None:
    assert hear("<at>SOW Bot</at> is <at>SOW Bot</at> here?", BOT, own=1).words == "is SOW Bot here?"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("R&amp;D &lt;draft 2&gt; &amp;amp; pricing", "R&D <draft 2> &amp; pricing"),
        ("a < b > c", "a < b > c"),
        ("AT&T &copy=1 &nosuch; &#128512;", "AT&T &copy=1 &nosuch; 😀"),
        ("<b>bold</b> <unknown>", "bold <unknown>"),
        ("one<br>two<br/>three", "one\ntwo\nthree"),
        ("a\r\nb\rc\x00\x07", "a\nb\nc"),
        ("\ufeff👩\u200d💻 ok\u200b", "👩\u200d💻 ok"),
        ("x\n\n\n\ny", "x\n\ny"),
    ],
)
def test_entities_are_decoded_once_and_odd_signs_are_gone(source: str, words: str) -> None:
    assert hear(source).words == words


def test_html_is_read_as_lines() -> None:
    source = "<p>First\r\n  line</p>\r\n<ul><li>one</li><li>two <strong>bold</strong></li></ul><p>Last</p>"
    assert hear(source, markup=True).words == "First line\n\n- one\n- two bold\n\nLast"


def test_an_emoji_is_a_word_and_a_picture_is_not() -> None:
    source = '<p>fine <img alt="😀" src="x"><img alt="image" src="y"><emoji alt="👍"></emoji></p>'
    assert hear(source, markup=True).words == "fine 😀👍"


QUOTE = """<blockquote itemscope="" itemtype="http://schema.skype.com/Reply" itemid="1795957200456">
<strong itemprop="mri" itemid="29:1p">Priya Raman</strong><span itemprop="time" itemid="1795957200456"></span>
<p itemprop="{}">The <strong>penalty</strong> caps at 8%</p><attachment id="x"></attachment>
</blockquote>
<p>is this still <at>SOW Bot</at> right?</p>"""


@pytest.mark.parametrize("older", ["preview", "copy"])
def test_a_quoted_message_is_kept_apart(older: str) -> None:
    assert hear(QUOTE.format(older), BOT, own=1, markup=True) == Heard(
        words="is this still right?", quote="Priya Raman: The penalty caps at 8%", quoted="1795957200456", markers=0
    )


def test_an_ordinary_quotation_is_the_persons_own() -> None:
    assert hear("<blockquote>to be</blockquote><p>or not</p>", markup=True).words == "to be\n\nor not"


def test_markers_of_files_are_counted() -> None:
    assert hear('<p>see</p><attachment id="1"></attachment><attachment id="2"></attachment>', markup=True).markers == 2


@given(st.text(), st.booleans())
def test_no_text_is_too_odd(source: str, markup: bool) -> None:
    hear(source, BOT, own=1, markup=markup)


PIECES = [
    "<at>", "</at>", "<AT id='0'>", "SOW Bot", "&amp;", "&nbsp;", "<blockquote itemtype='http://schema.skype.com/Reply'>",
    "</blockquote>", "<b", ">", "&#x110000;", "\u00a0", "\ud800", "hello", " ", "<li>", '<img alt="', "</strong>",
    '<strong itemprop="mri">',
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.integers(0, 3))
def test_no_markup_is_too_odd(source: str, own: int) -> None:
    heard = hear(source, BOT, own=own)
    assert "<at>" not in heard.words
    assert heard.words == heard.words.strip()


@given(st.text(alphabet=st.characters(exclude_characters="<&", exclude_categories=("C",)), min_size=1))
def test_words_beside_a_mention_are_untouched(words: str) -> None:
    assert hear(f"<at>SOW Bot</at> {words}", BOT, own=1).words == hear(words).words


@pytest.mark.parametrize(
    "hostile", ["<", "<b ", "<at>", "&", "&amp", "<blockquote itemtype='schema.skype.com/Reply'>", "<!--"]
)
def test_a_megabyte_of_half_open_tags_is_read_in_time(hostile: str) -> None:
    began = time.process_time()
    hear(hostile * (300_000 // len(hostile)), BOT, own=1000, markup=True)
    assert time.process_time() - began < 1.5


@pytest.mark.parametrize(
    "source", ["a" + "\u00a0" * 100_000 + "b", "<img " + "a" * 100_000 + ">", "<img a" + " " * 100_000]
)
def test_a_message_of_one_sign_is_read_in_time(source: str) -> None:
    began = time.process_time()
    hear(source + ">")
    assert time.process_time() - began < 0.5
