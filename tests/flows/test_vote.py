"""An owner who lives in mail decides there: by the same rules as on a card, and of exactly what was mailed."""

import re
from datetime import timedelta

import pytest

from bot.core.ballot import Exact
from bot.core.draft import Record, State
from bot.core.errors import Uncertain
from bot.core.letter import Mailed
from bot.core.parcel import Fate
from bot.core.people import Channel, Contact, Person
from bot.flows import mail_in
from bot.flows.house import House
from cards.words import say
from tests.fakes import ANA, MONDAY, TENANT, Toy, answer, chat_of, draft
from tests.flows.hands import press, ship_all
from tests.flows.test_mail_in import LENA, arrives, mail

OWNER = Person(name="Ana", address=ANA.address)
TO_LENA = ({"name": "Lena", "address": LENA.address, "external": True},)


async def asked(toy: Toy, count: int = 1) -> list[Record]:
    """A project by mail whose owner was mailed `count` drafts."""
    toy.post.directory[ANA.address] = ANA
    offers = [draft(n, to=({**TO_LENA[0], "name": f"Number {n}"},), channel="mail") for n in range(1, count + 1)]
    toy.agent.script = [answer("I read it.", *offers)]
    await arrives(toy, mail(sender=OWNER, new_text="We received the RFP."))
    toy.agent.script = [answer("Noted.", response_id="caresp_2")]
    (project_id,) = await toy.store.projects()
    return sorted(await toy.store.records_of(project_id), key=lambda one: one.draft.draft_id)


def mails(toy: Toy) -> list[str]:
    return [str(what) for place, what in toy.mail_voice.messages.values()]


def codes(toy: Toy, word: str = "APPROVE") -> list[str]:
    """As the last mail shows them: the one for all first, where there is one."""
    return re.findall(rf"{word} (\w{{4}})", mails(toy)[-1])


async def writes(toy: Toy, text: str, sender: Person = OWNER, number: int = 2, **more: object) -> None:
    facts = {"message_id": f"m-{number}", "internet_id": f"<m-{number}@x>", "references": ("<m-1@x>",)}
    await arrives(toy, mail(sender=sender, new_text=text, **(facts | more)))
    await ship_all(toy)


async def states(toy: Toy, records: list[Record]) -> list[State]:
    found = [await toy.store.record(one.key) for one in records]
    return [one.state for one in found if one]


async def test_what_is_mailed_is_every_word_of_every_draft_with_its_code(toy: Toy) -> None:
    records = await asked(toy, 3)
    (text,) = mails(toy)

    assert all(f"| {line}".rstrip() in text for one in records for line in one.draft.body.splitlines())
    assert all(one.draft.body.endswith("part " + one.draft.draft_id[2:] + ".\n\nAna Souza") for one in records)
    assert len(set(codes(toy))) == 4
    (place,) = {place.address for place, _ in toy.mail_voice.messages.values()}
    assert place == ANA.address


async def test_one_line_approves_and_the_message_leaves(toy: Toy) -> None:
    (record,) = await asked(toy)
    turns = len(toy.agent.requests)
    (code,) = codes(toy)
    await writes(toy, f"APPROVE {code}")

    (sent,) = toy.post.sent
    assert (sent.text, sent.to[0].address) == (record.draft.body, LENA.address)
    assert "approved by Ana Souza" in mails(toy)[-1]
    assert all("charter-agent-speaker" not in one.input for one in toy.agent.requests[turns:]), "it is no turn"
    found = await toy.store.record(record.key)
    assert found is not None
    assert (found.decided_oid, found.state) == (ANA.oid, State.APPROVED)


async def test_one_code_approves_them_all(toy: Toy) -> None:
    records = await asked(toy, 3)
    await writes(toy, f"aprovar {codes(toy)[0].lower()}")

    assert await states(toy, records) == [State.APPROVED] * 3
    assert len(toy.post.sent) == 3
    assert all(f"Number {n}**: approved by Ana Souza" in mails(toy)[-1] for n in (1, 2, 3))


async def test_the_same_mail_again_sends_nothing_again(toy: Toy) -> None:
    await asked(toy)
    (code,) = codes(toy)
    await writes(toy, f"APPROVE {code}")
    await writes(toy, f"APPROVE {code}", number=3)

    assert len(toy.post.sent) == 1
    assert "approved by Ana Souza" in mails(toy)[-1]


