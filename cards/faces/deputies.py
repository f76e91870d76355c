"""Who decides beside the owner, until when; and for the owner, the place to name somebody or to take it back."""

from typing import Any

from cards.adaptive import draw
from cards.click import NOBODY, Click
from cards.literal import plain
from cards.models import Deputies, Deputy
from cards.page import Button, Choice, Entry, Field, Line, Page, shown
from cards.words import Words

Node = dict[str, Any]
ADDRESS_LIMIT = 320
EVERYONE = "graph.microsoft.com/users"
HERE = f"{EVERYONE}?scope=currentContext"


def card(board: Deputies, words: Words, zone: str) -> Node:
    scope = {
        "fallback": _fallback(board, words, zone),
        "project": board.project,
        "title": words.t("deputies.title"),
        "owner": _owner(board, words),
        "hint": board.hint,
        "rows": [_row(one, board, words, zone) for one in board.rows],
        "changes": board.changes,
        "choices": [{"title": plain(label), "value": value} for value, label in _choices(board, words)],
        "people": EVERYONE if board.everyone else HERE,
        "today": board.today,
        "address_limit": ADDRESS_LIMIT,
        "add": _add(board).data(),
        "refresh": Click(verb="refresh", ref=board.card_id).data(),
        "viewers": board.viewers,
    }
    return draw("deputies", scope, words)


def page(board: Deputies, words: Words, zone: str) -> Page:
    form = (
        Choice("person", words.t("deputies.person"), _choices(board, words), NOBODY),
        Field("address", words.t("deputies.address"), limit=ADDRESS_LIMIT),
        Field("until", words.t("deputies.last_day"), limit=10),
    )
    return Page(
        lang=words.lang,
        kicker=board.project,
        title=words.t("deputies.title"),
        state=Line(_owner(board, words)),
        blocks=shown(
            Line(board.hint, "attention"),
            *(_entry(one, board, words, zone) for one in board.rows),
            *(form if board.changes else ()),
        ),
        note=words.t("deputies.explained") if board.changes else "",
        buttons=(Button(words.t("deputies.add"), _add(board), "positive"),) if board.changes else (),
    )


def _choices(board: Deputies, words: Words) -> tuple[tuple[str, str], ...]:
    """Whoever was picked can be let go of again."""
    return (NOBODY, words.t("deputies.nobody")), *((one.person, one.name) for one in board.people)


def _row(one: Deputy, board: Deputies, words: Words, zone: str) -> Node:
    return {
        "name": one.name,
        "address": one.address,
        "until": _until(one, words, zone),
        "removable": board.changes,
        "remove": _remove(one, board).data(),
    }


def _entry(one: Deputy, board: Deputies, words: Words, zone: str) -> Entry:
    button = Button(words.t("deputies.remove"), _remove(one, board), "destructive", about=one.name)
    blocks = shown(Line(one.address, "subtle"), button if board.changes else None)
    return Entry(one.name, Line(_until(one, words, zone), "subtle"), blocks)


def _add(board: Deputies) -> Click:
    return Click(verb="deputy_add", ref=board.card_id)


def _remove(one: Deputy, board: Deputies) -> Click:
    return Click(verb="deputy_remove", ref=board.card_id, person=one.person)


def _owner(board: Deputies, words: Words) -> str:
    return words.t("deputies.beside" if board.rows else "deputies.alone", owner=board.owner)


def _until(one: Deputy, words: Words, zone: str) -> str:
    return (
        words.t("deputies.until", date=words.date(one.until, zone, year=True))
        if one.until
        else words.t("deputies.no_end")
    )


def _fallback(board: Deputies, words: Words, zone: str) -> str:
    told = [f"{one.name} ({_until(one, words, zone)})" for one in board.rows]
    return f"{board.project}: {_owner(board, words)} {words.together(tuple(told)) if told else ''}".strip()
