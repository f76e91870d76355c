"""Who said they would do what, by when; and who did not."""

import time
from datetime import date
from pathlib import Path

import pytest
from talks import RFP, SAMPLES, deeds, document, notes, talk

from agent.brain.kickoff import read_meetings
from agent.brain.rules import RulesBrain
from agent.sources.folder import FolderSources
from tests.tables import table


def test_i_is_the_speaker() -> None:
    kickoff = talk("Joe Miller: I'll take the technical section, draft by Friday.")

    assert deeds(kickoff) == [("Joe Miller", "the technical section", "2026-12-04")]
    assert kickoff.commitments[0].section_id == "s1"
    assert kickoff.commitments[0].due_as_written == "by Friday"
    assert kickoff.commitments[0].quote == "I'll take the technical section, draft by Friday."
    assert kickoff.commitments[0].source_ref == "kickoff.vtt, 00:00:00"


def test_somebody_else_can_be_named() -> None:
    kickoff = talk("Ana Ribeiro: Priya Shah will own pricing, due next Wednesday.", "Priya Shah: Fine.")

    assert deeds(kickoff) == [("Priya Shah", "pricing", "2026-12-09")]


def test_one_sentence_may_hold_three_promises() -> None:
    kickoff = talk(
        "Ana R: So Bob Lee will own pricing, Cy Dee will do the staffing plan by December 10,"
        " and I will take section 3.1."
    )

    assert deeds(kickoff) == [
        ("Bob Lee", "pricing", None),
        ("Cy Dee", "the staffing plan", "2026-12-10"),
        ("Ana R", "section 3.1", None),
    ]


def test_an_accepted_request_is_a_promise_and_a_refused_one_is_not() -> None:
    accepted = talk("Ana R: Bob, can you cover staffing by Friday?", "Bob Lee: Sure, no problem.")
    refused = talk("Ana R: Bob, can you cover staffing by Friday?", "Bob Lee: No, I can't, sorry.")

    assert deeds(accepted) == [("Bob Lee", "staffing", "2026-12-04")]
    assert deeds(refused) == []


def test_the_date_may_stand_in_the_next_sentence() -> None:
    kickoff = talk("Priya Shah: I can do pricing. You'll have a first draft by next Wednesday.")

    assert deeds(kickoff) == [("Priya Shah", "pricing", "2026-12-09")]


def test_cues_of_one_speaker_are_read_together() -> None:
    kickoff = talk("Bob Lee: I will take the", "Bob Lee: security requirements", "Bob Lee: by end of week.")

    assert deeds(kickoff) == [("Bob Lee", "the security requirements", "2026-12-04")]


@table(
    "said",
    [
        "I might do pricing.",
        "I won't take pricing.",
        "If we win, I will take everybody to lunch.",
        "Should I take pricing?",
        "Last week I wrote the pricing.",
        "We will get this done by Friday.",
        "I will see.",
        "She will do it.",
    ],
)
def test_what_is_no_promise_is_not_read_as_one(said: str) -> None:
    assert deeds(talk(f"Bob Lee: {said}")) == []


def test_a_later_correction_moves_the_date() -> None:
    same_turn = talk("Bob Lee: I'll take the technical section by Friday. Actually, make it Thursday.")
    later = talk(
        "Bob Lee: I'll take pricing by Friday.",
        "Cy Dee: I'll do staffing.",
        "Ana R: On pricing: actually make it Thursday.",
    )

    assert deeds(same_turn) == [("Bob Lee", "the technical section", "2026-12-03")]
    assert deeds(later) == [("Bob Lee", "pricing", "2026-12-03"), ("Cy Dee", "staffing", None)]


def test_a_later_correction_moves_the_owner() -> None:
    kickoff = talk("Bob Lee: I'll take pricing by Friday.", "Cy Dee: Actually, I will take pricing instead of Bob.")

    assert deeds(kickoff) == [("Cy Dee", "pricing", "2026-12-04")]
    assert kickoff.conflicts == ()


def test_two_people_for_one_section_are_a_conflict() -> None:
    kickoff = talk("Bob Lee: I will take pricing.", "Cy Dee: I can own pricing too.")

    assert [c.owner for c in kickoff.commitments] == ["Bob Lee", "Cy Dee"]
    assert kickoff.conflicts == (
        "Bob Lee (kickoff.vtt, 00:00:00) and Cy Dee (kickoff.vtt, 00:00:01) both took “Pricing”.",
    )


