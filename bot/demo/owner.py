"""The owner of the demonstration, played by rule."""

import re
import unicodedata
from datetime import timedelta

from bot.core.draft import State
from bot.demo.cast import Member
from bot.demo.faces import Json, Shown, input_value
from bot.demo.story import NUDGES, Story

ASKS_ADDRESS = re.compile(
    r"(?:What is the address of|What are the addresses of|Qual é o endereço de|Quais são os endereços de)"
    r" (?P<names>[^?]+)\?\s*$"
)
BETWEEN_NAMES = re.compile(r",\s+(?:and\s+)?|\s+and\s+|\s+e\s+")
ROOM_FOR_A_CHANGE = 4  # drafts: with fewer there is nothing left to approve together
TOGETHER = timedelta(hours=1)  # drafts of one look


class PlayedOwner:
    """Edits one, rejects one, has one changed, approves the rest; and a colleague tries what is not theirs."""

    def __init__(self, member: Member, colleague: Member) -> None:
        self.member, self._colleague = member, colleague
        self._told: set[str] = set()

    @property
    def name(self) -> str:
        return self.member.person.name

    async def answer_to(self, story: Story) -> str:
        """Notes often name people without an address; this owner makes one up for each, at a domain nobody owns."""
        asked = ASKS_ADDRESS.search(story.stand.texts(story.thread)[-1])
        names = [one for one in BETWEEN_NAMES.split(asked["names"]) if one not in self._told] if asked else []
        self._told.update(names)
        return "\n".join(f"{name}: {_made_up(name)}" for name in names)

    async def decide(self, story: Story) -> None:
        keys = [one.key for one in await story.records()]
        await self._gather(story, set(keys))
        card = await story.last_card("approve_selected" if len(keys) > 1 else "approve", "the card with the drafts")
        order = [str(pick["draft_id"]) for pick in card.picks] or keys
        await self._try_as_colleague(story, card)
        if len(order) == 1:
            await self._approve(story, card, order[0])
            return
        await self._edit(story, card, order[0])
        if len(order) > 2:
            await self._reject(story, card, order[-1])
        left_out = order[2] if len(order) >= ROOM_FOR_A_CHANGE else ""
        await self._approve_rest(story, left_out)
        if left_out:
            await self._change(story, left_out)

    async def remind(self, story: Story) -> None:
        found = [one for one in await story.records() if one.state is State.PENDING and one.draft.purpose in NUDGES]
        newest = max(one.offered_at for one in found)
        waiting = [one for one in found if newest - one.offered_at < TOGETHER]  # an older one is overtaken by now
        late = next((one for one in waiting if one.draft.purpose == "reminder"), waiting[0])
        if len(waiting) == 1:
            await self._approve(story, await story.last_card("approve", "the reminder", draft_id=late.key), late.key)
            return
        await self._approve_some(story, await story.last_card("approve_selected", "the reminders"), {late.key})

    async def _gather(self, story: Story, keys: set[str]) -> None:
        """Drafts that came one by one are asked for on one card."""
        shown = [_ticks(card) for card in story.stand.cards(story.thread)]
        if len(keys) > 1 and keys not in shown:
            await story.ask("pending")

    async def _try_as_colleague(self, story: Story, card: Shown) -> None:
        button = card.button("approve_selected") or card.button("approve")
        assert button is not None
        ticks = {f"pick_{pick['draft_id']}": "true" for pick in card.picks}
        answer = await story.press(self._colleague, story.thread, card, button.verb, button.data, ticks)
        story.end.refused += isinstance(answer, str)
        story.screen.did(
            self._colleague.person.name, "presses Approve", str(answer) if isinstance(answer, str) else "?"
        )

    async def _approve(self, story: Story, card: Shown, key: str) -> None:
        button = card.button("approve", draft_id=key)
        assert button is not None
        story.screen.did(self.name, f"approves {await _label(story, key)}")
        await story.press(self.member, story.thread, card, "approve", button.data)

    async def _edit(self, story: Story, card: Shown, key: str) -> None:
        """Open, edit, save and approve in one step."""
        one = await opened(story, self.member, key, card)
        edit = one.button("edit")
        assert edit is not None
        form = Shown(card.message, _card(await story.press(self.member, story.thread, card, "edit", edit.data)))
        save = form.button("save_approve")
        assert save is not None
        body = input_value(form.card, "body") + "\n\nPlease tell me by tomorrow if anything is unclear."
        story.screen.did(self.name, f"edits {await _label(story, key)}, adds a sentence, and approves it")
        await story.press(
            self.member, story.thread, card, "save_approve", save.data,
            {"subject": input_value(form.card, "subject"), "body": body},
        )  # fmt: skip

    async def _reject(self, story: Story, card: Shown, key: str) -> None:
        one = await opened(story, self.member, key, card)
        button = one.button("reject")
        assert button is not None
        story.screen.did(self.name, f"rejects {await _label(story, key)}: “I will write this one myself.”")
        reason = {"reason": "I will write this one myself."}
        await story.press(self.member, story.thread, card, "reject", button.data, reason)

    async def _approve_rest(self, story: Story, left_out: str) -> None:
        """On the card as it stands after what was just decided: nobody ticks what has been settled already."""
        waiting = {one.key for one in await story.records() if one.state is State.PENDING}

        async def look() -> Shown | None:
            card = await story.last_card("approve_selected", "the card with the drafts")
            return card if _ticks(card) <= waiting else None

        fresh = await story.stand.until(look, "the card without what is decided")
        await self._approve_some(story, fresh, _ticks(fresh) - {left_out})

    async def _approve_some(self, story: Story, card: Shown, wanted: set[str]) -> None:
        button = card.button("approve_selected")
        assert button is not None
        ticks = {f"pick_{pick['draft_id']}": str(pick["draft_id"] in wanted).lower() for pick in card.picks}
        story.screen.did(self.name, f"approves {len(wanted)} of {len(ticks)} on one card")
        await story.press(self.member, story.thread, card, "approve_selected", button.data, ticks)

    async def _change(self, story: Story, key: str) -> None:
        """Ask for a change in words; the new version comes on a card of its own."""
        batch = await story.last_card("open", "the card with the drafts", draft_id=key)
        one = await opened(story, self.member, key, batch)
        button = one.button("change")
        assert button is not None
        words = "make it shorter"
        story.screen.did(self.name, f"asks for a change to {await _label(story, key)}: “{words}”")
        await story.press(self.member, story.thread, batch, "change", button.data, {"instruction": words})
        fresh = await story.last_card("approve", "the new version", draft_id=key)
        await self._approve(story, fresh, key)


def _ticks(card: Shown) -> set[str]:
    return {str(pick["draft_id"]) for pick in card.picks}


def _made_up(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return ".".join(re.findall(r"\w+", plain) or ["someone"]) + "@colleagues.example"


async def opened(story: Story, member: Member, key: str, card: Shown | None = None) -> Shown:
    """A draft on a card of its own: where it has one already, or opened from the list."""
    if card is None:
        cards = story.stand.cards(story.thread)
        card = next(
            one for one in reversed(cards) if one.button("open", draft_id=key) or one.button("approve", draft_id=key)
        )
    button = card.button("open", draft_id=key)
    if button is None:
        return card
    return Shown(card.message, _card(await story.press(member, story.thread, card, "open", button.data)))


async def _label(story: Story, key: str) -> str:
    record = await story.stand.store.record(key)
    if record is None:
        return key
    what = "reminder" if record.draft.purpose in NUDGES else "brief"
    return f"the {what} for {record.draft.to[0].name} ({record.draft.subject})"


def _card(answer: Json | str) -> Json:
    assert isinstance(answer, dict), answer
    return answer
