"""Briefs and reminders as plain Markdown: short and conversational inside, three short formal paragraphs outside."""

import hashlib
from datetime import date, datetime
from typing import Literal, NamedTuple
from zoneinfo import ZoneInfo

from babel.core import Locale, UnknownLocaleError
from babel.dates import format_date, format_time

from agent.brain.interface import Owner, Rfp, Task
from agent.brain.language import Language, clip
from agent.brain.points import question, shortened
from agent.brain.wording import wording
from agent.wire import Draft, Purpose, Recipient

Tone = Literal["plain", "short", "formal", "friendly"]
_SOFT_DAYS = 7
_LONGEST_REASON = 200


class Letter(NamedTuple):
    """Everything a body is made of; each part can be read back from a Draft, so that a draft can be written again."""

    purpose: Purpose
    to: Recipient
    customer: str
    section: str
    due_at: str | None
    points: tuple[str, ...]
    owner: Owner
    language: Language
    tone: Tone = "plain"
    soft: bool = False
    late: bool = False
    name: str = ""  # how they are addressed when it is not their own name
    before: str = ""  # whose part they are asked to take over


def language_of(owner: Owner) -> Language:
    return "pt" if owner.locale.lower().startswith("pt") else "en"


def _read_by(task: Task, owner: Owner) -> Language:
    """Letters are in the language of whoever gets them; what is said about them, in the owner's."""
    return language_of(owner.model_copy(update={"locale": task.language}) if task.language else owner)


def brief(task: Task, rfp: Rfp, owner: Owner) -> Draft:
    """The kickoff brief: what they took on, until when, what the request asks for, one ask."""
    letter = Letter(
        "kickoff_brief",
        _recipient(task),
        rfp.customer or rfp.title,
        task.title,
        task.due_at,
        task.requirements,
        owner,
        _read_by(task, owner),
    )
    reason = f"{task.owner_name}: “{task.quote}”" if task.quote else task.owner_name
    return _draft(letter, task, clip(reason, _LONGEST_REASON), task.requirements)


def remind(task: Task, gaps: tuple[str, ...], last_sign: datetime | None, now: datetime, owner: Owner) -> Draft:
    """A reminder, or one question for each gap; softer after a sign of life within seven days."""
    soft = last_sign is not None and (now - last_sign).days < _SOFT_DAYS
    purpose: Purpose = "clarification" if gaps else "reminder"
    today = now.astimezone(ZoneInfo(owner.zone)).date()
    late = bool(task.due_at) and _day(task.due_at or "") < today
    read = _read_by(task, owner)
    letter = Letter(purpose, _recipient(task), "", task.title, task.due_at, gaps, owner, read, soft=soft, late=late)
    return _draft(letter, task, _why(task, gaps, late, owner), gaps, today.isoformat())


def hand_over(task: Task, to: Recipient, rfp: Rfp, reason: str, now: datetime, owner: Owner) -> Draft:
    """For somebody who could take over what its person cannot finish; why that is, only the owner reads."""
    today, language = now.astimezone(ZoneInfo(owner.zone)).date(), language_of(owner)
    letter = Letter(
        "reassignment", to, rfp.customer or rfp.title, task.title, task.due_at, task.requirements, owner, language,
        late=bool(task.due_at) and _day(task.due_at or "") < today, before=task.owner_name,
    )  # fmt: skip
    return _draft(letter, task, clip(reason, _LONGEST_REASON), task.requirements, today.isoformat())


def render(letter: Letter) -> str:
    """The body. External letters and mails end with the owner's name; a reminder inside Teams is one line."""
    if letter.purpose == "reassignment":
        return _handover(letter)
    if letter.purpose == "kickoff_brief":
        return _formal_brief(letter) if _is_formal(letter) else _plain_brief(letter)
    return _formal_reminder(letter) if _is_formal(letter) else _plain_reminder(letter)


