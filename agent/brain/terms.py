"""How a request will be judged and in what form it wants the answer: evaluation criteria, page limits, format rules."""

import re
from collections.abc import Iterator

from agent.brain.language import clip, fold, sentences
from agent.brain.outline import Part, is_amendment

_EVALUATION = re.compile(
    r"\bevaluation\b|\bbasis (?:of|for) award|\b(?:award|selection|assessment) criteria|\bcontractor selection"
    r"|\bscoring\b|\bhow \w+ (?:will )?(?:score|evaluate|assess|judge)"
    r"|\bcriterios? (?:de|para) \w*(?:julgamento|avaliacao|selecao|pontuacao)|\bd[oa]s? (?:julgamento|avaliacao)\b"
)
_WEIGHT = re.compile(r"\(?\b\d{1,3}(?:[.,]\d)?\s?(?:%|points?|pts|pontos)\)?", re.IGNORECASE)
_FACTORS = re.compile(
    r"\b(?:evaluation )?(?:factors?|criteria|crit[ée]rios)\b.*:\s*$|\b(?:factors|criteria) (?:for award )?(?:are|is)\b",
    re.IGNORECASE,
)
_WEIGHT_END = re.compile(rf"^(.{{3,120}}?)[\s:–—(-]+{_WEIGHT.pattern}\)?\W*$", re.IGNORECASE)
_WEIGHT_HEAD = re.compile(
    r"\b(?:weight\w*|(?:max\w*\.? )?(?:points|scores?|marks)|peso|pontua\w*|pontos|pondera\w+|percent\w*)\b|%"
)
_TOTAL = re.compile(r"^\W*(?:total|sum|soma|overall)\b", re.IGNORECASE)
_SIZE = (
    r"(?:\d+(?:\s*\(\w[\w\s]{1,24}\))?|\w+\s*\(\d+\)|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty"
    r"|thirty|forty|fifty|uma|duas|tr[êe]s|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta|quarenta|cinquenta)"
)
_AND = re.compile(r"[,;]?(?:\s+(?:and|e))?\s*$")
_ORDER = re.compile(
    r"\bmore important than\b|\bequal importance\b|\bdescending order\b"
    r"|\bbecomes? more important\b|\boutweighs?\b|\bmenor preço\b|\bmelhor técnica\b",
    re.IGNORECASE,
)
_UNIT = r"(?:A4\s+)?(?:pages?|sides?|words|slides|p[áa]ginas?|laudas?|folhas|palavras)"
_PAGES = re.compile(
    rf"\b{_SIZE}(?:\s+or\s+(?:fewer|less))?[\s-]*(?:(?:single|printed|typed|numbered)\s+)?{_UNIT}\b"
    rf"|\({_SIZE}\s+{_UNIT}\)",
    re.IGNORECASE,
)
_LIMITING = re.compile(
    r"\bno (?:more|longer) than\b|\bnot (?:be )?longer than\b|\bmax(?:imum)?\b|\blimit|\bexceed|\bup to\b|\bat most\b"
    r"|\bfewer\b|\bm[áa]xim[oa]s?\b|\bat[ée]\b|\blength\b|\bmore than\b|\bwithin\b|\bm[áa]x\b|\bexced|\bultrapass"
    rf"|\bsuperior a\b|\bn[ãa]o mais (?:de|que)\b|\({_SIZE}\s+{_UNIT}\)",
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
    before = None
    for block in part.blocks:
        if block.kind == "row":
            if before != "row":
                weighted = bool(_WEIGHT_HEAD.search(fold(block.text)))
            before = "row"
            if weighted and re.search(r"\d", " ".join(block.cells[1:])) and not _TOTAL.match(block.text):
                yield " — ".join(c for c in block.cells if c)
            continue
        before = block.kind
        if inside and (inline := _inline(f"{block.number} {block.text}")):
            yield from inline
            listing = False
        elif inside and block.kind == "item" and not listing and (told := _WEIGHT_END.match(block.text)):
            yield f"{told.group(1).strip()} — {block.text[told.end(1) :].strip(' :–—-.;()')}"
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
