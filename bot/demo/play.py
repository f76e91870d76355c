"""`python -m bot demo`: the whole desk on one machine, from the RFP to the approved reminder."""

import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from bot.demo import record
from bot.demo.cast import ANA, CAST, PRIYA, Member
from bot.demo.keep import stay
from bot.demo.owner import PlayedOwner
from bot.demo.screen import Screen
from bot.demo.stand import standing
from bot.demo.story import Owner, Story
from bot.demo.terminal import TerminalOwner
from bot.settings import Settings

SAMPLE = Path(__file__).parent / "sample"
SAMPLE_DAY = datetime(2026, 11, 30, 12, 30, tzinfo=UTC)
OPENING = {
    "en": "we received the RFP from Northwind, and the kickoff was this morning. Please prepare the briefs.",
    "pt": "recebemos a RFP e o kickoff foi hoje. Prepare os briefings, por favor.",
}
ANY_OPENING = "we received an RFP, and the kickoff has been held. Please prepare the briefs."


async def play(out: Path | None, folder: Path | None, keep: bool, interactive: bool) -> int:
    """Returns the exit code: 0 when everything went as told and nothing left without approval."""
    settings = Settings()
    home = settings.desk_data.resolve() / "demo" / datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    locale = settings.desk_locale
    zone = settings.desk_zone if settings.desk_zone != "UTC" else "Europe/Lisbon"
    people = tuple(replace(one, locale=locale, zone=zone) if one is ANA else one for one in CAST)
    console = Console(highlight=False, width=max(Console().width, 104) if not Console().is_terminal else None)
    async with standing(home, people, folder or SAMPLE, locale, zone) as stand:
        day = datetime.now(UTC) if folder else SAMPLE_DAY
        stand.clock.set(day)
        screen = Screen(console, stand.pictures, people)
        stand.connector.watch(screen.heard)
        stand.graph.watch(screen.mail)
        screen.note("Starting the desk: embedded Valkey, local agent platform, web server and worker …")
        screen.note(f"Ready after {await stand.start():.1f} s.")
        began = time.monotonic()
        opening = _opening(folder, locale)
        ending = await Story(stand, screen, _owner(people, interactive), people).play(opening)
        ending.timings["story"] = time.monotonic() - began
        told = await record.keep(stand, ending, people[0], out or home / "out")
        _close(console, told, out or home / "out")
        if keep:
            await stay(screen, stand, people, day, opening)
    return 1 if told["unapproved"] else 0


def _owner(people: tuple[Member, ...], interactive: bool) -> Owner:
    ana, colleague = people[0], next(one for one in people if one is PRIYA)
    return TerminalOwner(ana, colleague) if interactive else PlayedOwner(ana, colleague)


def _opening(folder: Path | None, locale: str) -> str:
    if locale.startswith("pt"):
        return OPENING["pt"]
    return ANY_OPENING if folder else OPENING["en"]


def _close(console: Console, told: record.Json, out: Path) -> None:
    counts = told["counts"]
    console.print()
    if told["question"]:
        console.print(f"[bold]The story ends with a question:[/] {told['question']}")
    for wrong in told["unapproved"]:
        console.print(f"[red]{wrong}[/]")
    console.print(f"Cards, mails and record.json: {out}")
    verdict = "no" if told["unapproved"] else "yes"
    console.print(
        f"briefs drafted {counts['drafted']} / approved {counts['approved']} / edited {counts['edited']} / rejected"
        f" {counts['rejected']} / delivered {counts['delivered']}, reminders {counts['reminders']},"
        f" nothing sent without approval: {verdict}",
        soft_wrap=True,
    )
