"""The contract of what is known of sandboxes: the stay, the copy, and the one choice about a lost one."""

import asyncio
from datetime import timedelta

import pytest

from bot.core.parcel import Fate
from bot.core.people import restarted
from bot.core.sandbox import Checkpoint, Choice, KeptFile, Loss, Stay, loss_name
from bot.edges.store import DeskStore
from tests.edges.store.nouns import ANA, EVE, NOW, PROJECT, card, project
from tests.edges.store.valkey import keys_of

STAY = Stay(session_id="desk-1", ends=NOW + timedelta(days=30))
LOSS = Loss(
    loss_id=loss_name(PROJECT, 1), project_id=PROJECT, session_id="desk-1", approvers=(ANA.authority,), lost_at=NOW
)
LOST = project().model_copy(update={"state": "lost"})


def chosen(choice: Choice, by: str = "Ana Prado") -> Loss:
    return LOSS.model_copy(update={"choice": choice, "decided_by": by, "decided_at": NOW})


def kept(content: bytes = b"\x00words\xff") -> Checkpoint:
    file = KeptFile(path="project_log.json", modified=NOW, content=content)
    return Checkpoint(project_id=PROJECT, session_id="desk-1", at=NOW, files=(file,))


async def test_a_copy_comes_back_byte_for_byte_and_the_newest_one_only(store: DeskStore) -> None:
    assert await store.checkpoint(PROJECT) is None

    await store.save_checkpoint(kept(b"old"))
    await store.save_checkpoint(kept(bytes(range(256))))

    found = await store.checkpoint(PROJECT)
    assert found == kept(bytes(range(256)))
    assert len(await keys_of(store)) == 1


async def test_a_copy_is_sealed(store: DeskStore) -> None:
    await store.save_checkpoint(kept(b"Northwind Traders"))
    raw = await store.client.get(store.keys.name("checkpoint", PROJECT))

    assert raw.startswith("gAAAA")  # a Fernet token
    assert "Northwind" not in raw


async def test_an_end_is_found_when_it_is_time_to_warn_and_once(store: DeskStore) -> None:
    await store.save_stay(PROJECT, STAY)
    day = timedelta(days=1)

    assert await store.stay(PROJECT) == STAY
    assert await store.ending(NOW + 25 * day - timedelta(seconds=1)) == ()
    assert await store.ending(NOW + 25 * day) == (PROJECT,)
    await store.warned(PROJECT)
    assert await store.ending(NOW + 29 * day) == ()
    await store.save_stay(PROJECT, STAY.renewed(NOW + 28 * day))
    assert await store.ending(NOW + 53 * day) == (PROJECT,)


async def test_a_stay_without_an_end_is_never_announced(store: DeskStore) -> None:
    await store.save_stay(PROJECT, STAY)
    await store.save_stay(PROJECT, Stay(session_id="desk-1"))

    assert await store.ending(NOW + timedelta(days=999)) == ()


async def test_what_was_left_is_kept_for_a_while_and_watched_no_more(store: DeskStore) -> None:
    await store.save_stay(PROJECT, STAY)
    await store.save_checkpoint(kept())

    await store.left(PROJECT, timedelta(days=90))

    assert await store.stay(PROJECT) is None
    assert await store.ending(NOW + timedelta(days=29)) == ()
    assert 0 < await store.client.ttl(store.keys.name("checkpoint", PROJECT)) <= 90 * 86400


async def test_a_loss_is_written_once_with_its_project_and_its_card(store: DeskStore) -> None:
    await store.save_project(project())
    await store.save_stay(PROJECT, STAY)

    again = LOSS.model_copy(update={"lost_at": NOW + timedelta(hours=1)})
    told = await asyncio.gather(*(store.lose(one, LOST, (card(),)) for one in (LOSS, again) * 5))

    assert sum(told) == 1
    assert await store.project(PROJECT) == LOST
    assert (await store.loss(LOSS.loss_id) or again).lost_at == NOW
    assert [one.fate for one in await store.parcels_of(PROJECT)] == [Fate.PLANNED]
    assert await store.ending(NOW + timedelta(days=29)) == ()


async def test_the_first_choice_is_written_with_the_project_that_follows_from_it(store: DeskStore) -> None:
    await store.lose(LOSS, LOST, ())
    after, goes_on = chosen(Choice.RESTART), restarted(LOST, with_copy=True)

    assert await store.choose(after, ANA.authority, goes_on, NOW) == "done"

    assert await store.loss(LOSS.loss_id) == after
    assert await store.project(PROJECT) == goes_on


@pytest.mark.parametrize(
    ("choice", "actor", "word"),
    [
        (Choice.RESTART, ANA.authority, "repeat"),
        (Choice.STOP, ANA.authority, "closed"),
        (Choice.RESTART, EVE.authority, "not_yours"),
        (Choice.RESTART, "", "not_yours"),
    ],
)
async def test_every_later_attempt_changes_nothing(store: DeskStore, choice: Choice, actor: str, word: str) -> None:
    await store.lose(LOSS, LOST, ())
    after, goes_on = chosen(Choice.RESTART), restarted(LOST, with_copy=True)
    await store.choose(after, ANA.authority, goes_on, NOW)
    closed = LOST.model_copy(update={"state": "closed"})

    assert await store.choose(chosen(choice, "somebody"), actor, closed, NOW + timedelta(hours=1)) == word

    assert await store.loss(LOSS.loss_id) == after
    assert await store.project(PROJECT) == goes_on
    words = [line.rpartition("|")[2] for line in await store.audit(LOSS.loss_id)]
    assert words == ["done"] + [word] * (word != "repeat")


async def test_a_loss_nobody_knows_cannot_be_chosen_about(store: DeskStore) -> None:
    assert await store.choose(chosen(Choice.STOP), ANA.authority, LOST, NOW) == "unknown"
    assert await keys_of(store) == set()


async def test_rivals_at_once_are_one_choice(store: DeskStore) -> None:
    await store.lose(LOSS.model_copy(update={"approvers": (ANA.authority, EVE.authority)}), LOST, ())
    ways = {Choice.RESTART: restarted(LOST, with_copy=True), Choice.STOP: LOST.model_copy(update={"state": "closed"})}

    words = await asyncio.gather(
        *(
            store.choose(chosen(choice), who.authority, ways[choice], NOW)
            for choice in Choice
            for who in (ANA, EVE) * 10
        )
    )

    found = await store.loss(LOSS.loss_id)
    assert words.count("done") == 1
    assert found
    assert found.choice
    assert await store.project(PROJECT) == ways[found.choice]
