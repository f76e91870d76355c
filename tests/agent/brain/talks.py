"""Meetings and requests in a few lines, read by the real readers."""

from pathlib import Path

from agent.brain.interface import Kickoff, Owner, Reply, Rfp, Section, Task
from agent.brain.kickoff import read_kickoff
from agent.brain.outline import outline
from agent.brain.requirements import requirements
from agent.sources.interface import Document
from agent.sources.reading import read_bytes
from agent.wire import Speaker

SAMPLES = Path(__file__).parents[2] / "samples" / "brain"
ANA = Owner(name="Ana Ribeiro", address="ana.ribeiro@ours.example", zone="America/New_York", locale="en")
ANA_PT = Owner(name="Ana Ribeiro", address="ana.ribeiro@nossa.example", zone="America/Sao_Paulo", locale="pt-BR")
SECTIONS = (
    Section(id="s1", title="Technical Approach", number="3.1"),
    Section(id="s2", title="Pricing", number="4"),
    Section(id="s3", title="Staffing Plan", number="3.2"),
    Section(id="s4", title="Similar Experience", number="5"),
    Section(id="s5", title="Security Requirements", number="6"),
)
RFP = Rfp(title="Portal", customer="Contoso", source_refs=("rfp.md",), sections=SECTIONS)


def document(name: str, text: str) -> Document:
    return read_bytes(name, text.encode(), None)


def talk(*said: str, day: str = "2026-11-30") -> Kickoff:
    """A transcript: each line is "Name: words". The thirtieth of November 2026 is a Monday."""
    cues = [
        f"00:00:{n:02}.000 --> 00:00:{n + 1:02}.000\n<v {who}>{words}</v>"
        for n, (who, words) in enumerate(map(_cut, said))
    ]
    return read_kickoff([document("kickoff.vtt", f"WEBVTT\n\nNOTE {day}\n\n" + "\n\n".join(cues))], RFP)


def _cut(line: str) -> tuple[str, str]:
    who, _, words = line.partition(": ")
    return who, words


def notes(text: str) -> Kickoff:
    return read_kickoff([document("notes.md", text)], RFP)


def wanted(text: str, *buyers: str) -> list[str]:
    """The requirements of a Markdown text, in order."""
    return [r.text for part in outline(document("rfp.md", text)) for r in requirements(part, buyers)]


def deeds(kickoff: Kickoff) -> list[tuple[str, str, str | None]]:
    return [(c.owner, c.what, c.due) for c in kickoff.commitments]


def reply(text: str, *files: str, at: str = "2026-12-01T10:00:00+00:00") -> Reply:
    speaker = Speaker.model_validate({"name": "Joe Miller", "address": "joe@ours.example", "at": at})
    return Reply(speaker=speaker, text=text, files=files, unread=files)


def task(*required: str, **more: str | bool | None) -> Task:
    facts = {
        "task_id": "joe-technical",
        "title": "Technical Approach",
        "owner_name": "Joe Miller",
        "owner_address": "joe@ours.example",
    }
    return Task.model_validate({**facts, "due_at": "2026-12-03", "requirements": required, **more})
