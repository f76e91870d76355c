"""What our own mail says of its project: a tag in the subject and an address of its own, both with a check part."""

import hmac
import re
from base64 import b32encode
from hashlib import sha256

from bot.edges.outlook.marks import TAG_WORD

TAG = re.compile(rf"\[{TAG_WORD}-([0-9A-F]{{16}})-([A-Z2-7]{{8}})\]", re.IGNORECASE)
LIKE_A_TAG = re.compile(rf"\[{TAG_WORD}-[^\]\s]{{1,60}}\]", re.IGNORECASE)
PLUS = re.compile(r"\+([0-9a-f]{16})-([a-z2-7]{8})@", re.IGNORECASE)


def subject_tag(project_id: str, secret: bytes) -> str:
    """Names a project in a subject, with a check part that only this desk can make."""
    name = project_id.removeprefix("p-").upper()
    return f"[{TAG_WORD}-{name}-{_check(name, secret)}]"


def project_in(subject: str, secret: bytes) -> str:
    """The project whose tag stands in a subject, wherever; empty without a tag of ours, or with two that differ."""
    return _one(TAG.findall(subject), secret)


def own_address(desk: str, project_id: str, secret: bytes) -> str:
    """The desk's address with a project in it, where the mailbox takes such ones (plus addressing)."""
    name, at, domain = desk.rpartition("@")
    project = project_id.removeprefix("p-").lower()
    return f"{name}+{project}-{_check(project.upper(), secret).lower()}{at}{domain}"


def project_at(addresses: tuple[str, ...], desk: str, secret: bytes) -> str:
    """The project in one of our own addresses that a mail was sent to."""
    name, _, domain = desk.casefold().rpartition("@")
    ours = [one for one in addresses if one.casefold().startswith(f"{name}+") and one.casefold().endswith(f"@{domain}")]
    return _one([match.groups() for one in ours if (match := PLUS.search(one))], secret)


def only_looks_tagged(subject: str, secret: bytes) -> bool:
    return bool(LIKE_A_TAG.search(subject)) and not project_in(subject, secret)


def _one(found: "list[tuple[str, ...]]", secret: bytes) -> str:
    names = {
        f"p-{name.lower()}"
        for name, check in found
        if hmac.compare_digest(check.upper().encode(), _check(name.upper(), secret).encode())
    }
    return names.pop() if len(names) == 1 else ""


def _check(name: str, secret: bytes) -> str:
    return b32encode(hmac.digest(secret, f"subject:{name}".encode(), sha256))[:8].decode()
