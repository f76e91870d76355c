"""The desk hears of every mail, also of the ones that nobody told it about."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta

import pytest
from aiohttp import web
from mail_people import DESK, FULANA, NOW

from bot.core.errors import StoreDown, Throttled, Undeliverable
from bot.demo.graph import LocalGraph, Outlook
from bot.demo.graph.server import Fault
from bot.edges.outlook.line import Line
from bot.edges.outlook.notices import graph_post
from bot.edges.outlook.subscription import Keeper

SECRET = "cs-6b0f4e1d9a-6b0f4e1d9a"


class Seat:
    """A chair of one process: who sits on it is the test's business."""

    def __init__(self, mine: bool) -> None:
        self.mine, self.down = mine, False
        self.notes: list[str] = []
        self.text = ""

    async def take(self) -> bool:
        if self.down:
            raise StoreDown("away")
        return self.mine

    async def leave(self) -> None:
        self.mine = False

    async def note(self, event: str) -> None:
        self.notes.append(event)

    async def noted(self) -> tuple[str, ...]:
        noted, self.notes = tuple(self.notes), []
        return noted

    async def recall(self) -> str:
        return self.text

    async def keep(self, text: str) -> None:
        self.text = text


class Desk:
    """A web server with /api/graph, and the mails it has taken down."""

    def __init__(self) -> None:
        self.mails: dict[str, str] = {}
        self.events: list[str] = []
        self.alarm: Callable[[str], Awaitable[None]] = self.note
        self.url = ""

    async def accept(self, seen: str, message_id: str) -> bool:
        new = seen not in self.mails
        self.mails.setdefault(seen, message_id)
        return new

    async def note(self, event: str) -> None:
        self.events.append(event)

    async def graph(self, request: web.Request) -> web.Response:
        status, kind, text = await graph_post(
            request.query, await request.read(), self.accept, client_state=SECRET, alarm=self.alarm
        )
        return web.Response(status=status, content_type=kind, text=text)


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    desk = Desk()
    app = web.Application()
    app.router.add_post("/api/graph", desk.graph)
    runner = web.AppRunner(app, shutdown_timeout=0.01)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    desk.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/graph"
    yield desk
    await runner.cleanup()


@pytest.fixture
def keeper(graph: LocalGraph, line: Line, desk: Desk) -> Keeper:
    return Keeper(line, desk.url, SECRET, desk.accept, lambda: NOW, patience=0.01)


@asynccontextmanager
async def at_work(keeper: Keeper) -> AsyncIterator[None]:
    running = asyncio.create_task(keeper.run())
    try:
        yield
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def until(true: Callable[[], object]) -> None:
    for _ in range(1000):
        if true():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came true")


async def test_a_subscription_is_asked_for_with_everything_that_can_only_be_said_now(
    graph: LocalGraph, desk: Desk, keeper: Keeper
) -> None:
    await keeper.start()
    asked = next(one for one in graph.log if (one.method, one.path) == ("POST", "/subscriptions"))
    assert asked.body["resource"] == f"users/{DESK}/mailFolders('inbox')/messages"
    assert asked.body["notificationUrl"] == asked.body["lifecycleNotificationUrl"] == desk.url
    assert (asked.body["changeType"], asked.body["clientState"]) == ("created", SECRET)
    assert datetime.fromisoformat(asked.body["expirationDateTime"]) == NOW + timedelta(minutes=4200)
    assert 'IdType="ImmutableId"' in asked.headers["prefer"]


async def test_a_new_mail_is_heard_of_once(desk: Desk, keeper: Keeper, graph: LocalGraph, outlook: Outlook) -> None:
    await keeper.start()
    message_id = await outlook.mail(FULANA, "RFP")
    assert await graph.notify(message_id) == [202]
    assert desk.mails == {f"mail:{message_id}": message_id}


async def test_mails_that_came_while_the_desk_was_away_are_found(
    graph: LocalGraph, desk: Desk, keeper: Keeper, outlook: Outlook
) -> None:
    names = [await outlook.mail(FULANA, f"RFP {number}") for number in range(7)]
    graph.box.find(names[0]).data["receivedDateTime"] = "2026-11-01T00:00:00Z"
    graph.box.page = 3
    await keeper.start()
    graph.box.page = 50
    assert sorted(desk.mails.values()) == sorted(names[1:])
    assert graph.count("GET */delta()") == 2


