"""Deputies: named by a proof of who they are, entitled to what is open, and not a day longer than said."""

from typing import Any

import pytest

from bot.core.draft import State
from bot.core.errors import Refusal, Undeliverable
from bot.core.people import Channel, Deputy, Person, Place
from bot.flows import pages
from cards.models import Inbox
from cards.words import say
from tests.fakes import ANA, PRIYA, STRANGER, TENANT, THREAD, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, press, started

WORDS = say("en")
DORA = Person(oid="dora", name="Dora", address="dora@contoso.com", teams_id="29:dora", tenant=TENANT)
MENTIONED = {"mentioned": (Person(teams_id=PRIYA.teams_id, name="Priya Raman"),)}
NOT_YOURS = WORDS.t("desk.not_yours")


async def order(toy: Toy, text: str, number: int = 10, speaker: Person = ANA, **more: Any) -> str:
    await hear(toy, said(text, speaker, number=number, **more))
    return toy.voice.texts()[-1]


async def deputies(toy: Toy) -> tuple[Deputy, ...]:
    project = await toy.store.project(PID)
    assert project
    return project.deputies


async def test_a_mentioned_person_may_decide_what_is_open_at_once(toy: Toy) -> None:
    (record,) = await started(toy)
    assert await press(toy, record, "approve", PRIYA) == NOT_YOURS
    told = await order(toy, "add deputy Priya Raman", **MENTIONED)
    assert told == WORDS.t("desk.deputy_unlimited", name="Priya Raman")
    (deputy,) = await deputies(toy)
    assert (deputy.oid, deputy.tenant, deputy.until) == ("priya", TENANT, None)

    await press(toy, record, "approve", PRIYA)
    now = await toy.store.record(record.key)
    assert now
    assert (now.state, now.decided_oid) == (State.APPROVED, "priya")


async def test_who_was_removed_decides_nothing_any_more(toy: Toy) -> None:
    (record,) = await started(toy)
    await order(toy, "add deputy Priya Raman", **MENTIONED)
    said_so = await order(toy, "remove deputy Priya Raman", 11)

    assert said_so == WORDS.t("desk.deputy_removed", name="Priya Raman")
    assert await deputies(toy) == ()
    for verb in ("approve", "edit", "reject"):
        assert await press(toy, record, verb, PRIYA) == NOT_YOURS


async def test_a_deputy_with_a_date_decides_until_that_day_is_over_where_the_project_lives(toy: Toy) -> None:
    (record,) = await started(toy)
    told = await order(toy, "add deputy @Priya until 2026-12-02", **MENTIONED)
    assert "until Wed, Dec 2, 2026" in told
    toy.clock.now = toy.clock.now.replace(month=12, day=3, hour=2, minute=59)  # 23:59 in São Paulo
    assert await press(toy, record, "edit", PRIYA) != NOT_YOURS
    toy.clock.forward(minutes=1)

    assert await press(toy, record, "approve", PRIYA) == NOT_YOURS
    await order(toy, "deputies", 12)
    assert WORDS.t("deputies.alone", owner=ANA.name) in str(toy.voice.cards()[-1])
    toy.agent.script = [answer("Read.", draft(2), response_id="caresp_7")]
    await hear(toy, said("one more", number=13))
    assert {one.approvers for one in await toy.store.records_of(PID) if one.draft.draft_id == "d-2"} == {
        (ANA.authority,)
    }


@pytest.mark.parametrize("day", ["2026-11-29", "soon", "2026-13-01", "31/02/2027"])
async def test_a_date_that_cannot_be_meant_names_nobody(toy: Toy, day: str) -> None:
    await started(toy)

    assert await order(toy, f"add deputy Priya until {day}", **MENTIONED) == WORDS.t("desk.deputy_date")
    assert await deputies(toy) == ()


@pytest.mark.parametrize(("locale", "day"), [("pt-BR", "05/12/2026"), ("en-GB", "05/12/2026"), ("en-US", "12/05/2026")])
async def test_a_day_with_slashes_is_read_as_its_writer_writes_it(toy: Toy, locale: str, day: str) -> None:
    await started(toy)
    place = THREAD.model_copy(update={"locale": locale})
    await hear(toy, said(f"add deputy Priya until {day}", place=place, number=9, **MENTIONED))
    (deputy,) = await deputies(toy)

    assert deputy.until is not None
    assert deputy.until.date().isoformat() == "2026-12-06"  # midnight in São Paulo, in UTC


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"mentioned": (Person(teams_id="29:nobody", name="Priya Raman"),)},
        {"mentioned": (PRIYA, STRANGER)},
        {"mentioned": (Person(teams_id="28:helper", name="Helper"),)},
    ],
    ids=["a name alone", "somebody who is not here", "two people", "a bot"],
)
async def test_whoever_is_not_known_for_certain_is_not_named(toy: Toy, more: dict[str, Any]) -> None:
    await started(toy)

    assert await order(toy, "add deputy Priya Raman", **more) == WORDS.t("desk.deputy_unknown")
    assert await deputies(toy) == ()


@pytest.mark.parametrize("change", [{"guest": True}, {"tenant": "another"}, {"oid": ""}])
async def test_guests_and_people_of_other_organisations_are_not_named(toy: Toy, change: dict[str, object]) -> None:
    await started(toy)
    toy.voice.people = (ANA, PRIYA.model_copy(update=change))

    assert await order(toy, "add deputy Priya Raman", **MENTIONED) == WORDS.t("desk.deputy_unknown")


