"""A mail that Graph refuses by itself is counted, and is in nobody's way; Graph being away counts nothing."""

import pytest

from bot.core.errors import Throttled, Unreadable
from bot.core.letter import MAIL_IN, Mailed
from bot.edges.store import DeskStore
from bot.flows import mailbox, reconcile
from bot.flows.mailbox import take_turns
from tests.fakes import ANA, MONDAY, Toy, answer
from tests.flows.test_mail_in import PILE, mail

BAD, GOOD = "m-bad", "m-good"


async def notified(toy: Toy, message_id: str) -> None:
    owner = ANA.model_copy(update={"teams_id": ""})
    toy.post.directory[ANA.address] = owner
    toy.post.inbox[message_id] = mail(sender=owner, message_id=message_id, internet_id=f"<{message_id}@x>")
    toy.house = toy.house.model_copy(update={"desk_address": f"desk@{ANA.address.partition('@')[2]}"})
    mailed = Mailed(letter_id=f"mail:{message_id}", message_id=message_id, at=MONDAY)
    await toy.store.accept(mailed.letter_id, PILE, mailed, MAIL_IN)
    await take_turns(toy.world, MAIL_IN, "turn:mail")


async def look_again(toy: Toy) -> str:
    """When it is due; the box that was looked into."""
    box, after = toy.jobs.later.pop()
    toy.clock.forward(seconds=after)
    await take_turns(toy.world, box, "turn:again")
    return box


async def unread(toy: Toy) -> int:
    assert isinstance(toy.store, DeskStore)
    return await toy.store.unread()


async def test_the_mails_behind_it_are_read_at_once(toy: Toy) -> None:
    toy.post.unreadable[BAD] = Unreadable("500", 30)
    toy.agent.script = [answer("Hello.")]
    await notified(toy, BAD)
    await notified(toy, GOOD)

    assert len(toy.jobs.booked) == 1  # the thread of the good one
    assert await toy.store.box(MAIL_IN) == ()


async def test_it_is_read_when_it_can_be_and_once(toy: Toy) -> None:
    toy.post.unreadable[BAD] = Unreadable("500", 30)
    await notified(toy, BAD)
    await look_again(toy)
    assert toy.jobs.booked == []
    toy.post.unreadable.clear()
    await look_again(toy)

    assert len(toy.jobs.booked) == 1
    assert toy.jobs.later == []
    assert await unread(toy) == 0


async def test_after_its_last_attempt_it_is_put_away_and_named_and_shown_to_the_operator(
    toy: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    toy.post.unreadable[BAD] = Unreadable("500", 30)
    await notified(toy, BAD)
    began = toy.clock()
    while toy.jobs.later:
        box = await look_again(toy)
    await reconcile.reconcile(toy.world)

    assert await toy.store.box(box) == ()
    assert await unread(toy) == 1
    assert (toy.clock() - began).total_seconds() > sum(mailbox.UNREADABLE) - 1
    assert BAD in caplog.text
    assert await toy.store.untold() == ()


async def test_graph_being_away_is_waited_for_without_limit(toy: Toy) -> None:
    toy.post.unreadable[BAD] = Throttled("503", 30)
    await notified(toy, BAD)
    for _ in range(20):
        await look_again(toy)
    assert len(await toy.store.box(MAIL_IN)) == 1
    toy.post.unreadable.clear()
    await look_again(toy)

    assert len(toy.jobs.booked) == 1


async def test_a_worker_that_dies_between_two_steps_sets_it_aside_once(toy: Toy) -> None:
    toy.post.unreadable[BAD] = Unreadable("500", 30)
    await notified(toy, BAD)
    mailed = Mailed(letter_id=f"mail:{BAD}", message_id=BAD, at=MONDAY)
    await toy.store.accept("as if it had not left the pile", PILE, mailed, MAIL_IN)
    await take_turns(toy.world, MAIL_IN, "turn:mail")

    ((box, _),) = toy.jobs.later
    assert len(await toy.store.box(box)) == 1
