"""The agent's sandbox from outside: how long it stays, what was copied out of it, what was chosen when it was lost.

A sandbox is set up once (files, then a marker), and used under one id for as long as it lives. One that is gone is
never made anew under its id: the owner decides, and a new start takes a new id.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from pydantic import ConfigDict

from bot.core.noun import Noun

NOTICE = timedelta(days=5)  # how long before its end the owner hears of it


class Choice(StrEnum):
    RESTART = "restart"
    STOP = "stop"


class FileEntry(Noun):
    """A line of a folder's listing."""

    name: str
    size: int = 0
    folder: bool = False
    modified: datetime | None = None


class Stay(Noun):
    """A sandbox that was set up. It `ends` when nothing is asked of it; every turn gives it another `span`."""

    session_id: str
    copied_at: datetime | None = None  # when a copy was last begun
    seen_at: datetime | None = None  # when the copy was last known to be like the sandbox
    ends: datetime | None = None
    span: timedelta = timedelta(days=30)

    def renewed(self, now: datetime) -> "Stay":
        return self.model_copy(update={"ends": now + self.span})

    @property
    def warn_at(self) -> datetime | None:
        """Short stays get short notice: nobody is warned after every turn."""
        return self.ends - min(NOTICE, self.span / 6) if self.ends else None


class KeptFile(Noun):
    """`path` is relative to the project's folder; `modified` as the sandbox gave it."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    path: str
    modified: datetime | None = None
    content: bytes


class Checkpoint(Noun):
    """The agent's own state files as they were after a turn."""

    project_id: str
    session_id: str
    at: datetime
    files: tuple[KeptFile, ...]


class Loss(Noun):
    """A sandbox that is gone, and what its owner chose. `decided_in`: the letter that chose in words."""

    loss_id: str
    project_id: str
    session_id: str
    approvers: tuple[str, ...]
    lost_at: datetime
    copy_at: datetime | None = None
    files: int = 0
    choice: Choice | None = None
    decided_by: str = ""
    decided_at: datetime | None = None
    decided_in: str = ""


def loss_name(project_id: str, number: int) -> str:
    """One per sandbox: losing the same one twice asks once."""
    return f"{project_id}.lost.{number}"
