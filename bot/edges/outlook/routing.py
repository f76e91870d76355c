"""Mail → thread → project: what a mail answers, what its subject says, and the place it is."""

import hmac
import re
from base64 import b32encode
from hashlib import sha256

from bot.core.people import Channel, Place
from bot.core.post import Arrived
from bot.edges.outlook.marks import TAG_WORD

TAG = re.compile(rf"\[{TAG_WORD}-([0-9A-F]{{16}})-([A-Z2-7]{{8}})\]", re.IGNORECASE)


def answered(mail: Arrived) -> tuple[str, ...]:
    """Internet message ids this mail may answer, nearest first: In-Reply-To, then References from right to left."""
    return tuple(dict.fromkeys(name for name in (mail.in_reply_to, *reversed(mail.references)) if name))


def subject_tag(project_id: str, secret: bytes) -> str:
    """Names a project in a subject, with a check part that only this desk can make."""
    name = project_id.removeprefix("p-").upper()
    return f"[{TAG_WORD}-{name}-{_check(name, secret)}]"


def project_in(subject: str, secret: bytes) -> str:
    """The project whose tag stands in a subject, wherever; empty without a tag of ours, or with two that differ."""
    found = {
        f"p-{name.lower()}"
        for name, check in TAG.findall(subject)
        if hmac.compare_digest(check.upper(), _check(name.upper(), secret))
    }
    return found.pop() if len(found) == 1 else ""


def _check(name: str, secret: bytes) -> str:
    return b32encode(hmac.digest(secret, f"subject:{name}".encode(), sha256))[:8].decode()


def mail_place(mail: Arrived, tenant: str, locale: str = "en", zone: str = "UTC") -> Place:
    """A mail thread, named by its first mail: a conversation id differs per mailbox and joins strangers by subject."""
    root = next(iter(mail.references), "") or mail.in_reply_to or mail.internet_id
    return Place(
        channel=Channel.MAIL,
        tenant=tenant,
        conversation=root,
        kind="mail",
        locale=locale,
        zone=zone,
        subject=mail.subject,
        reply_to=mail.message_id,
    )
