"""What words alone do not do here, said plainly; and the honest answer to words that nobody understood."""

from collections.abc import Iterator
from typing import Any

from agent import drafts as rows
from agent.brain import commands
from agent.brain.wishes import Kind
from agent.desk import Desk
from agent.events import Events, Say
from agent.phases import Phase
from agent.stories import standing
from agent.tasks import entries
from agent.words import page

CANNOT = ("undo", "restart", "reject", "due", "done", "address", "person", "skip", "newer")
ONE_TASK = ("due", "done", "skip")  # said of a task: what is known of it is shown beside


async def decline(desk: Desk, kind: Kind, text: str) -> Events:
    yield Say(text=page(_declined(desk, kind, text)))


def _declined(desk: Desk, kind: Kind, text: str) -> Iterator[str]:
    words = desk.words
    if kind == "show":
        yield from shown(desk, text)
    elif kind == "write":
        yield words.say("cannot.write", **_examples(desk, text))
    elif kind == "how":
        yield from (*standing.gate(desk), *helped(desk))
    elif kind == "charter":
        yield words.say("charter.there")
    elif kind in CANNOT:
        yield words.say(f"cannot.{kind}")
    else:
        yield words.say(kind)
    if kind in ONE_TASK:
        yield from (standing.line(desk, entry) for entry in standing.meant(desk, text))


def shown(desk: Desk, text: str) -> Iterator[str]:
    """Which drafts wait, by person and subject, those of the people named alone; their texts are on their cards."""
    words, named = desk.words, standing.named_people(desk, text)
    waiting = [row for row in rows.pending(desk.files.drafts) if not named or _to(row) & set(named)]
    if not waiting:
        yield words.say("gate.none")
        return
    yield words.say("show.head", command="pendentes" if words.language == "pt" else "pending")
    for row in waiting:
        names = words.join(str(to.get("name") or to.get("address")) for to in row.get("to", []))
        yield words.say("show.line", name=names, subject=row.get("subject", ""))


def _to(row: dict[str, Any]) -> set[str]:
    return {str(to.get("name")) for to in row.get("to", [])}


def command(desk: Desk, text: str) -> str:
    """The sentence that names the desk's own command which was wished for."""
    found = commands.command(text, desk.words.language)
    return desk.words.say("help.command", command=found) if found else ""


def lost(desk: Desk, text: str) -> Iterator[str]:
    """Nothing was understood: that is said first, and then what could be said instead."""
    words = desk.words
    yield words.say("lost")
    if slipped := commands.nearly(text):
        yield words.say("lost.slip", command=slipped)
    yield from helped(desk)


def helped(desk: Desk) -> Iterator[str]:
    words = desk.words
    if desk.phase is Phase.NONE:
        yield words.say("help.begin")
        return
    yield words.say("help")
    yield words.say("help.say", examples=words.join(_sayings(desk)))


def _sayings(desk: Desk) -> Iterator[str]:
    """Examples with the names of this project, as they may be typed."""
    facts, portuguese = _examples(desk), desk.words.language == "pt"
    yield "“status”"
    yield "“quem ainda não respondeu?”" if portuguese else "“who has not answered?”"
    if desk.phase is Phase.ALLOCATED and facts["name"]:
        yield "“lembre {name}”".format(**facts) if portuguese else "“remind {name}”".format(**facts)
    if rows.pending(desk.files.drafts) and facts["draft"]:
        said = "“deixe o rascunho para {draft} mais curto”" if portuguese else "“make the draft for {draft} shorter”"
        yield said.format(**facts)


def _examples(desk: Desk, text: str = "") -> dict[str, str]:
    found = standing.meant(desk, text) or entries(desk.log)
    entry = next((one for one in found if one.kickoff.sent and not one.done), found[0] if found else None)
    to: dict[str, Any] = next((to for row in rows.pending(desk.files.drafts) for to in row.get("to", [])), {})
    return {
        "name": entry.owner if entry else "",
        "title": entry.title if entry else "",
        "draft": str(to.get("name") or ""),
    }
