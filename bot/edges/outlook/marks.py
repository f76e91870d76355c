"""How our own mail is marked. Others only ever see these names, so they are kept in one place."""

from hashlib import sha256

DESK_HEADER = "x-charter-desk"
PROJECT_HEADER = "x-charter-project"
MESSAGE_HEADER = "x-charter-message"
QUIET_HEADER = "x-auto-response-suppress"
TAG_WORD = "SOW"

# A named property of our own: unlike a header it can be searched for, and it stays on the copy in Sent Items.
KEY_PROPERTY = "String {6f1c7a52-0c1e-4f0b-9d55-3c2a6d1b7e90} Name CharterKey"


def message_mark(key: str) -> str:
    """Our own name for a mail in a form that any header, filter and file name can hold."""
    return sha256(key.encode()).hexdigest()[:40]