async def test_an_older_subscription_of_ours_is_taken_away(graph: LocalGraph, line: Line, desk: Desk) -> None:
    earlier = Keeper(line, desk.url, "a secret of another day", desk.accept, lambda: NOW)
    await earlier.start()
    assert earlier.alert is not None
    graph.subscriptions["other"] = graph.subscriptions[earlier.alert.id] | {"id": "other", "notificationUrl": "x"}
    keeper = Keeper(line, desk.url, SECRET, desk.accept, lambda: NOW)
    await keeper.start()
    assert keeper.alert is not None
    assert set(graph.subscriptions) == {keeper.alert.id, "other"}


def after_a_restart(line: Line, desk: Desk, seat: Seat, secret: str = SECRET) -> Keeper:
    """Another process, which knows what the seat does."""
    return Keeper(line, desk.url, secret, desk.accept, lambda: NOW, patience=0.01, chair=seat)


async def test_a_restarted_desk_goes_on_with_the_subscription_it_had(
    graph: LocalGraph, line: Line, desk: Desk, outlook: Outlook, seat: Seat
) -> None:
    await after_a_restart(line, desk, seat).start()
    held = dict(graph.subscriptions)
    graph.subscriptions.clear()
    message_id = await outlook.mail(FULANA, "while nobody listened")
    graph.subscriptions.update(held)
    await after_a_restart(line, desk, seat).start()

    assert graph.count("POST /subscriptions") == 1
    assert list(desk.mails.values()) == [message_id]
    assert "$deltatoken" in graph.log[-1].query, "it reads on where the last look ended"


@pytest.mark.parametrize("gone", ["another secret", "removed", "its time is over"])
async def test_a_subscription_that_tells_us_nothing_any_more_is_not_gone_on_with(
    graph: LocalGraph, line: Line, desk: Desk, seat: Seat, gone: str
) -> None:
    await after_a_restart(line, desk, seat).start()
    if gone == "removed":
        graph.subscriptions.clear()
    for one in graph.subscriptions.values() if gone == "its time is over" else ():
        one["expirationDateTime"] = "2026-11-30T00:00:00Z"
    await after_a_restart(line, desk, seat, SECRET[::-1] if gone == "another secret" else SECRET).start()

    assert graph.count("POST /subscriptions") == 2
    assert len(graph.subscriptions) == 1


async def test_where_the_last_look_ended_may_be_forgotten(
    graph: LocalGraph, desk: Desk, keeper: Keeper, outlook: Outlook
) -> None:
    await keeper.start()
    first, second = await outlook.mail(FULANA, "one"), await outlook.mail(FULANA, "two")
    graph.box.forgotten = graph.box.numbers + 100
    await keeper.look()

    assert sorted(desk.mails.values()) == sorted((first, second))
    assert [one.status for one in graph.log if "delta" in one.path][-2:] == [410, 200]


async def test_a_look_that_breaks_in_the_middle_is_made_again_from_where_it_began(
    graph: LocalGraph, desk: Desk, keeper: Keeper, outlook: Outlook
) -> None:
    await keeper.start()
    held = dict(graph.subscriptions)
    graph.subscriptions.clear()
    names = [await outlook.mail(FULANA, f"RFP {number}") for number in range(4)]
    graph.subscriptions.update(held)
    graph.box.page = 2
    graph.faults = [Fault("GET */delta()", [{}, {"status": 503, "headers": {"Retry-After": "0"}}])]
    with pytest.raises(Throttled):
        await keeper.look()
    await keeper.look()
    graph.box.page = 50

    assert sorted(desk.mails.values()) == sorted(names)


