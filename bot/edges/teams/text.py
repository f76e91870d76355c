"""What somebody wrote, out of Teams' text or HTML: their own words, without the bot's name, and what they quoted."""

import html
import re
from dataclasses import dataclass, field

TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)(\s[^<>]*)?/?>")
REFERENCE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
ATTRIBUTE = re.compile(r"""(?<![a-zA-Z-])([a-zA-Z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
SPACE, INDENT = re.compile(r"[ \t\r\n]+"), re.compile(r"\n[ \t]+")
UNSEEN = re.compile("[\u200b\u2060\ufeff]")  # joiners stay: emoji and several scripts need them
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
BLANKS = " \t\u00a0\u200b\u2060\ufeff"
QUOTED = re.compile(r"""(?<![a-zA-Z-])itemid\s*=\s*["']([^"'<>]{1,200})["']""")
REPLY, MENTION, WHO = "schema.skype.com/Reply", "schema.skype.com/Mention", 'itemprop="mri"'
BREAKS = frozenset({
    "p", "div", "br", "ul", "ol", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "table", "hr",
})  # fmt: skip
INLINE = frozenset({
    "b", "strong", "i", "em", "u", "s", "del", "strike", "code", "font", "span", "sub", "sup", "tbody", "thead",
    "td", "th", "a", "at", "img", "emoji", "li",
})  # fmt: skip
KNOWN = BREAKS | INLINE | {"attachment"}


@dataclass(slots=True)
class Heard:
    words: str
    quote: str = ""
    quoted: str = ""  # id of the message that is quoted
    markers: int = 0  # places where a file stood


@dataclass(slots=True)
class _Reading:
    """Where the scanner stands: outside, in a quoted message, in a mention."""

    names: frozenset[str]  # what the bot is called here
    own_left: int  # how many mentions of the bot are still to be taken out
    words: list[str] = field(default_factory=list)
    quote: list[str] = field(default_factory=list)
    quoted: str = ""
    markers: int = 0
    quoting: int = 0
    naming: bool = False  # inside the name of who is quoted
    mention: list[str] | None = None
    closes: str = ""  # the tag that ends the mention
    dropped: bool = False  # a mention was just taken out: no double blank

    def say(self, piece: str) -> None:
        if self.mention is not None:
            self.mention.append(piece)
        elif self.quoting:
            self.quote.append(piece)
        elif piece:
            if self.dropped and (not self.words or self.words[-1][-1].isspace()):
                piece = piece.lstrip(BLANKS)
            self.dropped = self.dropped and not piece
            if piece:
                self.words.append(piece)

    def end_mention(self) -> None:
        name, self.mention = "".join(self.mention or ()), None
        if self.own_left and plain(name) in self.names and not self.quoting:
            self.own_left -= 1
            self.dropped = True
        else:
            self.say(name)


def hear(source: str, names: frozenset[str] = frozenset(), own: int = 0, markup: bool = False) -> Heard:
    """Read text, or HTML (`markup`: line ends mean nothing there).

    The first `own` mentions by one of `names` are taken out, other people stay as names. Tags that nobody knows stay as
    they are: they are somebody's words. Entities are decoded once.
    """
    source = SPACE.sub(" ", source) if markup else source
    reading, at = _Reading(names, own), 0
    for tag in TAG.finditer(source):
        name = tag[2].lower()
        if name in KNOWN:
            reading.say(decoded(source[at : tag.start()]))
            at = tag.end()
            _turn(reading, name, closing=bool(tag[1]), attributes=tag[3] or "")
    reading.say(decoded(source[at:]))
    if reading.mention is not None:
        reading.end_mention()
    words = "".join(reading.words)
    return Heard(
        tidy(INDENT.sub("\n", words) if markup else words),
        " ".join(tidy("".join(reading.quote)).split()),
        reading.quoted,
        reading.markers,
    )


def _turn(reading: _Reading, name: str, closing: bool, attributes: str) -> None:
    """One tag that is known."""
    if closing:
        _close(reading, name)
    elif name == "at" or (name == "span" and MENTION in attributes):
        if reading.mention is not None:
            reading.end_mention()
        reading.mention, reading.closes = [], name
    elif name == "blockquote" and (reading.quoting or REPLY in attributes):
        reading.quoting += 1
        reading.quoted = reading.quoted or (found[1] if (found := QUOTED.search(attributes)) else "")
    elif name == "strong":
        reading.naming = bool(reading.quoting) and WHO in attributes
    elif name == "attachment":
        reading.markers += not reading.quoting
    elif name in ("img", "emoji"):
        reading.say(picture(attributes))
    elif name == "li":
        reading.say("\n- ")
    elif name in BREAKS:
        reading.say("\n")


def _close(reading: _Reading, name: str) -> None:
    if reading.mention is not None and name == reading.closes:
        reading.end_mention()
    elif name == "blockquote" and reading.quoting:
        reading.quoting -= 1
    elif name == "strong" and reading.naming:
        reading.naming = False
        reading.say(": ")
    elif name in BREAKS:
        reading.say("\n")
    elif name == "td":
        reading.say(" ")


def picture(attributes: str) -> str:
    """An emoji is a picture with words of its own; any other picture is an attachment."""
    found = {key.lower(): double or single for key, double, single in ATTRIBUTE.findall(attributes)}
    words = decoded(found.get("alt", ""))
    return words if words and not words.isascii() else ""


def decoded(piece: str) -> str:
    return REFERENCE.sub(lambda found: html.unescape(found[0]), piece)


def plain(name: str) -> str:
    """A name for comparison: tags, entities, case and odd blanks do not matter."""
    bare = decoded(TAG.sub("", name))
    return " ".join(UNSEEN.sub("", bare).split()).casefold()


def tidy(words: str) -> str:
    """Plain blanks, plain line ends, nothing unseen, at most one empty line."""
    words = UNSEEN.sub("", CONTROLS.sub("", words.replace("\r\n", "\n").replace("\r", "\n"))).replace("\u00a0", " ")
    words = "\n".join(line.rstrip(" \t") for line in words.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", words).strip().strip("\u200c\u200d").strip()
