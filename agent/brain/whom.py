"""Who is meant by a wish: those named right behind its verb, everybody, or everybody except somebody."""

import re

from agent.brain.language import fold

_EXCEPT = re.compile(
    r"\s*,?\s*\b(?:but not|and not|not|except(?: for)?|excluding|other than|apart from|(?<=all )but|(?<=everyone )but"
    r"|(?<=everybody )but|mas n[aã]o|e n[aã]o|exceto|menos|fora|tirando)\b\s*",
    re.IGNORECASE,
)


_VERB = re.compile(
    r"\b(?:remind(?:ing)?|nudg(?:e|ing)|chas(?:e|ing)|ping(?:ing)?|pok(?:e|ing)|prod|ask|lembr[ea]r?|cobr[ea]r?|cutu\w+"
    r"|pergunt[ea]|pe[cç]a)\b",
    re.IGNORECASE,
)
_NOUN = re.compile(r"\b(?:reminders?|nudges?|follow-?ups?|lembretes?|cobran[cç]as?)\b", re.IGNORECASE)
_TO = re.compile(r"\W*(?:to|for|pra|pro|para|ao?)\b", re.IGNORECASE)
_ABOUT = re.compile(
    r"\b(?:that|about|because|since|as|so that|saying|telling|regarding|concerning|sobre|porque|pois|dizendo|que)\b"
    r"|[:;–(\"”]"
    r"|,(?!\s*(?:and|e)\b|\s*(?-i:[A-ZÀ-Ý])\w+(?:\s+(?-i:[A-ZÀ-Ý])\w+)?\s*(?:,|$|\.|(?:and|e)\b))",
    re.IGNORECASE,
)
_WHAT = re.compile(rf"\b(?:to|of|for|de|do|da|para)\b|{_ABOUT.pattern}", re.IGNORECASE)


def without_exceptions(text: str) -> tuple[str, str]:
    """ "Everybody except Ana": who is meant, and who is not."""
    found = _EXCEPT.search(text)
    return (text[: found.start()], text[found.end() :]) if found else (text, "")


def everybody(text: str) -> bool:
    return bool(
        re.search(
            r"\b(?:all|everyone|everybody|both|each|every|them all|whoever|those who|who (?:has|have)|whose"
            r"|late ones|todos"
            r"|todas|todo mundo|quem|cada um|os atrasados|ambos|ambas)\b",
            fold(text),
        )
    )


def reminded(text: str) -> str:
    """The part of a wish to remind that says whom: "remind Tom and Vera that Ana is away" is about Tom and Vera."""
    verb = _VERB.search(text)
    if verb is None:
        noun = _NOUN.search(text)
        return text[: noun.start()] if noun and not _TO.match(text[noun.end() :]) else _until(text, _ABOUT)
    return text[: verb.end()] + _until(text[verb.end() :], _WHAT)


def _until(text: str, stop: re.Pattern[str]) -> str:
    found = stop.search(text)
    return text[: found.start()] if found else text
