"""Halves of characters: programs cut texts inside an emoji, and what is left can be neither read nor stored."""

import re

ESCAPED = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}"
)


def mended(json: bytes) -> bytes:
    """The same JSON, with the sign for an unreadable character in the place of each half."""
    return ESCAPED.sub(rb"\\ufffd", json)


def whole(text: str) -> str:
    """Two halves that stand together are a character; one alone becomes the sign for an unreadable one."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
