"""A draft read back: the letter it was rendered from, and the paragraphs somebody added to it."""

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from agent.brain.interface import Owner
from agent.brain.language import Language
from agent.brain.letters import Letter, Tone, language_of, render
from agent.brain.wording import wording
from agent.wire import Draft

_SUBJECTS = (
    re.compile(r"^(?P<customer>.+?) SOW - (?P<section>.+) - your input needed$"),
    re.compile(r"^Proposta (?P<customer>.+?) - (?P<section>.+) - preciso da sua contribuição$"),
    re.compile(r"^(?P<customer>)(?P<section>.+) - (?:quick follow-up|acompanhamento)$"),
    re.compile(r"^(?P<customer>.+?) SOW - (?P<section>.+) - can you take this over\?$"),
    re.compile(r"^Proposta (?P<customer>.+?) - (?P<section>.+) - pode assumir esta parte\?$"),
)
_TONE_NAMES: tuple[Tone, ...] = ("plain", "short", "formal", "friendly")


class Read(NamedTuple):
    """A draft read back: the letter it was written from and the paragraphs somebody added."""

    letter: Letter
    extras: tuple[str, ...]


def read_back(draft: Draft, owner: Owner) -> Read | None:
    """The letter a draft was rendered from, found by rendering; None when the text is not ours any more."""
    found = next((m for pattern in _SUBJECTS if (m := pattern.match(draft.subject))), None)
    if found is None or not draft.to:
        return None
    points = draft.requirements
    base = Letter(
        draft.purpose, draft.to[0], found["customer"], found["section"], draft.due_at, points, owner, language_of(owner)
    )
    for letter in _variants(base, draft):
        extras = _extras(render(letter), draft.body)
        if extras is not None:
            return Read(letter, extras)
    return None


def _variants(base: Letter, draft: Draft) -> Iterator[Letter]:
    name = _greeted(draft, base)
    base = base._replace(before=_before(draft, base))
    for tone, language, soft, late in product(_TONE_NAMES, ("en", "pt"), (False, True), (False, True)):
        spoken: Language = "pt" if language == "pt" else "en"
        yield base._replace(tone=tone, language=spoken, soft=soft, late=late, name=name)


def _greeted(draft: Draft, base: Letter) -> str:
    """The name in the first line when it is not the recipient's own."""
    line = draft.body.split("\n", 1)[0]
    for spoken in (wording("en"), wording("pt")):
        for form in (spoken.hello.replace("{first}", "{}"), spoken.dear.replace("{name}", "{}")):
            before, after = form.split("{}")
            if line.startswith(before) and line.rstrip().endswith(after):
                name = line.rstrip()[len(before) : -len(after)]
                return "" if name in (base.to.name, base.to.name.split(" ")[0]) else name
    return ""


def _before(draft: Draft, base: Letter) -> str:
    """Whose part is to be taken over: the name in a sentence that is ours around it."""
    for words in (wording("en"), wording("pt")):
        for sentence in (words.over, words.over_formal):
            ours = sentence.format(customer=base.customer, section=base.section, before="\0").split("\0")
            if found := re.search(r"(.+?)".join(map(re.escape, ours)), draft.body):
                return found[1]
    return ""


def _extras(rendered: str, body: str) -> tuple[str, ...] | None:
    """Paragraphs of the body that are not in the rendering; None when a rendered one is missing or out of order."""
    wanted = rendered.split("\n\n")
    extras: list[str] = []
    for paragraph in body.split("\n\n"):
        if wanted and paragraph == wanted[0]:
            wanted.pop(0)
        else:
            extras.append(paragraph)
    return None if wanted else tuple(extras)


def with_extras(body: str, extras: tuple[str, ...], letter: Letter) -> str:
    """Added paragraphs stand in front of the closing name."""
    paragraphs = body.split("\n\n")
    at = len(paragraphs) - 1 if letter.owner.name and paragraphs[-1].endswith(letter.owner.name) else len(paragraphs)
    return "\n\n".join([*paragraphs[:at], *extras, *paragraphs[at:]])
