"""The floor plan, enforced: which room may look into which, and where each SDK may be imported."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
MAY_LOOK_INTO = {
    "bot.core": {"bot.core"},
    "cards": {"cards"},
    "bot.flows": {"bot.flows", "bot.core", "cards"},
    "bot.edges": {"bot.edges", "bot.core", "cards"},
    "agent": {"agent"},
}
SDKS = ("botbuilder", "botframework", "openai", "azure", "msgraph", "kiota_abstractions", "redis", "docket", "aiohttp")
QUIET_ROOMS = ("bot/core", "bot/flows", "cards")


def modules(room: str) -> list[Path]:
    return sorted((HOUSE / room.replace(".", "/")).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    package = ".".join(path.relative_to(HOUSE).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            name = ".".join(part for part in (base, node.module) if part)
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("room", MAY_LOOK_INTO)
def test_a_room_looks_only_into_the_rooms_below_it(room: str) -> None:
    allowed = MAY_LOOK_INTO[room]
    ours = ("bot", "cards", "agent", "tests")
    strays = [
        f"{path.relative_to(HOUSE)} imports {name}"
        for path in modules(room)
        for name in imports(path)
        if name.split(".")[0] in ours
        and name != "bot"
        and not any(name == one or name.startswith(f"{one}.") for one in allowed)
    ]

    assert modules(room)
    assert strays == []


def test_no_sdk_is_known_in_the_quiet_rooms() -> None:
    strays = [
        f"{path.relative_to(HOUSE)} imports {name}"
        for room in QUIET_ROOMS
        for path in modules(room)
        for name in imports(path)
        if name.split(".")[0] in SDKS
    ]

    assert strays == []


def test_the_bot_sdk_is_imported_in_one_room_only() -> None:
    strays = {
        str(path.relative_to(HOUSE))
        for path in modules("bot")
        for name in imports(path)
        if name.split(".")[0] in ("botbuilder", "botframework")
    }

    assert all(stray.startswith("bot/edges/teams/") for stray in strays)


def test_the_core_is_neither_async_nor_asks_for_the_time() -> None:
    for path in modules("bot.core"):
        tree = ast.parse(path.read_text("utf-8"))
        calls = {
            node.func.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }

        assert not any(isinstance(node, ast.AsyncFunctionDef | ast.Await) for node in ast.walk(tree)), path
        assert not calls & {"now", "utcnow", "today", "monotonic"}, path


def test_the_environment_is_read_in_the_settings_only() -> None:
    readers = {
        str(path.relative_to(HOUSE))
        for room in ("bot", "cards")
        for path in modules(room)
        if "os.environ" in path.read_text("utf-8") or "getenv" in path.read_text("utf-8")
    }

    assert readers <= {"bot/settings.py"}
