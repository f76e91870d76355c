"""Somebody else writes: their words are judged against what they owe or handed in; they never drive the project."""

from hashlib import sha256
from typing import Any

from agent import drafts as rows
from agent import marks, readings
from agent.brain.concepts import concepts
from agent.brain.delegation import is_delegate
from agent.brain.finding import full_text
from agent.brain.interface import Reply, Submission
from agent.brain.language import clip
from agent.brain.own_status import own_status
from agent.desk import Desk
from agent.events import Events, Say
from agent.phases import POLL
from agent.stories import receiving, standing
from agent.tasks import Entry, entries, moment, rolled_up
from agent.wire import Speaker
from agent.words import Words, page

Json = dict[str, Any]
Judged = tuple[Entry, Submission]
COUNTS_FOR_NOTHING = ("automatic", "unrelated")
SHOWN = 160  # characters of what is quoted


async def hear(desk: Desk) -> Events:
    words, speaker = Words(desk.owner.locale), desk.ask.speaker
    if own_status(desk.ask.text) and not desk.ask.files:
        yield Say(text=page(standing.owed(desk, open_tasks(desk, speaker))))
        return
    name, own = speaker.name or speaker.address, tasks_of(desk, speaker)
    if (again := known(desk, speaker)) or not own:
        yield Say(text=words.say("reply.again" if again else "reply.no_task", name=name))
        return
    yield desk.run(POLL)
    reply = await handed_in(desk)
    judged = await judge(desk, own, reply)
    kept = keep(desk, judged, reply)
    yield Say(text=receiving.told(desk, judged, name, words), passing=not kept)
    yield desk.view()


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
    return _of_the_brief(desk, speaker, found) or found


def tasks_of(desk: Desk, speaker: Speaker) -> tuple[Entry, ...]:
    """What a message may be about: what is owed comes first, then what was handed in and may be corrected."""
    done = tuple(entry for entry in entries(desk.log) if is_of(entry, speaker) and entry.done)
    return (*open_tasks(desk, speaker), *(_of_the_brief(desk, speaker, done) or done))


def _of_the_brief(desk: Desk, speaker: Speaker, found: tuple[Entry, ...]) -> tuple[Entry, ...]:
    brief = rows.find(desk.files.drafts, speaker.in_reply_to) or {}
    return tuple(entry for entry in found if entry.task_id == brief.get("task_id"))


def is_of(entry: Entry, speaker: Speaker) -> bool:
    """The task's owner, or somebody the owner named to answer in their place."""
    if any(is_delegate(named, speaker.name, speaker.address, entry.address) for named in entry.delegates):
        return True
    if entry.oid and speaker.oid:
        return entry.oid == speaker.oid
    return bool(speaker.address) and entry.address.casefold() == speaker.address.casefold()


async def judge(desk: Desk, own: tuple[Entry, ...], reply: Reply) -> list[Judged]:
    """One judgement per task. Of several tasks only those count that the words are about; of none, the first one.

    An answer is taken for what is owed. Only what answers nothing of that may answer anew what is done.
    """
    found = [(entry, await desk.brain.judge(readings.task(entry), reply, desk.owner)) for entry in own]
    about = [one for one in found if one[1].kind == "submission" and one[1].covered]
    if about:
        return [one for one in about if not one[0].done] or about
    if taken_back := _taken_back(found):
        return taken_back
    promised = [one for one in found if one[1].kind == "promise" and not one[0].done]
    return _named(promised, reply) or promised or [_as_note(one, reply) for one in found[:1]]


def _taken_back(judged: list[Judged]) -> list[Judged]:
    """The tasks whose points are taken back; where no point is named, the only one that anything was sent for."""
    found = [one for one in judged if one[1].kind == "withdrawn" and one[0].accepted]
    return [one for one in found if one[1].takes_back] or (found if len(found) == 1 else [])


def _named(judged: list[Judged], reply: Reply) -> list[Judged]:
    """Those whose title the words speak of."""
    said = concepts(reply.text)
    return [one for one in judged if concepts(one[0].title) & said]


def _as_note(one: Judged, reply: Reply) -> Judged:
    """What takes nothing back, or adds nothing to what is done, is for the owner to read."""
    entry, found = one
    adds_nothing = entry.done and found.kind == "submission" and not (found.unread or not found.gaps)
    if found.kind != "withdrawn" and not adds_nothing:
        return one
    words = found.words or clip(" ".join(reply.text.split()), SHOWN)
    return entry, found.model_copy(update={"kind": "note", "words": words})


def keep(desk: Desk, judged: list[Judged], reply: Reply) -> bool:
    """Write down what counts. Automatic answers and what is not about the task leave no trace: then false."""
    speaker = reply.speaker
    at = moment(speaker.at, desk.zone) or desk.now
    kept = {entry.task_id: one for entry, one in judged if one.kind not in COUNTS_FOR_NOTHING}
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
