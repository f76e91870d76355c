"""What an answer of the agent rests on, as its platform marks it beside the text."""

from collections.abc import Iterator
from typing import Any

from bot.core.turn import Cited, Source

ADDED = "response.output_text.annotation.added"
MOST = 10  # of one answer
NAME, WORDS, LINK = 80, 160, 2000  # characters
Json = dict[str, Any]


def cited(annotation: object, sequence: int = 0) -> Iterator[Cited]:
    """A page or a file; everything else that can be noted about a text is nothing to show."""
    found = annotation if isinstance(annotation, dict) else {}
    if found.get("type") not in ("url_citation", "file_citation", "container_file_citation"):
        return
    url = _text(found, "url", LINK)
    name = _text(found, "title", NAME) or _text(found, "filename", NAME) or url.partition("://")[2][:NAME]
    if name:
        link = url if url.startswith("https://") else ""
        yield Cited(sequence=sequence, source=Source(name=name, url=link, words=_text(found, "quote", WORDS)))


def cited_in(response: Json, sequence: int = 0) -> Iterator[Cited]:
    """Of a whole response object."""
    for item in _list(response.get("output")):
        for part in _list(item.get("content")):
            for annotation in _list(part.get("annotations")):
                yield from cited(annotation, sequence)


def _list(value: object) -> list[Json]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _text(found: Json, key: str, limit: int) -> str:
    value = found.get(key)
    return " ".join(value.split())[:limit] if isinstance(value, str) else ""