async def test_a_subscription_that_is_deaf_three_times_in_a_row_is_made_anew(
    graph: LocalGraph, desk: Desk, keeper: Keeper, outlook: Outlook, caplog: pytest.LogCaptureFixture
) -> None:
    await keeper.start()
    (deaf,) = graph.subscriptions
    for number in range(3):
        held = dict(graph.subscriptions)
        graph.subscriptions.clear()
        message_id = await outlook.mail(FULANA, f"not told {number}")
        graph.box.find(message_id).data["receivedDateTime"] = "2026-12-01T12:00:00Z"
        graph.subscriptions.update(held)
        await keeper.look()

    assert len(desk.mails) == 3
    assert "may be deaf" in caplog.text
    assert deaf not in graph.subscriptions
    assert len(graph.subscriptions) == 1


async def test_a_link_to_another_host_is_not_followed_even_when_it_was_kept(
    graph: LocalGraph, line: Line, desk: Desk, seat: Seat
) -> None:
    seat.text = '{"link": "https://graph.evil.example/v1.0/delta?$deltatoken=1"}'
    with pytest.raises(Undeliverable):
        await after_a_restart(line, desk, seat).look()


async def test_a_graph_that_allows_less_time_is_asked_for_less(graph: LocalGraph, keeper: Keeper) -> None:
    graph.faults = [Fault("POST */subscriptions", [{"status": 400, "body": {"error": {"code": "ValidationError"}}}])]
    await keeper.start()
    assert keeper.alert is not None
    assert keeper.alert.expiration_date_time == NOW + timedelta(minutes=1380)


async def test_a_desk_that_graph_cannot_reach_is_told_so(graph: LocalGraph, line: Line, desk: Desk) -> None:
    keeper = Keeper(line, "http://127.0.0.1:9/api/graph", SECRET, desk.accept, lambda: NOW)
    with pytest.raises(Undeliverable):
        await keeper.start()


async def test_it_is_prolonged(graph: LocalGraph, keeper: Keeper) -> None:
    await keeper.start()
    assert keeper.alert is not None
    before = keeper.alert.id
    await keeper.renew()
    assert keeper.alert.id == before
    assert graph.count("PATCH /subscriptions/*") == 1


async def test_one_that_is_gone_is_made_anew_and_the_gap_is_looked_through(
    graph: LocalGraph, desk: Desk, keeper: Keeper, outlook: Outlook
) -> None:
    await keeper.start()
    graph.subscriptions.clear()
    message_id = await outlook.mail(FULANA, "while nobody listened")
    await keeper.renew()
    assert list(desk.mails.values()) == [message_id]
    assert len(graph.subscriptions) == 1


async def test_trouble_while_prolonging_is_for_later(graph: LocalGraph, keeper: Keeper) -> None:
    await keeper.start()
    graph.faults = [Fault("PATCH */subscriptions/*", [{"status": 503}])]
    with pytest.raises(Throttled):
        await keeper.renew()


async def test_what_graph_says_of_the_subscription_is_followed(
    graph: LocalGraph, desk: Desk, keeper: Keeper, outlook: Outlook
) -> None:
    desk.alarm = keeper.heard
    graph.faults = [Fault("POST */subscriptions", [{"status": 500, "headers": {"Retry-After": "0"}}] * 2)]
    async with at_work(keeper):
        await until(lambda: graph.subscriptions)
        assert await graph.alarm("reauthorizationRequired") == [202]
        await until(lambda: graph.count("PATCH /subscriptions/*"))
        held = dict(graph.subscriptions)
        graph.subscriptions.clear()
        message_id = await outlook.mail(FULANA, "not told")
        graph.subscriptions.update(held)
        await graph.alarm("missed")
        await until(lambda: message_id in desk.mails.values())
        made = graph.count("POST /subscriptions")
        await graph.alarm("subscriptionRemoved")
        await until(lambda: graph.count("GET /subscriptions/*"))
        assert graph.count("POST /subscriptions") == made, "it is still there"
        graph.subscriptions.clear()
        await keeper.heard("subscriptionRemoved")
        await until(lambda: graph.count("POST /subscriptions") > made)


