"""The desk is killed in the middle of things and started again; the person on the other side notices nothing."""

import asyncio

import aiohttp
import pytest

from bot.core.parcel import Fate
from bot.demo.cast import ANA, CHANNEL, Talk
from bot.demo.stand import Stand

pytestmark = pytest.mark.slow
QUESTION = "we received the RFP from Northwind, please prepare the briefs"


def spoken(stand: Stand, talk: Talk) -> list[str]:
    return [text for text in stand.texts(talk) if "Northwind" in text]


async def answered(stand: Stand, talk: Talk) -> None:
    async def idle() -> bool:
        parcels = await stand.store.parcels_of(next(iter(await stand.store.projects()), ""))
        shown = bool(parcels) and all(one.fate not in (Fate.PLANNED, Fate.SENDING) for one in parcels)
        return bool(spoken(stand, talk)) and not await stand.store.waiting() and shown

    await stand.until(idle, "the answer", 20)


@pytest.mark.parametrize("moment", ["accepted", "placeholder", "turn begun"])
async def test_an_accepted_message_is_answered_once_although_the_desk_was_killed(stand: Stand, moment: str) -> None:
    await stand.start()
    sent = await stand.teams.say(ANA, CHANNEL, QUESTION)
    assert sent.status == 202
    await reached(stand, sent.talk, moment)
    await stand.kill()
    assert spoken(stand, sent.talk) == []
    await stand.start()
    await answered(stand, sent.talk)
    await asyncio.sleep(1)

    assert len(spoken(stand, sent.talk)) == 1
    assert len([one for one in stand.cards(sent.talk) if one.picks]) == 1


async def reached(stand: Stand, talk: Talk, moment: str) -> None:
    """Wait until the turn has come as far as that."""
    if moment == "accepted":
        return

    async def look() -> bool:
        if moment == "placeholder":
            return bool(stand.texts(talk))
        return any("log" in file.name for file in (stand.folder / "data" / "platform").rglob("project_log.json"))

    await stand.until(look, moment, 30)


async def test_a_message_that_comes_while_the_desk_is_down_is_taken_when_teams_sends_it_again(stand: Stand) -> None:
    await stand.start()
    await stand.kill()
    activity = stand.teams.activity(ANA, CHANNEL.thread("1"), "message")
    with pytest.raises(aiohttp.ClientConnectorError):
        await stand.teams.send(activity, CHANNEL)
    await stand.start()
    again = await stand.teams.send(activity | {"text": "help"}, CHANNEL)

    assert again.status == 202
