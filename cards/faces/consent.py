"""The agent wants a permission of one person: where it is given, and how to go on. For their own chat only."""

from typing import Any

from cards.adaptive import draw
from cards.click import Click
from cards.models import Consent
from cards.page import Button, Line, Page, shown
from cards.words import Words


def card(consent: Consent, words: Words, zone: str) -> dict[str, Any]:
    title = words.t("consent.title")
    scope = {
        "fallback": f"{consent.project}: {title}. {_text(consent, words)}",
        "kicker": consent.project,
        "title": title,
        "text": _text(consent, words),
        "link": consent.link,
        "open": not consent.done,
        "go_on": _go_on(consent).data(),
    }
    return draw("consent", scope, words)


def page(consent: Consent, words: Words, zone: str) -> Page:
    button = Button(words.t("consent.go_on"), _go_on(consent), "positive")
    return Page(
        lang=words.lang,
        kicker=consent.project,
        title=words.t("consent.title"),
        state=Line(_text(consent, words), "good" if consent.done else "attention"),
        blocks=shown(None if consent.done else Line(consent.link)),
        buttons=() if consent.done else (button,),
    )


def _text(consent: Consent, words: Words) -> str:
    if consent.done:
        return words.t("consent.done")
    return words.t("consent.asks", service=consent.service) if consent.service else words.t("consent.asks_some")


def _go_on(consent: Consent) -> Click:
    return Click(verb="go_on", ref=consent.consent_id)
