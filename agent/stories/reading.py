"""The owner asks to read a document by itself: a job begins, and what came out is told when it is done."""

from collections.abc import Iterator

from agent import errands
from agent.brain.errands import asks_to_read
from agent.brain.interface import Rfp
from agent.brain.language import clip
from agent.brain.notes import date_label
from agent.desk import Desk
from agent.errands import Job
from agent.events import Call, Events, Say
from agent.phases import Phase
from agent.words import page

SHOWN, LONGEST = 5, 200  # requirements of one document that are told, and characters of one


def asked(desk: Desk) -> bool:
    """Only beside work that has begun, and not where a file is what we asked for."""
    begun = desk.phase is not Phase.NONE and not desk.log.get("asked")
    return begun and bool(desk.ask.files) and asks_to_read(desk.ask.text, desk.ask.files)


async def begin(desk: Desk) -> Events:
    """What is soon read is told at once; of the rest it is said that it will be."""
    slow: list[str] = []
    for name in desk.ask.files:
        job = errands.job_for(name, desk.words.locale)
        desk.allowance.use("read_sources")
        yield Call(name="read_document", arguments={"document": name})
        desk.errands.begin(desk.files, job, desk.brain, desk.sources)
        if not await desk.errands.wait(desk.files, job.job_id):
            slow.append(name)
    if slow:
        yield Say(text=desk.words.say("errand.begun", documents=desk.words.few(slow)))


def done(desk: Desk) -> tuple[Job, ...]:
    """What was read and nobody was told yet."""
    return tuple(job for job in errands.jobs(desk.files) if job.state == "done")


def news(desk: Desk, found: tuple[Job, ...]) -> Say | None:
    lines = [line for job in found for line in _told(desk, job)]
    return Say(text=page(lines), sources=tuple(job.document for job in found)) if lines else None


def _told(desk: Desk, job: Job) -> Iterator[str]:
    words, read = desk.words, job.reading
    if read is None:
        yield words.say("errand.unread", document=job.document, trouble=job.trouble)
        return
    wanted = [one for section in read.sections for one in section.requirements]
    yield words.say("errand.read", document=job.document, found=words.join(_counted(desk, read, len(wanted))))
    if job.trouble:
        yield words.say("check.unread", files=job.document, trouble=job.trouble)
    yield from (
        f"- {date_label(day.label, words.language)}: {words.moment(day.when, desk.zone)} ({day.source_ref})"
        for day in read.dates
    )
    yield from (f"- {clip(one.text, LONGEST)} ({one.source_ref})" for one in wanted[:SHOWN])
    if len(wanted) > SHOWN:
        yield f"- {words.say('late.more', n=len(wanted) - SHOWN)}"


def _counted(desk: Desk, read: Rfp, requirements: int) -> Iterator[str]:
    words = desk.words
    yield words.count(len(read.sections), "section")
    yield words.count(requirements, "requirement")
    if read.dates:
        yield words.count(len(read.dates), "date")
