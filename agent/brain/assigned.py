"""Whom a written action names: "Joe to write …", "write … (Joe)", "Pricing: Joe, by Friday", "Joe writes …"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agent.brain.due import find_due
from agent.brain.language import fold
from agent.brain.names import NAME, clean_name, is_name
from agent.brain.nicknames import is_given
from agent.brain.people import Roster
from agent.brain.references import points_back

_WHO = rf"(?P<who>@?{NAME}(?:(?:,? and |,? e |, | & | \+ |/| ){{1}}@?{NAME}){{0,5}})"
_TO_DO = (
    r"to|will|should|shall|must|is to|are to|is going to|are going to|needs? to|has to|have to|agreed to|offered to"
    r"|volunteered to|promised to|undertook to|committed to|(?:vai|vão)(?=\s+\w+r\b)|deve|devem|deverá|precisa|irá"
    r"|irão|ficou de|fica de"
    r"|ficaram de|ficou com|fica com|ficam com|ficou responsável por|fica responsável por|se comprometeu a"
    r"|se ofereceu para|compromete-se a|comprometeu-se a|encarrega-se de|ficou encarregad[oa] de"
)
_LEADING = re.compile(
    rf"^\[?{_WHO}\]?\s*(?:(?P<mark>:|[-–—]\s|→|=>)|\s(?:{_TO_DO})\b)\s*(?P<what>.+)$",
    re.DOTALL,
)
_SUBJECT = re.compile(rf"^(?:[OA]s? )?{_WHO}\s+(?P<what>(?:\({NAME}\) )?[a-zà-ÿ].+)$", re.DOTALL)
_HELPING = re.compile(
    rf"^(?:{_TO_DO}|please|por favor|is|está|estará|fica|em)\s+(?:(?:also|then|both|two|a|também)\s+)*", re.IGNORECASE
)
_TAIL = re.compile(
    r"(?:\(|\[|@|[-–—:→]\s+)(?P<who>@?[^()\[\]@:]{2,60}?)[)\]]?\s*[.;]?$",
    re.IGNORECASE,
)
_CUT = re.compile(r":\s+|\s+[-–—|→]+\s*|\s+-{1,2}>?\s+|\s*=>\s*|;\s+|,\s+|\s*[(\[]|[)\]]\s*")
_GIVING = re.compile(  # in front of the name in a piece of its own
    r"^(?:owner|lead|led by|by|with|assigned to|now|agora|por|com|para|pelo|pela|a cargo d[eao]s?|por conta d[eao]s?"
    r"|resp|respons[áa]vel|fica com|ficou com|vai para|passa para|goes to|moves to)\b[.:]?\s*"
    r"(?:(?:with|to|com|para)\s+)?(?:[oa]s?\s+)?",
    re.IGNORECASE,
)
_NOT_DOING = re.compile(
    r"^(?:was|were|had|has (?:been|done|sent|declined)|did|is (?!to |going )|cannot|can't"
    r"|can not|won't|will not|does(?:n't| not)|do(?:n't| not)|isn't|declin\w+|refus\w+|recus\w+|nao|nunca|might"
    r"|may|could|would|pode(?:ria)?|talvez|thinks?|asks?|asked|says?|said|wants|acha|disse|perguntou|pediu"
    r"|esta (?:de|em|fora))\b"
)
_NO_VERB = re.compile(r"^(?:and|or|e|ou|of|from|do|da|de|for|in|at|on|with)\b")
_PAST = re.compile(
    r"^(?:already\s+|j[áa]\s+)?(?:\w{2,}(?:ed|ou)|fez|foi|sent|wrote|did|gave|took)\b(?!\s+(?:to|de|com|por)\b)"
)
_MYSELF = re.compile(
    r"^(?:I(?:['’]ll| will| can|['’]m going to)\b|I (?:take|do|own)\b|mine\b|me\b|myself\b|(?:com)?igo\b|comigo\b"
    r"|eu(?: mesm[oa])?\b|fico (?:eu|com)\b)\s*",
    re.IGNORECASE,
)


class Assigned(NamedTuple):
    owners: tuple[str, ...]  # names as written
    what: str
    due: str = ""  # words that hold the date; "" when it stands in `what`


def assigned(text: str, roster: Roster, speaker: str = "") -> Assigned | None:
    """Owners, deed and due words; None when nobody is named who can own it."""
    bare = text.strip()
    due = find_due(bare, None)
    rest = f"{bare[: due.start]} {bare[due.end :]}".strip(" ,;–—-") if due else ""
    return (
        _leading(bare, roster)
        or _after_topic(bare, roster, speaker)
        or _subject(bare, roster)
        or _in_pieces(bare, roster)
        or _tail(bare, roster, "")
        or (_tail(rest, roster, due.as_written) if due else None)  # "write it (Joe) by Friday"
    )


def people_of(phrase: str, roster: Roster, sure: bool = False) -> tuple[str, ...]:
    """All names of the phrase, or none: a phrase that holds something else than names is no owner.

    Who is unknown owns nothing, unless nobody at all is known, or `sure` words ("to write") go with a given name.
    """
    whole = phrase.strip().lstrip("@").strip()
    if known(whole, roster):
        return (whole,)
    pieces = [p.strip().lstrip("@") for p in re.split(r",\s*(?:and |e )?|\s+(?:and|e|&|\+)\s+|/", whole) if p.strip()]
    names: list[str] = []
    for piece in pieces:
        if known(piece, roster):
            names.append(piece)
        elif piece.split() and all(known(word, roster) for word in piece.split()):
            names += piece.split()  # "Jory Tobie": two people, the comma is missing
        elif (len(pieces) == 1 or not roster.people) and may_own(piece, roster, sure):
            names.append(piece)
        elif not (names and piece[:1].isupper()):
            return ()
    return tuple(names)


def known(name: str, roster: Roster) -> bool:
    found = roster.find(name)
    return bool(found.person or found.several)


def may_own(name: str, roster: Roster, sure: bool) -> bool:
    """Whether somebody no document lists may still be taken for a person."""
    parts = name.split()
    return is_name(name) and len(parts) <= 3 and (not roster.people or (sure and is_given(parts[0])))


def owners_in(cell: str, roster: Roster) -> tuple[str, ...]:
    """The people of an owner column's cell: "Anna / MZ", "Robert (Thomas until 15 Dec)", "Keller, Anna"."""
    plain = re.sub(r"~~[^~]*~~|\([^()]*\)", " ", cell).strip()
    if "," in plain and roster.find(plain).person:
        return (plain,)
    pieces = [clean_name(piece) for piece in re.split(r",|;|/| and | e |\n|&|\+", plain)]
    return tuple(dict.fromkeys(p for p in pieces if p and (known(p, roster) or may_own(p, roster, sure=True))))