def test_an_ambiguous_first_name_is_said_and_not_decided() -> None:
    kickoff = talk("Eric Huss: Hi.", "Eric Holk: Hello.", "Ana R: Eric will take pricing.")

    assert kickoff.commitments[0].owner == "Eric"
    assert "can mean Eric Huss or Eric Holk" in kickoff.unresolved[0]


def test_a_first_name_under_its_own_speaker_is_that_speaker() -> None:
    kickoff = talk("Eric Holk: Hello.", "Eric Huss: Eric will post the timeline.")

    assert deeds(kickoff) == [("Eric Huss", "post the timeline", None)]


def test_a_section_taken_out_is_noted() -> None:
    assert talk("Ana R: Section 6 is out of scope.").descoped == ("s5",)
    assert talk("Ana R: não vamos responder a parte de experiência.").descoped == ("s4",)


def test_portuguese_promises() -> None:
    kickoff = talk(
        "Bruno Dias: Eu fico com a parte de preços até sexta.",
        "Ana R: A Carla Reis vai cuidar da equipe até dia 10.",
        "Bruno Dias: Vou preparar a seção técnica amanhã.",
        "Ana R: Bruno, você pode fazer a segurança até quarta?",
        "Bruno Dias: Claro, pode deixar.",
    )

    assert deeds(kickoff) == [
        ("Bruno Dias", "a parte de preços", "2026-12-04"),
        ("Carla Reis", "cuidar da equipe", "2026-12-10"),
        ("Bruno Dias", "preparar a seção técnica", "2026-12-01"),
        ("Bruno Dias", "fazer a segurança", "2026-12-02"),
    ]
    assert [c.section_id for c in kickoff.commitments] == ["s2", "s3", "s1", "s5"]


def test_without_a_meeting_day_dates_stay_open_and_this_is_said() -> None:
    kickoff = talk("Bob Lee: I'll take pricing by Friday.", day="")

    assert (kickoff.held_on, kickoff.commitments[0].due, kickoff.commitments[0].due_as_written) == (
        None,
        None,
        "by Friday",
    )
    assert kickoff.unresolved == (
        "The notes do not say on which day the meeting was held, so “by Friday” could not be turned into dates.",
    )


def test_speech_without_speakers_commits_nobody() -> None:
    cues = "WEBVTT\n\n00:01.000 --> 00:02.000\nI will take pricing by Friday.\n"
    kickoff = read_meetings([document("call-2026-11-30.vtt", cues)], RFP)

    assert kickoff.commitments == ()
    assert "do not say who" in kickoff.unresolved[0]


def test_action_lines_lists_and_boxes_are_read() -> None:
    kickoff = notes(
        """# Kickoff 2026-11-30

Attendees: Ana Ribeiro <ana@x.example>, Bob Lee (bob@x.example); Cy Dee

ACTION: Review the contract (Cy)

Last week's AI: Bob to order lunch

AI: none

AI: Ana, Bob to compare notes

## Owners

- Technical approach: Bob Lee, due Friday
- Pricing – Cy Dee – 12/09/2026

## Action items

- [ ] Bob to send the NDA by tomorrow
- [x] Cy to book the room
- Ask legal about clause 7
"""
    )

    assert deeds(kickoff) == [
        ("Cy Dee", "Review the contract", None),
        ("Ana Ribeiro", "compare notes", None),
        ("Bob Lee", "compare notes", None),
        ("Bob Lee", "Technical approach", "2026-12-04"),
        ("Cy Dee", "Pricing", "2026-12-09"),
        ("Bob Lee", "send the NDA", "2026-12-01"),
        ("", "Ask legal about clause 7", None),
    ]
    assert kickoff.commitments[3].address == "bob@x.example"
    assert kickoff.unresolved == ("Nobody was named for: “Ask legal about clause 7” (notes.md, line 22).",)


def test_a_table_of_tasks_is_read_and_a_table_of_roles_is_not() -> None:
    tasks = notes(
        "# Kickoff\n\nDate: 30 Nov 2026\n\n| Owner | Task | Due | Status |\n"
        "|---|---|---|---|\n| Bob Lee (bob@x.example) | Pricing | Wed | open |\n"
        "| Cy | Staffing | EOW | done |\n"
    )
    roles = notes(
        "# Kickoff\n\nDate: 30 Nov 2026\n\n| Member | Role |\n"
        "|---|---|\n| Bob Lee | Pricing |\n\n| Skill | Owner | Level |\n"
        "|---|---|---|\n| Python | Cy | high |\n"
    )

    assert deeds(tasks) == [("Bob Lee", "Pricing", "2026-12-02")]
    assert tasks.commitments[0].address == "bob@x.example"
    assert deeds(roles) == []


