"""What the columns of a table of requirements say: which cell is asked for, and how strongly its row binds."""

import re
from typing import Literal, NamedTuple

from agent.brain.language import fold

Class = Literal["must", "should", "none"]
_WORDS: dict[str, Class] = {
    "mandatory": "must",
    "required": "must",
    "must": "must",
    "must have": "must",
    "shall": "must",
    "essential": "must",
    "compulsory": "must",
    "obrigatorio": "must",
    "obrigatoria": "must",
    "essencial": "must",
    "indispensavel": "must",
    "desirable": "should",
    "desired": "should",
    "preferred": "should",
    "should": "should",
    "should have": "should",
    "recommended": "should",
    "desejavel": "should",
    "recomendavel": "should",
    "recomendado": "should",
    "optional": "none",
    "could": "none",
    "could have": "none",
    "nice to have": "none",
    "informational": "none",
    "opcional": "none",
    "facultativo": "none",
}
_LETTERS: dict[str, Class] = {
    "m": "must",
    "r": "must",
    "e": "must",
    "d": "should",
    "s": "should",
    "o": "none",
    "c": "none",
    "w": "none",
}
_ANSWERS: dict[str, Class] = {"yes": "must", "y": "must", "sim": "must", "s": "must", "x": "must", "✓": "must"}
_ANSWERS |= {"no": "should", "n": "should", "nao": "should", "": "should"}
_CLASS_HEAD = re.compile(
    r"^(?:(?:requirement |req\.? )?(?:class(?:e|ification)?|type|level|priority|status|category)"
    r"|classificacao|tipo|prioridade|nivel|obrigatoriedade|categoria|moscow"
    r"|m ?/ ?[dosr](?: ?/ ?[dosc])*|o ?/ ?d|must ?/ ?should|mandatory ?/ ?\w+"
    r"|obrigatorio ?/ ?\w+)$"
)
_MANDATORY_HEAD = re.compile(r"^(?:mandatory|required|obrigatori[oa])\??$")
_ASKED_HEAD = re.compile(
    r"^(?:(?:\w+ ){0,2}(?:requirements?|specifications?)(?: (?:description|text|statement))?"
    r"|(?:descricao d[oe] )?(?:requisitos?|exigencias?|especificac(?:ao|oes))(?: \w+){0,2})$"
)
_PRICED_HEAD = re.compile(r"\b(?:qty|quant\w*|qtde?|unit|unid\w*|price|cost|valor|preco|points|weight|pontos|peso)\b")
_MARK = (
    r"[\[(]([MDO]|[Mm]andatory|[Dd]esirable|[Oo]ptional|[Rr]equired|[Ee]ssential|[Oo]brigat[óo]ri[oa]|[Dd]esej[áa]vel"
    r"|[Oo]pcional)[\])]"
)
_MARK_FIRST = re.compile(
    rf"{_MARK}\s*[:–-]?\s+(?=\S)(?!(?:means|denotes|is|are|indicates|stands|signific\w+|indica)\b)"
)
_MARK_LAST = re.compile(rf"(?<=\S)\s{_MARK}\s?[.;]?$")
_ID = re.compile(r"^(?:[A-Za-z]{0,6}[-–. ]?\d[\w.-]{0,8}|[a-z]\)?|no\.?)$")


class Columns(NamedTuple):
    """Places of the columns; -1 where there is none."""

    asked: int = -1
    classed: int = -1
    answers: bool = False  # the class column asks "mandatory?" and is answered with yes or no


def columns(head: tuple[str, ...]) -> Columns:
    names = [fold(cell).strip(" :*") for cell in head]
    priced = any(_PRICED_HEAD.search(name) for name in names)
    asked = -1 if priced else next((at for at, name in enumerate(names) if _ASKED_HEAD.match(name)), -1)
    asks = next((at for at, name in enumerate(names) if _MANDATORY_HEAD.match(name)), -1)
    classed = next((at for at, name in enumerate(names) if _CLASS_HEAD.match(name)), -1)
    return Columns(asked, asks if asks >= 0 else classed, asks >= 0)


def row_class(cells: tuple[str, ...], of: Columns) -> Class | None:
    """How the row binds by its own class: a word of class in any cell, or a letter in the column that is for it."""
    said = [fold(cell).strip(" ().:;*") for cell in cells]
    if 0 <= of.classed < len(cells):
        own = said[of.classed]
        if found := _ANSWERS.get(own) if of.answers else _LETTERS.get(own):
            return found
    elif len(cells) == 3 and _ID.match(cells[0]) and re.fullmatch(r"[MDO]", cells[-1]):
        return _LETTERS[said[-1]]
    return next((_WORDS[cell] for cell in said if cell in _WORDS), None)


def asked_cell(cells: tuple[str, ...], of: Columns) -> str:
    """The text of what is asked for: the cell below "Requirement", else the longest."""
    if 0 <= of.asked < len(cells) and len(cells[of.asked]) > 3:
        return cells[of.asked]
    return max(cells, key=len)


def marked(text: str) -> tuple[Class | None, str]:
    """The class that stands in brackets at either end of a text ("[M] …", "… (optional)"), and the text without it."""
    if found := _MARK_FIRST.match(text):
        return _said(found.group(1)), text[found.end() :]
    if found := _MARK_LAST.search(text):
        return _said(found.group(1)), text[: found.start()]
    return None, text


def _said(mark: str) -> Class:
    return _WORDS.get(fold(mark)) or _LETTERS[fold(mark)]


def without_id(cells: tuple[str, ...]) -> str:
    """A row in one line, without empty cells and the number in front."""
    kept = [cell for cell in cells if cell]
    return " — ".join(kept[1:] if len(kept) > 1 and _ID.match(kept[0]) else kept)
