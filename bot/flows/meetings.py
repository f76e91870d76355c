"""Somebody of a project invites the desk, or answers an invitation: its owner hears of it, and it counts as nothing."""

from bot.core.people import Channel, Project
from bot.core.post import Arrived
from bot.flows import effects
from bot.flows.brake import notice
from bot.flows.ports import World
from cards.words import say


async def noted(world: World, project: Project, mail: Arrived) -> None:
    """In Teams only: what a calendar sends by itself is no reason for a mail."""
    where = await effects.approval_place(world, project)
    if mail.meeting is None or where.channel is Channel.MAIL:
        return
    words, starts = say(where.locale), mail.meeting.starts
    await notice(
        world,
        project,
        where,
        f"meeting.{mail.internet_id}",
        f"meeting.{mail.meeting.meant}",
        who=mail.sender.name or mail.sender.address,
        title=mail.meeting.title or mail.subject,
        when=words.date(starts, where.zone) if starts else words.t("meeting.no_time"),
    )
