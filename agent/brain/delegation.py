"""Somebody hands what they owe to somebody else: who that is, and whether a writer is the one they named."""

import re
from email.utils import parseaddr

from agent.brain.language import bag, fold, sentences
from agent.brain.people import meant_by

_NAME = r"(?P<name>[A-ZÀ-Ý][\w'’-]+(?:[ \t]+(?:(?:de|da|do|dos|das|van|von)[ \t]+)?[A-ZÀ-Ý][\w'’-]+){0,3})"
_WHO = _NAME + r"(?:[ \t]*[<(,]?[ \t]*(?P<address>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)[>)]?)?"
_DOES = r"(?:answer|reply|respond|send|do|handle|take|write|cover|provide|deliver|prepare|get back|look after)"
_INSTEAD = r"(?:for me|instead|on my behalf|in my place|my part|you (?:this|that|it)|this|that|it|to you)\b"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\b(?i:delegat\w+|hand(?:ed|ing)?|pass(?:ed|ing)?|forward(?:ed|ing)?|gave|giving)\b[^.?!\n]{0,40}?"
        rf"\b(?i:over to|to)\s+(?:(?i:my colleague)\s+)?{_WHO}",
        rf"{_WHO}\s+(?:will|is going to|shall|can)\s+{_DOES}\b[^.?!\n]{{0,60}}?\b{_INSTEAD}",
        rf"{_WHO}\s+(?:is taking|takes|has taken|took|will take)\s+(?:this |that |it |my part )?over\b",
        rf"\b(?i:i(?:[’']ve| have)? asked|i am asking|i[’']m asking)\s+(?:(?i:my colleague)\s+)?{_WHO}\s+to\b",
        r"\b(?i:deleg(?:uei|o|ado)|pass(?:ei|o|ado)|repass(?:ei|o|ado)|encaminh(?:ei|o|ado)|transfer(?:i|ido))\b"
        rf"[^.?!\n]{{0,40}}?\b(?i:para|ao|à)\s+(?:(?:o|a)\s+)?{_WHO}",
        rf"{_WHO}\s+(?:vai|irá)\s+(?:responder|enviar|mandar|fazer|assumir|cuidar|escrever|entregar)\b",
        rf"\b(?i:pedi)\s+(?:ao|à|para o|para a)\s+{_WHO}",
    )
)
_NOBODY = bag(
    "i we you they it this that he she the a an my our your his her their monday tuesday wednesday thursday friday "
    "saturday sunday nobody somebody everyone no eu nos ele ela eles elas isso esta este o os as meu minha nosso nossa "
    "segunda terca quarta quinta sexta sabado domingo"
)


def delegate(text: str) -> str:
    """`Name <address>` or `Name` of the one who answers instead; empty where nobody is named."""
    for sentence in sentences(text):
        for pattern in _PATTERNS:
            for found in pattern.finditer(sentence):
                if fold(found["name"].split()[0]) in _NOBODY:
                    continue
                return f"{found['name']} <{found['address']}>" if found["address"] else found["name"]
    return ""


def apart(named: str) -> tuple[str, str]:
    """Name and address of what `delegate` gave."""
    return parseaddr(named) if "@" in named else (named, "")


def is_delegate(named: str, name: str, address: str, owner: str) -> bool:
    """Whether `name` at `address` is whom a task's owner named: by the address they gave, else as a colleague.

    `owner`: the address of the task's owner. Somebody of another house is known by an address alone.
    """
    said, given = apart(named)
    if given:
        return given.casefold() == address.casefold()
    house = owner.rpartition("@")[2].casefold()
    return bool(house) and address.rpartition("@")[2].casefold() == house and bool(meant_by(said, (name,)))
