"""Printed numbers in front of headings and items: "Sec. 1.01", "3.2.1", "a)", "(iv)"."""

import re

_WORD = r"(?:sec(?:tion|\.)?|se[çc][ãa]o|artic?le|artigo|cl[áa]usula|chapter|cap[íi]tulo|part|item)\s+"
_DOTTED = re.compile(rf"^(?:{_WORD})?(\d{{1,3}}(?:\.\d{{1,3}}){{1,5}})\.?\s*[-–—:)]?\s+(?=\S)", re.IGNORECASE)
_SINGLE = re.compile(rf"^(?:{_WORD}(\d{{1,3}})|(\d{{1,3}})[.)])\s*[-–—:.]?\s+(?=\S)", re.IGNORECASE)
_BARE = re.compile(r"^(\d{1,2})\s*[-–—]?\s+(?=[A-ZÀ-Ý])")
_LETTER = re.compile(r"^(\((?:[a-z]|[ivx]{1,5}|\d{1,2})\)|[a-z]\)|[ivx]{1,4}\))\s*(?=\S)", re.IGNORECASE)
_LETTER_DOT = re.compile(r"^(?:([a-z])\.\s+|([A-Z])\.\s{2,})(?=\S)")


def split_number(text: str, heading: bool = False) -> tuple[str, str]:
    """The printed number and what follows it, or ("", text). A bare "3 Scope" counts in headings only."""
    for pattern in (_DOTTED, _SINGLE, _LETTER, _LETTER_DOT):
        if found := pattern.match(text):
            return next(group for group in found.groups() if group), text[found.end() :].strip()
    if heading and (found := _BARE.match(text)):
        return found.group(1), text[found.end() :].strip()
    return "", text


def is_dotted(number: str) -> bool:
    return bool(re.fullmatch(r"\d+(\.\d+)*", number))
