"""Files that came with a message: pointers to their bytes, under names that are safe to show and to store."""

import unicodedata

from bot.core.letter import FileRef
from bot.edges.teams.fields import Fields, fields, items, words

DOWNLOAD = "application/vnd.microsoft.teams.file.download.info"
SHARED = "reference"  # a file that lies in SharePoint
ADDRESS_LIMIT = 8000
NAME_LIMIT = 120
FILE = "file"


def files_in(activity: Fields, markers: int) -> tuple[tuple[FileRef, ...], int]:
    """Files with an address to fetch them from, and how many came without one.

    `markers`: how many files the text speaks of; in channels they come as a marker and nothing else.
    """
    found: list[FileRef] = []
    others = broken = 0
    for one in items(activity.get("attachments")):
        kind = words(one.get("contentType")).lower()
        url = _address(one, kind)
        if url is None:
            others += kind != "text/html"
        elif url.startswith(("https://", "http://")):
            found.append(FileRef(name=_name(one, kind, len(found) + 1), url=url, shared=kind == SHARED))
        else:
            broken += 1
    return tuple(found), broken + max(0, markers - others - broken - len(found))


def _address(attachment: Fields, kind: str) -> str | None:
    """Where the bytes are: empty when the client did not say, None for what is no file."""
    if kind == DOWNLOAD:
        return words(fields(attachment.get("content")).get("downloadUrl"), ADDRESS_LIMIT)
    if kind.startswith("image/") or kind == SHARED:
        return words(attachment.get("contentUrl"), ADDRESS_LIMIT)
    return None


def _name(attachment: Fields, kind: str, number: int) -> str:
    if isinstance(attachment.get("name"), str) or kind in (DOWNLOAD, SHARED):
        return file_name(attachment.get("name"))
    ending = kind.removeprefix("image/")
    return f"picture-{number}.{ending}" if ending.isalnum() else f"picture-{number}"


def file_name(name: object) -> str:
    """Composed, without path, control and direction characters, short, its ending kept; never empty."""
    if not isinstance(name, str):
        return FILE
    last = unicodedata.normalize("NFC", name).replace("\\", "/").rsplit("/", 1)[-1]
    clean = "".join(one for one in last if unicodedata.category(one)[0] != "C").strip(" .")
    if len(clean) > NAME_LIMIT:
        stem, dot, ending = clean.rpartition(".")
        keeps = dot and len(ending) < 16
        clean = f"{stem[: NAME_LIMIT - 1 - len(ending)]}.{ending}" if keeps else clean[:NAME_LIMIT]
    return clean or FILE
