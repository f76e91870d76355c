"""The channel's limits, kept from our side."""

import asyncio

import pytest

from bot.edges.teams.limits import CONVERSATION, CROWD, TENANT, Limits, Pace, channel_of

THREAD, OTHER = "19:x@thread.tacv2;messageid=1", "19:x@thread.tacv2;messageid=2"


class Bench:
    """A clock that only moves while somebody sleeps."""

    def __init__(self, conversation: Pace = CONVERSATION, tenant: Pace = TENANT) -> None:
        self.now = 100.0
        self.limits = Limits(conversation, tenant, clock=lambda: self.now, sleep=self.sleep)
        self.slept = 0.0

    async def sleep(self, seconds: float) -> None:
        self.slept += seconds
        self.now += seconds


async def test_five_at_once_then_one_per_second() -> None:
    bench = Bench()
    for _ in range(5):
        await bench.limits.pace("t", THREAD)
    assert bench.slept == 0
    for _ in range(3):
        await bench.limits.pace("t", THREAD)
    assert bench.slept == pytest.approx(3)


async def test_threads_of_one_channel_share_its_pace() -> None:
    bench = Bench(conversation=Pace(1, 1))
    await bench.limits.pace("t", THREAD)
    await bench.limits.pace("t", OTHER)
    assert bench.slept == pytest.approx(1)


async def test_conversations_of_one_tenant_share_its_pace() -> None:
    bench = Bench(tenant=Pace(10, 2))
    for number in range(4):
        await bench.limits.pace("t", f"a:{number}")
    assert bench.slept == pytest.approx(0.2)
    await bench.limits.pace("other", "a:9")
    assert bench.slept == pytest.approx(0.2)


async def test_a_pause_fills_the_bucket_again() -> None:
    bench = Bench()
    for _ in range(5):
        await bench.limits.pace("t", THREAD)
    bench.now += 60
    for _ in range(5):
        await bench.limits.pace("t", THREAD)
    assert bench.slept == 0


async def test_those_who_wait_get_their_turns_one_after_the_other() -> None:
    bench, turns = Bench(), list[float]()

    async def speak() -> None:
        await limits.pace("t", THREAD)
        turns.append(bench.now)

    limits = Limits(Pace(1, 1), Pace(100, 100), clock=lambda: bench.now, sleep=bench.sleep)
    await asyncio.gather(*(speak() for _ in range(4)))
    assert turns == pytest.approx([100, 101, 102, 103])


async def test_only_one_writes_in_a_conversation() -> None:
    limits, order = Limits(), []

    async def write(name: str, conversation: str) -> None:
        async with limits.alone(conversation):
            order.append(f"{name} begins")
            await asyncio.sleep(0.01)
            order.append(f"{name} ends")

    await asyncio.gather(write("a", THREAD), write("b", THREAD), write("c", OTHER))
    assert order.index("a ends") < order.index("b begins")
    assert order.index("c begins") < order.index("a ends")


async def test_the_tables_do_not_grow_for_ever() -> None:
    bench = Bench()
    for number in range(3 * CROWD):
        async with bench.limits.alone(f"a:{number}"):
            await bench.limits.pace("t", f"a:{number}")
        bench.limits.may_type(f"a:{number}")
        bench.now += 10
    assert bench.limits.crowd <= 2 * CROWD + 4


async def test_a_writer_keeps_its_lane_through_a_sweep() -> None:
    bench = Bench()
    async with bench.limits.alone(THREAD):
        for number in range(CROWD + 2):
            async with bench.limits.alone(f"a:{number}"):
                pass
        assert not bench.limits.may_type(THREAD)


async def test_typing_takes_no_place_from_a_message() -> None:
    bench = Bench(conversation=Pace(1, 1))
    assert bench.limits.may_type(THREAD)
    bench.now += 0.5
    assert not bench.limits.may_type(THREAD)
    bench.now += 8
    assert bench.limits.may_type(THREAD)


def test_a_thread_belongs_to_its_channel() -> None:
    assert channel_of(THREAD) == channel_of(OTHER) == channel_of("19:x@thread.tacv2") == "19:x@thread.tacv2"
