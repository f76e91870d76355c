"""Mails as people's programs write them: what is new in them, who wrote them, what they answer."""

import time
from typing import Any

import pytest
from mail_cases import cases

from bot.core.post import Arrived
from bot.edges.outlook.mailtext import lines_of, read
from bot.edges.outlook.mime import paper_of, report_of
from bot.edges.outlook.papers import Paper
from bot.edges.outlook.reading import arrived
from bot.edges.outlook.routing import own_address, project_at, project_in, subject_tag

DESK = "sow-bot@corp.example.com"
HOME = frozenset(("corp.example.com",))
SECRET = b"a secret of the desk"


def each(topic: str) -> Any:
    return pytest.mark.parametrize("case", list(cases(topic)), ids=lambda case: case["id"])


def opened(case: dict[str, Any]) -> Arrived:
    if raw := case["input"].get("eml"):
        paper = paper_of(raw, "message-1")
        return arrived(paper, DESK, HOME, report_of(raw))
    message = case["input"].get("message") or case["input"]["messages"][0]
    return arrived(Paper.model_validate(message), DESK, HOME)


DISPOSITIONS = {
    "auto-dsn-delayed": "receipt",
    "auto-human-with-suppress-all": "",
    "auto-loop-brake": "",
    "auto-meeting-accepted": "meeting",
    "auto-ndr-eml": "ndr",
    "auto-ndr-two-report-parts": "ndr",
    "auto-noreply-ping-pong": "list",
    "auto-oof-de-no-headers": "oof",
    "auto-oof-en-no-headers": "oof",
    "auto-oof-ptbr-headers": "oof",
    "auto-own-message-id": "own",
}


@each("auto")
def test_mails_that_no_person_wrote_are_recognised(case: dict[str, Any]) -> None:
    assert opened(case).automatic == DISPOSITIONS[case["id"]]


@each("route")
def test_mails_find_their_project(case: dict[str, Any]) -> None:
    """Own ids first, then the tag in the subject; whether the sender may is judged elsewhere."""
    mail, world = opened(case), case["input"]["world"]
    sent = {one["internetMessageId"]: one["project"] for one in world["sent"]}
    by_id = next((sent[name] for name in mail.answered if name in sent), "")
    expected = {one["value"] for one in case["expect"] if one["path"] == "mail.project"}
    if case["id"].startswith("route-tag"):
        assert by_id == ""
    else:
        assert not expected or expected == {by_id}


@each("route")
def test_only_proved_senders_are_trusted(case: dict[str, Any]) -> None:
    mail = opened(case)
    assert mail.trusted
    assert mail.sender.address == mail.sender.address.casefold()


def test_a_sender_who_only_looks_like_one_of_ours_is_not_trusted() -> None:
    paper = Paper.model_validate(
        {
            "id": "1",
            "from": {"emailAddress": {"address": "fulana@corp.example.com"}},
            "internetMessageHeaders": [
                {"name": "Authentication-Results", "value": "dmarc=fail header.from=corp.example.com"},
                {"name": "Authentication-Results", "value": "dmarc=pass header.from=corp.example.com"},
                {"name": "X-MS-Exchange-Organization-AuthAs", "value": "Anonymous"},
            ],
        }
    )
    assert not arrived(paper, DESK, HOME).trusted


@pytest.mark.parametrize(
    ("results", "trusted"),
    [
        ("spf=pass; dkim=pass; dmarc=pass action=none header.from=vendor.example.com;", True),
        ("dmarc=pass action=none header.from=evil.example.com", False),
        ("spf=pass; dmarc=none", False),
        ("mx.example.net; dkim=pass;dmarc=pass (p=REJECT) header.from=vendor.example.com", True),
        ("spf=fail smtp.mailfrom=dmarc=pass@evil.example.com; dmarc=fail header.from=vendor.example.com", False),
        ("spf=pass (dmarc=pass) smtp.helo=dmarc=pass; dmarc=none header.from=vendor.example.com", False),
        ("", False),
    ],
)
def test_mail_from_outside_has_to_pass_dmarc_for_its_own_domain(results: str, trusted: bool) -> None:
    paper = Paper.model_validate(
        {
            "from": {"emailAddress": {"address": "Jean@Vendor.Example.com"}},
            "internetMessageHeaders": [{"name": "authentication-results", "value": results}],
        }
    )
    assert arrived(paper, DESK, HOME).trusted is trusted


