"""What became of drafts: sent, failed, rejected, edited, or to be written again."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from agent import drafts as rows
from agent import marks
from agent.desk import Desk
from agent.events import Call, Events, Say
from agent.phases import Phase
from agent.tasks import Entry, entries, moment, rolled_up
from agent.wire import Decision
from agent.words import Words, page

Json = dict[str, Any]
Outcome = tuple[str, str, str]  # sentence, reason, who
CLOSED = ("sent", "rejected")


async def record(desk: Desk) -> Events:
    """Every decision of the turn in order; one answer for all of them, and the view they lead to."""
    marked = [_recorded(desk, decision) for decision in desk.ask.decisions if decision.verb != "change"]
    changed = [_changed(desk, decision) for decision in desk.ask.decisions if decision.verb == "change"]
    for call, _ in changed:
        if call:
            yield call
    yield Say(text=page([*_in_words(desk.words, marked), *(text for _, text in changed)]))
    yield desk.view()


def _in_words(words: Words, marked: list[Outcome]) -> Iterator[str]:
    """One sentence for everybody of whom the same is to be said."""
    for key, reason in dict.fromkeys((key, reason) for key, reason, _ in marked):
        names = words.join(name for *same, name in marked if tuple(same) == (key, reason))
        yield words.say(key, names=names, reason=reason).strip()


def _recorded(desk: Desk, decision: Decision) -> Outcome:
    row = rows.find(desk.files.drafts, decision.draft_id)
    if row is None:
        return "unknown_draft", "", decision.draft_id
    if row.get("state") in CLOSED:
        return "already", "", _people(row)
    at = moment(decision.at, desk.zone) or desk.now
    desk.files.change_drafts(lambda known: rows.decided(known, decision, at))
    _into_the_log(desk, row, decision, at)
    desk.note(_kind(row, decision), _summary(row, decision), decision.ref or decision.draft_id)
    with_reason = decision.verb == "rejected" and decision.reason
    return "rejected.why" if with_reason else decision.verb, decision.reason, _people(row)


def _kind(row: Json, decision: Decision) -> str:
    if decision.verb == "edited":
        return "draft_edited"
    thing = "nudge" if row.get("purpose") == "reminder" else "kickoff"
    return f"{thing}_{decision.verb}"


def _summary(row: Json, decision: Decision) -> str:
    words = f"{decision.verb} to {_people(row)}"
    words += f" by {decision.by}" if decision.by else ""
    return f"{words}: {decision.reason}" if decision.reason else words


def _people(row: Json) -> str:
    return ", ".join(str(to.get("name") or to.get("address")) for to in row.get("to", []))


def _into_the_log(desk: Desk, row: Json, decision: Decision, at: datetime) -> None:
    """Sent and failed change the task; the first brief that was sent opens the way for polling."""
    mark = _mark(row, decision)
    if mark is None:
        return

    def change(log: Json) -> Json:
        before = entries(log)
        tasks = [mark(e, decision, at) if e.task_id == row.get("task_id") else e.raw for e in before]
        return {"tasks": tasks, "status": rolled_up(entries(log | {"tasks": tasks}), str(log.get("status") or ""))}

    log = desk.patch(change)
    if any(entry.kickoff.sent for entry in entries(log)) and log.get("phase") != Phase.ALLOCATED:
        desk.advance(Phase.ALLOCATED)


def _mark(row: Json, decision: Decision) -> Callable[[Entry, Decision, datetime], Json] | None:
    brief = row.get("purpose") == "kickoff_brief"
    if decision.verb == "sent":
        return marks.briefed if brief else marks.nudged
    return marks.undelivered if decision.verb == "failed" and brief else None


async def change(desk: Desk, decision: Decision) -> Events:
    call, text = _changed(desk, decision)
    if call:
        yield call
    yield Say(text=text)
    if call:
        yield desk.view()


def asked_about(desk: Desk) -> str:
    """The draft whose change we asked about last, while it is still open."""
    asked, _, draft_id = str(desk.log.get("asked") or "").partition(":")
    row = rows.find(desk.files.drafts, draft_id) if asked == "change" else None
    return draft_id if row and row.get("state") not in CLOSED else ""


def _changed(desk: Desk, decision: Decision) -> tuple[Call | None, str]:
    """A new version to be approved, or one question; a draft that has left cannot change any more."""
    row = rows.find(desk.files.drafts, decision.draft_id)
    if row is None:
        return None, desk.words.say("unknown_draft", names=decision.draft_id)
    if row.get("state") in CLOSED:
        return None, desk.words.say("already", names=_people(row))
    before = rows.newest(row, decision)
    after = desk.brain.revise(before, decision.instruction, desk.owner)
    if after is None:
        desk.patch({"asked": f"change:{decision.draft_id}"})
        unclear = desk.words.say("change.unclear", instruction=decision.instruction, name=_people(row))
        return None, f"{unclear} {desk.words.say('change.ask')}"
    fixed = {"draft_id": before.draft_id, "version": before.version + 1, "task_id": before.task_id}
    call = desk.offer([after.model_copy(update=fixed)])
    desk.patch({"asked": ""})
    return call, desk.words.say("changed", version=fixed["version"], name=_people(row))
