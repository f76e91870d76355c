"""A draft's words as inputs: saved as a new version, or saved and approved in one step."""

from typing import Any

from cards.adaptive import draw, pairs
from cards.click import Click
from cards.literal import one_line
from cards.models import EditCard
from cards.page import Button, Facts, Field, Line, Page, shown
from cards.phrases import addressed, channel, external, facts, importance, moment, names
from cards.words import Words


def card(edit: EditCard, words: Words, zone: str) -> dict[str, Any]:
    title = words.t("edit.title", names=names(edit.to, words))
    scope = {
        "fallback": words.t("draft.fallback", title=title, project=edit.project),
        "kicker": _kicker(edit, words),
        "title": title,
        "hint": edit.hint,
        "external": external(edit.to, words),
        "facts": pairs(_facts(edit, words, zone)),
        "subject": one_line(edit.subject),
        "subject_limit": max(edit.subject_limit, len(edit.subject)),
        "body": edit.body,
        "body_limit": max(edit.body_limit, len(edit.body)),
        **{verb: _click(edit, verb).data() for verb in ("save", "save_approve", "cancel")},
    }
    return draw("edit", scope, words)


def page(edit: EditCard, words: Words, zone: str) -> Page:
    return Page(
        lang=words.lang,
        kicker=_kicker(edit, words),
        title=words.t("edit.title", names=names(edit.to, words)),
        state=Line(words.t("edit.explained"), "subtle"),
        blocks=shown(
            Line(edit.hint, "attention"),
            Line(external(edit.to, words), "warning", strong=True),
            Facts(_facts(edit, words, zone)),
            Field("subject", words.t("label.subject"), one_line(edit.subject), limit=edit.subject_limit, required=True),
            Field("body", words.t("label.body"), edit.body, tall=True, limit=edit.body_limit, required=True),
        ),
        buttons=(
            Button(words.t("edit.save_approve"), _click(edit, "save_approve"), "positive"),
            Button(words.t("edit.save"), _click(edit, "save")),
            Button(words.t("button.cancel"), _click(edit, "cancel")),
        ),
    )


def _kicker(edit: EditCard, words: Words) -> str:
    return " · ".join((edit.project, words.t("version", n=edit.version)))


def _facts(edit: EditCard, words: Words, zone: str) -> tuple[tuple[str, str], ...]:
    return facts(
        words,
        ("to", addressed(edit.to)),
        ("channel", channel(edit, words)),
        ("importance", importance(edit, words)),
        ("due", moment(edit.due, words, zone)),
    )


def _click(edit: EditCard, verb: Any) -> Click:
    return Click(verb=verb, draft_id=edit.draft_id, version=edit.version, hash=edit.hash, batch_id=edit.batch_id)
