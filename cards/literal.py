"""Makes people's words safe to look at: nothing hidden, nothing that becomes something else on the reader's screen."""

import re

# Characters that reorder or hide text, or carry text nobody sees: shown by their number instead.
# Left alone: line breaks, tabs, and the joiners that emoji and Persian need.
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
# `{{DATE(…)}}` and `{{TIME(…)}}` are replaced by the client, even in text that came from a person.
MACRO = re.compile(r"\{\{(?=(?:DATE|TIME)\()")
MARKUP = re.compile(r"[\\`*_\[\]<>~#|!]")


def visible(text: str) -> str:
    """The text with hidden characters spelled out (⟦U+202E⟧) and the clients' date macros disarmed."""
    return MACRO.sub("{\u200a{", HIDDEN.sub(_spelled, text.replace("\r\n", "\n")))


def plain(text: str) -> str:
    """For the few places a client reads as markdown and that hold a person's name: one line without any markup."""
    return " ".join(MARKUP.sub(" ", visible(text)).split())


def one_line(text: str) -> str:
    return " ".join(text.split())


def _spelled(character: re.Match[str]) -> str:
    return f"⟦U+{ord(character[0]):04X}⟧"
