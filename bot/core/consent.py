"""A permission the agent's tools want of one person: where it may be asked, and what is taken up again afterwards."""

import re
from urllib.parse import urlsplit

from bot.core.letter import LETTERS, Letter
from bot.core.noun import Noun

UNFIT = re.compile(r"""[\s<>"\\]""")  # of an address that is shown as it is
HOSTS = ("consent.azure-apihub.net", "login.microsoftonline.com")  # and what lies below them
MOST = 5  # in a row: each connection asks once, and one that is asked for again and again is not being given


class Wish(Noun):
    """`response_id`: the answer that stopped for want of it. `letter`: what it was an answer to, as JSON."""

    link: str
    service: str = ""
    response_id: str
    letter: str


def known_address(link: str) -> bool:
    """A link to anywhere else is shown to nobody: an agent passes on what it was told."""
    if UNFIT.search(link):
        return False
    parts = urlsplit(link)
    host = parts.hostname or ""
    return parts.scheme == "https" and "@" not in parts.netloc and any(_below(host, one) for one in HOSTS)


def _below(host: str, root: str) -> bool:
    return host == root or host.endswith(f".{root}")


def taken_up(wish: Wish) -> Letter | None:
    """The same words once more, on the answer that stopped; None after too many times."""
    letter = LETTERS.validate_json(wish.letter)
    first, _, count = letter.letter_id.partition("|go")
    again = int(count or 0) + 1
    if again > MOST:
        return None
    changed: dict[str, object] = {"letter_id": f"{first}|go{again}"}
    if letter.kind == "said":
        changed["goes_on"] = wish.response_id
    return letter.model_copy(update=changed)
