"""Reading the desk's mailbox, and who stands behind an address."""

import asyncio

import pytest
from mail_people import DESK, FULANA, GUEST, JEAN

from bot.core.errors import MessageGone, Throttled, Undeliverable
from bot.core.letter import FileRef
from bot.core.people import Person
from bot.core.post import Mail
from bot.demo.graph import LocalGraph, Outlook
from bot.demo.graph.box import File
from bot.demo.graph.server import Fault
from bot.edges.outlook.answers import Access, trouble
from bot.edges.outlook.line import Line
from bot.edges.outlook.mailbox import Mailbox
from bot.edges.outlook.post import GraphPost

RFP = File("RFP Contoso – 2026.pdf", b"%PDF-1.7 \x00\xff", "application/pdf")
REPORT = """From: <MicrosoftExchange329@corp.example.com>\r
Content-Type: multipart/report; report-type=delivery-status; boundary=b\r
\r
--b\r
Content-Type: message/delivery-status\r
\r
Final-Recipient: rfc822;jean@vendor.example.com\r
Action: {action}\r
\r
--b\r
Content-Type: text/rfc822-headers\r
\r
Message-ID: <out-7@corp.example.com>\r
\r
--b--\r
"""


async def test_a_mail_is_read_with_everything_the_desk_needs(post: GraphPost, outlook: Outlook) -> None:
    message_id = await outlook.mail(
        FULANA,
        "RFP Contoso",
        "We received the RFP.\n\nFulana",
        attachments=[RFP],
        headers=[("Content-Language", "pt-BR")],
    )
    mail = await post.read(message_id)
    assert mail is not None
    assert (mail.message_id, mail.subject, mail.language) == (message_id, "RFP Contoso", "pt-BR")
    assert mail.sender == Person(name="Fulana de Tal", address=FULANA.address)
    assert (mail.new_text, mail.to) == ("We received the RFP.\n\nFulana", (DESK,))
    assert (mail.automatic, mail.trusted) == ("", True)
    assert [file.name for file in mail.files] == [RFP.name]


async def test_an_answer_to_our_mail_leads_back_to_it(graph: LocalGraph, post: GraphPost, outlook: Outlook) -> None:
    name = await post.send(Mail(to=(JEAN,), subject="Brief", text="t", html="<p>Please answer.</p>", key="k"))
    mail = await post.read(await outlook.mail(JEAN, "RE: Brief", "Done.", in_reply_to=name))
    assert mail is not None
    assert (mail.answered, mail.new_text, mail.trusted) == ((name,), "Done.", True)
    assert "Please answer." in mail.full_text


async def test_a_forged_sender_is_read_but_not_trusted(post: GraphPost, outlook: Outlook) -> None:
    mail = await post.read(await outlook.mail(FULANA, "Approve", "APPROVE 7K2M", proved=False))
    assert mail is not None
    assert not mail.trusted


async def test_a_mail_that_was_moved_is_not_there(post: GraphPost) -> None:
    assert await post.read("AAMkGONE+1/2=") is None


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
async def test_trouble_at_graph_is_for_later(graph: LocalGraph, post: GraphPost, status: int) -> None:
    graph.faults = [Fault("GET */messages/*", [{"status": status, "headers": {"Retry-After": "7"}}])]
    with pytest.raises(Throttled) as told:
        await post.read("AAMk1=")
    assert told.value.retry_after == 7
    assert len(graph.log) == 1


async def test_a_broken_line_is_for_later(graph: LocalGraph, post: GraphPost) -> None:
    graph.faults = [Fault("GET */messages/*", [{"drop": True}])]
    with pytest.raises(Throttled):
        await post.read("AAMk1=")


async def test_an_answer_that_is_no_answer_is_for_later(graph: LocalGraph, post: GraphPost) -> None:
    graph.faults = [Fault("GET */messages/*", [{"status": 200, "body": "<html>a gateway speaks</html>"}])]
    with pytest.raises(Throttled):
        await post.read("AAMk1=")


async def test_half_a_character_does_not_hide_a_mail(graph: LocalGraph, post: GraphPost) -> None:
    body = '{"id": "AAMk1=", "subject": "RFP \\ud83d", "body": {"contentType": "text", "content": "\\ude80 Hello"}}'
    graph.faults = [Fault("GET */messages/*", [{"status": 200, "body": body}])]
    mail = await post.read("AAMk1=")

    assert mail is not None
    assert (mail.subject, mail.new_text) == ("RFP \ufffd", "\ufffd Hello")


async def test_a_mailbox_that_is_not_ours_to_read_is_waited_for_until_somebody_mends_that(graph: LocalGraph) -> None:
    line = Line(Access(base_url=graph.url, mailbox="ceo@corp.example.com"))
    with pytest.raises(Throttled) as told:
        await Mailbox(line).read("AAMk1=")
    assert (type(told.value), "403" in str(told.value)) == (Throttled, True)
    await line.close()