async def test_a_mail_that_graph_never_tells_of_is_found_all_the_same(
    graph: LocalGraph, line: Line, desk: Desk, outlook: Outlook
) -> None:
    often = timedelta(milliseconds=20)
    async with at_work(Keeper(line, desk.url, SECRET, desk.accept, lambda: NOW, look_every=often)):
        await until(lambda: graph.count("GET */delta()"))
        graph.faults = [Fault("GET */delta()", [{"status": 503, "headers": {"Retry-After": "0"}}])]
        held = dict(graph.subscriptions)
        graph.subscriptions.clear()
        message_id = await outlook.mail(FULANA, "not told")
        graph.subscriptions.update(held)
        await until(lambda: message_id in desk.mails.values())
    assert graph.count("PATCH /subscriptions/*") == 0


async def test_it_is_prolonged_when_half_of_its_life_is_over(graph: LocalGraph, line: Line, desk: Desk) -> None:
    moment = NOW
    often = timedelta(milliseconds=20)
    keeper = Keeper(line, desk.url, SECRET, desk.accept, lambda: moment, look_every=often)
    async with at_work(keeper):
        await until(lambda: keeper.alert)  # it has noted when half of its life is over
        moment = NOW + timedelta(minutes=4200 * 0.44)
        looks = graph.count("GET */delta()")
        await until(lambda: graph.count("GET */delta()") > looks + 2)
        assert graph.count("PATCH /subscriptions/*") == 0
        moment = NOW + timedelta(minutes=4200 * 0.51)
        await until(lambda: graph.count("PATCH /subscriptions/*"))
    assert graph.count("POST /subscriptions") == 1


async def test_many_alarms_are_as_good_as_a_few(keeper: Keeper) -> None:
    for _ in range(100):
        await keeper.heard("missed")


async def test_it_ends_with_the_desk(graph: LocalGraph, keeper: Keeper) -> None:
    await keeper.start()
    await keeper.stop()
    await keeper.stop()
    assert graph.subscriptions == {}


@pytest.fixture
def seat() -> Seat:
    return Seat(mine=False)


@pytest.fixture
def replica(graph: LocalGraph, line: Line, desk: Desk, seat: Seat) -> Keeper:
    return Keeper(line, desk.url, SECRET, desk.accept, lambda: NOW, patience=0.01, chair=seat, beat=0.02)


async def test_of_several_processes_one_keeps_the_subscription_and_the_next_one_takes_over(
    graph: LocalGraph, desk: Desk, replica: Keeper, seat: Seat
) -> None:
    async with at_work(replica):
        await asyncio.sleep(0.2)
        assert graph.count("POST /subscriptions") == 0
        seat.mine = True
        await until(lambda: graph.subscriptions)
        await until(lambda: graph.count("GET */delta()"))
        seat.mine = False
        await until(lambda: replica.alert is None)
        await replica.heard("subscriptionRemoved")
        await asyncio.sleep(0.2)

    assert graph.count("POST /subscriptions") == 1
    assert len(graph.subscriptions) == 1, "what somebody else keeps now is not taken away"


async def test_what_an_onlooker_hears_reaches_the_keeper(graph: LocalGraph, replica: Keeper, seat: Seat) -> None:
    await replica.heard("subscriptionRemoved")
    assert seat.notes == ["subscriptionRemoved"]
    seat.mine = True
    async with at_work(replica):
        await until(lambda: graph.count("GET /subscriptions/*") and not seat.notes)
    assert graph.count("POST /subscriptions") == 1


async def test_without_a_store_the_keeper_stays_the_keeper(graph: LocalGraph, replica: Keeper, seat: Seat) -> None:
    seat.mine = True
    async with at_work(replica):
        await until(lambda: graph.count("GET */delta()"))
        seat.down = True
        await asyncio.sleep(0.2)
        assert replica.alert is not None
        seat.down = False
        await asyncio.sleep(0.1)

    assert graph.count("POST /subscriptions") == 1
    assert not seat.mine, "given back at the end"


async def test_trouble_with_graph_has_a_name_while_it_lasts(graph: LocalGraph, replica: Keeper, seat: Seat) -> None:
    seat.mine = True
    graph.faults = [Fault("POST */subscriptions", [{"status": 500, "headers": {"Retry-After": "0"}}] * 3)]
    async with at_work(replica):
        await until(lambda: replica.trouble == "Throttled")
        await until(lambda: replica.alert is not None and not replica.trouble)
