"""Invitations and answers to them: what is meant, of which meeting, and when; and Graph as it hands them over."""

import pytest
from mail_people import FULANA

from bot.core.post import Meeting
from bot.demo.graph import LocalGraph, Outlook
from bot.demo.graph.box import File
from bot.edges.outlook.meetings import meeting_of
from bot.edges.outlook.post import GraphPost

ZONE = "BEGIN:VTIMEZONE\r\nTZID:X\r\nBEGIN:STANDARD\r\nDTSTART:16010101T030000\r\nEND:STANDARD\r\nEND:VTIMEZONE"


def calendar(*lines: str, method: str = "REQUEST") -> bytes:
    inside = "\r\n".join(("BEGIN:VEVENT", *lines, "END:VEVENT"))
    return f"BEGIN:VCALENDAR\r\nMETHOD:{method}\r\n{ZONE}\r\n{inside}\r\nEND:VCALENDAR\r\n".encode()


def mailed(*lines: str, method: str = "REQUEST") -> bytes:
    head = f"From: a@x.example\r\nContent-Type: text/calendar; charset=utf-8; method={method}\r\n\r\n"
    return head.encode() + calendar(*lines, method=method)


@pytest.mark.parametrize(
    ("method", "given", "meant"),
    [
        ("REQUEST", "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:desk@x.example", "invited"),
        ("REPLY", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@x.example", "accepted"),
        ("REPLY", 'ATTENDEE;CN="Roe; \r\n Jane";PARTSTAT=DECLINED:mailto:a@x.example', "declined"),
        ("REPLY", "ATTENDEE;partstat=tentative:mailto:a@x.example", "tentative"),
        ("CANCEL", "STATUS:CANCELLED", "cancelled"),
        ("COUNTER", "ATTENDEE;PARTSTAT=TENTATIVE:mailto:a@x.example", "proposed"),
    ],
)
def test_what_a_calendar_means(method: str, given: str, meant: str) -> None:
    told = meeting_of(mailed(given, "SUMMARY:Kickoff\\, again", "DTSTART:20261203T130000Z", method=method))

    assert told == Meeting.model_validate(
        {"meant": meant, "title": "Kickoff, again", "starts": "2026-12-03T13:00:00+00:00"}
    )


@pytest.mark.parametrize(
    ("given", "starts"),
    [
        ("DTSTART;TZID=E. South America Standard Time:20261203T100000", "2026-12-03T13:00:00+00:00"),
        ('DTSTART;TZID="Europe/Berlin":20261203T100000', "2026-12-03T09:00:00+00:00"),
        ("DTSTART;TZID=Customized Time Zone:20261203T100000", "2026-12-03T10:00:00"),
        ("DTSTART:20261203T100000", "2026-12-03T10:00:00"),
        ("DTSTART;VALUE=DATE:20261203", "2026-12-03"),
        ("DTSTART:20261399T100000", ""),
        ("DTSTART:soon", ""),
        ("DESCRIPTION:nothing", ""),
    ],
)
def test_when_it_is_by_the_zone_that_it_names(given: str, starts: str) -> None:
    told = meeting_of(mailed(given))

    assert told == Meeting(meant="invited", starts=starts)


@pytest.mark.parametrize(
    "raw",
    [
        b"Content-Type: text/plain\r\n\r\nBEGIN:VCALENDAR",
        mailed("SUMMARY:x", method="REFRESH"),
        mailed("SUMMARY:x", method="REPLY"),
        b"Content-Type: text/calendar\r\n\r\n\xff\xfe\x00BEGIN",
        b"",
    ],
    ids=["none", "unknown", "no answer", "broken", "nothing"],
)
def test_what_cannot_be_read_says_nothing(raw: bytes) -> None:
    assert meeting_of(raw) is None


async def test_an_invitation_in_the_mailbox_is_read_with_its_time(graph: LocalGraph, post: GraphPost) -> None:
    invite = File("invite.ics", calendar("SUMMARY:Price talk", "DTSTART:20261203T130000Z"), "text/calendar")
    kind = "#microsoft.graph.eventMessageRequest"
    name = await Outlook(graph).mail(FULANA, "Price talk", "Please come.", kind=kind, attachments=(invite,))

    mail = await post.read(name)

    assert mail is not None
    assert mail.automatic == "meeting"
    assert mail.meeting == Meeting(meant="invited", title="Price talk", starts="2026-12-03T13:00:00+00:00")
