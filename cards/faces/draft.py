"""One draft in full: who gets it and why, every word of it, and the four things that can be done about it."""

from typing import Any

from cards.adaptive import bullets, draw, pairs, toned
from cards.click import Click
from cards.literal import one_line
from cards.models import DraftCard
from cards.page import Button, Choice, Facts, Field, Fold, Items, Line, Message, Page, shown
from cards.phrases import (
    addressed,
    badge,
    channel,
    external,
    facts,
    importance,
    late,
    mark_details,
    moment,
    names,
    state,
)
from cards.prose import parts, prose
from cards.words import Words

Node = dict[str, Any]
BODY_BUDGET = 17_000
INSTRUCTION_LIMIT, REASON_LIMIT = 2000, 500
REASONS = ("not_needed", "wrong_person", "wrong_content", "wrong_time", "other")


def card(draft: DraftCard, words: Words, zone: str) -> Node:
    title = _title(draft, words)
    scope = {
        "fallback": words.t("draft.fallback", title=title, project=draft.project),
        "kicker": _kicker(draft, words),
        "title": title,
        "state": toned(_state(draft, words)),
        "details": _standing(draft, words, zone),
        "hint": draft.hint,
        "late": late(draft.late_days, words),
        "external": external(draft.to, words),
        "facts": pairs(_facts(draft, words, zone)),
        "requirements": bullets(draft.requirements),
        "gaps": bullets(draft.gaps),
        "some_requirements": bool(draft.requirements),
        "some_gaps": bool(draft.gaps),
        "subject": one_line(draft.subject),
        **_body(draft, words),
        **_choices(draft, words),
        **_presses(draft),
        "viewers": draft.viewers,
    }
    return draw("draft", scope, words)


def page(draft: DraftCard, words: Words, zone: str) -> Page:
    return Page(
        lang=words.lang,
        kicker=_kicker(draft, words),
        title=_title(draft, words),
        state=_state(draft, words),
        blocks=shown(
            Line(_standing(draft, words, zone), "subtle"),
            Line(draft.hint, "attention"),
            Line(late(draft.late_days, words), "attention", strong=True),
            Line(external(draft.to, words), "warning", strong=True),
            Facts(_facts(draft, words, zone)),
            Items(words.t("draft.requirements"), draft.requirements) if draft.requirements else None,
            Items(words.t("draft.gaps"), draft.gaps) if draft.gaps else None,
            Message(one_line(draft.subject), draft.body),
            *(_panels(draft, words) if _undecided(draft) else ()),
        ),
        buttons=_buttons(draft, words),
    )


def _undecided(draft: DraftCard) -> bool:
    """By the reader."""
    return draft.mark.state == "pending" and not draft.waits_for


def _state(draft: DraftCard, words: Words) -> Line:
    """For whoever decides it is their decision that it waits for."""
    return badge(draft.mark, words) if draft.waits_for else state(draft.mark, words)


def _standing(draft: DraftCard, words: Words, zone: str) -> str:
    waits = draft.waits_for and draft.mark.state == "pending"
    return words.t("draft.waits_for", name=draft.waits_for) if waits else mark_details(draft.mark, words, zone)


def _title(draft: DraftCard, words: Words) -> str:
    return words.t(f"title.{draft.purpose}", names=names(draft.to, words))


def _kicker(draft: DraftCard, words: Words) -> str:
    return " · ".join((draft.project, words.t("version", n=draft.version)))


def _facts(draft: DraftCard, words: Words, zone: str) -> tuple[tuple[str, str], ...]:
    return facts(
        words,
        ("to", addressed(draft.to)),
        ("channel", channel(draft, words)),
        ("importance", importance(draft, words)),
        ("task", draft.task),
        ("due", moment(draft.due, words, zone)),
        ("reason", draft.reason),
        ("last_sign", draft.last_sign),
    )


def _body(draft: DraftCard, words: Words) -> Node:
    """The part of the body that is shown, and what to say about the rest: nearly always there is none.

    What is read in parts is approved on the last one.
    """
    leaves = list(parts(draft.body, BODY_BUDGET))
    number = min(draft.page, len(leaves))
    elsewhere = len(draft.body) - len(leaves[number - 1])
    click = Click(verb="page", draft_id=draft.draft_id, batch_id=draft.batch_id, page=number % len(leaves) + 1)
    return {
        "approvable": _undecided(draft) and number == len(leaves),
        "body": prose(leaves[number - 1]),
        "in_parts": elsewhere > 0,
        "part": words.t("draft.part", part=number, parts=len(leaves), hidden=elsewhere) if elsewhere else "",
        "next_part": click.data(),
    }


def _choices(draft: DraftCard, words: Words) -> Node:
    return {
        "undecided": _undecided(draft),
        "change_open": draft.panel == "change",
        "reject_open": draft.panel == "reject",
        "reasons": [{"title": label, "value": value} for value, label in _reasons(words)],
    }


def _presses(draft: DraftCard) -> Node:
    verbs = ("approve", "edit", "change", "reject", "back", "refresh")
    return {"has_batch": bool(draft.batch_id), **{verb: _click(draft, verb).data() for verb in verbs}}


def _click(draft: DraftCard, verb: Any) -> Click:
    return Click(verb=verb, draft_id=draft.draft_id, version=draft.version, hash=draft.hash, batch_id=draft.batch_id)


def _reasons(words: Words) -> tuple[tuple[str, str], ...]:
    return tuple((reason, words.t(f"reason.{reason}")) for reason in REASONS)


def _panels(draft: DraftCard, words: Words) -> tuple[Fold, Fold]:
    ask = Field("instruction", words.t("draft.instruction"), tall=True, limit=INSTRUCTION_LIMIT)
    why = Choice("reason_choice", words.t("draft.reason_choice"), _reasons(words), REASONS[0])
    more = Field("reason", words.t("draft.reason"), tall=True, limit=REASON_LIMIT)
    send, reject = (
        Button(words.t("draft.send_change"), _click(draft, "change")),
        Button(words.t("draft.reject_now"), _click(draft, "reject"), "destructive"),
    )
    return (
        Fold(words.t("button.change"), (ask, send), draft.panel == "change"),
        Fold(words.t("button.reject"), (why, more, reject), draft.panel == "reject"),
    )


def _buttons(draft: DraftCard, words: Words) -> tuple[Button, ...]:
    back = (Button(words.t("button.back"), _click(draft, "back")),) if draft.batch_id else ()
    if not _undecided(draft):
        return back
    approve = Button(words.t("draft.approve"), _click(draft, "approve"), "positive")
    return (approve, Button(words.t("button.edit"), _click(draft, "edit")), *back)
