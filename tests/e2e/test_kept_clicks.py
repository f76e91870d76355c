"""Somebody approves while the store is frozen, and the desk is killed: the click was kept, and counts once."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.core.draft import Record, State
from bot.demo.cast import ANA, PRIYA, Talk, chat_with
from bot.demo.faces import Shown, card_in
from bot.edges.store import DeskStore
from bot.edges.store.seal import Seal, own_keys
from cards.words import say
from tests.e2e.outside import DRAFT, Crowd, House, Process, Server, crowd, housed, threads

pytestmark = pytest.mark.slow
TALKS = threads(3)
KEPT = say(ANA.locale).t("desk.click_kept")


@dataclass
class Scene:
    """A desk with one offered draft in each of the threads."""

    house: House
    server: Server
    desk: Process
    port: int
    people: Crowd
    store: DeskStore

    def card(self, talk: Talk) -> Shown | None:
        messages = self.house.connector.visible(talk.conversation)
        return next((Shown(str(one["id"]), card) for one in messages if (card := card_in(one))), None)

    async def press(self, talk: Talk, verb: str, inputs: dict[str, str] | None = None) -> object:
        """What the presser is told at once."""
        card = self.card(talk)
        button = card.button(verb) if card else None
        assert card
        assert button
        sent = await self.people.doors[0].click(ANA, talk, card.message, verb, button.data, inputs or {})
        assert (sent.status, sent.seconds < 3) == (200, True)
        return sent.body["value"]

    async def records(self) -> dict[str, Record]:
        found = [await self.store.records_of(project_id) for project_id in await self.store.projects()]
        return {record.draft.body: record for records in found for record in records}

    def delivered(self) -> list[str]:
        return [str(one.get("text")) for one in self.house.connector.visible(chat_with(PRIYA).conversation)]

    def kept(self) -> list[Path]:
        return list((self.house.folder / "desk" / "clicks").glob("*"))


@pytest.fixture
async def scene(tmp_path: Path) -> AsyncIterator[Scene]:
    async with AsyncExitStack() as stack:
        server = Server(tmp_path / "server", "always")
        await server.start()
        stack.push_async_callback(server.kill)
        stack.callback(server.signal, signal.SIGCONT)
        house = await stack.enter_async_context(housed(tmp_path, server.url))
        house.agent.people = {PRIYA.person.name: {"oid": PRIYA.person.oid}}
        desk, port = await house.serve("desk")
        store = DeskStore(server.url, Seal(own_keys(tmp_path / "desk")))
        stack.push_async_callback(store.close)
        people = await stack.enter_async_context(crowd(house, port))
        scene = Scene(house, server, desk, port, people, store)
        for talk in TALKS:
            await people.doors[0].say(ANA, talk, f"{DRAFT}{talk.name}")
        await until(lambda: all(map(scene.card, TALKS)), 60)
        yield scene


async def until(true: Callable[[], object], seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 looks from outside
            await asyncio.sleep(0.1)


async def test_a_click_on_a_frozen_store_outlives_the_desk_and_is_carried_out_once(scene: Scene) -> None:
    approved, rejected, untouched = TALKS
    before = await scene.records()
    scene.server.signal(signal.SIGSTOP)
    assert await scene.press(approved, "approve") == KEPT
    assert await scene.press(rejected, "reject", {"reason": "not this one"}) == KEPT
    assert len(scene.kept()) == 2
    scene.desk.kill()
    await scene.desk.wait()
    scene.server.signal(signal.SIGCONT)
    await scene.house.serve("desk", port=scene.port)
    await until(lambda: not scene.kept(), 30)
    await until(scene.delivered, 60)
    await asyncio.sleep(2)

    records = await scene.records()
    (of_approved,) = [body for body in before if body.endswith(approved.name)]
    assert scene.delivered() == [of_approved]
    assert {body[-2:]: record.state for body, record in records.items()} == {
        approved.name: State.APPROVED, rejected.name: State.REJECTED, untouched.name: State.PENDING,
    }  # fmt: skip
    for record in records.values():
        words = [line.rpartition("|")[2] for line in await scene.store.audit(record.key)]
        assert words == ([] if record.state is State.PENDING else ["done"])
    for talk in (approved, rejected):
        card = scene.card(talk)
        assert card
        assert card.button("approve") is None


async def test_while_the_desk_lives_it_is_carried_out_as_soon_as_the_store_is_back(scene: Scene) -> None:
    (talk, *_) = TALKS
    scene.server.signal(signal.SIGSTOP)
    assert await scene.press(talk, "approve") == KEPT
    await asyncio.sleep(8)  # longer than a store call waits
    assert len(scene.kept()) == 1
    scene.server.signal(signal.SIGCONT)
    await until(lambda: not scene.kept(), 10)
    await until(scene.delivered, 60)
    await asyncio.sleep(2)

    assert len(scene.delivered()) == 1
