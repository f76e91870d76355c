"""Who is meant by a wish: everybody, and everybody except somebody."""

import re

from agent.brain.language import fold

_EXCEPT = re.compile(
    r"\s*,?\s*\b(?:but not|and not|not|except(?: for)?|excluding|other than|apart from|(?<=all )but|(?<=everyone )but"
    r"|(?<=everybody )but|mas n[aã]o|e n[aã]o|exceto|menos|fora|tirando)\b\s*",
    re.IGNORECASE,
)


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
