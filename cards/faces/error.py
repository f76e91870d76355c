"""Something went wrong: what happened, what is safe, and what to do now."""

from typing import Any

from cards.adaptive import draw
from cards.click import Click
from cards.models import ErrorCard
from cards.page import Button, Facts, Line, Page, shown
from cards.phrases import facts, moment
from cards.words import Words


def card(error: ErrorCard, words: Words, zone: str) -> dict[str, Any]:
    title = error.title or words.t("error.title")
    scope = {
        "fallback": f"{title}. {error.happened}",
        "title": title,
        "happened": error.happened,
        "facts": [{"label": label, "value": value} for label, value in _facts(error, words, zone)],
        "again": bool(error.retry_id),
        "retry": Click(verb="retry", ref=error.retry_id).data(),
        "discardable": error.discardable,
        "discard": Click(verb="discard", ref=error.retry_id).data(),
    }
    return draw("error", scope, words)


def page(error: ErrorCard, words: Words, zone: str) -> Page:
    retry = Button(words.t("button.retry"), Click(verb="retry", ref=error.retry_id), "positive")
    discard = Button(words.t("button.discard"), Click(verb="discard", ref=error.retry_id), "destructive")
    offered = ((retry, bool(error.retry_id)), (discard, error.discardable))
    return Page(
        lang=words.lang,
        kicker="",
        title=error.title or words.t("error.title"),
        state=Line(error.happened, "attention"),
        blocks=shown(Facts(_facts(error, words, zone))),
        buttons=tuple(button for button, there in offered if there),
    )


def _facts(error: ErrorCard, words: Words, zone: str) -> tuple[tuple[str, str], ...]:
    about = (("sender", error.sender), ("written", moment(error.at, words, zone)))
    return facts(words, *about, ("kept", error.kept), ("next_step", error.next_step))
