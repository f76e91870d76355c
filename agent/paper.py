"""A page of Markdown as a Word document: headings, lists, quotes and paragraphs, for people who go on in Word."""

import re
from io import BytesIO

HEADING, ITEM, NUMBERED = (
    re.compile(r"(#{1,4})\s+(.*)"),
    re.compile(r"\s*[-*•]\s+(.*)"),
    re.compile(r"\s*\d+[.)]\s+(.*)"),
)
EMPHASIS = re.compile(r"\*\*(.+?)\*\*|__(.+?)__")
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # XML knows no such characters


def word(markdown: str) -> bytes:
    """The bytes of a .docx file."""
    from docx import Document  # half a second, and most turns write no document

    document = Document()
    for line in CONTROLS.sub("", markdown).splitlines():
        if heading := HEADING.match(line):
            document.add_heading(_plain(heading.group(2)), len(heading.group(1)) - 1)
        elif item := ITEM.match(line):
            document.add_paragraph(_plain(item.group(1)), style="List Bullet")
        elif item := NUMBERED.match(line):
            document.add_paragraph(_plain(item.group(1)), style="List Number")
        elif line.startswith(">"):
            document.add_paragraph(_plain(line.lstrip("> ")), style="Intense Quote")
        elif line.strip():
            document.add_paragraph(_plain(line.strip()))
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def _plain(text: str) -> str:
    return EMPHASIS.sub(lambda found: found.group(1) or found.group(2), text)
