"""Server-sent events of a Responses stream, from raw bytes to our own events; what nobody needs is never parsed."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Literal

import orjson

from bot.core.turn import (
    Asked,
    Consent,
    Ended,
    Event,
    Offered,
    Progress,
    Snapshot,
    Started,
    Text,
    Viewed,
)
from bot.core.wire_draft import drafts_in
from bot.edges import citations
from bot.edges.fence import Fence, without_dashboard

TEXT = ("response.output_text.delta", "response.refusal.delta")
TERMINAL = ("response.completed", "response.incomplete", "response.failed", "error")
PARSED = frozenset(
    {
        *TEXT,
        *TERMINAL,
        "response.created",
        "response.in_progress",
        "response.output_item.added",
        "response.output_item.done",
        "response.function_call_arguments.done",
        citations.ADDED,
    }
)
DELTA = b"event: response.output_text.delta\ndata: "
SILENT = ("message", "output_message", "reasoning", "function_call", "function_call_output", "compaction")
OUR_TOOLS = ("publish_drafts", "publish_view", "dashboard_payload")
Status = Literal["completed", "incomplete", "failed", "cancelled"]
STATUSES: dict[str, Status] = {
    "completed": "completed",
    "incomplete": "incomplete",
    "failed": "failed",
    "cancelled": "cancelled",
}
Json = dict[str, Any]


class Splitter:
    """Whole blocks out of chunks that may end anywhere, inside a character too."""

    def __init__(self) -> None:
        self._rest = b""

    def blocks(self, chunk: bytes) -> list[bytes]:
        *blocks, self._rest = (self._rest + chunk.replace(b"\r", b"")).split(b"\n\n")
        return blocks


def data_of(block: bytes) -> Json | None:
    """The object in a block; None for comments, for what is not wanted, and for what is no object."""
    if block.startswith(DELTA):  # nearly every block of a long answer
        return _parsed(block[len(DELTA) :]) if b"\n" not in block[len(DELTA) :] else _sorted_out(block)
    return _sorted_out(block)


def _sorted_out(block: bytes) -> Json | None:
    name, lines = "", []
    for line in block.split(b"\n"):
        if line.startswith(b"event:"):
            name = line[6:].strip().decode(errors="replace")
        elif line.startswith(b"data:"):
            lines.append(line[5:].removeprefix(b" "))
    if not lines or (name and not _wanted(name)):
        return None
    return _parsed(b"\n".join(lines))


def _parsed(data: bytes) -> Json | None:
    try:
        found = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    return found if isinstance(found, dict) else None


def _wanted(name: str) -> bool:
    return name in PARSED or "consent" in name


class Reader:
    """Turns wire objects into our events. One per stream; it goes on after event number `after`, where one broke."""

    def __init__(self, after: int = -1) -> None:
        self._begun = after >= 0
        self._last = after
        self._tools: dict[str, str] = {}  # item id -> name of a function call under way
        self._fence = Fence()

    def read_all(self, blocks: list[bytes]) -> Iterator[Event]:
        """The events of blocks that arrived together: neighbouring pieces of text are one event."""
        pieces: list[str] = []
        sequence = 0
        for block in blocks:
            data = data_of(block)
            if data is None or self._again(data):
                continue
            if data.get("type") in TEXT:
                pieces.append(str(data.get("delta") or ""))
                sequence = _number(data.get("sequence_number"))
                continue
            if pieces:
                yield from self._text("".join(pieces), sequence)
                pieces.clear()
            yield from self.read(data)
        if pieces:
            yield from self._text("".join(pieces), sequence)

    def _again(self, data: Json) -> bool:
        """Numbers only grow: what comes a second time was told already. The end may be told as often as it likes."""
        number = data.get("sequence_number")
        if not isinstance(number, int) or data.get("type") in TERMINAL:
            return False
        told, self._last = number <= self._last, max(number, self._last)
        return told

    def read(self, data: Json) -> Iterator[Event]:
        kind, sequence = str(data.get("type") or ""), _number(data.get("sequence_number"))
        if kind in TEXT:
            yield from self._text(str(data.get("delta") or ""), sequence)
        elif kind in TERMINAL:
            if left := self._fence.end():
                yield Text(sequence=sequence, delta=left)
            yield from citations.cited_in(_object(data.get("response")), sequence)
            yield ended(data, kind, sequence)
        elif kind == "response.created":
            yield started(_object(data.get("response")), sequence)
        elif kind == "response.in_progress":
            yield from self._in_progress(_object(data.get("response")), sequence)
        elif kind == "response.output_item.added":
            yield from self._added(_object(data.get("item")), sequence)
        elif kind == "response.function_call_arguments.done":
            yield from self._arguments(data, sequence)
        elif kind == "response.output_item.done":
            yield from finished_item(_object(data.get("item")), sequence)
        else:
            yield from _beside(kind, data, sequence)

    def _text(self, delta: str, sequence: int) -> Iterator[Event]:
        if shown := self._fence.through(delta):
            yield Text(sequence=sequence, delta=shown)
        if payload := self._fence.payload:
            self._fence.payload = None
            yield from _viewed(payload, sequence)

    def _in_progress(self, response: Json, sequence: int) -> Iterator[Event]:
        """The second one of a turn is a fresh start after a crash: what was said before is void."""
        if self._begun:
            yield Snapshot(sequence=sequence, text=text_of(response) or "")
        self._begun = True

    def _added(self, item: Json, sequence: int) -> Iterator[Event]:
        kind, name = str(item.get("type") or ""), str(item.get("name") or "")
        if kind == "function_call":
            self._tools[str(item.get("id") or "")] = name
        if kind not in SILENT or (name and name not in OUR_TOOLS and name != "invoke_skill"):
            yield Progress(sequence=sequence, tool=name or kind)

    def _arguments(self, data: Json, sequence: int) -> Iterator[Event]:
        """A skill is named in the arguments, and it runs from now on."""
        name = str(data.get("name") or self._tools.get(str(data.get("item_id") or ""), ""))
        if name == "invoke_skill":
            yield Progress(sequence=sequence, tool=name, skill=str(arguments_of(data).get("skill_name") or ""))


def _beside(kind: str, data: Json, sequence: int) -> Iterator[Event]:
    """What is said about the answer, and not in it."""
    if kind == citations.ADDED:
        yield from citations.cited(data.get("annotation"), sequence)
    elif "consent" in kind and (link := _link_in(data)):
        yield Consent(sequence=sequence, link=link)


def started(response: Json, sequence: int = 0) -> Started:
    return Started(
        sequence=sequence,
        response_id=str(response.get("id") or ""),
        session_id=str(response.get("agent_session_id") or ""),
        once=_object(response.get("metadata")).get("turns") == "once",
    )


def finished_item(item: Json, sequence: int) -> Iterator[Event]:
    """What a whole output item asks of us; every other kind was progress."""
    match item.get("type"):
        case "function_call":
            yield from _published(str(item.get("name") or ""), arguments_of(item), sequence)
        case "structured_outputs":
            output = _object(item.get("output"))
            yield from _published("publish_drafts" if "drafts" in output else "publish_view", output, sequence)
        case "mcp_approval_request":
            yield Asked(
                sequence=sequence,
                request_id=str(item.get("id") or ""),
                tool=str(item.get("name") or ""),
                arguments=str(item.get("arguments") or ""),
            )
        case "oauth_consent_request" if link := _https(item.get("consent_link")):
            yield Consent(sequence=sequence, link=link, server=str(item.get("server_label") or ""))


def _published(name: str, arguments: Json, sequence: int) -> Iterator[Event]:
    if name == "publish_drafts":
        drafts, unreadable = drafts_in(arguments)
        if drafts or unreadable:
            yield Offered(sequence=sequence, drafts=drafts, unreadable=unreadable)
    elif name == "publish_view":
        payload = arguments.get("payload", arguments)
        payload = _loads(payload) if isinstance(payload, str) else _object(payload)
        if payload.get("kind") == "dashboard":
            yield from _viewed(payload, sequence)


def _viewed(payload: Json, sequence: int) -> Iterator[Event]:
    """A view that is nested too deeply to be written again is none."""
    with suppress(orjson.JSONEncodeError):
        yield Viewed(sequence=sequence, payload=orjson.dumps(payload).decode())


def ended(data: Json, kind: str, sequence: int) -> Ended:
    """The terminal event. Only here it is said whether a turn went well: the HTTP status says nothing."""
    if kind == "error":
        error = _object(data.get("error")) or data
        return Ended(sequence=sequence, status="failed", code=_text(error, "code"), message=_text(error, "message"))
    return ended_as(_object(data.get("response")), kind.removeprefix("response."), sequence)


def ended_as(response: Json, status: str, sequence: int = 0) -> Ended:
    error = _object(response.get("error"))
    details = _object(response.get("incomplete_details"))
    return Ended(
        sequence=sequence,
        status=STATUSES.get(status, "failed"),
        text=text_of(response),
        code=_text(error, "code") or _text(details, "reason"),
        message=_text(error, "message"),
        response_id=_text(response, "id"),
    )


def text_of(response: Json) -> str | None:
    """All text of a response object; None when it holds no message at all."""
    parts = [
        _text(part, "text") or _text(part, "refusal")
        for item in _list(response.get("output"))
        if item.get("type") in ("message", "output_message")
        for part in _list(item.get("content"))
        if part.get("type") in ("output_text", "refusal")
    ]
    return without_dashboard("".join(parts)) if parts else None


def snapshot_events(response: Json) -> Iterator[Event]:
    """A response as it was polled, told as if it had been streamed."""
    yield started(response)
    yield Snapshot(text=text_of(response) or "")
    for item in _list(response.get("output")):
        yield from finished_item(item, 0)
    yield from citations.cited_in(response)
    if over(response):
        yield ended_as(response, str(response["status"]))


def over(response: Json) -> bool:
    return _text(response, "status") in STATUSES


def arguments_of(item: Json) -> Json:
    """Arguments travel as a JSON string; a model may have left it unfinished."""
    given = item.get("arguments")
    return _loads(given) if isinstance(given, str) else _object(given)


def _loads(text: str) -> Json:
    try:
        return _object(orjson.loads(text))
    except orjson.JSONDecodeError:
        return {}


def _link_in(data: Json) -> str:
    """Consent in its old form: the link stands under some key that speaks of it."""
    flat = {**data, **_object(data.get("item"))}
    named = (value for key, value in flat.items() if "consent" in key or "auth" in key)
    return next((link for value in named if (link := _https(value))), "")


def _https(value: object) -> str:
    return value if isinstance(value, str) and value.startswith("https://") else ""


def _object(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Json]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _text(found: Json, key: str) -> str:
    value = found.get(key)
    return value if isinstance(value, str) else ""


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
