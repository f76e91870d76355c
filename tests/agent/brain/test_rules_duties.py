"""The many ways to bind a supplier, and the many sentences that only look so; requirement tables with classes."""

import pytest
from talks import document, wanted

from agent.brain.customer import short_names
from agent.brain.duties import strength
from agent.brain.grades import columns, row_class
from agent.brain.outline import outline
from agent.brain.requirements import requirements
from tests.tables import table


@table(
    "sentence",
    [
        "The system must receive readings from all access points.",
        "The till shall achieve a score of trust with the auditors.",
        "No photograph of a patient may be stored on a device.",
        "Each supplier has to name a contact person.",
        "The bidder needs to hold a licence for the trade.",
        "Tenderers are to hand in two copies.",
        "Prices are to be quoted in euros.",
        "The supplier is obliged to keep the records for ten years.",
        "The consultant undertakes to keep all data secret.",
        "The contractor is responsible for the cleaning of the site.",
        "Contractor will repair each fault within a day.",
        "Smoking on the site is strictly prohibited.",
        "Offers must name every subcontractor; offers that do not will be rejected.",
        "Bidders must visit the site, otherwise their bid will not be considered.",
        "The city requires that the supplier shall train two clerks.",
        "It is mandatory that all tests be repeated.",
        "A contratada é obrigada a refazer o serviço.",
        "A licitante terá de apresentar o balanço.",
        "O fornecedor tem que manter o estoque.",
        "O sistema não poderá parar durante o dia.",
        "Compete à contratada recolher os resíduos.",
        "Caberá ao licitante pagar as taxas.",
        "É obrigação da contratada manter a garantia.",
        "Não será admitida a troca de marca.",
        "Exige-se atestado de capacidade.",
        "São proibidas as horas extras sem aviso.",
        "Será exigida garantia de execução.",
    ],
)
def test_many_verbs_bind_the_supplier(sentence: str) -> None:
    assert strength(sentence) == "must"


@table(
    "sentence",
    [
        '"Must" and "shall" denote a duty; "may" denotes a choice.',
        'Rows marked "E" are mandatory.',
        "Items classified as (M) are mandatory.",
        "A tender must reach at least 60 points to be opened.",
        "Each bid must obtain a minimum score of 70.",
        "A proposta deverá obter nota mínima de 70 pontos.",
        "The contracting authority shall answer within six days.",
        "The awarding body must publish the result.",
        "The Harbour Commission shall appoint a manager.",
        "A Prefeitura deverá fiscalizar o contrato.",
        "O Município deverá emitir a ordem de serviço.",
        "Payment shall be made within thirty days.",
        "O pagamento deverá ser efetuado em dez dias.",
        "Failure to sign the form shall end the procedure.",
        "O descumprimento deverá ser comunicado à autoridade.",
        "This contract shall be governed by the law of Kenya.",
        "These figures must be understood as estimates.",
        "Bids that miss a mandatory document will be rejected.",
        "Serão desclassificadas as propostas sem os documentos obrigatórios.",
        "The supplier is not obliged to buy the stock.",
        "The system in use has to be replaced because users need to log in twice.",
        "No decision has been made and the panel may ask for more.",
        "The person to whom the contract is to be awarded is told first.",
        "The contract shall be awarded to the lowest price.",
    ],
)
def test_what_defines_awards_pays_or_releases_binds_no_supplier(sentence: str) -> None:
    assert strength(sentence) is None


TABLE = """# 4 Needs

| {head} |
|--|--|--|
| T-1 | The till shall print. | {yes} |
| T-2 | Opens the drawer on a key | {yes} |
| T-3 | The till shall sing. | {wish} |
| T-4 | Glows in the dark | {free} |
"""


