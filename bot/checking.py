"""`python -m bot check`: is everything granted that the settings ask for, and nothing beyond it?"""

from rich.console import Console

from bot.edges.outlook.answers import Access
from bot.edges.outlook.line import Line
from bot.edges.outlook.permissions import OPTIONAL, Finding, Permissions, commands
from bot.mailroom import access_of
from bot.settings import Settings

COLOURS = {"ok": "green", "missing": "red", "too wide": "red", "not proved": "yellow"}


async def check(settings: Settings, other: str = "") -> int:
    """Returns the exit code: 0 when nothing is missing and nothing too wide."""
    console = Console(highlight=False)
    if not settings.outlook_enabled:
        console.print("Mail is off (OUTLOOK_ENABLED): nothing of Graph is asked for.")
        return 0
    access = access_of(settings)
    line = Line(access)
    try:
        findings = await Permissions(line, settings.graph_notification_url, other).findings()
    finally:
        await line.close()
    _tell(console, findings, access)
    return int(any(one.state in ("missing", "too wide") and one.right not in OPTIONAL for one in findings))


def _tell(console: Console, findings: tuple[Finding, ...], access: Access) -> None:
    width = max(len(one.right) for one in findings)
    for one in findings:
        console.print(f"[{COLOURS[one.state]}]{one.state:<10}[/]  {one.right:<{width}}  {one.told}", soft_wrap=True)
    if lines := commands(findings, access):
        console.print("\nAn administrator runs, in PowerShell (Microsoft.Graph and ExchangeOnlineManagement):\n")
        for line in lines:
            console.print(line, soft_wrap=True, markup=False)
