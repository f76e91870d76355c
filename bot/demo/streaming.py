"""The stand-in's side of messages that are watched while they are written, as strict as Teams or stricter."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.demo.answers import ScriptedAnswer
from bot.demo.rules import Heard

LONGEST = 120.0  # seconds
PACE = 1.0  # seconds between two requests of a stream
JITTER = 0.05


@dataclass
class Growing:
    began: float
    told: float
    sequence: int = 1
    words: str = ""


class Streaming:
    """`wrong` lists what a client of the protocol must not do, in words; `unfinished` the messages still open."""

    def __init__(self, next_id: Callable[[], str]) -> None:
        self._next_id = next_id
        self._open: dict[str, Growing] = {}
        self.wrong: list[str] = []

    @property
    def unfinished(self) -> tuple[str, ...]:
        return tuple(self._open)

    @property
    def half_written(self) -> tuple[str, ...]:
        """Those of them that show words; a sign alone fades by itself."""
        return tuple(ref for ref, one in self._open.items() if one.words)

    def edited(self, message: str) -> None:
        """An edit takes the place of whatever was being written."""
        self._open.pop(message, None)

    def answer(self, heard: Heard, conversation: str) -> ScriptedAnswer:
        info, ref = info_of(heard.json), str(info_of(heard.json).get("streamId") or "")
        if not conversation.startswith("a:"):
            return _error(405, "BadSyntax", "streaming api is not enabled")
        if not ref:
            return self._begun(heard, info)
        growing = self._open.get(ref)
        if growing is None:
            return self._refused("Content stream is not allowed on an already completed streamed message.")
        now = time.monotonic()
        if now - growing.began > LONGEST:
            return self._refused("Content stream finished due to exceeded streaming time.")
        if now - growing.told < PACE - JITTER:
            self.wrong.append(f"{now - growing.told:.2f} s after the one before")
        growing.told = now
        return self._goes_on(heard, info, growing, ref)

    def _begun(self, heard: Heard, info: dict[str, Any]) -> ScriptedAnswer:
        if heard.json.get("type") != "typing" or info.get("streamSequence") != 1 or not heard.json.get("text"):
            return _error(400, "BadRequest", "only start streaming and continue streaming types are allowed")
        ref = self._next_id()
        self._open[ref] = Growing(time.monotonic(), time.monotonic())
        return {"status": 201, "json": {"id": ref}}

    def _goes_on(self, heard: Heard, info: dict[str, Any], growing: Growing, ref: str) -> ScriptedAnswer:
        text, kind = str(heard.json.get("text") or ""), info.get("streamType")
        if kind != "informative" and not text.startswith(growing.words):
            self.wrong.append("words that were shown are taken back")
        if kind == "informative" and growing.words:
            self.wrong.append("a sign after the first words")
        if kind == "final":
            if "streamSequence" in info or heard.json.get("type") != "message":
                self.wrong.append("an end with a number, or that is no message")
            del self._open[ref]
            return {"status": 202, "json": {}}
        if info.get("streamSequence") != growing.sequence + 1:
            self.wrong.append(f"number {info.get('streamSequence')} after {growing.sequence}")
        growing.sequence += 1
        if kind == "streaming":
            growing.words = text
        return {"status": 202, "json": {}}

    def _refused(self, why: str) -> ScriptedAnswer:
        self.wrong.append(why)
        return _error(403, "ContentStreamNotAllowed", why)


def info_of(activity: object) -> dict[str, Any]:
    """The entity that makes an activity a piece of a stream; empty for all others."""
    entities = activity.get("entities") if isinstance(activity, dict) else None
    found = (one for one in entities if isinstance(one, dict)) if isinstance(entities, list) else ()
    return next((one for one in found if one.get("type") == "streaminfo"), {})


def _error(status: int, code: str, message: str) -> ScriptedAnswer:
    return {"status": status, "json": {"error": {"code": code, "message": message}}}
