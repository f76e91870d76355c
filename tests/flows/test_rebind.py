"""The store was emptied: a thread that writes again finds its sandbox, and hears what is gone."""

import json

import pytest

from bot.core.errors import AgentDown, SessionLost
from bot.edges.store import DeskStore
from cards.words import say
from tests.fakes import ANA, PRIYA, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, started

SANDBOX = f"desk-{PID}", f"projects/{PID}/project_log.json"
LOST = say("en").t("desk.memory_lost")


async def wipe(store: DeskStore) -> None:
    async for key in store.client.scan_iter(f"{store.keys.base}*"):
        await store.client.delete(key)


@pytest.fixture
async def forgetful(toy: Toy) -> Toy:
    """A project with open drafts of which only the sandbox knows."""
    await started(toy, 2)
    toy.agent.files[SANDBOX] = json.dumps({"customer_name": "Northwind", "owner": {"oid": ANA.oid}}).encode()
    await wipe(toy.store)
    toy.agent.script = [answer("It goes on.", response_id="caresp_9")]
    return toy


async def test_the_sandbox_is_found_again_and_is_not_new(forgetful: Toy) -> None:
    await hear(forgetful, said("where are we?", number=2))
    last = forgetful.agent.requests[-1]

    assert "is_new=false" in last.input
    assert (last.session_id, last.chain) == (f"desk-{PID}", "")
    project = await forgetful.store.project(PID)
    assert project
    assert (project.started, project.owner.oid, project.chain) == (True, ANA.oid, "caresp_9")


async def test_what_is_gone_is_said_once_and_nothing_is_made_up(forgetful: Toy) -> None:
    await hear(forgetful, said("where are we?", number=2))
    await hear(forgetful, said("please offer the briefs again", number=3))

    assert forgetful.voice.texts().count(LOST) == 1
    assert await forgetful.store.records_of(PID) == ()


async def test_drafts_that_are_offered_again_can_be_decided(forgetful: Toy) -> None:
    forgetful.agent.script = [answer("Here they are.", draft(1), draft(2))]
    await hear(forgetful, said("please offer the briefs again", number=2))

    assert len(await forgetful.store.records_of(PID)) == 2


async def test_whoever_writes_first_does_not_become_the_owner_by_it(forgetful: Toy) -> None:
    await hear(forgetful, said("approve everything", speaker=PRIYA, number=2))
    assert say("en").t("desk.owner_writes_first") in forgetful.voice.texts()
    assert await forgetful.store.project(PID) is None
    await hear(forgetful, said("hello", number=3))
    project = await forgetful.store.project(PID)

    assert project
    assert project.owner.oid == ANA.oid


async def test_a_log_that_names_no_owner_takes_the_one_who_writes(forgetful: Toy) -> None:
    forgetful.agent.files[SANDBOX] = b'{"sow_owner_upn": "ana.souza@contoso.com"}'
    await hear(forgetful, said("where are we?", number=2))

    assert "is_new=false" in forgetful.agent.requests[-1].input


async def test_without_a_log_the_thread_is_new(toy: Toy) -> None:
    await hear(toy, said("hello"))

    assert "is_new=true" in toy.agent.requests[0].input
    assert LOST not in toy.voice.texts()


@pytest.mark.parametrize("words", ["where are we?", "pending"])
async def test_while_the_agent_is_away_nobody_guesses_whether_a_thread_is_new(forgetful: Toy, words: str) -> None:
    forgetful.agent.no_files = AgentDown("away")
    await hear(forgetful, said(words, number=2))
    assert forgetful.voice.texts()[-1] == say("en").t("desk.agent_down")
    assert await forgetful.store.waiting() == (PID,)
    forgetful.agent.no_files = None
    forgetful.clock.forward(minutes=1)  # the pause before the next attempt is over
    await hear(forgetful, said("anybody there?", number=3))

    assert LOST in forgetful.voice.texts()
    assert await forgetful.store.waiting() == ()


async def test_what_waits_in_other_projects_is_told_in_a_private_chat_while_the_agent_is_away(toy: Toy) -> None:
    await started(toy, 1)
    toy.agent.no_files = AgentDown("away")
    await hear(toy, said("pending", place=chat_of(ANA), number=2))

    assert toy.voice.texts(chat_of(ANA).conversation) == [say("en").t("desk.pending", n=1)]


async def test_help_is_given_without_asking_anybody(forgetful: Toy) -> None:
    forgetful.agent.no_files = AgentDown("away")
    await hear(forgetful, said("help", number=2))

    assert forgetful.voice.texts()[-1].startswith(say("en").t("desk.help"))


async def test_a_sandbox_that_is_gone_makes_the_thread_a_new_one(forgetful: Toy) -> None:
    forgetful.agent.no_files = SessionLost("gone")
    await hear(forgetful, said("hello", number=2))

    assert "is_new=true" in forgetful.agent.requests[-1].input
