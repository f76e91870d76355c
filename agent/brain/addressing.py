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
_STARTS = re.compile(
    rf"{_PLEASE}(?:{_EDIT}|make|put|soften|polish|improve|simplify|expand|reword|rephrase"
    r"|deix[ea]|torn[ea]|melhor[ea]|suaviz[ea]|coloqu?[ea]|ponha)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(
    rf"{_PLEASE}(?:{_EDIT}\s+it\b\s*(?:[:,–-]|\bto\b|\bso\b|\bpara\b)?\s*|it\s*[:,]\s*)?",
    re.IGNORECASE,
)
_ARTICLE = r"(?:the|a|an|o|os|as|her|his|their|your|all|every|both|each|todos|todas|ambos|ambas|seu|sua)"
_ITS_DRAFT = re.compile(rf"(?:\b(?:in|no|na|em)\s+)?(?:\b{_ARTICLE}\s+)+{_DRAFT}\b", re.IGNORECASE)
_FOR = r"(?:for|to|pra|pro|para(?:\s+[oa])?)"
_OWNED = rf"\b{_DRAFT}\s+(?:{_FOR}|of|da|do|de|a)\s+WHO"
_WHOSE = (  # words that say whose draft it is, and what stands for them; WHO is anybody who is named
    (rf"\b(tell|diga|avise)\s+(?:[aà]o?\s+)?WHO\s+(?:in (?:her|his|the|their) {_DRAFT}\s+)?", r"\1 her "),
    (rf"(?:\b(?:in|on|no|na)\s+)?\bWHO\s+{_DRAFT}\b", "it"),
    (rf"(?:\b(?:in|on|no|na|em)\s+)?(?:\b{_ARTICLE}\s+)*{_OWNED}", "it"),
    (rf",?\s*\b{_FOR}\s+WHO(?!\w)", ""),
    (r"^WHO\s*[:,]\s*", ""),
    (r"^WHO\s+(?=(?:should|deve)\b)", ""),
    (r"\bWHO\s+(?=(?:subject|due|deadline)\b)|(?<=prazo|sunto)\s+d[aoe]\s+WHO", "the "),
    (r"\b(make|send|write|translate|rewrite|mand[ea]|deix[ea])\s+(?:o\s+d[ao]\s+)?WHO(?=\s)", r"\1 it"),
    (r"^WHO\s+(?=(?:is|needs?|must|has to|looks|reads|sounds|tem que|precisa)\b)", "it "),
    (r"\b(add|append|acrescente|adicione|inclua)\s+(?:to|in|into|ao?|em|n[ao])\s+it\s*:", r"\1:"),
    (
        r"^\W*it\s*[:,]?\s+(?=(?:please\s+)?(?:mention|add|say|note|drop|remove|tell|replace|por favor|mencione)\b)",
        "",
    ),
)
_ABOUT = re.compile(rf"\b{DRAFTS}\b")


def about_draft(text: str) -> bool:
    return bool(_ABOUT.search(fold(text)))


def is_edit(text: str) -> bool:
    return bool(_STARTS.match(text))


def instruction(text: str, people: Sequence[str]) -> str:
    """ "Make Bob's message a bit friendlier" is "make it a bit friendlier"."""
    said, who = text.strip(), _alternatives(people)
    for pattern, plain in _WHOSE if who else ():
        said = re.sub(pattern.replace("WHO", who), plain, said, flags=re.IGNORECASE)
    said = _ITS_DRAFT.sub("it", said)
    return _FIRST.sub("", said).strip(" \t") or said


def _alternatives(people: Sequence[str]) -> str:
    parts = [part for name in people for part in (name, name.split()[0], name.split()[-1]) if part]
    kept = sorted(dict.fromkeys(parts), key=len, reverse=True)
    one = rf"(?:{'|'.join(map(re.escape, kept))})(?!\w)(?:['’]s)?"
    return rf"{one}(?:\s*(?:,|&|and|e)\s*{one}){{0,5}}" if kept else ""
