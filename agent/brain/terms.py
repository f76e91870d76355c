"""How a request will be judged and in what form it wants the answer: evaluation criteria, page limits, format rules."""

import re
from collections.abc import Iterator

from agent.brain.language import clip, fold, sentences
from agent.brain.outline import Part, is_amendment

_EVALUATION = re.compile(
    r"\bevaluation\b|\bbasis (?:of|for) award|\baward criteria|\bcontractor selection"
    r"|\bcriterios? de (?:julgamento|avaliacao|selecao)"
)
_WEIGHT = re.compile(r"\(?\b\d{1,3}(?:[.,]\d)?\s?(?:%|points?|pts|pontos)\)?", re.IGNORECASE)
_FACTORS = re.compile(
    r"\b(?:evaluation )?(?:factors?|criteria|crit[ée]rios)\b.*:\s*$|\b(?:factors|criteria) (?:for award )?(?:are|is)\b",
    re.IGNORECASE,
)
_WEIGHT_HEAD = re.compile(r"\b(?:weight|points|peso|pontua\w*|pontos)\b")
_AND = re.compile(r"[,;]?(?:\s+(?:and|e))?\s*$")
_ORDER = re.compile(
    r"\bmore important than\b|\bequal importance\b|\bdescending order\b"
    r"|\bbecomes? more important\b|\boutweighs?\b|\bmenor preço\b|\bmelhor técnica\b",
    re.IGNORECASE,
)
_PAGES = re.compile(r"\b(?:\d+|\w+\s*\(\d+\))(?:\s+or\s+fewer)?[\s-]*(?:pages?|p[áa]ginas?|laudas?)\b", re.IGNORECASE)
_LIMITING = re.compile(
    r"\bno more than\b|\bmaximum\b|\blimit|\bexceed|\bup to\b|\bat most\b|\bfewer\b"
    r"|\bm[áa]xim[oa]\b|\bat[ée]\b|\blength\b|\bmore than\b",
    re.IGNORECASE,
)
_FORMAT = re.compile(
    r"\b\d{1,2}[\s-]?point\b|\bfont\b|\bpassword[\s-]protected\b"
    r"|\bseparate(?:ly)?\b[^.]{0,60}\b(?:e-?mails?|files?|pdf|package|envelope)\b"
    r"|\b(?:e-?mails?|files?|pdf|attachments?)\b[^.]{0,60}\bseparate\b|\bpaper size\b|\bmegabytes\b|\bfonte\s+\d",
    re.IGNORECASE,
)
_LONGEST = 260
_MOST = 20


def criteria(parts: list[Part]) -> tuple[str, ...]:
    """Criteria as printed, with their weight where one is printed, then the sentences that order them."""
    found: list[str] = []
    orders: list[str] = []
    for part in parts:
        inside = any(_EVALUATION.search(fold(t)) for t in (*part.above, part.title))
        if inside and part.above and _WEIGHT.search(part.title):
            found.append(part.title)
        found += _factors(part)
        orders += [
            clip(re.sub(r":$", ".", s), _LONGEST)
            for b in part.blocks
            if b.kind != "row"
            for s in sentences(b.text)
            if _ORDER.search(s) and _about_award(s)
        ]
    return tuple(dict.fromkeys([*found, *orders]))[:_MOST]


def _about_award(sentence: str) -> bool:
    return bool(
        re.search(r"\b(?:factor|price|technical|award|pre[çc]o|t[ée]cnica|julgamento|equal)", sentence, re.IGNORECASE)
    )


def _factors(part: Part) -> Iterator[str]:
    """A list introduced as factors, an inline "(1) … (2) …", or table rows with points."""
    listing = weighted = False
    inside = any(_EVALUATION.search(fold(t)) for t in (*part.above, part.title))
    for block in part.blocks:
        if block.kind == "row":
            weighted = weighted or bool(_WEIGHT_HEAD.search(fold(block.text)))
            if weighted and re.search(r"\d", " ".join(block.cells[1:])):
                yield " — ".join(c for c in block.cells if c)
            continue
        weighted = False
        if inside and (inline := _inline(f"{block.number} {block.text}")):
            yield from inline
            listing = False
        elif block.kind == "item" and listing:
            yield _criterion(block.text)
        else:
            listing = _opens_factors(block.text)


def _criterion(text: str) -> str:
    """The name of a factor without the sentences that explain it."""
    text = re.sub(r"^(?:factor|criterion|fator|crit[ée]rio|item)\s*\d+\s*[:.–-]\s*", "", text, flags=re.IGNORECASE)
    name = re.split(r":\s|\.\s", text)[0]
    return _AND.sub("", name if 3 <= len(name) <= 80 else clip(text, 120)).strip(" ,.;:")


def _opens_factors(text: str) -> bool:
    if re.search(r"\bfactors are:?$", text, re.IGNORECASE):
        return True
    return bool(_FACTORS.search(text)) and bool(re.search(r"evaluat|award|julgamento", text, re.IGNORECASE))


def _inline(text: str) -> list[str]:
    """The pieces of "(1) technical approach, (2) staffing approach, and (3) price"; only when they count 1, 2, 3."""
    marks = list(re.finditer(r"\((\d)\)\s+", text))
    if len(marks) < 3 or [m.group(1) for m in marks[:3]] != ["1", "2", "3"]:
        return []
    ends = [m.start() for m in marks[1:]] + [len(text)]
    found = [re.split(r"[.;]", text[m.end() : end])[0] for m, end in zip(marks, ends, strict=True)]
    return [_AND.sub("", piece.strip()).strip(" ,") for piece in found if len(piece) <= 90]


def limits(parts: list[Part]) -> tuple[str, ...]:
    """Sentences that limit pages or rule the form of the answer, verbatim."""
    found = []
    for part in parts:
        for block in part.blocks if not is_amendment(part.document) else ():
            for sentence in sentences(block.text):
                if (_PAGES.search(sentence) and _LIMITING.search(sentence)) or _FORMAT.search(sentence):
                    found.append(clip(re.sub(r"^\[[ xX]\]\s*", "", sentence), _LONGEST))
    return tuple(dict.fromkeys(found))[:_MOST]
