"""As little HTTP as it takes, so that the load and the world outside never are what is measured."""

import asyncio
import re
from collections.abc import Callable

LENGTH = re.compile(rb"content-length:\s*(\d+)", re.IGNORECASE)
CHUNKED = re.compile(rb"transfer-encoding:\s*chunked", re.IGNORECASE)
END = b"\r\n\r\n"


def split(buffer: bytes) -> tuple[bytes, bytes, bytes] | None:
    """The first message of a buffer: head, body and the rest; None while it is not whole."""
    head, found, rest = buffer.partition(END)
    if not found:
        return None
    if CHUNKED.search(head):
        body, found, rest = rest.partition(b"0" + END)
        return (head, body, rest) if found else None
    length = LENGTH.search(head)
    size = int(length[1]) if length else 0
    return (head, rest[:size], rest[size:]) if len(rest) >= size else None


def answer(body: bytes = b"{}", status: bytes = b"200 OK") -> bytes:
    return b"HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body)


class Server(asyncio.Protocol):
    """`handle(method, path, body)` gives the whole answer."""

    def __init__(self, handle: Callable[[bytes, bytes, bytes], bytes]) -> None:
        self.handle, self.buffer = handle, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        while found := split(self.buffer):
            head, body, self.buffer = found
            method, path, _ = head.split(b" ", 2)
            self.transport.write(self.handle(method, path, body))


class Client(asyncio.Protocol):
    """One request at a time; `answered(status)` is called for each, with 0 when the connection is lost."""

    def __init__(self, answered: Callable[["Client", int], None]) -> None:
        self.answered, self.buffer, self.busy = answered, b"", False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def post(self, request: bytes) -> None:
        self.busy = True
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        while found := split(self.buffer):
            head, _, self.buffer = found
            self.busy = False
            self.answered(self, int(head[9:12]))

    def connection_lost(self, _error: Exception | None) -> None:
        if self.busy:
            self.answered(self, 0)


async def serve(handle: Callable[[bytes, bytes, bytes], bytes]) -> tuple[asyncio.Server, int]:
    server = await asyncio.get_running_loop().create_server(lambda: Server(handle), "127.0.0.1", 0, backlog=1024)
    return server, server.sockets[0].getsockname()[1]
