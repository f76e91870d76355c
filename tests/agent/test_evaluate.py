"""The evaluation tells a good reader from a bad one, and what the rules reach on real documents."""

import json
from pathlib import Path

import pytest

from agent.brain.interface import Commitment, KeyDate, Kickoff, Requirement, Rfp, Section
from agent.evaluate import __main__ as command
from agent.evaluate.facts import Deed, Duties, Meeting, Request, Sections, expected
from agent.evaluate.scoring import Score, dates, deeds, invented, requirements, sections
from agent.sources.interface import Block, Document

SAMPLES = Path(__file__).parents[1] / "samples" / "brain"


def rfp(*numbers: str, texts: tuple[str, ...] = (), due: str = "") -> Rfp:
    asked = tuple(Requirement(text=text, source_ref="a.md, 1") for text in texts)
    found = tuple(Section(id=f"s{n}", title=f"T{number}", number=number) for n, number in enumerate(numbers))
    when = (KeyDate(label="Proposal due", when=due, as_written=due, source_ref="a.md"),) if due else ()
    return Rfp(
        title="A", source_refs=("a.md",), sections=(*found, Section(id="r", title="R", requirements=asked)), dates=when
    )


def deed(owner: str, what: str, due: str | None = None, address: str = "") -> Commitment:
    return Commitment(owner=owner, what=what, due=due, address=address, quote=what, source_ref="a.md")


MINUTES = Document(
    name="a.md",
    media="md",
    blocks=(
        Block(kind="paragraph", text="Attendees: Ana Lima, Priya Nair"),
        Block(kind="mail", text="Cc: Bo Berg <bo@x.example>"),
        Block(kind="cue", text="I take it.", speaker="Cy Dee"),
        Block(kind="item", text="Security: Priya by Friday, for Northwind"),
    ),
)


def owned(owner: str) -> Kickoff:
    return Kickoff(source_refs=("a.md",), commitments=(deed(owner, "x"),))


def test_a_section_that_is_none_and_one_that_is_missing_both_count() -> None:
    known = Request(path="a", sections=(Sections(form=r"\d", names=("1", "2", "3")),))

    assert sections(rfp("1", "2", "4", "4.1"), known) == Score(right=2, extra=1, missed=1)


def test_a_section_found_twice_counts_once() -> None:
    known = Request(path="a", sections=(Sections(names=("1",)),))

    assert sections(rfp("1", "1"), known) == Score(right=1, extra=1)


def test_requirements_are_compared_by_their_count() -> None:
    known = Request(path="a", duties=(Duties(count=1),))

    assert requirements(rfp(texts=("You must.", "You shall.", "It rains.")), known) == Score(right=1, extra=1)
    assert requirements(rfp(), known) == Score(missed=1)


def test_a_date_that_is_not_stated_must_not_be_found() -> None:
    stated = Request(path="a", dates={"Proposal due": "2026-01-01"})

    assert dates(rfp(due="2026-01-01"), Request(path="a", dates={"Proposal due": None})) == Score(extra=1)
    assert dates(rfp(due="2026-01-02"), stated) == Score(extra=1, missed=1)
    assert dates(rfp(), stated) == Score(missed=1)


def test_a_deed_is_met_by_its_owner_and_its_words_and_only_once() -> None:
    known = Meeting(path="a", deeds=(Deed(owner="Ana", words=("price",), due="2026-01-01"),))
    found = Kickoff(
        source_refs=("a.md",),
        commitments=(deed("Ana", "the price sheet", "2026-01-02"), deed("Ana", "price again"), deed("Bo", "price")),
    )

    assert deeds(found, known) == (Score(right=1, extra=2), Score(extra=1, missed=1))
    assert deeds(None, known) == (Score(missed=1), Score(missed=1))


def test_an_owner_or_address_that_stands_nowhere_is_invented() -> None:
    document = Document(name="a.md", media="md", blocks=(Block(kind="cue", text="I take it.", speaker="Ana Lima"),))
    found = Kickoff(
        source_refs=("a.md",), commitments=(deed("Ana Lima", "x"), deed("Bo", "x", address="ana@x.example"))
    )

    assert invented(found, [document], Meeting(path="a")) == ("Bo", "ana@x.example")


@pytest.mark.parametrize("owner", ["Security", "Northwind", "Priya Security", "Friday"])
def test_a_word_of_the_documents_that_is_nobody_is_an_invented_owner(owner: str) -> None:
    assert invented(owned(owner), [MINUTES], Meeting(path="a")) == (owner,)


@pytest.mark.parametrize("owner", ["Ana Lima", "Bo Berg", "Cy Dee", "Priya Nair", "Dora", ""])
def test_who_came_speaks_has_an_address_or_owns_by_the_facts_is_somebody(owner: str) -> None:
    known = Meeting(path="a", deeds=(Deed(owner="Dora", words=("x",)),))

    assert invented(owned(owner), [MINUTES], known) == ()


def test_the_command_prints_a_table_and_fails_on_what_is_short(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = tmp_path / "facts.json"
    known = {"path": "contoso/Contoso_RFP.md", "dates": {"Proposal due": "1999-01-01"}}
    facts.write_text(json.dumps({"requests": [known]}))

    assert command.main([str(SAMPLES), "--facts", str(facts)]) == 1
    said = capsys.readouterr().out
    assert "contoso/Contoso_RFP.md" in said
    assert "short of what is wanted: dates" in said


def test_a_document_that_is_not_there_is_an_error_and_no_zero(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main([str(tmp_path)]) == 2
    assert "Nothing was evaluated" in capsys.readouterr().err


def test_the_known_facts_are_well_formed() -> None:
    known = expected()

    assert len(known.requests) == 10
    assert sum(len(one.deeds) for one in known.meetings) == 24


def test_the_rules_reach_what_is_wanted_on_real_documents(real_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([str(real_data)]) == 0
    assert "invented owners or addresses: none" in capsys.readouterr().out
