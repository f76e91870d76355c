"""What became of drafts: sent, failed, rejected, expired, edited, or to be written again."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from agent import drafts as rows
from agent import marks
from agent.desk import Desk
from agent.events import Events, Say
from agent.phases import Phase
from agent.stories import handing, people
from agent.tasks import Entry, entries, moment, rolled_up
from agent.wire import Decision, Draft
from agent.words import Words, page

Json = dict[str, Any]
Outcome = tuple[str, str, str]  # sentence, reason, who
Marked = tuple[Json, Decision, datetime]
CLOSED = ("sent", "rejected")
THINGS = {"reminder": "nudge", "clarification": "nudge", "reassignment": "handover"}


async def record(desk: Desk) -> Events:
    """Every decision of the turn in order; one answer for all of them, and the view they lead to."""
    marked = _recorded(desk, [decision for decision in desk.ask.decisions if decision.verb != "change"])
    drafts, answers = await _changed(desk, [decision for decision in desk.ask.decisions if decision.verb == "change"])
    if drafts:
        yield desk.offer(drafts)
    yield Say(text=page([*_in_words(desk.words, marked), *answers]))
    yield desk.view()


def _in_words(words: Words, marked: list[Outcome]) -> Iterator[str]:
    """One sentence for everybody of whom the same is to be said."""
    for key, reason in dict.fromkeys((key, reason) for key, reason, _ in marked):
        names = words.join(name for *same, name in marked if tuple(same) == (key, reason))
        yield words.say(key, names=names, reason=reason).strip()


def _recorded(desk: Desk, decisions: list[Decision]) -> list[Outcome]:
    """Write all of them down in one step each for log and drafts, so that any number fits into a turn.

    The draft is closed last: whoever dies in between finds it open, and the log takes the same decision once more.
    """
    known, marked, outcomes = desk.files.drafts, [], []
    for decision in decisions:
        row = rows.find(known, decision.draft_id)
        outcomes.append(_outcome(row, decision))
        if row is None or row.get("state") in CLOSED:
            continue
        at = moment(decision.at, desk.zone) or desk.now
        known = rows.decided(known, decision, at)
        marked.append((row, decision, at))
    if marked:
        _into_the_log(desk, marked)
        desk.files.change_drafts(lambda _: known)
    for row, decision, _ in marked:
        desk.note(_kind(row, decision), _summary(row, decision), decision.ref or decision.draft_id)
    return outcomes


def _outcome(row: Json | None, decision: Decision) -> Outcome:
    if row is None:
        return "unknown_draft", "", decision.draft_id
    if row.get("state") in CLOSED:
        return "already", "", _people(row)
    with_reason = decision.verb == "rejected" and decision.reason
    return "rejected.why" if with_reason else decision.verb, decision.reason, _people(row)


def _kind(row: Json, decision: Decision) -> str:
    if decision.verb == "edited":
        return "draft_edited"
    return f"{THINGS.get(str(row.get('purpose')), 'kickoff')}_{decision.verb}"


def _summary(row: Json, decision: Decision) -> str:
    words = f"{decision.verb} to {_people(row)}"
    words += f" by {decision.by}" if decision.by else ""
    return f"{words}: {decision.reason}" if decision.reason else words


def _people(row: Json) -> str:
    return ", ".join(str(to.get("name") or to.get("address")) for to in row.get("to", []))


def _into_the_log(desk: Desk, marked: list[Marked]) -> None:
    """Sent and failed change their task; the first brief that was sent opens the way for polling."""

    def change(log: Json) -> Json:
        tasks = [entry.raw for entry in entries(log)]
        for row, decision, at in marked:
            if mark := _mark(row, decision):
                found = entries(log | {"tasks": tasks})
                tasks = [mark(e, decision, at) if e.task_id == row.get("task_id") else e.raw for e in found]
        return {"tasks": tasks, "status": rolled_up(entries(log | {"tasks": tasks}), str(log.get("status") or ""))}

    log = desk.patch(change)
    if any(entry.kickoff.sent for entry in entries(log)) and log.get("phase") != Phase.ALLOCATED:
        desk.advance(Phase.ALLOCATED)


def _mark(row: Json, decision: Decision) -> Callable[[Entry, Decision, datetime], Json] | None:
    brief = row.get("purpose") == "kickoff_brief"
    if decision.verb == "sent" and brief:
        return lambda entry, sent, at: marks.briefed(entry, sent, at, str(row.get("due_at") or ""))
    if decision.verb == "sent" and row.get("purpose") == "reassignment":
        return lambda entry, sent, at: marks.handed_over(entry, sent, at, row["to"][0], str(row.get("due_at") or ""))
    if decision.verb == "sent":
        return marks.nudged
    return marks.undelivered if decision.verb == "failed" and brief else None


async def change(desk: Desk, decision: Decision, said: str = "") -> Events:
    """`said`: the words as they were typed, when the instruction is only a part of them."""
    drafts, answers = await _changed(desk, [decision], said)
    if drafts:
        yield desk.offer(drafts)
    yield Say(text=page(answers))
    if drafts:
        yield desk.view()


def asked_about(desk: Desk) -> str:
    """The draft whose change we asked about last, while it is still open."""
    asked, _, draft_id = str(desk.log.get("asked") or "").partition(":")
    row = rows.find(desk.files.drafts, draft_id) if asked == "change" else None
    return draft_id if row and row.get("state") not in CLOSED else ""


async def _changed(desk: Desk, decisions: list[Decision], said: str = "") -> tuple[list[Draft], list[str]]:
    """New versions to be approved, and what is said about each; what cannot be followed leaves one question."""
    drafts, answers, unclear = [], [], ""
    for decision in decisions:
        row = rows.find(desk.files.drafts, decision.draft_id)
        if row is None or row.get("state") in CLOSED:
            key, reason, names = _outcome(row, decision)
            answers.append(desk.words.say(key, names=names, reason=reason))
        elif draft := await _revised(desk, row, decision):
            drafts.append(draft)
            answers.append(desk.words.say("changed", version=draft.version, name=_people(row)))
        else:
            unclear = unclear or decision.draft_id
            first = unclear == decision.draft_id
            answers.append(_unclear(desk, row, said or decision.instruction, first))
    if decisions:
        desk.patch({"asked": f"change:{unclear}" if unclear else ""})
    return drafts, answers


async def _revised(desk: Desk, row: Json, decision: Decision) -> Draft | None:
    before = rows.newest(row, decision)
    if passed := handing.passed_on(desk, before, decision.instruction):
        return passed
    said_at = moment(decision.at, desk.zone) or desk.now
    after = await desk.brain.revise(before, decision.instruction, people.owner(desk), said_at)
    fixed = {"draft_id": before.draft_id, "version": before.version + 1, "task_id": before.task_id}
    return after.model_copy(update=fixed) if after else None


def _unclear(desk: Desk, row: Json, instruction: str, first: bool) -> str:
    said = desk.words.say("change.unclear", instruction=instruction, name=_people(row))
    return f"{said} {desk.words.say('change.ask')}" if first else said
