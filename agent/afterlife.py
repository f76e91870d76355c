"""Answers that an earlier process of this sandbox left unfinished: nobody will finish them, and that is said."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from azure.ai.agentserver.responses import FileResponseStore

CUT_SHORT = "turn_cut_short"  # the code of a turn whose process ended before it did
WHY = "The process that worked on this turn ended before the turn did."
OPEN = ("queued", "in_progress")


class OneLife(FileResponseStore):
    """The library's own store on disk. A response that is open there and was not begun by us is closed as failed."""

    def __init__(self, folder: str | Path | None = None) -> None:
        super().__init__(folder)
        self._ours: set[str] = set()

    async def create_response(
        self, response: Any, input_items: Iterable[Any] | None, history_item_ids: Iterable[str] | None, **more: Any
    ) -> None:
        self._ours.add(str(response.get("id")))
        await super().create_response(response, input_items, history_item_ids, **more)

    async def get_response(self, response_id: str, **more: Any) -> Any:
        found = await super().get_response(response_id, **more)
        if found.get("status") not in OPEN or response_id in self._ours:
            return found
        found["status"] = "failed"
        found["error"] = {"code": CUT_SHORT, "message": WHY}  # type: ignore[typeddict-item] # a code of ours
        await self.update_response(found, **more)
        return found
