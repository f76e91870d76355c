"""Numbered lines that may be titles or items ("A. Scope", "4.2 Data protection"): what stands around them tells."""

import re
from collections.abc import Iterable, Iterator

from agent.sources.interface import Block
from agent.sources.numbering import is_outline, split_number, steps
from agent.sources.sequence import Counted

_SAYS = re.compile(
    r"\b(?:must|shall|will|should|may|can|is|are|was|were|has|have|dever\w*|devem?|ser[áã]o?|é|são|pode\w*|fica\w*)\b",
    re.IGNORECASE,
)
_JOINS = re.compile(r": |[;,]\s+(?:and|or|e|ou)$")
_LONGEST_TITLE = 70


def lettered(blocks: Iterable[Block]) -> Iterator[Block]:
    """Lines that may be titles become headings where text of their own follows, and items elsewhere."""
    listed = list(blocks)
    headed = _headed(listed)
    for at, block in enumerate(listed):
        if at in headed:
            title = split_number(block.text, heading=True)[1] if block.kind == "paragraph" else block.text
            level = len(steps(block.number))
            yield block.model_copy(update={"kind": "heading", "text": title.rstrip(" :"), "level": level})
        else:
            yield block.model_copy(update={"number": ""}) if block.kind == "paragraph" else block


def is_lone(number: str) -> bool:
    return number.isalpha() and number.isupper()


def could_head(block: Block) -> bool:
    """A paragraph behind a lone letter, or a short item with an outline number that says nothing of anybody."""
    if block.kind == "paragraph":
        return is_lone(block.number)
    return block.kind == "item" and is_outline(block.number) and may_be_title(block.text)


def may_be_title(text: str) -> bool:
    """Short, with a capital in front and without the end or the verb of a sentence."""
    return (
        len(text) <= _LONGEST_TITLE
        and text[:1].isupper()
        and text[-1:] not in ".;,:?!"
        and not _JOINS.search(text)
        and not _SAYS.search(text)
    )


def _headed(blocks: list[Block]) -> set[int]:
    """Places of those that stand in no list: not introduced, not followed at once by the next, not the last of one."""
    found: set[int] = set()
    heads, listed = Counted(), Counted()
    for at, block in enumerate(blocks):
        if block.kind == "heading" and block.number:
            heads.note(block.number)
        if not could_head(block):
            continue
        if _is_listed(blocks, at) or listed.continues(block.number):
            listed.note(block.number)
        elif heads.expects(block.number):
            heads.note(block.number)
            listed = Counted()
            found.add(at)
    alone = [at for at in found if is_lone(blocks[at].number)]
    return found - set(alone) if len(alone) == 1 else found


def _is_listed(blocks: list[Block], at: int) -> bool:
    """Introduced by a colon, with nothing below it, or followed at once by the next of its kind."""
    if at + 1 == len(blocks) or (at and blocks[at - 1].text.endswith(":")):
        return True
    after, own = blocks[at + 1], Counted()
    own.note(blocks[at].number)
    return bool(after.number) and own.continues(after.number)
