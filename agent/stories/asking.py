"""The owner writes: start, go on, answer a question of ours, or ask how things stand."""

from agent import drafts as rows
from agent import readings
from agent.brain import intents, memories
from agent.catalogue import Skill
from agent.desk import Desk, speaker_as_owner
from agent.events import Events, Say
from agent.phases import Phase
from agent.stories import (
    addresses,
    consolidating,
    deciding,
    following,
    handing,
    knowing,
    notes,
    opening,
    people,
    reading,
    remembering,
    standing,
)
from agent.wire import Decision
from agent.words import page

OURS = ("sow-response", "general")  # written in code; every other skill brings steps of its own
BEFORE_THE_GATE = (Phase.NONE, Phase.RFP_FOUND, Phase.CHARTER_DRAFTED, Phase.KICKOFF_FOUND)


async def hear(desk: Desk) -> Events:
    remember_owner(desk)
    people.remember_languages(desk)
    if desk.ask.overheard and not desk.ask.files:  # people talked among themselves: nobody asked for anything
        yield Say(text=desk.words.say("overheard"))
        return
    async for event in await _story(desk):
        yield event


async def _story(desk: Desk) -> Events:
    if wish := memories.wish(desk.ask.text):
        return remembering.answer(desk, wish)
    if desk.phase is Phase.FOLLOWING:
        return following.hear(desk)
    if desk.phase is Phase.NONE and (skill := await _other_work(desk)):
        return following.begin(desk, skill)
    return _response(desk)


async def _response(desk: Desk) -> Events:
    if desk.phase is Phase.ALLOCATED and (wish := handing.wished(desk)):
        async for event in handing.offer(desk, *wish):
            yield event
        return
    if reading.asked(desk):
        async for event in reading.begin(desk):
            yield event
        return
    intent = await _meant(desk)
    if intent in ("status", "late"):
        lines = standing.status(desk) if intent == "status" else standing.lateness(desk)
        yield Say(text=page(lines))
        return
    if intent == "approve" and desk.phase not in BEFORE_THE_GATE:
        yield Say(text=page(standing.gate(desk)))
        return
    if known := await _known(desk, intent):
        refs = readings.rfp(desk.log).source_refs
        yield Say(text=page(known), sources=tuple(ref for ref in refs if any(ref in line for line in known)))
        return
    story = _before(desk, intent) if desk.phase in BEFORE_THE_GATE else _after(desk, intent)
    async for event in story:
        yield event


async def _other_work(desk: Desk) -> Skill | None:
    """A skill that the front end names, or that the first words speak of more than of a response."""
    brings_steps = {one.name: one for one in desk.skills if not one.part_of and one.name not in OURS}
    if desk.ask.skill in brings_steps:
        return brings_steps[desk.ask.skill]
    if not brings_steps or desk.log.get("asked"):
        return None
    return brings_steps.get(await desk.brain.route(desk.ask.text, desk.skills))


def remember_owner(desk: Desk) -> None:
    """The owner's name, address, zone and language are what briefs are signed with."""
    if desk.ask.speaker.role != "owner" or not (desk.ask.speaker.name or desk.ask.speaker.address):
        return
    before = desk.log.get("owner") or {}
    owner = {**before, **{key: value for key, value in speaker_as_owner(desk.ask).items() if value}}
    if owner != before:
        desk.patch({"owner": owner, "sow_owner_upn": owner.get("address") or desk.log.get("sow_owner_upn")})


async def _meant(desk: Desk) -> str:
    """An answer to a question of ours is no new wish, whatever it reads like: the rules alone look at it."""
    text, begun = desk.ask.text, desk.phase is not Phase.NONE
    if desk.log.get("asked"):
        return intents.intent(text, begun)
    return await desk.brain.intent(text, begun, await desk.before())


async def _known(desk: Desk, intent: str) -> list[str]:
    """What can be said from the log alone; a task that is named comes before the request, unless that is named too."""
    if intent != "other" or desk.ask.files or addresses.given(desk):
        return []
    told, certain = await knowing.answer(desk)
    return told if certain or not told else list(standing.mentioned(desk)) or told


def _before(desk: Desk, intent: str) -> Events:
    """A file, or any words after a question of ours, may be what was missing: look again."""
    if intent in ("start", "kickoff") or desk.ask.files or desk.log.get("asked"):
        return opening.advance(desk)
    return standing.small_talk(desk, intent)


def _after(desk: Desk, intent: str) -> Events:
    if intent == "consolidate":
        return consolidating.consolidate(desk)
    if found := addresses.given(desk):
        return addresses.take(desk, found)
    if intent in ("start", "kickoff") or (intent == "other" and desk.ask.files):
        return notes.read_again(desk)
    if intent == "other" and (draft_id := deciding.asked_about(desk)):
        return deciding.change(desk, _as_change(desk, draft_id))
    return standing.small_talk(desk, intent)


def _as_change(desk: Desk, draft_id: str) -> Decision:
    """The owner answers our question about a change."""
    row = rows.find(desk.files.drafts, draft_id) or {}
    who = desk.ask.speaker
    return Decision(
        verb="change",
        draft_id=draft_id,
        version=int(row.get("version", 1)),
        instruction=desk.ask.text,
        by=who.name,
        locale=who.locale,
    )
