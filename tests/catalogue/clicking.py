"""Presses buttons as Teams reports it: an activity is read, the click decided, the answer made for the client."""

from datetime import datetime
from typing import Any

from bot.core.draft import Record
from bot.core.parcel import Fate
from bot.core.people import Person, Place
from bot.edges.clicks import Clicks
from bot.edges.teams import inbound
from bot.flows import decide, redraw
from cards.click import Click
from cards.words import say
from tests.fakes import ANA, MONDAY, TENANT, THREAD, Toy
from tests.flows.hands import PID

Json = dict[str, Any]
WORDS = {"subject": "New", "body": "New words.", "instruction": "Shorter.", "reason": "No."}


def shown(record: Record) -> Json:
    """What the buttons of a card say about a draft."""
    return {"draft_id": record.key, "version": record.draft.version, "hash": record.draft.content_hash}


def activity(data: Json, verb: str, sender: Json, tenant: str = TENANT, conversation: str = "") -> Json:
    return {
        "type": "invoke",
        "name": "adaptiveCard/action",
        "id": "f:1",
        "from": sender,
        "recipient": {"id": "28:desk"},
        "conversation": {"id": conversation or THREAD.conversation, "conversationType": "channel"},
        "channelData": {"tenant": {"id": tenant}},
        "locale": "en",
        "replyToId": "3",
        "value": {"action": {"type": "Action.Execute", "verb": verb, "data": data}, "trigger": "manual"},
    }


def account(person: Person) -> Json:
    return {"id": person.teams_id, "name": person.name, "aadObjectId": person.oid}


async def pressed(toy: Toy, told: Json) -> Json:
    """The answer's body; the words of the catalogue are the real ones."""
    world = toy.world

    async def click(clicked: Click, actor: Person, place: Place, _now: datetime) -> "dict[str, object] | str":
        answer = await decide.click(world, clicked, actor, place.locale, place)
        return answer if isinstance(answer, str) else redraw.draw(world, answer, place)

    async def reply(place: Place, what: "dict[str, object] | str", replaces: str) -> object:
        voice = toy.voice
        return await (
            voice.say(place, what, replaces) if isinstance(what, str) else voice.show(place, what, "", replaces)
        )

    found = inbound.parse(told, MONDAY)
    assert isinstance(found, inbound.Pressed)
    clicks = Clicks(click, reply, lambda key, locale: say(locale).t(key), toy.clock)
    return await clicks.answer(found)


async def press_as(toy: Toy, record: Record, verb: str, sender: Json, tenant: str = TENANT, **more: Any) -> Json:
    data = shown(record) | WORDS | more
    if verb == "approve_selected":
        data |= {"batch_id": record.card_id, "picks": [shown(record)], f"pick_{record.key}": "true"}
    return await pressed(toy, activity(data, verb, sender, tenant))


async def deciders(toy: Toy, record: Record) -> list[list[str]]:
    """The audit of a draft without times: verb, version, hash, who, outcome."""
    return [line.split("|")[1:] for line in await audit(toy, record)]


async def audit(toy: Toy, record: Record) -> tuple[str, ...]:
    found: tuple[str, ...] = await toy.store.audit(record.key)  # type: ignore[attr-defined] # the stories cannot read it
    return found


OWNER = account(ANA)


async def briefs(toy: Toy) -> list[Fate]:
    return [parcel.fate for parcel in await toy.store.parcels_of(PID) if parcel.kind == "brief"]


async def now_of(toy: Toy, record: Record) -> Record:
    found = await toy.store.record(record.key)
    assert found is not None
    return found
