"""A click that cannot be carried out now is kept before its presser is told so, and carried out once, later."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet

from bot.core.errors import FromNewer, StoreDown
from bot.demo.cast import ANA, CHANNEL
from bot.demo.connector import Connector
from bot.demo.teams import Teams as Client
from bot.edges import clicks
from bot.edges.journal import Journal
from bot.edges.teams.room import Teams
from bot.edges.web import application, listening
from tests.edges.teams.conftest import NOW, Inside

THREAD = CHANNEL.thread("1796000000000")
APPROVE = {"draft_id": "d1", "version": 1, "hash": "abc"}
CARD = {"type": "AdaptiveCard", "fallbackText": "a card"}
KEYS = (Fernet.generate_key().decode(),)
Life = Callable[[], Any]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clicks, "AGAIN", 0.01)
    monkeypatch.setattr(clicks, "IN_TIME", 0.1)


@pytest.fixture
def kept(inside: Inside, tmp_path: Path) -> Path:
    inside.journal, inside.answer = Journal(tmp_path / "clicks", KEYS), CARD
    return tmp_path / "clicks"


@pytest.fixture
def life(room: Teams, connector: Connector, inside: Inside) -> Life:
    """A desk from its start to its end; what it knows beyond that lies on the disk."""

    @asynccontextmanager
    async def lived() -> AsyncIterator[Client]:
        async with (
            listening(application(room.gate, inside.doors()), "127.0.0.1", 0) as port,
            Client(connector, f"http://127.0.0.1:{port}/api/messages") as client,
        ):
            yield client

    return lived


def files(folder: Path) -> list[str]:
    return sorted(path.suffix for path in folder.iterdir()) if folder.exists() else []


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not true():  # noqa: ASYNC110 looks from outside
            await asyncio.sleep(0.005)


def is_told_that_it_is_kept(sent: Any) -> bool:
    return bool(sent.body == {"statusCode": 200, "type": clicks.TEXT, "value": "desk.click_kept in pt-BR"})


async def test_while_the_store_is_down_it_is_kept_and_carried_out_when_it_is_back(
    life: Life, inside: Inside, kept: Path
) -> None:
    inside.trouble = StoreDown("")
    async with life() as client:
        sent = await client.click(ANA, THREAD, "17", "approve", APPROVE)
        assert is_told_that_it_is_kept(sent)
        assert files(kept) == [".click"]
        inside.trouble = None
        await until(lambda: not files(kept))

    assert [(what, replaced) for _, what, replaced in inside.replies] == [(CARD, "17")]
    assert {(click.verb, actor.oid) for click, actor, _ in inside.clicks} == {("approve", ANA.person.oid)}


async def test_a_later_life_of_the_desk_carries_it_out_as_of_when_it_was_pressed(
    life: Life, inside: Inside, kept: Path
) -> None:
    inside.trouble = StoreDown("")
    async with life() as client:
        await client.click(ANA, THREAD, "17", "approve", APPROVE)
    inside.trouble, inside.moments = None, []
    async with life():
        await until(lambda: not files(kept))

    assert inside.moments == [NOW]
    assert [(what, replaced) for _, what, replaced in inside.replies] == [(CARD, "17")]


async def test_one_that_takes_too_long_is_kept_until_it_is_done(life: Life, inside: Inside, kept: Path) -> None:
    gate = asyncio.Event()

    async def slowly() -> Any:
        await gate.wait()
        return CARD

    inside.answer = slowly
    async with life() as client:
        assert is_told_that_it_is_kept(await client.click(ANA, THREAD, "17", "approve", APPROVE))
        await asyncio.sleep(0.05)
        assert files(kept) == [".click"]
        assert len(inside.clicks) == 1  # nobody else begins it while it is under way
        gate.set()
        await until(lambda: not files(kept))

    assert len(inside.clicks) == 1
    assert [(what, replaced) for _, what, replaced in inside.replies] == [(CARD, "17")]


async def test_one_that_was_slow_and_then_failed_is_taken_up(life: Life, inside: Inside, kept: Path) -> None:
    async def failing() -> Any:
        await asyncio.sleep(0.15)
        inside.answer = CARD
        raise StoreDown("")

    inside.answer = failing
    async with life() as client:
        assert is_told_that_it_is_kept(await client.click(ANA, THREAD, "17", "approve", APPROVE))
        await until(lambda: not files(kept))

    assert [(what, replaced) for _, what, replaced in inside.replies] == [(CARD, "17")]


@pytest.mark.parametrize("verb", ["refresh", "open", "back", "page", "edit", "cancel"])
async def test_what_only_looks_is_not_kept(life: Life, inside: Inside, kept: Path, verb: str) -> None:
    inside.trouble = StoreDown("")
    async with life() as client:
        sent = await client.click(ANA, THREAD, "17", verb, APPROVE)
    assert sent.body["value"] == "desk.store_down in pt-BR"
    assert files(kept) == []


async def test_a_button_of_an_older_client_is_kept_before_it_is_accepted(
    life: Life, inside: Inside, kept: Path
) -> None:
    inside.trouble = StoreDown("")
    async with life() as client:
        assert (await client.submit(ANA, THREAD, "17", {"verb": "approve", **APPROVE})).status == 202
        assert files(kept) == [".click"]
        await until(lambda: bool(inside.replies))
        inside.trouble = None
        await until(lambda: not files(kept))

    assert [what for _, what, _ in inside.replies] == ["desk.click_kept in pt-BR", CARD]


async def test_one_that_goes_wrong_is_named_set_aside_and_told_and_the_next_goes_on(
    life: Life, inside: Inside, kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    inside.trouble = StoreDown("")
    async with life() as client:
        for draft in ("d1", "d2"):
            await client.click(ANA, THREAD, "17", "approve", APPROVE | {"draft_id": draft})

        async def once() -> Any:
            inside.answer = CARD
            raise ValueError("secret words")

        inside.answer, inside.trouble = once, None
        await until(lambda: files(kept) == [".odd"])

    assert "set aside: ValueError" in caplog.text
    assert "secret" not in caplog.text
    assert sorted(str(what) for _, what, _ in inside.replies) == sorted(["desk.click_lost in pt-BR", str(CARD)])


async def test_one_about_what_only_a_newer_desk_understands_is_left_to_it(
    life: Life, inside: Inside, kept: Path
) -> None:
    inside.trouble = FromNewer("")
    async with life() as client:
        assert is_told_that_it_is_kept(await client.click(ANA, THREAD, "17", "approve", APPROVE))
        await asyncio.sleep(0.1)
        tries = len(inside.clicks)
        inside.trouble = None
        await asyncio.sleep(0.05)
        assert (len(inside.clicks), files(kept)) == (tries, [".click"])
    inside.journal = Journal(kept, KEYS)  # the newer one's
    async with life():
        await until(lambda: not files(kept))
