"""The owner asks about the request, or says thanks: answered from what was read, with the place; nothing is made up."""

import re
from collections.abc import Iterator

from agent import drafts as rows
from agent import readings
from agent.brain.interface import Answer, Rfp
from agent.brain.language import clip, fold
from agent.brain.notes import date_label
from agent.desk import Desk
from agent.phases import Phase

THANKS = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|great|perfect|good|nice|cool|super|thanks?(?: you)?(?: (?:so|very) much)?|thx|many thanks"
    r"|cheers|got it|well done|good (?:job|work)|that(?:'s| is) (?:great|perfect|all|helpful)|a lot|all good"
    r"|(?:muito )?obrigad[oa]|valeu|perfeito|otimo|beleza|certo|legal|show|bom trabalho|desk|charter)\W*)+$"
)
LONGEST = 200


async def answer(desk: Desk) -> tuple[list[str], bool]:
    """Lines to say, none when the words ask nothing; and whether they leave no doubt that the request is meant."""
    if THANKS.match(fold(desk.ask.text)):
        return [_welcome(desk)], True
    if desk.phase is Phase.NONE:
        return [], False
    rfp = readings.rfp(desk.log)
    found = await desk.brain.lookup(desk.ask.text, rfp, await desk.before())
    named = any(one.named or one.topic not in ("dates", "search") for one in found)
    return [line for one in found for line in told(one, rfp, desk)], named


def _welcome(desk: Desk) -> str:
    waiting = len(rows.pending(desk.files.drafts))
    words = desk.words
    return words.say("welcome.waiting", drafts=words.count(waiting, "waiting")) if waiting else words.say("welcome")


def told(found: Answer, rfp: Rfp, desk: Desk) -> Iterator[str]:
    words, source = desk.words, ", ".join(rfp.source_refs)
    if not (found.passages or found.dates):
        yield words.say(f"know.{found.topic}.none", about=found.about, source=source)
        return
    yield words.say(f"know.{found.topic}", about=found.about, source=source)
    yield from (f"- {_line(one.text, one.source_ref)}" for one in found.passages)
    yield from (
        f"- {date_label(one.label, words.language)}: {words.moment(one.when, desk.zone)} "
        f"({words.say('know.written', written=one.as_written, source=one.source_ref)})"
        for one in found.dates
    )
    if found.more:
        yield words.say("know.more", n=found.more)


def _line(text: str, place: str) -> str:
    plain = clip(text.rstrip(" ;,"), LONGEST)
    return f"{plain} ({place})" if place else plain
