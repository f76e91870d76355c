"""An owner who lives in Outlook: a project that begins in a mail thread is decided on the approval page."""

import pytest

from bot.core.address import page_path, page_url
from bot.core.draft import State
from bot.core.parcel import Fate
from bot.demo.cast import ANA, SAM
from bot.demo.stand import Stand
from tests.e2e.test_mail import WORDS, at_rest
from tests.edges.pages.browser import Browser

pytestmark = pytest.mark.slow


async def test_a_project_that_began_by_mail_is_decided_in_a_browser(stand: Stand) -> None:
    await stand.start()
    await stand.outlook.mail(ANA.person, "RFP from Northwind", WORDS)
    await stand.until(lambda: at_rest(stand), "the drafts", 60)
    (project,) = [one for one in await stand.store.projects() if await stand.store.records_of(one)]
    records = await stand.store.records_of(project)
    rejected, *approved = records
    (asked,) = [one.data["body"]["content"] for one in stand.graph.sent if ANA.person.address in str(one.data)]
    async with Browser(stand.url) as colleague:
        refused = await colleague.get(page_path(rejected.key), SAM.person)
    async with Browser(stand.url) as browser:
        inbox = await browser.get("/d/", ANA.person)
        for record in approved:
            await browser.press(await browser.get(page_path(record.key)), "Approve and send")
        await browser.press(await browser.get(page_path(rejected.key)), "Reject, send nothing", reason="No")
        await stand.until(lambda: at_rest(stand), "the deliveries", 60)
        empty = await browser.get("/d/")
        receipt = await browser.get(page_path(approved[0].key))

    assert f'href="{page_url(stand.url)}"' in asked
    assert refused.status == 404
    assert f"{len(records)} messages wait for your decision" in inbox.text
    assert "Nothing waits for you" in empty.text
    assert "Delivered to" in receipt.text
    states = [one.state for one in await stand.store.records_of(project)]
    assert sorted(states) == sorted([State.APPROVED] * len(approved) + [State.REJECTED])
    parcels = [one for one in await stand.store.parcels_of(project) if one.kind == "brief"]
    assert [one.fate for one in parcels] == [Fate.SENT] * len(approved)
