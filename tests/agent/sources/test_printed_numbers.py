"""The numbers that stand in front of headings, clauses and rows, in the conventions of many countries."""

import pytest
from files import read, short

from agent.sources.numbering import is_outline, label_number, split_number
from agent.sources.ordinals import counted
from agent.sources.sequence import roman
from tests.tables import table


@table(
    ("line", "number", "title"),
    [
        ("SECTION B – SUPPLIES AND PRICES", "B", "SUPPLIES AND PRICES"),
        ("Section IV: Schedule", "IV", "Schedule"),
        ("B.2 Price list", "B.2", "Price list"),
        ("K.4.1 Representations", "K.4.1", "Representations"),
        ("VII. Contract terms", "VII", "Contract terms"),
        ("D. Who may bid", "D", "Who may bid"),
        ("Annex IV – Model contract", "Annex IV", "Model contract"),
        ("Appendix C: Glossary", "Appendix C", "Glossary"),
        ("ANEXO II-A – PLANILHA", "ANEXO II-A", "PLANILHA"),
        ("IV.3 Award procedure", "IV.3", "Award procedure"),
        ("Article 12 – Liability", "12", "Liability"),
        ("CAPÍTULO III – DA HABILITAÇÃO", "III", "DA HABILITAÇÃO"),
        ("CLÁUSULA SEGUNDA – DO PREÇO", "2", "DO PREÇO"),
        ("Cláusula décima quarta: do foro", "14", "do foro"),
        ("CLÁUSULA 3ª - DA VIGÊNCIA", "3", "DA VIGÊNCIA"),
        ("Part 2 Instructions", "Part 2", "Instructions"),
        ("LOTE 3 – IMPRESSORAS", "LOTE 3", "IMPRESSORAS"),
        ("Lot 2: Cabling", "Lot 2", "Cabling"),
        ("7 Evaluation", "7", "Evaluation"),
        ("B3. Staff", "B3", "Staff"),
        ("Artigo 4.º - Objeto", "4", "Objeto"),
        ("1.02 Location", "1.02", "Location"),
    ],
)
def test_a_heading_gives_its_number_and_its_title(line: str, number: str, title: str) -> None:
    assert split_number(line, heading=True) == (number, title)
    assert is_outline(number)


@table(
    "line",
    [
        "I agree with the plan",
        "A new portal for the city",
        "Part of the work is done",
        "Schedule and milestones",
        "Annexes are listed below",
        "Lot of work",
        "Mr. Silva",
        "MIX. Of things",
        "Parte geral do contrato",
        "e.g. this one",
        "M365 Migration",
        "B2B portal",
    ],
)
def test_what_only_looks_like_a_number_stays_in_the_title(line: str) -> None:
    assert split_number(line, heading=True) == ("", line)


@pytest.mark.parametrize("line", ["B. Silva writes the plan", "Annex 2 – Prices", "IV. Terms", "Section C – Work"])
def test_outside_headings_letters_and_annexes_are_words(line: str) -> None:
    assert split_number(line) == ("", line)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("Art. 7º A empresa deverá avisar.", "Art. 7"),
        ("§ 2º O prazo é de dez dias.", "§ 2"),
        ("iii. keep the keys;", "iii"),
    ],
)
def test_articles_and_paragraphs_of_a_contract_are_numbered_clauses(line: str, number: str) -> None:
    assert split_number(line)[0] == number


@pytest.mark.parametrize(
    ("line", "number", "text"),
    [
        ("II - devolver as chaves;", "II", "devolver as chaves;"),
        ("I - abrir a porta;", "I", "abrir a porta;"),
        ("IV. fechar a porta.", "IV", "fechar a porta."),
        ("I - as I said - write the plan.", "", "I - as I said - write the plan."),
    ],
)
def test_the_roman_numbers_of_a_law_count_items(line: str, number: str, text: str) -> None:
    assert split_number(line) == (number, text)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("CAPÍTULO II", "II"),
        ("Section C:", "C"),
        ("ANEXO I", "ANEXO I"),
        ("Cláusula nona", "9"),
        ("Part of it", ""),
        ("II", ""),
    ],
)
def test_a_heading_may_be_nothing_but_its_number(line: str, number: str) -> None:
    assert label_number(line) == number


@pytest.mark.parametrize("number", ["a", "iv", "(2)", "a)", "§ 2", ""])
def test_numbers_of_list_items_are_none_of_the_outline(number: str) -> None:
    assert not is_outline(number)