def _leading(text: str, roster: Roster) -> Assigned | None:
    """ "Joe to write …", "Joe: write …"."""
    lead = _LEADING.match(text)
    if not lead:
        return None
    names = people_of(lead["who"], roster, sure=not lead["mark"])
    what = lead["what"].strip()
    if not names or _NOT_DOING.match(fold(what)):
        return None
    if not any(known(n, roster) for n in names) and _only_a_name(what, roster):
        return None  # nobody is known: which of the two is the deed cannot be told
    return Assigned(names, what)


def _only_a_name(what: str, roster: Roster) -> bool:
    due = find_due(what, None)
    return is_name((f"{what[: due.start]}{what[due.end :]}" if due else what).strip(" ,.;–—-"))


def _after_topic(text: str, roster: Roster, speaker: str) -> Assigned | None:
    """ "ESPD: Marek collects the forms", "Concept: Aoife will write this, due Wednesday", "Schedule: I'll do it"."""
    topic = re.match(r"^([^:\n]{3,90}?)(?::|\s[-–—])\s+(?=\S)(.+)$", text, re.DOTALL)
    if not topic or not re.search(r"\w{2}", topic[1]):
        return None
    what, said = topic[1].strip(), topic[2].strip()
    if speaker and _MYSELF.match(said):
        return Assigned((speaker,), what, said)
    found = _with_verb(said, roster, what)
    if not found or found.what == what:
        return found
    due = find_due(found.what, None)
    deed = f"{found.what[: due.start]}{found.what[due.end :]}".strip(" ,.;") if due else found.what
    if points_back(deed) or re.match(r"^(?:has|have|takes?|does|owns?|assume|faz|tem)\b(?: \w+){0,2}$", fold(deed)):
        return Assigned(found.owners, what, found.what)
    return Assigned(found.owners, f"{what}: {found.what}")


