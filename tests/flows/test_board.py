"""Who decides, on a card: its owner names people there and takes it back; everybody else in its place may look."""

from typing import Any

import pytest

from bot.core.draft import Record, State
from bot.core.errors import Throttled, Undeliverable
from bot.core.memory import Effects
from bot.core.parcel import Parcel
from bot.core.people import Deputy, Person, Place, Project
from bot.flows import decide
from bot.flows.decide import Reply
from bot.flows.mailbox import take_turns
from bot.flows.ports import Store
from cards.click import Click
from cards.models import Deputies
from cards.words import say
from tests.fakes import ANA, MONDAY, PRIYA, STRANGER, TENANT, THREAD, Toy, chat_of, deputy, said
from tests.flows.hands import PID, hear, press, started

WORDS = say("en")
DORA = Person(oid="dora", name="Dora", address="dora@contoso.com", teams_id="29:dora", tenant=TENANT)
ELSEWHERE = THREAD.model_copy(update={"conversation": "19:other@thread.tacv2;messageid=7"})


async def opened(toy: Toy, place: Place = THREAD) -> Parcel:
    """Somebody asked who decides."""
    await hear(toy, said("deputies", place=place, number=30), PID)
    (parcel,) = [
        one for one in await toy.store.parcels_of(PID) if one.recipe is not None and one.recipe.kind == "deputies"
    ]
    return parcel


@pytest.fixture
async def draft(toy: Toy) -> Record:
    (record,) = await started(toy)
    return record


@pytest.fixture
async def board(toy: Toy, draft: Record) -> Parcel:
    return await opened(toy)


async def clicked(toy: Toy, board: Parcel, verb: str, actor: Person = ANA, place: Place = THREAD, **more: Any) -> Reply:
    click = Click.model_validate({"verb": verb, "ref": board.parcel_id} | more)
    return await decide.click(toy.world, click, actor, "en", place)


async def named(toy: Toy) -> list[Deputy]:
    project = await toy.store.project(PID)
    assert project
    return list(project.deputies)


async def test_the_owner_picks_somebody_who_decides_from_the_next_click_on(
    toy: Toy, board: Parcel, draft: Record
) -> None:
    shown = await clicked(toy, board, "deputy_add", person="priya", until="2026-12-02")

    assert isinstance(shown, Deputies)
    assert [(one.name, one.until) for one in shown.rows] == [("Priya Raman", "2026-12-02")]
    assert shown.hint == ""
    await press(toy, draft, "approve", PRIYA)
    now = await toy.store.record(draft.key)
    assert now
    assert (now.state, now.decided_oid) == (State.APPROVED, "priya")
    assert board.parcel_id in toy.jobs.redrawn


async def test_after_the_end_that_was_picked_they_are_refused(toy: Toy, board: Parcel, draft: Record) -> None:
    await clicked(toy, board, "deputy_add", person="priya", until="2026-12-02")
    toy.clock.now = MONDAY.replace(month=12, day=3, hour=3)  # midnight in São Paulo

    assert await press(toy, draft, "approve", PRIYA) == WORDS.t("desk.not_yours")
    shown = await clicked(toy, board, "refresh")
    assert isinstance(shown, Deputies)
    assert shown.rows == ()


async def test_an_address_does_where_nobody_can_be_picked(toy: Toy, board: Parcel) -> None:
    await clicked(toy, board, "deputy_add", address=" Priya.Raman@contoso.com ")

    assert [one.oid for one in await named(toy)] == ["priya"]


async def test_whoever_is_named_again_has_the_new_end(toy: Toy, board: Parcel) -> None:
    await clicked(toy, board, "deputy_add", person="priya", until="2026-12-02")
    await clicked(toy, board, "deputy_add", person="priya")

    assert [(one.oid, one.until) for one in await named(toy)] == [("priya", None)]


async def test_who_was_removed_decides_nothing_any_more(toy: Toy, board: Parcel, draft: Record) -> None:
    await clicked(toy, board, "deputy_add", person="priya")
    shown = await clicked(toy, board, "deputy_remove", person="priya")

    assert isinstance(shown, Deputies)
    assert shown.rows == ()
    assert await press(toy, draft, "approve", PRIYA) == WORDS.t("desk.not_yours")