def test_a_thread_is_named_by_its_first_mail_and_answers_the_nearest_one() -> None:
    case = next(one for one in cases("route") if one["id"] == "route-references-right-to-left")
    mail = opened(case)
    assert mail.root == mail.references[0]
    assert mail.answered[0] == mail.in_reply_to


def test_mails_without_an_internet_id_are_told_apart() -> None:
    nameless = [Paper.model_validate({"id": name, "internetMessageId": None}) for name in ("AAMk1=", "AAMk2=")]
    assert [arrived(paper, DESK, HOME).internet_id for paper in nameless] == ["AAMk1=", "AAMk2="]


def test_a_delivery_report_answers_the_mail_it_is_about() -> None:
    case = next(one for one in cases("auto") if one["id"] == "auto-ndr-two-report-parts")
    assert "<sow-out-1001@corp.example.com>" in opened(case).answered


def test_a_subject_tag_is_found_behind_any_prefix_and_only_with_its_check() -> None:
    tag = subject_tag("p-0123456789abcdef", SECRET)
    assert project_in(f"AW: WG: Res: {tag.lower()} Kickoff", SECRET) == "p-0123456789abcdef"
    assert project_in(f"RE: {tag}", b"another desk") == ""
    assert project_in(tag.replace("01234", "11234"), SECRET) == ""


def test_two_different_tags_name_no_project() -> None:
    both = subject_tag("p-0123456789abcdef", SECRET) + subject_tag("p-fedcba9876543210", SECRET)
    assert project_in(both, SECRET) == ""


@pytest.mark.parametrize(
    ("html", "new"),
    [
        ("<p>a<p style='display: none'>secret<p>b", "a\nb"),
        ("<div style='font-size:0px'>APROVAR 7K2M</div><div>ok</div>", "ok"),
        ("<div hidden>x</div>y", "y"),
        ("<span>APRO</span><span>VAR&nbsp;7K2M</span>", "APROVAR 7K2M"),
        ("<style>p{}</style><title>t</title><!-- c --><p>seen</p>", "seen"),
        ("<ul><li>one<li>two</ul>", "one\ntwo"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
        ("<pre>one\n  two</pre>", "one\n  two"),
        ("a<br><br>b", "a\n\nb"),
        ("<div>mine</div><blockquote style='margin:0 0 0 40px'>indented by me</blockquote>", "mine\nindented by me"),
        (
            "<div>see below</div><div class='gmail_quote'><div class='gmail_attr'>---------- Välitetty viesti ---------"
            "<br>Lähettäjä: x</div>APROVAR 7K2M</div>",
            "see below",
        ),
        (
            "<div class='gmail_quote'><div class='gmail_attr'>pe 1. jouluk. 2026 klo 9.30 x kirjoitti:</div>"
            "<blockquote class='gmail_quote'>Who?</blockquote><div>Erika.</div>"
            "<blockquote class='gmail_quote'>When?</blockquote>"
            "<div>Friday.</div></div>",
            "Erika.\n\nFriday.",
        ),
        ("<p>short</p><p>Enviado do meu iPhone</p>", "short"),
        ("<p>Enviado pelo fornecedor ontem.</p>", "Enviado pelo fornecedor ontem."),
        ("<p>one</p><![if !mso]><p>two</p><![endif]><![nobody[knows]><p>three</p>", "one\ntwo\nthree"),
        ("<p>one</p><![[[[[<p>two</p><![temp 7>", "one\ntwo"),
    ],
)
def test_html_is_read_as_a_person_sees_it(html: str, new: str) -> None:
    assert read(lines_of("HTML", html)).new_text == new


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("Hello\n\n> quoted", "Hello"),
        ("> Why?\n\nBecause.\n\n> When?\n\nNow.", "Because.\n\nNow."),
        ("Ja\n\nAm 01.12.2026 um 13:30 schrieb SOW Bot:\n> alt", "Ja"),
        ("Am Freitag schrieb mir Jean 3 Punkte:\n1. Preis", "Am Freitag schrieb mir Jean 3 Punkte:\n1. Preis"),
        ("承知しました。\n\n2026年12月1日(火) 21:30 SOW Bot <sow-bot@corp.example.com>:\n\n> 古い", "承知しました。"),
        ("了解\n\n2026/12/01 21:30、SOW Botのメール:\n古い", "了解"),
        ("Sí\n\nEl mar, 1 dic 2026 a las 9:30, SOW Bot (<b@c.example.com>) escribió:\n\n> viejo", "Sí"),
        ("Oui\n\nLe mar. 1 déc. 2026 à 09:30, SOW Bot <b@c.example.com> a écrit :\n> vieux", "Oui"),
        ("Ok\n\n________________________________\nDa: x\nInviato: y\nA: z\nOggetto: w\n\nvecchio", "Ok"),
        ("Prima\n\n-----Messaggio originale-----\nvecchio", "Prima"),
        ("See it.\n\nBegin forwarded message:\n\nFrom: a", "See it."),
        ("--- Annex A ---\nPrice", "--- Annex A ---\nPrice"),
        ("Done\n-- \nJane Doe\nCorp", "Done"),
        ("*De:* a\n*Data:* b\n*Assunto:* c\n\nvelho", ""),
    ],
)
def test_plain_text_is_read_as_a_person_sees_it(text: str, new: str) -> None:
    assert read(lines_of("text", text)).new_text == new


