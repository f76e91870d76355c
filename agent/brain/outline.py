"""The skeleton of a document: its sections as printed, without the table of contents and the title page."""

import re
from typing import NamedTuple

from agent.brain.language import fold
from agent.sources.interface import Block, Document
from agent.sources.numbering import is_outline, label_number, steps
from agent.sources.sequence import counts_on

_BOLD = 6  # level of a bold paragraph that reads as a heading
_LISTED = 3  # so many headings in a row without text between them are a list of contents
_SHORT = 100
_ANSWER = re.compile(r"(?:A\d{1,3}\s*[:.]|(?:Answer|Response|Resposta)s?\s*:?\s*(?=$|[A-Z○●]))\s*")
_QUESTION = re.compile(r"(?:Q\d{1,3}\s*[:.]|(?:Question|Pergunta|Issue #\d+|GitHub link|Section of)\b)")
_ASKED = re.compile(r"[QA]\d{1,3}")
_ANNEX = re.compile(r"(?:anexo|annex|appendix|attachments?|exhibit)\b")


class Part(NamedTuple):
    """One heading and the blocks below it, up to the next heading."""

    title: str
    number: str
    level: int
    blocks: tuple[Block, ...]
    document: str
    above: tuple[str, ...] = ()  # titles of the sections it stands in, outermost first

    def place(self, block: Block | None = None) -> str:
        """File, section and line; a lone letter is told with its title, since every section may have one."""
        named = f"{self.number}. {self.title}" if self.number.isalpha() else self.number or self.title
        return ", ".join(spot for spot in (self.document, named, block.place if block else "") if spot)


def is_amendment(name: str) -> bool:
    return bool(re.search(r"amendment|addendum|errata|retifica|questions.and.answers", fold(name)))


def outline(document: Document) -> list[Part]:
    """Parts in reading order; text above the first heading is a part without title."""
    if is_amendment(document.name) and (answers := _answers(document.blocks)):
        return [Part(document.name.rsplit("/", 1)[-1], "", 1, tuple(answers), document.name)]
    blocks = _joined(_promoted(document.blocks))
    real = [b for b in blocks if b.kind == "heading" and b.level < _BOLD]
    keep_bold = len(real) < 3
    heads: list[Block | None] = [None]
    bodies: list[list[Block]] = [[]]
    for block in blocks:
        if block.kind == "heading" and (block.level < _BOLD or keep_bold or is_outline(block.number)):
            heads.append(block)
            bodies.append([])
        else:
            bodies[-1].append(block)
    parts = [_part(head, body, document.name) for head, body in zip(heads, bodies, strict=True)]
    return _nested(_levelled(_without_contents(_without_titles(parts))))


def _answers(blocks: tuple[Block, ...]) -> list[Block]:
    """Of an amendment in question and answer form only the answers change the request."""
    found: list[Block] = []
    answering = False
    for block in blocks:
        said = f"{block.number}. {block.text}" if _ASKED.fullmatch(block.number) else block.text
        if mark := _ANSWER.match(said):
            answering = True
            block = block.model_copy(update={"text": said[mark.end() :].strip()})
        elif _QUESTION.match(said):
            answering = False
        if answering and block.text:
            found.append(block)
    return found


def _part(head: Block | None, body: list[Block], name: str) -> Part:
    if head is None:
        return Part("", "", 0, tuple(body), name)
    return Part(head.text.rstrip(" :"), head.number, head.level, tuple(body), name)


def _promoted(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Where no heading is numbered, short numbered lines ("4.1 Roles") are the headings."""
    if any(b.kind == "heading" and is_outline(b.number) for b in blocks):
        return blocks
    return tuple(
        b.model_copy(update={"kind": "heading", "level": b.number.count(".") + 1}) if _titled(b) else b for b in blocks
    )


def _joined(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """ "CHAPTER II" and the title on the line below it are one heading."""
    found: list[Block] = []
    for block in blocks:
        label = label_number(found[-1].text) if found and found[-1].kind == "heading" and not found[-1].number else ""
        if label and block.kind == "heading" and not block.number and not label_number(block.text):
            block = block.model_copy(update={"number": label, "level": found.pop().level})
        found.append(block)
    return tuple(found)


def _titled(block: Block) -> bool:
    number = block.number
    if block.kind != "item" or not is_outline(number) or "." not in number:
        return False
    return len(block.text) <= 70 and block.text[:1].isupper() and block.text[-1:] not in ".;,:?!"


def _without_titles(parts: list[Part]) -> list[Part]:
    """Unnumbered headings at the very top with nothing below them are the title page."""
    kept = list(parts)
    while len(kept) > 2 and not kept[1].blocks and not kept[1].number and kept[1].level <= kept[2].level:
        del kept[1]
    return kept


def _without_contents(parts: list[Part]) -> list[Part]:
    """A heading printed twice stands in the list of contents first: the one with more text below it is the section."""
    best: dict[tuple[str, str], int] = {}
    for at, part in enumerate(parts):
        key = (part.number, fold(part.title))
        if key not in best or _weight(part) >= _weight(parts[best[key]]):
            best[key] = at
    return [part for at, part in enumerate(parts) if best[part.number, fold(part.title)] == at or not _is_listed(part)]


def _is_listed(part: Part) -> bool:
    return all(len(b.text) <= _SHORT and not b.text.endswith(".") for b in part.blocks)


def _weight(part: Part) -> int:
    return sum(len(b.text) for b in part.blocks if len(b.text) > _SHORT or b.text.endswith("."))


def _levelled(parts: list[Part]) -> list[Part]:
    """Depth from the printed number; an unnumbered heading among numbered ones is one below the last."""
    numbered = sum(is_outline(p.number) for p in parts) >= _LISTED
    top = min((p.level for p in parts[1:]), default=1)
    found: list[Part] = []
    path: list[tuple[Part, int]] = []  # the numbered headings a next one may stand in, with their depth
    for part in parts:
        level = part.level - top + 1
        if is_outline(part.number):
            level = _depth(part, path)
            path = [*(one for one in path if one[1] < level), (part, level)]
        elif _ANNEX.match(fold(part.title)):
            level, path = 1, []
        elif numbered and path and part.level >= path[-1][0].level:
            level = path[-1][1] + 1
        found.append(part._replace(level=max(level, 1)))
    return found


def _depth(part: Part, path: list[tuple[Part, int]]) -> int:
    """One below the heading whose number it carries on, beside those counted alike, below those counted otherwise."""
    *above, _ = steps(part.number)
    if above:
        return next((level + 1 for one, level in reversed(path) if list(steps(one.number)) == above), len(above) + 1)
    if " " in part.number:
        inner = path[-1][1] + 1 if path and part.level > path[-1][0].level else 1
        return next((level for one, level in path if _frame(one) == _frame(part)), inner)
    alike = [(one, level) for one, level in path if counts_on(one.number, part.number) and _frame(one) == ""]
    if alike:
        return alike[-1][1]
    around = [level for one, level in path if one.level <= part.level and len(steps(one.number)) == 1]
    return around[-1] + 1 if around else 1


def _frame(part: Part) -> str:
    """ "annex" of "Annex II", "" of other numbers."""
    return fold(part.number).rpartition(" ")[0]


def _nested(parts: list[Part]) -> list[Part]:
    found: list[Part] = []
    path: list[Part] = []
    for part in parts:
        path = [p for p in path if p.level < part.level and p.title]
        found.append(part._replace(above=tuple(p.title for p in path)))
        path.append(part)
    return found
