"""Recorded mails with what a reader must make of them: loads the samples and compares what was observed."""

import json
import re
import unicodedata
from collections.abc import Iterator
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
    return [f"{one['path']} {one['op']} {one.get('value')!r}" for one in wanted if not holds(one, observed)]


def holds(one: dict[str, Any], observed: dict[str, Any]) -> bool:
    want, have = level(one.get("value")), level(look_up(observed, one["path"]))
    match one["op"]:
        case "equals":
            return bool(have == want)
        case "contains":
            return want in have
        case "not_contains":
            return want not in have
        case "in":
            return have in want
        case "is_null":
            return have is None
    raise AssertionError(f"unknown comparison {one['op']}")


def look_up(observed: Any, path: str) -> Any:
    for part in path.split("."):
        if not isinstance(observed, dict) or part not in observed:
            return MISSING
        observed = observed[part]
    return observed


def level(value: Any) -> Any:
    """Texts compare with runs of blanks as one."""
    if not isinstance(value, str):
        return value
    return re.sub(r"\s+", " ", unicodedata.normalize("NFC", value).replace("\u00a0", " ")).strip()
