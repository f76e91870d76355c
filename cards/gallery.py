"""Every sample of every card on one page, in every language: what the desk looks like, without a desk."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from cards import FACES, card
from cards.models import Card
from cards.web import fragment, whole
from cards.words import LOCALES, say

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


def build(out: Path) -> Path:
    """Write the gallery into the folder `out`, which is made if need be, and return its index."""
    out.mkdir(parents=True, exist_ok=True)
    shown = list(samples())
    toc = "".join(f'<li><a href="#{sample.name}">{escape(_title(sample))}</a></li>\n' for sample in shown)
    body = "".join(_section(sample) for sample in shown)
    index = out / "index.html"
    index.write_text(
        whole("en", "Cards", f'<nav class="contents">\n<h1>Cards</h1>\n<ul>\n{toc}</ul>\n</nav>\n{body}'), "utf-8"
    )
    return index


def _section(sample: Sample) -> str:
    views = "".join(_view(sample, locale.replace("_", "-")) for locale in LOCALES)
    heading = f"<h2>{escape(_title(sample))}</h2>"
    return f'<section class="sample" id="{sample.name}">\n{heading}\n<div>\n{views}</div>\n</section>\n'


def _view(sample: Sample, locale: str) -> str:
    page = FACES[type(sample.model)].page(sample.model, say(locale), ZONE)
    drawn = json.dumps(card(sample.model, locale, ZONE), ensure_ascii=False, indent=1)
    source = f"<details>\n<summary>Adaptive Card</summary>\n<pre>{escape(drawn)}</pre>\n</details>\n"
    return f'<div class="view">\n{fragment(page, live=False)}{source}</div>\n'


def _title(sample: Sample) -> str:
    kind, what = sample.name.split(".")
    return f"{kind.capitalize()}: {what.replace('_', ' ')}"
