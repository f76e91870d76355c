"""The sections of a request as a person would list them, whatever the convention of their numbers."""

from pathlib import Path

import pytest
from talks import document

from agent.brain.interface import Rfp
from agent.brain.outline import outline
from agent.brain.requirements import requirements
from agent.brain.rules import RulesBrain
from agent.sources.folder import FolderSources


async def read(folder: Path, name: str, text: str) -> Rfp | None:
    (folder / name).write_text(text)
    return await RulesBrain().find_rfp(FolderSources([folder]), "")


def listed(text: str, name: str = "rfp.md") -> list[tuple[str, str, int]]:
    return [(p.number, p.title, p.level) for p in outline(document(name, text)) if p.title]


@pytest.mark.parametrize(
    ("headings", "wanted"),
    [
        (
            ["SECTION D – DELIVERY", "D.1 Places", "D.2 Dates", "SECTION F – FORMS"],
            [("D", 1), ("D.1", 2), ("D.2", 2), ("F", 1)],
        ),
        (
            ["I. Scope", "A. Now", "B. Later", "II. Rules", "A. Form"],
            [("I", 1), ("A", 2), ("B", 2), ("II", 1), ("A", 2)],
        ),
        (
            ["1. Rules", "1.1 Form", "Annex I – Needs", "I.1 Maps", "I.2 Lists", "Annex II – Prices"],
            [("1", 1), ("1.1", 2), ("Annex I", 1), ("I.1", 2), ("I.2", 2), ("Annex II", 1)],
        ),
        (
            ["Part 1 – Rules", "1. Form", "2. Dates", "Part 2 – Needs", "1. Maps", "1.1 Old maps"],
            [("Part 1", 1), ("1", 2), ("2", 2), ("Part 2", 1), ("1", 2), ("1.1", 3)],
        ),
        (
            [
                "CLÁUSULA PRIMEIRA – DO OBJETO",
                "CLÁUSULA SEGUNDA – DO PREÇO",
                "2.1 Reajuste",
                "CLÁUSULA TERCEIRA – DO FORO",
            ],
            [("1", 1), ("2", 1), ("2.1", 2), ("3", 1)],
        ),
    ],
)
def test_levels_follow_the_numbers_where_all_headings_are_alike(
    headings: list[str], wanted: list[tuple[str, int]]
) -> None:
    text = "\n\n".join(f"##{' ' * (title[0] != '#')}{title}\n\nSome words that stand below it." for title in headings)

    assert [(number, level) for number, _, level in listed(text)] == wanted


def test_a_lone_letter_is_told_with_its_title() -> None:
    part = outline(document("rfp.md", "## C. Prices\n\nPrices must be in euros.\n"))[-1]

    assert part.place(part.blocks[0]) == "rfp.md, C. Prices, line 3"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("harbour-call.html", "Call for Tenders HP/2027/8"),
        ("porto.html", "Call for proposals"),
        ("doc.html", "Invitation for Bids 12"),
        ("doc.html", "Carta-convite 4"),
    ],
)
async def test_a_call_for_tenders_is_a_request_and_no_phone_call(tmp_path: Path, name: str, title: str) -> None:
    text = (
        f"<html><head><title>{title}</title></head><body><h1>{title}</h1><h2>1. Rules</h2>"
        "<p>Tenderers shall write in English.</p></body></html>"
    )

    rfp = await read(tmp_path, name, text)

    assert rfp is not None
    assert [s.title for s in rfp.sections] == ["Rules"]


async def test_notes_of_a_call_are_no_request(tmp_path: Path) -> None:
    text = "# Call with the tender team\n\n## Attendees\n\n- Ana Lima\n\n## Actions\n\n- Ana Lima: write the plan\n"

    assert await read(tmp_path, "call.md", text) is None


async def test_the_table_below_the_documents_own_number_is_no_section(tmp_path: Path) -> None:
    text = (
        "# Request for Proposals\n\n# Process 44/2027\n\n| Event | Date |\n|--|--|\n| Proposals due | 3 May 2027 |\n\n"
        "# I. Introduction\n\n## A. About us\n\nWe run buses.\n\n# II. Rules\n\nProposals must be short.\n"
    )
    rfp = await read(tmp_path, "rfp.md", text)

    assert rfp is not None
    assert [(s.number, s.title) for s in rfp.sections] == [("I", "Introduction"), ("A", "About us"), ("II", "Rules")]
    assert [d.when for d in rfp.dates] == ["2027-05-03"]


LAW = """CAPÍTULO I
DISPOSIÇÕES GERAIS

Art. 1º Este edital trata da feira.
§ 1º O expositor deverá ter sede no estado.

CAPÍTULO II
DA PROPOSTA

Art. 2º A proposta deverá conter:
I - planta do estande;
II - lista de produtos; e
III - preço do ingresso.

Art. 3º Compete ao expositor vencedor:
a) montar o estande;
b) limpar a área.
"""


def test_chapters_have_the_title_below_them_and_articles_are_no_sections() -> None:
    parts = [part for part in outline(document("edital.txt", LAW)) if part.title]

    assert [(p.number, p.title) for p in parts] == [("I", "DISPOSIÇÕES GERAIS"), ("II", "DA PROPOSTA")]
    assert [r.text for p in parts for r in requirements(p)] == [
        "O expositor deverá ter sede no estado.",
        "planta do estande;",
        "lista de produtos; e",
        "preço do ingresso.",
        "montar o estande;",
        "limpar a área.",
    ]


def test_bold_paragraphs_head_the_sections_of_a_page_without_headings() -> None:
    text = (
        "<p><b>RFP</b></p><p><strong>1. Scope</strong></p><p><strong>1.1 Boats</strong></p><p>We have <b>boats</b>.</p>"
        "<p><b>Note: read this.</b></p><p><strong>2. Rules</strong></p><p>Bids must be short.</p>"
    )
    parts = outline(document("rfp.html", text))

    assert [(p.number, p.title) for p in parts if p.number] == [("1", "Scope"), ("1.1", "Boats"), ("2", "Rules")]
    assert parts[-2].blocks[-1].text == "Note: read this."
