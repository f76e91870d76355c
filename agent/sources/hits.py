"""What a search in Microsoft 365 gave, as documents. Servers differ in their shapes; what they share is used."""

import base64
import binascii
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from agent.sources.html import html_blocks
from agent.sources.interface import Block, Document
from agent.sources.plain import plain_blocks
from agent.sources.reading import read_bytes, readable
from agent.sources.text import squeeze

IDS = ("id", "messageId", "message_id", "fileId", "itemId", "driveItemId")
TITLES = ("subject", "name", "fileName", "title", "topic", "displayName")
BODIES = ("uniqueBody", "body", "content", "text", "bodyPreview", "summary", "snippet")
ADDRESSES = ("address", "userPrincipalName", "mail", "email")
TIMES = ("receivedDateTime", "sentDateTime", "lastModifiedDateTime", "createdDateTime")
WRITER = re.compile(r"^(?:(?P<bare>[^\s<>]+@[^\s<>]+)$|(?P<name>.*?)(?:<(?P<address>[^\s<>]+@[^\s<>]+)>)?$)")
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
    return list(_once(_hits(_read(data, text), _titled)))


def written_in(data: Any, text: str) -> list[Hit]:
    """Everything with an id, a writer and a moment, wherever it stands: chat has no titles. Raises `Garbled`."""
    return list(_once(_hits(_read(data, text), _written)))


def _read(data: Any, text: str) -> Any:
    if data is not None:
        return data
    try:
        return json.loads(text)
    except ValueError as wrong:
        raise Garbled(text[:20]) from wrong


def document(where: str, hit: Hit, parts: Iterable[Json], data: Any) -> Document:
    """The hit as a document: the file that came, else the text that came, else what the search showed of it."""
    parts = tuple(parts)
    if file := _file(parts):
        name = file[0] if readable(file[0]) else hit.title
        if readable(name):
            return read_bytes(f"{where}/{name}", file[1], sent_at(hit.raw))
    whole = _whole(parts, data)
    plain = "" if whole else "\n".join(str(part.get("text") or "") for part in parts)
    return _letter(where, hit.title, hit.raw | (whole or {}), plain)


def merged(hit: Hit, parts: Iterable[Json], data: Any) -> dict[str, Any]:
    """All that is known of a message: what the search showed, and what it reads like when it is opened."""
    whole = next(_hits(data if data is not None else _json(parts), _written), None)
    return hit.raw | whole.raw if whole else hit.raw


def _whole(parts: Iterable[Json], data: Any) -> dict[str, Any] | None:
    found = next(_hits(data if data is not None else _json(parts), _titled), None)
    return found.raw if found else None


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


def _hits(data: Any, wanted: Callable[[dict[str, Any]], Hit | None], depth: int = 0) -> Iterator[Hit]:
    if depth > DEEP:
        return
    if isinstance(data, list):
        for one in data:
            yield from _hits(one, wanted, depth + 1)
    elif isinstance(data, dict):
        if hit := wanted(data):
            yield hit
            return
        for one in data.values():
            yield from _hits(one, wanted, depth + 1)


def _titled(raw: dict[str, Any]) -> Hit | None:
    identity, title = _first(raw, IDS), _first(raw, TITLES)
    return Hit(identity, squeeze(title), raw) if identity and title else None


def _written(raw: dict[str, Any]) -> Hit | None:
    identity = _first(raw, IDS)
    writes = bool(identity and (raw.get("from") or raw.get("sender")) and _first(raw, TIMES))
    return Hit(identity, squeeze(_first(raw, TITLES)), raw) if writes else None


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
    said = body(raw) or plain
    heads = [("From", _who(raw.get("from") or raw.get("sender"))), ("Date", _first(raw, TIMES)), ("Subject", title)]
    heads.insert(1, ("To", ", ".join(filter(None, map(_who, _listed(raw.get("toRecipients")))))))
    is_mail = bool(heads[0][1])
    blocks = [Block(kind="mail", text=f"{key}: {value}", place=f"header {key}") for key, value in heads if value]
    blocks = [*(blocks if is_mail else ()), *(html_blocks(said) if MARKUP.search(said) else plain_blocks(said))]
    trouble = "" if said.strip() else "Only its title could be read."
    name = f"{where}/{title.replace('/', '-')[:120]}"
    return Document(
        name=name,
        media="eml" if is_mail else "txt",
        title=title,
        modified=sent_at(raw),
        blocks=tuple(blocks) if said.strip() else (),
        trouble=trouble,
    )


def body(raw: Json) -> str:
    """Its words, as text or HTML: those of its writer alone where the server tells them apart."""
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
    person = _person(value)
    name, address = str(person.get("name") or person.get("displayName") or ""), str(person.get("address") or "")
    return squeeze(f"{name} <{address}>" if name and address else name or address)


def sender(raw: Json) -> tuple[str, str, str]:
    """Name, address and object id of who wrote it; empty where it does not say."""
    given = raw.get("from") or raw.get("sender")
    if isinstance(given, str):
        return (*apart_from(given), "")
    person = _person(given)
    address = next((str(person[key]) for key in ADDRESSES if "@" in str(person.get(key) or "")), "")
    return str(person.get("name") or person.get("displayName") or ""), address, str(person.get("id") or "")


def apart_from(line: str) -> tuple[str, str]:
    """Name and address of a From line. The address stands in the last brackets, whatever the name looks like."""
    found = WRITER.match(squeeze(line))
    return ((found["name"] or "").strip(" \"'"), found["address"] or found["bare"] or "") if found else ("", "")


def attached(raw: Json) -> dict[str, str]:
    """The files that came along: name to what it says, empty where that cannot be read."""
    rows = [one for one in _listed(raw.get("attachments")) if isinstance(one, Mapping) and not one.get("isInline")]
    return {name: _inside(name, one) for one in rows if (name := squeeze(str(one.get("name") or "")))}


def _inside(name: str, raw: Json) -> str:
    if isinstance(said := raw.get("content"), str):
        return said
    if not (isinstance(given := raw.get("contentBytes"), str) and readable(name)):
        return ""
    try:
        found = read_bytes(name, base64.b64decode(given, validate=True), None)
    except (binascii.Error, ValueError):
        return ""
    return "" if found.trouble else "\n".join(block.text for block in found.blocks)


def _person(value: Any) -> Json:
    found = value.get("emailAddress") or value.get("user") or value if isinstance(value, Mapping) else {}
    return found if isinstance(found, Mapping) else {}


def sent_at(raw: Json) -> datetime | None:
    try:
        return datetime.fromisoformat(_first(raw, TIMES))
    except ValueError:
        return None
