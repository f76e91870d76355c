"""Bytes to text, and text to lines that belong together: what every reader of files needs first."""

import re

_BULLET = re.compile(r"^\s*([●○■▪•◦‣∙·–—*-]|□|☐|☑|☒|✓)\s*(?=\S)")
_MARK = re.compile(r"^\((?:\d{1,2}|[a-z]|[ivx]{1,5})\)\s|^[a-z]\)\s", re.IGNORECASE)
_LABEL = re.compile(r"^(?:[^\w\s:]+\s*)?[A-ZÀ-Ý][\w À-ÿ/,’'&.()#-]{0,40}:(?:\s|$)")
_ACTION_LABEL = re.compile(
    r"^(?:last week[’']s )?(?:AI|ACTION|TO ?DO|A[ÇC][ÃA]O|DECISION|OUTCOME)\b[^:]{0,20}:", re.IGNORECASE
)
_OF_ITS_OWN = re.compile(  # the head lines of minutes and mails, and the fields of an action: none goes on with a line
    r"^[*_\W]{0,4}(?:attendees|participants|present|in attendance|apologies|absent|regrets|chair|facilitator|minutes"
    r"|owner|responsible|assignee|due(?: date)?|deadline|task|next steps"
    r"|participantes|presentes|ausentes?|aus[êe]ncias|convidados|respons[áa]ve(?:l|is)|prazo|tarefa|encaminhamentos"
    r"|from|to|cc|sent|date|subject|de|para|data|assunto"
    r"|enviad[oa](?: em)?)(?:\s*\([^()]{1,40}\))?[*_]{0,2}:[*_]{0,2}\s",
    re.IGNORECASE,
)
_ENDS = (".", ":", ";", "?", "!", "”", '"', ")")
_WRAPPED = 50  # characters: a hard-wrapped line is at least this long


def decode(data: bytes) -> str:
    """Text of a file whose encoding nobody stated: BOM first, then UTF-8, then the Windows page."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")


def squeeze(text: str) -> str:
    """One line, single blanks, no soft hyphens or zero-width marks."""
    return re.sub(r"\s+", " ", re.sub("[\u00ad\u200b\u200c\u200d\ufeff]", "", text)).strip()


def bullet(line: str) -> re.Match[str] | None:
    return _BULLET.match(line)


def starts_new(line: str, before: str) -> bool:
    """Whether a line begins a new thought although no blank line stands above it."""
    if _ACTION_LABEL.match(line) or _OF_ITS_OWN.match(line):
        return True
    ended = before.endswith(_ENDS) or before.endswith((",", " and", " or"))
    if _MARK.match(line):
        return ended
    if _is_title(before) and re.match(r"[A-ZÀ-Ý]\S* .{20,}[.;]$", line):
        return True
    if _LABEL.match(line):
        return before.endswith((".", "?", "!", ";")) or len(before) < _WRAPPED or bool(_LABEL.match(before))
    return False


def _is_title(line: str) -> bool:
    """One to three words that end nothing: "Next steps" above a line of text."""
    return len(line) < 30 and bool(re.fullmatch(r"[A-ZÀ-Ý]\w+(?: \w+){0,2}", line))


def pieces(text: str) -> list[str]:
    """A paragraph's lines joined where they were only wrapped, apart where each says its own thing."""
    found: list[str] = []
    for raw in text.split("\n"):
        line = squeeze(raw)
        if not line:
            continue
        if found and not starts_new(line, found[-1]):
            found[-1] += " " + line
        else:
            found.append(line)
    return found
