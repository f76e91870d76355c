"""A kickoff that was held by mail: who wrote what, on which day, and what was only quoted."""

from datetime import date
from pathlib import Path

import pytest
from talks import RFP, deeds, document, notes

from agent.brain.attendance import read_roster
from agent.brain.interface import Kickoff
from agent.brain.kickoff import read_kickoff
from agent.brain.rules import RulesBrain
from agent.brain.threads import unfolded
from agent.sources.folder import FolderSources

FIRST = """**From:** Nora Falk <nora.falk@ours.example>
**To:** Robert Hale; Ines Prado
**Date:** Mon, 30 Nov 2026 16:40
**Subject:** Kickoff of the portal bid

Hi all,

my notes of the call:

- Technical concept: Bob, first draft by 11 December.
- Support concept: Ines will write this, due Wednesday.
- Schedule: I'll do it myself, by Friday.
- Price sheet: still open, Robert could possibly do it.

Nora
"""
SECOND = """**From:** Ines Prado
**To:** Nora Falk
**Date:** Tue, 1 Dec 2026 09:12
**Subject:** Re: Kickoff of the portal bid

I'm away from Thursday, so I can't do the support concept. I'll send the reference letters by Monday though.

> - Support concept: Ines will write this, due Wednesday.
"""
FOUND = [
    ("Robert Hale", "Technical concept, first draft", "2026-12-11"),
    ("Nora Falk", "Schedule", "2026-12-04"),
    ("Ines Prado", "send the reference letters", "2026-12-07"),
]


def read(name: str, text: str) -> Kickoff:
    return read_kickoff([document(name, text)], RFP)


def test_a_sender_speaks_and_the_day_of_the_mail_counts() -> None:
    found = notes(f"{FIRST}\n---\n\n{SECOND}")

    assert deeds(found) == FOUND
    assert found.held_on == date(2026, 11, 30)
    assert {p.name: p.address for p in found.attendees} == {
        "Nora Falk": "nora.falk@ours.example",
        "Robert Hale": "",
        "Ines Prado": "",
    }


def test_the_newest_mail_may_stand_first() -> None:
    assert deeds(notes(f"{SECOND}\n---\n\n{FIRST}")) == FOUND


def test_a_thread_of_plain_text_reads_alike() -> None:
    plain = f"{FIRST}\n{SECOND}".replace("**", "")

    assert deeds(read("thread.txt", plain)) == FOUND


def test_what_was_quoted_below_a_mail_is_its_writers() -> None:
    found = notes(
        "From: Robert Hale\nTo: Nora Falk\nSubject: Re: Kickoff\n\nI'll take pricing by Friday.\n\n"
        "On Mon, 30 Nov 2026 at 16:40, Nora Falk <nora@ours.example> wrote:\n\nI'll write the summary.\n"
    )

    assert [(owner, what) for owner, what, _ in deeds(found)] == [
        ("Robert Hale", "pricing"),
        ("Nora Falk", "write the summary"),
    ]


def test_portuguese_envelopes_are_known() -> None:
    found = notes(
        "**De:** Inês Prado\n**Para:** Rui Lima; Ana Reis\n**Enviado em:** 30/11/2026 10:00\n**Assunto:** Kickoff\n\n"
        "Eu fico com o cronograma até sexta.\n\nRui, por favor, envia os atestados até quinta.\n\n---\n\n"
        "**De:** Rui Lima\n**Para:** Inês Prado\n**Enviado em:** 01/12/2026 09:00\n**Assunto:** Re: "
        "Kickoff\n\nInês,\n\n"
        "combinado.\n"
    )

    assert deeds(found)[0] == ("Inês Prado", "o cronograma", "2026-12-04")


@pytest.mark.parametrize(
    "text",
    ["From: the beginning of the year we grow.", "To: be decided\nDate: 30 Nov 2026", "De: novo, Para: sempre"],
)
def test_a_label_alone_is_no_envelope(text: str) -> None:
    page = document("a.md", text)

    assert unfolded(page) == page


def test_labels_of_envelopes_are_nobodys_names() -> None:
    roster = read_roster([document("a.md", f"{FIRST}\n{SECOND}")])

    assert [p.name for p in roster.people] == ["Nora Falk", "Robert Hale", "Ines Prado"]


async def test_a_thread_about_who_does_what_is_found_by_its_subject(tmp_path: Path) -> None:
    mails = tmp_path / "mails.md"
    subjects = {
        "Kickoff of the portal bid": True,
        "RE: Portal: who does what": True,
        "Splitting up the work for Friday": True,
        "Proposta: divisão das tarefas": True,
        "Quem faz o quê no edital": True,
        "Lunch on Friday": False,
        "The work of our customer": False,
    }
    found = {}
    for subject in subjects:
        mails.write_text(FIRST.replace("Kickoff of the portal bid", subject))
        found[subject] = await RulesBrain().find_kickoff(FolderSources([tmp_path]), RFP, "") is not None

    assert found == subjects