def test_ordinals_and_roman_numbers_are_counted() -> None:
    assert [counted(w) for w in ("primeira", "oitava", "décima", "DÉCIMA NONA", "vigésima terceira", "4ª")] == [
        1,
        8,
        10,
        19,
        23,
        4,
    ]
    assert [roman(w) for w in ("I", "IV", "IX", "XIV", "XXI", "A", "")] == [1, 4, 9, 14, 21, 0, 0]


FEDERAL = """SECTION B - SERVICES AND PRICES
B.1 Contract Type
This is a firm contract with fixed prices for the base period and for each of the
two option periods.
B.2 Price Schedule
No. Service Unit
1 Help desk month
2 Field visits visit
3 Spare parts lot
B.3 Travel
Travel must be approved before it is booked; and
SECTION E - INSPECTION
E.1 Acceptance
The plan must be delivered in line with section
E.2 Records Management and the law.
"""


def test_federal_sections_are_found_behind_tables_and_open_sentences() -> None:
    found = [(b.number, b.text) for b in read("a.txt", FEDERAL).blocks if b.kind == "heading"]

    assert found == [
        ("B", "SERVICES AND PRICES"),
        ("B.1", "Contract Type"),
        ("B.2", "Price Schedule"),
        ("B.3", "Travel"),
        ("E", "INSPECTION"),
        ("E.1", "Acceptance"),
    ]


LETTERED = """I. Introduction
A. Our organisation
We run forty clinics in three counties and look for one partner for all of them.
B. Reasons
The contract of today ends in June.
II. What we ask for
A. Devices
The supplier must deliver devices that are new.
B. People
Bidders shall propose these people:
A. Project manager
B. Trainer
They shall speak English.
III. Prices
All prices are in euros.
"""


def test_letters_head_sections_where_text_follows_and_count_lists_elsewhere() -> None:
    found = [(b.number, b.text) for b in read("a.txt", LETTERED).blocks if b.kind == "heading"]

    assert found == [
        ("I", "Introduction"),
        ("A", "Our organisation"),
        ("B", "Reasons"),
        ("II", "What we ask for"),
        ("A", "Devices"),
        ("B", "People"),
        ("III", "Prices"),
    ]


def test_a_name_with_an_initial_is_no_heading() -> None:
    assert short(read("a.txt", "Attendees:\n\nA. Silva\nB. Souza\n"))[1:] == [
        ("paragraph", "", "A. Silva"),
        ("paragraph", "", "B. Souza"),
    ]


SENTENCE_CASE = """1 Introduction
1.1 About the authority
The authority runs the buses of the region and has eighty people in four offices in
the north.
1.2 Purpose of the procurement
The authority looks for one supplier.
2 Content of the tender
2.1 Documents to be handed in
The tender must contain:
2.1.1 Letter of the tenderer
2.1.2 Description of the service
2.1.3 Price sheet
2.2 Data protection
The supplier must protect the data.
"""


def test_headings_in_small_letters_are_told_from_lists_by_what_follows() -> None:
    found = [(b.kind, b.number, b.text) for b in read("a.txt", SENTENCE_CASE).blocks if b.kind != "paragraph"]

    assert found == [
        ("heading", "1", "Introduction"),
        ("heading", "1.1", "About the authority"),
        ("heading", "1.2", "Purpose of the procurement"),
        ("heading", "2", "Content of the tender"),
        ("heading", "2.1", "Documents to be handed in"),
        ("item", "2.1.1", "Letter of the tenderer"),
        ("item", "2.1.2", "Description of the service"),
        ("item", "2.1.3", "Price sheet"),
        ("heading", "2.2", "Data protection"),
    ]


def test_items_stay_apart_behind_and_or_without_a_full_stop() -> None:
    text = "The system must offer:\na. maps of every office in the region; and\nb. plans\nc. lists, or\nd. cards.\n"

    assert [(b.number, b.text) for b in read("a.txt", text).blocks[1:]] == [
        ("a", "maps of every office in the region; and"),
        ("b", "plans"),
        ("c", "lists, or"),
        ("d", "cards."),
    ]


def test_the_middle_of_a_wrapped_sentence_is_no_item() -> None:
    text = "The supplier must follow the rules of the handbook that stands in annex\n2.1 and in the law.\n"

    assert len(read("a.txt", text).blocks) == 1
