"""The two languages that messages are drafted in, and how it is seen which of them somebody reads."""

import re
import unicodedata

ENGLISH, PORTUGUESE = "en", "pt-BR"


def bag(listed: str) -> frozenset[str]:
    """The words of a blank-separated list."""
    return frozenset(listed.split())


CERTAIN = 4  # words that only one of the two has
WORDS = {
    ENGLISH: bag(
        "the of and is are was were be been have has had will would can could should this that these those with from "
        "for you your we our they their it its not but which what when where there please thanks regards hi dear "
        "attached by on at to"
    ),
    PORTUGUESE: bag(
        "nao voce voces uma um com em ao aos pelo pela pelos pelas dos das do da nas nos seu sua seus suas isso isto "
        "esse essa este esta ja ate tambem sao foi ser estou estamos temos tenho vou vamos obrigado obrigada ola bom "
        "boa segue seguem anexo prezado prezada por que para mas mais quando onde"
    ),
}
# Spanish, Italian and French share words with Portuguese: whoever writes these reads neither of the two for certain.
OTHERS = bag(
    "el los las una y con usted ustedes pero muy gracias saludos hola il che non sono della per grazie le les et vous "
    "nous est dans une pas merci bonjour der die das und ist nicht sie wir bitte danke mit"
)


def language_of(locale: str) -> str:
    """ "en" or "pt-BR" for a locale such as "pt_PT"; "" for any other."""
    head = locale.replace("_", "-").partition("-")[0].casefold()
    return {"en": ENGLISH, "pt": PORTUGUESE}.get(head, "")


def written_in(text: str) -> str:
    """The language of somebody's words; "" where they are too few, or of a third one."""
    folded = unicodedata.normalize("NFKD", text[:5000].casefold())
    words = re.findall(r"[a-z]+", "".join(one for one in folded if not unicodedata.combining(one)))
    counts = {language: sum(word in known for word in words) for language, known in WORDS.items()}
    best, other = sorted(counts, key=lambda language: -counts[language])
    foreign = sum(word in OTHERS for word in words)
    clear = counts[best] >= CERTAIN and counts[best] >= 2 * max(counts[other], foreign)
    return best if clear else ""
