"""An answer that is still being written: as much of it as will look the same however it goes on."""

import re

from bot.edges.teams.pieces import after_fence, pieces
from bot.edges.teams.wording import teams_text

UNSURE = re.compile(r"[ \t]*(?:[-*+•_~`>#= \t]+|\d{1,9}[.)]?)?")  # may become an item, a ruler, a fence or a heading
HALF_LINK = re.compile(r"!?\[[^\[\]]*(?:\](?:\([^()]*)?)?$|!$")
HALF_MARKUP = re.compile(r"<[^<>]*$|&[#\w]*$")


def so_far(markdown: str) -> str:
    """Fit for a Teams message. Empty: nothing is certain yet, or it has grown beyond one message."""
    shown = pieces(teams_text(_certain(markdown)))
    return shown[0].rstrip() if len(shown) == 1 else ""


def _certain(markdown: str) -> str:
    *lines, last = markdown.replace("\r\n", "\n").split("\n")
    fence = ""
    for line in lines:
        fence = after_fence(line, fence)
    if not fence:
        lines.append(_certain_part(last))
        while lines and not lines[-1].strip():
            lines.pop()
        lines = _without_half_table(lines)
    return "\n".join(lines)


def _certain_part(line: str) -> str:
    """Of the last line: whole words, and nothing that is half a link, half a piece of code or half a tag."""
    line = line[: line.rfind(" ") + 1]
    if line.count("`") % 2:
        line = line[: line.rindex("`")]
    line = HALF_MARKUP.sub("", HALF_LINK.sub("", line.rstrip())).rstrip()
    unsure = "|" in line or line.lstrip().startswith("#") or UNSURE.fullmatch(line)
    return "" if unsure else line


def _without_half_table(lines: list[str]) -> list[str]:
    """Only the line below tells whether a line with bars is the head of a table."""
    return lines[:-1] if lines and "|" in lines[-1] and not any("|" in line for line in lines[-2:-1]) else lines
