"""A client that clicks on the same drafts as others: python -m tests.edges.store.rival URL PREFIX KEY SEED"""

import asyncio
import random
import sys
from datetime import timedelta

from bot.core.draft import Record, Verb
from bot.core.memory import Decision
from bot.edges.store import DeskStore
from bot.edges.store.seal import Seal
from tests.edges.store.nouns import ANA, EVE, NOW, approve, close, edit

VERBS = (Verb.APPROVE, Verb.APPROVE, Verb.EDIT, Verb.REJECT, Verb.CHANGE)


async def main(url: str, prefix: str, key: str, seed: str) -> None:
    dice = random.Random(seed)
    store = DeskStore(url, Seal((key,)), prefix)
    keys = sorted(await store.client.smembers(store.keys.name("records", "p-race")))
    for name in dice.sample(keys, len(keys)):
        seen = await store.record(name)  # what this rival's card shows
        assert seen
        for _ in range(3):
            decision = click(seen, dice)
            await store.decide(decision)
            verdict = await store.decide(decision)  # every click is delivered twice
            if verdict.word == "stale" and dice.random() < 0.5:  # some refresh their card, some do not
                seen = verdict.record or seen
    await store.close()


def click(seen: Record, dice: random.Random) -> Decision:
    actor = ANA if dice.random() < 0.9 else EVE
    match dice.choice(VERBS):
        case Verb.APPROVE:
            return approve(seen, actor, NOW + timedelta(days=dice.choice([0, 0, 0, 30])))
        case Verb.EDIT:
            return edit(seen, f"edit {dice.random()}", actor)
        case verb:
            return close(seen, verb, actor)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
