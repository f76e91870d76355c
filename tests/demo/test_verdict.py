"""The last line of the demonstration says “nothing sent without approval”. Here is when it must not."""

from typing import Any

import pytest

from bot.core.draft import Draft, Recipient
from bot.core.people import Channel, Person
from bot.demo.verdict import Arrival, by_mail, in_chat, unapproved
from cards import written

MEI, SAM = Person(oid="mei", name="Mei Tanaka"), Person(oid="sam", name="Sam Okafor")
BRIEF = Draft(
    draft_id="brief-mei", version=1, purpose="kickoff_brief", to=(Recipient(name=MEI.name, oid=MEI.oid),),
    channel=Channel.TEAMS, subject="Pricing", body="Dear Mei,\n\nplease send the prices.",
)  # fmt: skip
LETTER = BRIEF.model_copy(
    update={"to": (Recipient(name="Lena", address="Lena@fabrikam.com"),), "channel": Channel.MAIL, "body": "Dear Lena"}
)
APPROVED, SENT = {"teams": BRIEF, "mail": LETTER}, {"teams", "mail"}


def chat(text: str, reader: Person = MEI) -> Arrival:
    return in_chat(reader, {"type": "message", "text": text})


def mail(
    to: str = "lena@fabrikam.com", subject: str = LETTER.subject, text: str = written(LETTER.body), **more: Any
) -> Arrival:
    data = {"toRecipients": [{"emailAddress": {"address": to}}], "subject": subject, "body": {"content": text}}
    return by_mail(data | more)


AS_APPROVED = [chat(BRIEF.body), mail()]
CARD = {"contentType": "application/vnd.microsoft.card.adaptive", "content": {"type": "AdaptiveCard", "body": []}}
COPY = {"bccRecipients": [{"emailAddress": {"address": "rival@example.com"}}]}


def test_what_arrived_once_as_it_was_approved_is_fine() -> None:
    assert unapproved(AS_APPROVED, APPROVED, SENT) == []


@pytest.mark.parametrize(
    ("arrived", "sentences"),
    [
        ([*AS_APPROVED, chat(BRIEF.body)], 1),
        ([*AS_APPROVED, chat("a text of the agent's own")], 1),
        ([*AS_APPROVED, in_chat(SAM, {"attachments": [CARD]})], 1),
        ([chat(BRIEF.body, SAM), mail()], 2),
        ([chat(BRIEF.body + " "), mail()], 2),
        ([chat(BRIEF.body), mail(to="other@fabrikam.com")], 2),
        ([chat(BRIEF.body), mail(subject="RE: Pricing")], 2),
        ([chat(BRIEF.body), mail(text="Dear Lena\n")], 2),
        ([chat(BRIEF.body), mail(**COPY)], 2),
        ([mail()], 1),
    ],
    ids=["twice", "a stray text", "a card", "to somebody else", "one byte more", "another address", "another subject",
         "another mail text", "a blind copy", "never"],
)  # fmt: skip
def test_everything_else_is_named(arrived: list[Arrival], sentences: int) -> None:
    assert len(unapproved(arrived, APPROVED, SENT)) == sentences


def test_what_left_without_an_approval_is_named_although_it_arrived() -> None:
    told = unapproved(AS_APPROVED, {"mail": LETTER}, SENT)

    assert [line.split()[0] for line in told] == ["teams", "somebody"]


def test_an_approved_text_that_has_not_left_yet_need_not_have_arrived() -> None:
    assert unapproved([mail()], APPROVED, {"mail"}) == []
