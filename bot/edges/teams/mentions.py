"""People named in a text, made real mentions: they are told, where a bare name tells nobody."""

import re
from collections.abc import Iterator, Sequence
from html import escape, unescape
from typing import Any

from bot.core.people import Person
from bot.edges.teams.pieces import after_fence
from bot.edges.teams.wording import CODE

CALL = re.compile(r"(?<![\w@.])@(?=\w)|&lt;at(?:\s[^<>\n]*)?>")
HALF_TAG = re.compile(r"&lt;/?at(?:\s[^<>\n]*)?>")
Json = dict[str, Any]


def calls_somebody(text: str) -> bool:
    """Is it worth asking who is there? `text` as Teams is given it: what looked like HTML is escaped."""
    return bool(CALL.search(text))


def mentioned(text: str, people: Sequence[Person]) -> tuple[str, list[Json]]:
    """`@Name` of somebody who is there becomes a mention, the first time; any other name stays a name."""
    left = {person.name.casefold(): person for person in people if person.name and person.teams_id}
    if not left:
        return HALF_TAG.sub("", text), []
    entities: list[Json] = []
    pattern = _pattern(left)
    lines, fence = [], ""
    for line in text.split("\n"):
        inside, fence = bool(fence), after_fence(line, fence)
        lines.append(line if inside or fence else "".join(_line(line, pattern, left, entities)))
    return "\n".join(lines), entities


def addressed(text: str, person: Person) -> tuple[str, list[Json]]:
    """To somebody, in a place of several: their mention stands in front of the words."""
    tag, entity = _tag(person)
    return f"{tag} {text}", [entity]


def _line(line: str, pattern: re.Pattern[str], left: dict[str, Person], entities: list[Json]) -> Iterator[str]:
    """Code stays what it is."""
    at = 0

    def call(found: re.Match[str]) -> str:
        name = unescape(found["name"])
        person = left.pop(name.casefold(), None)
        if person is None:
            return found["name"]
        tag, entity = _tag(person)
        entities.append(entity)
        return tag

    for code in CODE.finditer(line):
        yield HALF_TAG.sub("", pattern.sub(call, line[at : code.start()]))
        yield code[0]
        at = code.end()
    yield HALF_TAG.sub("", pattern.sub(call, line[at:]))


def _pattern(left: dict[str, Person]) -> re.Pattern[str]:
    """Longer names first: João da Silva is not João."""
    names = sorted(
        (one for person in left.values() for one in {person.name, escape(person.name, quote=False)}), key=len
    )
    either = "|".join(map(re.escape, reversed(names)))
    return re.compile(rf"(?:{CALL.pattern})(?P<name>{either})(?!\w)(?:&lt;/at>)?", re.IGNORECASE)


def _tag(person: Person) -> tuple[str, Json]:
    """Letter for letter the same in the text and in the entity; the name itself is plain."""
    tag = f"<at>{escape(person.name, quote=False)}</at>"
    return tag, {"type": "mention", "mentioned": {"id": person.teams_id, "name": person.name}, "text": tag}
