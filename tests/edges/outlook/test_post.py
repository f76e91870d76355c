"""Every mail leaves once, as it was approved, whatever Graph says about it."""

import asyncio
from typing import Any

import pytest
from mail_people import DESK, FULANA, JEAN

from bot.core.errors import Throttled, Uncertain, Undeliverable
from bot.core.post import Mail
from bot.demo.graph import LocalGraph, Outlook
from bot.demo.graph.box import eml
from bot.demo.graph.server import Fault
from bot.edges.outlook.line import Line
from bot.edges.outlook.mime import body_of, parsed
from bot.edges.outlook.post import GraphPost
from bot.edges.outlook.routing import project_at

SEND = "POST */send"
HTML = "<p>Olá João — preço: 10 € 🎉 日本語</p>\n<p>\u00a0</p>"


def mail(key: str = "p-1.brief-1.v1", **other: Any) -> Mail:
    given = {"subject": "Início do projeto", "text": "Olá", "html": HTML, "project_id": "p-1", "to": (JEAN,), **other}
    return Mail(key=key, **given)


def only(graph: LocalGraph) -> dict[str, Any]:
    assert len(graph.sent) == 1
    return graph.sent[0].data


async def test_what_is_sent_equals_what_was_approved(graph: LocalGraph, post: GraphPost) -> None:
    name = await post.send(mail(importance="high"))
    sent = only(graph)
    assert sent["internetMessageId"] == name
    assert sent["body"] == {"contentType": "html", "content": HTML}
    assert (sent["subject"], sent["importance"]) == ("Início do projeto", "high")
    assert sent["toRecipients"] == [{"emailAddress": {"address": JEAN.address, "name": JEAN.name}}]


async def test_a_mail_without_html_goes_out_as_text(graph: LocalGraph, post: GraphPost) -> None:
    await post.send(mail(html="", text="só texto\n"))
    assert only(graph)["body"] == {"contentType": "text", "content": "só texto\n"}


async def test_our_mail_carries_our_marks(graph: LocalGraph, post: GraphPost) -> None:
    await post.send(mail())
    headers = {header["name"]: header["value"] for header in only(graph)["internetMessageHeaders"]}
    assert headers["x-auto-response-suppress"] == "All"
    assert (headers["x-charter-desk"], headers["x-charter-project"]) == (DESK, "p-1")
    assert len(headers["x-charter-message"]) == 40


async def test_the_same_key_is_sent_once(graph: LocalGraph, post: GraphPost) -> None:
    assert await post.send(mail()) == await post.send(mail())
    assert await post.send(mail("p-1.brief-2.v1")) != await post.send(mail())
    assert len(graph.sent) == 2


@pytest.mark.parametrize(
    "reply",
    [
        {"status": 504, "deliver": True},
        {"status": 503, "deliver": True, "headers": {"Retry-After": "1"}},
        {"status": 500, "deliver": True, "body": "<html>gateway</html>"},
        {"drop": True, "deliver": True},
        {"status": 202, "deliver": True, "headers": {"Retry-After": "2"}},
    ],
    ids=lambda reply: str(reply.get("status", "drop")),
)
async def test_a_mail_that_went_out_in_spite_of_an_error_is_found(
    graph: LocalGraph, post: GraphPost, reply: dict[str, Any]
) -> None:
    graph.faults = [Fault(SEND, [reply])]
    name = await post.send(mail())
    assert name == only(graph)["internetMessageId"]
    assert graph.count(SEND) == 1


@pytest.mark.parametrize("reply", [{"status": 503}, {"status": 504}, {"drop": True}], ids=str)
async def test_a_mail_that_stayed_a_draft_is_sent_from_the_same_draft_later(
    graph: LocalGraph, post: GraphPost, reply: dict[str, Any]
) -> None:
    graph.faults = [Fault(SEND, [reply])]
    with pytest.raises(Throttled):
        await post.send(mail())
    assert await post.arrived(mail().key) is None
    assert await post.send(mail()) == only(graph)["internetMessageId"]
    assert graph.count("POST */messages") == 1


async def test_a_mail_that_shows_up_late_is_waited_for(graph: LocalGraph, post: GraphPost) -> None:
    graph.faults = [
        Fault(SEND, [{"status": 504, "deliver": True}]),
        Fault("GET */messages", [{}, {"status": 200, "body": {"value": []}}]),
    ]
    assert await post.send(mail()) == only(graph)["internetMessageId"]


