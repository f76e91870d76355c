"""A clock that can be moved: real time plus an offset that lies in a file, so that several processes agree on it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path


class MovedClock:
    """Call it for the time. It is read whenever it is asked, so a move is seen everywhere at once."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.offset

    @property
    def offset(self) -> timedelta:
        try:
            return timedelta(seconds=float(self._file.read_text()))
        except (OSError, ValueError):
            return timedelta()

    def set(self, moment: datetime) -> None:
        """Make it `moment` now; from there it runs on."""
        draft = self._file.with_suffix(".new")
        draft.write_text(str((moment - datetime.now(UTC)).total_seconds()))
        draft.replace(self._file)
