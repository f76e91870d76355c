"""What was decided, by whom, what the owner changed, and what became of the message."""

from typing import Any

from cards.adaptive import cut, draw, pairs, style, toned
from cards.click import Click
from cards.literal import one_line
from cards.models import DiffLine, Receipt
from cards.page import Button, Changes, Facts, Fold, Line, Message, Page, shown
from cards.phrases import addressed, changes, channel, external, facts, importance, moment, names, state
from cards.prose import parts, prose
from cards.words import Words

Node = dict[str, Any]
BODY_BUDGET, CHANGES_BUDGET = 9_000, 8_000
LINE_FRAME = 125  # what the template adds to a changed line, in bytes
SIGNS = {"same": ("\u2007", "Default"), "added": ("+", "Default"), "removed": ("−", "Attention")}


def card(receipt: Receipt, words: Words, zone: str) -> Node:
    body = next(parts(receipt.body, BODY_BUDGET))
    hidden = len(receipt.body) - len(body)
    lines, more = cut([_line(line) for line in changes(receipt.changes, words)], CHANGES_BUDGET, LINE_FRAME)
    status = state(receipt.mark, words)
    scope = {
        "fallback": words.t("receipt.fallback", title=_title(receipt, words), project=receipt.project),
        "kicker": _kicker(receipt, words),
        "title": _title(receipt, words),
        "style": style(status),
        "state": toned(status),
        "sentence": _sentence(receipt, words, zone),
        "hint": receipt.hint,
        "external": external(receipt.to, words),
        "facts": pairs(_facts(receipt, words, zone)),
        "changed": bool(lines),
        "changes": lines,
        "more_changes": words.t("changes.more", n=more) if more else "",
        "subject": one_line(receipt.subject),
        "body": prose(body),
        "folded": words.t("batch.folded", hidden=hidden, total=len(receipt.body)) if hidden else "",
        "undoable": _undoable(receipt),
        "uncertain": receipt.mark.state == "uncertain",
        "resendable": _resendable(receipt),
        "actable": _undoable(receipt) or _resendable(receipt) or receipt.mark.state == "uncertain",
        "has_batch": bool(receipt.batch_id),
        **{verb: _click(receipt, verb).data() for verb in ("undo", "arrived", "resend", "open", "back", "refresh")},
        "viewers": receipt.viewers,
    }
    return draw("receipt", scope, words)


def page(receipt: Receipt, words: Words, zone: str) -> Page:
    lines = changes(receipt.changes, words)
    return Page(
        lang=words.lang,
        kicker=_kicker(receipt, words),
        title=_title(receipt, words),
        state=state(receipt.mark, words),
        blocks=shown(
            Line(receipt.hint, "attention"),
            Line(_sentence(receipt, words, zone)),
            Line(external(receipt.to, words), "warning", strong=True),
            Facts(_facts(receipt, words, zone)),
            Changes(words.t("changes.title"), lines) if lines else None,
            Fold(
                words.t("read", n=len(receipt.body)),
                (Message(one_line(receipt.subject), receipt.body),),
            ),
        ),
        buttons=_buttons(receipt, words),
    )


def _kicker(receipt: Receipt, words: Words) -> str:
    return " · ".join((receipt.project, words.t(f"purpose.{receipt.purpose}"), words.t("version", n=receipt.version)))


def _title(receipt: Receipt, words: Words) -> str:
    return words.t(f"receipt.title.{receipt.mark.state}", names=names(receipt.to, words))


def _sentence(receipt: Receipt, words: Words, zone: str) -> str:
    """What the state means for the reader, and the trouble in words when there is any."""
    if _undoable(receipt):
        told = words.t("receipt.undo_until", at=words.date(receipt.undo_until, zone, seconds=True))
    elif receipt.mark.held or (receipt.ended and receipt.mark.state == "failed"):
        told = words.t("receipt.meaning.held")
    elif receipt.mark.state in ("failed", "uncertain"):
        told = words.t(f"receipt.meaning.{receipt.mark.state}")
    else:
        told = ""
    return " ".join(part for part in (receipt.mark.note, told) if part)


def _facts(receipt: Receipt, words: Words, zone: str) -> tuple[tuple[str, str], ...]:
    arrived = receipt.mark.state == "delivered"
    where = receipt.where or channel(receipt, words)
    return facts(
        words,
        ("decision", words.t(f"decision.{receipt.decision}", name=receipt.decided_by)),
        ("decided_at", words.date(receipt.decided_at, zone, year=True)),
        ("why", receipt.reason),
        (
            "delivered",
            " · ".join(part for part in (where, moment(receipt.mark.at, words, zone)) if part) if arrived else "",
        ),
        ("to", addressed(receipt.to)),
        ("channel", "" if arrived else channel(receipt, words)),
        ("importance", importance(receipt, words)),
        ("subject", one_line(receipt.subject)),
    )


def _line(line: DiffLine) -> Node:
    sign, colour = SIGNS[line.kind]
    return {
        "sign": sign,
        "colour": colour,
        "line": line.text,
        "struck": line.kind == "removed",
        "subtle": line.kind == "same",
    }


def _undoable(receipt: Receipt) -> bool:
    return bool(receipt.undo_until) and receipt.mark.state == "approved"


def _resendable(receipt: Receipt) -> bool:
    return receipt.mark.state in ("uncertain", "failed") and not (receipt.mark.held or receipt.ended)


def _click(receipt: Receipt, verb: Any) -> Click:
    return Click(
        verb=verb, draft_id=receipt.draft_id, version=receipt.version, hash=receipt.hash, batch_id=receipt.batch_id,
        attempt=receipt.attempts if verb == "resend" else 0,
    )  # fmt: skip


def _buttons(receipt: Receipt, words: Words) -> tuple[Button, ...]:
    offered = {
        "undo": _undoable(receipt),
        "arrived": receipt.mark.state == "uncertain",
        "resend": _resendable(receipt),
        "back": bool(receipt.batch_id),
    }
    return tuple(Button(words.t(f"button.{verb}"), _click(receipt, verb)) for verb, there in offered.items() if there)