def subject(letter: Letter) -> str:
    words = wording(letter.language)
    if letter.purpose == "kickoff_brief":
        return words.subject.format(customer=letter.customer, section=letter.section)
    if letter.purpose == "reassignment":
        return words.over_subject.format(customer=letter.customer, section=letter.section)
    return words.follow_up.format(customer=f"{letter.customer} - " if letter.customer else "", section=letter.section)


def human_due(due_at: str, owner: Owner, language: Language | None = None) -> str:
    """A day as people of the owner's locale write it, with the wall time in the owner's zone when one was set."""
    locale = _locale(owner, language)
    if len(due_at) <= 10:
        return format_date(date.fromisoformat(due_at), format="full", locale=locale)
    moment = datetime.fromisoformat(due_at)
    zone = ZoneInfo(owner.zone)
    local = moment.astimezone(zone) if moment.tzinfo else moment
    day = format_date(local.date(), format="full", locale=locale)
    return f"{day}, {format_time(local.time(), format='short', locale=locale)}"


def draft_id(purpose: Purpose, task_id: str, day: str = "") -> str:
    return "d-" + hashlib.sha256(f"{purpose}|{task_id}|{day}".encode()).hexdigest()[:10]


def _draft(letter: Letter, task: Task, reason: str, points: tuple[str, ...], day: str = "") -> Draft:
    return Draft(
        draft_id=draft_id(letter.purpose, task.task_id, day),
        purpose=letter.purpose,
        task_id=task.task_id,
        reason=reason,
        to=(letter.to,),
        channel="mail" if letter.to.external else "teams",
        subject=subject(letter),
        body=render(letter),
        due_at=task.due_at,
        requirements=points,
    )


def _recipient(task: Task) -> Recipient:
    return Recipient(name=task.owner_name, address=task.owner_address, oid=task.owner_oid, external=task.is_external)


def _is_formal(letter: Letter) -> bool:
    return letter.tone == "formal" or (letter.to.external and letter.tone != "friendly")


def _plain_brief(letter: Letter) -> str:
    words = wording(letter.language)
    if letter.tone == "short":
        ask = words.short_ask if letter.due_at else words.short_ask_when
        return _join(_hello(letter), *_short(letter, words.took_short, ask), letter.owner.name)
    opening = words.took_friendly if letter.tone == "friendly" else words.took
    ask = words.ask_friendly if letter.tone == "friendly" else words.ask
    first = f"{_fill(opening, letter)} {_deadline(letter)}"
    closing = ask if letter.due_at else words.ask_when
    return _join(_hello(letter), first, _points(letter), closing, letter.owner.name)


def _formal_brief(letter: Letter) -> str:
    words = wording(letter.language)
    signed = f"{words.regards}\n{letter.owner.name}".strip()
    if letter.tone == "short":
        ask = words.short_formal if letter.due_at else words.short_formal_when
        return _join(_hello(letter), *_short(letter, ask), signed)
    about = f"{_fill(words.part, letter)} {_deadline(letter)}"
    ask = words.ask_formal if letter.due_at else words.ask_formal_when
    return _join(_hello(letter), _fill(words.context, letter), about, _points(letter), f"{ask} {words.thanks}", signed)


def _handover(letter: Letter) -> str:
    words, formal = wording(letter.language), _is_formal(letter)
    opening = _fill(words.over_formal if formal else words.over, letter)
    date = _fill(words.over_was, letter) if letter.late and letter.due_at else _deadline(letter)
    ask = words.over_ask if letter.due_at and not letter.late else words.over_ask_when
    points = _short(letter)[1] if letter.tone == "short" else _points(letter)
    signed = f"{words.regards}\n{letter.owner.name}".strip() if formal else letter.owner.name
    closing = f"{ask} {words.thanks}" if formal else ask
    return _join(_hello(letter), f"{opening} {date}", points, closing, signed)


def _short(letter: Letter, *said: str) -> tuple[str, str]:
    """One paragraph with the ask and the date, and every point in its shortest words."""
    points = "\n".join(f"- {shortened(point)}" for point in letter.points)
    head = (*said, wording(letter.language).short_points) if points else said
    return " ".join(_fill(sentence, letter) for sentence in head), points


