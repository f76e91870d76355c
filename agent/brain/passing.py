"""A proposal to take something over, written again for another person."""

from agent.brain.interface import Owner
from agent.brain.letters import render, subject
from agent.brain.readback import read_back, with_extras
from agent.wire import Draft, Recipient


def pass_to(draft: Draft, to: Recipient, owner: Owner) -> Draft | None:
    """Version + 1 for `to`, with what the owner added; None when the text is not ours any more."""
    read = read_back(draft, owner)
    if read is None:
        return None
    letter = read.letter._replace(to=to, name="")
    changed = {
        "to": (to,),
        "channel": "mail" if to.external else "teams",
        "subject": subject(letter),
        "body": with_extras(render(letter), read.extras, letter),
        "version": draft.version + 1,
    }
    return draft.model_copy(update=changed)
