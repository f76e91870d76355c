"""Puts the agent's wall together: as the desk itself, or as each project's owner."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import aiohttp

from bot.core.errors import Misconfigured
from bot.core.people import project_in
from bot.edges.entra import Entra
from bot.edges.late_agent import LateAgent
from bot.edges.personal_agents import OnBehalf, PersonalAgents
from bot.edges.store import DeskStore
from bot.edges.teams.cloud import cloud_of
from bot.settings import Settings


@dataclass(frozen=True)
class AgentRoom:
    agent: LateAgent | PersonalAgents
    sign_in: Entra | None = None


def agentroom(settings: Settings, store: DeskStore, session: aiohttp.ClientSession) -> AgentRoom:
    """The project's hosted agent; without an endpoint, the platform on this machine with our own agent in it."""
    if settings.agent_identity == "app":
        return AgentRoom(_agent(settings))
    entra = _entra(settings, session)

    async def whose(session_id: str) -> str:
        project = await store.project(project_in(session_id))
        return project.owner.authority if project else ""

    def make(authority: str) -> LateAgent:
        return _agent(settings, OnBehalf(authority, store, entra))

    name = f"{settings.foundry_project_endpoint} {settings.foundry_agent_name}"
    return AgentRoom(PersonalAgents(make, whose, store, name), entra)


def resource_of(settings: Settings) -> str:
    """The application id URI under which Teams brings a person's token; "" where nobody is asked to sign in."""
    if settings.agent_identity == "app":
        return ""
    return f"api://{urlsplit(settings.desk_public_url).netloc}/botid-{settings.bot_app_id}"


def _agent(settings: Settings, credential: OnBehalf | None = None) -> LateAgent:
    return LateAgent(
        settings.foundry_project_endpoint,
        settings.foundry_agent_name,
        settings.foundry_agent_version,
        settings.desk_data,
        settings.desk_data / "sources",
        credential,
    )


def _entra(settings: Settings, session: aiohttp.ClientSession) -> Entra:
    needed = {
        "FOUNDRY_PROJECT_ENDPOINT": settings.foundry_project_endpoint,
        "DESK_PUBLIC_URL": settings.desk_public_url,
        "BOT_APP_ID": settings.bot_app_id,
        "BOT_APP_TENANT_ID": settings.bot_app_tenant_id,
        "BOT_APP_PASSWORD": settings.bot_app_password,
    }
    missing = [name for name, value in needed.items() if not value]
    if missing:
        raise Misconfigured(f"AGENT_IDENTITY=user needs {', '.join(missing)} too: people sign in with these.")
    authority = settings.desk_sign_in_url or cloud_of(settings.bot_openid_metadata).authority
    url = f"{authority}/{settings.bot_app_tenant_id}/oauth2/v2.0/token"
    return Entra(session, url, settings.bot_app_id, settings.bot_app_password)
