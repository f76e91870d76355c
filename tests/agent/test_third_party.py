"""Somebody else's program, the plain `openai` client, runs the whole story by text against `python -m agent`."""

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from lives import Lives
from model_server import ModelServer
from openai import APIConnectionError, AsyncOpenAI
from sources.files import saved

from agent.history import History
from agent.state import ProjectFiles

pytestmark = pytest.mark.slow
REQUEST = """# Request for Proposals: Customer portal of Northwind Bank

## 1 Technical approach

- The vendor must name every component of the portal.
- The proposal must state the recovery time objective (RTO).

## 2 Pricing

- The proposal must state one fixed price in euros.

Proposals are due by 18 December 2026.
"""
NOTES = """# Kickoff notes, 2 December 2026

Attendees: Olga Owner <olga@contoso.example>, Rui Price <rui@contoso.example>, Mia Chen <mia@fabrikam.example>

- Rui Price will write the technical approach by Friday.
- Mia Chen will do the pricing by 9 December.
"""
CONTEXT = "[charter-agent-context: project_id=theirs]"
RUI = {"name": "Rui Price", "address": "rui@contoso.example", "role": "contributor", "ref": "r-1"}
MIA = {"name": "Mia Chen", "address": "mia@fabrikam.example", "role": "contributor", "ref": "r-2"}
OLGA = {"name": "Olga Owner", "address": "olga@contoso.example", "role": "owner"}
COMPONENTS = """The portal has three components: a web front end, a Python API and a PostgreSQL database, each named.
The recovery time objective (RTO) is 4 hours."""
AT = {"at": "2026-12-03T10:00:00+00:00"}
MOST = 30  # lives of one turn
Kill = Callable[[], None]


class Theirs:
    """What a program needs that knows the machine lines and nothing else of us."""

    def __init__(self, lives: Lives, items_first: bool = False) -> None:
        self.lives, self.last, self.items_first = lives, "", items_first
        self.turns = self.killed = 0

    async def say(self, text: str, *lines: str) -> Any:
        """One turn, asked for again under its id for as long as its sandbox dies; killed after each item, if wished."""
        self.turns += 1
        turn_id = f"turn-{self.turns}"
        for life in range(MOST):
            kill_after = life + 1 if self.items_first else MOST
            answer = await self._once("\n".join([CONTEXT, *lines, text]), turn_id, kill_after)
            if answer:
                assert answer.status == "completed", answer
                self.last = answer.id
                return answer
            self.killed += 1
            self.lives.begin()
        raise AssertionError("the turn never came to its end")

    async def _once(self, text: str, turn_id: str, kill_after: int) -> Any:
        chain = {"previous_response_id": self.last} if self.last else {}
        async with AsyncOpenAI(base_url=self.lives.url, api_key="none", max_retries=0) as client:
            try:
                stream = await client.responses.create(
                    model="charter", input=text, stream=True, metadata={"turn_id": turn_id}, **chain
                )
                return await self._heard(stream, kill_after)
            except APIConnectionError:
                return None

    async def _heard(self, stream: AsyncIterator[Any], kill_after: int) -> Any:
        """The finished response; nothing when the line ended before."""
        items = 0
        async for event in stream:
            if event.type == "response.output_item.done" and event.item.type != "function_call_output":
                items += 1
            if items == kill_after:
                self.lives.kill()
                return None
            if event.type in ("response.completed", "response.failed"):
                return event.response
        return None


def line(kind: str, facts: dict[str, Any]) -> str:
    return f"[charter-agent-{kind}: {json.dumps(AT | facts)}]"


def called(answer: Any, name: str) -> dict[str, Any]:
    found = [item for item in answer.output if item.type == "function_call" and item.name == name]
    return json.loads(found[-1].arguments)


