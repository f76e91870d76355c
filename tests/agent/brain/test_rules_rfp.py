"""Finding the request among documents and reading it."""

from pathlib import Path

import pytest
from talks import SAMPLES

from agent.brain.interface import Rfp
from agent.brain.rules import RulesBrain
from agent.sources.folder import FolderSources

BRAIN = RulesBrain()


async def read(folder: Path, words: str = "") -> Rfp:
    found = await BRAIN.find_rfp(FolderSources([folder]), words)
    assert found is not None
    return found


def dates(rfp: Rfp) -> dict[str, str]:
    return {d.label: d.when for d in rfp.dates}


async def test_the_request_is_read_with_its_customer_dates_and_criteria() -> None:
    rfp = await read(SAMPLES / "contoso", "we received the RFP from Contoso")

    assert (rfp.customer, rfp.project_name, rfp.source_refs) == (
        "Contoso",
        "Claims Portal Renewal",
        ("Contoso_RFP.md",),
    )
    assert dates(rfp) == {
        "Proposal due": "2026-12-18T17:00:00-05:00",
        "Questions until": "2026-12-04T12:00:00-05:00",
        "Issued": "2026-11-16",
    }
    assert rfp.criteria == ("Technical approach — 40 %", "Price — 35 %", "Experience — 25 %")
    assert "The technical proposal must not exceed 12 pages." in rfp.limits


async def test_sections_carry_their_printed_numbers_and_requirements() -> None:
    rfp = await read(SAMPLES / "contoso")
    technical = next(s for s in rfp.sections if s.number == "2")

    assert [r.text for r in technical.requirements if r.lead] == [
        "an interface to the existing payment system;",
        "a migration plan for five years of claims; and",
        "test coverage of at least 90 % of all code.",
    ]
    assert not any("staging" in r.text or "host" in r.text for r in technical.requirements)
    assert technical.requirements[0].source_ref == "Contoso_RFP.md, 2, line 22"


async def test_a_portuguese_edital_is_read_and_brasilia_time_is_said() -> None:
    rfp = await read(SAMPLES / "horizonte", "recebemos o edital de Horizonte")
    due = next(d for d in rfp.dates if d.label == "Proposal due")

    assert (rfp.language, rfp.customer) == ("pt", "Horizonte")
    assert (due.when, due.note) == (
        "2026-12-18T14:00:00-03:00",
        "não há fuso horário escrito; valeu o horário de Brasília",
    )
    assert sum(len(s.requirements) for s in rfp.sections) == 9


async def test_a_folder_of_minutes_holds_no_request(tmp_path: Path) -> None:
    (tmp_path / "minutes.md").write_text("# Minutes\n\n## Attendees\n\n- Ana\n\nWe talked about the RFP.\n")

    assert await BRAIN.find_rfp(FolderSources([tmp_path]), "the RFP") is None


async def test_the_owners_words_choose_between_two_requests(tmp_path: Path) -> None:
    for name in ("Contoso", "Fabrikam"):
        (tmp_path / f"{name} RFP.md").write_text(f"# {name} Request for Proposals\n\nThe vendor must help {name}.\n")

    rfp = await read(tmp_path, "we got the RFP from Fabrikam")

    assert rfp.source_refs == ("Fabrikam RFP.md",)


async def test_statement_of_work_and_amendment_belong_to_the_request(tmp_path: Path) -> None:
    (tmp_path / "RFQ.md").write_text("# Request for Quotation 12\n\nQuotes are due by July 10, 2017 1:00PM ET.\n")
    (tmp_path / "Statement of Work.md").write_text(
        "# Statement of Work\n\n## Tasks\n\nThe vendor must paint the hall.\n"
    )
    (tmp_path / "Amendment 1.md").write_text(
        "# Amendment 1\n\nThe due date for quotes is extended to July 13, 2017 1:00PM ET.\n"
    )

    rfp = await read(tmp_path)

    assert rfp.source_refs == ("RFQ.md", "Statement of Work.md", "Amendment 1.md")
    assert dates(rfp)["Proposal due"] == "2017-07-13T13:00:00-04:00"


async def test_an_extended_deadline_wins_over_the_original(tmp_path: Path) -> None:
    rows = (
        "| 1 | July 10, 2017 by 1:00PM EST | Original deadline for quotes |\n"
        "| 2 | July 13, 2017 by 1:00PM EST | Extended deadline for quotes |\n"
    )
    (tmp_path / "RFQ.md").write_text(f"# RFQ 7\n\n| No | Date | Event |\n|---|---|---|\n{rows}")

    due = (await read(tmp_path)).dates[0]

    assert due.when == "2017-07-13T13:00:00-04:00"
    assert "extended from July 10, 2017" in due.note
    assert "summer" in due.note


async def test_two_different_due_dates_are_a_conflict_with_both_places(tmp_path: Path) -> None:
    (tmp_path / "RFP.md").write_text(
        "# RFP 9\n\n## 1 Dates\n\nProposals are due March 2, 2027.\n"
        "\n## 2 Form\n\nProposals must be received by March 5, 2027.\n"
    )

    rfp = await read(tmp_path)

    assert rfp.dates[0].when == "2027-03-02"
    assert rfp.conflicts == ("Proposal due: March 2, 2027 (RFP.md, 1, line 5) but March 5, 2027 (RFP.md, 2, line 9).",)