async def test_who_is_in_no_thread_of_ours_is_looked_up_in_the_directory(toy: Toy, board: Parcel) -> None:
    toy.post.directory["dora"] = DORA
    await clicked(toy, board, "deputy_add", person="dora")

    assert [one.address for one in await named(toy)] == ["dora@contoso.com"]


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({}, "desk.deputy_who"),
        ({"person": "nobody"}, "desk.deputy_unknown"),
        ({"address": "priya"}, "desk.deputy_unknown"),
        ({"person": "ana"}, "desk.deputy_is_owner"),
        ({"person": "priya", "until": "2026-11-29"}, "desk.deputy_day"),
        ({"person": "priya", "until": "2/12/2026"}, "desk.deputy_day"),
        ({"person": "priya", "until": "二〇二六年"}, "desk.deputy_day"),
    ],
)
async def test_what_cannot_be_is_said_on_the_card_and_changes_nothing(
    toy: Toy, board: Parcel, more: dict[str, str], key: str
) -> None:
    shown = await clicked(toy, board, "deputy_add", **more)

    assert isinstance(shown, Deputies)
    assert shown.hint == WORDS.t(key)
    assert await named(toy) == []


@pytest.mark.parametrize("change", [{"guest": True}, {"tenant": "another"}, {"oid": ""}])
async def test_guests_and_people_of_other_organisations_are_not_named(
    toy: Toy, board: Parcel, change: dict[str, object]
) -> None:
    toy.voice.people = (ANA, PRIYA.model_copy(update=change))
    shown = await clicked(toy, board, "deputy_add", address=PRIYA.address)

    assert isinstance(shown, Deputies)
    assert shown.hint == WORDS.t("desk.deputy_unknown")
    assert await named(toy) == []


async def test_while_nobody_can_be_asked_nobody_is_guessed(toy: Toy, board: Parcel) -> None:
    toy.voice.no_members = Undeliverable("no", "forbidden")

    async def away(_name: str) -> Person | None:
        raise Throttled("busy", 5)

    toy.post.who = away  # type: ignore[method-assign] # a directory that is busy
    shown = await clicked(toy, board, "deputy_add", person="priya")

    assert isinstance(shown, Deputies)
    assert shown.hint == WORDS.t("desk.deputy_unknown")


@pytest.mark.parametrize("actor", [PRIYA, STRANGER, ANA.model_copy(update={"oid": ""})])
@pytest.mark.parametrize("verb", ["deputy_add", "deputy_remove"])
async def test_nobody_but_the_owner_changes_who_decides(toy: Toy, board: Parcel, actor: Person, verb: str) -> None:
    await clicked(toy, board, "deputy_add", person="priya")

    assert await clicked(toy, board, verb, actor, person="eve") == WORDS.t("desk.only_owner")
    assert [one.oid for one in await named(toy)] == ["priya"]


async def test_who_is_there_can_be_picked_where_no_client_looks_for_people(toy: Toy, board: Parcel) -> None:
    guest = Person(oid="gil", name="Gil", teams_id="29:gil", tenant=TENANT, guest=True)
    toy.voice.people = (
        STRANGER,
        ANA,
        guest,
        PRIYA,
        Person(oid="x", name="Other", tenant="another"),
        Person(name="New"),
    )
    shown = await clicked(toy, board, "refresh")

    assert isinstance(shown, Deputies)
    assert [one.name for one in shown.people] == ["Eve", "Priya Raman"]


async def test_in_its_place_the_others_see_it_without_buttons(toy: Toy, board: Parcel) -> None:
    shown = await clicked(toy, board, "refresh", STRANGER)
    assert isinstance(shown, Deputies)
    assert not shown.changes

    assert await clicked(toy, board, "refresh", STRANGER, ELSEWHERE) == WORDS.t("desk.not_yours")


async def test_the_clients_of_its_readers_ask_for_a_view_of_their_own(toy: Toy, board: Parcel) -> None:
    refresh: Any = toy.voice.cards()[-1]["refresh"]

    assert refresh["action"]["data"] == {"verb": "refresh", "ref": board.parcel_id}
    assert refresh["userIds"] == [ANA.teams_id, PRIYA.teams_id]


async def test_in_ones_own_chat_the_whole_organisation_is_offered(toy: Toy, draft: Record) -> None:
    await hear(toy, said("switch 1", place=chat_of(ANA), number=20))
    board = await opened(toy, chat_of(ANA))
    shown = await clicked(toy, board, "refresh", place=chat_of(ANA))

    assert isinstance(shown, Deputies)
    assert shown.everyone


