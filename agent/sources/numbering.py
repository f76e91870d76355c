"""Printed numbers in front of headings and items: "Sec. 1.01", "3.2.1", "C.4", "Annex II", "Cláusula 2ª", "(iv)"."""

import re

from agent.sources.ordinals import ORDINAL, counted

_WORD = r"(?:sec(?:tion|\.)?|se[çc][ãa]o|art(?:icle|igo)|cl[áa]usula|clause|chapter|cap[íi]tulo|item|task(?= \d+\.))\s+"
_FRAME = (  # a number of these says what it counts: "Annex 2" is not section 2
    r"(?:part|parte|volume|lote?|annex|anexo|appendix|ap[êe]ndice|attachment|schedule|exhibit|enclosure|t[íi]tulo)"
)
_ROMAN = r"(?:X{0,3}(?:IX|IV|V?I{1,3}|V)|X{1,3})"
_EDGE = r"\s*[-–—:.|]\s*(?=\S)"
_DOTTED = re.compile(rf"^(?:{_WORD})?(\d{{1,3}}(?:\.\d{{1,3}}){{1,5}})\.?\s*[-–—:)]?\s+(?=\S)", re.IGNORECASE)
_SINGLE = re.compile(rf"^(?:{_WORD}(\d{{1,3}})(?:\.?[º°ª])?|(\d{{1,3}})[.)])\s*[-–—:.]?\s+(?=\S)", re.IGNORECASE)
_LETTERED = re.compile(r"^([A-Z]{1,3}(?:\.\d{1,3}){1,4})\.?\s*[-–—:)]?\s+(?=\S)")
_WORDED = re.compile(rf"^(?i:{_WORD})([A-Z]|{_ROMAN}){_EDGE}")
_FRAMED = re.compile(rf"^((?i:{_FRAME})\s+(?:\d{{1,2}}|[A-Z]|{_ROMAN})(?:-[A-Z0-9])?){_EDGE}")
_CLAUSE = re.compile(rf"^cl[áa]usula\s+({ORDINAL}){_EDGE}", re.IGNORECASE)
_CLAUSE_LABEL = re.compile(rf"cl[áa]usula\s+({ORDINAL})\s*[-–—:.]?", re.IGNORECASE)
_PARAGRAPH = re.compile(r"^(§{1,2}\s*\d{1,3})[º°.]?\s*[-–—:]?\s+(?=\S)")
_ARTICLE = re.compile(r"^(art\.\s*\d{1,3})(?:\.?[º°ª])?\.?\s*[-–—:]?\s+(?=\S)", re.IGNORECASE)
_ROMAN_ITEM = re.compile(  # "I – …;" of a law; "I – as I said – will write it." is somebody's word
    rf"^(?:(?!I\s)({_ROMAN})|(I)(?=.*(?:[;,:]|[;,]\s+(?:e|ou|and|or))$))(?:\s*[-–—]\s+(?=\S)|\.\s+(?=[a-zà-ÿ]))"
)
_CODED = re.compile(r"^([A-Z]{1,2}\d{1,2}(?:\.\d{1,2})*)(?:[.:)]\s*|\s*[-–—]\s+|\s+)(?=[A-ZÀ-Ý])")
_BARE = re.compile(r"^(\d{1,2})\s*[-–—|]?\s+(?=[A-ZÀ-Ý])")
_LETTER = re.compile(r"^(\((?:[a-z]|[ivx]{1,5}|\d{1,2})\)|[a-z]\)|[ivx]{1,4}\))\s*(?=\S)", re.IGNORECASE)
_LETTER_DOT = re.compile(r"^(?:([a-z]|[ivx]{2,5})\.\s+|([A-Z])\.\s{2,})(?=\S)")
_HEAD = re.compile(rf"^({_ROMAN}|[A-Z])(?:[.)]|\s*[-–—])\s+(?=\w)")
_HEAD_WORDED = re.compile(
    rf"^(?:(?i:{_WORD})([A-Z]|{_ROMAN})|((?i:{_FRAME})\s+(?:\d{{1,2}}|[A-Z]|{_ROMAN})))\s+(?=[A-ZÀ-Ý])"
)
_ANYWHERE = (_DOTTED, _SINGLE, _LETTERED, _PARAGRAPH, _ARTICLE, _LETTER, _LETTER_DOT, _ROMAN_ITEM)
_IN_HEADINGS = (_WORDED, _FRAMED, _HEAD, *_ANYWHERE, _HEAD_WORDED, _BARE, _CODED)
_LABEL = re.compile(
    rf"(?:(?i:{_WORD})(\d{{1,3}}|[A-Z]|{_ROMAN})(?:\.?[º°ª])?|((?i:{_FRAME})\s+(?:\d{{1,2}}|[A-Z]|{_ROMAN})(?:-[A-Z0-9])?))\s*[-–—:.]?"
)
_OUTLINE = re.compile(rf"(?:\d+|[A-Z]{{1,3}}(?=\.)|[A-Z]{{1,2}}\d{{1,2}}|[A-Z]|{_ROMAN})(?:\.\d+)*|(?i:{_FRAME}) \S+")


def split_number(text: str, heading: bool = False) -> tuple[str, str]:
    """The printed number and what follows it, or ("", text). "3 Scope", "B. Scope" count in headings only."""
    if found := _CLAUSE.match(text):
        return str(counted(found.group(1))), text[found.end() :].strip()
    for pattern in _IN_HEADINGS if heading else _ANYWHERE:
        if found := pattern.match(text):
            return next(group for group in found.groups() if group), text[found.end() :].strip()
    return "", text


def label_number(text: str) -> str:
    """The number of a heading that is nothing else ("CAPÍTULO II", "Section C"); "" for any other."""
    if (found := _CLAUSE_LABEL.fullmatch(text)) is not None:
        return str(counted(found.group(1)))
    told = _LABEL.fullmatch(text)
    return (told.group(1) or told.group(2)) if told else ""


def is_outline(number: str) -> bool:
    """Whether it numbers a part of a document ("3.2", "C.4", "IV", "Annex B"), not an item of a list ("a)", "iv")."""
    return bool(_OUTLINE.fullmatch(number))


def steps(number: str) -> tuple[str, ...]:
    """The levels of an outline number without zeros that only fill: "3.0" is 3, "3.10" is 3 and 10."""
    pieces = re.sub(r"^([A-Z]+)(?=\d)", r"\1.", number.rsplit(" ", 1)[-1]).split(".")
    while len(pieces) > 1 and pieces[-1].isdigit() and not int(pieces[-1]):
        pieces.pop()
    return tuple(str(int(p)) if p.isdigit() else p for p in pieces)