async def story(them: Theirs) -> list[str]:
    """Start, status, decisions, replies, a check that finds one more, the whole. Returns what was said in each."""
    owner = line("speaker", OLGA)
    begun = await them.say("We received the RFP from Northwind Bank.", owner)
    drafts = called(begun, "publish_drafts")["drafts"]
    waiting = await them.say("status", owner)
    sent = [{"verb": "sent", "draft_id": one["draft_id"], "version": 1, "channel": one["channel"]} for one in drafts]
    told = await them.say("", *(line("decision", one | {"ref": f"m-{one['draft_id']}"}) for one in sent))
    rui = await them.say("> The recovery time objective (RTO) is 4 hours for every component.", line("speaker", RUI))
    mia = await them.say("> The proposal states one fixed price: 400,000 euros.", line("speaker", MIA))
    letter = saved(RUI["address"], COMPONENTS, "<rui@x>", sent="Thu, 03 Dec 2026 12:00:00 +0000")
    (them.lives.home / "sources" / "rui.eml").write_bytes(letter.as_bytes())
    checked = await them.say("Check, do not send.", line("poll", {"now": "2026-12-03T16:00:00+00:00"}))
    late = await them.say("status", owner)
    whole = await them.say("Consolidate the response", owner)
    assert called(whole, "publish_view")["payload"]["kind"] == "dashboard"
    return [one.output_text for one in (begun, waiting, told, rui, mia, checked, late, whole)]


def left(home: Path) -> dict[str, Any]:
    """What the project remembers, without what the moment and the life of a process decide."""
    files = ProjectFiles(home, "theirs")
    log = {key: value for key, value in files.log.items() if key not in ("updated_at", "version")}
    return {
        "log": json.loads(json.dumps(log)),
        "drafts": [(row["draft_id"], row["state"]) for row in files.drafts],
        "happened": [(row["kind"], row["summary"]) for row in files.activity(500)],
        "rounds": [(one.n, one.turn, one.who, one.words, one.answer) for one in History(files).rounds()],
        "response": files.read_text("response.md"),
    }


def home(tmp_path: Path, name: str) -> Path:
    sources = tmp_path / name / "sources"
    sources.mkdir(parents=True)
    (sources / "rfp.md").write_text(REQUEST)
    (sources / "kickoff.md").write_text(NOTES)
    return tmp_path / name


@pytest.fixture
async def server():
    async with ModelServer() as server:
        server.script = {"Meant": [{"intent": "other"}], "Judgement": ["I would rather not say."]}
        yield server


def modelled(server: ModelServer) -> dict[str, str]:
    return {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "key", "AGENT_MODEL": "scripted"}


def once_each(kill: Kill) -> Callable[[str], None]:
    """Kills at the first time each question is asked; the same one asked again is answered."""
    known: set[str] = set()

    def asked(question: str) -> None:
        if question not in known:
            known.add(question)
            kill()

    return asked


async def test_the_whole_story_by_text_with_and_without_a_model(tmp_path, server):
    with Lives(home(tmp_path, "rules")) as lives:
        ruled = await story(them := Theirs(lives))
        remembered = left(tmp_path / "rules")
        read = [await them.say(words, line("speaker", OLGA)) for words in ("Please read rui.eml", "status")]
    with Lives(home(tmp_path, "model"), **modelled(server)) as lives:
        asked = await story(Theirs(lives))

    assert "2 drafts wait for your approval" in ruled[0]
    assert "briefs wait for approval" in ruled[1]
    assert "Open: The vendor must name every component of the portal." in ruled[3]
    assert "all of 1 requirement covered" in ruled[4]
    assert "answered for **Technical approach**" in ruled[5]
    assert "2 parts together" in ruled[7]
    assert "I have read **rui.eml**" in " ".join(one.output_text for one in read)  # by the first answer or the next
    assert asked == ruled
    assert left(tmp_path / "model") == remembered
    assert set(server.count()) >= {"Request", "Meeting", "Judgement"}


@pytest.mark.long
async def test_the_story_is_the_same_when_the_sandbox_is_killed_after_each_thing_it_says(tmp_path):
    with Lives(home(tmp_path, "whole")) as lives:
        ruled = await story(Theirs(lives))
    with Lives(home(tmp_path, "killed")) as lives:
        them = Theirs(lives, items_first=True)
        said = await story(them)

    assert said == ruled
    assert left(tmp_path / "killed") == left(tmp_path / "whole")
    assert them.killed >= 15


@pytest.mark.long
async def test_the_story_is_the_same_when_the_sandbox_is_killed_at_each_question_to_its_model(tmp_path, server):
    with Lives(home(tmp_path, "whole"), **modelled(server)) as lives:
        ruled = await story(Theirs(lives))
    questions = server.count()
    server.heard.clear()
    with Lives(home(tmp_path, "killed"), **modelled(server)) as lives:
        them = Theirs(lives)
        server.interrupt = once_each(lives.kill)
        said = await story(them)

    assert said == ruled
    assert left(tmp_path / "killed") == left(tmp_path / "whole")
    assert them.killed >= len(questions) >= 3
