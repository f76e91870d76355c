"""Lists in pages: `limit` 1–100 (20), `order`, and a cursor that is the last item's name."""

from collections.abc import Mapping
from typing import Any

from agent.platform.answers import refused

DEFAULT, MOST = 20, 100
Row = dict[str, Any]


def page(rows: list[Row], key: str, query: Mapping[str, str], order: str) -> tuple[list[Row], str | None]:
    """One page and the cursor of the next one, None on the last. `rows` come in ascending order."""
    limit = _limit(query.get("limit"))
    if query.get("order", order) == "desc":
        rows = rows[::-1]
    names = [str(row[key]) for row in rows]
    start = names.index(query["after"]) + 1 if query.get("after") in names else 0
    end = names.index(query["before"]) if query.get("before") in names else len(rows)
    shown = rows[start:end][:limit]
    more = start + len(shown) < end
    return shown, str(shown[-1][key]) if shown and more else None


def _limit(given: str | None) -> int:
    if given is None:
        return DEFAULT
    if not given.isdigit() or not 1 <= int(given) <= MOST:
        raise refused(400, "invalid_parameters", f"limit must be a number from 1 to {MOST}.")
    return int(given)