def _with_verb(said: str, roster: Roster, topic: str) -> Assigned | None:
    lead = _LEADING.match(said)
    if lead and not lead["mark"] and (names := people_of(lead["who"], roster)):
        return None if _NOT_DOING.match(fold(lead["what"])) else Assigned(names, lead["what"].strip())
    return _subject(said, roster, topic)


def _subject(text: str, roster: Roster, topic: str = "") -> Assigned | None:
    """ "Bia elabora a proposta": a known name and a verb. Who cannot do it may be followed by who can."""
    for clause in _clauses(text):
        found = _SUBJECT.match(clause)
        names = people_of(found["who"], roster) if found else ()
        if not found or not all(known(n, roster) for n in names) or not names:
            continue
        what = found["what"].strip()
        if any(kind.match(fold(what)) for kind in (_NOT_DOING, _PAST, _NO_VERB)):
            continue
        bare = _HELPING.sub("", what)
        stands_in = re.match(r"^(?:assume|steps? in|takes? (?:it )?over|entra|pega)\W*$", fold(bare))
        return Assigned(names, (topic or _undone(text)) if stands_in and clause != text else bare)
    return None


def _clauses(text: str) -> Iterator[str]:
    yield text
    yield from (clause.strip() for clause in re.split(r"[;,]\s+(?:so |e |então |mas |but )?", text)[1:])


def _undone(text: str) -> str:
    """The deed of somebody who cannot: "Paulo não consegue fazer o treinamento" → "o treinamento"."""
    first = re.split(r"[;,]\s+", text)[0]
    found = re.search(
        r"\b(?:cannot|can't|can not|won't|will not|n[ãa]o (?:consegue|pode|vai))"
        r"\s+(?:(?:do|take|write|fazer|assumir|pegar)\s+)?(.+)",
        first,
    )
    return found[1] if found else first


def _in_pieces(text: str, roster: Roster) -> Assigned | None:
    """One piece between colons, dashes, commas and brackets is a person, the others are the deed."""
    if re.search(r"^[A-Za-zÀ-ÿ]+\s+(?:asks?|asked|told|says?|said)\b", text):
        return None
    spans = _spans(text)
    for n, (start, end) in enumerate(spans):
        names = _alone(text[start:end], roster)
        if not names or (n and _merely_mentioned(text, spans, n)):
            continue
        last = n
        while last + 1 < len(spans) and (more := _alone(text[slice(*spans[last + 1])], roster)):
            names, last = (*names, *more), last + 1
        deed = _joined(text[:start], text[spans[last][1] :])
        if re.search(r"\w{3}", deed):
            return Assigned(names, deed)
    return None


def _spans(text: str) -> list[tuple[int, int]]:
    cuts = list(_CUT.finditer(text[:600]))
    starts, ends = [0, *(c.end() for c in cuts)], [*(c.start() for c in cuts), len(text)]
    return [(a, b) for a, b in zip(starts, ends, strict=True) if text[a:b].strip()]


def _alone(piece: str, roster: Roster) -> tuple[str, ...]:
    """The people a piece consists of, but for its date and words like "owner" or "agora com"."""
    due = find_due(piece, None)
    bare = (f"{piece[: due.start]} {piece[due.end :]}" if due else piece).strip(" .,;*@")
    names = people_of(_GIVING.sub("", bare).strip(" .,;*@"), roster)
    return names if names and all(known(name, roster) for name in names) else ()


def _merely_mentioned(text: str, spans: list[tuple[int, int]], n: int) -> bool:
    """ "talk to legal, Anna, Robert"; a name that follows a bare comma after a preposition names no owner."""
    before = text[spans[n - 1][0] : spans[n - 1][1]]
    gap = text[spans[n - 1][1] : spans[n][0]]
    giving = _GIVING.match(text[spans[n][0] : spans[n][1]])
    return (
        gap.strip() == ","
        and not giving
        and bool(re.search(r"\b(?:to|with|from|for|by|com|para|de|do|da)\s+\S+$", before))
    )


def _joined(front: str, back: str) -> str:
    """What is left of a line when the name has been taken out of it."""
    front, back = front.rstrip(" ,;:–—→=>-(["), back.lstrip(" ,;:–—-)]")
    return f"{front}, {back}".strip(" ,;:") if front and back else (front or back)


def _tail(text: str, roster: Roster, due: str) -> Assigned | None:
    tail = _TAIL.search(text)
    names = people_of(tail["who"], roster) if tail else ()
    return Assigned(names, text[: tail.start()].rstrip(" ,.;-–—"), due) if tail and names else None