async def test_nobody_answers_at_that_address() -> None:
    line = Line(Access(base_url="http://127.0.0.1:9/v1.0", mailbox=DESK))
    with pytest.raises(Throttled):
        await Mailbox(line).read("AAMk1=")
    await line.close()


async def test_a_slow_graph_is_not_waited_for_longer_than_agreed(graph: LocalGraph) -> None:
    graph.faults = [Fault("GET */messages/*", [{"delay": 0.5}])]
    line = Line(Access(base_url=graph.url, mailbox=DESK), timeout=0.1)
    with pytest.raises(Throttled):
        await Mailbox(line).read("AAMk1=")
    await line.close()


@pytest.mark.parametrize(("action", "kind"), [("failed", "ndr"), ("delayed", "receipt")])
async def test_a_delivery_report_is_read_in_its_own_words(
    graph: LocalGraph, post: GraphPost, outlook: Outlook, action: str, kind: str
) -> None:
    headers = [("Content-Type", "multipart/report; report-type=delivery-status; boundary=b")]
    message_id = await outlook.mail(JEAN, "Undeliverable", headers=headers)
    graph.faults = [Fault("GET */$value", [{"status": 200, "body": REPORT.format(action=action)}])]
    mail = await post.read(message_id)
    assert mail is not None
    assert (mail.automatic, mail.references) == (kind, ("<out-7@corp.example.com>",))


async def test_an_attachment_comes_as_it_was_sent(post: GraphPost, outlook: Outlook) -> None:
    mail = await post.read(await outlook.mail(FULANA, "RFP", attachments=[RFP]))
    assert mail is not None
    assert await post.fetch(mail.files[0]) == RFP.content


async def test_an_attachment_that_is_too_big_is_not_even_asked_for(
    graph: LocalGraph, line: Line, outlook: Outlook
) -> None:
    mailbox = Mailbox(line, file_limit=3)
    mail = await mailbox.read(await outlook.mail(FULANA, "RFP", attachments=[RFP]))
    assert mail is not None
    with pytest.raises(Undeliverable, match=r"desk\.file_too_big"):
        await mailbox.fetch(mail.files[0])
    assert graph.count("GET */$value") == 0


async def test_an_attachment_that_is_gone_is_told_so(post: GraphPost) -> None:
    with pytest.raises(Undeliverable, match=r"desk\.file_lost"):
        await post.fetch(FileRef(name="a", message="AAMk1=", attachment="x"))


async def test_an_attachment_may_be_had_later(graph: LocalGraph, post: GraphPost) -> None:
    graph.faults = [Fault("GET */attachments/*", [{"status": 503}])]
    with pytest.raises(Throttled):
        await post.fetch(FileRef(name="a", message="AAMk1=", attachment="x"))


async def test_the_directory_knows_our_own_people_and_strangers_are_not_looked_for(
    graph: LocalGraph, post: GraphPost
) -> None:
    found = await post.who("Fulana@corp.example.com")
    assert found == FULANA.model_copy(update={"tenant": "tenant-1"})
    assert await post.who(FULANA.oid) == found
    assert await post.who("nobody.o'hara@corp.example.com") is None
    assert await post.who(GUEST.oid) is None  # in the directory, under an address from elsewhere
    assert await post.who("00000000-0000-0000-0000-000000000000") is None
    asked = len(graph.log)
    assert await post.who(JEAN.address) is None
    assert len(graph.log) == asked


async def test_a_directory_that_may_not_be_asked_knows_nobody(graph: LocalGraph, post: GraphPost) -> None:
    graph.faults = [Fault("GET */users", [{"status": 403}, {"status": 503}])]
    assert await post.who(FULANA.address) is None
    with pytest.raises(Throttled):
        await post.who(FULANA.address)


def test_a_client_lives_in_its_own_loop(graph: LocalGraph) -> None:
    """The same line used from a second loop makes itself a second client."""
    line = Line(Access(base_url="http://127.0.0.1:9/v1.0", mailbox=DESK))

    async def once() -> int:
        try:
            return (await line.ask(lambda calls: calls.message("1"))).status
        finally:
            await line.close()

    assert [asyncio.run(once()), asyncio.run(once())] == [0, 0]


async def test_a_token_is_never_sent_to_another_host(line: Line) -> None:
    with pytest.raises(Undeliverable):
        await line.ask(lambda calls: calls.next_page("http://evil.example.com/v1.0/users/x/messages?$skiptoken=1"))


async def test_without_a_token_graph_says_no(graph: LocalGraph, line: Line) -> None:
    graph.faults = [
        Fault("GET */messages/*", [{"status": 401, "body": {"error": {"code": "InvalidAuthenticationToken"}}}])
    ]
    answer = await line.ask(lambda calls: calls.message("1"))
    assert (answer.status, answer.code) == (401, "InvalidAuthenticationToken")
    assert not isinstance(trouble(answer, "x"), MessageGone)
