"""Recorded cases from first byte to last effect: every path that a case expects is observed on a desk."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from mail_cases import cases, every_failure
from mail_desk import BOT, STAFF, CaseDesk
from mail_people import NOW

from bot.demo.graph import LocalGraph
from bot.edges.store import DeskStore

pytestmark = pytest.mark.slow  # real processes, or the real clients on loopback

UNWISHED = ("auto-loop-brake",)  # a contributor is answered by nobody here, so that nothing has to be stopped
SLOW = ("webhook-slow-graph-quick-ack",)


@pytest.fixture(scope="session")
async def lasting_bot_graph() -> AsyncIterator[LocalGraph]:
    async with LocalGraph(BOT, people=STAFF, clock=lambda: NOW) as graph:
        yield graph


@pytest.fixture
def bot_graph(lasting_bot_graph: LocalGraph) -> LocalGraph:
    lasting_bot_graph.reset()
    return lasting_bot_graph


def each(*topics: str) -> Any:
    given = [case for topic in topics for case in cases(topic)]
    marked = [pytest.param(one, marks=pytest.mark.slow) if one["id"] in SLOW else one for one in given]
    names = [one["id"] for one in given]
    return pytest.mark.parametrize("case", marked, ids=names)


@each("reply", "approve", "auto", "route")
async def test_a_mail_has_the_effect_it_should(case: dict[str, Any], bot_graph: LocalGraph, store: DeskStore) -> None:
    async with CaseDesk(case, bot_graph, store) as desk:
        await desk.read_all()
        observed = await desk.observed()
    assert every_failure(case, observed) == []
    if case["id"] not in UNWISHED:
        assert every_failure(case, observed, levels=("should",)) == []


@each("webhook")
async def test_a_notification_is_answered_and_worked_on(
    case: dict[str, Any], bot_graph: LocalGraph, store: DeskStore
) -> None:
    async with CaseDesk(case, bot_graph, store) as desk:
        await desk.play()
        observed = await desk.observed()
    assert every_failure(case, observed) == []


@each("subscription")
async def test_the_subscription_is_kept(case: dict[str, Any], bot_graph: LocalGraph, store: DeskStore) -> None:
    requests = []

    async def foreign(request: web.Request) -> web.Response:
        requests.append(request.path)
        return web.json_response({"value": []})

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", foreign)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "localhost", 0).start()
    async with CaseDesk(case, bot_graph, store) as desk:
        desk._script(foreign_port=runner.addresses[0][1])
        await desk.keep()
        observed = await desk.observed()
    await runner.cleanup()
    observed["state"]["foreign_requests"] = len(requests)
    assert every_failure(case, observed) == []


@each("send")
async def test_a_mail_leaves_once_and_as_it_was_approved(
    case: dict[str, Any], bot_graph: LocalGraph, store: DeskStore
) -> None:
    async with CaseDesk(case, bot_graph, store, home_by_mail="turn" in case["input"]) as desk:
        await desk.send()
        if "turn" in case["input"]:
            await desk.notified(desk.mails[0])
        observed = await desk.observed()
    assert every_failure(case, observed) == []
