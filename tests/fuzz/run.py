"""Feeds a target with mutants until the time is over, and tells what it could not bear."""

import asyncio
import logging
import time
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Protocol

SLOW = 2.0  # seconds for one input
LARGEST = 400_000  # bytes
SHOWN = 3000  # characters of an input in hex
ENOUGH = 40  # findings: more of them say nothing new


class Target(Protocol):
    def make(self, rng: Random) -> bytes: ...

    async def take(self, raw: bytes) -> str:
        """A word for how it was dealt with; any exception is a finding."""
        ...


Open = Callable[[Path | None], AbstractAsyncContextManager[Target]]


@dataclass
class Outcome:
    inputs: int = 0
    seconds: float = 0.0
    words: Counter[str] = field(default_factory=Counter)
    findings: dict[str, str] = field(default_factory=dict)  # where → the first input that led there
    repeated: Counter[str] = field(default_factory=Counter)

    def note(self, where: str, name: str, seed: str, raw: bytes) -> None:
        self.repeated[where] += 1
        if where not in self.findings:
            self.findings[where] = f"{name} seed {seed}, {len(raw)} bytes: {raw.hex()[:SHOWN]}"


class Alarm(logging.Handler):
    """What the desk itself calls an error is one."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


async def fuzz(name: str, target: Target, seconds: float, seed: int = 1, inputs: int = 0) -> Outcome:
    """Until the time is over, or so many inputs were taken."""
    outcome, alarm, began = Outcome(), Alarm(), time.monotonic()
    logging.getLogger().addHandler(alarm)
    try:
        async for label in _labels(name, seed, began + seconds, inputs):
            raw = target.make(Random(label))[:LARGEST]
            await _one(name, label, target, raw, outcome, alarm)
            if len(outcome.findings) >= ENOUGH:
                break
    finally:
        logging.getLogger().removeHandler(alarm)
    outcome.seconds = time.monotonic() - began
    return outcome


async def _labels(name: str, seed: int, end: float, inputs: int) -> AsyncIterator[str]:
    number = 0
    while time.monotonic() < end and (not inputs or number < inputs):
        number += 1
        yield f"{seed}:{name}:{number}"
        if number % 50 == 0:
            await asyncio.sleep(0)


async def _one(name: str, label: str, target: Target, raw: bytes, outcome: Outcome, alarm: Alarm) -> None:
    began = time.monotonic()
    outcome.inputs += 1
    try:
        outcome.words[await target.take(raw)] += 1
    except Exception as wrong:
        outcome.note(where(wrong), name, label, raw)
    if (took := time.monotonic() - began) > SLOW:
        outcome.note(f"slow: {took:.0f} s", name, label, raw)
    for said in alarm.heard:
        outcome.note(f"logged: {said}", name, label, raw)
    alarm.heard.clear()


def where(wrong: BaseException) -> str:
    """The kind of trouble and the last places in the code on the way to it."""
    frames = [frame for frame in traceback.extract_tb(wrong.__traceback__) if "/tests/" not in frame.filename]
    places = " < ".join(f"{one.filename.rsplit('/', 1)[-1]}:{one.lineno}" for one in reversed(frames[-4:]))
    return f"{type(wrong).__name__} at {places or 'the target itself'}: {str(wrong)[:120]}"


def told(name: str, outcome: Outcome) -> str:
    pace = outcome.inputs / max(outcome.seconds, 0.001)
    found = f"{sum(outcome.repeated.values())} findings at {len(outcome.findings)} places"
    lines = [
        f"{name}: {outcome.inputs} inputs in {outcome.seconds:.0f} s, {pace:.0f} a second, {found}",
        ", ".join(f"{word} {count}" for word, count in outcome.words.most_common()),
    ]
    lines += [f"FOUND {outcome.repeated[place]} × {place}\n  {first}" for place, first in outcome.findings.items()]
    return "\n".join(lines)
