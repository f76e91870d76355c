"""`python -m agent` serves the Responses protocol on `PORT`; the sandbox's `$HOME` is its memory."""

import logging
import os
import signal
import sys
import threading

from agent import settings
from agent.brain.interface import Brain
from agent.brain.model.brain import ModelBrain
from agent.brain.model.late import LateModel
from agent.brain.rules import RulesBrain
from agent.catalogue import SHIPPED
from agent.host import build
from agent.phases import SEARCH, visible
from agent.sources.folder import FolderSources
from agent.sources.toolbox import Toolbox
from agent.turn import Sandbox

LEASH = "--leash"


def main(arguments: list[str]) -> None:
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    if LEASH in arguments:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    found = settings.read()
    (found.home / "sources").mkdir(parents=True, exist_ok=True)
    sandbox = Sandbox(
        home=found.home,
        brain=brain_of(found),
        sources=FolderSources(found.sources),
        skills=(SHIPPED, *found.skills),
        shared=found.shared,
        toolbox=Toolbox(found.toolbox, lambda offered: visible(offered, SEARCH, "words")) if found.toolbox else None,
    )
    build(found, sandbox).run(host=found.host, port=found.port)


def brain_of(found: settings.Settings) -> Brain:
    """With a model configured, the one that asks it; else the rules alone."""
    if not found.model:
        return RulesBrain()
    return ModelBrain(LateModel(found.openai_base_url, found.openai_api_key, found.model))


def _end_with_parent() -> None:
    """Our standard input is held by the platform: when it closes, the platform is gone and so are we."""
    while os.read(sys.stdin.fileno(), 4096):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(sys.argv[1:])
