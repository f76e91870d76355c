"""Two requests in one folder, and notes of another one than was taken."""

from pathlib import Path

from agent.brain.interface import Kickoff, Rfp
from agent.brain.rules import RulesBrain
from agent.sources.folder import FolderSources

NORTHWIND = (
    "# Northwind Traders\n\n# Request for Proposals 2026-031\n\n## 1 Pricing\n\nThe vendor shall state prices.\n\n"
    "## 2 Staffing\n\nThe vendor shall name its staff. Proposals are due on 18 December 2026.\n"
)
GSA = (
    "# General Services Administration\n\n# Request for Quote: SmartPay\n\n## 1 Pricing\n\n"
    "Offerors must state prices. Quotes are due on 15 December 2026. Evaluation factors are listed below.\n\n"
    "## 2 Staffing\n\nThe contractor shall name its staff.\n"
)
NOTES = (
    "# Kickoff\n\nDate: 2026-11-30\n\nAna Souza: We have the RFP from {customer}.\n\n"
    "Bob Lee: I'll take pricing by Friday.\n"
)


async def read(folder: Path, said: str = "we received an RFP", **files: str) -> tuple[Rfp, Kickoff | None]:
    for name, text in files.items():
        (folder / f"{name.replace('_', ' ')}.md").write_text(text)
    brain, sources = RulesBrain(), FolderSources([folder])
    rfp = await brain.find_rfp(sources, said)
    assert rfp is not None
    return rfp, await brain.find_kickoff(sources, rfp, said)


async def test_the_request_that_was_not_taken_is_kept_with_the_reason(tmp_path: Path) -> None:
    rfp, _ = await read(tmp_path, Northwind_RFP=NORTHWIND, GSA_RFQ=GSA)

    assert (rfp.source_refs, rfp.chosen) == (("GSA RFQ.md",), "wording")
    assert [(one.title, one.source_ref) for one in rfp.others] == [("Northwind Traders", "Northwind RFP.md")]


async def test_the_owners_words_are_the_reason_when_they_name_one(tmp_path: Path) -> None:
    rfp, _ = await read(tmp_path, "the RFP from Northwind is here", Northwind_RFP=NORTHWIND, GSA_RFQ=GSA)

    assert (rfp.source_refs, rfp.chosen) == (("Northwind RFP.md",), "named")
    assert [one.source_ref for one in rfp.others] == ["GSA RFQ.md"]


async def test_the_parts_of_one_request_are_no_others(tmp_path: Path) -> None:
    work = "# Statement of Work 2026-031\n\nThe contractor shall help.\n"
    amended = "# Amendment 1 to Request for Proposals 2026-031\n\nProposals are due on 19 December 2026.\n"

    assert (await read(tmp_path, RFP=NORTHWIND, SOW=work, Amendment=amended))[0].others == ()


async def test_notes_that_speak_of_another_customer_are_told_even_when_its_parts_fit(tmp_path: Path) -> None:
    _, notes = await read(tmp_path, GSA_RFQ=GSA, kickoff=NOTES.format(customer="Northwind"))

    assert notes is not None
    assert notes.speaks_of == "Northwind"
    assert [c.section_id for c in notes.commitments] == ["s1"]


async def test_the_name_of_the_notes_file_tells_as_well(tmp_path: Path) -> None:
    _, notes = await read(tmp_path, GSA_RFQ=GSA, northwind_kickoff=NOTES.replace(" from {customer}", ""))

    assert notes is not None
    assert notes.speaks_of == "Northwind"


async def test_notes_that_name_the_customer_or_its_initials_are_the_right_ones(tmp_path: Path) -> None:
    for customer in ("GSA", "the General Services Administration", "GSA, like the one of Northwind"):
        _, notes = await read(tmp_path, GSA_RFQ=GSA, kickoff=NOTES.format(customer=customer))

        assert notes is not None
        assert notes.speaks_of == ""


async def test_notes_that_name_nobody_but_their_people_speak_of_no_other(tmp_path: Path) -> None:
    plain = NOTES.replace("the RFP from {customer}", "the request").replace("Bob Lee", "Bob Miller")
    _, notes = await read(tmp_path, GSA_RFQ=GSA, kickoff_notes_Miller=plain)

    assert notes is not None
    assert notes.speaks_of == ""
