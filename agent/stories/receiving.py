"""What the owner reads of a reply: what it came to, word for word why, and what they can do about it."""

from collections.abc import Iterator

from agent import views
from agent.brain.delegation import apart
from agent.brain.interface import Submission
from agent.brain.language import clip
from agent.brain.points import shortened
from agent.desk import Desk
from agent.tasks import Entry, entries
from agent.words import Words, page

POINT, WORDS_OF_IT = 70, 120  # characters shown of a requirement, and of what answers it
SHOWN = 8  # points of one reply
MERE_PROMISE = 8  # words; in more there may be something that the owner wants to read


def told(desk: Desk, judged: list[tuple[Entry, Submission]], name: str, words: Words) -> str:
    after = {entry.task_id: entry for entry in entries(desk.log)}
    return page(line for entry, found in judged for line in _lines(entry, after[entry.task_id], found, name, words))


def _lines(before: Entry, after: Entry, found: Submission, name: str, words: Words) -> Iterator[str]:
    yield _sentence(before, after, found, name, words)
    if found.kind == "submission" and found.words and not found.covered:
        yield words.say("reply.words", words=found.words)
    for one in found.evidence[:SHOWN]:
        shown = {"point": clip(shortened(one.point), POINT), "words": clip(" ".join(one.words.split()), WORDS_OF_IT)}
        yield words.say("reply.evidence", **shown)
    if len(found.evidence) > SHOWN:
        yield f"- {words.say('late.more', n=len(found.evidence) - SHOWN)}"
    if before.done and found.kind == "submission" and found.covered:
        yield words.say("reply.newer")


def _sentence(before: Entry, after: Entry, found: Submission, name: str, words: Words) -> str:
    total = words.count(len(after.requirements), "requirement")
    open_now = after.gaps if found.kind in ("submission", "withdrawn") and after.accepted else found.gaps
    open_now = after.requirements if found.kind == "withdrawn" and not after.accepted else open_now
    facts: dict[str, object] = {"name": name, "title": after.title, "requirements": total, "question": found.question}
    facts |= {"covered": len(after.requirements) - len(open_now), "gaps": views.shortened(open_now)}
    facts |= {"files": ", ".join(found.unread), "delegate": apart(found.delegate)[0], "words": found.words}
    return words.say(f"reply.{_case(before, after, found)}", **facts, day=words.day(found.eta))


def _case(before: Entry, after: Entry, found: Submission) -> str:
    if found.delegate:
        return "delegate"
    if before.done and found.kind in ("promise", "submission"):
        return _case_of_done(found)
    if found.kind == "promise":
        more = ".more" * (len(found.words.split()) > MERE_PROMISE)
        return f"promise{more}" if found.eta else f"promise{more}.open"
    if found.kind != "submission":
        return found.kind
    if found.covered or not found.gaps:
        return "gaps" if after.gaps else "covered"
    return "unread" if found.unread else "nothing"


def _case_of_done(found: Submission) -> str:
    if found.kind == "submission" and (found.covered or not found.gaps):
        return "anew"
    return "unread" if found.unread else "note"
