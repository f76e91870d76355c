"""One project in the hands of a person: drafts are offered, opened and decided on their card."""

from bot.core.draft import Record
from bot.core.parcel import Fate, Parcel
from bot.demo.cast import ANA
from bot.demo.faces import Json, Shown
from bot.demo.stand import DemoFailed
from tests.e2e.faults.books import Press
from tests.e2e.faults.site import Site, group


class Project:
    """`name` is its chat, its first message's tag and the mark of everything it leads to."""

    def __init__(self, site: Site, name: str) -> None:
        self.site, self.talk, self.tag = site, group(name), f"#{name}"

    async def offered(self, briefs: int, mails: int = 0) -> list[Record]:
        """Drafts from the agent, in the order in which they stand on their card."""
        await self.site.say(self.talk, f"please prepare briefs {briefs} and mails {mails}", self.tag)
        await self.site.settle()
        return await self.records()

    async def records(self) -> list[Record]:
        return [one for one in await self.site.records() if one.draft.draft_id.startswith(f"{self.tag}-")]

    async def parcel(self, record: Record) -> Parcel:
        """The delivery of an approved draft."""
        fresh = await self.site.store.record(record.key)
        found = await self.site.store.parcel(fresh.parcel_id) if fresh else None
        if found is None:
            raise DemoFailed(f"{record.key} has no delivery.")
        return found

    async def delivered(self, record: Record) -> Parcel:
        async def look() -> bool:
            return (await self.parcel(record)).fate not in (Fate.PLANNED, Fate.SENDING)

        await self.site.until(look, f"the delivery of {record.key}")
        return await self.parcel(record)

    async def opened(self, key: str) -> Shown:
        """A draft on a card of its own: where it has one already, or opened from the list."""
        card = self.site.card(self.talk, "open", draft_id=key)
        if card is None:
            cards = [one for one in self.site.stand.cards(self.talk) if key in str(one.card)]
            if not cards:
                raise DemoFailed(f"Nobody sees {key} in {self.talk.name}.")
            return cards[-1]
        opening = card.button("open", draft_id=key)
        assert opening
        face = await self.site.press(self.talk, card, "open", opening.data)
        assert isinstance(face, dict), face
        return Shown(card.message, face)

    async def press(self, key: str, verb: str, inputs: Json | None = None) -> Json | str | None:
        """The answer to a click on a button of the draft's own card; None when it has no such button."""
        shown = await self.opened(key)
        button = shown.button(verb)
        if button is None:
            return None
        if verb in ("approve", "reject"):
            self.site.pressed.add(Press(key, verb, int(button.data["version"]), ANA.person.authority))
        return await self.site.press(self.talk, shown, verb, button.data, inputs)

    async def approve_some(self, card: Shown, keys: list[str]) -> None:
        button = card.button("approve_selected")
        assert button
        ticks = {f"pick_{pick['draft_id']}": str(pick["draft_id"] in keys).lower() for pick in card.picks}
        self.site.pressed |= {Press(key, "approve", 1, ANA.person.authority) for key in keys}
        await self.site.press(self.talk, card, "approve_selected", button.data, ticks)
