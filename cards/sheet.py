"""A view as a page to decide on in a browser: the card's page, a word about the last press, and a bar on top."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape

from cards import FACES
from cards.click import Click
from cards.literal import one_line, visible
from cards.models import Card, DiffLine, DraftCard, Inbox, Model, Waiting
from cards.page import Block, Button, Changes, Entry, Field, Fold, Line, Link, Message, Page, Section, shown
from cards.phrases import badge, changes, channel, due, external, names
from cards.web import fragment, whole
from cards.words import Words, say

WRITTEN = {
    "subject": "label.subject",
    "body": "label.body",
    "instruction": "draft.instruction",
    "reason": "draft.reason",
}


class Sheet(Model):
    """`note`: what became of the last press, in words, when it did not do what its button says.

    `changed`: how the draft differs from what its reader had before them. `subject`, `body`: what they wrote, when it
    was not saved.
    """

    card: Card | Inbox
    locale: str = "en"
    zone: str = "UTC"
    note: str = ""
    changed: tuple[DiffLine, ...] = ()
    subject: str = ""
    body: str = ""


@dataclass(frozen=True)
class Bar:
    """On top of every page. `home`: where the list is. Signing out posts `hidden` to `leave`."""

    home: str
    person: str = ""  # "" while nobody is signed in
    leave: str = ""
    hidden: tuple[tuple[str, str], ...] = ()


def html(sheet: Sheet, bar: Bar) -> str:
    """Every form says what `bar.hidden` says, besides its own fields."""
    words, hidden = say(sheet.locale), dict(bar.hidden)
    page = _inbox(sheet.card, words) if isinstance(sheet.card, Inbox) else _noted(sheet, sheet.card, words)
    if isinstance(sheet.card, DraftCard):
        hidden["seen"] = sheet.card.body
    title = f"{sheet.note} – {page.title}" if sheet.note else page.title
    asks = not isinstance(sheet.card, Inbox)
    return whole(page.lang, title, _bar(bar, words) + fragment(page, live=asks, hidden=hidden), served=True)


def told(words: Words, key: str, bar: Bar, *links: Link) -> str:
    """A page with one thing to say (`key` and `key`_more of the catalogue), and perhaps somewhere to go from there."""
    blocks = shown(Line(words.t(f"{key}_more")), *links)
    page = Page(lang=words.lang, kicker="", title=words.t(key), state=None, blocks=blocks)
    return whole(words.lang, page.title, _bar(bar, words) + fragment(page, live=False), served=True)


def kept(words: Words, key: str, bar: Bar, link: Link | None, fields: Mapping[str, str], click: Click) -> str:
    """`told`, with everything somebody sent in a form that sends it once more. `click`: the button they pressed."""
    wrote = [
        Field(name, words.t(label), fields[name], tall=name != "subject")
        for name, label in WRITTEN.items()
        if fields.get(name)
    ]
    again = Button(words.t("page.press_again"), click.model_copy(update=dict.fromkeys(WRITTEN, "")), "positive")
    page = Page(
        lang=words.lang,
        kicker="",
        title=words.t(key),
        state=None,
        blocks=shown(Line(words.t(f"{key}_more")), link, *wrote),
        buttons=(again,),
    )
    besides = {name: value for name, value in fields.items() if name not in WRITTEN and name != "click"}
    return whole(words.lang, page.title, _bar(bar, words) + fragment(page, hidden=besides), served=True)


def _bar(bar: Bar, words: Words) -> str:
    home = f'<a href="{escape(bar.home, quote=True)}">{escape(words.t("page.approvals"))}</a>'
    who = ""
    if bar.person:
        inputs = "".join(f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in bar.hidden)
        out = f'<button class="quiet">{escape(words.t("page.sign_out"))}</button>'
        who = f'<span>{escape(visible(bar.person))}</span><form method="post" action="{bar.leave}">{inputs}{out}</form>'
    return f'<nav class="bar" aria-label="{escape(words.t("page.desk"))}">{home}<div>{who}</div></nav>\n'


def _noted(sheet: Sheet, card: Card, words: Words) -> Page:
    """What became of the press stands first, then what explains it, then the card."""
    page = FACES[type(card)].page(card, words, sheet.zone)
    lines = changes(sheet.changed, words)
    wrote = (Message(one_line(sheet.subject), sheet.body),) if sheet.body else ()
    first = shown(
        Line(sheet.note, "attention"),
        Changes(words.t("page.changed_since"), lines) if lines else None,
        Fold(words.t("page.not_saved"), wrote, open=True) if wrote else None,
    )
    return replace(page, blocks=(*first, *page.blocks))


def _inbox(inbox: Inbox, words: Words) -> Page:
    """Project by project; the project whose turn comes first stands first."""
    projects = dict.fromkeys(row.project for row in inbox.rows)
    blocks: tuple[Block, ...] = tuple(
        Section(project, tuple(_entry(row, words) for row in inbox.rows if row.project == project))
        for project in projects
    )
    count = len(inbox.rows)
    return Page(
        lang=words.lang,
        kicker="",
        title=words.t("batch.waiting", n=count) if count else words.t("page.nothing_waits"),
        state=None if count else Line(words.t("page.nothing_waits_more"), "subtle"),
        blocks=blocks,
    )


def _entry(row: Waiting, words: Words) -> Entry:
    title = words.t(f"title.{row.purpose}", names=names(row.to, words))
    way = " · ".join(part for part in (channel(row, words), due(row.due, words, row.zone)) if part)
    blocks = shown(
        Line(one_line(row.subject), strong=True),
        Line(way, "subtle"),
        Line(external(row.to, words), "warning", strong=True),
        Link(words.t("page.read_and_decide"), row.target, about=f"{title}, {one_line(row.subject)}"),
    )
    return Entry(title, badge(row.mark, words), blocks)
