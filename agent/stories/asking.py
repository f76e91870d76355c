"""The owner writes: start, go on, answer a question of ours, or ask how things stand."""

import re

from agent import drafts as rows
from agent import readings
from agent.brain import beginnings, intents, memories, wishes
from agent.brain.clauses import asks
from agent.brain.language import fold
from agent.catalogue import Skill
from agent.desk import Desk, speaker_as_owner
from agent.events import Events, Say
from agent.phases import Phase
from agent.stories import (
    addresses,
    consolidating,
    deciding,
    declining,
    following,
    knowing,
    notes,
    opening,
    people,
    reading,
    redrafting,
    remembering,
    several,
    standing,
    wishing,
)
from agent.words import page

OURS = ("sow-response", "general")  # written in code; every other skill brings steps of its own
ELSEWHERE = ("remind", "show", "hold", "undo", "restart", "how", "greeting")  # wishes that answer no question of ours
NO = re.compile(r"^\W*(?:no|don't|dont|cancel|stop|keep it|nao|cancela|pare|mantem)\W*$")
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
    """A message may hold several wishes: each is answered by itself, and what was left out is named."""
    pieces = await several.told_apart(desk)
    async for event in several.together(desk, pieces, _one) if pieces else _one(desk):
        yield event


async def _one(desk: Desk) -> Events:
    if reading.asked(desk):
        async for event in reading.begin(desk):
            yield event
        return
    if story := _certain(desk):
        async for event in story:
            yield event
        return
    intent = await _meant(desk)
    if lines := _state(desk, intent):
        yield Say(text=page(lines))
        return
    if known := await _known(desk, intent):
        refs = readings.rfp(desk.log).source_refs
        yield Say(text=page(known), sources=tuple(ref for ref in refs if any(ref in line for line in known)))
        return
    story = _before(desk, intent) if desk.phase in BEFORE_THE_GATE else _after(desk, intent)
    async for event in story:
        yield event


def _certain(desk: Desk) -> Events | None:
    """What the words leave no doubt about, before anybody is asked what they might mean."""
    text = desk.ask.text
    if desk.phase is Phase.NONE and beginnings.held(text):
        return _say(desk.words.say("begin.held"))
    if desk.ask.files or addresses.given(desk):
        return None
    if desk.phase not in BEFORE_THE_GATE and notes.are_pasted(desk):
        return notes.pasted(desk)
    if asked := deciding.asked_about(desk):
        if wishes.wish(text) == "nothing" or NO.match(fold(text)):
            desk.patch({"asked": ""})
            return _say(desk.words.say("nothing"))
        if _answers_us(desk, text, asked):
            return None
    return wishing.wished(desk, text)


def _answers_us(desk: Desk, text: str, draft_id: str) -> bool:
    """Whether words after our question about a change are an answer, and not about somebody or something else."""
    row = rows.find(desk.files.drafts, draft_id) or {}
    theirs = {str(to.get("name")) for to in row.get("to", [])}
    others = set(standing.named_people(desk, text)) - theirs
    return not (others or asks(text) or wishes.wish(text) in ELSEWHERE or declining.command(desk, text))


def _state(desk: Desk, intent: str) -> list[str]:
    match intent:
        case "status":
            return list(standing.status(desk))
        case "late":
            return list(standing.lateness(desk))
        case "unanswered":
            return list(standing.unanswered(desk))
        case "approve" if desk.phase not in BEFORE_THE_GATE:
            return list(standing.gate(desk))
        case _:
            return []


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
    return told if certain or not told else list(standing.mentioned(desk, desk.ask.text)) or told


def _before(desk: Desk, intent: str) -> Events:
    """A file, or any words after a question of ours, may be what was missing: look again."""
    if intent in ("start", "kickoff") or desk.ask.files or desk.log.get("asked"):
        return opening.advance(desk)
    return small_talk(desk, intent)


def _after(desk: Desk, intent: str) -> Events:
    if intent == "consolidate":
        return consolidating.consolidate(desk)
    if found := addresses.given(desk):
        return addresses.take(desk, found)
    if intent in ("start", "kickoff") or (intent == "other" and desk.ask.files):
        return notes.read_again(desk)
    draft_id = deciding.asked_about(desk)
    if intent == "other" and draft_id and _answers_us(desk, desk.ask.text, draft_id):
        row = rows.find(desk.files.drafts, draft_id) or {}
        return deciding.change(desk, redrafting.as_change(desk, row, desk.ask.text))
    return small_talk(desk, intent)


async def small_talk(desk: Desk, intent: str) -> Events:
    if intent == "sources":
        async for event in standing.told_sources(desk):
            yield event
        return
    text = desk.ask.text
    greeted = wishes.wish(text) == "greeting"
    lines = list(declining.helped(desk)) if greeted else list(standing.mentioned(desk, text))
    yield Say(text=page(lines or declining.lost(desk, text)))


async def _say(text: str) -> Events:
    yield Say(text=text)
