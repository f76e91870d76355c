"""The sandboxes of the agent of the harness: made, looked at, and full of files."""

import time
from typing import Any

from aiohttp import web

Json = dict[str, Any]
LIFE = 30 * 24 * 3600  # seconds


class Sandboxes:
    def __init__(self) -> None:
        self._files: dict[str, dict[str, bytes]] = {}  # session → path → content

    def routes(self, base: str) -> list[web.RouteDef]:
        one = base + "/{session}"
        return [
            web.post(base, self._create), web.get(one, self._look), web.put(one + "/files/content", self._write),
            web.get(one + "/files/content", self._read), web.get(one + "/files", self._list),
        ]  # fmt: skip

    def file(self, session: str, path: str) -> bytes | None:
        return self._files.get(session, {}).get(path)

    def put(self, session: str, path: str, content: bytes) -> None:
        self._files.setdefault(session, {})[path] = content

    async def _create(self, request: web.Request) -> web.Response:
        name = str((await request.json())["agent_session_id"])
        self._files.setdefault(name, {})
        return web.json_response(_session(name), status=201)

    async def _look(self, request: web.Request) -> web.Response:
        name = request.match_info["session"]
        return web.json_response(_session(name)) if name in self._files else refusal(404, "session_not_found")

    async def _write(self, request: web.Request) -> web.Response:
        name, path = request.match_info["session"], request.query["path"]
        if name not in self._files:
            return refusal(404, "session_not_found")
        content = await request.read()
        self.put(name, path, content)
        return web.json_response({"path": path, "bytes_written": len(content)}, status=201)

    async def _read(self, request: web.Request) -> web.Response:
        content = self.file(request.match_info["session"], request.query["path"])
        return web.Response(body=content) if content is not None else refusal(404, "file_not_found")

    async def _list(self, request: web.Request) -> web.Response:
        """Of one folder, what lies in it and no deeper: there are no folders in it."""
        top = f"{request.query['path'].strip('/')}/"
        files = self._files.get(request.match_info["session"], {})
        rows = [_entry(path.removeprefix(top), files[path]) for path in sorted(files) if path.startswith(top)]
        return web.json_response({"path": top, "entries": rows, "last_id": None})


def _entry(name: str, content: bytes) -> Json:
    return {"name": name, "size": len(content), "is_directory": False, "modified_time": 1796043600}


def _session(name: str) -> Json:
    now = int(time.time())
    times = {"created_at": now, "last_accessed_at": now, "expires_at": now + LIFE}
    indicator = {"type": "version_ref", "agent_version": "1"}
    return {"agent_session_id": name, "status": "active", "version_indicator": indicator} | times


def refusal(status: int, code: str) -> web.Response:
    return web.json_response({"error": {"code": code, "message": code, "param": None, "type": "error"}}, status=status)
