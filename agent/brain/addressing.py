"""“Change the brief for Ana: make it shorter”: what is asked of her draft, without the words that say whose it is."""

import re
from collections.abc import Sequence

from agent.brain.language import fold
from agent.brain.wishes import DRAFTS

_DRAFT = DRAFTS.replace("ao|oes", "ao|ão|oes|ões")
_EDIT = (
    r"(?:change|edit|update|rewrite|revise|adjust|fix|rework"
    r"|mud[ea]|alter[ea]|ajust[ea]|reescrev[ea]|corrij[ae]|troqu?[ea])"
)
_PLEASE = (
    r"^\W*(?:(?:please|pls|can you|could you|would you|hmm|ok|and|also|then|por favor|pode|poderia|e|também"
    r"|tambem)\b\W*)*"
)
_STARTS = re.compile(rf"{_PLEASE}(?:{_EDIT}|make|deix[ea]|torn[ea])\b", re.IGNORECASE)
_FIRST = re.compile(
    rf"{_PLEASE}(?:{_EDIT}\s+it\b\s*(?:[:,–-]|\bto\b|\bso\b|\bpara\b)?\s*|it\s*[:,]\s*)?",
    re.IGNORECASE,
)
_ARTICLE = r"(?:the|a|an|o|os|as|her|his|their|your|all|every|both|each|todos|todas|ambos|ambas|seu|sua)"
_ABOUT = re.compile(rf"\b{DRAFTS}\b")


def about_draft(text: str) -> bool:
    return bool(_ABOUT.search(fold(text)))


def is_edit(text: str) -> bool:
    return bool(_STARTS.match(text))


def instruction(text: str, people: Sequence[str]) -> str:
    """ "Make Bob's message a bit friendlier" is "make it a bit friendlier"."""
    said = text.strip()
    who = _alternatives(people)
    if who:
        said = _sub(
            rf"\b(tell|diga|avise)\s+(?:[aà]o?\s+)?{who}\s+(?:in (?:her|his|the|their) {_DRAFT}\s+)?", r"\1 her ", said
        )
        said = _sub(rf"(?:\b(?:in|on|no|na)\s+)?\b{who}\s+{_DRAFT}\b", "it", said)
        owned = rf"\b{_DRAFT}\s+(?:for|to|of|da|do|de|pra|pro|para(?:\s+[oa])?|a)\s+{who}"
        said = _sub(rf"(?:\b(?:in|on|no|na|em)\s+)?(?:\b{_ARTICLE}\s+)*{owned}", "it", said)
        said = _sub(rf",?\s*\b(?:for|to|pra|pro|para(?:\s+[oa])?)\s+{who}(?!\w)", "", said)
        said = _sub(rf"^{who}\s*[:,]\s*", "", said)
        said = _sub(rf"^{who}\s+(?=(?:should|deve)\b)", "", said)
        said = _sub(rf"\b{who}\s+(?=(?:subject|due|deadline)\b)|(?<=prazo|sunto)\s+d[aoe]\s+{who}", "the ", said)
        said = _sub(rf"(?<=make )\b{who}(?=\s)", "it", said)
    said = _sub(rf"(?:\b(?:in|no|na|em)\s+)?(?:\b{_ARTICLE}\s+)+{_DRAFT}\b", "it", said)
    return _FIRST.sub("", said).strip(" \t") or said


def _alternatives(people: Sequence[str]) -> str:
    parts = [part for name in people for part in (name, name.split()[0], name.split()[-1]) if part]
    kept = sorted(dict.fromkeys(parts), key=len, reverse=True)
    one = rf"(?:{'|'.join(map(re.escape, kept))})(?!\w)(?:['’]s)?"
    return rf"{one}(?:\s*(?:,|&|and|e)\s*{one}){{0,5}}" if kept else ""


def _sub(pattern: str, new: str, text: str) -> str:
    return re.sub(pattern, new, text, flags=re.IGNORECASE)
