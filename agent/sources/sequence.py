"""Which number a document's next heading may carry: "2.3" after "2.2", "A" or "IV" after "III", "3" after "2.7"."""

from agent.sources.numbering import steps

_ROMANS = {"I": 1, "V": 5, "X": 10}
_Kind = tuple[tuple[str, ...], str]  # the number without its last step, and how that step counts


class Counted:
    """The headings numbered so far."""

    def __init__(self) -> None:
        self._last: dict[_Kind, int] = {}
        self._latest: _Kind | None = None

    def expects(self, number: str) -> bool:
        """Whether the number goes on from one that was there, or is the first below or beside one."""
        return any(self._fits(kind, value) for kind, value in _read(number))

    def continues(self, number: str) -> bool:
        return any(self._next(kind, value) for kind, value in _read(number))

    def note(self, number: str) -> None:
        read = _read(number)
        going_on = [one for one in read if self._next(*one)]
        fitting = [one for one in read if self._fits(*one)]
        kind, value = (going_on or fitting or read)[0]
        if " " in number:
            self._last.clear()
        self._last[kind] = value
        self._latest = kind

    def _next(self, kind: _Kind, value: int) -> bool:
        return kind in self._last and value == self._last[kind] + 1

    def _fits(self, kind: _Kind, value: int) -> bool:
        return self._next(kind, value) or (value == 1 and kind != self._latest)


def _read(number: str) -> list[tuple[_Kind, int]]:
    """What the number counts; "V" and "C" may be letters or Roman."""
    *above, last = steps(number.strip("()").upper() if len(number.strip("()")) == 1 else number.strip("()"))
    before = tuple(above)
    if last.isdigit():
        return [((before, "digit"), int(last))]
    found = [((before, "roman"), value)] if (value := roman(last)) else []
    return [*found, *([((before, "letter"), ord(last) - ord("A") + 1)] if len(last) == 1 else ())] or [
        ((before, last), 0)
    ]


def counts_on(number: str, later: str) -> bool:
    """Whether the later of two single numbers is in the count of the first: "IV" and "II" are, "A" and "II" are not."""
    earlier = dict(_read(number))
    return any(kind in earlier and value > earlier[kind] for kind, value in _read(later))


def roman(text: str) -> int:
    """The value of a Roman number up to 39; 0 when it is none."""
    if not text or set(text) - set(_ROMANS):
        return 0
    values = [_ROMANS[c] for c in text]
    return sum(-v if any(v < later for later in values[at + 1 :]) else v for at, v in enumerate(values))
