"""“Read this document”: a job of its own, which outlives its turn and its process, and is told once."""

import asyncio
import gc

import pytest
from scripted import Names, ScriptedBrain
from speaking import OLGA, Room, line

from agent import errands
from agent.brain.errands import asks_to_read
from agent.brain.interface import Rfp
from agent.brain.rules import RulesBrain
from agent.errands import Errands, jobs
from agent.sources.interface import Block, Document
from agent.turn import Sandbox

ASK = "Please read annex.pdf"
READ = "I have read **annex.pdf**: 3 sections, 4 requirements and 1 date."
BEGUN = "I am reading annex.pdf."


class Slow(ScriptedBrain):
    """Reads only when it may."""

    def __init__(self) -> None:
        super().__init__()
        self.may, self.begun = asyncio.Event(), 0
        self.studied = []

    async def study(self, document: Document, locale: str = "") -> Rfp:
        self.begun += 1
        self.studied.append(document)
        await self.may.wait()
        return await super().study(document, locale)


class Papers(Names):
    def __init__(self, *names: str) -> None:
        super().__init__(*names)
        self.newer = {}  # by their names: what was handed in again

    async def read(self, name: str) -> Document:
        if name in self.newer:
            return self.newer[name]
        if name == "scan.pdf":
            return Document(name=name, media="pdf", trouble="This PDF has no text.")
        return Document(name=name, media="pdf", blocks=(Block(kind="paragraph", text="The vendor must help."),))


def anew(room: Room, brain: ScriptedBrain, patience: float = 0.0) -> Room:
    """The sandbox as a new process finds it: the files are there, and nothing else."""
    papers = Papers("rfp.docx", "kickoff.vtt", "annex.pdf", "scan.pdf")
    room.sandbox = Sandbox(home=room.sandbox.home, brain=brain, sources=papers, errands=Errands(patience))
    return room


async def settled(room: Room) -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def slow(under_way):
    return anew(under_way, Slow())


async def test_what_is_soon_read_is_told_by_the_same_turn(under_way):
    heard = await anew(under_way, ScriptedBrain(), patience=1).owner(ASK)

    assert [one.arguments for one in heard.calls("read_document")] == [{"document": "annex.pdf"}]
    assert heard.text.startswith(READ)
    assert "- List every component (rfp.docx, 1)" in heard.text


async def test_a_job_outlives_its_turn_and_is_told_once_by_the_next(slow):
    assert (await slow.owner(ASK)).text.startswith(BEGUN)
    assert READ not in (await slow.owner("status")).text
    slow.sandbox.brain.may.set()
    await settled(slow)

    assert READ in (await slow.owner("status")).text
    assert READ not in (await slow.owner("status")).text


async def test_the_result_has_a_shape_and_lies_with_the_project(slow):
    await slow.owner(ASK)
    slow.sandbox.brain.may.set()
    await settled(slow)

    (job,) = jobs(slow.files)
    assert (job.state, job.document, job.tries) == ("done", "annex.pdf", 1)
    assert [one.title for one in job.reading.sections] == ["Technical", "Pricing", "References"]


async def test_a_sandbox_that_was_killed_begins_the_job_anew_with_the_next_turn(slow):
    await slow.owner(ASK)
    anew(slow, Slow())  # the process that was reading is gone

    assert READ not in (await slow.owner("status")).text
    await settled(slow)
    assert slow.sandbox.brain.begun == 1
    slow.sandbox.brain.may.set()
    await settled(slow)

    assert READ in (await slow.owner("status")).text


async def test_a_document_that_ends_the_sandbox_each_time_is_given_up_and_named(slow):
    await slow.owner(ASK)
    for _ in range(2):
        await anew(slow, Slow()).reply("zoe@contoso.example", "Hello there", ref="r")

    heard = await anew(slow, Slow()).owner("status")

    assert "I could not read **annex.pdf**. It could not be read: the work on it broke off 3 times." in heard.text
    assert slow.sandbox.brain.begun == 0


async def test_a_job_that_fails_is_tried_again_and_said_to_nobody_before(slow, caplog):
    class Fails(ScriptedBrain):
        async def study(self, document: Document, locale: str = "") -> Rfp:
            raise ValueError("odd")

    heard = await anew(slow, Fails(), patience=1).owner(ASK)
    gc.collect()

    assert heard.text == ""
    assert "a document could not be read: ValueError" in caplog.text
    assert READ in (await anew(slow, ScriptedBrain(), patience=1).owner(ASK)).text


