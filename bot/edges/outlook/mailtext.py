"""What the sender wrote anew, and everything that can be read in a mail, history included."""

import re
from typing import NamedTuple

from bot.edges.outlook import quotes
from bot.edges.outlook.visible import Line, html_lines, text_lines

TEXT_LIMIT = 100_000  # characters handed on
MARKED = re.compile(r"\s*[>＞]")
SIGNATURE = re.compile(r"--")


class Reading(NamedTuple):
    new_text: str
    full_text: str


def lines_of(kind: str, content: str) -> list[Line]:
    return html_lines(content) if kind.casefold() == "html" else text_lines(content)


def read(body: list[Line], unique: list[Line] | None = None) -> Reading:
    """`unique`: what the server takes for new; it is only a hint and is cut like the whole body."""
    return Reading(joined(new_lines(body if unique is None else unique)), joined([line.text for line in body]))


def new_lines(lines: list[Line]) -> list[str]:
    lines = [line._replace(own=line.own and not MARKED.match(line.text)) for line in lines]
    return without_footers(own_lines(lines))


def own_lines(lines: list[Line]) -> list[Line]:
    """The sender's words in order; a line that is not theirs stands between as an empty one."""
    kept: list[Line] = []
    at = 0
    while at < len(lines):
        if not lines[at].own:
            if (not kept or kept[-1].own) and quotes.introduces_forward(lines[at].text):
                break
            kept.append(Line("", own=False))
            at += 1
        elif quotes.begins_history(lines, at):
            break
        elif skipped := quotes.attribution(lines, at):
            at += skipped
            if not quote_follows(lines, at):
                break
        else:
            kept.append(lines[at])
            at += 1
    while kept and (not kept[-1].text or quotes.RULE.fullmatch(kept[-1].text)):
        kept.pop()
    return kept


def quote_follows(lines: list[Line], at: int) -> bool:
    """Is the quote below an attribution line marked? Else it reaches to the end of the mail."""
    return next((not line.own for line in lines[at:] if line.text), True)


def without_footers(lines: list[Line]) -> list[str]:
    """Drops signatures (from "--" to the next quote) and the lines that phones add."""
    kept, signing = [], False
    for line in lines:
        signing = line.own and (signing or bool(SIGNATURE.fullmatch(line.text)))
        if not signing and not quotes.footer(line.text):
            kept.append(line.text)
    return kept


def joined(texts: list[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(texts)).strip()[:TEXT_LIMIT]
