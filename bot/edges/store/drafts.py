"""Records of drafts: offered, decided once; a decision is compared and written in one step."""

import json
from datetime import datetime

from bot.core.draft import Record
from bot.core.letter import Letter
from bot.core.memory import Attempt, Decision, Verdict
from bot.edges.store.keys import Kind, micros
from bot.edges.store.rows import expiry_row, letter_entry, parcel_row, record_of, record_row
from bot.edges.store.shelf import Shelf


class Drafts(Shelf):
    async def record(self, key: str) -> Record | None:
        sealed, approvers = await self._ask("HMGET", Kind.RECORD, key, "sealed", "approvers")
        return record_of(self.seal, sealed, approvers)

    async def records_of(self, project_id: str) -> tuple[Record, ...]:
        """In the order in which they were offered."""
        keys = await self._ask("SMEMBERS", Kind.RECORDS, project_id)
        found = await self._ask_each("HMGET", Kind.RECORD, sorted(keys), "sealed", "approvers")
        records = [record for one in found if (record := record_of(self.seal, *one))]
        return tuple(sorted(records, key=lambda record: (record.offered_at, record.key)))

    async def decide(self, decision: Decision) -> Verdict:
        after, seal = decision.after, self.seal
        effects = {
            "record": record_row(seal, after),
            "parcels": [parcel_row(seal, parcel) for parcel in decision.parcels],
            "letters": [letter_entry(seal, letter) for letter in decision.letters],
        }
        word, *sealed = await self._step(
            "decide", decision.key, _click(decision), decision.version, decision.content_hash,
            decision.actor, decision.verb, micros(decision.now), json.dumps(effects),
        )  # fmt: skip
        if word == "done":
            return Verdict(word=word, record=after)
        return Verdict(word=word, record=self._opened(sealed[0], Record) if sealed else None)

    async def undo(self, decision: Decision, parcel_id: str) -> Verdict:
        word, *sealed = await self._step(
            "undo", decision.key, _click(decision), decision.version, decision.content_hash, decision.actor,
            micros(decision.now), parcel_id, json.dumps(record_row(self.seal, decision.after)),
        )  # fmt: skip
        if word == "done":
            return Verdict(word=word, record=decision.after)
        return Verdict(word=word, record=self._opened(sealed[0], Record) if sealed else None)

    async def attempted(self, attempt: Attempt) -> None:
        await self._step(
            "attempted", attempt.key, micros(attempt.now), attempt.verb, attempt.version, attempt.content_hash,
            attempt.actor, attempt.word,
        )  # fmt: skip

    async def expire(self, expired: tuple[tuple[Record, Letter], ...], now: datetime) -> tuple[str, ...]:
        if not expired:
            return ()
        rows = [expiry_row(self.seal, record, letter) for record, letter in expired]
        project_id = expired[0][0].project_id
        return tuple(await self._step("expire", micros(now), project_id, json.dumps(rows)))

    async def expiring(self, now: datetime) -> tuple[str, ...]:
        return await self._until(Kind.EXPIRING, now)

    async def audit(self, key: str) -> tuple[str, ...]:
        """Every attempt on a record, oldest first: microseconds|verb|version|hash|actor|word."""
        return tuple(await self._ask("LRANGE", Kind.AUDIT, key, 0, -1))


def _click(decision: Decision) -> str:
    """What makes a click the same click."""
    return f"{decision.version}|{decision.verb}|{decision.actor}|{decision.after.draft.content_hash}"
