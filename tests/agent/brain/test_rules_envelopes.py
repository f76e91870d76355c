"""Mails around a meeting: whose addresses they give, and when they are about another one."""

from pathlib import Path

import pytest
from talks import RFP, document

from agent.brain.attendance import addressed
from agent.brain.interface import Kickoff
from agent.brain.kickoff import read_meetings
from agent.brain.rules import RulesBrain
from agent.sources.folder import FolderSources
from agent.sources.interface import Document

TALK = """WEBVTT

NOTE Contoso kickoff, Monday 30 November 2026

00:00:01.000 --> 00:00:02.000
<v Ana Souza>Hello.</v>

00:00:02.000 --> 00:00:03.000
<v João da Silva>I'll take pricing by Friday.</v>

00:00:03.000 --> 00:00:04.000
<v Lena Fischer>I'll take staffing.</v>
"""
TO = 'João Silva <joao.silva@ours.example>, "Fischer, Lena (Fabrikam)" <lena@fabrikam.example>'
HERE = {
    "Ana Souza": "ana@ours.example",
    "João da Silva": "joao.silva@ours.example",
    "Lena Fischer": "lena@fabrikam.example",
}


def mail(
    subject: str, body: str = "Hello all.", to: str = TO, sent: str = "Fri, 27 Nov 2026 15:20:00 +0000"
) -> Document:
    head = f"From: Ana Souza <ana@ours.example>\nTo: {to}\nSubject: {subject}\nDate: {sent}"
    return document("mail.eml", f"{head}\nContent-Type: text/plain; charset=utf-8\n\n{body}\n")


def read(*mails: Document, scored: bool = True) -> Kickoff:
    talk = document("kickoff.vtt", TALK)
    return read_meetings([talk, *(mails if scored else ())], RFP, None, mails, ("Contoso", "2026-0311"))


def addresses(kickoff: Kickoff) -> dict[str, str]:
    return {a.name: a.address for a in kickoff.attendees}


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Kickoff Contoso, Monday 30 November, 11:00", "Hello all."),
        ("Kickoff", "Please join the kickoff on Monday at 11:00. The proposal leaves on 18 December."),
        ("Contoso", "Let us meet on 30/11/2026."),
        ("Kickoff Contoso", "The meeting starts 2026-11-30T11:00."),
        ("RFP 2026-0311", "See you soon."),
    ],
)
def test_an_invitation_gives_the_addresses_of_its_meeting(subject: str, body: str) -> None:
    kickoff = read(mail(subject, body))

    assert addresses(kickoff) == HERE
    assert kickoff.unresolved == ()
    assert kickoff.source_refs == ("kickoff.vtt", "mail.eml")
    assert [c.address for c in kickoff.commitments] == ["joao.silva@ours.example", "lena@fabrikam.example"]


def test_minutes_sent_the_day_after_belong_to_the_meeting_and_are_read() -> None:
    letter = mail("Minutes: kickoff of Monday", "ACTION: Ana to send the NDA", sent="Tue, 01 Dec 2026 09:00:00 +0000")

    kickoff = read(letter)

    assert addresses(kickoff) == HERE
    assert [c.what for c in kickoff.commitments] == ["pricing", "staffing", "send the NDA"]


def test_an_invitation_is_no_record_of_what_was_said() -> None:
    kickoff = read(mail("Kickoff Contoso, 30 November 2026", "ACTION: Ana to present the schedule"))

    assert [c.what for c in kickoff.commitments] == ["pricing", "staffing"]


def test_a_mail_about_another_meeting_is_named_and_lends_nothing() -> None:
    kickoff = read(mail("Weekly meeting, 7 December 2026"))

    assert set(addresses(kickoff).values()) == {""}
    assert kickoff.unresolved == ("Notes of other days were not used: mail.eml (07 December 2026).",)


def test_a_mail_about_something_else_is_left_alone() -> None:
    kickoff = read(mail("Lunch", "Shall we eat on Monday?", to="Bob <bob@ours.example>"), scored=False)

    assert set(addresses(kickoff).values()) == {""}
    assert kickoff.source_refs == ("kickoff.vtt",)


def test_an_address_without_a_name_is_taken_for_its_person_and_this_is_said() -> None:
    kickoff = read(mail("Kickoff Contoso, 30 November 2026", to="lena.fischer@fabrikam.example, info@ours.example"))

    assert addresses(kickoff)["Lena Fischer"] == "lena.fischer@fabrikam.example"
    assert kickoff.unresolved == (
        "lena.fischer@fabrikam.example stands in mail.eml without a name; it was taken for Lena Fischer.",
    )


def test_people_of_a_header_are_read_in_every_form() -> None:
    found = addressed('Cc: "Fischer, Lena" <l@x.example>, Jo Lee (Contoso) <j@x.example>, bare@x.example')

    assert [(p.name, p.address) for p in found] == [
        ("Lena Fischer", "l@x.example"),
        ("Jo Lee", "j@x.example"),
        ("", "bare@x.example"),
    ]


async def test_an_invitation_that_names_the_request_is_not_taken_for_it(tmp_path: Path) -> None:
    (tmp_path / "kickoff.vtt").write_text(TALK)
    (tmp_path / "rfp.md").write_text(
        "# Request for Proposals 2026-0311\n\n## Pricing\n\nThe vendor shall state prices.\n"
    )
    (tmp_path / "mail.eml").write_text(
        "From: Ana Souza <ana@ours.example>\nTo: Lena Fischer <lena@fabrikam.example>, João da Silva <j@ours.example>\n"
        "Subject: RFP 2026-0311 and request for proposal\nDate: Fri, 27 Nov 2026 15:20:00 +0000\n\n"
        "Please join the call on Monday at 11:00.\n"
    )
    brain, sources = RulesBrain(), FolderSources([tmp_path])
    rfp = await brain.find_rfp(sources, "we received an RFP")
    assert rfp is not None
    kickoff = await brain.find_kickoff(sources, rfp, "we received an RFP")
    assert kickoff is not None

    assert rfp.source_refs == ("rfp.md",)
    assert addresses(kickoff)["Lena Fischer"] == "lena@fabrikam.example"


def test_a_first_name_in_the_talk_is_the_one_person_the_mail_names() -> None:
    talk = document("kickoff.vtt", TALK.replace("Lena Fischer", "Lena"))
    letter = mail("Kickoff Contoso, 30 November 2026")
    kickoff = read_meetings([talk, letter], RFP, None, [letter], ("Contoso",))

    assert addresses(kickoff) == HERE


def test_notes_that_never_name_the_request_are_doubted() -> None:
    text = "# Weekly\n\nDate: 2026-11-30\n\nACTION: Ana to book the boat\n"
    kickoff = read_meetings([document("weekly.md", text)], RFP, None, (), ("2026-0311",))

    assert kickoff.unresolved == (
        "Nothing in weekly.md names Contoso or a section of the request; they may be the wrong notes.",
    )
