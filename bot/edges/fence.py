"""An agent may write its dashboard as a fenced block into its answer: read it, and never show it, not even half."""

from typing import Any

import orjson

OPEN, CLOSE = "```json", "```"


class Fence:
    """Text goes through piece by piece; a fenced block is held back until it is whole."""

    def __init__(self) -> None:
        self._held = ""
        self.payload: dict[str, Any] | None = None

    def through(self, piece: str) -> str:
        """What may be shown now."""
        self._held += piece
        shown = ""
        while True:
            start = self._held.find(OPEN)
            if start < 0:
                keep = _beginning_of(OPEN, self._held)
                cut = len(self._held) - keep
                shown, self._held = shown + self._held[:cut], self._held[cut:]
                return shown
            end = self._held.find(CLOSE, start + len(OPEN))
            if end < 0:
                shown, self._held = shown + self._held[:start], self._held[start:]
                return shown
            block, rest = self._held[start : end + len(CLOSE)], self._held[end + len(CLOSE) :]
            shown += self._held[:start] + ("" if self._is_dashboard(block) else block)
            self._held = rest

    def end(self) -> str:
        """What was held back and turned out to be text; half a dashboard is dropped."""
        held, self._held = self._held, ""
        return "" if held.startswith(OPEN) and '"dashboard"' in held else held

    def _is_dashboard(self, block: str) -> bool:
        try:
            found = orjson.loads(block.removeprefix(OPEN).removesuffix(CLOSE).strip())
        except orjson.JSONDecodeError:
            return False
        if not isinstance(found, dict) or found.get("kind") != "dashboard":
            return False
        self.payload = found
        return True


def _beginning_of(mark: str, text: str) -> int:
    """How many characters at the end of the text may be the beginning of the mark."""
    return next((n for n in range(min(len(mark) - 1, len(text)), 0, -1) if mark.startswith(text[-n:])), 0)


def without_dashboard(text: str) -> str:
    fence = Fence()
    return fence.through(text) + fence.end()
