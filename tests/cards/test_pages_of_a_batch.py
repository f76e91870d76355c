"""A batch too heavy for one card goes on over pages: every row once, in full, and every page approves its own."""

import json

import cards
from cards.models import Batch, DraftCard, Person, Row
from cards.prose import parts, prose, weight
from tests.cards.views import Node, nodes, of_type

LIMIT = 25_000


def row(number: int, body: str) -> Row:
    person = Person(name=f"Person {number}", address=f"person.{number}@contoso.com")
    return Row(
        draft_id=f"p-1a2b3c4d5e6f7a8b.d-{number}",
        version=1,
        hash=f"{number:032x}",
        to=(person,),
        channel="teams",
        subject=f"Your part: section {number}",
        body=body,
        due="2026-12-04",
    )


def leaves(batch: Batch) -> list[Node]:
    found = [cards.card(batch)]
    while following := [press for press in presses(found[-1], "page") if press.get("page", 1) > len(found)]:
        found.append(cards.card(batch.model_copy(update={"page": following[0]["page"]})))
    return found


def presses(card: Node, verb: str) -> list[Node]:
    return [action["data"] for action in of_type(card, "Action.Execute") if action["verb"] == verb]


def ticks(card: Node) -> list[str]:
    return [toggle["id"].removeprefix("pick_") for toggle in of_type(card, "Input.Toggle")]


def size(card: Node) -> int:
    return len(json.dumps(card, ensure_ascii=False).encode())


def test_ten_recipients_with_two_thousand_characters_each_are_shown_in_full_over_pages() -> None:
    body = "word " * 400
    batch = Batch(batch_id="b-1", project="Contoso", rows=tuple(row(number, body) for number in range(10)))

    found = leaves(batch)

    assert [tick for leaf in found for tick in ticks(leaf)] == [one.draft_id for one in batch.rows]
    assert all(size(leaf) < LIMIT for leaf in found)
    assert len(found) == 2
    assert sum(json.dumps(leaf).count(body.strip()) for leaf in found) == 10


def test_a_page_approves_the_rows_it_shows_and_no_other() -> None:
    batch = Batch(batch_id="b-1", project="Contoso", rows=tuple(row(number, "word " * 400) for number in range(10)))

    for leaf in leaves(batch):
        (approve,) = presses(leaf, "approve_selected")

        assert [pick["draft_id"] for pick in approve["picks"]] == ticks(leaf)


def test_a_page_tells_how_many_stand_before_and_after_it() -> None:
    batch = Batch(batch_id="b-1", project="Contoso", rows=tuple(row(number, "word " * 400) for number in range(10)))

    first, second = leaves(batch)
    here = len(ticks(first))

    assert f"{10 - here} more on the next page" in json.dumps(first)
    assert f"{here} on the pages before" in json.dumps(second)


def test_a_page_that_is_not_there_any_more_is_the_last_one() -> None:
    batch = Batch(batch_id="b-1", project="Contoso", rows=(row(1, "short"),), page=7)

    assert ticks(cards.card(batch)) == [batch.rows[0].draft_id]


def test_one_body_too_long_for_a_card_says_how_much_is_folded_and_is_decided_elsewhere() -> None:
    body = "\n".join(f"line {number}" for number in range(3000))
    card = cards.card(Batch(batch_id="b-1", project="Contoso", rows=(row(1, body),)))

    shown = next(parts(body, 17_000))
    told = f"{len(body) - len(shown):,} of {len(body):,} characters are not shown here."

    assert size(card) < LIMIT
    assert ticks(card) == presses(card, "approve_selected") == []
    assert any(told in node.get("text", "") for node in nodes(card))


def test_a_draft_in_parts_shows_every_line_of_it() -> None:
    body = "\n\n".join(f"Question {number}: {'why ' * 20}" for number in range(400))
    draft = DraftCard(**row(1, body).model_dump(exclude={"picked"}), project="Contoso")

    seen, page = "", 1
    while True:
        card = cards.card(draft.model_copy(update={"page": page}))
        assert size(card) < LIMIT
        seen += json.dumps(card)
        (turn,) = presses(card, "page")
        page = turn.get("page", 1)
        assert bool(presses(card, "approve")) == (page == 1), "approved on the last part only"
        if page == 1:
            break

    assert all(f"Question {number}: " in seen for number in range(400))


def test_parts_are_the_body_and_each_is_light_enough() -> None:
    bodies = ["", "a", "x" * 6_000, "a\n" * 200, "# h\n\n- a\n- b\n" * 60, "ç漢" * 1_200]
    bodies += ["\x1b" * 1_200, "*a* " * 600, "**~~*" + "`a`b" * 300 + "*~~**", "> " * 600 + "a", "- " * 600]

    for body in bodies:
        cut = list(parts(body, 1_500))

        assert "".join(cut) == body
        assert all(weight(prose(part)) <= 1_500 for part in cut)
