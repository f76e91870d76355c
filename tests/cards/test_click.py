"""A click is read in every shape a client sends it, and nothing else is taken for one."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.click import NOBODY, PICK, VERBS, Click, NotAClick, Pick
from cards.words import say
from tests.cards.views import drawn, every_view, of_type

PICKED = {"draft_id": "p-1.d-1", "version": 2, "hash": "abc"}
OTHER = {"draft_id": "p-1.d-2", "version": 1, "hash": "def"}
BATCH = {"verb": "approve_selected", "batch_id": "b-1", "picks": [PICKED, OTHER]}

KEYS = ("action", "data", "verb", "picks", "click", "trigger")
names = st.text(st.characters(codec="utf-8"), max_size=40)
filled = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40)
picks = st.builds(Pick, draft_id=filled, version=st.integers(1, 99), hash=names)
clicks = st.builds(
    Click,
    verb=st.sampled_from(sorted(VERBS)),
    draft_id=names,
    version=st.integers(0, 10_000),
    hash=names,
    batch_id=names,
    picks=st.lists(picks, max_size=4).map(tuple),
    page=st.integers(1, 50),
    ref=names,
    instruction=names,
    reason=names,
    reason_choice=names,
    subject=names,
    body=names,
    answer=names,
)


def executed(data: object, verb: object = "approve", **outer: object) -> dict[str, Any]:
    return {"action": {"type": "Action.Execute", "title": "x", "verb": verb, "data": data}, **outer}


@given(clicks)
def test_what_a_button_carries_is_read_back(click: Click) -> None:
    ticked = {f"{PICK}{pick.draft_id}": "true" for pick in click.picks}
    data = json.loads(json.dumps({**click.data(), **ticked}))

    assert Click.parse(data) == click
    assert Click.parse(executed(data, click.verb)) == click
    assert Click.parse({"click": json.dumps(click.data()), **ticked}) == click


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | names,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
        max_leaves=12,
    )
)
def test_no_json_makes_the_reader_fall_over(value: object) -> None:
    with contextlib.suppress(NotAClick):
        Click.parse(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (executed({"draft_id": "d"}), Click(verb="approve", draft_id="d")),
        (executed('{"draft_id": "d"}'), Click(verb="approve", draft_id="d")),
        (executed({"verb": "approve", "draft_id": "d"}, verb=None), Click(verb="approve", draft_id="d")),
        (executed({"verb": "reject"}), Click(verb="approve")),
        (executed(None), Click(verb="approve")),
        (executed([1]), Click(verb="approve")),
        (executed({}, trigger="automatic"), Click(verb="approve", trigger="automatic")),
        (executed({}, trigger="sometimes"), Click(verb="approve")),
        ({"verb": "save", "version": "3", "body": "x", "colour": 1}, Click(verb="save", version=3, body="x")),
        ({"verb": "approve", "trigger": "automatic"}, Click(verb="approve")),
        ('{"verb": "refresh"}', Click(verb="refresh")),
        ({"verb": "answer", "answer": "", "answer_choice": "b"}, Click(verb="answer", answer="b")),
        ({"verb": "answer", "answer": "a", "answer_choice": "b"}, Click(verb="answer", answer="a")),
        ({**BATCH, "pick_p-1.d-1": "true", "pick_p-1.d-2": "false"}, (PICKED,)),
        ({**BATCH, "pick_p-1.d-1": "True", "pick_p-1.d-2": True}, (PICKED, OTHER)),
        ({**BATCH, "pick_p-9.d-9": "true"}, ()),
        (BATCH, ()),
        ({**BATCH, "picks": "all", "pick_p-1.d-1": "true"}, ()),
        ({**BATCH, "picks": [None, 3, PICKED], "pick_p-1.d-1": "true", "pick_None": "true"}, (PICKED,)),
    ],
)
def test_shapes_that_are_clicks(value: object, expected: Any) -> None:
    click = Click.parse(value)
    if isinstance(expected, tuple):
        expected = Click(verb="approve_selected", batch_id="b-1", picks=tuple(Pick(**pick) for pick in expected))

    assert click == expected


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (None, "click.not_ours"),
        ([], "click.not_ours"),
        ("", "click.not_ours"),
        ("yes", "click.not_ours"),
        (3, "click.not_ours"),
        ({}, "click.not_ours"),
        ({"action": "x"}, "click.not_ours"),
        ({"action": None}, "click.not_ours"),
        ({"action": {"verb": 3}}, "click.not_ours"),
        ({"verb": ["approve"]}, "click.not_ours"),
        ("[" * 100_000, "click.not_ours"),
        (executed({}, verb="launch"), "click.unknown_verb"),
        ({"verb": "APPROVE"}, "click.unknown_verb"),
        (executed({"version": "three"}), "click.damaged"),
        (executed({"version": -1}), "click.damaged"),
        (executed({"draft_id": ["d"]}), "click.damaged"),
        (executed({"draft_id": "d" * 201}), "click.damaged"),
        (executed({"body": "x" * 20_001}), "click.damaged"),
        (executed({"page": 0}), "click.damaged"),
        (executed({"subject": "\ud800"}), "click.damaged"),
        ({**BATCH, "picks": [{"draft_id": "d"}], "pick_d": "true"}, "click.damaged"),
    ],
)
def test_shapes_that_are_not(value: object, key: str) -> None:
    with pytest.raises(NotAClick) as refusal:
        Click.parse(value)

    assert refusal.value.key == key
    assert say("pt-BR").t(key)


@every_view
def test_every_button_of_every_card_can_be_read(name: str, locale: str) -> None:
    for action in of_type(drawn(name, locale), "Action.Execute"):
        click = Click.parse(executed(action["data"], action["verb"]))

        assert click.verb == action["verb"]
        assert click.draft_id or click.batch_id or click.ref


def test_nobody_of_a_list_of_people_is_no_one() -> None:
    data = {"verb": "deputy_add", "ref": "c-1", "person": NOBODY, "address": "ana@contoso.com"}

    assert Click.parse(data) == Click(verb="deputy_add", ref="c-1", address="ana@contoso.com")
