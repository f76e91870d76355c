"""Every sample of every card on one page, in every language: what the desk looks like, without a desk."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from cards import FACES, card, timeline
from cards.models import Card
from cards.timeline import Timeline
from cards.web import fragment, whole
from cards.words import LOCALES, Words, say

SAMPLES = Path(__file__).parent / "samples"
ZONE = "America/Sao_Paulo"


@dataclass(frozen=True)
class Sample:
    """`name`: "<card>.<what it shows>"."""

    name: str
    model: Card


def samples() -> Iterator[Sample]:
    kinds = {face.name: kind for kind, face in FACES.items()}
    for path in sorted(SAMPLES.glob("*.json")):
        yield Sample(path.stem, kinds[path.stem.split(".")[0]].model_validate_json(path.read_text("utf-8")))


def timelines() -> Iterator[tuple[str, Timeline]]:
    """Pages that are no cards."""
    for path in sorted((SAMPLES / "timelines").glob("*.json")):
        yield path.stem, Timeline.model_validate_json(path.read_text("utf-8"))


def build(out: Path) -> Path:
    """Write the gallery into the folder `out`, which is made if need be, and return its index."""
    out.mkdir(parents=True, exist_ok=True)
    shown = list(samples())
    toc = "".join(f'<li><a href="#{sample.name}">{escape(_title(sample))}</a></li>\n' for sample in shown)
    body = "".join(_section(sample) for sample in shown)
    for name, view in timelines():
        toc += f'<li><a href="#{name}">{escape(_words(name))}</a></li>\n'
        body += _in_both(name, _words(name), (timeline.fragment(view, words, ZONE) for words in _languages()))
    index = out / "index.html"
    index.write_text(
        whole("en", "Cards", f'<nav class="contents">\n<h1>Cards</h1>\n<ul>\n{toc}</ul>\n</nav>\n{body}'), "utf-8"
    )
    return index


def _section(sample: Sample) -> str:
    return _in_both(sample.name, _title(sample), (_view(sample, words.lang) for words in _languages()))


def _in_both(name: str, title: str, views: Iterator[str]) -> str:
    shown = "".join(f'<div class="view">\n{view}</div>\n' for view in views)
    return f'<section class="sample" id="{name}">\n<h2>{escape(title)}</h2>\n<div>\n{shown}</div>\n</section>\n'


def _languages() -> Iterator[Words]:
    return (say(locale) for locale in LOCALES)


def _words(name: str) -> str:
    kind, what = name.split(".")
    return f"{kind.capitalize()}: {what.replace('_', ' ')}"


def _view(sample: Sample, locale: str) -> str:
    page = FACES[type(sample.model)].page(sample.model, say(locale), ZONE)
    drawn = json.dumps(card(sample.model, locale, ZONE), ensure_ascii=False, indent=1)
    source = f"<details>\n<summary>Adaptive Card</summary>\n<pre>{escape(drawn)}</pre>\n</details>\n"
    return fragment(page, live=False) + source


def _title(sample: Sample) -> str:
    return _words(sample.name)
