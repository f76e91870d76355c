"""Where the history of a mail begins, told by its words: header blocks, attribution lines, separators, footers."""

import re
from collections.abc import Sequence

from bot.edges.outlook.visible import Line

LONGEST = 400  # characters; no header, attribution or footer is longer, and no pattern is tried on more
WINDOW = 6  # lines in which a header block shows itself

# language: from, sent, to, subject
HEADERS = (
    ("from", "sent|date", "to", "subject"),
    ("de", "enviada em|enviado em|enviado|enviada|data", "para", "assunto"),
    ("von", "gesendet|datum", "an", "betreff"),
    ("差出人|from", "送信日時|日付|date", "宛先|to", "件名|subject"),
    ("de", "envoyé|date", "à", "objet"),
    ("de", "enviado el|enviado|fecha", "para", "asunto"),
    ("da", "inviato|data", "a", "oggetto"),
    ("van", "verzonden|datum", "aan", "onderwerp"),
    ("fra", "sendt|dato", "til", "emne"),
    ("från", "skickat|datum", "till", "ämne"),
)
LABELS = tuple(
    tuple(re.compile(rf"[>\s*_-]*(?:{words})[\s*]*[:：]", re.IGNORECASE) for words in language) for language in HEADERS
)
TITLES = (
    "original message|mensagem original|ursprüngliche nachricht|元のメッセージ|message d.origine|mensaje original"
    "|messaggio originale|oorspronkelijk bericht|oprindelig meddelelse|opprinnelig melding|ursprungligt meddelande"
    "|forwarded message|mensagem (?:re)?encaminhada|weitergeleitete nachricht|転送メッセージ|message transféré"
    "|mensaje reenviado|messaggio inoltrato|doorgestuurd bericht|videresendt (?:meddelelse|melding)"
    "|vidarebefordrat meddelande"
)
SEPARATOR = re.compile(
    rf"\s*(?:-{{2,}}\s*(?:{TITLES})\s*-{{2,}}|begin forwarded message\s*:|início da mensagem (?:re)?encaminhada\s*:"
    r"|anfang der weitergeleiteten nachricht\s*:|début du message réexpédié\s*:|inicio del mensaje reenviado\s*:)\s*",
    re.IGNORECASE,
)
TITLED_RULE = re.compile(r"\s*-{5,}.{2,60}-{5,}\s*")  # the same in any language, where the mail says it is no own text
RULE = re.compile(r"\s*[-_=*]{5,}\s*")

OPENINGS = re.compile(r"[\s>*-]*(?:on|em|am|le|el|il|op|den|a)\s", re.IGNORECASE)
WROTE = re.compile(
    r"\b(?:wrote|escreveu|schrieb|a écrit|escribió|ha scritto|schreef|skrev)\b[^\n]{0,120}[:：]\s*$", re.IGNORECASE
)
MOMENT = re.compile(r"\d{4}|\d{1,2}[:h]\d{2}|\d{1,2}[./]\d{1,2}")
JAPANESE = re.compile(r"\s*\d{4}(?:年|/)\d{1,2}(?:月|/)\d{1,2}.*(?:のメール|<[^<>]+@[^<>]+>)\s*[:：]\s*$")
DATED_SENDER = re.compile(r"\s*\d{4}-\d{2}-\d{2}\s.*<[^<>]+@[^<>]+>\s*:\s*$")

FOOTER = re.compile(
    r"\s*(?:(?:sent (?:from|via|with)|enviado (?:do|pelo|de|desde|a partir do)|envoyé (?:de|depuis)|inviato da"
    r"|verzonden (?:vanaf|met)|gesendet (?:von|mit)|von meinem|sendt fra|skickat från|get|obter|holen sie sich|obtenir"
    r"|télécharger|obtener|scarica|download) .{0,30}(?:iphone|ipad|android|samsung|galaxy|xiaomi|motorola|blackberry"
    r"|smartphone|handy|mobil\w*|celular|outlook|yahoo|gmail|proton|\bmail\b).{0,30}"
    r"|(?:iphone|ipad)から送信|(?:outlook for )?(?:ios|android) 版?(?: outlook)?.{0,4}を入手(?:してください)?)\s*",
    re.IGNORECASE,
)


def begins_history(lines: Sequence[Line], at: int) -> bool:
    """Everything from this line on is quoted or forwarded."""
    return separates(lines[at].text) or header_block(lines, at)


def separates(text: str) -> bool:
    return len(text) <= LONGEST and bool(SEPARATOR.fullmatch(text))


def introduces_forward(text: str) -> bool:
    """For the first line of what is marked as a quote: the forwarded words below it are not marked themselves."""
    return len(text) <= LONGEST and bool(TITLED_RULE.fullmatch(text))


def header_block(lines: Sequence[Line], at: int) -> bool:
    """At least three of From, Sent, To and Subject of one language within a few lines, none of them empty."""
    window = []
    for line in lines[at : at + WINDOW]:
        if not line.text or line.own != lines[at].own:
            break
        window.append(line.text[:LONGEST])
    for labels in LABELS if len(window) > 2 else ():
        if any(label.match(window[0]) for label in labels):
            found = {index for index, label in enumerate(labels) for text in window if label.match(text)}
            if len(found) >= 3:
                return True
    return False


def attribution(lines: Sequence[Line], at: int) -> int:
    """How many lines from here on only say who wrote the quote below: 0 to 3."""
    text = ""
    for count, line in enumerate(lines[at : at + 3], start=1):
        if not line.text:
            return 0
        text = f"{text} {line.text}"[: LONGEST + 1]
        if len(text) <= LONGEST and attributes(text, whole=count == 1):
            return count
    return 0


def attributes(text: str, whole: bool) -> bool:
    if JAPANESE.match(text) or DATED_SENDER.match(text):
        return True
    if not WROTE.search(text):
        return False
    return bool((OPENINGS.match(text) and MOMENT.search(text)) or (whole and re.search(r"\S@\S", text)))


def footer(text: str) -> bool:
    return len(text) <= LONGEST and bool(FOOTER.fullmatch(text))
