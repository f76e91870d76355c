"""What waits for somebody, and how they hear of it later or not at all. Nothing is decided here."""

from typing import Any

from cards.adaptive import draw
from cards.click import Click
from cards.models import Reminder
from cards.page import Button, Line, Message, Page, shown
from cards.prose import parts, prose
from cards.words import Words

BODY_BUDGET = 9_000  # bytes
LATER = {"hours": "2 hours", "tomorrow": "tomorrow 9:00", "monday": "monday 9:00"}  # as somebody would write it


def card(reminder: Reminder, words: Words, zone: str) -> dict[str, Any]:
    hint = words.t("reminder.hint")
    scope = {
        "fallback": " ".join((reminder.text, reminder.told or words.t("reminder.by_words"))),
        "text": reminder.text,
        "listed": bool(reminder.body),
        "body": prose(next(parts(reminder.body, BODY_BUDGET))) if reminder.body else [],
        "hint": hint,
        "told": reminder.told,
        "open": not reminder.told,
        "no_more": _no_more(reminder).data(),
        **{name: _later(reminder, when).data() for name, when in LATER.items()},
    }
    return draw("reminder", scope, words)


def page(reminder: Reminder, words: Words, zone: str) -> Page:
    return Page(
        lang=words.lang,
        kicker="",
        title=reminder.text,
        state=Line(reminder.told, "good") if reminder.told else None,
        blocks=shown(
            Message("", reminder.body) if reminder.body else None,
            Line(words.t("reminder.hint" if reminder.told else "reminder.by_words"), "subtle"),
        ),
        buttons=() if reminder.told else tuple(_buttons(reminder, words)),
    )


def _buttons(reminder: Reminder, words: Words) -> list[Button]:
    later = [Button(words.t(f"reminder.{name}"), _later(reminder, when)) for name, when in LATER.items()]
    return [*later, Button(words.t("reminder.no_more"), _no_more(reminder))]


def _later(reminder: Reminder, when: str) -> Click:
    return Click(verb="snooze", ref=reminder.reminder_id, answer=when)


def _no_more(reminder: Reminder) -> Click:
    return Click(verb="no_more", ref=reminder.reminder_id)
