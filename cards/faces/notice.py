"""One sentence, what there is to say of it, and the way to the card it speaks of."""

from typing import Any

from cards.adaptive import draw
from cards.click import Click
from cards.models import Notice
from cards.page import Button, Field, Line, Message, Page, shown
from cards.phrases import moment
from cards.prose import parts, prose
from cards.words import Words

BODY_BUDGET = 9_000  # bytes


def card(notice: Notice, words: Words, zone: str) -> dict[str, Any]:
    scope = {
        "fallback": notice.text,
        "text": notice.text,
        "style": "emphasis" if notice.tone == "plain" else notice.tone,
        "told": bool(notice.body),
        "body": prose(next(parts(notice.body, BODY_BUDGET))) if notice.body else [],
        "details": _details(notice, words, zone),
        "own_words": notice.own_words,
        "leads": bool(notice.draft_id or notice.batch_id),
        "open": _open(notice).data(),
    }
    return draw("notice", scope, words)


def page(notice: Notice, words: Words, zone: str) -> Page:
    leads = notice.draft_id or notice.batch_id
    return Page(
        lang=words.lang,
        kicker="",
        title=notice.text,
        state=None,
        blocks=shown(
            Line(_details(notice, words, zone), "subtle"),
            Message("", notice.body) if notice.body else None,
            Field("own_words", words.t("label.own_words"), notice.own_words, tall=True) if notice.own_words else None,
        ),
        buttons=(Button(words.t("button.open_current"), _open(notice)),) if leads else (),
    )


def _details(notice: Notice, words: Words, zone: str) -> str:
    return " · ".join(part for part in (notice.by, moment(notice.at, words, zone)) if part)


def _open(notice: Notice) -> Click:
    return Click(verb="open", draft_id=notice.draft_id, batch_id=notice.batch_id)
