"""Somebody else writes: their words are judged against what they owe; they never drive the project."""

from hashlib import sha256
from typing import Any

from agent import drafts as rows
from agent import marks, readings, views
from agent.brain import intents
from agent.brain.delegation import apart, is_delegate
from agent.brain.finding import full_text
from agent.brain.interface import Reply, Submission
from agent.desk import Desk
from agent.events import Events, Say
from agent.phases import POLL
from agent.stories import standing
from agent.tasks import Entry, entries, moment, rolled_up
from agent.wire import Speaker
from agent.words import Words, page

Json = dict[str, Any]
Judged = tuple[Entry, Submission]
A_FEW, A_SENTENCE = 4, 20  # words


async def hear(desk: Desk) -> Events:
    owed, words = open_tasks(desk, desk.ask.speaker), Words(desk.owner.locale)
    if _asks(desk):
        yield Say(text=page(standing.owed(desk, owed)))
        return
    name = desk.ask.speaker.name or desk.ask.speaker.address
    if (again := known(desk, desk.ask.speaker)) or not owed:
        yield Say(text=words.say("reply.again" if again else "reply.no_task", name=name))
        return
    yield desk.run(POLL)
    reply = await handed_in(desk)
    judged = await judge(desk, owed, reply)
    kept = keep(desk, judged, reply)
    yield Say(text=" ".join(sentence(entry, found, name, words) for entry, found in judged), passing=not kept)
    yield desk.view()


def _asks(desk: Desk) -> bool:
    """“What do I owe?” Anything longer is read as a reply, whatever it seems to ask: no reply may be lost."""
    words = desk.ask.text.split()
    brief = len(words) <= A_FEW or (desk.ask.text.rstrip().endswith("?") and len(words) <= A_SENTENCE)
    return brief and not desk.ask.files and intents.intent(desk.ask.text, True) in ("status", "late")


async def handed_in(desk: Desk) -> Reply:
    """What was written, and what stands in the files that came with it."""
    there, ask = await desk.sources.names(), desk.ask
    documents = [await desk.sources.read(name) for name in ask.files if name in there]
    read = {one.name: full_text(one) for one in documents if one.blocks and not one.trouble}
    unread = tuple(name for name in ask.files if name not in read)
    inside = "\n\n".join(read.values())
    return Reply(speaker=ask.speaker, text=ask.text, files=ask.files, inside=inside, unread=unread)


def known(desk: Desk, speaker: Speaker) -> bool:
    """A message was judged against all of its writer's tasks when it was read: a second time it is about none."""
    return any(entry.knows(speaker.ref) for entry in entries(desk.log) if is_of(entry, speaker))


def open_tasks(desk: Desk, speaker: Speaker) -> tuple[Entry, ...]:
    """What the speaker still owes; an answer to a brief is about that brief's task alone."""
    found = tuple(entry for entry in entries(desk.log) if is_of(entry, speaker) and not entry.done)
    brief = rows.find(desk.files.drafts, speaker.in_reply_to) or {}
    return tuple(entry for entry in found if entry.task_id == brief.get("task_id")) or found


def is_of(entry: Entry, speaker: Speaker) -> bool:
    """The task's owner, or somebody the owner named to answer in their place."""
    if any(is_delegate(named, speaker.name, speaker.address, entry.address) for named in entry.delegates):
        return True
    if entry.oid and speaker.oid:
        return entry.oid == speaker.oid
    return bool(speaker.address) and entry.address.casefold() == speaker.address.casefold()


async def judge(desk: Desk, owed: tuple[Entry, ...], reply: Reply) -> list[Judged]:
    """One judgement per task. Of several tasks only those count that the words are about; of none, the first one."""
    owner = desk.owner
    found = [(entry, await desk.brain.judge(readings.task(entry), reply, owner)) for entry in owed]
    about = [(entry, one) for entry, one in found if one.kind == "submission" and one.covered]
    promised = [(entry, one) for entry, one in found if one.kind == "promise"]
    return about or promised or found[:1]


def keep(desk: Desk, judged: list[Judged], reply: Reply) -> bool:
    """Write down what counts. Automatic answers and what is not about the task leave no trace: then false."""
    speaker = reply.speaker
    at = moment(speaker.at, desk.zone) or desk.now
    kept = {entry.task_id: one for entry, one in judged if one.kind in ("submission", "question", "promise")}
    if not kept:
        return False

    words = _words_kept(desk, reply)

    def change(log: Json) -> Json:
        after = [
            marks.answered(entry, kept[entry.task_id], speaker, at, words) if entry.task_id in kept else entry.raw
            for entry in entries(log)
        ]
        fresh = entries(log | {"tasks": after})
        tasks = [entry.raw | {"status": entry.status(desk.now, desk.zone)} for entry in fresh]
        seen = marks.seen_until(log, speaker.channel, at, speaker.ref)
        return {"tasks": tasks, "status": rolled_up(fresh, str(log.get("status") or ""))} | seen

    desk.patch(change)
    for entry, one in judged:
        desk.note("captured", f"{one.kind} from {speaker.name or speaker.address} for {entry.title}", speaker.ref)
    return True


def _words_kept(desk: Desk, reply: Reply) -> Json:
    """The reply itself stays in the sandbox: the response is put together from it."""
    name = f"replies/{sha256((reply.speaker.ref or reply.text).encode()).hexdigest()[:16]}.md"
    desk.files.write_text(name, reply.text)
    return {"text_file": name, "files": list(reply.files)}


def sentence(entry: Entry, found: Submission, name: str, words: Words) -> str:
    total = words.count(len(entry.requirements), "requirement")
    facts: dict[str, object] = {"name": name, "title": entry.title, "requirements": total}
    facts |= {"covered": len(found.covered), "gaps": views.shortened(found.gaps), "question": found.question}
    facts |= {"files": ", ".join(found.unread), "delegate": apart(found.delegate)[0]}
    return words.say(f"reply.{_case(found)}", **facts, day=words.day(found.eta))


def _case(found: Submission) -> str:
    if found.delegate:
        return "delegate"
    if found.kind == "promise":
        return "promise" if found.eta else "promise.open"
    if found.kind != "submission":
        return found.kind
    if not found.gaps:
        return "covered"
    if found.covered:
        return "gaps"
    return "unread" if found.unread else "nothing"
