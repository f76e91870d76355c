"""Files of a session, straight from its `$HOME`: no sandbox is woken, no lifetime renewed."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

from aiohttp import web

from agent.platform.answers import refused, too_large
from agent.platform.host import Platform
from agent.platform.paging import page
from agent.state import Outside, inside, write_atomic

LARGEST = 50 * 2**20


class Files:
    def __init__(self, platform: Platform) -> None:
        self.platform = platform

    async def put(self, request: web.Request) -> web.Response:
        path = self._path(request)
        if (request.content_length or 0) >= LARGEST:
            return too_large(LARGEST)
        try:
            content = await request.read()
        except web.HTTPRequestEntityTooLarge:
            return too_large(LARGEST)
        if path.is_dir():
            raise refused(409, "conflict", "There is a folder of that name.")
        await asyncio.to_thread(write_atomic, path, content)
        return web.json_response({"path": request.query["path"], "bytes_written": len(content)}, status=201)

    async def get(self, request: web.Request) -> web.Response:
        path = self._path(request)
        if not path.is_file():
            raise refused(404, "file_not_found", f"There is no file {request.query.get('path')!r}.")
        return web.Response(body=await asyncio.to_thread(path.read_bytes), content_type="application/octet-stream")

    async def list(self, request: web.Request) -> web.Response:
        path = self._path(request)
        if not path.is_dir():
            raise refused(404, "file_not_found", f"There is no folder {request.query.get('path')!r}.")
        rows = await asyncio.to_thread(lambda: [_entry(one) for one in sorted(path.iterdir())])
        shown, last_id = page(rows, "name", request.query, "asc")
        return web.json_response({"path": request.query.get("path", "."), "entries": shown, "last_id": last_id})

    async def delete(self, request: web.Request) -> web.Response:
        path = self._path(request)
        if path == self.platform.sessions.home(request.match_info["session_id"]).resolve():
            raise refused(400, "invalid_request", "The home folder itself cannot be deleted.")
        if path.is_dir():
            if any(path.iterdir()) and request.query.get("recursive", "").lower() != "true":
                raise refused(409, "conflict", "The folder is not empty.")
            await asyncio.to_thread(shutil.rmtree, path)
        else:
            path.unlink(missing_ok=True)
        return web.Response(status=204)

    def _path(self, request: web.Request) -> Path:
        session = self.platform.living(request.match_info["session_id"])
        try:
            return inside(self.platform.sessions.home(session.agent_session_id), request.query.get("path") or ".")
        except (Outside, ValueError) as bad:
            raise refused(400, "invalid_parameters", "The path leaves the session's home.") from bad


def _entry(path: Path) -> dict[str, Any]:
    stat = path.lstat()
    folder = path.is_dir() and not path.is_symlink()
    return {
        "name": path.name,
        "size": 0 if folder else stat.st_size,
        "is_directory": folder,
        "modified_time": int(stat.st_mtime),
    }
