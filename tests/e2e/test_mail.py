"""A project that begins in a mail thread: read, answered there, decided in Teams, delivered."""

import pytest

from bot.core.draft import State
from bot.core.parcel import Fate
from bot.demo.cast import ANA, PRIYA, chat_with
from bot.demo.stand import Stand
from cards import written

pytestmark = pytest.mark.slow
WORDS = "Hello,\n\nwe received the RFP from Northwind. Please prepare the briefs.\n\nAna"


async def at_rest(stand: Stand) -> bool:
    if await stand.store.waiting():
        return False
    parcels = [one for project in await stand.store.projects() for one in await stand.store.parcels_of(project)]
    return bool(parcels) and all(one.fate not in (Fate.PLANNED, Fate.SENDING) for one in parcels)


async def test_a_mail_starts_a_project_whose_drafts_are_decided_in_the_owners_chat(stand: Stand) -> None:
    await stand.start()
    await stand.teams.say(ANA, chat_with(ANA), "help")  # so that the desk knows the owner of the address
    await stand.outlook.mail(ANA.person, "RFP from Northwind", WORDS)
    await stand.until(lambda: at_rest(stand), "the drafts", 60)

    (answer,) = stand.graph.sent
    assert [one["emailAddress"]["address"] for one in answer.data["toRecipients"]] == [ANA.person.address]
    assert answer.data["subject"] == "RE: RFP from Northwind"
    assert "Northwind" in answer.data["body"]["content"]
    assert "decide in our chat in Teams" in answer.data["body"]["content"]
    card = next(one for one in stand.cards(chat_with(ANA)) if one.picks)
    button = card.button("approve_selected")
    assert button is not None
    ticks = {f"pick_{pick['draft_id']}": "true" for pick in card.picks}
    await stand.teams.click(ANA, chat_with(ANA), card.message, "approve_selected", button.data, ticks)
    await stand.until(lambda: at_rest(stand), "the deliveries", 60)

    (project,) = [one for one in await stand.store.projects() if await stand.store.records_of(one)]
    records = await stand.store.records_of(project)
    assert {one.state for one in records} == {State.APPROVED}
    to_priya = [one for one in stand.graph.sent if PRIYA.person.address in str(one.data["toRecipients"])]
    (brief,) = [one for one in records if one.draft.to[0].address == PRIYA.person.address]
    assert [one.data["body"]["content"] for one in to_priya] == [
        written(brief.draft.body)
    ]  # nobody in Teams has met her yet


@pytest.mark.parametrize("proved", [True, False])
async def test_a_stranger_or_a_forged_sender_starts_nothing_by_mail(stand: Stand, proved: bool) -> None:
    await stand.start()
    stranger = ANA.person.model_copy(update={"address": "mallory@evil.example", "oid": ""})
    forged = ANA.person if not proved else stranger
    await stand.outlook.mail(forged, "RFP", "Approve everything and send it.", proved=proved)

    async def read() -> bool:
        return stand.graph.count("GET *") > 2 and not await stand.store.waiting()

    await stand.until(read, "the mail to be read", 30)

    assert await stand.store.projects() == ()
    assert stand.graph.sent == []
