"""`python -m agent.evaluate DIR`: precision and recall of what the brain reads in documents whose facts are known."""

import argparse
import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path

from agent import settings
from agent.__main__ import brain_of, model_of
from agent.evaluate.facts import KNOWN, expected
from agent.evaluate.reading import MEASURES, Line, evaluate
from agent.evaluate.scoring import Score, total

# What a release must reach over all documents: precision, recall.
WANTED = {"sections": (0.90, 0.85), "requirements": (0.85, 0.80), "owners": (0.90, 0.85), "dates": (0.90, 0.85)}


def main(arguments: list[str]) -> int:
    """0 when every measure is reached and nobody was invented, else 1; 2 when there is nothing to evaluate."""
    asked = argparse.ArgumentParser(prog="python -m agent.evaluate", description=__doc__)
    asked.add_argument("folder", type=Path, metavar="DIR", help="the folder of the documents")
    asked.add_argument("--facts", type=Path, default=KNOWN, help="what a correct reader finds in them (JSON)")
    options = asked.parse_args(arguments)
    try:
        known = expected(options.facts)
        lines = asyncio.run(evaluate(brain_of(model_of(settings.read())), options.folder, known))
    except (OSError, ValueError) as wrong:
        print(f"Nothing was evaluated: {wrong}", file=sys.stderr)
        return 2
    overall = {measure: total(one.scores[measure] for one in lines if measure in one.scores) for measure in MEASURES}
    print("\n".join(table(lines, overall)))
    return 0 if not short_of(overall) and not any(one.invented for one in lines) else 1


def table(lines: Iterable[Line], overall: dict[str, Score]) -> Iterable[str]:
    """A line per document, each measure as precision / recall, and at the end what is wanted."""
    rows: list[tuple[str, ...]] = [("document", *MEASURES)]
    invented = []
    for line in lines:
        rows.append((line.path, *(_cell(line.scores.get(measure)) for measure in MEASURES)))
        invented += [f"{line.path}: invented {name}" for name in line.invented]
    rows.append(("overall", *(_cell(overall[measure]) for measure in MEASURES)))
    rows.append(("wanted", *(f"{p:.2f} / {r:.2f}" for p, r in (WANTED[measure] for measure in MEASURES))))
    wide = max(len(row[0]) for row in rows)
    yield from (f"{row[0]:<{wide}}" + "".join(f"{cell:>16}" for cell in row[1:]) for row in rows)
    yield "precision / recall; requirements are compared by their count"
    yield from invented or ["invented owners or addresses: none"]
    yield from (f"short of what is wanted: {measure}" for measure in short_of(overall))


def short_of(overall: dict[str, Score]) -> list[str]:
    return [measure for measure, wanted in WANTED.items() if not _reaches(overall[measure], wanted)]


def _reaches(score: Score, wanted: tuple[float, float]) -> bool:
    """Where nothing was to be found, or nothing was found, there is nothing to be short of."""
    found = (score.precision, score.recall)
    return all(got is None or got >= least for got, least in zip(found, wanted, strict=True))


def _cell(score: Score | None) -> str:
    if score is None or score == Score():
        return "–"
    return " / ".join("–" if share is None else f"{share:.2f}" for share in (score.precision, score.recall))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