async def test_a_mail_that_is_nowhere_is_uncertain(graph: LocalGraph, post: GraphPost) -> None:
    nothing = {"status": 200, "body": {"value": []}}
    graph.faults = [Fault(SEND, [{"status": 504}]), Fault("GET */messages", [{}, nothing, nothing])]
    with pytest.raises(Uncertain):
        await post.send(mail())


async def test_nobody_can_look_so_it_is_uncertain(graph: LocalGraph, post: GraphPost) -> None:
    graph.faults = [Fault(SEND, [{"status": 504}]), Fault("GET */messages", [{}, {"status": 503}, {"status": 503}])]
    with pytest.raises(Uncertain):
        await post.send(mail())
    with pytest.raises(Uncertain):
        await post.arrived(mail().key)


async def test_a_busy_mailbox_is_told_with_its_own_waiting_time(graph: LocalGraph, post: GraphPost) -> None:
    throttled = {"status": 429, "headers": {"Retry-After": "200"}, "body": {"error": {"code": "ApplicationThrottled"}}}
    graph.faults = [Fault(SEND, [throttled])]
    with pytest.raises(Throttled) as told:
        await post.send(mail())
    assert told.value.retry_after == 200
    assert (graph.sent, graph.count(SEND)) == ([], 1)


@pytest.mark.parametrize(
    ("match", "status", "code", "reason"),
    [
        (SEND, 400, "ErrorInvalidRecipients", "no_address"),
        (SEND, 403, "ErrorAccessDenied", "forbidden"),
        (SEND, 413, "", "too_big"),
        ("POST */messages", 401, "InvalidAuthenticationToken", "forbidden"),
        ("POST */messages", 400, "ErrorInvalidRequest", "unknown"),
    ],
)
async def test_a_clear_no_is_final(
    graph: LocalGraph, post: GraphPost, match: str, status: int, code: str, reason: str
) -> None:
    graph.faults = [Fault(match, [{"status": status, "body": {"error": {"code": code, "message": ""}}}])]
    with pytest.raises(Undeliverable) as told:
        await post.send(mail())
    assert told.value.reason == reason
    assert graph.sent == []


async def test_trouble_before_the_sending_is_no_doubt(graph: LocalGraph, post: GraphPost) -> None:
    graph.faults = [Fault("POST */messages", [{"status": 504}])]
    with pytest.raises(Throttled):
        await post.send(mail())


@pytest.mark.parametrize("refusal", [{}, {"status": 400, "body": {"error": {"code": "ErrorInvalidPropertySet"}}}])
async def test_a_draft_that_left_late_is_found_among_the_sent(
    graph: LocalGraph, post: GraphPost, refusal: dict[str, Any]
) -> None:
    graph.faults = [Fault(SEND, [{"status": 504}])]
    with pytest.raises(Throttled):
        await post.send(mail())
    (draft,) = graph.box.kept.values()
    as_it_was = {"id": draft.data["id"], "isDraft": True, "internetMessageId": draft.name}
    graph.box.send(draft)
    graph.faults = [
        Fault("GET */messages", [{"status": 200, "body": {"value": [as_it_was]}}]),
        Fault("PATCH */messages/*", [refusal]),
    ]
    assert await post.send(mail()) == only(graph)["internetMessageId"]


async def test_a_clear_no_to_an_older_draft_is_final_too(graph: LocalGraph, post: GraphPost) -> None:
    refusal = {"status": 403, "body": {"error": {"code": "ErrorAccessDenied"}}}
    graph.faults = [Fault(SEND, [{"status": 504}, refusal, refusal])]
    with pytest.raises(Throttled):
        await post.send(mail())
    with pytest.raises(Undeliverable):
        await post.send(mail())
    graph.faults.append(Fault("PATCH */messages/*", [{"status": 429, "headers": {"Retry-After": "9"}}]))
    with pytest.raises(Throttled):
        await post.send(mail())
    assert graph.sent == []


