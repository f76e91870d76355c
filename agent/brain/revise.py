"""The owner's changes in words, followed only where they can be followed with certainty; None asks the owner."""

import re
from collections.abc import Callable
from datetime import date, datetime
from zoneinfo import ZoneInfo

from agent.brain.changes import (
    ADD,
    ADDRESS_AS,
    AROUND_A_DUE,
    CHANNEL,
    DUE,
    DUE_ALONE,
    LANGUAGES,
    QUOTED,
    REMOVE,
    SPEAKS_OF_DUE,
    SUBJECT,
    TONES,
    contrary,
    only_plain,
    wishes_in,
)
from agent.brain.due import find_due
from agent.brain.interface import Owner
from agent.brain.language import Language, fold, sentences, stems, words
from agent.brain.letters import Letter, human_due, language_of, render, subject
from agent.brain.points import shortened
from agent.brain.readback import read_back, with_extras
from agent.wire import Draft


def revise(draft: Draft, instruction: str, owner: Owner, now: datetime | None = None) -> Draft | None:
    """Version + 1 with every wish of the instruction applied; None when one of them is not certain.

    With `now`, "due Friday" is the coming one; without, only a date with a day and a month is certain.
    """
    wishes = wishes_in(instruction)
    if contrary(instruction, wishes):
        return None
    today = now.astimezone(ZoneInfo(owner.zone)).date() if now else None
    changed: Draft | None = draft
    for wish in wishes:
        changed = _apply(changed, wish, owner, today) if changed else None
    if not wishes or changed is None or changed == draft:
        return None
    return changed.model_copy(update={"version": draft.version + 1})


def _apply(draft: Draft, wish: str, owner: Owner, today: date | None) -> Draft | None:
    if _wants_a_date(wish, owner):
        return _due(draft, wish, owner, today)
    if (told := ADD.search(wish)) and SPEAKS_OF_DUE.search(fold(told["what"])) and find_due(told["what"], today):
        return _due(draft, told["what"], owner, today) if _wants_a_date(told["what"], owner) else None
    for pattern, change in _CHANGES:
        if (found := pattern.search(wish)) and (change is not _channel or only_plain(fold(wish))):
            return change(draft, found, wish, owner)
    folded = fold(wish)
    tone = next((t for t, pattern in TONES if pattern.search(folded)), None)
    language = next((spoken for spoken, pattern in LANGUAGES if pattern.search(folded)), None)
    if (tone is None and language is None) or not only_plain(folded):
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
    if any(p.search(wish) for p in (ADD, QUOTED, SUBJECT)):
        return False
    due = find_due(wish, None, language_of(owner) == "pt")
    if due is None or not DUE_ALONE.search(wish):
        return bool(DUE.search(wish))
    return all(fold(word) in AROUND_A_DUE for word in words(wish[: due.start] + " " + wish[due.end :]))


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
    if len(hits) != 1 or not wanted or hits[0] in (0, len(lines) - 1):  # not how they are greeted, nor who signs
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
    (ADD, _add),
    (QUOTED, _replace),
    (SUBJECT, _new_subject),
    (REMOVE, _remove),
    (ADDRESS_AS, _address_as),
    (CHANNEL, _channel),
)
