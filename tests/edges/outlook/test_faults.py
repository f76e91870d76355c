"""Every misfortune of Graph as the desk's own client meets it, switched on from outside; what left is counted."""

from typing import Any

import aiohttp
import pytest
from mail_people import DESK, FULANA, JEAN

from bot.core.errors import Throttled, Uncertain, Undeliverable, Unreadable
from bot.core.post import Mail
from bot.demo.graph import LocalGraph, Outlook
from bot.demo.graph.box import File
from bot.edges.outlook.answers import Access
from bot.edges.outlook.line import Line
from bot.edges.outlook.post import GraphPost

SENDS = {"method": "POST", "path": "*/send"}
READS = {"method": "GET", "path": "*/messages/*"}
MAIL = Mail(key="p-1.brief-1.v1", subject="Kickoff", text="Hello", html="", project_id="p-1", to=(JEAN,))


async def arm(graph: LocalGraph, kind: str, on: dict[str, Any], **numbers: Any) -> None:
    body = {"kind": kind, "on": on, **numbers}
    async with aiohttp.ClientSession() as client, client.put(graph.fault_url, json=body) as answer:
        assert answer.status == 204, await answer.text()


KINDS = [
    ("status", {"status": 401}, Undeliverable, 0),
    ("status", {"status": 403}, Undeliverable, 0),
    ("status", {"status": 429, "retry_after": 9}, Throttled, 0),
    ("status", {"status": 503}, Throttled, 0),
    ("status", {"status": 504}, Throttled, 0),
    ("reset", {}, Throttled, 0),
    ("fail_after", {"status": 503}, None, 1),
    ("fail_after", {"status": 504}, None, 1),
    ("reset_after", {}, None, 1),
    ("hang", {}, None, 1),
    ("slow", {"seconds": 0.1}, None, 1),
    ("rule", {"answer": {"status": 202}}, None, 0),
]


@pytest.mark.parametrize(("kind", "numbers", "error", "left"), KINDS, ids=str)
async def test_a_mail_leaves_or_stays_whatever_is_said_of_it(
    graph: LocalGraph, kind: str, numbers: dict[str, Any], error: type[Exception] | None, left: int
) -> None:
    line = Line(Access(base_url=graph.url, mailbox=DESK, tenant="tenant-1"), timeout=0.4)
    seen: list[Any] = []
    graph.watch(seen.append)
    await arm(graph, kind, SENDS, **numbers)
    trouble = None

    try:
        await GraphPost(line, looks=(0, 0)).send(MAIL)
    except (Throttled, Uncertain, Undeliverable) as found:
        trouble = found
    await line.close()

    assert type(trouble) is (error or type(None))
    assert len(graph.sent) == len(seen) == left
    assert graph.rules.report() == {"armed": [], "injected": {kind: 1}, "accepted": {kind: 1} if left else {}}


async def test_a_pause_that_is_asked_for_is_told(graph: LocalGraph, post: GraphPost) -> None:
    await arm(graph, "status", SENDS, status=429, retry_after=9)
    with pytest.raises(Throttled) as told:
        await post.send(MAIL)
    assert told.value.retry_after == 9


async def test_a_mail_that_is_gone_is_missed_by_nobody(graph: LocalGraph, post: GraphPost, outlook: Outlook) -> None:
    mail = await outlook.mail(FULANA, "RFP", "Please answer.")
    await arm(graph, "status", READS, status=404)
    assert await post.read(mail) is None
    assert await post.read(mail) is not None


@pytest.mark.parametrize(
    ("status", "found"),
    [*((status, Throttled) for status in (401, 403, 429, 502, 503, 504)), (500, Unreadable), (400, Unreadable),
     (410, Unreadable)],
)  # fmt: skip
async def test_it_is_told_whether_graph_is_away_or_refuses_this_mail_alone(
    graph: LocalGraph, post: GraphPost, outlook: Outlook, status: int, found: type[Exception]
) -> None:
    mail, other = [await outlook.mail(FULANA, "RFP", words) for words in ("Please answer.", "Please answer too.")]
    await arm(graph, "status", {"method": "GET", "path": f"*/messages/{mail}*"}, status=status, times=-1)
    with pytest.raises(Throttled) as told:
        await post.read(mail)
    assert type(told.value) is found
    assert await post.read(other) is not None


@pytest.mark.parametrize("body", ["", "<html>", "[]", '{"id": 7}', '{"id": "m", "body": '])
async def test_an_answer_that_nobody_understands_is_this_mails_own(
    graph: LocalGraph, post: GraphPost, outlook: Outlook, body: str
) -> None:
    mail = await outlook.mail(FULANA, "RFP", "Please answer.")
    await arm(graph, "rule", READS, answer={"status": 200, "text": body})
    with pytest.raises(Unreadable):
        await post.read(mail)


@pytest.mark.parametrize(("status", "found"), [(500, Unreadable), (401, Throttled), (503, Throttled)])
async def test_the_list_of_its_files_is_judged_like_the_mail(
    graph: LocalGraph, post: GraphPost, outlook: Outlook, status: int, found: type[Exception]
) -> None:
    mail = await outlook.mail(FULANA, "RFP", "Please answer.", attachments=[File("a.pdf", b"x", "application/pdf")])
    await arm(graph, "status", {"method": "GET", "path": "*/attachments*"}, status=status)
    with pytest.raises(Throttled) as told:
        await post.read(mail)
    assert type(told.value) is found


async def test_the_switches_are_neither_logged_nor_asked_for_a_token(graph: LocalGraph) -> None:
    await arm(graph, "reset", SENDS)
    async with aiohttp.ClientSession() as client, client.delete(graph.fault_url) as answer:
        assert (await answer.json())["armed"][0]["kind"] == "reset"
    assert graph.log == []
    assert graph.rules.report()["armed"] == []
