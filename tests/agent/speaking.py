"""Speaks the front end's lines to a sandbox in this process: no server, a scripted brain, a real `$HOME`."""

import json
from pathlib import Path
from typing import Any

from scripted import Names, ScriptedBrain

from agent import lines
from agent.events import Call, Event, Say
from agent.state import ProjectFiles
from agent.turn import Sandbox, answer

CONTEXT = "[charter-agent-context: project_id=p-1 is_new=false skill=sow-response]"
OLGA = {
    "name": "Olga Owner",
    "address": "olga@contoso.example",
    "role": "owner",
    "at": "2026-12-01T09:00:00-03:00",
    "zone": "America/Sao_Paulo",
}


class Heard(list[Event]):
    """What a turn said, easy to look into."""

    @property
    def text(self) -> str:
        return "\n".join(event.text for event in self if isinstance(event, Say))

    @property
    def skills(self) -> list[str]:
        return [event.arguments["skill_name"] for event in self.calls("invoke_skill")]

    @property
    def drafts(self) -> list[dict[str, Any]]:
        return [draft for event in self.calls("publish_drafts") for draft in event.arguments["drafts"]]

    @property
    def view(self) -> dict[str, Any]:
        return self.calls("publish_view")[-1].arguments["payload"]

    def calls(self, name: str) -> list[Call]:
        return [event for event in self if isinstance(event, Call) and event.name == name]


class Room:
    """Speaks the front end's lines to a sandbox."""

    def __init__(self, home: Path) -> None:
        self.sandbox = Sandbox(home=home, brain=ScriptedBrain(), sources=Names("rfp.docx", "kickoff.vtt"))
        self.files = ProjectFiles(home, "p-1")
        self.turns = 0

    def with_sources(self, *names: str, brain: ScriptedBrain | None = None) -> "Room":
        self.sandbox = Sandbox(home=self.sandbox.home, brain=brain or self.sandbox.brain, sources=Names(*names))
        return self

    async def send(self, *machine: str, text: str = "", turn_id: str | None = None) -> Heard:
        self.turns += 1
        given = "\n".join([CONTEXT, *machine, text])
        ask = lines.read({"input": given, "metadata": {"turn_id": turn_id or f"t-{self.turns}"}}, {})
        return Heard([event async for event in answer(ask, self.sandbox)])

    async def owner(self, text: str, **speaker: str) -> Heard:
        return await self.send(line("speaker", OLGA | speaker), text=text)

    async def reply(self, address: str, text: str, ref: str, turn_id: str | None = None, **speaker: str) -> Heard:
        facts = {"name": address.split("@")[0].title(), "address": address, "role": "contributor", "ref": ref}
        facts |= {"at": "2026-12-03T10:00:00-03:00", "zone": "America/Sao_Paulo"} | speaker
        words = f"They answered. This is quoted:\n> {text}"
        return await self.send(line("speaker", facts), text=words, turn_id=turn_id)

    async def decide(self, *decisions: dict[str, Any], turn_id: str | None = None) -> Heard:
        at = {"at": "2026-12-01T10:00:00-03:00", "version": 1, "channel": "mail", "ref": "m-1", "by": "Olga"}
        return await self.send(*(line("decision", at | one) for one in decisions), turn_id=turn_id)

    async def poll(self, now: str, **more: Any) -> Heard:
        facts = {"now": now, "zone": "America/Sao_Paulo"} | more
        return await self.send(line("poll", facts), text="Check, do not send.")

    async def sent(self, *draft_ids: str) -> Heard:
        return await self.decide(*({"verb": "sent", "draft_id": one, "body": f"Words of {one}"} for one in draft_ids))

    def task(self, task_id: str) -> dict[str, Any]:
        return next(task for task in self.files.log["tasks"] if task["task_id"] == task_id)


def line(kind: str, facts: dict[str, Any]) -> str:
    return f"[charter-agent-{kind}: {json.dumps(facts)}]"
