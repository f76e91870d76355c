"""A reply cut into the passages that may each answer a requirement: fields, clauses, sentences, lists."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from agent.brain.language import fold, sentences, stems, words
from agent.brain.points import shortened

_NUMBERED = re.compile(r"^\s*(?:\(?\d{1,2}[.)]|\(?[a-z]\))\s+|(?<=[\s,;:])\(?\d{1,2}[.)]\s+(?=[a-zà-ÿ])", re.IGNORECASE)
_ITEM = re.compile(r"^[\s>]*(?:[-*•]|\(?\d{1,2}[.)])\s")
_CITED = re.compile(r"[“\"][^”\"\n]{12,400}[”\"]")
LABEL = re.compile(r"^(?P<label>[^:=\n]{2,90}?)\s*(?::|=|\s[–—-]\s)\s*(?P<value>\S.*)$", re.DOTALL)
_IMPERATIVE = re.compile(
    r"^(?:list|name|describe|state|give|provide|explain|show|include|submit|present|specify|identify|listar|descrever"
    r"|informar|indicar|apresentar|incluir|detalhar)\s+",
    re.IGNORECASE,
)
_STATES = re.compile(r"\b(?:is|are|will|has|have|we|e|sao|sera|serao|temos|ha|[a-z]{3,}mos)\b")
_REQUIRES = re.compile(
    r"\b(?:must|shall|should|needs? to|has to|have to|required|deve\w*|precis\w+)\b|^(?:list|name|describe|state|give"
    r"|provide|explain|show|include|submit|present|specify|identify|listar|descrever|informar|indicar|apresentar|incluir"
    r"|detalhar)\b"
)
_MARKS = " >-*•\t"
_ENDS = re.compile(r"[.:;!?]\W*$")
_LONG, _MOST = 600, 250  # characters of a sentence, and sentences
_ANSWER = re.compile(r"^\s*(?:answer|our answer|response|resposta|nossa resposta|a|r)\s*:\s*", re.IGNORECASE)
_CLAUSE = re.compile(
    r";\s+|,?\s+(?:but|mas|porem|which|while|so|because)\s+|,\s+(?:and|e|not)\s+"
    r"|\s+(?:and|e)\s+(?=(?:the|our|os?|as?|noss[oa]s?|do(?:es)?|is|are|will|can|has|have|it|we)\b)"
    r"|,\s+(?![a-z]+(?:,|\s+(?:and|or|e|ou)\s))"
)


class Unit(NamedTuple):
    """A passage, and what is said around it."""

    text: str
    after: str
    before: str = ""  # of the same sentence
    whole: bool = True  # a sentence, or more


def units(text: str, requirements: Sequence[str]) -> list[Unit]:
    """Clauses, sentences, and up to three sentences together; list numbers and cited words are gone."""
    lines = list(_lines(text, requirements))[:_MOST]
    found = [
        Unit(clause, " ".join((line[at + len(clause) :], *lines[n + 1 : n + 2])), line[:at].rpartition(";")[2], False)
        for n, line in enumerate(lines)
        for at, clause in _clauses(line)
    ]
    for size in (1, 2, 3):
        found += [
            Unit(" ".join(lines[n : n + size]), " ".join(lines[n + size : n + size + 1]))
            for n in range(len(lines) - size + 1)
        ]
    return list({one.text: one for one in reversed(found)}.values())[::-1]


def _clauses(line: str) -> Iterator[tuple[int, str]]:
    """The parts of a sentence that has several, where each begins."""
    start = 0
    breaks = list(_CLAUSE.finditer(line)) if len(line) <= _LONG and not line.endswith("?") else []
    for found in breaks:
        if found.start() > start:
            yield start, line[start : found.start()]
        start = found.end()
    if breaks:
        yield start, line[start:]


def _lines(text: str, requirements: Sequence[str]) -> Iterator[str]:
    """Sentences; a requirement that is repeated as a heading leads what is answered below it."""
    asked = ""
    for line in _with_items(_CITED.sub(" ", text), requirements):
        bare = _NUMBERED.sub(" ", line).strip()
        if _repeats(bare, requirements):
            asked = _IMPERATIVE.sub("", shortened(bare.rstrip(" .:?"))).replace(":", "")
            continue
        answer = _ANSWER.sub("", bare)
        if asked and answer:
            yield f"{asked}: {answer}"
            asked = ""
            continue
        asked = ""
        parts = (_NUMBERED.sub(" ", one).strip() for one in sentences(bare))
        yield from (one for one in parts if not _repeats(one, requirements))


def _repeats(line: str, requirements: Sequence[str]) -> bool:
    """A line that asks in a requirement's own words, or heads an answer; said as a fact, the same words are one."""
    if len(line) > _LONG:
        return False
    said = stems(line)
    if _STATES.search(fold(line)) and not _REQUIRES.search(fold(line)):
        return False
    return any(said == (asked := _stems(one)) or (len(said) >= 3 and said <= asked) for one in requirements)


_stems = lru_cache(maxsize=1024)(stems)


def _with_items(text: str, requirements: Sequence[str]) -> Iterator[str]:
    """Lines without their marks; a line that ends in a colon also comes together with the items below it."""
    head, items = "", list[str]()
    for line in _unfolded(text):
        bare = line.strip(_MARKS)
        if head and _ITEM.match(line):
            items += [] if _repeats(_NUMBERED.sub(" ", bare).strip(), requirements) else [bare]
        elif bare:
            if items:
                yield f"{head} {'; '.join(items)}"
            head, items = (bare if bare.endswith(":") else ""), []
        if bare:
            yield bare
    if items:
        yield f"{head} {'; '.join(items)}"


def _unfolded(text: str) -> Iterator[str]:
    """Lines as they were before a mail program broke them: what goes on in small letters belongs to the one above."""
    whole = ""
    for line in text.split("\n"):
        bare = line.strip(" >\t")
        if whole.strip() and bare[:1].islower() and not _ENDS.search(whole) and not _ITEM.match(line):
            whole = f"{whole.rstrip()} {bare}"
            continue
        yield whole
        whole = line
    yield whole


def is_labelled(text: str) -> bool:
    """A field that is filled in: "Go-live: 15 June"."""
    found = LABEL.match(text.strip(_MARKS))
    return found is not None and len(words(found["label"])) <= 6