@pytest.mark.parametrize(
    ("head", "yes", "wish", "free"),
    [
        ("ID | Requirement | M/D/O", "M", "D", "O"),
        ("No. | Description | Class", "mandatory", "desirable", "optional"),
        ("Item | Requisito | Classificação", "Obrigatório", "Desejável", "Opcional"),
        ("Ref | Need | Priority", "Must", "Should", "Could"),
        ("Ref | Text | Type", "(M)", "(D)", "(O)"),
    ],
)
def test_the_class_of_a_row_tells_how_it_binds(head: str, yes: str, wish: str, free: str) -> None:
    part = outline(document("rfp.md", TABLE.format(head=head, yes=yes, wish=wish, free=free)))[-1]

    assert [(r.text, r.strength) for r in requirements(part)] == [
        ("The till shall print.", "must"),
        ("Opens the drawer on a key", "must"),
        ("The till shall sing.", "should"),
    ]


def test_a_column_may_ask_whether_a_row_is_mandatory() -> None:
    head = columns(("Id", "Text", "Mandatory?"))

    assert [row_class(("1", "Prints", answer), head) for answer in ("Yes", "No")] == ["must", "should"]


def test_each_row_below_requirement_is_asked_for_though_no_verb_binds() -> None:
    text = "# 2 Functions\n\n| Id | Requirement | Answer |\n|--|--|--|\n| a | Prints labels in colour | |\n"

    assert wanted(text) == ["Prints labels in colour"]


def test_a_price_list_is_no_table_of_requirements() -> None:
    text = "# 2 Itens\n\n| Item | Especificação | Qtd | Valor |\n|--|--|--|--|\n| 1 | Caneta azul | 10 | 2,00 |\n"

    assert wanted(text) == []


def test_an_id_and_a_letter_around_a_text_are_enough() -> None:
    assert row_class(("R-7", "Draws a map", "M"), columns(("R-7", "Draws a map", "M"))) == "must"
    assert row_class(("Anna", "Draws a map", "M"), columns(("Who", "What", "Size"))) is None


@pytest.mark.parametrize(
    ("opening", "names"),
    [
        ('Nordkap Ferries Group ("NFG") runs six boats. NFG reserves the right to cancel.', ["NFG"]),
        ('The Tana Water Authority (the "Authority") seeks a partner.', ["Authority"]),
        ('The Tana Water Authority ("TWA" or "the Authority") seeks a partner.', ["TWA", "Authority"]),
        ("A Rapid Entry Portal (REP) is asked for by the Tana Water Authority.", []),
        ('The winner (the "Contractor") works for the Tana Water Authority (the "Contractor").', []),
    ],
)
def test_short_names_of_the_customer_are_known(opening: str, names: list[str]) -> None:
    assert list(short_names([document("rfp.md", f"# RFP\n\n{opening}\n")], "")) == names


def test_marks_in_brackets_grade_a_paragraph_or_an_item() -> None:
    text = (
        "# 3 Needs\n\n(M) means that it is needed.\n\n[M] N-1: A tent weighs less than 9 kg.\n\n"
        "- Tents are green (desirable)\n- Tents fold (O)\n- Pegs made of steel [M].\n"
    )

    assert wanted(text) == ["N-1: A tent weighs less than 9 kg.", "Tents are green", "Pegs made of steel"]


def test_the_names_of_columns_are_no_requirement() -> None:
    assert strength("Item Requirement Mandatory/Desirable") is None


def test_none_may_binds_in_portuguese_too() -> None:
    assert strength("Nenhuma barraca poderá ficar aberta à noite.") == "must"


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("Mandatory requirements", True),
        ("Site and safety requirements", True),
        ("Requisitos do sistema", True),
        ("Desirable requirements", False),
        ("Requisitos da contratação", False),
        ("About us", False),
    ],
)
def test_below_a_title_of_requirements_every_item_is_asked_for(title: str, asked: bool) -> None:
    assert bool(wanted(f"# 4 {title}\n\n- Tents for forty people\n")) is asked


def test_items_beside_real_duties_are_only_told() -> None:
    text = "# 4 Tent requirements\n\n- Tents must be green.\n- Poles\n- A flag would be nice.\n"

    assert wanted(text) == ["Tents must be green."]
