"""The hash of a draft covers exactly what is sent: no change slips through, and none is invented."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.core.draft import Draft

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
people = st.fixed_dictionaries({"name": words, "address": words, "oid": words, "external": st.booleans()})
drafts = st.fixed_dictionaries(
    {
        "draft_id": words,
        "version": st.integers(1, 99),
        "purpose": st.sampled_from(["kickoff_brief", "reminder", "clarification", "reassignment", "charter"]),
        "task_id": words,
        "reason": words,
        "to": st.lists(people, min_size=1, max_size=3),
        "channel": st.sampled_from(["teams", "mail"]),
        "subject": words,
        "body": words,
        "due_at": words,
        "requirements": st.lists(words, max_size=3),
        "importance": st.sampled_from(["low", "normal", "high"]),
    }
)


def seen(facts: dict[str, Any]) -> object:
    """What leaves the desk: to whom, by which way, the words, and how important they are shown."""
    to = [(one["name"], one["address"], one["oid"]) for one in facts["to"]]
    return to, facts["channel"], facts["subject"], facts["body"], facts["importance"]


def hash_of(facts: dict[str, Any]) -> str:
    return Draft.model_validate(facts).content_hash


@given(drafts, drafts)
def test_two_drafts_share_a_hash_exactly_when_the_same_would_leave(one: dict[str, Any], other: dict[str, Any]) -> None:
    mixed = one | {name: other[name] for name in ("draft_id", "version", "purpose", "task_id", "reason", "due_at")}

    assert (hash_of(one) == hash_of(other)) == (seen(one) == seen(other))
    assert hash_of(mixed | {"requirements": other["requirements"]}) == hash_of(one)


@given(drafts, st.sampled_from(["subject", "body"]), st.integers(0, 12), st.characters(exclude_categories=["Cs"]))
def test_one_character_more_anywhere_is_another_hash(facts: dict[str, Any], where: str, at: int, more: str) -> None:
    text = facts[where]

    assert hash_of(facts | {where: text[:at] + more + text[at:]}) != hash_of(facts)


@given(drafts, st.data())
def test_what_moves_from_one_field_into_the_next_is_another_hash(facts: dict[str, Any], data: st.DataObject) -> None:
    """No joining of fields, however they are filled, passes for another filling."""
    whole = facts["subject"] + facts["body"]
    cut = data.draw(st.integers(0, len(whole)))
    moved = facts | {"subject": whole[:cut], "body": whole[cut:]}

    assert (hash_of(moved) == hash_of(facts)) == (cut == len(facts["subject"]))


@given(drafts, people)
def test_whoever_is_added_or_left_out_makes_another_hash(facts: dict[str, Any], person: dict[str, Any]) -> None:
    more = facts | {"to": [*facts["to"], person]}

    assert hash_of(more) != hash_of(facts)
    assert hash_of(facts | {"to": facts["to"][::-1]}) == hash_of(facts) or seen(facts)[0] != seen(facts)[0][::-1]  # type: ignore[index]


@given(drafts)
def test_a_draft_that_was_stored_and_read_again_has_its_hash(facts: dict[str, Any]) -> None:
    draft = Draft.model_validate(facts)

    assert Draft.model_validate_json(draft.model_dump_json()).content_hash == draft.content_hash
    assert len(draft.content_hash) == 32


def test_what_was_approved_before_there_was_an_importance_stays_approved() -> None:
    to = {"name": "Ana", "address": "ana@x", "oid": "o"}
    facts = {"draft_id": "d", "version": 1, "purpose": "reminder", "to": [to], "channel": "mail", "body": "Hi"}

    assert hash_of(facts) == "d752574e3c046205eda727c65c3ee10a"
