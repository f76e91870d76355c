"""Mails that strangers wrote with real programs; run with --real-data DIR, where DIR/mail holds them."""

import time
from pathlib import Path

import pytest

from bot.core.post import Arrived
from bot.edges.outlook.mailtext import lines_of, read
from bot.edges.outlook.mime import attachment, body_of, paper_of, parsed, report_of
from bot.edges.outlook.reading import arrived


@pytest.fixture
def mails(real_data: Path) -> Path:
    return real_data / "mail"


def opened(file: Path) -> Arrived:
    raw = file.read_bytes()
    return arrived(paper_of(raw, file.name), "desk@example.com", frozenset(), report_of(raw))


@pytest.mark.parametrize(
    ("name", "new"),
    [
        ("talon-gmail.eml", "Hello"),
        ("talon-outlook.eml", "Hello"),
        ("talon-hotmail.eml", "Hello"),
        ("talon-apple_mail_2.eml", "Hello"),
        ("talon-thunderbird.eml", "Hello"),
    ],
)
def test_replies_of_many_programs(mails: Path, name: str, new: str) -> None:
    text = body_of(parsed((mails / name).read_bytes()), "plain")
    assert read(lines_of("text", text)).new_text == new


def test_the_html_of_the_same_replies_is_cut_as_well(mails: Path) -> None:
    for name in ("talon-gmail.eml", "talon-hotmail.eml", "talon-apple_mail_2.eml", "talon-thunderbird.eml"):
        assert opened(mails / name).new_text == "Hello"
    assert opened(mails / "talon-outlook.eml").new_text == "Allo! Follow up MIME!"


def test_an_answer_that_shares_a_block_with_its_quotation_survives(mails: Path) -> None:
    mail = opened(mails / "talon-reply-quotations-share-block.eml")
    assert mail.new_text.startswith("Hi Katharine. Sounds great.")
    assert "New Booking Inquiry" not in mail.new_text
    assert "New Booking Inquiry" in mail.full_text


def test_outlook_2010_has_no_rule_above_its_headers(mails: Path) -> None:
    html = (mails / "talon-ms_outlook_2010.html").read_text(encoding="utf-8", errors="replace")
    words = read(lines_of("html", html))
    assert " ".join(words.new_text.split()) == "Hi. I am fine. Thanks, Alex"
    assert "How are you?" in words.full_text


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("crisp-email_portuguese.txt", 5),
        ("crisp-email_german_outlook.txt", 5),
        ("crisp-email_tricky_17_forward_header.txt", 1),
        ("erp-pathological.txt", 2),
    ],
)
def test_only_the_lines_above_the_history_are_new(mails: Path, name: str, lines: int) -> None:
    began = time.process_time()
    words = read(lines_of("text", (mails / name).read_text(encoding="utf-8")))
    assert len(words.new_text.splitlines()) == lines
    assert time.process_time() - began < 0.1


@pytest.mark.parametrize("name", ["tricky_1_on_false_positive", "tricky_4_from_in_body"])
def test_text_that_only_looks_like_history_is_kept(mails: Path, name: str) -> None:
    text = (mails / f"crisp-email_{name}.txt").read_text(encoding="utf-8")
    assert read(lines_of("text", text)).new_text == text.strip()


def test_answers_between_quoted_questions_are_kept(mails: Path) -> None:
    new = read(
        lines_of("text", (mails / "crisp-email_tricky_18_inline_reply.txt").read_text(encoding="utf-8"))
    ).new_text
    assert [line[:8] for line in new.splitlines() if line] == ["I think ", "Option B", "Option C"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("sisimai-rfc3834-02.eml", "oof"),
        ("sisimai-rfc3834-03.eml", "oof"),
        ("sisimai-rfc3834-04.eml", "oof"),
        ("sisimai-lhost-office365-11.eml", "ndr"),
        ("sisimai-lhost-exchange2007-07.eml", "ndr"),
        ("sisimai-lhost-outlook-01.eml", "ndr"),
        ("flanker-bounce-delayed.eml", "ndr"),
        ("mikel-multi_address_bounce1.eml", "ndr"),
        ("james-mdn_simple.eml", "receipt"),
        ("james-calendar-counter.eml", "meeting"),
    ],
)
def test_robots_are_recognised(mails: Path, name: str, kind: str) -> None:
    assert opened(mails / name).automatic == kind


@pytest.mark.parametrize(
    ("name", "subject", "body"),
    [
        ("mikel-japanese_iso_2022.eml", "まみむめも", "すみません。"),
        ("mikel-utf8_headers.eml", "Säying Hello", ""),
        ("mikel-attachment_message_rfc822.eml", "", "This is the first part."),
        ("enmime-html-mime-bad-charset-inline.raw", "MIME test 1", ""),
    ],
)
def test_old_and_broken_charsets(mails: Path, name: str, subject: str, body: str) -> None:
    mail = opened(mails / name)
    assert subject in mail.subject
    assert mail.full_text.startswith(body)


def test_korean_is_decoded(mails: Path) -> None:
    assert any("가" <= letter <= "힣" for letter in opened(mails / "mikel-ks_c_5601-1987.eml").full_text)


def test_every_mail_can_be_opened_and_every_attachment_fetched(mails: Path) -> None:
    for file in sorted((*mails.glob("*.eml"), *mails.glob("*.raw"))):
        for ref in opened(file).files:
            assert attachment(file.read_bytes(), ref.attachment) is not None
