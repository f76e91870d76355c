"""Ten thousand mails at once: every one is taken in, in the order of its thread, and the desk does not grow."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mail_cases import cases
from mail_desk import BOT, STAFF, CaseDesk, person

from bot.core.letter import MAIL_IN, Mailed, Said
from bot.demo.graph import LocalGraph, Outlook
from bot.edges.store import DeskStore
from bot.flows.mailbox import take_turns

pytestmark = [pytest.mark.slow, pytest.mark.long]
MAILS, THREADS, AT_ONCE = 10_000, 20, 50
TAKEN = 3.0  # seconds within which Graph wants its answer


@pytest.fixture
async def quick_graph() -> AsyncIterator[LocalGraph]:
    async with LocalGraph(BOT, people=STAFF) as graph:
        yield graph


def megabytes() -> float:
    """What this process holds in memory."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


async def mailed(outlook: Outlook) -> list[str]:
    """Mails of many threads in turn, of which nobody has told yet."""
    return [await outlook.mail(person("fulana@corp.example.com"), f"T{number % THREADS}", f"{number}",
                               in_reply_to=f"<thread-{number % THREADS}@x>") for number in range(MAILS)]  # fmt: skip


async def told(desk: CaseDesk, names: list[str]) -> float:
    """One notification a mail, many at the same time; the slowest answer in seconds."""
    assert desk.room.keeper is not None
    alert = desk.room.keeper.alert
    assert alert is not None
    secret = desk.graph.subscriptions[alert.id]["clientState"]
    slowest, queue = 0.0, list(reversed(names))

    async def post() -> None:
        nonlocal slowest
        while queue:
            item = {"clientState": secret, "changeType": "created", "resourceData": {"id": queue.pop()}}
            began = time.monotonic()
            async with desk.client.post(desk.url, json={"value": [item]}) as answer:
                assert answer.status == 202
            slowest = max(slowest, time.monotonic() - began)

    await asyncio.gather(*(post() for _ in range(AT_ONCE)))
    return slowest


async def test_none_is_lost_and_threads_keep_their_order(quick_graph: LocalGraph, store: DeskStore) -> None:
    case = next(one for one in cases("approve") if one["id"] == "approve-command-ptbr")
    async with CaseDesk(case, quick_graph, store) as desk:
        assert desk.room.keeper is not None
        await desk.room.keeper.start()
        project_id = desk.names["p-harbor"]
        for thread in range(THREADS):
            await store.sent_mail(f"<thread-{thread}@x>", "", project_id)
        held = dict(quick_graph.subscriptions)
        quick_graph.subscriptions.clear()  # `Outlook` would tell of each by itself
        names = await mailed(Outlook(quick_graph))
        quick_graph.subscriptions.update(held)
        quick_graph.log.clear()

        began, slowest = time.monotonic(), await told(desk, names)
        order = [one.message_id for one in await store.box(MAIL_IN) if isinstance(one, Mailed)]
        accepted = time.monotonic() - began
        sizes = await worked_off(desk)

        letters = [one for one in await store.box(project_id) if isinstance(one, Said)]
        numbers = [int(one.text) for one in letters]
    place = {name: number for number, name in enumerate(names)}
    assert slowest < TAKEN
    assert sorted(numbers) == list(range(MAILS))
    assert numbers == [place[one] for one in order], "in the order in which they were told of"
    assert max(sizes[len(sizes) // 2 :]) < 1.1 * max(sizes[: len(sizes) // 2]), "memory stays as it is"
    print(f"accepted in {accepted:.1f} s, the slowest answer after {slowest:.2f} s")
    print(f"memory {sizes[0]:.0f} MB at first, {max(sizes):.0f} MB at most, {sizes[-1]:.0f} MB at last")


async def worked_off(desk: CaseDesk) -> list[float]:
    """Memory while the worker reads mail after mail. What Graph's stand-in writes down is not the desk's."""
    working = asyncio.create_task(take_turns(desk.world, MAIL_IN, "turn:burst"))
    sizes = [megabytes()]
    while not working.done():
        await asyncio.wait({working}, timeout=2)
        desk.graph.log.clear()
        sizes.append(megabytes())
    await working
    return sizes
