"""A message with several wishes: each is answered by itself, in order, and what was not understood is named."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from agent.brain import intents, wishes
from agent.brain.clauses import MOST, asks, clauses
from agent.brain.language import fold, words
from agent.desk import Desk
from agent.events import Call, Event, Events, Say
from agent.phases import Phase
from agent.stories import addresses, knowing, wishing
from agent.words import page

OPEN = (Phase.WAITING, Phase.ALLOCATED)
LEAST, LONGEST = 3, 600  # words of what is worth naming as left out; characters of a message that is cut
SHOWN = 120  # characters of what was left out


class Piece(NamedTuple):
    text: str
    understood: bool


async def told_apart(desk: Desk) -> list[Piece]:
    """The clauses, when at least one of several carries a wish or a question of its own; else nothing."""
    text = desk.ask.text
    whole = desk.phase not in OPEN or desk.ask.files or len(text) > LONGEST or desk.log.get("asked")
    whole = whole or bool(addresses.given(desk))
    whole = whole or intents.intent(text, True) == "kickoff"  # notes may be pasted
    found = [] if whole else [piece for piece in clauses(text) if not _polite(piece)]
    senses = [_sense(desk, piece) for piece in found]
    if not any(senses) or len(found) > MOST or len(set(senses)) == 1:
        return []
    return [Piece(text, bool(sense) or await _meant(desk, text)) for text, sense in zip(found, senses, strict=True)]


async def _meant(desk: Desk, text: str) -> bool:
    """Where the rules know nothing, somebody who knows more may."""
    return len(words(text)) >= LEAST and await desk.brain.intent(text, True, await desk.before()) != "other"


def _sense(desk: Desk, piece: str) -> str:
    """What a clause is certainly about, by the rules; empty when they do not know."""
    if wishing.wished(desk, piece):
        return f"wish {piece}"
    intent = intents.intent(piece, True)
    return intent if intent != "other" else f"question {piece}" if asks(piece) else ""


def _polite(piece: str) -> bool:
    return bool(knowing.THANKS.match(fold(piece))) or wishes.wish(piece) == "greeting"


def _only(desk: Desk, piece: str) -> Desk:
    return replace(desk, ask=desk.ask.model_copy(update={"text": piece}))


async def together(desk: Desk, pieces: Iterable[Piece], answer: Callable[[Desk], Events]) -> Events:
    """One answer in the order of the wishes; drafts as they come, and the view once, as it is in the end."""
    said: list[str] = []
    sources: list[str] = []
    view: Event | None = None
    for piece in pieces:
        if not piece.understood:
            said += [desk.words.say("lost.rest", rest=_short(piece.text))] if len(words(piece.text)) >= LEAST else []
            continue
        async for event in answer(_only(desk, piece.text)):
            if isinstance(event, Say):
                said.append(_or_left_out(desk, event.text, piece))
                sources += event.sources
            elif isinstance(event, Call) and event.name == "publish_view":
                view = event
            else:
                yield event
    yield Say(text=page(dict.fromkeys(said)), sources=tuple(dict.fromkeys(sources)))
    if view:
        yield view


def _or_left_out(desk: Desk, text: str, piece: Piece) -> str:
    """One sentence for a clause that nobody understood, beside others that were."""
    if not text.startswith(desk.words.say("lost")):
        return text
    return desk.words.say("lost.rest", rest=_short(piece.text))


def _short(piece: str) -> str:
    return piece if len(piece) <= SHOWN else f"{piece[:SHOWN].rstrip()}…"
