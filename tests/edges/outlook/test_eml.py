"""Without a mail server the desk writes its mails into a folder, whole and once."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from mail_people import FULANA, JEAN

from bot.core.errors import Throttled, Undeliverable
from bot.core.letter import FileRef
from bot.core.people import Person
from bot.core.post import Mail
from bot.edges.outlook.eml import EmlPost
from bot.edges.outlook.mime import body_of, parsed
from bot.flows.ports import Post

NOW = datetime(2026, 12, 1, 13, 5, tzinfo=UTC)
DESK = Person(name="Charter Desk", address="desk@corp.example.com")
TEXT = "Olá João — preço: 10 €\r\n\r\n  日本語 🎉\n.\nFrom here\n"
MAIL = Mail(to=(JEAN, FULANA), subject="Início", text=TEXT, html="<p>Olá</p>\n", key="p-1.brief.v1", project_id="p-1")
RECEIVED = b"""From: "Fulana de Tal" <Fulana@corp.example.com>\r
To: desk@corp.example.com\r
Subject: =?utf-8?q?RFP_Contoso?=\r
Message-ID: <second@corp.example.com>\r
References: <first@corp.example.com>\r
In-Reply-To: <first@corp.example.com>\r
Date: Tue, 1 Dec 2026 10:05:00 -0300\r
Content-Type: multipart/mixed; boundary=b\r
\r
--b\r
Content-Type: text/plain; charset=utf-8\r
\r
We received the RFP.\r
--b\r
Content-Type: application/pdf\r
Content-Disposition: attachment; filename=rfp.pdf\r
Content-Transfer-Encoding: base64\r
\r
JVBERg==\r
--b--\r
"""


@pytest.fixture
def post(tmp_path: Path) -> EmlPost:
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / "mail-2.eml").write_bytes(RECEIVED)
    return EmlPost(tmp_path, DESK, lambda: NOW)


def written(post: EmlPost) -> list[Path]:
    return sorted(post.outbox.iterdir()) if post.outbox.exists() else []


def test_it_is_a_post(post: EmlPost) -> None:
    as_post: Post = post
    assert as_post is post


async def test_both_forms_of_a_mail_are_written_byte_for_byte(post: EmlPost) -> None:
    name = await post.send(MAIL)
    letter = parsed(written(post)[0].read_bytes())
    plain, html = list(letter.iter_parts())
    assert letter.get_content_type() == "multipart/alternative"
    assert plain.get_payload(decode=True) == TEXT.encode()
    assert html.get_payload(decode=True) == MAIL.html.encode()
    assert (str(letter["subject"]), str(letter["message-id"])) == ("Início", name)
    assert str(letter["to"]) == "Jean Dupont <jean@vendor.example.com>, Fulana de Tal <fulana@corp.example.com>"
    assert (str(letter["x-charter-project"]), str(letter["date"])) == ("p-1", "Tue, 01 Dec 2026 13:05:00 +0000")


async def test_a_mail_without_html_has_one_part(post: EmlPost) -> None:
    await post.send(MAIL.model_copy(update={"html": ""}))
    letter = parsed(written(post)[0].read_bytes())
    assert (letter.get_content_type(), letter.get_payload(decode=True)) == ("text/plain", TEXT.encode())


async def test_the_same_key_is_written_once(post: EmlPost) -> None:
    assert await post.arrived(MAIL.key) is None
    first = await post.send(MAIL)
    assert await post.send(MAIL.model_copy(update={"text": "other"})) == first == await post.arrived(MAIL.key)
    assert len(written(post)) == 1
    assert body_of(parsed(written(post)[0].read_bytes()), "plain") == TEXT


async def test_an_answer_continues_the_thread_of_a_received_mail(post: EmlPost) -> None:
    await post.send(MAIL.model_copy(update={"reply_to": "mail-2", "subject": ""}))
    letter = parsed(written(post)[0].read_bytes())
    assert str(letter["in-reply-to"]) == "<second@corp.example.com>"
    assert str(letter["references"]) == "<first@corp.example.com> <second@corp.example.com>"
    assert str(letter["subject"]) == "RE: RFP Contoso"


async def test_an_answer_to_an_internet_message_id_names_it(post: EmlPost) -> None:
    await post.send(MAIL.model_copy(update={"reply_to": "<other@corp.example.com>"}))
    assert str(parsed(written(post)[0].read_bytes())["in-reply-to"]) == "<other@corp.example.com>"


@pytest.mark.parametrize("address", ["", "nobody", "a@b\r\nBcc: mallory@evil.example.com"])
async def test_a_wrong_address_cannot_be_written_to(post: EmlPost, address: str) -> None:
    with pytest.raises(Undeliverable) as told:
        await post.send(MAIL.model_copy(update={"to": (Person(name="x", address=address),)}))
    assert told.value.reason == "no_address"
    assert written(post) == []


async def test_line_breaks_in_a_subject_make_no_header(post: EmlPost) -> None:
    await post.send(MAIL.model_copy(update={"subject": "Hello\r\nBcc: mallory@evil.example.com"}))
    letter = parsed(written(post)[0].read_bytes())
    assert letter["bcc"] is None
    assert str(letter["subject"]) == "Hello Bcc: mallory@evil.example.com"


async def test_a_folder_that_cannot_be_written_is_for_later(tmp_path: Path) -> None:
    (tmp_path / "outbox").write_text("a file stands in the way")
    with pytest.raises(Throttled):
        await EmlPost(tmp_path, DESK, lambda: NOW).send(MAIL)


async def test_mails_in_the_inbox_folder_are_read_like_any_other(post: EmlPost) -> None:
    mail = await post.read("mail-2")
    assert mail is not None
    assert (mail.subject, mail.new_text, mail.sender.address) == ("RFP Contoso", "We received the RFP.", FULANA.address)
    assert (mail.in_reply_to, mail.at) == ("<first@corp.example.com>", NOW)
    assert await post.fetch(mail.files[0]) == b"%PDF"


@pytest.mark.parametrize("name", ["mail-3", "../inbox/mail-2", "..", ""])
async def test_nothing_outside_the_inbox_is_read(post: EmlPost, name: str) -> None:
    assert await post.read(name) is None
    with pytest.raises(Undeliverable):
        await post.fetch(FileRef(name="x", message=name, attachment="0"))


async def test_there_is_no_directory(post: EmlPost) -> None:
    assert await post.who(FULANA.address) is None
