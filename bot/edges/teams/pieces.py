"""A long text in several messages: cut between paragraphs, else between lines, else between words."""

import re
from collections.abc import Iterator

LIMIT = 12_000  # UTF-16 units: 24 KB, under every limit Teams ever had
FENCE = re.compile(r" {0,3}(```+(?=[^`]*$)|~~~+)")  # ```code``` in a line of its own opens nothing
WHOLE = re.compile(r"!?\[[^\[\]\n]{0,300}\]\([^()\n]{0,2000}\)|(?<!`)`[^`\n]{1,2000}`")  # never cut inside


def size(text: str) -> int:
    """Length as Teams counts it: UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def after_fence(line: str, fence: str) -> str:
    """The open code fence after this line, "" when none is."""
    mark = FENCE.match(line)
    if not mark:
        return fence
    return fence if fence and not mark[1].startswith(fence) else "" if fence else mark[1]


def pieces(text: str, limit: int = LIMIT) -> list[str]:
    """In order, each at most `limit` UTF-16 units; at least one."""
    return list(_gathered((piece for block in _blocks(text) for piece in _fitting(block, limit)), "\n\n", limit)) or [
        ""
    ]


def _gathered(parts: Iterator[str], glue: str, limit: int) -> Iterator[str]:
    """As many parts together as fit."""
    current: list[str] = []
    units = 0
    for part in parts:
        more = size(part) + len(glue)
        if current and units + more - len(glue) > limit:
            yield glue.join(current)
            current, units = [], 0
        current.append(part)
        units += more
    if current:
        yield glue.join(current)


def _blocks(text: str) -> Iterator[str]:
    """Paragraphs; code stays with its fences."""
    block: list[str] = []
    fence = ""
    for line in text.split("\n"):
        inside, fence = bool(fence), after_fence(line, fence)
        ends = (fence and not inside) or not (line.strip() or fence)
        if ends and block:
            yield "\n".join(block)
            block = []
        if line.strip() or fence:
            block.append(line)
    if block:
        yield "\n".join(block)


def _fitting(block: str, limit: int) -> Iterator[str]:
    if size(block) <= limit:
        yield block
        return
    first, *rest = block.split("\n")
    if FENCE.match(first) and rest and 2 * size(first) < limit:  # a longer one leaves no room in its boxes
        yield from _code(first, rest, limit)
    else:
        yield from _gathered((piece for line in block.split("\n") for piece in _words(line, limit)), "\n", limit)


def _code(fence: str, lines: list[str], limit: int) -> Iterator[str]:
    """A long piece of code in several boxes, cut between lines."""
    mark = fence.strip()[:3]
    room = limit - size(fence) - 5
    body = lines[:-1] if FENCE.match(lines[-1]) else lines
    for part in _gathered((piece for line in body for piece in _cut(line, room)), "\n", room):
        yield f"{fence}\n{part}\n{mark}"


def _words(line: str, limit: int) -> Iterator[str]:
    """A line in parts that fit, cut at blanks outside of links and code."""
    while size(line) > limit:
        head = next(_cut(line, limit))
        kept = [span.span() for span in WHOLE.finditer(line[: 2 * limit])]
        blanks = (at for at in range(len(head) - 1, 0, -1) if head[at] == " ")
        at = next((at for at in blanks if not any(start < at < end for start, end in kept)), len(head))
        yield line[:at].rstrip()
        line = line[at:].lstrip(" ")
    if line:
        yield line


def _cut(line: str, limit: int) -> Iterator[str]:
    """Cut by size alone; characters outside the basic plane count double and stay whole."""
    start, units = 0, 0
    for at, one in enumerate(line):
        width = 2 if ord(one) > 0xFFFF else 1
        if units + width > limit:
            yield line[start:at]
            start, units = at, 0
        units += width
    yield line[start:]
