"""`python -m agent` serves the Responses protocol on `PORT`; the sandbox's `$HOME` is its memory."""

import logging
import os
import signal
import sys
import threading

from agent import settings
from agent.brain.interface import Brain
from agent.brain.model.answers import Model
from agent.brain.model.brain import ModelBrain
from agent.brain.model.eyes import ModelEyes
from agent.brain.model.late import LateModel
from agent.brain.rules import RulesBrain
from agent.catalogue import SHIPPED
from agent.host import build
from agent.phases import POLL, SEARCH, visible
from agent.sources.arrivals import Post
from agent.sources.folder import FolderSources
from agent.sources.local import opened_over
from agent.sources.scans import Remembering
from agent.sources.toolbox import Toolbox
from agent.turn import Sandbox

LEASH = "--leash"
SEEN = ".seen"  # pages of scans that a model has read, below $HOME


def main(arguments: list[str]) -> None:
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    if LEASH in arguments:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    found = settings.read()
    (found.home / "sources").mkdir(parents=True, exist_ok=True)
    model = model_of(found)
    sources = FolderSources(found.sources, Remembering(ModelEyes(model), found.home / SEEN) if model else None)
    toolbox = Toolbox(found.toolbox, lambda offered: visible(offered, SEARCH, "words")) if found.toolbox else None
    sandbox = Sandbox(
        home=found.home,
        brain=brain_of(model),
        sources=sources,
        skills=(SHIPPED, *found.skills),
        shared=found.shared,
        toolbox=toolbox,
        post=Post(toolbox.line if toolbox else opened_over(sources), lambda offered: visible(offered, POLL, "poll")),
    )
    build(found, sandbox).run(host=found.host, port=found.port)


def model_of(found: settings.Settings) -> Model | None:
    return LateModel(found.openai_base_url, found.openai_api_key, found.model) if found.model else None


def brain_of(model: Model | None) -> Brain:
    """With a model, the one that asks it; else the rules alone."""
    return ModelBrain(model) if model else RulesBrain()


def _end_with_parent() -> None:
    """Our standard input is held by the platform: when it closes, the platform is gone and so are we."""
    while os.read(sys.stdin.fileno(), 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(sys.argv[1:])
