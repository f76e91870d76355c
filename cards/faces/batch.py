"""Several drafts, one tick each: who gets what, by which way, with the full text one tap away."""

from dataclasses import dataclass
from typing import Any

from cards.adaptive import BUDGET, draw, toned
from cards.click import PICK, Click, Pick
from cards.literal import one_line, plain
from cards.models import Batch, Row
from cards.page import Block, Button, Entry, Fold, Line, Message, Page, Tick, shown
from cards.phrases import badge, channel, due, external, facts, importance, mark_details, names
from cards.prose import parts, prose, weight
from cards.words import Words

Node = dict[str, Any]
BODY_BUDGET = 17_000  # the longest body that still leaves room for its row and the frame of the card


@dataclass(frozen=True)
class Shown:
    """A row and what fills its part of the template. `tickable`: it can be approved here."""

    row: Row
    tickable: bool
    scope: Node


Leaf = tuple[Shown, ...]


def card(batch: Batch, words: Words, zone: str) -> Node:
    leaves = _leaves(batch, words, zone)
    return _drawn(batch, leaves, min(batch.page, len(leaves)), words)


def page(batch: Batch, words: Words, zone: str) -> Page:
    open_rows = () if batch.waits_for else _pending(batch.rows)
    counts = _counts(batch, words)
    return Page(
        lang=words.lang,
        kicker=batch.project,
        title=_title(batch, words),
        state=Line(counts, "subtle") if counts else None,
        blocks=(*shown(Line(batch.hint, "attention")), *(_entry(row, batch, words, zone) for row in batch.rows)),
        note=words.t("batch.approve_explained") if open_rows else "",
        buttons=(Button(words.t("batch.approve"), _approve(batch, open_rows), "positive"),) if open_rows else (),
    )


def _drawn(batch: Batch, leaves: list[Leaf], number: int, words: Words) -> Node:
    leaf = leaves[number - 1]
    after = sum(len(later) for later in leaves[number:])
    before = sum(len(earlier) for earlier in leaves[: number - 1])
    open_rows = tuple(one.row for one in leaf if one.tickable)
    title = _title(batch, words)
    scope = {
        "fallback": _fallback(batch, title, words),
        "project": batch.project,
        "title": title,
        "counts": _counts(batch, words),
        "hint": batch.hint,
        "rows": [one.scope for one in leaf],
        "hidden_rows": words.t("batch.more", n=after) if after else "",
        "earlier_rows": words.t("batch.earlier", n=before) if before else "",
        "some_open": bool(open_rows),
        "approve": _approve(batch, open_rows).data(),
        "has_next": bool(after),
        "next_data": Click(verb="page", batch_id=batch.batch_id, page=number + 1).data(),
        "paged": bool(before or after),
        "has_previous": bool(before),
        "previous_data": Click(verb="page", batch_id=batch.batch_id, page=max(1, number - 1)).data(),
        "refreshable": not batch.ended,
        "refresh": Click(verb="refresh", batch_id=batch.batch_id, page=number).data(),
        "viewers": batch.viewers,
    }
    return draw("batch", scope, words)


def readable(body: str) -> bool:
    """Can it be read to its end in a row of a card? Only such a one can be approved there."""
    return next(parts(body, BODY_BUDGET)) == body


def _leaves(batch: Batch, words: Words, zone: str) -> list[Leaf]:
    """The rows page by page: as many on each as the size of a card allows, at least one."""
    rows = tuple(_row(row, batch, place, words, zone) for place, row in enumerate(batch.rows, start=1))
    if weight(_drawn(batch, [rows], 1, words)) <= BUDGET:
        return [rows]
    leaves: list[Leaf] = [()]
    for row in rows:  # weighed as a page in the middle, which has the most to say
        if leaves[-1] and weight(_drawn(batch, [rows, (*leaves[-1], row), rows], 2, words)) > BUDGET:
            leaves.append(())
        leaves[-1] += (row,)
    return leaves