async def test_an_answer_stays_in_its_thread_and_holds_only_what_was_approved(
    graph: LocalGraph, post: GraphPost, outlook: Outlook
) -> None:
    message_id = await outlook.mail(FULANA, "RFP Contoso", "We received the RFP.")
    arrived = graph.box.find(message_id)
    await post.send(mail(subject="", reply_to=message_id, to=(FULANA,)))
    sent = graph.sent[0]
    assert (sent.in_reply_to, sent.references) == (arrived.name, (arrived.name,))
    assert sent.data["conversationId"] == arrived.data["conversationId"]
    assert sent.data["subject"] == "RE: RFP Contoso"
    assert sent.data["body"]["content"] == HTML
    assert sent.data["internetMessageHeaders"][1] == {"name": "x-charter-desk", "value": DESK}


async def test_an_answer_goes_where_we_say_and_not_to_the_reply_to(
    graph: LocalGraph, post: GraphPost, outlook: Outlook
) -> None:
    message_id = await outlook.mail(FULANA, "RFP")
    graph.box.find(message_id).data["replyTo"] = [{"emailAddress": {"address": "mallory@evil.example.com"}}]
    await post.send(mail(reply_to=message_id, to=(FULANA,)))
    assert [one["emailAddress"]["address"] for one in only(graph)["toRecipients"]] == [FULANA.address]


async def test_a_reply_that_was_cut_short_is_finished_from_its_draft(
    graph: LocalGraph, post: GraphPost, outlook: Outlook
) -> None:
    message_id = await outlook.mail(FULANA, "RFP")
    graph.faults = [Fault("PATCH */messages/*", [{"drop": True}])]
    with pytest.raises(Throttled):
        await post.send(mail(reply_to=message_id))
    await post.send(mail(reply_to=message_id))
    assert only(graph)["body"]["content"] == HTML
    assert graph.count("POST */createReply") == 1


async def test_a_draft_that_somebody_changed_is_written_anew(graph: LocalGraph, post: GraphPost) -> None:
    graph.faults = [Fault(SEND, [{"status": 503}])]
    with pytest.raises(Throttled):
        await post.send(mail())
    (draft,) = graph.box.kept.values()
    draft.data |= {"body": {"contentType": "html", "content": "cheaper!"}, "subject": "x", "toRecipients": []}
    mallory = [{"emailAddress": {"address": "mallory@evil.example.com"}}]
    draft.data |= {"ccRecipients": mallory, "bccRecipients": mallory}
    await post.send(mail())
    sent = only(graph)
    assert (sent["body"]["content"], sent["subject"]) == (HTML, "Início do projeto")
    assert (sent["ccRecipients"], sent["bccRecipients"]) == ([], [])
    assert len(sent["toRecipients"]) == 1


async def test_a_mail_that_is_gone_cannot_be_answered(graph: LocalGraph, post: GraphPost) -> None:
    with pytest.raises(Undeliverable):
        await post.send(mail(reply_to="AAMkGONE="))
    assert graph.sent == []


async def test_twenty_mails_at_once_stay_below_what_graph_allows(graph: LocalGraph, post: GraphPost) -> None:
    names = await asyncio.gather(*(post.send(mail(f"key-{number}")) for number in range(20)))
    assert len(set(names)) == len(graph.sent) == 20
    assert graph.busiest <= 2


async def test_a_mail_is_found_by_its_key_after_a_crash(graph: LocalGraph, post: GraphPost) -> None:
    assert await post.arrived("p-1.brief-1.v1") is None
    name = await post.send(mail())
    assert await post.arrived("p-1.brief-1.v1") == name


async def test_a_sent_mail_can_be_taken_away_as_a_file(graph: LocalGraph, post: GraphPost) -> None:
    name = await post.send(mail())
    letter = parsed(eml(graph.sent[0]))
    assert str(letter["message-id"]) == name
    assert body_of(letter, "html") == HTML


@pytest.mark.parametrize("plus", [True, False])
async def test_answers_are_wanted_at_the_projects_own_address_where_the_mailbox_takes_such(
    graph: LocalGraph, line: Line, plus: bool
) -> None:
    post = GraphPost(line, looks=(0,), secret=b"secret", plus=plus)
    await post.send(mail(project_id="p-0123456789abcdef"))
    wanted = [one["emailAddress"]["address"] for one in only(graph).get("replyTo", ())]

    assert [project_at((one,), DESK, b"secret") for one in wanted] == (["p-0123456789abcdef"] if plus else [])
