"""One conversation of the soak: somebody writes or clicks, and waits until everything that follows has happened."""

import asyncio
import time
from dataclasses import dataclass, field
from random import Random

from bot.core.errors import StoreDown
from bot.core.letter import ask_box
from bot.core.parcel import Fate, Parcel
from bot.demo.cast import Member, Talk
from bot.demo.faces import Button, Json, Shown, input_value
from bot.demo.stand import Stand
from tests.e2e.soak.line import Line
from tests.e2e.soak.people import project_of
from tests.e2e.soak.speech import SENTENCES, is_answer, is_doubt
from tests.e2e.soak.tally import Tally
from tests.e2e.soak.wall import Wall

OPENING = "we received the RFP from Northwind, please prepare the briefs"
WORDS = ("hello", "who owns pricing?", "what is still open?", "please have a look at the kickoff notes again", OPENING)
COMMANDS = ("help", "status", "pending", "what do I owe?", "what is late?")
PATIENCE = 300.0  # seconds until something counts as stuck
GLANCE = 0.5
OPEN = (Fate.PLANNED, Fate.SENDING)
FEW = 8  # cards: who decides looks at the newest ones


@dataclass
class Surroundings:
    """What all conversations share."""

    stand: Stand
    line: Line
    wall: Wall
    tally: Tally
    strangers: tuple[Member, ...]
    approvals: set[tuple[str, str]] = field(default_factory=set)  # record key, hash or words that an owner approved
    resent: dict[str, int] = field(default_factory=dict)  # record key → how often an owner had it sent again
    settled_doubts: int = 0


