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


def answer(desk: Desk) -> list[str]:
    """Lines to say, none when the words ask nothing that the request could answer."""
    if THANKS.match(fold(desk.ask.text)):
        return [_welcome(desk)]
    if desk.phase is Phase.NONE:
        return []
    rfp = readings.rfp(desk.log)
    return [line for found in desk.brain.lookup(desk.ask.text, rfp) for line in told(found, rfp, desk)]


def asked_by_name(desk: Desk) -> bool:
    """Whether the question names the request: then it is not about somebody's task of the same name."""
    if desk.phase is Phase.NONE:
        return False
    found = desk.brain.lookup(desk.ask.text, readings.rfp(desk.log))
    return any(one.named or one.topic not in ("dates", "search") for one in found)


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