def _row(row: Row, batch: Batch, place: int, words: Words, zone: str) -> Shown:
    """Only what can be read here in full can be approved here; a longer body is decided on its own card."""
    body = next(parts(row.body, BODY_BUDGET))
    hidden = len(row.body) - len(body)
    tickable = row.mark.state == "pending" and not hidden and not batch.waits_for
    scope = {
        "toggle_id": f"{PICK}{row.draft_id}",
        "body_id": f"body_{place}",
        "name": names(row.to, words),
        "tick": plain(names(row.to, words)),
        "ticked": "true" if row.picked else "false",
        "tickable": tickable,
        "named": not tickable,
        "state": toned(badge(row.mark, words)),
        "details": mark_details(row.mark, words, zone),
        "address": _address_line(row),
        "way": _way(row, words, zone),
        "external": external(row.to, words),
        "subject": one_line(row.subject),
        "body": prose(body),
        "folded": words.t("batch.folded", hidden=hidden, total=len(row.body)) if hidden else "",
        "openable": not (batch.ended and row.mark.state == "expired"),
        "open": Click(verb="open", draft_id=row.draft_id, batch_id=batch.batch_id).data(),
    }
    return Shown(row, tickable, scope)


def _entry(row: Row, batch: Batch, words: Words, zone: str) -> Entry:
    opens = Click(verb="open", draft_id=row.draft_id, batch_id=batch.batch_id)
    blocks: tuple[Block, ...] = shown(
        Line(one_line(row.subject), strong=True),
        Line(_address_line(row), "subtle"),
        Line(_way(row, words, zone), "subtle"),
        Line(external(row.to, words), "warning", strong=True),
        Line(mark_details(row.mark, words, zone), "subtle"),
        Fold(words.t("read", n=len(row.body)), (Message(row.subject, row.body),)),
        Button(words.t("button.open"), opens, about=names(row.to, words)),
    )
    decides = row.mark.state == "pending" and not batch.waits_for
    tick = Tick(f"{PICK}{row.draft_id}", names(row.to, words), row.picked) if decides else None
    return Entry(names(row.to, words), badge(row.mark, words), blocks, tick)


def _pending(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    return tuple(row for row in rows if row.mark.state == "pending")


def _approve(batch: Batch, rows: tuple[Row, ...]) -> Click:
    picks = tuple(Pick(draft_id=row.draft_id, version=row.version, hash=row.hash) for row in rows)
    return Click(verb="approve_selected", batch_id=batch.batch_id, picks=picks)


def _title(batch: Batch, words: Words) -> str:
    waiting = len(_pending(batch.rows))
    if batch.ended:
        return words.t("batch.ended")
    if waiting and batch.waits_for:
        return words.t("batch.waiting_for", n=waiting, name=batch.waits_for)
    return batch.title or (words.t("batch.waiting", n=waiting) if waiting else words.t("batch.all_decided"))


def _counts(batch: Batch, words: Words) -> str:
    """How many stand where, in the order of their life: "3 waiting · 1 delivered"."""
    standing = [row.mark.state for row in batch.rows]
    if set(standing) == {"pending"}:
        return ""  # the title counts them already
    return " · ".join(words.t(f"count.{one}", n=standing.count(one)) for one in dict.fromkeys(standing))


def _fallback(batch: Batch, title: str, words: Words) -> str:
    """What is read aloud: only those are named whose messages wait."""
    waiting = _pending(batch.rows)
    if not waiting or batch.ended:
        return words.t("batch.fallback_decided", title=title, project=batch.project)
    receivers = words.together(tuple(names(row.to, words) for row in waiting))
    return words.t("batch.fallback", title=title, project=batch.project, names=receivers)


def _address_line(row: Row) -> str:
    return ", ".join(person.address for person in row.to if person.address)


def _way(row: Row, words: Words, zone: str) -> str:
    length = words.t("length", n=len(row.body))
    marked = ": ".join(one for pair in facts(words, ("importance", importance(row, words))) for one in pair)
    told = (channel(row, words), marked, due(row.due, words, zone), length)
    return " · ".join(part for part in told if part)
