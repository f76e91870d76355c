"""Parts of a response held against each other: what differs is said with both places, what agrees is not."""

import pytest

from agent.brain.assembly import Piece, mismatches, page

PLAN = (
    "Total effort: 1,180 hours.\n\n- Claims import, by March\n- Go-live, in June\n- Gateway and Ledger are built first"
)


def piece(title, text, **more):
    return Piece(title=title, owner="Rui", text=text, **more)


def found(*pieces):
    return [(one.kind, one.what, *one.amounts) for one in mismatches(pieces)]


@pytest.mark.parametrize(
    ("here", "there", "amounts"),
    [
        ("Total effort: 1,200 hours", "Total: 1.180 h", ("1,200 h", "1,180 h")),
        ("Architect 100 h\nTester 20 h", "In all 119 hours of work", ("120 h", "119 h")),
        ("Total de 300 horas", "Total de 299,5 horas", ("300 h", "299.50 h")),
        ("Total: 40 person-days", "Total: 41 dias-homem", ("40 days", "41 days")),
    ],
)
def test_efforts_that_differ_at_all_are_named(here, there, amounts):
    assert found(piece("Pricing", here), piece("Management plan", there)) == [("effort", "", *amounts)]


@pytest.mark.parametrize(
    ("here", "there"),
    [
        ("Total price: US$ 90,000.00", "The total budget is 90000 USD"),
        ("Total effort: 1,200 hours", "Total effort: 40 person-days"),
        ("Total: R$ 5.000,00", "Total: US$ 5,000.00"),
        ("A licence costs $ 100", "The total is $ 900"),
        ("Recovery takes 4 h", "No figure here"),
    ],
)
def test_what_says_the_same_or_cannot_be_compared_is_no_difference(here, there):
    assert found(piece("Pricing", here), piece("Management plan", there)) == []


def test_prices_that_differ_are_named_in_their_currency():
    here, there = piece("Pricing", "Total: R$ 5.511.657,58"), piece("Executive summary", "no total de R$ 5.511.657,00")

    assert found(here, there) == [("price", "", "5,511,657.58 BRL", "5,511,657 BRL")]


def test_a_milestone_needs_a_deliverable_in_the_plan_or_the_technical_part():
    pricing = piece("Pricing", "Payments:\n- Milestone 1: Claims import – 30 %\n- Milestone 2: Security audit – 70 %")

    assert found(pricing, piece("Management plan", PLAN)) == [("milestone", "Security audit", "", "")]


def test_a_component_must_appear_in_plan_and_price():
    technical = piece(
        "Technical approach",
        "Our components:\n- Gateway: routes\n- Ledger\n- **Archive** (cold)\n\nWe are good at:\n\n- speed",
    )
    pricing = piece("Pricing", "Gateway 10\nLedger 20\nArchive 30")

    assert found(technical, pricing, piece("Management plan", PLAN)) == [("component", "Archive", "", "")]


def test_without_a_part_to_compare_with_nothing_is_missing_there():
    assert found(piece("Technical approach", "Components:\n- Gateway")) == []


def test_the_page_keeps_every_word_and_marks_what_is_open():
    text = page(
        "Bank", [piece("Pricing", "Four  *words* here.", number="4", gaps=("State the VAT.",))], ["Tests"], "Open"
    )

    assert text == "# Bank\n\n## 4 Pricing\n\nFour  *words* here.\n\n> Open: State the VAT.\n\n## Tests\n\n> Open\n"
