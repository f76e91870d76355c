"""What binds the supplier, and what only looks like it."""

from talks import document, wanted

from agent.brain.duties import strength
from agent.brain.outline import outline
from tests.tables import table


@table(
    "sentence",
    [
        "The vendor shall name a project manager.",
        "Proposals must be signed.",
        "The selected vendor is required to submit invoices.",
        "The contractor will provide a platform.",
        "Customer data must be stored in the country.",
        "Substitutions must be approved by the Court in writing.",
        "If the state makes such an inspection, the contractor must provide reasonable assistance.",
        "A contratada deverá entregar o relatório.",
        "É vedada a subcontratação.",
        "Os preços devem incluir os impostos.",
    ],
)
def test_what_binds_the_supplier_is_a_requirement(sentence: str) -> None:
    assert strength(sentence) == "must"


@table(
    "sentence",
    [
        "The Government shall provide a desk.",
        "The Contracting Officer must approve the plan.",
        "The contractor is not required to host the portal.",
        "The environment need not be certified; it will not be required to be.",
        "The Contractor will not be responsible for importing data.",
        "The Contractor will not be given the notice to proceed before that.",
        "To be considered for award, offerors must pass both phases.",
        "Prices shall be evaluated for reasonableness.",
        "No contract award shall be made before that.",
        "The total duration shall not exceed four years under the option to extend.",
        "Confidential information, as used herein, means any data that must be kept secret.",
        "A Administração deverá consultar o cadastro.",
        "O contrato deverá ser fiscalizado pelos fiscais do contrato.",
        "Deverá a Administração providenciar a readequação.",
        "The Court expects collaboration.",
        "The contractor may choose the location.",
    ],
)
def test_what_binds_nobody_or_the_buyer_is_none(sentence: str) -> None:
    assert strength(sentence) is None


def test_should_is_a_wish() -> None:
    assert strength("The vendor should hold weekly reviews.") == "should"


def test_each_item_below_an_introducing_sentence_counts() -> None:
    found = wanted(
        "# 3.1 Scope\n\nThe vendor must provide:\n\n- an interface;\n- a plan; and\n- tests.\n\nThank you.\n"
    )

    assert found == ["an interface;", "a plan; and", "tests."]


def test_nested_lists_go_on_after_an_example() -> None:
    text = """# 3.1 Needs

The vendor must provide a service with:

1. alerts by mail;
2. storage in the country. This can be fulfilled in various ways, for example:
    1. a data centre,
    2. a cloud.
3. an API.
"""

    assert wanted(text) == ["alerts by mail;", "an API."]


def test_a_list_of_what_is_not_asked_gives_nothing() -> None:
    assert wanted("# 1 Scope\n\nThe vendor is not responsible for:\n\n- hosting\n- training\n") == []


def test_infinitives_below_the_contractors_obligations_count() -> None:
    text = """## 4. OBRIGAÇÕES DO CONTRATADO

- 4.1. O Contratado deve observar as obrigações a seguir:
- 4.1.1 Entregar o manual;
- 4.1.2 Guardar sigilo.

## 5. OBRIGAÇÕES DO CONTRATANTE

- 5.1. O Contratante deverá pagar em dia.
"""

    assert wanted(text) == ["Entregar o manual;", "Guardar sigilo."]


def test_rows_of_deliverables_are_one_requirement_each() -> None:
    text = "# 3 Deliverables\n\n| Deliverable | Due |\n|---|---|\n| Plan | Week 2 |\n| Code | Every sprint |\n"

    assert wanted(text) == ["Plan — Week 2", "Code — Every sprint"]


def test_clauses_printed_in_full_are_boilerplate() -> None:
    text = (
        "# 7 Clauses\n\nFAR 52.217-8 Option\n\nThe Contractor shall notify them.\n"
        "\n(End of clause)\n\nThe vendor must sign.\n"
    )

    assert wanted(text) == ["The vendor must sign."]


def test_the_customers_own_duties_are_dropped_by_name() -> None:
    text = "# 2 Access\n\nContoso shall provide a badge. The vendor shall wear it.\n"

    assert wanted(text, "Contoso") == ["The vendor shall wear it."]


def test_wrapped_lines_are_one_sentence() -> None:
    text = "# 1 Form\n\nProposals must be\nsent by mail to the\naddress below.\n"

    assert wanted(text) == ["Proposals must be sent by mail to the address below."]


def test_abbreviations_do_not_end_a_sentence() -> None:
    text = "# 1 Law\n\nThe vendor must comply with 44 U.S.C. 3544 and Rev. 7 of the guide. It is long.\n"

    assert wanted(text) == ["The vendor must comply with 44 U.S.C. 3544 and Rev. 7 of the guide."]


def test_the_list_of_contents_is_no_section() -> None:
    text = """# The request

### Section 1. INTRODUCTION

[Sec. 1.01 Purpose](#a)

### Section 2. SCOPE

[Sec. 2.01 Scope](#b)

# Section 1. Introduction

## Sec. 1.01 Purpose

We are looking for a partner who builds the portal with us over the next three years.

# Section 2. SCOPE

## Sec. 2.01 Scope

The vendor must build the portal and keep it running for the whole time of the contract.
"""
    parts = [(p.number, p.title, p.level) for p in outline(document("rfp.md", text)) if p.number]

    assert parts == [("1", "Introduction", 1), ("1.01", "Purpose", 2), ("2", "SCOPE", 1), ("2.01", "Scope", 2)]


def test_bold_numbered_openings_are_sections() -> None:
    text = "**1. General.** Please answer.\n\n**2. Form.** Quotes must be short.\n\n**3. End.** Thanks.\n"

    assert [(p.number, p.title) for p in outline(document("rfp.md", text)) if p.number] == [
        ("1", "General"),
        ("2", "Form"),
        ("3", "End"),
    ]
