"""The promises, checked while nothing moves: by what the channels got, against what the owners approved."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator

from bot.core.draft import Record, State
from bot.core.errors import StoreDown
from bot.core.parcel import Fate, Parcel
from bot.core.people import Channel
from bot.demo.cast import CAST, LENA, chat_with
from bot.demo.graph.box import Kept
from bot.demo.verdict import as_it_arrives, by_mail
from bot.edges.outlook.marks import KEY_PROPERTY, message_mark
from bot.edges.store.keys import Kind
from bot.edges.teams.pieces import pieces
from bot.edges.teams.wording import teams_text
from tests.e2e.soak.speech import NO_ANSWERS, is_doubt
from tests.e2e.soak.visit import OPEN, Surroundings
from tests.e2e.soak.wall import CARDS

AT_ONCE = 3  # conversations in which somebody waits for an answer when a desk is killed
PATIENCE = 300.0  # seconds: a lease of a minute, an outage of fifteen seconds and their retries fit well
READERS = {one.person.oid: chat_with(one).conversation for one in (*CAST, LENA)}


class Audit:
    def __init__(self, around: Surroundings) -> None:
        self.around, self.store = around, around.stand.store
        self.records: list[Record] = []
        self.parcels: list[Parcel] = []
        self._reported: set[str] = set()

    async def check(self, doubts_allowed: int) -> None:
        """At rest: every box is empty and nothing is on its way, or that is the first thing broken."""
        await self.rested(PATIENCE)
        await self._read()
        broken = [*await self._left_over(), *self._deliveries(), *self._mails(), *self._doubts(doubts_allowed)]
        for one in [*broken, *self._answers_doubted()]:
            if one not in self._reported:
                self._reported.add(one)
                self.around.tally.broke("at rest", one)

    @property
    def doubtful(self) -> int:
        """Deliveries and cards of which nobody knew, the ones that an owner has settled since among them."""
        return sum(one.fate is Fate.UNCERTAIN for one in self.parcels) + self.around.settled_doubts

    async def rested(self, seconds: float) -> bool:
        deadline, still = time.monotonic() + seconds, 0
        while time.monotonic() < deadline and still < 3:  # the news of a delivery is told a second after it
            await asyncio.sleep(1)
            try:
                still = still + 1 if await self._quiet() else 0
            except StoreDown:
                still = 0
        return still == 3

    async def _quiet(self) -> bool:
        if await self.store.waiting():
            return False
        await self._read()
        return all(one.fate not in OPEN for one in self.parcels)

    async def _read(self) -> None:
        projects = await self.store.projects()
        self.records = [one for project in projects for one in await self.store.records_of(project)]
        self.parcels = [one for project in projects for one in await self.store.parcels_of(project)]

    async def _left_over(self) -> list[str]:
        found = [f"the mailbox of {one} is not empty" for one in await self.store.waiting()]
        found += [f"{one.parcel_id} is still {one.fate}" for one in self.parcels if one.fate in OPEN]
        for kind in (Kind.SENDING, Kind.PLANNED):
            left = await self.store.client.zcard(self.store.keys.name(kind))
            found += [f"{left} left in {kind}"] if left else []
        told = {key for one in self.parcels if one.recipe and one.recipe.kind == "dead" for key in one.recipe.keys}
        dead = [
            letter
            for project in await self.store.projects()
            for letter in await self.store.client.smembers(self.store.keys.name(Kind.GRAVES, project))
        ]
        self.around.tally.counts["dead letters"] = len(dead)
        found += [f"nobody was told that {one} was put away" for one in dead if one not in told]
        known = {one.parcel_id: one for one in self.parcels}
        self._count()
        return found + [one for record in self.records for one in _unpaid(record, known)]

    def _count(self) -> None:
        counts = self.around.tally.counts
        for channel in (Channel.TEAMS, Channel.MAIL):
            for fate in Fate:
                found = sum(parcel.fate is fate for _, parcel in self._briefs(channel))
                counts[f"briefs by {channel}: {fate}"] = found
        for state in State:
            counts[f"drafts: {state}"] = sum(one.state is state for one in self.records)
        posts = [one for chat in self.around.wall.posts.values() for one in chat.values()]
        counts["signs that stayed"] = sum(one.text in NO_ANSWERS for one in posts)

    # what was delivered

    def _deliveries(self) -> Iterator[str]:
        """Each text in a reader's chat as often as the ledger says, give or take what nobody knows."""
        may: Counter[tuple[str, str]] = Counter()
        must: Counter[tuple[str, str]] = Counter()
        for record, parcel in self._briefs(Channel.TEAMS):
            reader = READERS.get(record.draft.to[0].oid, "")
            for text in pieces(teams_text(record.draft.body, exact=True)):
                must[reader, text] += parcel.fate is Fate.SENT
                may[reader, text] += (parcel.fate in (Fate.SENT, Fate.UNCERTAIN)) + self._again(record)
        got = Counter((chat, post.text) for chat in READERS.values() for post in self.around.wall.since(chat, 0))
        for (chat, text), number in got.items():
            if number > may[chat, text]:
                yield f"{chat[:12]} got {number} and may have {may[chat, text]} of {text[-50:]!r}"
        for (chat, text), number in must.items():
            if got[chat, text] < number:
                yield f"{chat[:12]} got {got[chat, text]} of {number} of {text[-50:]!r}"

    def _mails(self) -> Iterator[str]:
        outgoing: dict[str, list[Kept]] = {}
        for kept in self.around.stand.graph.sent:
            outgoing.setdefault(_key_of(kept), []).append(kept)
        for record, parcel in self._briefs(Channel.MAIL):
            copies = outgoing.pop(message_mark(parcel.parcel_id), [])
            may = (parcel.fate in (Fate.SENT, Fate.UNCERTAIN)) + self._again(record)
            if not (parcel.fate is Fate.SENT) <= len(copies) <= may:
                yield f"{parcel.parcel_id} is {parcel.fate} and left by mail {len(copies)} times"
            approved = as_it_arrives(record.draft)
            yield from (f"{parcel.parcel_id} left otherwise" for one in copies if by_mail(one.data) != approved)
        yield from (f"a mail left without approval: {key}" for key in outgoing)

    def _briefs(self, channel: Channel) -> Iterator[tuple[Record, Parcel]]:
        parcels = {one.parcel_id: one for one in self.parcels}
        for record in self.records:
            if record.state is State.APPROVED and record.draft.channel is channel and record.parcel_id in parcels:
                yield record, parcels[record.parcel_id]

    def _again(self, record: Record) -> int:
        return self.around.resent.get(record.key, 0)

    def _doubts(self, allowed: int) -> Iterator[str]:
        """Approved by hand, every one; and no more doubt than misfortune."""
        for record in self.records:
            said = {(record.key, record.draft.content_hash), (record.key, record.draft.body)}
            if record.state is State.APPROVED and not said & self.around.approvals:
                yield f"{record.key} counts as approved, and no owner approved this"
        mails = sum(n for name, n in self.around.tally.counts.items() if name.endswith("though sent"))
        posts = sum(self.around.wall.doubts[where] for where in (CARDS, *READERS.values()))
        doubts = posts + mails + allowed
        self.around.tally.counts["doubts"] = self.doubtful
        self.around.tally.counts["reasons for doubt"] = doubts
        if self.doubtful > doubts:
            yield f"{self.doubtful} deliveries are in doubt, {doubts} had a reason"

    def _answers_doubted(self) -> Iterator[str]:
        """Told for a reason: a post that was not confirmed, an edit that failed, or a desk that was killed in it."""
        counts, wall = self.around.tally.counts, self.around.wall
        posts = [one for chat in wall.posts.values() for one in chat.values()]
        told = sum(one.card is not None and is_doubt(one.card) for one in posts)
        kills = counts["fault: desk killed"] * AT_ONCE
        reasons = sum(wall.doubts.values()) + wall.refused["PUT 500"] + kills
        counts["answers doubted"] = told
        if told > reasons:
            yield f"{told} answers are told to be in doubt, {reasons} had a reason"


def _unpaid(record: Record, parcels: dict[str, Parcel]) -> Iterator[str]:
    parcel = parcels.get(record.parcel_id)
    if record.state is State.APPROVED and parcel is None:
        yield f"{record.key} is approved and nothing was planned"
    elif record.state is State.APPROVED and parcel and parcel.content_hash != record.draft.content_hash:
        yield f"{record.key}: what was approved is not what the ledger has"
    if record.state is State.ASKED:
        yield f"{record.key} waits for a change that nobody works on"


def _key_of(kept: Kept) -> str:
    properties = kept.data.get("singleValueExtendedProperties") or ()
    return next((str(one["value"]) for one in properties if one["id"] == KEY_PROPERTY), "")