async def test_an_address_names_whom_the_directory_knows_by_it(toy: Toy) -> None:
    await started(toy)
    toy.post.directory[DORA.address] = DORA
    await hear(toy, said("switch 1", place=chat_of(ANA), number=8))
    await hear(toy, said("add deputy Dora@contoso.com", place=chat_of(ANA), number=9))

    assert [one.oid for one in await deputies(toy)] == ["dora"]
    assert WORDS.t("desk.deputy_unlimited", name="Dora") in toy.voice.texts(chat_of(ANA).conversation)


async def test_while_the_members_cannot_be_listed_nobody_is_guessed(toy: Toy) -> None:
    await started(toy)
    toy.voice.no_members = Undeliverable("no", "forbidden")

    assert await order(toy, "add deputy Priya Raman", **MENTIONED) == WORDS.t("desk.deputy_unknown")


@pytest.mark.parametrize("text", ["add deputy Priya", "remove deputy Priya Raman", "delete data"])
async def test_a_deputy_names_no_deputies_and_deletes_nothing(toy: Toy, text: str) -> None:
    await started(toy)
    await order(toy, "add deputy Priya Raman", **MENTIONED)

    assert await order(toy, text, 11, PRIYA, **MENTIONED) == WORDS.t("desk.only_owner")
    assert [one.oid for one in await deputies(toy)] == ["priya"]


async def test_a_deputy_drives_the_agent(toy: Toy) -> None:
    await started(toy)
    await order(toy, "add deputy Priya Raman", **MENTIONED)
    await hear(toy, said("shorten the brief", PRIYA, number=12))

    assert '"role": "deputy"' in toy.agent.requests[-1].input
    assert toy.agent.requests[-1].input.endswith("\nshorten the brief")


async def test_the_owner_is_no_deputy_and_nobody_is_named_twice(toy: Toy) -> None:
    await started(toy)
    me = {"mentioned": (ANA,)}
    assert await order(toy, "add deputy me", **me) == WORDS.t("desk.deputy_is_owner")
    await order(toy, "add deputy Priya", 11, **MENTIONED)
    await order(toy, "add deputy Priya until 2026-12-15", 12, **MENTIONED)

    (deputy,) = await deputies(toy)
    assert deputy.until is not None
    await order(toy, "deputies", 13)
    assert "Priya Raman (until Tue, Dec 15, 2026)" in str(toy.voice.cards()[-1]["fallbackText"])


async def test_a_mail_is_answered_with_the_list_in_words(toy: Toy) -> None:
    await started(toy)
    await order(toy, "add deputy Priya until 2026-12-15", **MENTIONED)
    place = Place(channel=Channel.MAIL, tenant=TENANT, conversation="<1@contoso.com>", kind="mail")
    await hear(toy, said("deputies", place=place, number=14), PID)

    (text,) = toy.mail_voice.texts(place.conversation)
    assert text.endswith("- Priya Raman (until Tue, Dec 15, 2026)")


async def test_an_edit_made_while_a_deputy_is_named_is_not_undone(toy: Toy) -> None:
    (record,) = await started(toy)
    await press(toy, record, "save", subject="New", body="New words.")
    await order(toy, "add deputy Priya", **MENTIONED)
    now = await toy.store.record(record.key)

    assert now
    assert (now.draft.body, now.draft.version) == ("New words.", 2)
    assert PRIYA.authority in now.approvers


@pytest.mark.parametrize("end", ["to 2026-12-24", "ate 2026-12-24", "ate\u0301 2026-12-24", "through 2026-12-24"])
async def test_an_end_is_read_in_whatever_words_it_comes(toy: Toy, end: str) -> None:
    await started(toy)
    told = await order(toy, f"add deputy priya.raman@contoso.com {end}")

    assert "until Thu, Dec 24, 2026" in told
    assert [str(one.until) for one in await deputies(toy)] == ["2026-12-25 03:00:00+00:00"]


@pytest.mark.parametrize("end", ["2026-12-24", "for two weeks", "until Friday", "by Friday", "por um mês", "24 Dec"])
async def test_an_end_that_cannot_be_read_is_asked_for_again_and_nobody_is_named(toy: Toy, end: str) -> None:
    await started(toy)

    assert await order(toy, f"add deputy priya.raman@contoso.com {end}") == WORDS.t("desk.deputy_date")
    assert await deputies(toy) == ()


async def test_what_stands_in_a_name_or_an_address_is_no_end(toy: Toy) -> None:
    until = PRIYA.model_copy(update={"name": "Priya Until 2 To", "address": "by.2@contoso.com"})
    toy.voice.people = (ANA, until)
    await started(toy)
    await order(toy, "add deputy Priya Until 2 To", mentioned=(until,))
    await order(toy, "add deputy by.2@contoso.com", 11)

    assert [one.until for one in await deputies(toy)] == [None]


async def test_after_their_last_day_deputies_read_nothing_on_the_page(toy: Toy) -> None:
    (record,) = await started(toy)
    await order(toy, "add deputy Priya until 2026-12-02", **MENTIONED)
    assert (await pages.look(toy.world, PRIYA, record.key)).card
    toy.clock.now = toy.clock.now.replace(month=12, day=3, hour=3)

    assert Inbox.model_validate((await pages.inbox(toy.world, PRIYA, "en")).card).rows == ()
    for edit in (False, True):
        with pytest.raises(Refusal, match=pages.NOTHING_HERE):
            await pages.look(toy.world, PRIYA, record.key, edit=edit)
