"""Day or month first: what decides it."""

from agent.brain.order import day_first
from tests.tables import table


@table(
    ("text", "order"),
    [
        ("Questions by 19/02/2027, tenders by 05/03/2027.", True),
        ("Questions by 02/19/2027, bids by 03/05/2027.", False),
        ("Friday, 05/03/2027", True),
        ("Wednesday 05/03/2027", None),
        ("Monday 05/03/2027", False),
        ("05/03/2027 (Friday)", True),
        ("Due on 05/03/2027. The tender closes on 5 March 2027.", True),
        ("Due on 05/03/2027. The bid closes on May 3, 2027.", False),
        ("Due on 05/03/2027, 14:00 CET", True),
        ("Due on 05/03/2027, 2 pm ET", False),
        ("A budget of £40,000; due on 05/03/2027", True),
        ("Write to bids@council.gov.uk by 05/03/2027", True),
        ("Write to bids@state.gov by 05/03/2027", False),
        ("Due on 05/03/2027. Start: 12 April 2027", True),
        ("Due on 05/03/2027. Start: April 12, 2027", False),
        ("Due on 05/03/2027.", None),
        ("19/02/2027 and 02/19/2027", None),
    ],
)
def test_the_order_is_decided_by_the_text_itself(text: str, order: bool | None) -> None:
    assert day_first(text) is order


def test_portuguese_puts_the_day_first() -> None:
    assert day_first("até 05/03/2027", portuguese=True) is True