def _plain_reminder(letter: Letter) -> str:
    words = wording(letter.language)
    if letter.points:
        return _join(_hello(letter), _fill(_missing(letter, words.missing), letter), _questions(letter))
    return f"{_hello(letter)} {_state(letter)} {words.soft_ask if letter.soft else words.remind_ask}"


def _formal_reminder(letter: Letter) -> str:
    words = wording(letter.language)
    closing = f"{words.regards}\n{letter.owner.name}".strip()
    if letter.points:
        opening = _fill(_missing(letter, words.missing_formal), letter)
        return _join(_hello(letter), opening, _questions(letter), words.thanks, closing)
    ask = words.soft_ask if letter.soft else words.remind_ask
    return _join(_hello(letter), _state(letter), f"{ask} {words.thanks}", closing)


def _missing(letter: Letter, plain: str) -> str:
    """Softer where they were heard from lately; with the date where it has passed."""
    words = wording(letter.language)
    if letter.soft:
        return words.missing_soft
    return words.missing_late if letter.late and letter.due_at else plain


def _hello(letter: Letter) -> str:
    words = wording(letter.language)
    name = letter.name or letter.to.name
    return (
        words.dear.format(name=name)
        if _is_formal(letter)
        else words.hello.format(first=letter.name or name.split(" ")[0])
    )


def _deadline(letter: Letter) -> str:
    words = wording(letter.language)
    return _fill(words.deadline, letter) if letter.due_at else words.no_deadline


def _state(letter: Letter) -> str:
    words = wording(letter.language)
    if letter.soft:
        return " ".join(_fill(w, letter) for w in (words.soft, words.soft_due if letter.due_at else "") if w)
    if not letter.due_at:
        return _fill(words.undated, letter)
    late = words.late_short if letter.tone == "short" else words.late
    return _fill(late if letter.late else words.coming, letter)


def _points(letter: Letter) -> str:
    words = wording(letter.language)
    if not letter.points:
        return words.no_points
    return f"{words.points}\n\n" + "\n".join(f"- {point}" for point in letter.points)


def _questions(letter: Letter) -> str:
    return "\n".join(f"- {question(gap, letter.language)}" for gap in letter.points)


def _fill(sentence: str, letter: Letter) -> str:
    due = human_due(letter.due_at, letter.owner, letter.language) if letter.due_at else ""
    return sentence.format(customer=letter.customer, section=letter.section, due=due, before=letter.before)


def _join(*paragraphs: str) -> str:
    return "\n\n".join(p for p in paragraphs if p)


def _day(due_at: str) -> date:
    return date.fromisoformat(due_at[:10])


def _why(task: Task, gaps: tuple[str, ...], late: bool, owner: Owner) -> str:
    portuguese = language_of(owner) == "pt"
    if gaps:
        text = (
            f"{len(gaps)} ponto(s) em aberto em {task.title}"
            if portuguese
            else f"{len(gaps)} open point(s) in {task.title}"
        )
    elif not task.due_at:
        text = f"{task.title} ainda não recebido" if portuguese else f"{task.title} not received yet"
    else:
        due = human_due(task.due_at, owner)
        text = (f"Prazo {due}" if portuguese else f"Due {due}") + (
            ", atrasado" if late and portuguese else ", overdue" if late else ""
        )
    return clip(text, _LONGEST_REASON)


def _locale(owner: Owner, language: Language | None) -> Locale:
    """The owner's own locale; another language's usual one when the letter is not in theirs."""
    wanted = owner.locale.replace("-", "_") or "en"
    if language and language_of(owner) != language:
        wanted = "pt_BR" if language == "pt" else "en"
    try:
        return Locale.parse(wanted)
    except (UnknownLocaleError, ValueError):
        return Locale("pt", "BR") if wanted.startswith("pt") else Locale("en")
