"""A turn's stream: recorded ones made wrong and cut anywhere add up to an answer that can be shown."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import cards
from bot.core.draft import Record
from bot.core.people import new_project
from bot.core.turn import Answer, Event
from bot.edges import sse
from bot.edges.teams.pieces import pieces
from bot.edges.teams.wording import teams_text
from bot.flows import dashboard, present
from cards import models
from tests.fakes import ANA, MONDAY, THREAD
from tests.fuzz.mutants import bent, scrambled, written

WIRE = Path(__file__).parents[1] / "samples" / "wire"
PROJECT = new_project(THREAD, ANA, MONDAY)


class Streams:
    def __init__(self) -> None:
        self.raw = [file.read_bytes() for file in sorted(WIRE.glob("*.sse"))]
        self.events = [[data for block in raw.split(b"\n\n") if (data := _data(block))] for raw in self.raw]
        self._shown: set[int] = set()
        self._all = [one for events in self.events for one in events]

    def make(self, rng: Random) -> bytes:
        """A few of the events bent, dropped, doubled; or the bytes scrambled. The cuts follow from the bytes."""
        if rng.random() < 0.25:
            return scrambled(rng, rng.choice(self.raw), self.raw)
        events = [self._event(rng, one) for one in _thinned(rng, rng.choice(self.events))]
        raw = b"".join(events)
        return scrambled(rng, raw, self.raw) if rng.random() < 0.1 else raw

    def _event(self, rng: Random, data: Any) -> bytes:
        whole = bent(rng, data, self._all) if rng.random() < 0.15 else data
        kind = whole.get("type") if isinstance(whole, dict) and rng.random() < 0.5 else data.get("type")
        return b"event: " + str(kind).encode("utf-8", "replace") + b"\ndata: " + written(rng, whole) + b"\n\n"

    async def take(self, raw: bytes) -> str:
        answer = _heard(_events(raw, _cuts(raw)))
        whole = _heard(_events(raw, iter([len(raw)])))
        assert (answer.text, answer.payload, answer.ended) == (whole.text, whole.payload, whole.ended)
        self._show(answer)
        for block in raw.split(b"\n\n"):
            data = _data(block) or {}
            if isinstance(response := data.get("response"), dict):
                self._show(_heard(sse.snapshot_events(response)))
        return answer.ended.status if answer.ended else "no end"

    def _show(self, answer: Answer) -> None:
        """Everything that would go to people, as it would be written."""
        assert answer.empty or pieces(teams_text(answer.text))
        for draft in filter(self._new, answer.drafts.values()):
            _drawn(present.draft_card(_record(draft), PROJECT, MONDAY))
        if answer.payload and self._new(answer.payload):
            _drawn(dashboard.from_payload(answer.payload, PROJECT, MONDAY.isoformat()))
            dashboard.title_in(answer.payload)
        json.dumps([one.model_dump(mode="json") for one in (*answer.questions, *answer.consents)]).encode()

    def _new(self, what: object) -> bool:
        """Most of a mutant is as it was, and has been drawn before."""
        known = len(self._shown)
        self._shown.add(hash(str(what)))
        return len(self._shown) > known


def _data(block: bytes) -> dict[str, Any] | None:
    line = next((one for one in block.split(b"\n") if one.startswith(b"data: ")), b"")
    try:
        found = json.loads(line[6:])
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _thinned(rng: Random, events: list[Any]) -> Iterator[Any]:
    """Long runs of text are shortened, or all mutants would be alike."""
    few = rng.random() < 0.8
    for one in events:
        if few and one.get("type") == "response.output_text.delta" and rng.random() < 0.9:
            continue
        yield from [one] * rng.choices((0, 1, 2), (2, 95, 3))[0]


def _cuts(raw: bytes) -> Iterator[int]:
    rng, at = Random(len(raw) ^ sum(raw[:1000])), 0
    while at < len(raw):
        at += rng.choice((1, 2, 7, 100, 1000, 5000)) * (1 if at < 10_000 else 20)
        yield min(at, len(raw))


def _events(raw: bytes, ends: Iterator[int]) -> Iterator[Event]:
    splitter, reader, at = sse.Splitter(), sse.Reader(), 0
    for end in ends:
        yield from reader.read_all(splitter.blocks(raw[at:end]))
        at = end


def _heard(events: Iterator[Event]) -> Answer:
    answer = Answer()
    for event in events:
        answer.hear(event)
    return answer


def _drawn(face: models.Card) -> None:
    json.dumps(cards.card(face, "en", "UTC")).encode()


def _record(draft: Any) -> Record:
    return Record(
        key="p-1.d",
        project_id="p-1",
        draft=draft,
        offered=draft,
        approvers=("a/b",),
        offered_at=MONDAY,
        expires_at=MONDAY,
    )


@asynccontextmanager
async def opened(_url: str = "", _real_data: Path | None = None) -> AsyncIterator[Streams]:
    yield Streams()
