"""What lies in Microsoft 365, through a toolbox of the platform: searched once per turn, with tools that only read."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib import import_module
from typing import Any, Literal, NamedTuple, Protocol

from agent.sources import hits
from agent.sources.hits import Hit
from agent.sources.interface import ConsentNeeded, Document, SignIn, Sources

PATIENCE = 100.0  # seconds for one call: the platform cuts it there
BEST = 3  # hits of one server that are read
WANTED = ("WorkIQMail2", "WorkIQTeams", "WorkIQSharePoint2", "WorkIQOneDrive")
QUERIES = ("query", "search", "searchquery", "querystring", "q", "keywords", "searchtext", "question", "text")
SOUGHT = "RFP OR request for proposal OR kickoff"
SENTENCES = {
    "slow": "It did not answer in time, so it was not searched.",
    "busy": "It is too busy at the moment, so it was not searched.",
    "refused": "It refused the search, so nothing was read from it.",
    "garbled": "Its answer could not be understood, so nothing was read from it.",
    "unreachable": "It could not be reached, so nothing was read from it.",
}
Why = Literal["slow", "busy", "refused", "garbled", "unreachable"]


class NoAnswer(RuntimeError):
    """A call that gave nothing; `why` is one of the words above."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class Offered(NamedTuple):
    """A tool as the toolbox lists it: `<Server>___<tool>`, and the JSON schema of its arguments."""

    name: str
    schema: dict[str, Any]

    @property
    def server(self) -> str:
        return self.name.partition("___")[0]


class Told(NamedTuple):
    """What a tool gave: its content parts as JSON, and its structured answer if it has one."""

    parts: tuple[dict[str, Any], ...] = ()
    data: Any = None

    @property
    def text(self) -> str:
        return "\n".join(str(part.get("text") or "") for part in self.parts)


class Line(Protocol):
    async def offered(self) -> tuple[Offered, ...]: ...

    async def call(self, tool: str, arguments: dict[str, Any]) -> Told: ...


Connect = Callable[[str, str, float], AbstractAsyncContextManager[Line]]
Visible = Callable[[Iterable[str]], tuple[str, ...]]


class Toolbox:
    """`visible` says which of the offered tools may be used at all: only those that read."""

    def __init__(self, url: str, visible: Visible, seconds: float = PATIENCE, connect: Connect | None = None) -> None:
        self._url, self._visible, self._seconds, self._connect = url, visible, seconds, connect

    def opened(self, words: str, call_id: str) -> "OneTurn":
        """For one turn: whoever speaks in it is the one whose mail is searched."""
        return OneTurn(self, words, call_id)

    @asynccontextmanager
    async def line(self, call_id: str) -> AsyncIterator[Line]:
        """A connection; its library is loaded with the first one. Raises `NoAnswer`."""
        connect = self._connect or (await asyncio.to_thread(import_module, "agent.sources.line")).connected
        async with connect(self._url, call_id, self._seconds) as line:
            yield line

    async def search(self, words: str, call_id: str) -> tuple[list[Document], tuple[str, ...]]:
        """What was found, and the servers that offer no search. Raises `ConsentNeeded` with every sign-in it takes."""
        try:
            async with self.line(call_id) as line:
                offered = await line.offered()
                known = {one.name: one for one in offered}
                tools = [known[name] for name in self._visible(known)]
                servers = {one.server: ways_of(tools, one.server) for one in tools}
                missing = tuple(name for name in WANTED if not servers.get(name, {}).get("search"))
                able = {name: ways for name, ways in servers.items() if ways.get("search")}
                found = await asyncio.gather(*(_searched(line, name, ways, words) for name, ways in able.items()))
        except NoAnswer as trouble:
            return [_unread("Microsoft 365", trouble)], ()
        signs = [sign for one in found if isinstance(one, ConsentNeeded) for sign in one.signs]
        if signs:
            raise ConsentNeeded(tuple(signs))
        return [document for one in found if not isinstance(one, ConsentNeeded) for document in one], missing


