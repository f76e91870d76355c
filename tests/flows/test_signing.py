"""How the owner's mails end: said once, seen on every draft of a mail before the yes, and sent as it was seen."""

from typing import Any

import pytest

import cards
from bot.core.draft import BODY_LIMIT, Record
from bot.core.people import Channel
from bot.core.post import Importance
from bot.flows.house import House
from cards import models
from tests.fakes import ANA, TENANT, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started, work

OUTSIDE = ({"name": "Lena", "address": "lena@fabrikam.com", "external": True},)


async def offered(toy: Toy, **more: Any) -> Record:
    """The one draft of a new project, as it lies in the store."""
    toy.agent.script = [answer("One.", draft(1, **({"to": OUTSIDE, "channel": "mail"} | more)))]
    await hear(toy, said("go"))
    (record,) = await toy.store.records_of(PID)
    return record


async def test_a_mail_ends_with_name_and_organisation_until_its_owner_says_otherwise(toy: Toy) -> None:
    toy.house = House(tenant=TENANT, organisation="Contoso")
    record = await offered(toy, body="Dear Lena,\n\nplease send it.\n\nKind regards,\nAna Souza")

    assert record.draft.body == "Dear Lena,\n\nplease send it.\n\nKind regards,\nAna Souza\nContoso"
    assert record.offered.body == record.draft.body, "no edit of the owner's"


async def test_what_is_sent_is_what_was_approved_signature_and_all(toy: Toy) -> None:
    await started(toy)
    await hear(toy, said("signature: Ana Souza\nSolution Architect, Contoso", number=2))
    record = await offered_again(toy)
    await press(toy, record, "approve")
    await ship_all(toy)

    (mail,) = toy.post.sent
    assert mail.text == record.draft.body == "Dear Lena, please send it.\n\nAna Souza\nSolution Architect, Contoso"
    assert "Solution Architect, Contoso" in mail.html


async def offered_again(toy: Toy) -> Record:
    mail = draft(8, to=OUTSIDE, channel="mail", body="Dear Lena, please send it.")
    toy.agent.script = [answer("One.", mail)]
    await hear(toy, said("and Lena?", number=3))
    return next(one for one in await toy.store.records_of(PID) if one.draft.task_id == "task-8")


async def test_a_message_in_teams_says_by_itself_whose_it_is(toy: Toy) -> None:
    (record,) = await started(toy)

    assert record.draft.channel is Channel.TEAMS
    assert record.draft.body == draft(1).body


async def test_a_colleague_whom_only_mail_reaches_gets_it_signed_too(toy: Toy) -> None:
    record = await offered(toy, to=({"name": "Bo", "address": "bo@contoso.com"},), channel="teams", body="Hi Bo.")

    assert (record.draft.channel, record.draft.body) == (Channel.MAIL, "Hi Bo.\n\nAna Souza")


async def test_a_mail_as_long_as_any_may_be_is_left_as_it_is(toy: Toy) -> None:
    record = await offered(toy, body="x" * BODY_LIMIT)

    assert record.draft.body == "x" * BODY_LIMIT


async def test_a_change_is_asked_of_the_agents_own_words(toy: Toy) -> None:
    await started(toy)
    await hear(toy, said("assinatura: Ana\nArquiteta", number=2))
    record = await offered_again(toy)
    await press(toy, record, "change", instruction="shorter")
    await work(toy)
    line = next(one for one in toy.agent.requests[-1].input.splitlines() if "charter-agent-decision" in one)

    assert '"body": "Dear Lena, please send it.\\n\\nAna Souza"' in line


@pytest.mark.parametrize(
    ("words", "answered"),
    [
        ("signature: A\nB\nC\nD\nE", "at most 4 lines"),
        ("signature", "Your mails end like this."),
        ("signature: default", "end like this"),
    ],
)
async def test_a_signature_is_read_back(toy: Toy, words: str, answered: str) -> None:
    await started(toy)
    turns = len(toy.agent.requests)
    await hear(toy, said(words, number=2))

    assert answered in toy.voice.texts()[-1]
    assert (await toy.store.habits(ANA)).signature == ""
    assert len(toy.agent.requests) == turns


async def test_a_sentence_that_begins_with_the_word_is_for_the_agent(toy: Toy) -> None:
    await started(toy)
    turns = len(toy.agent.requests)
    await hear(toy, said("signature of the contract is missing", number=2))

    assert len(toy.agent.requests) == turns + 1


@pytest.mark.parametrize("importance", ["low", "high"])
async def test_the_importance_of_a_mail_is_shown_approved_and_sent(toy: Toy, importance: Importance) -> None:
    record = await offered(toy, importance=importance)
    opened = await press(toy, record, "open")
    assert isinstance(opened, models.DraftCard)
    shown = str(cards.card(opened, "en", "UTC"))
    await press(toy, record, "approve")
    await ship_all(toy)

    assert f"'{importance.capitalize()}'" in shown
    assert toy.post.sent[0].importance == importance


async def test_a_message_in_teams_has_none(toy: Toy) -> None:
    toy.agent.script = [answer("One.", draft(1, importance="high"))]
    await hear(toy, said("go"))
    (record,) = await toy.store.records_of(PID)

    assert record.draft.importance == "normal"


async def test_a_mail_is_signed_once_although_its_owner_signs_otherwise_by_now(toy: Toy) -> None:
    toy.house = House(tenant=TENANT, organisation="Contoso")
    record = await offered(toy, body="Dear Lena.\n\nAna Souza")
    await hear(toy, said("signature: Ana S.\nBid desk", number=2))
    await press(toy, record, "change", instruction="shorter")
    toy.agent.script = [answer("Done.", draft(1, to=OUTSIDE, channel="mail", version=2, body="Lena.\n\nAna Souza"))]
    await work(toy)
    line = next(one for one in toy.agent.requests[-1].input.splitlines() if "charter-agent-decision" in one)
    (record,) = await toy.store.records_of(PID)

    assert '"body": "Dear Lena.\\n\\nAna Souza"' in line
    assert record.draft.body == "Lena.\n\nAna S.\nBid desk"
