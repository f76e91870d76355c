"""Words as the rules see them: folded, cut into sentences, reduced to stems; English and Portuguese."""

import re
import unicodedata
from typing import Literal

Language = Literal["en", "pt"]

_WORD = re.compile(r"[^\W_]+(?:[’'-][^\W_]+)*")
_END = re.compile(r"(?<=[.!?;…])[”’\"')\]]*\s+(?=[\"'“‘(\[*]*[A-ZÀ-Ý0-9✓□☐])")


def bag(listed: str) -> frozenset[str]:
    """The words of a blank-separated list."""
    return frozenset(listed.split())


_LETTERED = re.compile(  # "Appendix A." and "Volumes I or II." end with a label, not with an initial
    r"\b(?:append(?:ix|ices)|annex(?:e|es)?|attachments?|exhibits?|schedules?|parts?|sections?|volumes?|options?|lots?|tabs?"
    r"|blocks?|figures?|tables?|categor(?:y|ies)|zones?|class(?:es)?|types?|forms?|levels?|phases?|grupos?|an[eé]xos?"
    r"|ap[eê]ndices?|se[cç](?:[aã]o|[oõ]es)|lotes?|quadros?|tabelas?|itens|item|classes?|fases?|m[oó]dulos?|planilhas?)"
    r"\s+(?:[A-Z]{1,4},?\s+){0,4}(?:(?:and|or|e|ou|to|a)\s+)?[A-Za-z]\.$",
    re.IGNORECASE,
)
_MAY_END = bag("etc inc ltd co corp a.m p.m am pm al no nos u.s d.c est max min dept vs")
_LONGEST_WORD = 60  # characters in front of a gap that are looked at
_ABBREVIATIONS = bag(
    "mr mrs ms dr prof sr sra dra srta profa engo enga adv dipl no nos art inc ltd co corp dept est vs etc e.g i.e "
    "eg ie fig sec approx u.s n.w d.c "
    "u.s.c rev pub.l a.m p.m am pm cap al par ref min max tel av jr st n º nº subpart pub"
)
_ENGLISH = bag("the of and to in for is that with be on this by will must shall are or we our you it as at not")
_PORTUGUESE = bag("de do da que em para com uma um não os as dos das ao por se na no deve será contrato pela pelo é e")
_STOP = (
    _ENGLISH
    | _PORTUGUESE
    | bag(
        "a an from into their its they them these those which who whom each any all such other than then "
        "there have has "
        "had can could would should may might do does did also but if so up out about over under when "
        "where how what why "
        "i me my us your his her he she was were been being please including include includes section secao part least "
        "one o como ou mais seu sua seus suas este esta isso esse essa ele ela eles nos eu meu minha ser "
        "sao foi ter tem "
        "cada todo toda todos todas sobre entre ate sem sob quando onde qual quais pelos pelas nas aos item"
    )
)
_SUFFIXES = sorted(
    bag(
        "izations ization isation ations ation ements ement ments ment ings ing ities ity ies ers er ors or ed es s ly "
        "al aremos eremos iremos amos emos imos arao erao irao ando endo indo acoes acao icoes icao mentos mento "
        "adores ador ados adas ado ada idos idas ido ida ares ar eres er ires ir veis vel mente oes ao "
        "ais el os as o a e"
    ),
    key=lambda suffix: (-len(suffix), suffix),
)


def fold(text: str) -> str:
    """Lower case without accents: what two spellings of one word share."""
    plain = unicodedata.normalize("NFKD", text.replace("’", "'"))
    return "".join(c for c in plain if not unicodedata.combining(c)).lower()


def words(text: str) -> list[str]:
    return _WORD.findall(text)


def is_common(word: str) -> bool:
    """Whether a folded word is one of those every sentence is made of."""
    return word in _STOP


def stem(word: str) -> str:
    """A crude stem: long enough to tell words apart, short enough to join "pricing", "priced" and "price"."""
    word = fold(word).removesuffix("'s")
    if any(c.isdigit() for c in word) or len(word) <= 4:
        return word.removesuffix("s") if len(word) == 4 and not word.endswith("ss") else word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            word = word.removesuffix(suffix)
            break
    return word.rstrip("e")


def stems(text: str) -> frozenset[str]:
    """Stems of the words that carry meaning."""
    return frozenset(stem(w) for w in words(text) if fold(w) not in _STOP and (len(w) > 1 or w.isdigit()))


def guess_language(text: str) -> Language:
    found = [fold(w) for w in words(text[:20_000])]
    english = sum(w in _ENGLISH for w in found)
    portuguese = sum(w in _PORTUGUESE for w in found)
    return "pt" if portuguese > english else "en"


def reader_language(said: str, locale: str) -> Language | None:
    """The language to write to the owner in: that of the locale, else of three words or more, else not known."""
    if locale:
        return "pt" if locale.lower().startswith("pt") else "en"
    return guess_language(said) if len(said.split()) > 2 else None


def sentences(text: str) -> list[str]:
    """Sentences as written. Abbreviations, initials and numbers like "3.2" do not end one."""
    return [sentence for line in text.split("\n") for sentence in _in_line(line)]


def _in_line(text: str) -> list[str]:
    found: list[str] = []
    start = 0
    for gap in _END.finditer(text):
        before = text[max(start, gap.start() - _LONGEST_WORD) : gap.start()]
        if _goes_on(before, text[gap.end() : gap.end() + _LONGEST_WORD]):
            continue
        found.append(text[start : gap.end()].strip())
        start = gap.end()
    found.append(text[start:].strip())
    return [s for s in found if s]


def _goes_on(before: str, after: str) -> bool:
    last = before.rsplit(None, 1)[-1] if before.split() else ""
    core = fold(last.rstrip(".")).lstrip("(“\"'")
    if not last.endswith("."):
        return False
    if len(core) == 1 and core.isalpha() and core != "n":
        return not _LETTERED.search(before)
    return core in _ABBREVIATIONS and not (core in _MAY_END and _begins(after))


def _begins(after: str) -> bool:
    """Whether words open a sentence, as "The" and "If" do, and cannot belong to an abbreviation in front of them."""
    first = after.split(None, 1)[0] if after.split() else ""
    return len(first) > 1 and first.isalpha() and fold(first) in _STOP


def clip(text: str, most: int) -> str:
    """At most `most` characters, cut at a word."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(None, 1)[0].rstrip(",;:") + "…"
