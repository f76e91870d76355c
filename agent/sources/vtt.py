"""WebVTT transcripts to cues: voice tags, "Name: text" prefixes, Teams metadata cues, cues without a speaker."""

import html
import json
import re
from collections.abc import Iterator

from agent.sources.interface import Block
from agent.sources.text import squeeze

_STAMP = r"-?(?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3}"
_TIMING = re.compile(rf"^\s*({_STAMP})\s+-->\s+{_STAMP}")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?\s+([^>]*)>")
_TAG = re.compile(r"</?(?:c|i|b|u|v|lang|ruby|rt|\d\d:\d\d)[^>]*>")
_PREFIX = re.compile(r"^([^\W\d_][\w.'’ -]{0,40}(?:\s\([^()]{1,30}\))?):\s+(?=\S)")
_TEAMS_ID = re.compile(r"^[0-9a-f]{8}-[0-9a-f-]{27}/\d+-\d+$")


def vtt_blocks(text: str) -> tuple[Block, ...]:
    """One block per spoken span; notes and the recording's start become paragraphs without a speaker."""
    return tuple(_blocks(text))


def _blocks(text: str) -> Iterator[Block]:
    for group in re.split(r"\n[ \t]*\n", text):
        lines = [line for line in group.split("\n") if line.strip() and not _TEAMS_ID.match(line.strip())]
        at = next((n for n, line in enumerate(lines[:2]) if _TIMING.match(line)), None)
        if at is not None:
            yield from _cues(lines[at:])
        elif lines and re.match(r"NOTE(\s|$)", lines[0]):
            note = squeeze(" ".join(lines)[4:])
            yield from [Block(kind="paragraph", text=note, place="note")] if note else []


def _cues(lines: list[str]) -> Iterator[Block]:
    """One cue, or several where the blank lines between them are missing."""
    stamp, payload = "", list[str]()
    for line in lines:
        if found := _TIMING.match(line):
            yield from _cue(" ".join(payload), stamp)
            stamp, payload = _clock(found.group(1)), []
        else:
            payload.append(line)
    yield from _cue(" ".join(payload), stamp)


def _cue(payload: str, place: str) -> Iterator[Block]:
    if payload.lstrip().startswith("{") and (spoken := _metadata(payload)) is not None:
        yield from spoken
        return
    at, speaker = 0, ""
    for tag in _VOICE.finditer(payload):
        yield from _spoken(payload[at : tag.start()], speaker, place)
        speaker, at = squeeze(html.unescape(tag.group(1))), tag.end()
    yield from _spoken(payload[at:], speaker, place)


def _spoken(text: str, speaker: str, place: str) -> Iterator[Block]:
    """Text inside the voice span, then what follows its end tag without a speaker."""
    inside, closed, outside = text.partition("</v>")
    yield from _said(inside, speaker, place)
    if closed:
        yield from _said(outside, "", place)


def _said(text: str, speaker: str, place: str) -> Iterator[Block]:
    words = squeeze(html.unescape(_TAG.sub("", text)))
    if not speaker and (found := _PREFIX.match(words)):
        speaker, words = found.group(1), words[found.end() :]
    if words:
        yield Block(kind="cue", text=words, speaker=speaker, place=place)


def _metadata(payload: str) -> list[Block] | None:
    """Teams' metadata content: each cue is one JSON object."""
    try:
        cue = json.loads(payload)
    except ValueError:
        return None
    if not isinstance(cue, dict) or "spokenText" not in cue:
        return None
    start = str(cue.get("startDateTime") or "")
    block = Block(
        kind="cue",
        text=squeeze(str(cue["spokenText"])),
        speaker=squeeze(str(cue.get("speakerName") or "")),
        place=start[:19],
    )
    return [block] if block.text else []


def _clock(stamp: str) -> str:
    """ "0:0:5.320" and "00:05.320" as "00:00:05"."""
    sign = "-" if stamp.startswith("-") else ""
    parts = re.split(r"[.,]", stamp.lstrip("-"))[0].split(":")
    hours, minutes, seconds = (["0"] * 3 + parts)[-3:]
    return f"{sign}{int(hours):02}:{int(minutes):02}:{int(seconds):02}"
