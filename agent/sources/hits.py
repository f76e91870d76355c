"""What a search in Microsoft 365 gave, as documents. Servers differ in their shapes; what they share is used."""

import base64
import binascii
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from agent.sources.html import html_blocks
from agent.sources.interface import Block, Document
from agent.sources.plain import plain_blocks
from agent.sources.reading import read_bytes, readable
from agent.sources.text import squeeze

IDS = ("id", "messageId", "message_id", "fileId", "itemId", "driveItemId")
TITLES = ("subject", "name", "fileName", "title", "topic", "displayName")
BODIES = ("body", "content", "text", "bodyPreview", "summary", "snippet")
TIMES = ("receivedDateTime", "sentDateTime", "lastModifiedDateTime", "createdDateTime")
MARKUP = re.compile(r"<(?:p|div|html|body|br|table|span)\b", re.IGNORECASE)
DEEP = 8  # levels of an answer that are looked into
Json = Mapping[str, Any]


class Garbled(ValueError):
    """An answer in which nothing can be made out."""


class Hit(NamedTuple):
    id: str
    title: str
    raw: dict[str, Any]


def label(server: str) -> str:
    """`WorkIQMail2` as people say it."""
    return re.sub(r"^WorkIQ|\d+$", "", server) or server


def found_in(data: Any, text: str) -> list[Hit]:
    """Everything with an id and a title, wherever it stands. Raises `Garbled` for what is no JSON."""
    if data is None:
        try:
            data = json.loads(text)
        except ValueError as wrong:
            raise Garbled(text[:20]) from wrong
    return list(_once(_hits(data, 0)))


def document(where: str, hit: Hit, parts: Iterable[Json], data: Any) -> Document:
    """The hit as a document: the file that came, else the text that came, else what the search showed of it."""
    parts = tuple(parts)
    if file := _file(parts):
        name = file[0] if readable(file[0]) else hit.title
        if readable(name):
            return read_bytes(f"{where}/{name}", file[1], _time(hit.raw))
    whole = next(iter(_hits(data if data is not None else _json(parts), 0)), None)
    raw = hit.raw | whole.raw if whole else hit.raw
    plain = "" if whole else "\n".join(str(part.get("text") or "") for part in parts)
    return _letter(where, hit.title, raw, plain)


def apart(documents: Iterable[Document]) -> dict[str, Document]:
    """By name; of two with one name the second gets a number."""
    found: dict[str, Document] = {}
    for one in documents:
        name, count = one.name, 2
        while name in found:
            name, count = f"{one.name} ({count})", count + 1
        found[name] = one.model_copy(update={"name": name})
    return found


def _once(hits: Iterable[Hit]) -> Iterator[Hit]:
    seen: set[str] = set()
    for one in hits:
        if one.id not in seen:
            seen.add(one.id)
            yield one


def _hits(data: Any, depth: int) -> Iterator[Hit]:
    if depth > DEEP:
        return
    if isinstance(data, list):
        for one in data:
            yield from _hits(one, depth + 1)
    elif isinstance(data, dict):
        identity, title = _first(data, IDS), _first(data, TITLES)
        if identity and title:
            yield Hit(identity, squeeze(title), data)
            return
        for one in data.values():
            yield from _hits(one, depth + 1)


def _first(raw: Json, keys: Iterable[str]) -> str:
    found = (raw.get(key) for key in keys)
    return next((str(one) for one in found if isinstance(one, str | int) and str(one).strip()), "")


def _json(parts: Iterable[Json]) -> Any:
    try:
        return json.loads("\n".join(str(part.get("text") or "") for part in parts))
    except ValueError:
        return None


def _file(parts: Iterable[Json]) -> tuple[str, bytes] | None:
    """A file that came as an embedded resource."""
    for part in parts:
        resource = part.get("resource")
        if isinstance(resource, Mapping) and resource.get("blob"):
            try:
                data = base64.b64decode(str(resource["blob"]), validate=True)
            except (binascii.Error, ValueError):
                continue
            return str(resource.get("uri") or "").rpartition("/")[2], data
    return None


def _letter(where: str, title: str, raw: Json, plain: str) -> Document:
    """A mail or message, with its headers as a saved mail has them."""
    body = _body(raw) or plain
    heads = [("From", _who(raw.get("from") or raw.get("sender"))), ("Date", _first(raw, TIMES)), ("Subject", title)]
    heads.insert(1, ("To", ", ".join(filter(None, map(_who, _listed(raw.get("toRecipients")))))))
    is_mail = bool(heads[0][1])
    blocks = [Block(kind="mail", text=f"{key}: {value}", place=f"header {key}") for key, value in heads if value]
    blocks = [*(blocks if is_mail else ()), *(html_blocks(body) if MARKUP.search(body) else plain_blocks(body))]
    trouble = "" if body.strip() else "Only its title could be read."
    name = f"{where}/{title.replace('/', '-')[:120]}"
    return Document(
        name=name,
        media="eml" if is_mail else "txt",
        title=title,
        modified=_time(raw),
        blocks=tuple(blocks) if body.strip() else (),
        trouble=trouble,
    )


def _body(raw: Json) -> str:
    for key in BODIES:
        value = raw.get(key)
        text = value.get("content") if isinstance(value, Mapping) else value
        if isinstance(text, str) and text.strip():
            return text
    return ""


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _who(value: Any) -> str:
    """`Name <address>` of Graph's shape, or the words as they are."""
    if isinstance(value, str):
        return squeeze(value)
    person = value.get("emailAddress") or value.get("user") or value if isinstance(value, Mapping) else {}
    name, address = str(person.get("name") or person.get("displayName") or ""), str(person.get("address") or "")
    return squeeze(f"{name} <{address}>" if name and address else name or address)


def _time(raw: Json) -> datetime | None:
    try:
        return datetime.fromisoformat(_first(raw, TIMES))
    except ValueError:
        return None
