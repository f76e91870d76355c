"""What a machine wrote back: it is noted about an address, and never a turn, a submission or a reason for a mail."""

import logging
from datetime import datetime, timedelta

from bot.core.people import Channel
from bot.core.post import Arrived, Reach
from bot.flows import effects
from bot.flows.brake import notice
from bot.flows.ports import World

log = logging.getLogger(__name__)
AWAY_FOR = timedelta(days=1)


async def noted(world: World, mail: Arrived) -> None:
    if mail.automatic == "ndr":
        await _bounced(world, mail)
    elif mail.automatic == "oof" and mail.trusted and mail.sender.address:
        known = await _reach(world, mail.sender.address)
        await world.store.save_reach(world.house.tenant, known.model_copy(update={"absent_at": mail.at}))


async def _bounced(world: World, mail: Arrived) -> None:
    """A report is believed only where it names a mail of ours, whose id nobody else can know, and for its recipients.

    The owner hears of it in Teams; for one who lives in Outlook the next attempt says it: a bounce causes no mail.
    """
    known = await world.store.mail_thread(mail.answered)
    record = await world.store.record(known[1]) if known and known[1] else None
    project = await world.store.project(record.project_id) if record else None
    if record is None or project is None:
        return
    ours = {one.address.casefold() for one in record.draft.to if one.address}
    where = await effects.approval_place(world, project)
    for address in sorted(ours & {one.casefold() for one in mail.bounced} or ours):
        reach = await _reach(world, address)
        await world.store.save_reach(world.house.tenant, reach.model_copy(update={"bounced_at": world.clock()}))
        log.warning("a mail of %s came back", record.key)
        if where.channel is not Channel.MAIL:
            await notice(
                world, project, where, f"bounced.{mail.internet_id}.{record.key}", "mail.bounced", address=address
            )


async def back_at(world: World, address: str) -> datetime | None:
    """Until when it is of no use to write to an address that has said by itself that nobody is there.

    Such a mail names its days in words that nobody can rely on; whoever is still away then says so again.
    """
    known = await world.store.reach(world.house.tenant, address) if address else None
    return known.absent_at + AWAY_FOR if known and known.absent_at else None


async def heard_from(world: World, address: str) -> None:
    """Whoever writes is reached again, and is not away."""
    known = await world.store.reach(world.house.tenant, address)
    if known is not None and (known.bounced_at or known.absent_at):
        await world.store.save_reach(world.house.tenant, Reach(address=address))


async def _reach(world: World, address: str) -> Reach:
    return await world.store.reach(world.house.tenant, address) or Reach(address=address.casefold())
