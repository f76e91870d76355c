"""The documents are read as a project would read them, each request and each meeting by itself."""

import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from agent.brain.interface import Brain, Rfp
from agent.evaluate import scoring
from agent.evaluate.facts import Expected, Meeting, Request
from agent.evaluate.scoring import Score
from agent.sources.folder import FolderSources

NOTHING_ASKED = Rfp(title="", source_refs=())
MEASURES = ("sections", "requirements", "owners", "dates")


class Line(NamedTuple):
    """One document's scores, by measure. Measures that nothing is known for are not in it."""

    path: str
    scores: dict[str, Score]
    invented: tuple[str, ...] = ()


async def evaluate(brain: Brain, folder: Path, known: Expected) -> list[Line]:
    """Raises `FileNotFoundError` for a document that is not there: what is not read must not count as read."""
    lines = [await _request(brain, folder / one.path, one) for one in known.requests]
    return lines + [await _meeting(brain, folder / one.path, one) for one in known.meetings]


async def _request(brain: Brain, path: Path, known: Request) -> Line:
    with tempfile.TemporaryDirectory() as alone:
        rfp = await brain.find_rfp(FolderSources([_folder_of(path, Path(alone))]), "")
    read = rfp or NOTHING_ASKED
    scores = {"dates": scoring.dates(read, known)}
    if known.sections:
        scores["sections"] = scoring.sections(read, known)
    if known.duties:
        scores["requirements"] = scoring.requirements(read, known)
    return Line(known.path, scores)


async def _meeting(brain: Brain, path: Path, known: Meeting) -> Line:
    with tempfile.TemporaryDirectory() as alone:
        sources = FolderSources([_folder_of(path, Path(alone))])
        kickoff = await brain.find_kickoff(sources, NOTHING_ASKED, "")
        documents = [await sources.read(name) for name in await sources.names()]
    owners, dates = scoring.deeds(kickoff, known)
    return Line(known.path, {"owners": owners, "dates": dates}, scoring.invented(kickoff, documents, known))


def _folder_of(path: Path, alone: Path) -> Path:
    """Its own folder, or for a file a folder that holds nothing else."""
    if path.is_dir():
        return path
    shutil.copy(path, alone / path.name)
    return alone
