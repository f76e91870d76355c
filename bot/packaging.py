"""Packs what an administrator uploads to Microsoft 365: manifest, words and icons in one zip, the same to the byte."""

import json
import re
import zipfile
from pathlib import Path
from string import Template
from uuid import UUID

MANIFEST = Path(__file__).parents[1] / "manifest"
NAME = "charter-desk.zip"
ALL_MESSAGES = ("ChannelMessage.Read.Group", "ChatMessage.Read.Chat")  # an owner of the team or chat grants them
DOMAIN = re.compile(r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}", re.IGNORECASE)
VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest date a zip knows: the same input gives the same bytes on every day


def build(app_id: str, domain: str, version: str, out: Path, hears_all: bool = False) -> Path:
    """Write the package to `out`, a file or a folder, and return its path.

    `app_id` is the bot's Entra application id, `domain` the host of its public address, `version` "1.2.3".
    `hears_all` asks for the permission to receive every message of the teams and chats the desk is added to.
    ValueError: one of them is not that; the text says which and how it should look.
    """
    path = out if out.suffix == ".zip" else out / NAME
    content = _content(app_id.strip(), domain.strip(), version.strip(), hears_all)
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name in sorted(content):
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            package.writestr(entry, content[name])
    return path


def manifest(app_id: str, domain: str, version: str, hears_all: bool = False) -> dict[str, object]:
    """The filled manifest. ValueError as in `build`."""
    facts = {"app_id": _app_id(app_id), "domain": _domain(domain), "version": _version(version)}
    template = Template((MANIFEST / "manifest.template.json").read_text("utf-8").replace('"$schema"', '"$$schema"'))
    filled: dict[str, object] = json.loads(template.substitute(facts))
    asked = [{"name": name, "type": "Application"} for name in ALL_MESSAGES]
    return filled | {"authorization": {"permissions": {"resourceSpecific": asked}}} if hears_all else filled


def _content(app_id: str, domain: str, version: str, hears_all: bool) -> dict[str, bytes]:
    text = json.dumps(manifest(app_id, domain, version, hears_all), ensure_ascii=False, indent=2) + "\n"
    files = {path.name: path.read_bytes() for path in MANIFEST.iterdir() if path.name.startswith("words.")}
    icons = {name: (MANIFEST / name).read_bytes() for name in ("color.png", "outline.png")}
    return {"manifest.json": text.encode(), **files, **icons}


def _app_id(value: str) -> str:
    try:
        found = UUID(value)
    except ValueError:
        found = UUID(int=0)
    if found.int == 0 or str(found) != value.lower():
        raise ValueError(
            f"{value or 'An empty text'} is not an app id. It looks like 00001111-aaaa-2222-bbbb-3333cccc4444 and is "
            "shown as “Application (client) ID” of the bot's app registration: set it as BOT_APP_ID."
        )
    return str(found)


def _domain(value: str) -> str:
    if not DOMAIN.fullmatch(value):
        raise ValueError(
            f"{value or 'An empty text'} is not a host name. Give the host of the desk's public address alone, such as "
            "desk.contoso.com: no https://, no port, no path."
        )
    return value.lower()


def _version(value: str) -> str:
    if not VERSION.fullmatch(value):
        raise ValueError(f"{value or 'An empty text'} is not a version. It has three numbers, such as 1.0.3.")
    return value