def test_nested_notes_inherit_their_speaker() -> None:
    kickoff = notes(
        "# Council 2026-11-30\n\n- Members: Jack Huey, Mara Bos\n"
        "- Jack H:\n    - Will open a document\n    - Mara can review it\n"
        "- OUTCOME:\n    - Will slip to January\n"
    )

    assert deeds(kickoff) == [("Jack Huey", "open a document", None)]


def test_only_those_who_came_are_attendees() -> None:
    kickoff = notes(
        "# Minutes, 2026-11-30\n\n## Members\n\n| Name | Firm | Present |\n"
        "|---|---|---|\n| Ann Bee | A | Yes |\n| Cy Dee | B | |\n"
    )

    assert [a.name for a in kickoff.attendees] == ["Ann Bee"]


async def test_notes_give_the_addresses_and_the_transcript_the_promises() -> None:
    sources = FolderSources([SAMPLES / "contoso"])
    rfp = await RulesBrain().find_rfp(sources, "Contoso")
    assert rfp is not None
    kickoff = await RulesBrain().find_kickoff(sources, rfp, "the kickoff notes are there")
    assert kickoff is not None

    assert kickoff.held_on == date(2026, 11, 30)
    assert [(c.owner, c.address, c.due) for c in kickoff.commitments] == [
        ("Joe Miller", "joe.miller@ours.example", "2026-12-03"),
        ("Priya Shah", "priya@partner.example", "2026-12-09"),
        ("Tom Becker", "", "2026-12-07"),
        ("Maria Lopez", "maria.lopez@ours.example", "2026-12-09"),
    ]
    assert kickoff.descoped == ("s7",)


async def test_a_portuguese_ata_is_read() -> None:
    sources = FolderSources([SAMPLES / "horizonte"])
    rfp = await RulesBrain().find_rfp(sources, "Horizonte")
    assert rfp is not None
    kickoff = await RulesBrain().find_kickoff(sources, rfp, "a ata do kickoff está na pasta")
    assert kickoff is not None

    assert [(c.owner, c.due) for c in kickoff.commitments] == [
        ("Carla Dias", "2026-12-02"),
        ("João Pereira", "2026-12-03"),
        ("João", "2026-12-15"),
        ("Carla Dias", "2026-12-09"),
        ("", None),
        ("João Souza", "2026-12-11"),
    ]
    assert kickoff.unresolved == (
        "“João” em “O João vai revisar tudo até dia 15.” (ata-kickoff.md, line 18) pode ser "
        "João Pereira ou João Souza.",
        "Ninguém foi indicado para: “Definir o preço do treinamento” (ata-kickoff.md, line 24).",
    )


async def test_no_notes_is_none(tmp_path: Path) -> None:
    (tmp_path / "RFP.md").write_text("# Request for Proposals\n\nThe vendor must help.\n")

    assert await RulesBrain().find_kickoff(FolderSources([tmp_path]), RFP, "kickoff") is None


def test_notes_of_another_day_are_named_and_left_out() -> None:
    first = document("kickoff.md", "# Kickoff\n\nDate: 2026-11-30\n\nBob Lee: I'll take pricing by Friday.\n")
    second = document("weekly.md", "# Weekly\n\nDate: 2026-12-07\n\nCy Dee: I'll take staffing.\n")

    kickoff = read_meetings([first, second], RFP)

    assert deeds(kickoff) == [("Bob Lee", "pricing", "2026-12-04")]
    assert kickoff.unresolved == ("Notes of other days were not used: weekly.md (07 December 2026).",)


@pytest.mark.parametrize(
    "said",
    ["I'll take pricing and Bob Lee will do it, " * 1500, "Aa Bb " * 10_000, "the Court shall, " * 3000],
    ids=["promises", "names", "duties"],
)
def test_endless_speech_is_read_quickly(said: str) -> None:
    start = time.process_time()
    talk(f"Bob Lee: {said}")

    assert time.process_time() - start < 5
