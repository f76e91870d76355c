"""Orders in mails: one exact line, or no order at all."""

import pytest

from bot.core.ballot import Exact, codes_for, order_in

ONE = (Exact(key="p-1.a", version=1, content_hash="h"),)


@pytest.mark.parametrize(
    "line",
    [
        "APPROVE 7F3K",
        "approve 7f3k",
        "Aprovar 7F3K",
        "  APPROVE\u00a0 7F3K  ",
        "APPROVE\u200b 7F3K\ufeff",
        "\uff21PPROVE \uff17F3K",  # full width, as Japanese keyboards write it
        "\n\nAPPROVE 7F3K\n\nJane Doe\nHead of Bids",
    ],
)
def test_an_approval_is_its_first_line(line: str) -> None:
    order = order_in(line)
    assert order is not None
    assert (order.verb, order.codes, order.contradicted) == ("approve", ("7F3K",), False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "👍",
        "ok",
        "yes, approve",
        "APPROVE",
        "7F3K",
        "APPROVE 7F3K.",
        "APPROVE 7F3K but change the date",
        "please APPROVE 7F3K",
        "not approved 7F3K",
        "DISAPPROVE 7F3K",
        "don't approve 7F3K",
        "não aprovar 7F3K",
        "não aprovo 7F3K",
        "APPROVE 7F3K 8ABC",
        "APPROVE 7F3KX",
        "approve this",
        "approve them all",
        "> APPROVE 7F3K",
        "Dear desk,\nAPPROVE 7F3K",
        "APROVAR pedidos somente com ele.",
        "BEGIN 7F3K\nnew words\nEND 7F3K",
    ],
)
def test_anything_else_is_no_order(text: str) -> None:
    assert order_in(text) is None


def test_several_lines_of_one_kind_are_several_orders() -> None:
    order = order_in("APPROVE 7F3K\n\nAPROVAR 8ABC\nAPPROVE 7F3K\nThanks!")
    assert order is not None
    assert (order.codes, order.note, order.contradicted) == (("7F3K", "8ABC"), "Thanks!", False)


@pytest.mark.parametrize(
    "text",
    [
        "APPROVE 7F3K\nREJECT 7F3K",
        "APPROVE 7F3K\n\nREJECT 8ABC\ntoo dear",
        "APPROVE 7F3K\nor rather\nREJECT 7F3K",
        "APPROVE 7F3K\nand below\nAPPROVE 8ABC",
        "EDIT 7F3K\nEDIT 8ABC",
    ],
)
def test_lines_that_say_different_things_decide_nothing(text: str) -> None:
    order = order_in(text)
    assert order is not None
    assert order.contradicted


def test_the_reason_of_a_rejection_stands_below_it() -> None:
    order = order_in("REJEITAR 7K2M\nO valor está acima do teto.\nRefazer a planilha.")
    assert order is not None
    assert (order.verb, order.note) == ("reject", "O valor está acima do teto.\nRefazer a planilha.")


@pytest.mark.parametrize("marks", [("BEGIN", "END"), ("INÍCIO", "FIM"), ("Inicio", "fim")])
def test_new_words_stand_between_their_markers(marks: tuple[str, str]) -> None:
    begin, end = marks
    order = order_in(f"EDITAR 7F3K\nhere it is\n{begin} 7f3k\n\nHi Priya,\n\n  two things\n{end} 7F3K\n\nJane")
    assert order is not None
    assert order.words == "Hi Priya,\n\n  two things"


@pytest.mark.parametrize(
    "below", ["Hi Priya", "BEGIN 7F3K\nHi", "END 7F3K\nHi\nBEGIN 7F3K", "BEGIN 8ABC\nHi\nEND 8ABC"]
)
def test_without_both_markers_there_are_no_new_words(below: str) -> None:
    order = order_in(f"EDIT 7F3K\n{below}")
    assert order is not None
    assert order.words is None


def test_codes_follow_from_what_they_stand_for_and_can_be_typed() -> None:
    codes = list(codes_for(ONE))
    other = list(codes_for((ONE[0].model_copy(update={"version": 2}),)))
    assert codes == list(codes_for(ONE))
    assert not set(codes) & set(other)
    assert all(order_in(f"APPROVE {code}") for code in codes)
    assert not set("".join(codes)) & set("01ILOU")