def test_what_the_server_takes_for_new_is_still_cut() -> None:
    body = lines_of("text", "new\n\n> old")
    assert read(body, lines_of("text", "new\n\n> old")) == ("new", "new\n\n> old")
    assert read(body, []).new_text == ""


def test_pictures_in_the_text_are_no_files() -> None:
    slips = [
        {"id": "a", "name": "logo.png", "contentType": "image/png", "isInline": True},
        {"id": "b", "name": "rfp.pdf", "contentType": "application/pdf", "size": 7, "isInline": False},
        {"id": "c", "name": None, "contentType": None},
    ]
    shown = {"contentType": "html", "content": 'Regards <img src="cid:logo">'}
    mail = arrived(Paper.model_validate({"id": "m", "body": shown, "attachments": slips}), DESK, HOME)
    assert [(file.name, file.message, file.attachment) for file in mail.files] == [
        ("rfp.pdf", "m", "b"),
        ("attachment", "m", "c"),
    ]


def test_a_subject_that_a_relay_left_encoded_is_decoded() -> None:
    paper = Paper.model_validate({"subject": "=?UTF-8?Q?Revis=C3=A3o?= do edital"})
    assert arrived(paper, DESK, HOME).subject == "Revisão do edital"


ODD_HEADERS = {
    "a date far from all others": b"Date: Thu, 2777777777777777777777 Jun 2012 17:16:05 -0400",
    "a sender in a thousand comments": b"From: " + b"(" * 2000 + b" ana@corp.example.com",
    "a form in a thousand comments": b"Content-Type: " + b"(" * 2000 + b"text/plain",
    "a charset with a zero in it": b'Content-Type: text/plain; charset="utf\x008"',
    "a disposition that is none": b"Content-Disposition: " + b"(" * 2000,
}


@pytest.mark.parametrize("header", ODD_HEADERS.values(), ids=list(ODD_HEADERS))
def test_a_header_that_cannot_be_understood_does_not_hide_the_mail(header: bytes) -> None:
    raw = header + b"\nSubject: RFP Contoso\nMessage-ID: <a@b>\n\nWe received the RFP.\n"
    mail = arrived(paper_of(raw, "message-1"), DESK, HOME, report_of(raw))

    assert (mail.subject, mail.internet_id, mail.new_text) == ("RFP Contoso", "<a@b>", "We received the RFP.")


def test_a_header_without_end_is_understood_once_and_not_for_every_part() -> None:
    parameters = b"".join(b"\n a%d*0=x;" % number for number in range(800))
    head = b"Content-Type: multipart/report;" + parameters + b" boundary=b\n\n"
    raw = head + b"--b\nContent-Type: text/plain\n\nhello\n" * 50 + b"--b--\n"
    began = time.process_time()
    report_of(raw)

    assert time.process_time() - began < 1


def test_half_a_character_is_told_as_an_unreadable_one() -> None:
    charset = b"Content-Type: text/plain; charset=raw_unicode_escape\n"
    sender = b'From: "J\xc3\xb6hn" \xf5\x10\xd4 <\xe3\xa7\xbf\xe5@corp.example.com>\n'
    subject = b"Subject: =?raw_unicode_escape?q?RFP=5Cud83d?=\n"
    paper = paper_of(sender + subject + charset + b"\nhalf \\ud83d here", "message-1")
    mail = arrived(paper, DESK, HOME)

    assert mail.new_text == "half \ufffd here"
    assert mail.subject == "RFP\ufffd"
    assert mail.model_dump_json().encode()


