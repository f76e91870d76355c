from datetime import timedelta

import pytest
from pydantic import ValidationError

from bot.core.draft import Record, State, check_open, edited, takes_offer
from bot.core.errors import Refusal
from tests.fakes import ANA, MONDAY, PRIYA, draft


def record(**more: object) -> Record:
    facts = {
        "key": "p-1.d-1", "project_id": "p-1", "draft": draft(), "offered": draft(), "approvers": (ANA.authority,),
        "offered_at": MONDAY, "expires_at": MONDAY + timedelta(days=21),
    }  # fmt: skip
    return Record.model_validate(facts | more)


def refusal_of(one: Record, *, version: int = 1, content: str = "", actor: str = ANA.authority, days: int = 0) -> str:
    with pytest.raises(Refusal) as caught:
        check_open(one, version, content or one.draft.content_hash, actor, MONDAY + timedelta(days=days))
    return caught.value.key


def test_an_open_draft_may_be_decided_by_its_owner() -> None:
    check_open(record(), 1, draft().content_hash, ANA.authority, MONDAY)


def test_everything_else_is_refused_with_its_own_sentence() -> None:
    assert refusal_of(record(), actor=PRIYA.authority) == "desk.not_yours"
    assert refusal_of(record(state=State.ASKED)) == "desk.change_running"
    assert refusal_of(record(state=State.REJECTED)) == "desk.already_decided"
    assert refusal_of(record(), days=21) == "desk.expired"
    assert refusal_of(record(), version=2) == "desk.stale"
    assert refusal_of(record(), content="other") == "desk.stale"


def test_an_approval_nobody_may_give_cannot_be_made() -> None:
    with pytest.raises(ValidationError):
        record(approvers=())


def test_the_hash_covers_what_is_seen_and_sent_and_nothing_else() -> None:
    same = draft(reason="another reason", due_at="2026-12-01", version=7)
    others = [
        draft(body="x"),
        draft(subject="x"),
        draft(channel="mail"),
        draft(to=({"name": "Priya", "address": "x@y.z"},)),
    ]

    assert same.content_hash == draft().content_hash
    assert len({one.content_hash for one in [draft(), *others]}) == 5


def test_an_edit_makes_a_new_version_and_keeps_what_the_agent_wrote() -> None:
    new = edited(record(), " New \n subject ", "Line\r\nline  \n")

    assert (new.draft.version, new.draft.subject, new.draft.body) == (2, "New subject", "Line\nline")
    assert new.offered == draft()


@pytest.mark.parametrize(
    ("body", "key"), [("", "desk.empty_body"), (" \n", "desk.empty_body"), ("x" * 8001, "desk.too_long")]
)
def test_an_empty_or_endless_body_is_refused(body: str, key: str) -> None:
    with pytest.raises(Refusal) as caught:
        edited(record(), "s", body)

    assert caught.value.key == key


def test_a_decided_draft_comes_back_only_as_the_answer_to_a_change() -> None:
    new = draft(body="other words")

    assert takes_offer(None, new, MONDAY)
    assert takes_offer(record(), new, MONDAY)
    assert takes_offer(record(state=State.ASKED), new, MONDAY)
    assert not takes_offer(record(), draft(), MONDAY)
    assert not takes_offer(record(state=State.APPROVED), new, MONDAY)
    assert not takes_offer(record(state=State.REJECTED), new, MONDAY)


def test_an_expired_draft_comes_back_as_a_new_offer_in_whatever_words_and_a_decided_one_does_not() -> None:
    late, edit = MONDAY + timedelta(days=21), draft(body="the owner's words")

    assert takes_offer(record(), draft(), late)
    assert takes_offer(record(draft=edit), draft(), late)
    assert not takes_offer(record(draft=edit), draft(), late - timedelta(microseconds=1))
    assert not takes_offer(record(state=State.APPROVED), draft(), late)
    assert not takes_offer(record(state=State.REJECTED), draft(), late)
