"""Loading the SDK and putting the first questions together keep the event loop from nothing else."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow
LIMIT = 0.05  # seconds of work between two looks of the loop
PLAYED = """
import asyncio, sys, time
from datetime import UTC, datetime
from bot.edges.outlook.answers import Access
from bot.edges.outlook.line import Line

worst = {"": 0.0}
step = ""

async def beat():
    while True:
        began = time.thread_time()  # what other threads and processes take is none of ours
        await asyncio.sleep(0)
        worst[step] = max(worst.get(step, 0.0), time.thread_time() - began)
        await asyncio.sleep(0.001)

async def main():
    global step
    beating = asyncio.create_task(beat())
    line = Line(Access(base_url="http://127.0.0.1:9/v1.0", mailbox="desk@x.example"), timeout=1)
    await asyncio.sleep(0.05)
    step = "warm"
    await line.warm()
    for step, question in (
        ("read", lambda calls: calls.message("a")),
        ("look", lambda calls: calls.inbox_since(datetime.now(UTC))),
        ("search", lambda calls: calls.marked("a")),
        ("send", lambda calls: calls.send("a")),
        ("subscribe", lambda calls: calls.subscribe("u", "r", "c", datetime.now(UTC))),
    ):
        await line.ask(question)
        await asyncio.sleep(0.02)
    beating.cancel()
    await line.close()
    assert "msgraph.generated.models.message" in sys.modules
    del worst[""]
    print(max(worst.values()), worst)

asyncio.run(main())
"""


def test_no_step_holds_the_loop_up() -> None:
    told = subprocess.run([sys.executable, "-W", "ignore", "-c", PLAYED], capture_output=True, text=True, check=True)
    assert float(told.stdout.split()[0]) < LIMIT, told.stdout
