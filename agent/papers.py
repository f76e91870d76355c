"""One tool to read, write and edit texts: the organisation's are shared, the rest is the project's."""

from collections.abc import Callable

from agent.phases import Allowance
from agent.shared import Shared, Written
from agent.state import ProjectFiles, inside

ORGANISATION = ("/memory/", "/skills/")
# The project's memory proper: written by the stories, which know what each key means, and by nothing else.
KEPT = frozenset(
    {"project_log.json", "drafts.json", "turns.json", "activity.json", "history.json", "recap.json", ".lock"}
)
FOLDERS = frozenset({".turn", "jobs", "replies"})  # and what lies in these
PAPERS = "projects/"


class NotThere(LookupError):
    """The words to be replaced stand nowhere in the text, or more than once. Nothing was changed."""


class Papers:
    """Every call asks the turn's allowance first: what may not be written in a turn cannot be written through here."""

    def __init__(self, files: ProjectFiles, shared: Shared, allowance: Allowance, by: Written) -> None:
        self._files, self._shared, self._allowance, self._by = files, shared, allowance, by

    def read(self, path: str) -> str:
        """ "" when nothing lies there. Raises `Outside` for a path that leaves its place."""
        self._allowance.use("read_paper")
        return self._shared.read(path) if shared(path) else self._files.read_text(_own(path))

    def write(self, path: str, text: str) -> None:
        """Raises `Outside`, or `PermissionError` for a file that only stories write."""
        self._change("write_paper", path, lambda _: text)

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace the one place where `old` stands. Raises `NotThere` where it is not exactly one."""

        def change(text: str) -> str:
            if not old or text.count(old) != 1:
                raise NotThere(f"the words stand {text.count(old) if old else 0} times in {path}")
            return text.replace(old, new)

        self._change("edit_paper", path, change)

    def append(self, path: str, line: str) -> None:
        """One more line at the end, whoever else writes at the same time."""
        self._change("write_paper", path, lambda text: f"{text.rstrip()}\n{line}\n".lstrip("\n"))

    def keys(self, prefix: str) -> tuple[str, ...]:
        self._allowance.use("read_paper")
        return tuple(f"/{key}" for key in self._shared.keys(prefix)) if shared(prefix) else ()

    def written(self, path: str) -> Written:
        """Who wrote a path of the organisation last; nothing is known of the project's own."""
        return self._shared.written(path) if shared(path) else Written()

    def _change(self, tool: str, path: str, change: Callable[[str], str]) -> None:
        self._allowance.use(tool)
        if shared(path):
            self._shared.change(path, change, self._by)
            return
        name = _own(path)
        if self._is_kept(name):
            raise PermissionError(f"{path} is not written by hand")
        with self._files.locked():
            self._files.write_text(name, change(self._files.read_text(name)))

    def _is_kept(self, name: str) -> bool:
        """By where a path leads, whatever way it takes there."""
        place = inside(self._files.folder, name).relative_to(self._files.folder.resolve())
        return place.as_posix() in KEPT or not place.parts or place.parts[0] in FOLDERS


def shared(path: str) -> bool:
    return f"{path}/".startswith(ORGANISATION)


def _own(path: str) -> str:
    """Below the project's folder, with or without its own name in front."""
    return path.removeprefix("/").removeprefix(PAPERS) if path.startswith("/") else path