async def test_while_the_agent_answers_a_change_waits_its_turn_and_is_made_once(toy: Toy, board: Parcel) -> None:
    lease = await toy.store.enter(PID, "turn:running")
    assert lease
    shown = await clicked(toy, board, "deputy_add", person="priya", until="2026-12-02")
    await clicked(toy, board, "deputy_add", person="priya", until="2026-12-02")
    assert isinstance(shown, Deputies)
    assert (shown.hint, await named(toy)) == (WORDS.t("desk.deputy_after"), [])

    await toy.store.leave(PID, lease)
    await take_turns(toy.world, PID, "turn:next")
    assert [(one.oid, one.until) for one in await named(toy)] == [("priya", MONDAY.replace(month=12, day=3, hour=3))]
    assert toy.voice.texts()[-1].startswith("Priya Raman (until Wed, Dec 2, 2026) may decide")
    assert toy.jobs.redrawn.count(board.parcel_id) == 1


async def test_a_change_that_waits_is_judged_again_when_it_is_made(toy: Toy, board: Parcel) -> None:
    await clicked(toy, board, "deputy_add", person="priya")
    lease = await toy.store.enter(PID, "turn:running")
    assert lease
    await clicked(toy, board, "deputy_remove", person="priya")
    await toy.store.leave(PID, lease)
    await take_turns(toy.world, PID, "turn:next")

    assert await named(toy) == []


class StaleStore:
    """The real store, but for the first look at the project: somebody changes it right after."""

    def __init__(self, store: Store, before: Project) -> None:
        self._store, self._before = store, [before]

    def __getattr__(self, name: str) -> object:
        return getattr(self._store, name)

    async def project(self, project_id: str) -> Project | None:
        return self._before.pop() if self._before else await self._store.project(project_id)


async def test_what_became_impossible_meanwhile_is_said_and_holds_nobody_up(toy: Toy, board: Parcel) -> None:
    await clicked(toy, board, "deputy_add", person="priya")
    before = await toy.store.project(PID)
    assert before
    await clicked(toy, board, "deputy_remove", person="priya")
    toy.store = StaleStore(toy.store, before)  # type: ignore[assignment] # it is one for all that is asked of it
    shown = await clicked(toy, board, "deputy_remove", person="priya")

    assert isinstance(shown, Deputies)
    assert shown.hint == WORDS.t("desk.deputy_not_listed")
    assert await toy.store.enter(PID, "turn:next")


async def test_a_click_whose_project_was_taken_over_meanwhile_writes_nothing(toy: Toy, board: Parcel) -> None:
    lease = await toy.store.enter(PID, "click:a")
    assert lease
    again = await toy.store.enter(PID, "click:a")
    assert again
    project = await toy.store.project(PID)
    assert project
    late = Effects(project=project.model_copy(update={"deputies": (deputy(STRANGER),)}), entitled=("x",))
    assert not await toy.store.appoint(PID, lease, late)
    assert await named(toy) == []


async def test_in_a_closed_project_nobody_is_named(toy: Toy, board: Parcel) -> None:
    await hear(toy, said("close", number=40))

    assert await clicked(toy, board, "deputy_add", person="priya") == WORDS.t("desk.stopped")
    shown = await clicked(toy, board, "refresh")
    assert isinstance(shown, Deputies)
    assert not shown.changes


async def test_a_card_of_another_kind_is_not_one_of_these(toy: Toy, board: Parcel, draft: Record) -> None:
    click = Click(verb="deputy_add", ref=draft.card_id, person="priya")

    assert await decide.click(toy.world, click, ANA, "en", THREAD) == WORDS.t("desk.unknown_button")


async def test_who_decides_in_a_project_that_was_deleted_meanwhile_is_not_written_back(toy: Toy, board: Parcel) -> None:
    asked = toy.voice.members

    async def members(place: Place) -> tuple[Person, ...]:
        toy.voice.members = asked  # type: ignore[method-assign]  # others delete everything while Teams is asked
        for number, words in enumerate(("delete data", "delete everything"), start=40):
            await hear(toy, said(words, number=number), PID)
        return await asked(place)

    toy.voice.members = members  # type: ignore[method-assign]
    assert await clicked(toy, board, "deputy_add", person="priya") == WORDS.t("desk.unknown_button")
    assert await toy.store.project(PID) is None
