"""WebVTT as Teams, Zoom and Graph write it."""

import pytest
from files import read

from tests.tables import table

HEAD = "WEBVTT\n\n"


def said(text: str) -> list[tuple[str, str]]:
    return [(b.speaker, b.text) for b in read("a.vtt", text).blocks if b.kind == "cue"]


def cue(payload: str, timing: str = "00:00:01.000 --> 00:00:02.000") -> str:
    return f"{HEAD}{timing}\n{payload}\n"


@table(
    ("payload", "turns"),
    [
        ("<v Jane Doe>hello</v>", [("Jane Doe", "hello")]),
        ("<v.loud Jane Doe>hello <i>you</i></v>", [("Jane Doe", "hello you")]),
        ("<v Jane>wraps\nover lines</v>", [("Jane", "wraps over lines")]),
        ("<v Jane&nbsp;O&#39;Neil>hi", [("Jane O'Neil", "hi")]),
        ("<v Jane>Hi</v> [noise] <v Tom>Ho</v> [end]", [("Jane", "Hi"), ("", "[noise]"), ("Tom", "Ho"), ("", "[end]")]),
        ("&lt;v Jane&gt;hi&lt;/v&gt;", [("", "<v Jane>hi</v>")]),
        ("Jane Doe: hello", [("Jane Doe", "hello")]),
        ("João (Vendas): olá", [("João (Vendas)", "olá")]),
        ("Tom: from A --> B", [("Tom", "from A --> B")]),
        ("42", [("", "42")]),
        ("Jane: our R&amp;D", [("Jane", "our R&D")]),
        ("see https://x.example", [("", "see https://x.example")]),
        ('{"speakerName":"Jane","spokenText":"hi there"}', [("Jane", "hi there")]),
        ('{"other":"json"}', [("", '{"other":"json"}')]),
    ],
)
def test_a_cue_is_split_into_who_and_what(payload: str, turns: list[tuple[str, str]]) -> None:
    assert said(cue(payload)) == turns


@pytest.mark.parametrize(
    "timing", ["0:0:1.0 --> 0:0:2.5", "00:01.000 --> 00:02.000", "-00:00:01.000 --> 00:00:02.000 align:start"]
)
def test_odd_timings_are_read(timing: str) -> None:
    assert said(cue("Jane: hi", timing)) == [("Jane", "hi")]


def test_places_are_clock_times() -> None:
    assert [b.place for b in read("a.vtt", cue("Jane: hi", "0:1:2.5 --> 0:1:3.0")).blocks] == ["00:01:02"]


def test_identifiers_and_notes_are_no_speech() -> None:
    text = (
        "\ufeffWEBVTT\r\n\r\nNOTE made on 2026-11-30\r\n\r\nNOTE-1\r\n00:01.000 --> 00:02.000\r\nJane: hi\r\n\r\n"
        "0a1b2c3d-0000-4000-8000-000000000001/12-0\r\n00:02.000 --> 00:03.000\r\n<v Tom>ho</v>\r\n"
    )
    document = read("a.vtt", text)

    assert [(b.kind, b.speaker, b.text) for b in document.blocks] == [
        ("paragraph", "", "made on 2026-11-30"),
        ("cue", "Jane", "hi"),
        ("cue", "Tom", "ho"),
    ]


def test_cues_without_blank_lines_between_them_are_told_apart() -> None:
    assert said(f"{HEAD}00:01.000 --> 00:02.000\nJane: hi\n00:02.000 --> 00:03.000\nTom: ho\n") == [
        ("Jane", "hi"),
        ("Tom", "ho"),
    ]
