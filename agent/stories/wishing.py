"""What the owner wants done about a task, a person or a draft: done as a draft where words may do it, else declined."""

from agent import drafts as rows
from agent.brain import wishes
from agent.desk import Desk
from agent.events import Events, Say
from agent.phases import Phase
from agent.stories import declining, handing, redrafting, reminding, standing
from agent.words import page

BEFORE_TASKS = (Phase.NONE, Phase.RFP_FOUND, Phase.CHARTER_DRAFTED, Phase.KICKOFF_FOUND)
ALWAYS = ("nothing", "undo", "hold")  # what may be answered before there are tasks


def wished(desk: Desk, text: str) -> Events | None:
    """None for questions, and where it is not certain that something is wished for."""
    if sentence := declining.command(desk, text):
        return _say(sentence)
    kind = wishes.wish(text)
    if desk.phase in BEFORE_TASKS:
        return _before_tasks(desk, kind, text)
    if kind in ("nothing", "undo", "restart", "hold", "reject", "show", "how", "address", "person"):
        return declining.decline(desk, kind, text)
    if kind == "remind":
        return reminding.remind(desk, text)
    if kind != "done" and (given := handing.wished(desk, text)):
        return given
    if changed := redrafting.wished(desk, text):
        return changed
    return _of_the_rest(desk, kind, text)


def _before_tasks(desk: Desk, kind: wishes.Kind | None, text: str) -> Events | None:
    return declining.decline(desk, kind, text) if kind in ALWAYS and desk.phase is Phase.NONE else None


def _of_the_rest(desk: Desk, kind: wishes.Kind | None, text: str) -> Events | None:
    match kind:
        case None | "greeting":
            return None
        case "approve":
            return _say(page(standing.gate(desk)))
        case "due":
            return redrafting.due(desk, text) or declining.decline(desk, kind, text)
        case "write" if not standing.named_people(desk, text):  # "send the pricing": to nobody but its own person
            return _say(page(standing.gate(desk))) if rows.pending(desk.files.drafts) else None
        case "done" | "skip" | "write":
            certain = bool(standing.meant(desk, text) or standing.by_number(text))
            return declining.decline(desk, kind, text) if certain else None
        case _:
            return declining.decline(desk, kind, text)


async def _say(text: str) -> Events:
    yield Say(text=text)