async def test_two_delivery_times_are_a_conflict(tmp_path: Path) -> None:
    (tmp_path / "edital.md").write_text(
        "# EDITAL DE PREGÃO\n\n## 1. ENTREGA\n\nA contratada deverá efetuar a entrega em até 30 (trinta) dias.\n\n"
        "## 2. EXECUÇÃO\n\nO prazo de entrega dos bens é de 10 (dez) dias.\n"
    )

    assert (await read(tmp_path)).conflicts == (
        "Prazo de entrega: 30 dias (edital.md, 1, line 5) mas 10 dias (edital.md, 2, line 9).",
    )


async def test_what_is_not_stated_stays_empty(tmp_path: Path) -> None:
    (tmp_path / "RFP.md").write_text(
        "# Request for Proposals\n\n## 1 Scope\n\nThe vendor must help. Decree of July 1, 2020 applies.\n"
    )

    rfp = await read(tmp_path)

    assert (rfp.dates, rfp.criteria, rfp.limits, rfp.conflicts, rfp.received_at) == ((), (), (), (), "")
    assert rfp.summary.endswith("no due date stated.")


async def test_user_stories_count_only_where_the_request_says_so(tmp_path: Path) -> None:
    stories = "\n\n#### User stories\n\n- As a user, I want to search so that I find it.\n"
    (tmp_path / "SOO.md").write_text(
        f"# Statement of Objectives\n\n### 2.0 Objectives\n\n"
        f"The user stories below shall be considered as the objectives to be "
        f"satisfied.{stories}"
    )
    binding = await read(tmp_path)
    (tmp_path / "SOO.md").write_text(
        f"# Statement of Objectives\n\n### 2.0 Objectives\n\nThese user stories are illustrative.{stories}"
    )
    illustrative = await read(tmp_path)

    assert sum(len(s.requirements) for s in binding.sections) == 1
    assert sum(len(s.requirements) for s in illustrative.sections) == 0


@pytest.mark.parametrize(
    "sentence",
    [
        "The first release must be in production no later than 30 June 2027.",
        "Proposals must show how the first release goes live no later than 30 June 2027.",
        "Offers must remain valid and binding until 30 June 2027.",
        "A previous request for proposals was issued on 3 May 2024 and cancelled.",
        "Certificates issued after 1 January 2026 are accepted.",
        "The software shall be delivered before 30 June 2027.",
        "As propostas devem ser válidas até 30/06/2027.",
    ],
)
async def test_a_date_of_something_else_contradicts_nothing(tmp_path: Path, sentence: str) -> None:
    (tmp_path / "RFP.md").write_text(
        "# Request for Proposals\n\n| Issued on | 25 November 2026 |\n|---|---|\n"
        f"| Proposals due | 18 December 2026 |\n\n## 4 Plan\n\n{sentence}\n"
    )
    rfp = await read(tmp_path)

    assert dates(rfp) == {"Proposal due": "2026-12-18", "Issued": "2026-11-25"}
    assert rfp.conflicts == ()


async def test_two_days_of_issue_are_a_contradiction(tmp_path: Path) -> None:
    (tmp_path / "RFP.md").write_text(
        "# Request for Proposals\n\nIssued: 25 November 2026\n\n## 1 Notice\n\n"
        "This request was published on 27 November 2026.\n"
    )

    assert [c.split(":")[0] for c in (await read(tmp_path)).conflicts] == ["Issued"]


async def test_a_table_may_name_the_customer_and_a_sentence_the_project(tmp_path: Path) -> None:
    (tmp_path / "RFP.md").write_text(
        "# Request for Proposal 31\n\nWe renew our order platform (project Lighthouse).\n\n"
        "| Issued by | Northwind Traders, Procurement |\n|---|---|\n| RFP number | 31 |\n"
    )
    rfp = await read(tmp_path)

    assert (rfp.customer, rfp.project_name) == ("Northwind Traders", "Lighthouse")


async def test_notes_speak_the_readers_language_whatever_the_document_speaks() -> None:
    sources = FolderSources([SAMPLES / "horizonte"])
    english = await BRAIN.find_rfp(sources, "", "en-GB")
    portuguese = await BRAIN.find_rfp(sources, "the RFP from Horizonte came in", "pt-BR")
    assert english is not None
    assert portuguese is not None

    assert english.dates[0].note == "no time zone is written; Brasília time was taken"
    assert portuguese.dates[0].note == "não há fuso horário escrito; valeu o horário de Brasília"


async def test_factors_are_named_without_their_explanation(tmp_path: Path) -> None:
    (tmp_path / "RFQ.md").write_text(
        "# Request for Quotation 7\n\n## Evaluation\n\nThe evaluation factors for award are:\n\n"
        "- Factor 1: Technical approach: the Government will look at it.\n- Factor 2: Price\n"
    )

    assert (await read(tmp_path)).criteria == ("Technical approach", "Price")