async def test_a_turn_that_is_asked_for_again_after_a_crash_tells_what_it_had_told(slow, monkeypatch):
    await slow.owner(ASK)
    slow.sandbox.brain.may.set()
    await settled(slow)
    with monkeypatch.context() as patched:
        patched.setattr(errands, "told", _dies_after(errands.told))
        with pytest.raises(asyncio.CancelledError):
            await slow.send(line("speaker", OLGA), text="status", turn_id="t-9")

    again = await slow.send(line("speaker", OLGA), text="status", turn_id="t-9")

    assert READ in again.text
    assert READ not in (await slow.owner("status")).text


def _dies_after(done):
    def told(*given: object) -> None:
        done(*given)
        raise asyncio.CancelledError

    return told


@pytest.mark.parametrize(("reason", "told"), [("scheduled", False), ("asked", True)])
async def test_a_check_tells_it_where_its_answer_is_read(slow, reason, told):
    await slow.owner(ASK)
    slow.sandbox.brain.may.set()
    await settled(slow)

    facts = {"now": "2026-12-02T09:00:00-03:00", "zone": "America/Sao_Paulo", "reason": reason}
    heard = await slow.send(line("poll", facts), text="Check, do not send.")

    assert (READ in heard.text) is told
    assert (READ in (await slow.owner("status")).text) is not told


async def test_a_check_that_offers_something_tells_it_too(slow):
    await slow.owner(ASK)
    slow.sandbox.brain.may.set()
    await settled(slow)

    assert READ in (await slow.poll("2026-12-05T09:00:00-03:00")).text


async def test_nobody_else_is_told(slow):
    await slow.owner(ASK)
    slow.sandbox.brain.may.set()
    await settled(slow)

    assert READ not in (await slow.reply("ana@contoso.example", "Which RTO?", ref="r-1")).text
    assert READ in (await slow.owner("status")).text


async def test_a_document_without_text_is_told_with_its_trouble(under_way):
    heard = await anew(under_way, ScriptedBrain(), patience=1).owner("Summarize scan.pdf")

    assert heard.text == "I could not read **scan.pdf**. This PDF has no text."


async def test_the_rules_read_any_document_by_itself():
    blocks = (Block(kind="heading", text="Service levels", number="1", level=1),)
    blocks += (Block(kind="paragraph", text="The vendor must answer within four hours.", place="page 1"),)

    found = await RulesBrain().study(Document(name="annex.pdf", media="pdf", blocks=blocks), "en")

    assert [one.text for section in found.sections for one in section.requirements] == [
        "The vendor must answer within four hours."
    ]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Read annex.pdf", True),
        ("Could you please go through this document? annex.pdf", True),
        ("Leia annex.pdf, por favor", True),
        ("Resuma este anexo: annex.pdf", True),
        ("Read the kickoff notes annex.pdf", False),
        ("Read annex.pdf again", False),
        ("Leia a ata annex.pdf", False),
        ("annex.pdf has what Ana read", False),
        ("Here is annex.pdf", False),
    ],
)
def test_only_words_that_ask_for_nothing_else_begin_a_job(text, asks):
    assert asks_to_read(text, ("annex.pdf",)) is asks


async def test_before_any_work_has_begun_a_document_is_what_the_work_may_rest_on(room):
    heard = await anew(room, ScriptedBrain(), patience=1).owner("Read rfp.docx")

    assert not heard.calls("read_document")


async def test_what_is_handed_in_again_while_it_is_read_is_what_is_told(slow):
    await slow.owner(ASK)
    newer = Document(name="annex.pdf", media="pdf", blocks=(Block(kind="paragraph", text="The vendor must not."),))
    slow.sandbox.sources.newer["annex.pdf"] = newer
    await slow.owner(ASK)
    slow.sandbox.brain.may.set()
    await settled(slow)

    assert [one.blocks[0].text for one in slow.sandbox.brain.studied] == [
        "The vendor must help.",
        "The vendor must not.",
    ]
    assert READ in (await slow.owner("status")).text
    assert READ not in (await slow.owner("status")).text


async def test_a_document_that_is_asked_for_twice_is_studied_once(slow):
    await slow.owner(ASK)
    await slow.owner(ASK)
    slow.sandbox.brain.may.set()
    await settled(slow)

    assert slow.sandbox.brain.begun == 1
