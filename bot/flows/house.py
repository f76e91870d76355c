"""The settings that stories need, what the house knows of the world's holidays, and who draws cards for its mails."""

from collections.abc import Callable, Sequence
from datetime import date

from bot.core.noun import Noun
from bot.core.nudge import Rules
from cards.models import Vote

Almanac = Callable[[str, int], dict[date, str]]  # region, year → its holidays and their names


def no_holidays(region: str, year: int) -> dict[date, str]:
    """The almanac of a desk that knows of none."""
    return {}


MailCard = Callable[[Sequence[Vote], str, str], dict[str, object]]  # (drafts, locale, zone) → the card above a mail


def no_card(votes: Sequence[Vote], locale: str, zone: str) -> dict[str, object]:
    """Mails without cards."""
    return {}


class House(Noun):
    """The settings that stories need."""

    locale: str = "en"
    zone: str = "UTC"
    work_hours: tuple[int, int] = (9, 17)  # first and last full hour
    organisation: str = ""  # its name, below an owner's at the end of their mails
    region: str = ""  # country or country-region whose holidays count
    rules: Rules = Rules()
    undo_seconds: int = 0
    draft_days: int = 21
    retention_days: int = 90
    poll_cron: str = "0 9 * * 1-5"
    bot_id: str = ""
    desk_address: str = ""
    tenant: str = ""  # our own: mail senders are looked up in it
    owners: tuple[str, ...] = ()  # addresses and domains that may begin projects by mail; none: our own people
    public_url: str = ""  # where the approval page is: `core.address.page_url` makes links of it