async def test_the_same_mail_found_twice_is_answered_once(toy: Toy) -> None:
    await asked(toy)
    (code,) = codes(toy)
    await writes(toy, f"APPROVE {code}")
    await writes(toy, f"APPROVE {code}", number=3, internet_id="<m-2@x>")

    assert len(toy.post.sent) == 1
    assert len(mails(toy)) == 2


async def test_a_rejection_needs_its_reason(toy: Toy) -> None:
    (record,) = await asked(toy)
    (code,) = codes(toy, "REJECT")
    await writes(toy, f"REJECT {code}")
    assert await states(toy, [record]) == [State.PENDING]
    assert "the reason below the first line" in mails(toy)[-1]
    assert codes(toy, "REJECT") == [code], "it is asked about again"

    await writes(toy, f"REJECT {code}\nToo dear.", number=3)
    found = await toy.store.record(record.key)
    assert found is not None
    assert (found.state, found.reason) == (State.REJECTED, "Too dear.")
    assert toy.post.sent == []


async def test_an_edit_is_shown_before_it_can_be_approved_and_voids_the_older_code(toy: Toy) -> None:
    (record,) = await asked(toy)
    (old,) = codes(toy)
    await writes(toy, f"EDIT {old}\nBEGIN {old}\nHi Lena,\n\nmine.\nEND {old}")
    (new,) = codes(toy)
    assert new != old
    assert "mine." in mails(toy)[-1]
    await writes(toy, f"APPROVE {old}", number=3)
    assert await states(toy, [record]) == [State.PENDING]
    assert codes(toy) == [new], "what it is now is shown again"

    await writes(toy, f"APPROVE {new}", number=4)
    assert [one.text for one in toy.post.sent] == ["Hi Lena,\n\nmine."]


@pytest.mark.parametrize("text", ["EDIT {}\nHi Lena", "EDIT {}\nBEGIN {}\n\nEND {}"])
async def test_an_edit_without_words_changes_nothing(toy: Toy, text: str) -> None:
    (record,) = await asked(toy)
    (code,) = codes(toy)
    await writes(toy, text.replace("{}", code))
    found = await toy.store.record(record.key)
    assert found is not None
    assert found.draft.version == 1
    assert "Nothing was changed yet" in mails(toy)[-1]


async def test_two_words_for_it_do_nothing(toy: Toy) -> None:
    (record,) = await asked(toy)
    (code,) = codes(toy)
    await writes(toy, f"APPROVE {code}\nREJECT {code}\nno")
    assert await states(toy, [record]) == [State.PENDING]
    assert "say different things" in mails(toy)[-1]


async def test_nobody_else_decides_whatever_they_write(toy: Toy) -> None:
    (record,) = await asked(toy)
    (code,) = codes(toy)
    await writes(toy, f"APPROVE {code}", sender=LENA)
    await writes(toy, f"APPROVE {code}", sender=Person(name="Eve", address="eve@contoso.com"), number=3)
    await writes(toy, f"APPROVE {code}", sender=OWNER, number=4, trusted=False)

    assert await states(toy, [record]) == [State.PENDING]
    assert toy.post.sent == []
    assert any("not_yours" in line for line in await toy.store.audit(record.key))  # type: ignore[attr-defined]


async def test_a_code_finds_its_draft_from_a_mail_of_its_own(toy: Toy) -> None:
    (record,) = await asked(toy)
    (code,) = codes(toy)
    await writes(toy, f"APPROVE {code}", references=(), conversation="another")
    assert await states(toy, [record]) == [State.APPROVED]
    assert len(await toy.store.projects()) == 1


async def test_an_unknown_code_is_said_to_be_one(toy: Toy) -> None:
    (record,) = await asked(toy)
    await writes(toy, "APPROVE 9ZZZ")
    assert await states(toy, [record]) == [State.PENDING]
    assert "9ZZZ is not a code I have given" in mails(toy)[-1]


async def test_an_owner_with_a_chat_in_teams_decides_there(toy: Toy) -> None:
    await toy.store.save_contact(Contact(person=ANA, place=chat_of(ANA)))
    await asked(toy, 2)
    assert len(toy.voice.cards("a:ana")) == 1
    (text,) = mails(toy)
    assert "decide in our chat in Teams" in text
    assert "APPROVE" not in text


async def test_what_waits_can_be_asked_for(toy: Toy) -> None:
    await asked(toy, 2)
    before = codes(toy)
    await writes(toy, "pending")
    assert codes(toy) == before
    assert len(mails(toy)) == 2


