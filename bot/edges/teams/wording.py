"""Markdown made fit for a Teams text message: what it cannot show is said otherwise."""

import re
from collections.abc import Iterator

from bot.edges.teams.pieces import FENCE, after_fence

HEADING = re.compile(r" {0,3}#{1,6}\s+(.*)$")
RULER = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
TABLE_RULE = re.compile(r"\|?[ \t:]*-[ \t:-]*(?:\|[ \t:]*-[ \t:-]*)+\|?")  # one way to match: many take no longer
ITEM = re.compile(r"[ \t]*([-*+•]|\d{1,9}[.)])\s")
PICTURE = re.compile(r"!(\[[^\[\]\n]{0,300}\]\([^()\n]{0,2000}\))")
WEB_LINK = re.compile(r"<(https?://[^\s<>]+|mailto:[^\s<>]+)>")
LINE_BREAK = re.compile(r"<br\s?/?>", re.IGNORECASE)
MARKUP = re.compile(r"<(?=[a-zA-Z/!?])")
REFERENCE = re.compile(r"&(?=#?\w{1,31};)")
CODE = re.compile(r"(?<!`)(`++)[^`\n]+\1(?!`)")
UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
A_LINE = 2000  # longer ones are no headings and no table rules


def teams_text(markdown: str, exact: bool = False) -> str:
    """`exact` keeps every word and sign: line ends are kept from melting and HTML from acting, nothing else."""
    lines = UNFIT.sub("", markdown.replace("\r\n", "\n").replace("\r", "\n")).strip("\n").split("\n")
    return "\n".join(_joined(list(_exactly(lines) if exact else _shown(lines))))


def _exactly(lines: list[str]) -> Iterator[str]:
    fence = ""
    for line in lines:
        inside, fence = bool(fence), after_fence(line, fence)
        yield line if inside or fence else harmless(REFERENCE.sub("&amp;", line))


def _shown(lines: list[str]) -> Iterator[str]:
    """Tables become lists, headings bold lines, pictures links."""
    fence, table = "", None
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        inside, fence = bool(fence), after_fence(line, fence)
        if inside or fence:
            yield line
        elif "|" in line and _is_rule(following):
            table = _cells(line)
        elif table and _is_rule(line):
            continue
        elif table and "|" in line:
            yield _row(table, _cells(line))
        else:
            table = None
            yield from _plain(line)


def _is_rule(line: str) -> bool:
    return "|" in line and len(line) < A_LINE and bool(TABLE_RULE.fullmatch(line.strip(" \t")))


def _cells(line: str) -> list[str]:
    return [harmless(cell.strip()) for cell in line.strip().strip("|").split("|")]


def _row(heads: list[str], cells: list[str]) -> str:
    """A table row as a list item: its first cell, then the others under their headings."""
    others = [f"{head}: {cell}" if head else cell for head, cell in zip(heads[1:], cells[1:], strict=False) if cell]
    return "- " + " · ".join([f"**{cells[0].strip('*')}**" if cells[0] else "–", *others])


def _plain(line: str) -> Iterator[str]:
    heading = HEADING.match(line) if len(line) < A_LINE else None
    if heading and (words := heading[1].replace("**", "").strip(" \t#")):
        yield from ("", f"**{harmless(words)}**", "")
    else:
        line = LINE_BREAK.sub("\n", PICTURE.sub(r"\1", WEB_LINK.sub(r"\1", line)))
        yield from harmless(line).split("\n")


def harmless(line: str) -> str:
    """HTML that somebody wrote is shown, not obeyed. Code is shown as it is anyway."""
    pieces, at = [], 0
    for code in CODE.finditer(line):
        pieces += [MARKUP.sub("&lt;", line[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*pieces, MARKUP.sub("&lt;", line[at:])])


def _joined(lines: list[str]) -> Iterator[str]:
    """A line end inside a paragraph needs two blanks to stay one; more than one empty line is of no use."""
    fence, before = "", ""
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        inside, fence = bool(fence), after_fence(line, fence)
        if not inside and not fence:
            if not line.strip() and not before.strip():
                continue
            if line.strip() and following.strip() and not _begins_something(following):
                line = line.rstrip() + "  "
        before = line
        yield line


def _begins_something(line: str) -> bool:
    return bool(ITEM.match(line) or FENCE.match(line) or RULER.match(line) or line.lstrip().startswith(">"))
