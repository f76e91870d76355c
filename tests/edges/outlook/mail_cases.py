"""Recorded mails and requests with what must come of them: loads the samples and compares what was observed."""

import json
import re
import unicodedata
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

SAMPLES = Path(__file__).parents[2] / "samples" / "outlook"
MISSING = object()


def cases(topic: str) -> Iterator[dict[str, Any]]:
    for file in sorted(SAMPLES.glob(f"{topic}-*.json")):
        case = json.loads(file.read_text(encoding="utf-8"))
        if name := case["input"].get("eml_file"):
            case["input"]["eml"] = (SAMPLES / name).read_bytes()
        yield case


def failures(case: dict[str, Any], observed: dict[str, Any]) -> list[str]:
    """What was expected of the paths that were observed, and is not so."""
    wanted = [one for one in case["expect"] if look_up(observed, one["path"]) is not MISSING]
    assert wanted, f"{case['id']}: nothing of it was observed"
    return [told for one in wanted if (told := broken(one, observed))]


def every_failure(case: dict[str, Any], observed: dict[str, Any], levels: tuple[str, ...] = ("must",)) -> list[str]:
    """What was expected and is not so; what was not observed is a failure."""
    wanted = [one for one in case["expect"] if one.get("level", "must") in levels]
    return [told for one in wanted if (told := broken(one, observed))]


def broken(one: dict[str, Any], observed: dict[str, Any]) -> str:
    """Empty when it holds."""
    have, want = look_up(observed, one["path"]), one.get("value")
    if have is MISSING:
        return f"{one['path']} was not observed"
    if where := one.get("where"):
        have = [item for item in have if all(like(look_up(item, key), value) for key, value in where.items())]
    told = f"{one['path']} {one['op']} {want!r} where {one.get('where')}: have {str(have)[:300]!r}"
    return "" if holds(one["op"], level(have), level(want)) else told


def holds(op: str, have: Any, want: Any) -> bool:
    size = len(have) if isinstance(have, list) else have
    match op:
        case "equals" | "not_equals":
            return bool(have == want) is (op == "equals")
        case "contains" | "not_contains":
            return (have is not None and want in have) is (op == "contains")
        case "in":
            return have in want
        case "starts":
            return str(have).startswith(want)
        case "count":
            return bool(size == want)
        case "is_null":
            return have is None
        case "ge":
            return size is not None and bool(size >= want)
        case "le":
            return size is not None and bool(size <= want)
    raise AssertionError(f"unknown comparison {op}")


def look_up(observed: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(observed, list) and part.isdecimal() and int(part) < len(observed):
            observed = observed[int(part)]
        elif isinstance(observed, dict) and part in observed:
            observed = observed[part]
        else:
            return MISSING
    return observed


def like(have: Any, want: Any) -> bool:
    """A pattern: a glob, or a regular expression behind "~"; of a list any element."""
    if have is MISSING:
        return False
    if isinstance(have, list) and not isinstance(want, list):
        return any(like(one, want) for one in have)
    if isinstance(want, str) and isinstance(have, str):
        return bool(re.search(want[1:], have)) if want.startswith("~") else fnmatchcase(have, want)
    return bool(have == want)


def level(value: Any) -> Any:
    """Texts compare with runs of blanks as one."""
    if not isinstance(value, str):
        return value
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", value).replace("\u00a0", " ")).strip()