async def test_a_mail_that_is_worked_on_again_decides_once_and_is_answered_once(toy: Toy) -> None:
    """As after a crash between the decision and the end of its letter."""
    (record,) = await asked(toy)
    (code,) = codes(toy)
    await writes(toy, f"APPROVE {code}")
    again = await mail_in.read(toy.world, Mailed(letter_id="mail:m-2", message_id="m-2", at=MONDAY))
    (answered,) = again.parcels
    first = await toy.store.parcel(answered.parcel_id)

    assert first is not None
    assert first.fate is Fate.SENT, "and what is planned already is left alone"
    briefs = [one for one in await toy.store.parcels_of(record.project_id) if one.kind == "brief"]
    assert [(one.fate, one.channel) for one in briefs] == [(Fate.SENT, Channel.MAIL)]


async def test_a_mail_that_asks_and_is_in_doubt_is_tried_again_when_a_slow_sender_must_have_ended(toy: Toy) -> None:
    """By then the mailbox knows whether it was sent; at once, two senders would not see each other."""
    toy.mail_voice.trouble = [Uncertain()]
    await asked(toy)
    assert mails(toy) == []
    parcels = [one for project in await toy.store.projects() for one in await toy.store.parcels_of(project)]
    (again,) = [one for one in parcels if one.parcel_id.endswith(".again")]
    assert again.not_before == MONDAY + timedelta(minutes=3)
    assert (again.parcel_id, 180) in toy.jobs.shipped

    toy.clock.forward(minutes=3)
    await ship_all(toy)
    assert len(codes(toy)) == 1


async def test_an_owner_with_a_chat_in_teams_may_ask_for_the_drafts_by_mail(toy: Toy) -> None:
    await toy.store.save_contact(Contact(person=ANA, place=chat_of(ANA)))
    records = await asked(toy, 2)
    await writes(toy, "pending")
    await writes(toy, f"APPROVE {codes(toy)[0]}", number=3)

    assert await states(toy, records) == [State.APPROVED] * 2


@pytest.mark.parametrize("line", ["EDIT {code}", "REJECT {code}"])
async def test_whoever_may_not_decide_is_shown_nothing_by_a_code(toy: Toy, line: str) -> None:
    (record,) = await asked(toy)
    (code,) = codes(toy)
    await press(toy, record, "save", subject="S", body="Words nobody has seen but the owner.")
    before = len(mails(toy))
    await writes(toy, line.format(code=code), sender=LENA)

    told = mails(toy)[before:]
    assert [one for one in told if "Words nobody" in one or record.draft.body in one] == []
    assert [one.split("|")[-1] for one in await toy.store.audit(record.key)][-1] == "not_yours"


async def test_a_code_that_several_projects_gave_decides_nothing_outside_their_threads(toy: Toy) -> None:
    (record,) = await asked(toy)
    toy.agent.script = [answer("I read it.", draft(9, to=TO_LENA, channel="mail"))]
    fresh = {"message_id": "m-50", "internet_id": "<m-50@x>", "references": (), "subject": "Other"}
    await arrives(toy, mail(sender=OWNER, new_text="We received another RFP.", **fresh))
    other = next(one for one in await toy.store.projects() if one != record.project_id)
    (second,) = await toy.store.records_of(other)
    for one in (record, second):
        exact = Exact(key=one.key, version=one.draft.version, content_hash=one.draft.content_hash)
        await toy.store.give_code(one.project_id, (exact, exact), iter(["7F3K"]))
    await writes(toy, "APPROVE 7F3K", number=51, references=(), subject="Something else")

    assert await states(toy, [record, second]) == [State.PENDING, State.PENDING]
    assert "7F3K stands for messages of several projects" in mails(toy)[-1]


async def test_words_that_came_too_late_are_given_back_beside_what_stands_now(toy: Toy) -> None:
    (record,) = await asked(toy)
    (code,) = codes(toy)
    await press(toy, record, "save", subject="S", body="What stands now.")
    await writes(toy, f"EDIT {code}\nBEGIN {code}\nMy own words.\nEND {code}")

    assert "My own words." in mails(toy)[-1]
    assert "What stands now." in mails(toy)[-1]
    assert codes(toy) != [code]


async def test_an_old_approval_after_it_was_held_back_is_told_that_there_is_another_version(toy: Toy) -> None:
    toy.house = House(tenant=TENANT, undo_seconds=3600)
    (record,) = await asked(toy)
    (code,) = codes(toy)
    await press(toy, record, "approve")
    await press(toy, record, "undo")
    await writes(toy, f"APPROVE {code}", number=3)

    assert await states(toy, [record]) == [State.PENDING]
    assert "saved" not in mails(toy)[-1]
    assert say("en").t("desk.stale") in mails(toy)[-1]
