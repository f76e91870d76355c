"""The sessions of this platform: who they are, what state they are in, how long they live."""

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from agent.state import read_json, to_bytes, write_atomic

DAY = 86400
LIFETIME = 30 * DAY  # since the last turn
NAME = re.compile(r"[A-Za-z0-9_-]{1,128}")
Status = Literal["creating", "active", "idle", "expired"]


@dataclass
class Session:
    """Times are unix seconds on the platform's clock."""

    agent_session_id: str
    agent_version: str
    created_at: int
    last_accessed_at: int
    expires_at: int
    status: Status = "idle"
    stopped_at: int | None = None

    def view(self) -> dict[str, Any]:
        shown = {
            "agent_session_id": self.agent_session_id,
            "version_indicator": {"type": "version_ref", "agent_version": self.agent_version},
            "status": self.status,
            "created_at": self.created_at,
            "last_accessed_at": self.last_accessed_at,
            "expires_at": self.expires_at,
        }
        return shown if self.stopped_at is None else shown | {"stopped_at": self.stopped_at}


class Taken(ValueError):
    """The id belongs to another session."""


class BadName(ValueError):
    """An id that could not be a folder's name."""


class Sessions:
    """All sessions, written to sessions.json at every change: a restart forgets nothing."""

    def __init__(self, root: Path, clock: Callable[[], float]) -> None:
        self.root, self.clock = root, clock
        stored = read_json(root / "sessions.json").get("sessions", [])
        self._known = {row["agent_session_id"]: Session(**(row | {"status": _at_rest(row)})) for row in stored}

    def get(self, session_id: str) -> Session | None:
        return self._known.get(session_id)

    def all(self) -> list[Session]:
        return sorted(self._known.values(), key=lambda one: (one.created_at, one.agent_session_id))

    def create(self, session_id: str = "", agent_version: str = "1") -> Session:
        session_id = session_id or secrets.token_hex(16)
        if not NAME.fullmatch(session_id):
            raise BadName(session_id)
        if session_id in self._known:
            raise Taken(session_id)
        now = int(self.clock())
        self._known[session_id] = session = Session(session_id, agent_version, now, now, now + LIFETIME)
        self.home(session_id).mkdir(parents=True, exist_ok=True)
        self.save()
        return session

    def touch(self, session: Session) -> None:
        """A turn renews the lifetime; looking at a session or its files does not."""
        session.last_accessed_at = int(self.clock())
        session.expires_at = session.last_accessed_at + LIFETIME
        self.save()

    def mark(self, session: Session, status: Status) -> None:
        session.status = status
        session.stopped_at = None if status in ("creating", "active") else int(self.clock())
        self.save()

    def forget(self, session_id: str) -> Session | None:
        session = self._known.pop(session_id, None)
        self.save()
        return session

    def overdue(self) -> list[Session]:
        return [one for one in self._known.values() if one.status != "expired" and one.expires_at <= self.clock()]

    def folder(self, session_id: str) -> Path:
        return self.root / "sessions" / session_id

    def home(self, session_id: str) -> Path:
        return self.folder(session_id) / "home"

    def save(self) -> None:
        rows = [vars(one) for one in self._known.values()]
        write_atomic(self.root / "sessions.json", to_bytes({"sessions": rows}))


def _at_rest(row: dict[str, Any]) -> Status:
    """No process outlives the platform: what was active is idle now."""
    return "expired" if row.get("status") == "expired" else "idle"
