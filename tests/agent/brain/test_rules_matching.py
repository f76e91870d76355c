"""Work finds the section it belongs to: by number, by title, or by what the section asks for."""

import pytest
from talks import ANA, talk

from agent.brain.interface import Requirement, Rfp, Section
from agent.brain.matching import best_section, section_of_deed
from agent.brain.rules import RulesBrain
from tests.tables import table


def section(at: int, number: str, title: str, level: int, *asked: str) -> Section:
    wanted = tuple(Requirement(text=text, source_ref="rfp.md") for text in asked)
    return Section(id=f"s{at}", number=number, title=title, level=level, requirements=wanted)


SECTIONS = (
    section(1, "B", "Supplies", 1),
    section(2, "B.1", "Devices", 2, "The devices must be new."),
    section(
        3,
        "B.2",
        "Ability of the bidder",
        2,
        "The bidder must show four reference sites.",
        "An ESG statement is required.",
    ),
    section(4, "II", "Rules", 1),
    section(5, "A", "Form", 2, "Bids must be typed."),
    section(6, "C", "Sending", 2, "Bids must be sealed."),
    section(7, "III", "Money", 1),
    section(8, "A", "Prices", 2, "Prices must be in euros."),
    section(9, "Annex I", "Technical needs", 1),
    section(10, "I.1", "Roofs", 2, "Roofs must be green."),
    section(11, "Anexo II", "Contrato", 1, "O contrato deverá ser assinado."),
    section(12, "5", "Da garantia", 1, "A garantia deverá ser de um ano."),
    section(13, "4.2", "Records", 2, "Records must be kept."),
)
RFP = Rfp(title="Roofs", customer="Contoso", source_refs=("rfp.md",), sections=SECTIONS)


@table(
    ("words", "found"),
    [
        ("section B.2", "s3"),
        ("I take B.1", "s2"),
        ("the answer to II.C", "s6"),
        ("III.A by Friday", "s8"),
        ("Annex I", "s9"),
        ("annex I.1 is mine", "s10"),
        ("o Anexo II", "s11"),
        ("Annex II", "s11"),
        ("a cláusula quinta", "s12"),
        ("cláusula 5ª", "s12"),
        ("Section III", "s7"),
        ("section B", "s1"),
        ("B.2.3, the reference sheet", "s3"),
        ("§ 4.2", "s13"),
        ("section 4.2.1", "s13"),
        ("section b.2", "s3"),
        ("annex i.1", "s10"),
        ("section iii", "s7"),
    ],
)
def test_a_number_may_be_said_in_many_ways(words: str, found: str) -> None:
    meant = best_section(words, SECTIONS)

    assert meant is not None
    assert meant.id == found


@pytest.mark.parametrize(
    "words",
    [
        "TLS 4.2 on all servers",
        "a part of it",
        "version 4.2",
        "annex the hall",
        "the part i think of",
        "section a",
        "plan B is a call",
    ],
)
def test_other_numbers_are_of_no_section(words: str) -> None:
    assert best_section(words, SECTIONS) is None


@pytest.mark.parametrize(
    ("deed", "found"),
    [
        ("collect the four reference sites", "s3"),
        ("write the ESG text", "s3"),
        ("book a room", None),
        ("send the bids around", None),
        ("call the reference sites of the bidder", None),
    ],
)
def test_a_thing_no_title_names_belongs_where_it_is_asked_for(deed: str, found: str | None) -> None:
    meant = section_of_deed(deed, SECTIONS)

    assert (meant.id if meant else None) == found


def test_a_title_that_asks_for_nothing_gives_way_to_what_does() -> None:
    empty = (*SECTIONS, section(14, "9", "Reference sites", 1))
    meant = section_of_deed("collect the four reference sites", empty)

    assert meant is not None
    assert meant.id == "s3"


def test_such_a_task_is_called_by_its_deed_and_has_what_the_section_asks() -> None:
    (task,) = RulesBrain().allocate(RFP, talk("Bob Lee: I'll collect the four reference sites."), ANA)

    assert task.title == "Collect the four reference sites"
    assert task.requirements == ("The bidder must show four reference sites.", "An ESG statement is required.")


def test_a_section_brings_its_subsections_but_those_that_others_took() -> None:
    kickoff = talk("Bob Lee: I'll take section II.", "Eva Ruiz: I'll take II.C.")
    tasks = RulesBrain().allocate(RFP, kickoff, ANA)

    assert [(t.owner_name, t.requirements) for t in tasks] == [
        ("Bob Lee", ("Bids must be typed.",)),
        ("Eva Ruiz", ("Bids must be sealed.",)),
    ]
