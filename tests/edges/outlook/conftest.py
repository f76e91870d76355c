"""One local Graph and one SDK client for the whole room: loading the SDK costs more than all the tests together."""

from collections.abc import AsyncIterator

import pytest
from mail_people import DESK, FULANA, GUEST, NOW

from bot.demo.graph import LocalGraph, Outlook
from bot.edges.outlook.answers import Access
from bot.edges.outlook.line import Line
from bot.edges.outlook.post import GraphPost


@pytest.fixture(scope="session")
async def lasting_graph() -> AsyncIterator[LocalGraph]:
    async with LocalGraph(DESK, people=(FULANA, GUEST), clock=lambda: NOW) as graph:
        yield graph


@pytest.fixture(scope="session")
async def line(lasting_graph: LocalGraph) -> AsyncIterator[Line]:
    line = Line(Access(base_url=lasting_graph.url, mailbox=DESK, tenant="tenant-1"), timeout=5)
    await line.warm()
    yield line
    await line.close()


@pytest.fixture
def graph(lasting_graph: LocalGraph) -> LocalGraph:
    """Fresh for every test."""
    lasting_graph.reset()
    return lasting_graph


@pytest.fixture
def post(graph: LocalGraph, line: Line) -> GraphPost:
    return GraphPost(line, looks=(0, 0))


@pytest.fixture
def outlook(graph: LocalGraph) -> Outlook:
    return Outlook(graph)