class Conversation:
    def __init__(self, around: Surroundings, owner: Member, talk: Talk, rng: Random) -> None:
        self.around, self.owner, self.talk, self.rng = around, owner, talk, rng
        self.project_id = project_of(talk)
        self.said = 0
        self._last: Json | None = None

    async def step(self) -> None:
        """Click on something that waits, else write."""
        card = self._waiting_card()
        if card and self.rng.random() < 0.6:
            await self._decide(*card)
        else:
            await self._write()

    # writing

    async def _write(self) -> None:
        speaker, text = self._what_to_say()
        since = self.around.wall.count
        sent = await self.around.line.say(speaker, self.talk, text)
        if sent.status != 202:
            self.around.tally.broke(f"a message was answered with {sent.status}", self.talk.conversation)
            return
        self.said += 1
        self.around.tally.counts["messages"] += 1
        if self.rng.random() < 0.1:
            await self._send_again(sent.activity)
        await self.settled(f"the answer to {text!r}")
        self._judge(text, since)
        self._last = sent.activity

    def _what_to_say(self) -> tuple[Member, str]:
        if self.said == 0:
            return self.owner, OPENING if self.rng.random() < 0.7 else self.rng.choice(WORDS)  # makes them the owner
        strange = self.talk.kind == "channel" and self.rng.random() < 0.1
        speaker = self.rng.choice(self.around.strangers) if strange else self.owner
        return speaker, self.rng.choice(COMMANDS if self.rng.random() < 0.65 else WORDS)

    async def _send_again(self, activity: Json) -> None:
        """The channel repeats what it has delivered, at once or much later."""
        for one in (activity, self._last):
            if one is not None:
                await self.around.line.send(one, self.talk)
                self.around.tally.counts["repeated"] += 1

    def _judge(self, text: str, since: int) -> None:
        """Exactly one answer: words, or a card where a card was asked for. One in doubt may be missing."""
        posts = self.around.wall.since(self.talk.conversation, since)
        answers = [one for one in posts if one.card is None and is_answer(one.text)]
        cards = [one for one in posts if one.card is not None and not is_doubt(one.card)]
        doubted = any(one.card is not None and is_doubt(one.card) for one in posts)
        if len(answers) > 1:
            self.around.tally.broke(f"{text!r} was answered {len(answers)} times", self.talk.conversation)
        elif not answers and not doubted and (text != "status" or not cards):
            shown = [one.text[:40] for one in posts]
            self.around.tally.broke(f"{text!r} was not answered; there is {shown}", self.talk.conversation)
        elif not answers and len(cards) > 1:
            self.around.tally.broke(f"{text!r} was answered with {len(cards)} cards", self.talk.conversation)
        self.around.tally.counts["answers"] += bool(answers or cards)
        for one in answers:
            if trouble := SENTENCES.get(one.text):
                self.around.tally.counts[f"trouble told: {trouble}"] += 1

    # clicking

    def _waiting_card(self) -> tuple[Shown, Button] | None:
        shown = [one for one, _ in zip(self.around.wall.cards(self.talk.conversation), range(FEW), strict=False)]
        for verb in ("resend", "approve_selected", "approve"):
            for one in shown:
                if button := one.button(verb):
                    return one, button
        return None

    async def _decide(self, card: Shown, button: Button) -> None:
        if self.talk.kind == "channel" and self.rng.random() < 0.15:
            await self._try_as_stranger(card, button)
        elif button.verb == "resend":
            await self._settle_doubt(card, button)
        elif button.verb == "approve_selected":
            await self._batch(card, button)
        else:
            await self._one(card, card, button)
        await self.settled(f"what follows a click on {button.verb}")

    async def _try_as_stranger(self, card: Shown, button: Button) -> None:
        stranger = self.rng.choice([one for one in self.around.strangers if one is not self.owner])
        ticks = {f"pick_{pick['draft_id']}": "true" for pick in card.picks}
        answer = await self._press(stranger, card, button, ticks)
        if not isinstance(answer, str):
            self.around.tally.broke("a stranger's click changed a card", self.talk.conversation)
        self.around.tally.counts["refused clicks"] += 1

    async def _settle_doubt(self, card: Shown, button: Button) -> None:
        """The owner knows: it arrived, or it is to be sent again."""
        verb, key = self.rng.choice(("arrived", "resend")), str(button.data["draft_id"])
        chosen = card.button(verb, draft_id=key) or button
        if chosen.verb == "resend":
            self.around.resent[key] = self.around.resent.get(key, 0) + 1
        answer = await self._press(self.owner, card, chosen)
        self.around.settled_doubts += isinstance(answer, dict)

    async def _batch(self, card: Shown, button: Button) -> None:
        if self.rng.random() < 0.5:
            return await self._open(card)
        ticks = {f"pick_{pick['draft_id']}": str(self.rng.random() < 0.6).lower() for pick in card.picks}
        for pick in card.picks:
            if ticks[f"pick_{pick['draft_id']}"] == "true":
                self._will_approve(str(pick["draft_id"]), str(pick["hash"]))
        await self._press(self.owner, card, button, ticks)
        return None

    async def _open(self, card: Shown) -> None:
        pick = self.rng.choice(card.picks)
        opening = card.button("open", draft_id=pick["draft_id"])
        face = await self._press(self.owner, card, opening) if opening else None
        opened = Shown(card.message, face) if isinstance(face, dict) else None
        if opened and (approve := opened.button("approve")):
            await self._one(card, opened, approve)

    async def _one(self, card: Shown, face: Shown, approve: Button) -> None:
        """Approve, edit and approve, have it changed, or reject."""
        chosen = self.rng.choices(("approve", "edit", "change", "reject"), (5, 3, 1, 1))[0]
        button = face.button(chosen) or approve
        key = str(button.data["draft_id"])
        if button.verb == "approve":
            self._will_approve(key, str(button.data["hash"]))
            await self._press(self.owner, card, button)
        elif button.verb == "edit":
            await self._edit(card, button, key)
        else:
            words = {"instruction": "make it shorter", "reason": "I will write this one myself."}
            await self._press(self.owner, card, button, words)

    async def _edit(self, card: Shown, button: Button, key: str) -> None:
        form = await self._press(self.owner, card, button)
        shown = Shown(card.message, form) if isinstance(form, dict) else None
        save = shown.button("save_approve") if shown else None
        if shown is None or save is None:
            return
        body = f"{input_value(shown.card, 'body')}\n\nPlease answer under number {self.rng.randrange(10**9)}.".strip()
        self._will_approve(key, body)
        words = {"subject": input_value(shown.card, "subject"), "body": body}
        await self._press(self.owner, card, save, words)

    def _will_approve(self, key: str, content: str) -> None:
        """Written down before the click: a click whose answer got lost may have been taken."""
        self.around.approvals.add((key, content))

    async def _press(self, who: Member, card: Shown, button: Button, words: Json | None = None) -> Json | str:
        sent = await self.around.line.click(who, self.talk, card.message, button.verb, button.data, words)
        self.around.tally.counts["clicks"] += 1
        if sent.status != 200 or not isinstance(sent.body, dict):
            self.around.tally.broke(f"a click on {button.verb} was answered with {sent.status}", self.talk.conversation)
            return ""
        value: Json | str = sent.body["value"]
        return value if sent.body["statusCode"] == 200 else str(value)

    # waiting

    async def settled(self, what: str) -> None:
        """The mailbox is empty and nothing is on its way."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            await asyncio.sleep(GLANCE)
            try:
                if await self._at_rest():
                    return
            except StoreDown:
                self.around.tally.counts["store was away"] += 1
        self.around.tally.broke(f"waited {PATIENCE:.0f} s for {what}", self.talk.conversation)

    async def _at_rest(self) -> bool:
        store = self.around.stand.store
        if {self.project_id, ask_box(self.project_id)} & set(await store.waiting()):
            return False
        return all(one.fate not in OPEN for one in await self.parcels())

    async def parcels(self) -> tuple[Parcel, ...]:
        return await self.around.stand.store.parcels_of(self.project_id)
