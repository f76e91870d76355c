"""The owner wants somebody reminded: a draft for each open task, by the rules of the daily look, or why none."""

import re
from collections.abc import Iterator

from agent import views
from agent.brain.clauses import waits
from agent.brain.language import fold
from agent.brain.whom import everybody, reminded, without_exceptions
from agent.desk import Desk
from agent.events import Events, Say
from agent.stories import checking, people, standing
from agent.tasks import Entry, entries
from agent.words import page

OF_THEIRS = re.compile(r"\w['’]s\s+(?!(?:part|task|section|team)\b)\w", re.IGNORECASE)
OWN_WORDS = re.compile(r"\b(?:that|saying|and say|to tell|dizendo|de que|que o|que a|que e)\b|:")


async def remind(desk: Desk, text: str) -> Events:
    if waits(OWN_WORDS.split(text)[0]):
        yield Say(text=desk.words.say("later"))
        return
    wanted, own = _wanted(desk, text), people.own_tasks(desk)
    reasons = {one.task_id: "own" if one.task_id in own else checking.against(one, desk) for one in wanted}
    ready = [one for one in wanted if not reasons[one.task_id]]
    if ready:
        yield desk.offer([checking.remind(desk, one) for one in ready])
    yield Say(text=page(_told(desk, text, wanted, reasons)))
    if ready:
        yield desk.view()


def _wanted(desk: Desk, text: str) -> list[Entry]:
    """The tasks of the people or by the titles that are named; of everybody, what is open."""
    found = entries(desk.log)
    wanted, spared = without_exceptions(reminded(text))
    spared = spared or without_exceptions(text)[1]
    not_them = {one.task_id for one in standing.meant(desk, spared)} if spared else set()
    if OF_THEIRS.search(wanted):  # somebody else's boss is nobody who is known here
        return []
    if named := [one for one in standing.meant(desk, wanted) if one.task_id not in not_them]:
        busy = {one.owner for one in named if not one.done}  # what they have handed in beside is no answer to the wish
        return [one for one in named if not one.done or one.owner not in busy]
    if not everybody(wanted):
        return []
    late = re.search(r"\b(?:late|overdue|atrasad\w+|atraso)\b", fold(text))
    own = people.own_tasks(desk)
    spared_or_own = own | not_them
    open_ones = [one for one in found if one.kickoff.sent and not one.done and one.task_id not in spared_or_own]
    return [one for one in open_ones if not late or one.late(desk.now, desk.zone)]


def _told(desk: Desk, text: str, wanted: list[Entry], reasons: dict[str, str]) -> Iterator[str]:
    words = desk.words
    ready = [one.owner for one in wanted if not reasons[one.task_id]]
    if not wanted:
        yield words.say("remind.nobody" if everybody(text) else "remind.whom")
    if ready:
        yield words.say("remind.drafted", names=words.join(ready))
    if ready and OWN_WORDS.search(fold(text)):
        yield words.say("remind.words")
    for one in wanted:
        if why := reasons[one.task_id]:
            day = views.local_day(one.promised, desk.zone, words) if why == "promised" else ""
            yield f"- **{one.title}** – {one.owner}: {words.say(f'remind.{why}', day=day)}"