@pytest.mark.parametrize("name", [b"From", b"To", b"Content-Type", b"Subject", b"Message-ID"])
@pytest.mark.parametrize("sign", [b'"', b"\\", b"(", b"a,"])
def test_no_header_takes_long(name: bytes, sign: bytes) -> None:
    raw = name + b": " + sign * 30_000 + b" <ana@corp.example.com>\n\nhello\n"
    began = time.process_time()
    arrived(paper_of(raw, "message-1"), DESK, HOME, report_of(raw))

    assert time.process_time() - began < 1


@pytest.mark.parametrize(("name", "size"), [(b"To", 3900), (b"Content-Type", 900), (b"Content-Type", 7900)])
@pytest.mark.parametrize("sign", [b'"', b';"', b"a,"])
def test_many_headers_take_no_longer_than_a_few(name: bytes, size: int, sign: bytes) -> None:
    hard = (name + b": " + (b"%d" % number) + sign * (size // len(sign)) + b"\n\nhi\n" for number in range(60))
    raw = b'Content-Type: multipart/mixed; boundary="x"\n\n--x\n' + b"--x\n".join(hard) + b"--x--\n"
    began = time.process_time()
    arrived(paper_of(raw, "message-1"), DESK, HOME, report_of(raw))

    assert time.process_time() - began < 2


def test_an_address_of_ours_names_a_project_with_its_check_and_no_other_does() -> None:
    project = "p-0123456789abcdef"
    own = own_address(DESK, project, SECRET)
    assert own.startswith("sow-bot+0123456789abcdef-")
    assert project_at(("ana@corp.example.com", own.upper()), DESK, SECRET) == project
    assert project_at((own,), DESK, b"another desk") == ""
    assert project_at((own.replace("+0", "+1"),), DESK, SECRET) == ""
    assert project_at((own.replace("corp.example.com", "evil.example.com"),), DESK, SECRET) == ""
    assert project_at((own, own_address(DESK, "p-fedcba9876543210", SECRET)), DESK, SECRET) == ""


def test_a_mail_says_whether_its_tag_is_ours_or_only_looks_so() -> None:
    tag = subject_tag("p-0123456789abcdef", SECRET)
    told = [
        arrived(Paper.model_validate({"subject": f"RE: {one} Kickoff"}), DESK, HOME, secret=SECRET)
        for one in (tag, "[SOW-7F3A-ZZZZ]", "[Annex SOW]")
    ]
    assert [(one.tagged, one.mistagged) for one in told] == [("p-0123456789abcdef", False), ("", True), ("", False)]


def test_a_nameless_outlook_wrapping_is_known_by_its_type() -> None:
    slips = [{"id": "a", "name": None, "contentType": "application/ms-tnef"}]
    (file,) = arrived(Paper.model_validate({"id": "m", "attachments": slips}), DESK, HOME).files
    assert file.name == "winmail.dat"


def test_a_delivery_report_says_whom_it_gives_up() -> None:
    case = next(one for one in cases("auto") if one["id"] == "auto-ndr-eml")
    assert opened(case).bounced == ("jean@vendor.example.com",)


@pytest.mark.parametrize(
    ("body", "kept"),
    [("see <img src='cid:a'>", ["plan.pdf"]), ("I took a picture", ["photo.jpg", "plan.pdf"])],
    ids=["logo", "photo of a phone"],
)
def test_a_picture_is_a_file_unless_the_text_shows_it(body: str, kept: list[str]) -> None:
    slips = [
        {"id": "a", "name": "photo.jpg", "contentType": "image/jpeg", "isInline": True},
        {"id": "b", "name": "plan.pdf", "contentType": "application/pdf", "isInline": True},
    ]
    paper = Paper.model_validate({"id": "m", "body": {"contentType": "html", "content": body}, "attachments": slips})
    assert [one.name for one in arrived(paper, DESK, HOME).files] == kept


def test_a_picture_that_a_part_calls_by_its_id_is_no_file() -> None:
    raw = (
        b"From: a@corp.example.com\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n"
        b"Content-Type: text/html\r\n\r\n<p>Hi<img src='cid:logo'></p>\r\n--b\r\n"
        b"Content-Type: image/png\r\nContent-ID: <logo>\r\n\r\nx\r\n--b--\r\n"
    )
    assert arrived(paper_of(raw, "m"), DESK, HOME).files == ()
