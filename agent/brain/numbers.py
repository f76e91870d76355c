"""Numbers as words, one to thirty-one, in English and Portuguese: counts of days and days of a month."""


def _listed(words: str) -> list[str]:
    return words.split()


_EN = _listed(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
)
_EN_NTH = _listed(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
)
_PT = _listed(
    "um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete "
    "dezoito dezenove vinte"
)
_MORE = (
    "a:1 an:1 uma:1 duas:2 quatorze:14 catorze:14 dezasseis:16 dezassete:17 dezanove:19 trinta:30 thirty:30 "
    "quarenta:40 sessenta:60 noventa:90 forty:40 sixty:60 ninety:90"
)


def _from_twenty(tens: str, ones: list[str], at: int, joints: tuple[str, ...]) -> dict[str, int]:
    return {f"{tens}{joint}{word}": at + n for n, word in enumerate(ones, 1) for joint in joints}


COUNTS = {word: n for names in (_EN, _PT) for n, word in enumerate(names, 1)}
COUNTS |= {word: int(n) for word, _, n in (one.partition(":") for one in _MORE.split())}
COUNTS |= _from_twenty("twenty", _EN[:9], 20, ("-", " ")) | _from_twenty("vinte", _PT[:9], 20, (" e ",))
COUNTS |= {"a couple of": 2, "couple of": 2, "couple": 2, "trinta e um": 31, "thirty-one": 31, "thirty one": 31}

NTHS = {word: n for n, word in enumerate(_EN_NTH, 1)} | {"thirtieth": 30, "thirty-first": 31, "thirty first": 31}
NTHS |= _from_twenty("twenty", _EN_NTH[:9], 20, ("-", " "))
DAYS_PT = {word: n for word, n in COUNTS.items() if word in _PT or " e " in word or word in ("trinta", "catorze")}
DAYS_PT |= {"primeiro": 1}


def either(words: dict[str, int]) -> str:
    """A pattern of these words, the longest first."""
    return "|".join(sorted(words, key=len, reverse=True))


COUNT = rf"(?:\d{{1,3}}|{either(COUNTS)})"


def number(said: str) -> int | None:
    """ "18", "eighteen", "eighteenth", "dezoito"; folded."""
    return int(said) if said.isdigit() else COUNTS.get(said) or NTHS.get(said) or DAYS_PT.get(said)
