"""The "on it" message of a turn: posted at once, edited while tools run, replaced by the answer."""

import asyncio
import logging
from time import monotonic

from bot.core.errors import ChannelTrouble, MessageGone, Throttled, Uncertain, Undeliverable
from bot.core.memory import Mark
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Channel, Place
from bot.core.turn import Answer
from bot.flows import brake
from bot.flows.ports import Store, Voice, World
from cards.words import say

log = logging.getLogger(__name__)
PACE = 1.5  # seconds between two edits: Teams takes about one a second


class Bookmark:
    """How far a turn has come, written down at every step that cannot be taken back."""

    def __init__(self, store: Store, letter_id: str, mark: Mark) -> None:
        self._store, self.letter_id, self.mark = store, letter_id, mark

    @classmethod
    async def open(cls, store: Store, letter_id: str) -> "Bookmark":
        return cls(store, letter_id, await store.mark_of(letter_id))

    async def note(self, **changes: object) -> None:
        self.mark = self.mark.model_copy(update=changes)
        await self._store.mark(self.letter_id, self.mark)


class Stage:
    """Where a turn is seen. Without a place everything happens unseen."""

    def __init__(self, world: World, book: Bookmark, place: Place | None) -> None:
        self._world, self._book, self._place = world, book, place
        self._words = say(place.locale if place else world.house.locale)
        self._edit: asyncio.Task[None] | None = None
        self._edited_at, self._shown = monotonic(), ""

    async def open(self) -> None:
        """Post the placeholder once. Where the answer to the post was lost, it is not posted again."""
        if self._place is None or self._book.mark.placing:
            return
        await self._book.note(placing=True)
        try:
            posted = await self._voice.say(self._place, self._words.t("desk.on_it"), final=False)
        except ChannelTrouble as trouble:
            log.info("no placeholder for %s: %s", self._place.thread, type(trouble).__name__)
            return
        await self._book.note(placeholder=posted.ref)

    def follow(self, answer: Answer) -> None:
        """Show what the agent is at, unless it was just shown or an edit is still under way.

        A turn that is taken up again may have been answered already: nothing takes the place of its answer.
        """
        if not self._book.mark.placeholder or self._book.mark.answered:
            return
        label = self._label(answer)
        waiting = self._edit is not None and not self._edit.done()
        if waiting or label == self._shown or monotonic() - self._edited_at < PACE:
            return
        self._shown, self._edited_at = label, monotonic()
        self._edit = asyncio.create_task(self._show(label))

    async def close(self, text: str, exact: bool = False) -> None:
        """The answer, exactly once: in place of the placeholder, which may be repeated, or as one new message.

        `exact`: these are the desk's own words, and carry no label of the agent's.
        """
        if self._edit is not None:
            await self._edit
        if self._place is None or not text or self._book.mark.answered:
            return
        ref = ""
        if self._book.mark.placeholder:
            ref = await self._replace(text, exact)
        if not ref:
            ref = await self._post(text, exact)
        await self._book.note(answered=ref or "yes")

    async def _replace(self, text: str, exact: bool) -> str:
        assert self._place is not None
        try:
            posted = await self._voice.say(self._place, text, replaces=self._book.mark.placeholder, exact=exact)
        except MessageGone:
            return ""
        except (Undeliverable, Uncertain) as no:  # a new message would not arrive either, or say the beginning again
            log.warning("the answer in %s was not shown, or not all of it: %s", self._place.thread, type(no).__name__)
            if isinstance(no, Uncertain):
                await self._doubted(self._place)
            return self._book.mark.placeholder
        return posted.ref or self._book.mark.placeholder

    async def _post(self, text: str, exact: bool) -> str:
        assert self._place is not None
        mail = self._place.channel is Channel.MAIL  # the same words in answer to the same mail are sent once
        if self._book.mark.answering and not mail:  # an earlier attempt may have posted it
            log.warning("the answer in %s may not have arrived", self._place.thread)
            await self._doubted(self._place)
            return ""
        try:
            await brake.check(self._world, self._place, self._book.letter_id)
            return await self._said(self._place, text, exact)
        except Throttled:
            await self._book.note(answering=False)
            raise
        except ChannelTrouble as trouble:
            log.warning("the answer in %s was not posted: %s", self._place.thread, type(trouble).__name__)
            if isinstance(trouble, Uncertain):
                await self._doubted(self._place)
            return ""

    async def _said(self, place: Place, text: str, exact: bool) -> str:
        """A mail is remembered: its answer may name no other of the thread."""
        posted = await self._voice.say(place, text, exact=exact, leaving=self._leaves)
        if place.channel is Channel.MAIL and posted.ref:
            store = self._world.store
            await store.sent_mail(posted.ref, "", await store.project_of(place.thread) or place.project_id)
        return posted.ref

    async def _leaves(self) -> None:
        """From here on nobody knows, should the desk go away: it is written down after the wait for a turn to speak."""
        await self._book.note(answering=True)

    async def _doubted(self, place: Place) -> None:
        """An answer nobody knows the fate of is not posted again: whoever waits is told so, once, by a card."""
        project_id = await self._world.store.project_of(place.thread) or place.project_id
        notice = Parcel(
            parcel_id=f"{project_id}.doubted.{self._book.letter_id}",
            project_id=project_id,
            kind="card",
            place=place,
            recipe=Recipe(kind="notice", text=self._words.t("desk.answer_doubted")),
            planned_at=self._world.clock(),
        )
        await self._world.store.plan((notice,))
        await self._world.jobs.ship(notice.parcel_id)

    async def _show(self, label: str) -> None:
        assert self._place is not None
        try:
            await self._voice.say(self._place, label, replaces=self._book.mark.placeholder, final=False)
        except ChannelTrouble as trouble:
            log.info("no progress shown in %s: %s", self._place.thread, type(trouble).__name__)

    def _label(self, answer: Answer) -> str:
        skill = answer.skill.removeprefix("sow-")
        if skill and self._words.has(f"desk.skill.{skill}"):
            return self._words.t(f"desk.skill.{skill}")
        if answer.tool and self._words.has(f"desk.tool.{answer.tool}"):
            return self._words.t(f"desk.tool.{answer.tool}")
        return self._words.t("desk.working")

    @property
    def _voice(self) -> Voice:
        assert self._place is not None
        return self._world.voices[self._place.channel]
