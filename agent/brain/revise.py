"""The owner's changes in words, followed only where they can be followed with certainty; None asks the owner."""

import re
from collections.abc import Callable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from agent.brain.due import find_due
from agent.brain.interface import Owner
from agent.brain.language import Language, bag, fold, sentences, stems, words
from agent.brain.letters import Letter, Tone, human_due, language_of, render, subject
from agent.brain.points import shortened
from agent.brain.readback import read_back, with_extras
from agent.wire import Draft

_TONES: tuple[tuple[Tone, re.Pattern[str]], ...] = (
    (
        "short",
        re.compile(
            r"\b(?:shorte[nr]\w*|briefer|more concise|condens\w+|trim\w*|tighten\w*|too long|cut it (?:down|short)"
            r"|mais curt[oa]|encurt\w+|resum\w+|mais breve|longo demais|muito longo)\b"
        ),
    ),
    (
        "friendly",
        re.compile(
            r"\b(?:friendl\w+|warmer|less formal|more casual|nicer|mais amig\w+|menos formal"
            r"|mais informal|mais simpatic\w+)\b"
        ),
    ),
    ("formal", re.compile(r"\b(?:more formal|formal(?:ly|er)?|more professional|mais formal|formalmente)\b")),
)
_LANGUAGES: tuple[tuple[Language, re.Pattern[str]], ...] = (
    ("pt", re.compile(r"\b(?:in|to|into|em|para o|para)\s+(?:brazilian )?(?:portuguese|portugues)\b")),
    ("en", re.compile(r"\b(?:in|to|into|em|para o|para)\s+(?:english|ingles)\b")),
)
_ADD = re.compile(
    r"^(?:please\s+|por favor,?\s+)?(?:(?:add|also add|append|acrescente|adicione"
    r"|inclua)\s*(?:a (?:line|sentence)|the (?:line|sentence)|uma (?:linha|frase))?\s*:\s*"
    r"|(?:add|mention|say|note|tell (?:her|him|them)|mencione|diga|acrescente|adicione"
    r"|avise)\s+(?:that|que)\s+)(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_DUE = re.compile(
    r"\b(?:(?:change|move|set|make|push|extend)\b.{0,20}\b(?:due(?: date)?|deadline|date)\b"
    r"|make it due|due date (?:is|should be)|new due date"
    r"|(?:mud\w+|alter\w+|pass\w+|troc\w+|adi\w+)\b.{0,20}\b(?:prazo|data)\b|(?:novo )?prazo\s*(?:é|e|para|:))",
    re.IGNORECASE,
)
_DUE_ALONE = re.compile(
    r"^(?:please|por favor)?,?\s*(?:make it\s+|now\s+)?(?:due|by|until|(?:the )?deadline|at[ée]|para|(?:o )?prazo)\b",
    re.IGNORECASE,
)
_AROUND_A_DUE = bag(
    "please por favor make it now due deadline by until on for instead is the thanks ate para prazo o a e obrigado"
)
_REMOVE = re.compile(
    r"^(?:please\s+|por favor,?\s+)?(?:remove|delete|drop|leave out|take out|cut(?! it\b| down)|remov\w+|tir\w+"
    r"|retir\w+|apagu\w+|exclu\w+)\s+(?:the\s+|a\s+|o\s+)?"
    r"(?:(?:line|sentence|bullet|point|part|paragraph|linha|frase|ponto|parte|paragrafo|parágrafo"
    r"|item)\s+)?(?:about|on|with|sobre|de|do|da|com)?\s*(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_ADDRESS_AS = re.compile(
    r"\b(?:address|call|greet)\s+(?:her|him|them)\s+(?:as\s+)?(?P<name>.+)$|\b(?:trate"
    r"|chame)(?:-[ao]s?)?\s+(?:el[ae]\s+)?(?:por|de|como)\s+(?P<nome>.+)$",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"(?:replace|change|substitua|troque|mude)\s+[\"“'](?P<old>[^\"”']+)[\"”']\s+(?:with|to|by|por"
    r"|para)\s+[\"“'](?P<new>[^\"”']+)[\"”']",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(?:change|set|make|mude|altere|troque)\s+(?:the\s+|o\s+)?(?:subject"
    r"|assunto)\s+(?:line\s+)?(?:to|para)\s*:?\s*(?P<what>.+)$",
    re.IGNORECASE,
)
_CHANNEL = re.compile(
    r"\b(?:send (?:it )?(?:by|via|as|through)|by|via|por|pelo)\s+(?P<mail>e-?mail|mail)\b"
    r"|\b(?:send (?:it )?(?:in|on|via|through)|via|by|pelo|no|por)\s+(?P<teams>teams)\b",
    re.IGNORECASE,
)


def revise(draft: Draft, instruction: str, owner: Owner, now: datetime | None = None) -> Draft | None:
    """Version + 1 with every wish of the instruction applied; None when one of them is not certain.

    With `now`, "due Friday" is the coming one; without, only a date with a day and a month is certain.
    """
    wishes = _wishes(instruction)
    today = now.astimezone(ZoneInfo(owner.zone)).date() if now else None
    changed: Draft | None = draft
    for wish in wishes:
        changed = _apply(changed, wish, owner, today) if changed else None
    if not wishes or changed is None or changed == draft:
        return None
    return changed.model_copy(update={"version": draft.version + 1})


def _wishes(instruction: str) -> list[str]:
    """ "Shorter and in Portuguese" are two; words to be added or quoted are taken whole."""
    text = instruction.strip().rstrip(".")
    if not text or any(p.search(text) for p in (_ADD, _QUOTED, _SUBJECT, _ADDRESS_AS, _REMOVE)):
        return [instruction.strip()] if text else []
    return [w.strip() for w in re.split(r",(?!\s*(?:\d|the \d|dia ))\s*|\s+and\s+|\s+e\s+|;\s*", text) if w.strip()]


def _apply(draft: Draft, wish: str, owner: Owner, today: date | None) -> Draft | None:
    if _wants_a_date(wish, owner):
        return _due(draft, wish, owner, today)
    for pattern, change in _CHANGES:
        if found := pattern.search(wish):
            return change(draft, found, wish, owner)
    folded = fold(wish)
    tone = next((t for t, pattern in _TONES if pattern.search(folded)), None)
    language = next((spoken for spoken, pattern in _LANGUAGES if pattern.search(folded)), None)
    if tone is None and language is None:
        return None
    return _again(draft, owner, lambda old: old._replace(tone=tone or old.tone, language=language or old.language))


def _again(draft: Draft, owner: Owner, change: Callable[[Letter], Letter]) -> Draft | None:
    """The body written anew; a text the owner edited by hand is not thrown away for it."""
    read = read_back(draft, owner)
    if read is None:
        return None
    letter = change(read.letter)
    if letter.language != read.letter.language and read.extras:
        return None  # added words cannot be translated here
    body = with_extras(render(letter), read.extras, letter)
    return draft.model_copy(update={"body": body, "subject": subject(letter)})


def _add(draft: Draft, found: re.Match[str], wish: str, owner: Owner) -> Draft | None:
    what = found["what"].strip().strip('"“”').strip()
    if not what or "!" in what:
        what = what.replace("!", ".")
    sentence = what[:1].upper() + what[1:]
    sentence = sentence if sentence.endswith((".", "?", ":")) else f"{sentence}."
    paragraphs = draft.body.split("\n\n")
    signed = bool(owner.name) and paragraphs[-1].endswith(owner.name)
    at = len(paragraphs) - 1 if signed else len(paragraphs)
    return draft.model_copy(update={"body": "\n\n".join([*paragraphs[:at], sentence, *paragraphs[at:]])})


def _wants_a_date(wish: str, owner: Owner) -> bool:
    """ "Change the due date to …", or nothing but a date: "due Friday", "até sexta"."""
    if any(p.search(wish) for p in (_ADD, _QUOTED, _SUBJECT)):
        return False
    due = find_due(wish, None, language_of(owner) == "pt")
    if due is None or not _DUE_ALONE.search(wish):
        return bool(_DUE.search(wish))
    return all(fold(word) in _AROUND_A_DUE for word in words(wish[: due.start] + " " + wish[due.end :]))


def _due(draft: Draft, wish: str, owner: Owner, today: date | None) -> Draft | None:
    new = _new_due(draft, wish, owner, today)
    if new is None or new == draft.due_at:
        return None
    late = bool(today and new < today.isoformat())
    found = _again(draft, owner, lambda old: old._replace(due_at=new, late=late))
    found = found or _with_other_date(draft, new, owner)
    return found.model_copy(update={"due_at": new}) if found else None


def _new_due(draft: Draft, wish: str, owner: Owner, today: date | None) -> str | None:
    """ISO date of a full date, of a day and month, or with `today` of any coming day that is read in one way only."""
    portuguese = language_of(owner) == "pt"
    full = find_due(wish, None, portuguese)
    before = date.fromisoformat(draft.due_at[:10]) if draft.due_at else None
    named = full if full and full.day else find_due(wish, today or before, portuguese)
    if named is None or named.day is None or named.note:
        return None
    relative = not (full and full.day) and not re.search(r"\d", named.as_written)
    if (relative and not today) or (today and named.day < today):
        return None
    return named.day.isoformat()


def _with_other_date(draft: Draft, new: str, owner: Owner) -> Draft | None:
    """Of a text edited by hand only the words of the date are changed."""
    languages: tuple[Language | None, ...] = (None, "en", "pt")
    for language in languages if draft.due_at else ():
        old_words = human_due(draft.due_at or "", owner, language)
        if old_words in draft.body:
            return draft.model_copy(update={"body": draft.body.replace(old_words, human_due(new, owner, language))})
    return None


def _remove(draft: Draft, found: re.Match[str], wish: str, owner: Owner) -> Draft | None:
    """Exactly one line or sentence must be meant."""
    what = found["what"].strip(" .\"“”'")
    wanted = stems(what)
    lines = draft.body.split("\n")
    hits = [n for n, line in enumerate(lines) if _means(what, wanted, line)]
    if len(hits) != 1 or not wanted:
        return None
    line = lines[hits[0]]
    if line.startswith("- "):
        points = tuple(p for p in draft.requirements if line not in (f"- {p}", f"- {shortened(p)}"))
        return draft.model_copy(
            update={"body": "\n".join(lines[: hits[0]] + lines[hits[0] + 1 :]), "requirements": points}
        )
    kept = [s for s in sentences(line) if not _means(what, wanted, s)]
    if len(kept) != len(sentences(line)) - 1:
        return None
    lines[hits[0]] = " ".join(kept)
    body = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return draft.model_copy(update={"body": body})


def _means(what: str, wanted: frozenset[str], line: str) -> bool:
    return fold(what) in fold(line) or (bool(wanted) and wanted <= stems(line))


def _address_as(draft: Draft, found: re.Match[str], wish: str, owner: Owner) -> Draft | None:
    name = (found["name"] or found["nome"]).strip(" .\"“”'")
    return _again(draft, owner, lambda letter: letter._replace(name=name)) if 0 < len(name) <= 60 else None


def _replace(draft: Draft, found: re.Match[str], wish: str, owner: Owner) -> Draft | None:
    if draft.body.count(found["old"]) != 1:
        return None
    return draft.model_copy(update={"body": draft.body.replace(found["old"], found["new"])})


def _new_subject(draft: Draft, found: re.Match[str], wish: str, owner: Owner) -> Draft | None:
    return draft.model_copy(update={"subject": found["what"].strip(" \"“”'")})


def _channel(draft: Draft, found: re.Match[str], wish: str, owner: Owner) -> Draft | None:
    """Mail for anybody; Teams only for people inside."""
    if found["teams"] and any(r.external for r in draft.to):
        return None
    return draft.model_copy(update={"channel": "teams" if found["teams"] else "mail"})


Change = Callable[[Draft, re.Match[str], str, Owner], Draft | None]
_CHANGES: tuple[tuple[re.Pattern[str], Change], ...] = (
    (_ADD, _add),
    (_QUOTED, _replace),
    (_SUBJECT, _new_subject),
    (_REMOVE, _remove),
    (_ADDRESS_AS, _address_as),
    (_CHANNEL, _channel),
)
