"""Where turns run as their owner: the owner signs in in their own chat, and what waited is worked on then, in order."""

import pytest

from bot.core.errors import AgentDown, DeskError, NotGranted, SignInNeeded, Undeliverable
from bot.core.people import Contact, Person
from bot.flows.sign_in import signed_in
from bot.teams_doors import TeamsDoors
from cards.words import say
from tests.fakes import ANA, PRIYA, THREAD, Toy, answer, chat_of, said
from tests.flows.hands import PID, hear, started, work

WORDS = say("en")
CHAT = chat_of(ANA)
WAITS = WORDS.t("desk.waits_for_sign_in", owner=ANA.name)


class FakeEntra:
    """Gives leave, or raises `trouble`."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.trouble: DeskError | None = None

    async def on_behalf(self, token: str, person: Person) -> str:
        self.asked.append((token, person.oid))
        if self.trouble:
            raise self.trouble
        return f"refresh of {token}"


@pytest.fixture
async def desk(toy: Toy) -> tuple[Toy, FakeEntra]:
    """A project whose owner has not signed in, and has a chat with the desk."""
    await started(toy)
    await toy.store.save_contact(Contact(person=ANA, place=CHAT))
    entra = FakeEntra()
    toy.sign_in = entra
    toy.agent.script = [
        SignInNeeded(ANA.authority),
        SignInNeeded(ANA.authority),
        answer("Done.", response_id="caresp_9"),
    ]
    return toy, entra


async def test_the_owner_is_invited_once_in_their_chat_and_the_thread_is_told(desk: tuple[Toy, FakeEntra]) -> None:
    toy, _ = desk
    await hear(toy, said("what next?", number=7))
    await work(toy)

    assert toy.courier.invited == [CHAT]
    assert toy.voice.texts()[-1] == WAITS
    assert toy.voice.texts().count(WAITS) == 1
    assert await toy.store.waiting() == (PID,)


async def test_what_waited_is_worked_on_once_they_have_signed_in(desk: tuple[Toy, FakeEntra]) -> None:
    toy, entra = desk
    await hear(toy, said("first", number=7))
    await hear(toy, said("second", PRIYA, number=8))
    assert await signed_in(toy.world, ANA, "teams-token")
    assert entra.asked == [("teams-token", "ana")]
    assert PID in toy.jobs.booked
    kept = await toy.store.grant(ANA.authority)  # type: ignore[attr-defined] # the stories only write it
    assert kept.refresh == "refresh of teams-token"
    await work(toy)

    assert await toy.store.waiting() == ()
    inputs = [one.input.splitlines()[-1] for one in toy.agent.requests[-2:]]
    assert inputs == ["first", "> second"]


async def test_without_a_chat_nobody_is_invited_and_the_thread_says_how_to_get_one(toy: Toy) -> None:
    await started(toy)
    toy.agent.script = [SignInNeeded(ANA.authority)]
    await hear(toy, said("what next?", number=7))

    assert toy.courier.invited == []
    assert toy.voice.texts()[-1] == WORDS.t("desk.sign_in_hello", owner=ANA.name)


@pytest.mark.parametrize("kind", ["channel", "group"])
async def test_nobody_is_invited_where_others_read(desk: tuple[Toy, FakeEntra], kind: str) -> None:
    toy, _ = desk
    await toy.store.save_contact(Contact(person=ANA, place=THREAD.model_copy(update={"kind": kind})))
    await hear(toy, said("what next?", number=7))

    assert toy.courier.invited == []


async def test_an_invitation_that_cannot_be_shown_loses_nothing(desk: tuple[Toy, FakeEntra]) -> None:
    toy, _ = desk
    toy.courier.trouble = Undeliverable("no")
    await hear(toy, said("what next?", number=7))

    assert await toy.store.waiting() == (PID,)


async def test_a_question_that_needs_no_agent_is_answered_all_the_same(desk: tuple[Toy, FakeEntra]) -> None:
    toy, _ = desk
    await hear(toy, said("pending", number=7))

    assert toy.voice.texts()[-1] == WORDS.t("desk.pending", n=1)


def brought(token: str = "teams-token", name: str = "e-1") -> dict[str, str]:
    return {"id": name, "connectionName": "desk", "token": token}


async def test_every_client_of_a_person_brings_the_token_and_it_is_exchanged_once(
    desk: tuple[Toy, FakeEntra],
) -> None:
    toy, entra = desk
    doors = TeamsDoors(toy.world)
    answers = [await doors.exchange(brought(), ANA, CHAT) for _ in range(4)]

    assert answers == [(200, {"id": "e-1", "connectionName": "desk"})] * 4
    assert len(entra.asked) == 1
    await doors.exchange(brought(), PRIYA, chat_of(PRIYA))  # the same id of somebody else is another one
    await doors.exchange(brought(name="e-2"), ANA, CHAT)
    assert len(entra.asked) == 3


@pytest.mark.parametrize("trouble", [NotGranted("consent_required"), AgentDown("away")])
async def test_without_leave_the_client_shows_the_button(desk: tuple[Toy, FakeEntra], trouble: DeskError) -> None:
    toy, entra = desk
    entra.trouble = trouble
    status, body = await TeamsDoors(toy.world).exchange(brought(), ANA, CHAT)

    assert (status, body["id"], body["failureDetail"]) == (412, "e-1", "no leave was given")
    assert await toy.store.grant(ANA.authority) is None  # type: ignore[attr-defined] # the stories only write it


@pytest.mark.parametrize("value", [None, [], "x", {}, {"id": 7, "token": None}])
async def test_an_exchange_of_any_shape_is_answered(desk: tuple[Toy, FakeEntra], value: object) -> None:
    toy, entra = desk
    assert (await TeamsDoors(toy.world).exchange(value, ANA, CHAT))[0] == 412
    assert entra.asked == []


async def test_a_desk_that_runs_as_itself_takes_no_tokens(toy: Toy) -> None:
    assert (await TeamsDoors(toy.world).exchange(brought(), ANA, CHAT))[0] == 412
    assert (await TeamsDoors(toy.world).failed({"code": "x"}, ANA, CHAT)) == (200, {})
