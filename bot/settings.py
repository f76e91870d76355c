"""Every environment variable, read once and frozen; each may also stand in a file named .env."""

import os
import re
from enum import StrEnum
from pathlib import Path
from typing import Literal
from zoneinfo import available_timezones

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.core.address import bare, loopback, safe_url
from bot.core.errors import Misconfigured

PUBLIC_CLOUD_KEYS = "https://login.botframework.com/v1/.well-known/openidconfiguration"
SERVICE_HOSTS = "smba.trafficmanager.net,*.botframework.com,*.teams.microsoft.com,*.teams.microsoft.us"
HOURS = re.compile(r"(\d{1,2})-(\d{1,2})")


class Part(StrEnum):
    """Which part of the desk a process runs."""

    ALL = "all"
    WEB = "web"
    WORKER = "worker"


class Settings(BaseSettings):
    """`description` of a field is its line in the README; a test keeps the two equal."""

    model_config = SettingsConfigDict(
        env_file=".env", frozen=True, extra="ignore", env_ignore_empty=True, hide_input_in_errors=True
    )

    bot_app_id: str = Field("", description="the bot's Entra application id; every channel token must name it")
    bot_app_tenant_id: str = Field("", description="tenant of the application, where its own token is asked for")
    bot_app_type: Literal["SingleTenant", "UserAssignedMSI", "MultiTenant"] = Field(
        "SingleTenant", description="how the bot is registered"
    )
    bot_app_password: str = Field("", repr=False, description="client secret; empty with a managed identity")
    bot_openid_metadata: str = Field(PUBLIC_CLOUD_KEYS, description="where the channel's signing keys are found")
    bot_token_url: str = Field("", description="where the connector token is fetched; empty: Entra")
    bot_service_url_allow: str = Field(
        SERVICE_HOSTS, description="hosts the bot's token may be sent to, comma-separated"
    )
    bot_tenant_allow: str = Field("", description="tenants that may talk to the bot; empty: the bot's own tenant")
    bot_host: str = Field("127.0.0.1", description="address the web server listens on")
    bot_port: int = Field(3978, ge=0, le=65535, description="port the web server listens on; 0 takes a free one")
    bot_anonymous: bool = Field(False, description="accept requests without a token; loopback addresses only")
    redis_url: str = Field(
        "", repr=False, description="Redis or Valkey to use; empty: an embedded one in the data folder"
    )
    desk_data: Path = Field(
        Path(".desk"),
        description="data folder of the embedded store, the local platform and clicks that wait for the store",
    )
    desk_keys: str = Field("", repr=False, description="Fernet keys, newest first; empty: one made in the data folder")
    foundry_project_endpoint: str = Field("", description="Foundry project; empty: the local platform")
    foundry_agent_name: str = Field("charter", description="name of the hosted agent")
    foundry_agent_version: str = Field("1", description="version new sandboxes are made with")
    agent_identity: Literal["app", "user"] = Field("app", description="on whose behalf turns run")
    graph_base_url: str = Field("https://graph.microsoft.com/v1.0", description="Microsoft Graph")
    graph_mailbox: str = Field("", description="the desk's own mailbox")
    graph_notification_url: str = Field("", description="public address of /api/graph")
    outlook_enabled: bool = Field(False, description="read and send mail through Graph; else mails are written as .eml")
    outlook_plus_addresses: bool = Field(
        False,
        description="answers go to an address of the project's own; Exchange must allow plus addressing",
    )
    desk_owners: str = Field(
        "",
        description="addresses and domains that may begin projects by mail, comma-separated; empty: the mailbox's own",
    )
    outlook_cards: bool = Field(False, description="cards with buttons above mails that ask for decisions")
    outlook_cards_originator: str = Field("", description="id under which Microsoft lets the desk send such cards")
    desk_public_url: str = Field(
        "", description="public address of the desk, such as https://desk.contoso.com; empty: no approval page"
    )
    desk_sign_in_url: str = Field("", description="where people sign in to the approval page; empty: Entra")
    desk_undo_seconds: int = Field(0, ge=0, le=600, description="how long an approved message waits before it leaves")
    desk_poll_cron: str = Field("0 9 * * 1-5", description="when the desk looks for late tasks, in the project's zone")
    desk_work_hours: str = Field("9-17", description="working hours, first and last full hour")
    desk_zone: str = Field("UTC", description="zone of people whose own zone is unknown")
    desk_holidays: str = Field("", description="country or country-region whose holidays count, such as BR or BR-SP")
    desk_locale: str = Field("en", description="language of people whose own is unknown: en or pt-BR")
    desk_organisation: str = Field(
        "", description="name of your organisation: below the owner's at the end of mails, and on the page at `/`"
    )
    desk_retention_days: int = Field(90, ge=1, description="days until texts of what is settled are removed")
    desk_delivery: Literal["bot", "agent"] = Field("bot", description="who sends what was approved")
    openai_base_url: str = Field(
        "",
        description="any OpenAI-compatible endpoint, for the agent's model; empty on Foundry: the project's own",
    )
    openai_api_key: str = Field("", repr=False, description="its key")
    agent_model: str = Field("", description="its model, asked beside the rules; empty: the rules brain alone")
    applicationinsights_connection_string: str = Field(
        "", repr=False, description="the Application Insights traces go to; empty: none"
    )
    otel_exporter_otlp_endpoint: str = Field(
        "", description="else the OpenTelemetry collector they go to, such as http://127.0.0.1:4318; empty: none"
    )

    @field_validator("desk_zone")
    @classmethod
    def _known_zone(cls, zone: str) -> str:
        if zone not in available_timezones():
            raise ValueError("is no IANA zone such as America/Sao_Paulo")
        return zone

    @field_validator("desk_work_hours")
    @classmethod
    def _sensible_hours(cls, hours: str) -> str:
        found = HOURS.fullmatch(hours)
        if not found or not 0 <= int(found[1]) < int(found[2]) <= 24:
            raise ValueError("must look like 9-17")
        return hours

    @field_validator(
        "bot_openid_metadata",
        "bot_token_url",
        "foundry_project_endpoint",
        "graph_base_url",
        "desk_sign_in_url",
        "otel_exporter_otlp_endpoint",
    )
    @classmethod
    def _https_or_loopback(cls, url: str) -> str:
        if url and not safe_url(url):
            raise ValueError("must be https; plain http is for loopback addresses only")
        return url.rstrip("/")

    @field_validator("desk_public_url")
    @classmethod
    def _no_more_than_an_address(cls, url: str) -> str:
        if url and not (safe_url(url) and bare(url)):
            raise ValueError("must be https and nothing behind the host, such as https://desk.contoso.com")
        return url.rstrip("/")

    @field_validator("desk_locale")
    @classmethod
    def _spoken(cls, locale: str) -> str:
        if locale.replace("_", "-").split("-")[0].lower() not in ("en", "pt"):
            raise ValueError("must be en or pt-BR")
        return locale

    @model_validator(mode="after")
    def _outlook_is_complete(self) -> "Settings":
        if self.outlook_enabled and not (self.graph_mailbox and self.graph_notification_url):
            raise ValueError("OUTLOOK_ENABLED needs GRAPH_MAILBOX and GRAPH_NOTIFICATION_URL")
        return self

    @model_validator(mode="after")
    def _cards_have_a_sender_and_an_answer(self) -> "Settings":
        if self.outlook_cards and not (self.outlook_cards_originator and self.desk_public_url and self.outlook_enabled):
            raise ValueError("OUTLOOK_CARDS needs OUTLOOK_ENABLED, OUTLOOK_CARDS_ORIGINATOR and DESK_PUBLIC_URL")
        return self

    @model_validator(mode="after")
    def _anonymous_stays_home(self) -> "Settings":
        if self.bot_anonymous and not loopback(self.bot_host):
            raise ValueError("BOT_ANONYMOUS needs BOT_HOST to be a loopback address")
        return self

    @property
    def tenants(self) -> frozenset[str]:
        return frozenset(split(self.bot_tenant_allow) or split(self.bot_app_tenant_id))

    @property
    def owners(self) -> tuple[str, ...]:
        return tuple(one.casefold().removeprefix("@") for one in split(self.desk_owners))

    @property
    def service_hosts(self) -> tuple[str, ...]:
        return split(self.bot_service_url_allow)

    @property
    def working_hours(self) -> tuple[int, int]:
        first, last = self.desk_work_hours.split("-")
        return int(first), int(last)

    def need_server(self, part: Part) -> None:
        """What a server cannot do without. Raises `Misconfigured`."""
        if part is not Part.ALL and not self.redis_url:
            raise Misconfigured("Set REDIS_URL: two processes of one desk need a server that both can reach.")
        if not self.bot_app_id and not self.bot_anonymous:
            raise Misconfigured("Set BOT_APP_ID to the bot's application id, or BOT_ANONYMOUS=1 on a loopback address.")


def keep_usage_to_ourselves() -> None:
    """The exporter to Azure tells its maker how it is used, unless its environment says otherwise."""
    os.environ.setdefault("APPLICATIONINSIGHTS_STATSBEAT_DISABLED_ALL", "true")


def split(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())
