"""Cards: words in; Adaptive Card JSON, a self-contained HTML page and plain text out, all from one typed view."""

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from cards import plain, web
from cards.faces import (
    ballot,
    batch,
    consent,
    dashboard,
    deputies,
    draft,
    edit,
    error,
    notice,
    question,
    receipt,
    reminder,
    welcome,
    workspace,
)
from cards.markdown import web as prose
from cards.models import (
    Ballot,
    Batch,
    Card,
    Consent,
    Dashboard,
    Deputies,
    DraftCard,
    EditCard,
    ErrorCard,
    Notice,
    Question,
    Receipt,
    Reminder,
    Welcome,
    Workspace,
)  # fmt: skip
from cards.page import Page
from cards.words import Words, say


@dataclass(frozen=True)
class Face:
    """How one kind of card looks: as Adaptive Card, and as page."""

    name: str
    card: Callable[[Any, Words, str], dict[str, Any]]
    page: Callable[[Any, Words, str], Page]


FACES: dict[type[Card], Face] = {
    Batch: Face("batch", batch.card, batch.page),
    DraftCard: Face("draft", draft.card, draft.page),
    EditCard: Face("edit", edit.card, edit.page),
    Receipt: Face("receipt", receipt.card, receipt.page),
    Dashboard: Face("dashboard", dashboard.card, dashboard.page),
    ErrorCard: Face("error", error.card, error.page),
    Welcome: Face("welcome", welcome.card, welcome.page),
    Notice: Face("notice", notice.card, notice.page),
    Question: Face("question", question.card, question.page),
    Consent: Face("consent", consent.card, consent.page),
    Reminder: Face("reminder", reminder.card, reminder.page),
    Workspace: Face("workspace", workspace.card, workspace.page),
    Deputies: Face("deputies", deputies.card, deputies.page),
}


def card(model: Card, locale: str = "en", zone: str = "UTC") -> dict[str, Any]:
    """The Adaptive Card (1.4) of a view, ready to be sent. `zone`: IANA name of the reader's clock."""
    return FACES[type(model)].card(model, say(locale), zone)


def html(model: Card, locale: str = "en", zone: str = "UTC", controls: bool = True) -> str:
    """The view as one page that needs nothing else. Without `controls` it has no inputs and buttons, as in a mail.

    With them it is a form: the pressed button posts its data as `click`, beside the inputs. `Click.parse` reads that.
    """
    return web.document(FACES[type(model)].page(model, say(locale), zone), controls)


def text(model: Card, locale: str = "en", zone: str = "UTC") -> str:
    """The view as lines of text, for terminals and mails."""
    return plain.draw(FACES[type(model)].page(model, say(locale), zone))


def mail(model: Card | Ballot, locale: str = "en", zone: str = "UTC") -> tuple[str, str]:
    """The view as a mail: lines of text, and a page without anything to press."""
    if isinstance(model, Notice):  # a few sentences are no card
        said = "\n\n".join(part for part in (model.text, model.body, model.own_words) if part)
        return said, written(said)
    if isinstance(model, Reminder):
        said = "\n\n".join(part for part in (model.text, model.body, say(locale).t("reminder.by_words")) if part)
        return said, written(said)
    if not isinstance(model, Ballot):
        return text(model, locale, zone), html(model, locale, zone, controls=False)
    page = ballot.page(model, say(locale), zone)
    above = f"{model.text}\n\n" if model.text else ""
    said = f'<section class="said">\n{prose(model.text)}</section>\n' if model.text else ""
    return above + plain.draw(page), web.whole(page.lang, page.title, said + _linked(page, model.link))


def _linked(page: Page, link: str) -> str:
    """The address of our own page, and no other, can be pressed."""
    address = escape(link, quote=True)
    drawn = web.fragment(page, controls=False)
    return drawn.replace(address, f'<a href="{address}">{address}</a>') if link else drawn


def written(words: str) -> str:
    """Markdown as the HTML of a mail: the same words alone, nothing that leads or loads anything."""
    return f"<div>\n{prose(words)}</div>\n"
