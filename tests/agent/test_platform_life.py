"""How long sandboxes live: idle, too many, restarted, expired, orphaned; and what they may see."""

import asyncio
import fcntl
import subprocess
import sys
import time
from pathlib import Path

import openai
import pytest
from neighbour import NAME, caller, documents, platform

from agent.platform.host import Limits, Platform
from agent.platform.sandbox import Sandbox


def running(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


async def soon(claim, seconds: float = 10) -> bool:
    """Does the claim come true in time?"""
    until = time.monotonic() + seconds
    while not (true := claim()) and time.monotonic() < until:  # noqa: ASYNC110 watching another process
        await asyncio.sleep(0.05)
    return true


@pytest.mark.slow
async def test_a_sandbox_sees_none_of_its_parents_secrets(tmp_path, monkeypatch):
    spy = tmp_path / "spy.py"
    spy.write_text("import os, pathlib\npathlib.Path('seen').write_text(repr(dict(os.environ)))\n")
    monkeypatch.setenv("BOT_APP_PASSWORD", "hush")
    with platform(tmp_path, "--agent", str(spy)) as neighbour:
        async with caller(neighbour) as desk:
            with pytest.raises(openai.APIStatusError) as late:
                await desk.turn("s", "x")

    seen = (tmp_path / "platform/sessions/s/home/seen").read_text()
    assert late.value.status_code == 424
    assert "hush" not in seen
    assert f"'HOME': '{tmp_path}" in seen


@pytest.mark.slow
async def test_idle_sandboxes_sleep_and_are_never_suspended_at_work(tmp_path):
    options = ["--idle", "0.5", "--sources", str(documents(tmp_path / "documents"))]
    with platform(tmp_path, *options) as neighbour:
        async with caller(neighbour) as desk:
            await desk.turn("s", "status")
            await asyncio.sleep(1.5)
            asleep = await desk.sessions.get_session(NAME, "s")
            response_id = await desk.begun("s", "A slow RFP")
            await asyncio.sleep(1.3)
            working = await desk.sessions.get_session(NAME, "s")
            await asyncio.sleep(1.5)
            found = await desk.openai.responses.retrieve(response_id)

    assert (asleep.status, asleep.stopped_at is not None) == ("idle", True)
    assert working.status == "active"
    assert found.status == "completed"


SLOW_TO_END = "trap 'sleep 0.3; rmdir here; exit' TERM; mkdir here || touch twice; while :; do sleep 0.02; done"


@pytest.fixture
async def drowsy(tmp_path, monkeypatch):
    """A platform in this process whose sandboxes are asleep as soon as they rest, and take their time to end."""

    async def up(sandbox, *_):
        return await soon((sandbox.home / "here").exists)

    monkeypatch.setattr(Sandbox, "_answers", up)
    found = Platform(tmp_path, ["sh", "-c", SLOW_TO_END], Limits(idle=0))
    yield found
    await found.close()


async def test_a_sandbox_that_is_being_suspended_has_ended_before_the_next_one_begins(drowsy):
    session = drowsy.sessions.create("s")
    await drowsy.awake(session)
    resting = asyncio.create_task(drowsy.rest())
    await asyncio.sleep(0.1)

    await asyncio.gather(drowsy.awake(session), resting)

    assert session.status == "active"
    assert not (drowsy.sessions.home("s") / "twice").exists()


async def test_a_turn_that_comes_while_the_last_one_is_asked_after_keeps_its_sandbox(drowsy, monkeypatch):
    sandbox = await drowsy.awake(drowsy.sessions.create("s"))
    sandbox.running["caresp_1"] = "me"

    async def finished_while_another_came(*_):
        sandbox.in_flight += 1
        return True

    monkeypatch.setattr(drowsy, "_finished", finished_while_another_came)

    assert await drowsy.busy("s")


@pytest.mark.slow
async def test_only_so_many_sandboxes_are_awake_and_the_next_caller_waits(tmp_path):
    options = ["--awake", "1", "--sources", str(documents(tmp_path / "documents"))]
    with platform(tmp_path, *options) as neighbour:
        async with caller(neighbour) as desk:
            response_id = await desk.begun("busy", "A slow RFP")
            with pytest.raises(openai.RateLimitError) as wait:
                await desk.turn("other", "status")
            stream = await desk.openai.responses.retrieve(response_id, stream=True)
            rest = [event async for event in stream]
            later = await desk.turn("other", "status")

    assert wait.value.response.headers["retry-after"] == "5"
    assert rest[-1].type == "response.completed"
    assert later[-1].type == "response.completed"


@pytest.mark.slow
async def test_a_restart_forgets_nothing(tmp_path):
    sources = str(documents(tmp_path / "documents"))
    with platform(tmp_path, "--sources", sources) as before:
        async with caller(before) as desk:
            answer = (await desk.turn("s", "We received the RFP"))[-1].response

    with platform(tmp_path, "--sources", sources) as after:
        async with caller(after) as desk:
            found = await desk.openai.responses.retrieve(answer.id)
            events = await desk.turn("s", "status", previous_response_id=answer.id)

    assert found.output_text == answer.output_text
    assert "wait for approval" in events[-1].response.output_text


@pytest.mark.slow
async def test_a_month_of_silence_ends_a_session(tmp_path):
    with platform(tmp_path) as neighbour:
        async with caller(neighbour) as desk:
            await desk.turn("s", "status")
            await desk.move_clock(29)
            await desk.turn("s", "status")
            await desk.move_clock(58)
            alive = await desk.sessions.get_session(NAME, "s")
            await desk.move_clock(60)
            gone = await desk.sessions.get_session(NAME, "s")
            with pytest.raises(openai.NotFoundError):
                await desk.turn("s", "status")

    assert alive.status != "expired"
    assert gone.status == "expired"
    assert not (tmp_path / "platform/sessions/s/home").exists()


@pytest.mark.slow
async def test_a_platform_ends_when_its_desk_is_gone(tmp_path):
    options = ["--owner-lock", str(tmp_path / "desk.lock"), "--owner-grace", "1"]
    held = (tmp_path / "desk.lock").open("w")
    fcntl.flock(held, fcntl.LOCK_SH)
    with platform(tmp_path, *options) as neighbour:
        await asyncio.sleep(2)
        alive = neighbour.running
        held.close()
        ended = await soon(lambda: not neighbour.running)

    assert alive
    assert ended
    assert neighbour.process.returncode == 0
    assert not neighbour.ready.exists()


@pytest.mark.slow
def test_one_root_has_one_platform(tmp_path):
    lock = ["--lock", str(tmp_path / "lock")]
    command = [sys.executable, "-m", "agent.platform", "--root", str(tmp_path / "other"), *lock]
    with platform(tmp_path, *lock):
        second = subprocess.run(command, capture_output=True, check=False, timeout=20)

    assert second.returncode == 3
    assert b"Another platform" in second.stderr


@pytest.mark.slow
async def test_a_killed_platform_leaves_no_sandbox_behind(tmp_path):
    with platform(tmp_path, "--ours") as neighbour:
        async with caller(neighbour) as desk:
            await desk.turn("s", "status")
            (sandbox,) = neighbour.sandboxes()
            neighbour.stop(9)

    assert await soon(lambda: not running(sandbox))
