"""A sandbox killed at any step: the turn goes on from there when it is asked for again, and has each effect once."""

import os
from collections import Counter
from pathlib import Path

import pytest
from scripted import ANA, Names, ScriptedBrain
from sources.files import MailFolder, saved
from speaking import line

from agent.phases import POLL, visible
from agent.shared import Shared
from agent.sources.arrivals import Post
from agent.sources.interface import Block, Document
from agent.sources.local import opened_over
from agent.turn import AlreadyRan, Sandbox

pytestmark = pytest.mark.slow
MOST = 60  # writes of the longest turn here, with room


class Killed(BaseException):
    """Nothing that is written after this moment reaches the disk."""


class Power:
    """Goes off at the n-th file that is put in its place: before it, or just after."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left, self.after, self.off = -1, False, False
        replace, opened = os.replace, os.open

        def put(source, target, **more):
            self._check()
            if self.left == 0 and not self.after:
                self._end()
            replace(source, target, **more)
            if self.left == 0:
                self._end()
            self.left -= 1

        def no_longer(*arguments, **more):
            self._check()
            return opened(*arguments, **more)

        monkeypatch.setattr(os, "replace", put)
        monkeypatch.setattr(os, "open", no_longer)

    def cut(self, at: int, after: bool) -> None:
        self.left, self.after, self.off = at, after, False

    def back(self) -> None:
        self.left, self.off = -1, False

    def _check(self) -> None:
        if self.off:
            raise Killed

    def _end(self) -> None:
        self.off = True
        raise Killed


class CountingBrain(ScriptedBrain):
    def __init__(self) -> None:
        super().__init__()
        self.calls: Counter[str] = Counter()

    def __getattribute__(self, name: str):
        if name in ("find_rfp", "find_kickoff", "judge", "revise"):
            self.calls[name] += 1
        return super().__getattribute__(name)


class Papers(Names):
    """Three documents; the last can be read by itself."""

    def __init__(self) -> None:
        super().__init__("rfp.docx", "kickoff.vtt", "annex.pdf")

    async def read(self, name: str) -> Document:
        return Document(name=name, media="pdf", blocks=(Block(kind="paragraph", text="The vendor must help."),))


@pytest.fixture
def power(monkeypatch):
    return Power(monkeypatch)


def fresh(room, home: Path):
    """A new process over the same home: nothing is remembered but what lies on the disk."""
    again = type(room)(home)
    mails = MailFolder(saved(ANA, "State RTO: 4 h.", "<a@x>"))
    post = Post(opened_over(mails), lambda offered: visible(offered, POLL, "poll"))
    again.sandbox = Sandbox(home=home, brain=CountingBrain(), sources=Papers(), post=post)
    return again


async def opened(room):
    return await room.send(SPEAKER, text="We received the RFP from Contoso", turn_id="opening")


async def sent(room):
    return await room.decide(*({"verb": "sent", "draft_id": f"brief-task-{n}"} for n in (1, 2, 3)), turn_id="sent")


async def answered(room):
    return await room.reply(ANA, "State RTO", ref="r-1", turn_id="reply")


SPEAKER = (
    '[charter-agent-speaker: {"name": "Olga Owner", "address": "olga@contoso.example", "role": "owner", '
    '"at": "2026-12-01T09:00:00-03:00", "zone": "America/Sao_Paulo"}]'
)


async def remembered(room):
    for number in range(3):
        await room.owner(f"Remember that rule {number} holds")


async def kept(room):
    return await room.send(SPEAKER, text="Remember that prices are in euros", turn_id="keep")


async def dropped(room):
    return await room.send(SPEAKER, text="forget 1", turn_id="drop")


async def looked(room):
    return await room.send(line("poll", {"now": "2026-12-05T09:00:00-03:00"}), text="Check.", turn_id="look")


async def read(room):
    return await room.send(SPEAKER, text="Read annex.pdf", turn_id="read")


TURNS = {
    "opening": (opened,),
    "decision": (opened, sent),
    "reply": (opened, sent, answered),
    "check that finds a reply": (opened, sent, looked),
    "document": (opened, sent, read),
    "note": (remembered, kept),
    "note dropped": (remembered, dropped),
}


def left_behind(room) -> dict[str, object]:
    """Everything the project remembers, and what happened, without the ids of spans."""
    rows = [{k: v for k, v in row.items() if k != "span_id"} for row in room.files.activity(500)]
    notes = Shared(room.sandbox.organisation).read("memory/notes.md")
    return {"log": room.files.log, "drafts": room.files.drafts, "activity": rows, "notes": notes}


@pytest.mark.parametrize("stride", [5, pytest.param(1, marks=pytest.mark.slow)], ids=["some", "all"])
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("turn", TURNS)
async def test_a_turn_killed_at_any_write_is_taken_up_and_ends_as_if_nothing_had_happened(
    room, tmp_path, power, turn, after, stride
):
    *before, last = TURNS[turn]
    whole = fresh(room, tmp_path / "whole")
    for one in before:
        await one(whole)
    wanted = await last(whole)

    for at in range(0, MOST, stride):
        home = tmp_path / f"killed-{at}"
        first = fresh(room, home)
        for one in before:
            await one(first)
        power.cut(at, after)
        try:
            await last(first)
        except Killed:
            power.back()
        else:
            break
        second = fresh(room, home)
        heard = await last(second)

        assert list(heard) == list(wanted), at
        assert left_behind(second) == left_behind(whole), at
        assert not (second.files.folder / ".turn").exists()
    else:
        pytest.fail("the turn never came to its end")
    assert at > 5


async def test_a_step_that_was_made_is_not_made_again(room, tmp_path, power):
    first = fresh(room, tmp_path / "home")
    await first.owner("Remember that prices are in euros")
    power.cut(12, after=True)
    with pytest.raises(Killed):
        await opened(first)
    power.back()
    second = fresh(room, tmp_path / "home")

    await opened(second)

    calls = first.sandbox.brain.calls + second.sandbox.brain.calls
    assert first.sandbox.brain.calls["find_rfp"] == 1
    assert calls["find_rfp"] == 1


async def test_a_killed_turn_with_another_one_behind_it_is_left_as_it_is(room, tmp_path, power):
    first = fresh(room, tmp_path / "home")
    power.cut(8, after=True)
    with pytest.raises(Killed):
        await opened(first)
    power.back()
    second = fresh(room, tmp_path / "home")
    await second.owner("status please")
    before = second.files.log

    with pytest.raises(AlreadyRan):
        await opened(second)

    assert second.files.log == before
    assert (await second.owner("We received the RFP")).drafts
