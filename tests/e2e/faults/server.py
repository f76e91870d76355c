"""A store of its own for desks of several processes, which can be killed, brought back, and cut off."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from redis.asyncio import Redis

from bot.edges.store import DeskStore
from bot.edges.store.embedded import Embedded
from bot.edges.store.seal import Seal, own_keys
from tests.e2e.faults.site import Site


class Server:
    """`url` leads to it through `line`, where desks are to be cut off; we look at it directly."""

    def __init__(self, folder: Path) -> None:
        self.embedded = Embedded(folder, fsync="everysec")  # a disk that others use must not slow everything
        self.url = ""

    async def kill(self, seconds: float) -> None:
        """kill -9, and back after a while."""
        await self.strike()
        await asyncio.sleep(seconds)
        await self.back()

    async def strike(self) -> None:
        async with Redis.from_url(self.embedded.url) as client:
            os.kill(int((await client.info("server"))["process_id"]), signal.SIGKILL)

    async def back(self) -> None:
        await asyncio.to_thread(self.embedded.ensure)

    async def for_site(self, site: Site) -> None:
        """Look into this store instead of the desk's own."""
        await site.store.close()
        site.stand.store = DeskStore(self.embedded.url, Seal(own_keys(site.stand.settings.desk_data)), "desk")


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[Server]:
    found = Server(folder)
    found.url = await asyncio.to_thread(found.embedded.start)
    try:
        yield found
    finally:
        await asyncio.to_thread(found.embedded.stop)


class Wire:
    """A proxy that can be cut: it closes what is open and takes nobody, or, `silent`, lets nothing through any more."""

    def __init__(self, path: str = "", port: int = 0) -> None:
        """Leads to a unix socket, or to a port on this machine."""
        self._path, self._port = path, port
        self._whole, self._open = asyncio.Event(), set[asyncio.StreamWriter]()
        self._whole.set()
        self.refusing = False

    async def __aenter__(self) -> "Wire":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *trouble: object) -> None:
        self._server.close()
        self._close_all()
        self._whole.set()

    async def cut(self, seconds: float, silent: bool) -> None:
        self._whole.clear()
        self.refusing = not silent
        if not silent:
            self._close_all()
        await asyncio.sleep(seconds)
        self.refusing = False
        self._close_all()  # who has waited on a dead line is told so at last
        self._whole.set()

    def _close_all(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refusing:
            writer.transport.abort()
            return
        ends = {writer}
        self._open.add(writer)
        with suppress(OSError):
            there, back = await self._connect()
            ends.add(back)
            self._open.add(back)
            await asyncio.gather(self._pump(reader, back), self._pump(there, writer), return_exceptions=True)
        for end in ends:
            self._open.discard(end)
            end.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._path:
            return await asyncio.open_unix_connection(self._path)
        return await asyncio.open_connection("127.0.0.1", self._port)

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self._whole.wait()
                sink.write(data)
                await sink.drain()
        finally:
            sink.transport.abort()  # whoever is on the other end is told, however this end came about
