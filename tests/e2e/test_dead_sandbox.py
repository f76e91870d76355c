"""A sandbox of the platform on this machine is killed in the middle of a turn: its thread hears of it, and goes on."""

import asyncio
import json
import os
import signal
import time
from pathlib import Path

import pytest

from bot.demo.cast import ANA, CAST, CHANNEL
from bot.demo.play import SAMPLE, SAMPLE_DAY
from bot.demo.stand import Stand, standing
from cards.words import say

pytestmark = pytest.mark.slow
ENDS = (say("en").t("desk.turn_lost"), say("pt-BR").t("desk.turn_lost"))
TRIES = 10


def sandboxes(platform: Path) -> list[int]:
    pid = json.loads((platform / "ready.json").read_text())["pid"]
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def at_work(platform: Path) -> bool:
    """Is an answer open on the platform's disk?"""
    answers = (platform / "store" / "responses" / "responses").glob("caresp_*.json")
    return any('"in_progress"' in path.read_text() for path in answers if not path.name.endswith(".indexes.json"))


async def killed_at_work(platform: Path) -> bool:
    """kill -9 of the sandbox with an answer open. False: it was done before we came."""
    deadline = time.monotonic() + 30
    while not at_work(platform):
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(0.001)
    pids = sandboxes(platform)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    open_still = at_work(platform)
    for pid in pids:
        os.kill(pid, signal.SIGKILL if open_still else signal.SIGCONT)
    return open_still


async def test_the_thread_is_told_within_seconds_and_the_next_message_is_answered(tmp_path: Path) -> None:
    async with standing(tmp_path / "stand", CAST, SAMPLE, "en", "Europe/Lisbon") as stand:
        stand.clock.set(SAMPLE_DAY)
        await stand.start()
        platform = stand.folder / "data" / "platform"
        for number in range(TRIES):
            talk = CHANNEL.thread(str(1796000000000 + number))
            await stand.teams.say(ANA, talk, "we received the RFP from Northwind")
            if await killed_at_work(platform):
                break
            await stand.until(lambda: at_rest(stand), "the thread to come to rest", 60)
        else:
            raise AssertionError("no turn was ever caught at work")
        began = time.monotonic()
        await stand.until(lambda: ended(stand, talk.conversation), "the thread to be told", 60)
        told_after = time.monotonic() - began
        await stand.teams.say(ANA, talk, "what is the status?")
        answers = await stand.until(lambda: answered(stand, talk.conversation), "the next message's answer", 60)

    assert told_after < 20
    assert not [text for text in answers if text in ENDS]


async def at_rest(stand: Stand) -> bool:
    return not await stand.store.waiting()


def texts(stand: Stand, conversation: str) -> list[str]:
    return [str(one.get("text") or "") for one in stand.connector.visible(conversation)]


async def ended(stand: Stand, conversation: str) -> bool:
    """In a sentence, or, where nothing had been done yet, with the answer."""
    return any(text in ENDS for text in texts(stand, conversation)) or await at_rest(stand)


async def answered(stand: Stand, conversation: str) -> list[str]:
    """What was said after the first turn's end."""
    found = texts(stand, conversation)
    return found[1:] if len(found) > 1 and await at_rest(stand) else []
