"""Portuguese ordinals in words: "cláusula décima segunda" is 12."""

import re

from agent.brain.language import fold

_UNITS = ["primeir", "segund", "terceir", "quart", "quint", "sext", "setim", "oitav", "non"]
_TENS = ["decim", "vigesim", "trigesim", "quadragesim"]
_UNIT = r"(?:primeir|segund|terceir|quart|quint|sext|s[ée]tim|oitav|non)[ao]"
_TEN = r"(?:d[ée]cim|vig[ée]sim|trig[ée]sim|quadrag[ée]sim)[ao]"
ORDINAL = rf"{_TEN}[\s-]+{_UNIT}|{_TEN}|{_UNIT}|\d{{1,2}}(?:\.?[ªº]|[ao])?"


def counted(ordinal: str) -> int:
    """The number; 0 for words that are none."""
    if found := re.match(r"\d+", ordinal):
        return int(found.group())
    total = 0
    for word in re.split(r"[\s-]+", fold(ordinal)):
        total += 10 * (_TENS.index(word[:-1]) + 1) if word[:-1] in _TENS else 0
        total += _UNITS.index(word[:-1]) + 1 if word[:-1] in _UNITS else 0
    return total