class OneTurn:
    """Implements `Sources` over what one search found."""

    def __init__(self, toolbox: Toolbox, words: str, call_id: str) -> None:
        self._toolbox, self._words, self._call_id = toolbox, words, call_id
        self._found: dict[str, Document] | None = None
        self.missing: tuple[str, ...] = ()

    async def names(self) -> tuple[str, ...]:
        return tuple(await self._documents())

    async def read(self, name: str) -> Document:
        missing = Document(name=name, media="txt", trouble=f"There is no readable file called {name!r}.")
        return (await self._documents()).get(name, missing)

    async def _documents(self) -> dict[str, Document]:
        if self._found is None:
            documents, self.missing = await self._toolbox.search(self._words, self._call_id)
            self._found = hits.apart(documents)
        return self._found


class Together:
    """Implements `Sources`: the folder's documents, and then those of Microsoft 365; a name of both is the folder's."""

    def __init__(self, folder: Sources, more: OneTurn) -> None:
        self._folder, self._more = folder, more

    async def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*await self._folder.names(), *await self._more.names())))

    async def read(self, name: str) -> Document:
        known = name in await self._folder.names()
        return await (self._folder if known else self._more).read(name)


def ways_of(tools: Iterable[Offered], server: str) -> dict[str, tuple[str, str]]:
    """The server's way to search and its way to read one thing: each a tool and the argument that matters."""
    ways: dict[str, tuple[str, str]] = {}
    for tool in sorted(one for one in tools if one.server == server):
        action = tool.name.partition("___")[2].casefold()
        if action.startswith(("search", "find")) and (query := _query(tool.schema)):
            ways.setdefault("search", (tool.name, query))
        elif action.startswith(("get", "read", "fetch")) and (one := _identity(tool.schema)):
            ways.setdefault("read", (tool.name, one))
    return ways


def _query(schema: dict[str, Any]) -> str:
    """The argument that takes the words; none where something else is asked for that we do not know."""
    known = [name for name in schema.get("properties") or {} if name.casefold() in QUERIES]
    required = set(schema.get("required") or ())
    return known[0] if known and required <= {known[0]} else ""


def _identity(schema: dict[str, Any]) -> str:
    required = list(schema.get("required") or ())
    return str(required[0]) if len(required) == 1 and "id" in str(required[0]).casefold() else ""


async def _searched(
    line: Line, server: str, ways: dict[str, tuple[str, str]], words: str
) -> list[Document] | ConsentNeeded:
    tool, argument = ways["search"]
    try:
        told = await line.call(tool, {argument: f"{words} {SOUGHT}".strip()})
        best = hits.found_in(told.data, told.text)[:BEST]
        return [one async for one in _read(line, server, best, ways.get("read"))]
    except NoAnswer as trouble:
        return [_unread(hits.label(server), trouble)]
    except hits.Garbled:
        return [_unread(hits.label(server), NoAnswer("garbled"))]
    except ConsentNeeded as needed:
        return ConsentNeeded(tuple(SignIn(server=one.server or server, link=one.link) for one in needed.signs))


async def _read(line: Line, server: str, best: list[Hit], way: tuple[str, str] | None) -> AsyncIterator[Document]:
    """Each hit whole, where the server has a way to read one; else what the search showed of it."""
    wholes = await asyncio.gather(*(_whole(line, one, way) for one in best))
    for one, whole in zip(best, wholes, strict=True):
        yield hits.document(hits.label(server), one, whole.parts if whole else (), whole.data if whole else None)


async def _whole(line: Line, hit: Hit, way: tuple[str, str] | None) -> Told | None:
    if not way or not hit.id:
        return None
    try:
        return await line.call(way[0], {way[1]: hit.id})
    except NoAnswer:
        return None


def _unread(name: str, trouble: NoAnswer) -> Document:
    return Document(name=name, media="txt", trouble=SENTENCES[trouble.why])
