"""Which session a response belongs to, and to whom: kept on disk, so that it can be found after a restart."""

import json
from pathlib import Path

from agent.state import append_line


class Routes:
    """One line per response in routes.ndjson."""

    def __init__(self, root: Path) -> None:
        self._path = root / "routes.ndjson"
        self._known: dict[str, tuple[str, str]] = {}
        if self._path.exists():
            for line in self._path.read_text().splitlines():
                self._take(line)

    def _take(self, line: str) -> None:
        try:
            response_id, session_id, identity = json.loads(line)
        except ValueError:
            return  # torn by a crash: that response was never announced
        self._known[response_id] = (session_id, identity)

    def add(self, response_id: str, session_id: str, identity: str) -> None:
        self._known[response_id] = (session_id, identity)
        append_line(self._path, json.dumps([response_id, session_id, identity]))

    def owner_of(self, response_id: str) -> str:
        """The session of a response, whoever asks; empty for an unknown one."""
        return self._known.get(response_id, ("", ""))[0]

    def session_of(self, response_id: str, identity: str) -> str | None:
        """None for an unknown response, and just so for somebody else's."""
        session_id, whose = self._known.get(response_id, (None, ""))
        return session_id if whose == identity else None
