"""The tools of Microsoft 365 over the folders of this machine: the same names and answers, for saved mail and files."""

import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from agent.brain.language import fold, words
from agent.sources.hits import apart_from
from agent.sources.interface import Block, Document, Sources
from agent.sources.toolbox import Line, NoAnswer, Offered, Told

SEARCH_MAIL, GET_MAIL = "WorkIQMail2___SearchMessages", "WorkIQMail2___GetMessage"
FIND_FILE, READ_FILE = "WorkIQSharePoint2___findFileOrFolder", "WorkIQSharePoint2___readFile"
ARGUMENTS = {SEARCH_MAIL: "query", GET_MAIL: "id", FIND_FILE: "searchQuery", READ_FILE: "fileId"}
FROM = re.compile(r"\bfrom:(\S+)", re.IGNORECASE)
SINCE = re.compile(r"\breceived>=(\d{4}-\d{2}-\d{2})\b", re.IGNORECASE)
UNREAD = re.compile(r"Attachment (.+?): ")  # as it is told of a saved mail
SHOWN = 200  # characters of a mail in a list of hits
Json = dict[str, Any]


class FolderLine:
    """Implements `Line`. It only reads, like every tool it offers."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    async def offered(self) -> tuple[Offered, ...]:
        return tuple(Offered(name=name, schema=_schema(argument)) for name, argument in ARGUMENTS.items())

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> Told:
        """Raises `NoAnswer` for a tool that is not offered, and for a thing that is not there."""
        asked = str(arguments.get(ARGUMENTS.get(tool, ""), ""))
        match tool:
            case "WorkIQMail2___SearchMessages":
                return Told(data={"value": [_mail(one)[0] async for one in self._mails(asked)]})
            case "WorkIQSharePoint2___findFileOrFolder":
                return Told(data={"value": [_file(one) async for one in self._files(asked)]})
            case "WorkIQMail2___GetMessage" | "WorkIQSharePoint2___readFile":
                document = await self._named(asked)
                whole = _mail(document)[1] if document.media == "eml" else _file(document)
                return Told(data=whole)
            case _:
                raise NoAnswer("refused")

    async def _mails(self, query: str) -> AsyncIterator[Document]:
        sender, since = FROM.search(query), SINCE.search(query)
        rest = SINCE.sub("", FROM.sub("", query))
        async for one in self._all(lambda document: document.media == "eml"):
            if sender and _sender(one)[1].casefold() != sender[1].casefold():
                continue
            if since and (one.modified is None or one.modified.astimezone(UTC).date().isoformat() < since[1]):
                continue
            if _speaks_of(one, rest):
                yield one

    async def _files(self, query: str) -> AsyncIterator[Document]:
        async for one in self._all(lambda document: document.media != "eml"):
            if _speaks_of(one, query):
                yield one

    async def _all(self, wanted: Callable[[Document], bool]) -> AsyncIterator[Document]:
        for name in await self._sources.names():
            document = await self._sources.read(name)
            if wanted(document):
                yield document

    async def _named(self, name: str) -> Document:
        if name not in await self._sources.names():
            raise NoAnswer("refused")
        return await self._sources.read(name)


def opened_over(sources: Sources) -> Callable[[str], Any]:
    """The door to it, as the toolbox has one."""

    @asynccontextmanager
    async def opened(call_id: str) -> AsyncIterator[Line]:
        yield FolderLine(sources)

    return opened


def _schema(argument: str) -> Json:
    return {"type": "object", "properties": {argument: {"type": "string"}}, "required": [argument]}


def _speaks_of(document: Document, query: str) -> bool:
    """Any of the words, as a search finds them; no words find everything."""
    wanted = {fold(word) for word in words(query)} - {"or", "and"}
    if not wanted:
        return True
    said = fold(f"{document.name} {document.title} " + " ".join(block.text for block in document.blocks))
    return bool(wanted & set(words(said)))


def _mail(document: Document) -> tuple[Json, Json]:
    """As a search shows it, and whole."""
    name, address = _sender(document)
    shown: Json = {"id": document.name, "internetMessageId": document.ref, "subject": document.title or document.name}
    shown["from"] = {"emailAddress": {"name": name, "address": address}}
    shown["receivedDateTime"] = _moment(document.modified)
    said = [block for block in document.blocks if block.kind != "mail" and not _attached(block)]
    text = "\n".join(block.text for block in said)
    inside: dict[str, list[str]] = {}
    for block in document.blocks:
        if name := _attached(block):
            inside.setdefault(name, []).append(block.text)
    files = [{"name": name, "content": "\n".join(lines)} for name, lines in inside.items()]
    files += [{"name": name} for name in UNREAD.findall(document.trouble)]
    whole: Json = {"body": {"contentType": "text", "content": text}, "attachments": files}
    return shown | {"bodyPreview": text[:SHOWN]}, shown | whole


def _attached(block: Block) -> str:
    """The file within a mail that a block stands in; empty for the mail's own text."""
    name, comma, _ = block.place.partition(", ")
    return name if comma else ""


def _file(document: Document) -> Json:
    text = "\n".join(block.text for block in document.blocks)
    changed = _moment(document.modified)
    return {"id": document.name, "name": document.name, "lastModifiedDateTime": changed, "content": text}


def _sender(document: Document) -> tuple[str, str]:
    heads = (block.text for block in document.blocks if block.kind == "mail" and block.place == "header From")
    return apart_from(next(heads, "").partition(":")[2])


def _moment(at: datetime | None) -> str:
    return at.isoformat() if at else ""
