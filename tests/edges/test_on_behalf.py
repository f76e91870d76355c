"""Leave to act for a person: exchanged once, kept fresh, asked for again when it is over, and never another's."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.agentroom import agentroom, resource_of
from bot.core.errors import AgentDown, Misconfigured, NotGranted, SessionLost, SignInNeeded
from bot.core.grant import Grant
from bot.core.people import new_project, project_in, session_name
from bot.core.turn import Request, Started
from bot.demo.cast import ANA, APP_ID, PRIYA, TENANT
from bot.demo.connector import Connector
from bot.edges.entra import Entra
from bot.edges.late_agent import LateAgent
from bot.edges.personal_agents import OnBehalf, PersonalAgents
from bot.edges.store import DeskStore
from bot.settings import Settings
from tests.edges.store.valkey import prefix, store, valkey_url
from tests.fakes import MONDAY, THREAD, FakeAgent, answer

__all__ = ["prefix", "store", "valkey_url"]
WHO = ANA.person.authority


@pytest.fixture
async def entra() -> AsyncIterator[tuple[Entra, Connector]]:
    async with Connector() as connector, aiohttp.ClientSession() as session:
        yield Entra(session, connector.token_url, APP_ID, "a secret"), connector


async def test_teams_token_is_exchanged_for_leave_to_act_for_that_person(entra: tuple[Entra, Connector]) -> None:
    asked, connector = entra
    token = connector.issuer.person_token(TENANT, ANA.person.oid)
    refresh = await asked.on_behalf(token, ANA.person)

    (form,) = connector.issuer.token_requests
    assert form["assertion"] == token
    assert (form["requested_token_use"], form["scope"]) == (
        "on_behalf_of",
        "https://ai.azure.com/.default offline_access",
    )
    assert refresh in connector.issuer.handed_out


async def test_another_persons_token_is_not_even_shown_to_entra(
    entra: tuple[Entra, Connector], caplog: pytest.LogCaptureFixture
) -> None:
    asked, connector = entra
    theirs = connector.issuer.person_token(TENANT, PRIYA.person.oid)
    foreign = connector.issuer.person_token("another", ANA.person.oid)
    with caplog.at_level(logging.DEBUG):
        for token in (theirs, foreign, "", "x.y.z", "[" * 9000):
            with pytest.raises(NotGranted):
                await asked.on_behalf(token, ANA.person)

    assert connector.issuer.token_requests == []
    assert theirs not in caplog.text


@pytest.mark.parametrize("error", ["invalid_grant", "interaction_required", "consent_required"])
async def test_what_entra_does_not_grant_is_said_so(entra: tuple[Entra, Connector], error: str) -> None:
    asked, connector = entra
    connector.issuer.no_leave = error

    with pytest.raises(NotGranted):
        await asked.on_behalf(connector.issuer.person_token(TENANT, ANA.person.oid), ANA.person)


async def test_an_entra_that_does_not_answer_is_waited_for() -> None:
    async with aiohttp.ClientSession() as session:
        with pytest.raises(AgentDown):
            await Entra(session, "http://127.0.0.1:9/t/oauth2/v2.0/token", APP_ID, "s").refreshed("r")


async def test_a_token_is_asked_for_once_and_its_refresh_token_replaced(
    store: DeskStore, entra: tuple[Entra, Connector]
) -> None:
    asked, connector = entra
    connector.issuer.handed_out.add("first")
    await store.save_grant(Grant(authority=WHO, refresh="first", at=MONDAY))
    credential = OnBehalf(WHO, store, asked)
    one, two = await credential.get_token("x"), await credential.get_token("x")

    assert one == two
    assert len(connector.issuer.token_requests) == 1
    kept = await store.grant(WHO)
    assert kept
    assert kept.refresh != "first"
    await OnBehalf(WHO, store, asked).get_token("x")  # another process goes on from there


async def test_without_leave_a_person_has_to_sign_in_and_leave_that_is_over_is_dropped(
    store: DeskStore, entra: tuple[Entra, Connector]
) -> None:
    asked, _ = entra
    credential = OnBehalf(WHO, store, asked)
    with pytest.raises(SignInNeeded):
        await credential.get_token("x")
    await store.save_grant(Grant(authority=WHO, refresh="over", at=MONDAY))
    with pytest.raises(SignInNeeded):
        await credential.get_token("x")

    assert await store.grant(WHO) is None


async def test_leave_lies_sealed_in_the_store_and_bears_no_name(store: DeskStore) -> None:
    await store.save_grant(Grant(authority=WHO, refresh="very secret", at=MONDAY))
    names = [name async for name in store.client.scan_iter(f"{store.keys.base}grant*")]

    (name,) = names
    assert WHO not in name
    assert "very secret" not in str(await store.client.get(name))


class Made(FakeAgent):
    """A toy that says whose it is."""

    async def close_door(self) -> None:
        self.asked.append("closed")


@pytest.fixture
async def agents(store: DeskStore) -> tuple[PersonalAgents, dict[str, Made]]:
    """Two projects of two people."""
    made: dict[str, Made] = {}
    elsewhere = THREAD.model_copy(update={"conversation": "19:x@thread.tacv2;messageid=2"})
    for place, owner in ((THREAD, ANA.person), (elsewhere, PRIYA.person)):
        await store.save_project(new_project(place, owner, MONDAY))

    async def whose(session_id: str) -> str:
        project = await store.project(project_in(session_id))
        return project.owner.authority if project else ""

    def make(authority: str) -> LateAgent:
        made[authority] = Made(script=[answer("Done.", response_id=f"caresp_{authority[-4:]}")])
        return made[authority]  # type: ignore[return-value] # a toy of the same shape

    return PersonalAgents(make, whose, store, "agent"), made


async def test_each_sandbox_is_used_as_its_owner_and_an_answer_is_taken_up_as_the_same(
    agents: tuple[PersonalAgents, dict[str, Made]],
) -> None:
    agent, made = agents
    session = session_name(THREAD.project_id)
    await agent.ensure(session)
    request = Request(turn_id="t", project_id=THREAD.project_id, session_id=session, input="hello")
    heard = [event async for event in agent.turn(request)]
    assert list(made) == [WHO]
    (began,) = [event for event in heard if isinstance(event, Started)]
    made[WHO].rest = heard
    again = [event async for event in agent.resume(began.response_id, -1)]

    assert again == heard
    assert made[WHO].resumed == [(began.response_id, -1)]
    await agent.close_door()
    assert made[WHO].asked[-1] == "closed"


async def test_a_sandbox_of_nobody_is_one_that_is_not_there(agents: tuple[PersonalAgents, dict[str, Made]]) -> None:
    agent, made = agents
    for work in (agent.ensure("desk-p-unknown"), agent.read("x", "y"), agent.stop("desk-p-0123456789abcdef")):
        with pytest.raises(SessionLost):
            await work
    with pytest.raises(SessionLost):
        [event async for event in agent.resume("caresp_x", -1)]

    assert made == {}


@pytest.mark.parametrize(("name", "project"), [("desk-p-0a1b", "p-0a1b"), ("desk-p-0a1b-3", "p-0a1b"), ("odd", "")])
def test_a_sandbox_is_named_after_its_project(name: str, project: str) -> None:
    assert project_in(name) == project


FULL = {
    "agent_identity": "user", "foundry_project_endpoint": "https://x.services.ai.azure.com/api/projects/p",
    "desk_public_url": "https://desk.contoso.com", "bot_app_id": APP_ID, "bot_app_tenant_id": TENANT,
    "bot_app_password": "a secret",
}  # fmt: skip


async def test_people_sign_in_for_the_application_of_this_desk(store: DeskStore, tmp_path: Path) -> None:
    settings = Settings.model_validate(FULL | {"desk_data": tmp_path})
    async with aiohttp.ClientSession() as session:
        room = agentroom(settings, store, session)

    assert isinstance(room.agent, PersonalAgents)
    assert room.sign_in is not None
    assert resource_of(settings) == f"api://desk.contoso.com/botid-{APP_ID}"


@pytest.mark.parametrize("missing", ["foundry_project_endpoint", "desk_public_url", "bot_app_password"])
async def test_what_is_missing_for_it_is_named(store: DeskStore, tmp_path: Path, missing: str) -> None:
    settings = Settings.model_validate(FULL | {"desk_data": tmp_path, missing: ""})
    async with aiohttp.ClientSession() as session:
        with pytest.raises(Misconfigured, match=missing.upper()):
            agentroom(settings, store, session)


def test_a_desk_that_runs_as_itself_asks_nobody_to_sign_in() -> None:
    assert resource_of(Settings()) == ""
