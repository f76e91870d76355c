"""The first card in a place: what the desk does here and how to begin."""

from typing import Any

from cards.adaptive import draw
from cards.literal import visible
from cards.models import Welcome
from cards.page import Items, Line, Page, shown
from cards.words import Words

STEPS = 3


def card(welcome: Welcome, words: Words, zone: str) -> dict[str, Any]:
    title = words.t("welcome.title", bot=welcome.bot)
    scope = {
        "fallback": f"{title}. {_intro(welcome, words)}",
        "title": title,
        "intro": _intro(welcome, words),
        "steps": [
            {"number": f"{number}.", "step": visible(step)}
            for number, step in enumerate(_steps(welcome, words), start=1)
        ],
        "sees": _sees(welcome, words),
        "owner": _owner(welcome, words),
    }
    return draw("welcome", scope, words)


def page(welcome: Welcome, words: Words, zone: str) -> Page:
    return Page(
        lang=words.lang,
        kicker=welcome.bot,
        title=words.t("welcome.title", bot=welcome.bot),
        state=Line(_intro(welcome, words)),
        blocks=shown(
            Items(words.t("welcome.steps"), _steps(welcome, words), numbered=True),
            Line(words.t("welcome.promise"), "subtle"),
            Line(_sees(welcome, words), "subtle"),
            Line(_owner(welcome, words), "subtle"),
        ),
    )


def _intro(welcome: Welcome, words: Words) -> str:
    return words.t(f"welcome.{welcome.place}.intro")


def _steps(welcome: Welcome, words: Words) -> tuple[str, ...]:
    return tuple(words.t(f"welcome.{welcome.place}.step{number}", bot=welcome.bot) for number in range(1, STEPS + 1))


def _sees(welcome: Welcome, words: Words) -> str:
    """What reaches the desk here, and what does not: whoever adds it should know."""
    return words.t(f"welcome.{welcome.place}.sees")


def _owner(welcome: Welcome, words: Words) -> str:
    return words.t("welcome.owner", name=welcome.owner) if welcome.owner else ""
