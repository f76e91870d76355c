"""Every environment variable the agent knows, read once and frozen."""

import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict

# What a sandbox may see of its parent's environment. The front end's secrets are not in it.
INHERITED = ("PATH", "LANG", "TZ", "VIRTUAL_ENV", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "PYTHONHASHSEED")
INHERITED_FAMILIES = ("LC_", "SSL_", "OPENAI_", "AGENT_", "OTEL_")
EXPORTERS = ("APPLICATIONINSIGHTS_CONNECTION_STRING", "OTEL_EXPORTER_OTLP_ENDPOINT")


class Settings(BaseModel):
    """`home` is the sandbox's `$HOME`: everything the agent remembers lies below it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    home: Path
    host: str = "127.0.0.1"
    port: int = 8088
    hosted: bool = False
    sources: tuple[Path, ...] = ()
    skills: tuple[Path, ...] = ()
    shared: Path | None = None
    openai_base_url: str = ""
    openai_api_key: str = ""
    model: str = ""
    toolbox: str = ""
    traced: bool = False


def read(environ: Mapping[str, str] = os.environ) -> Settings:
    """Settings of this process. On the hosted platform the agent listens on all interfaces, elsewhere on loopback."""
    home = Path(environ.get("HOME") or Path.home()).resolve()
    organisation = tuple(Path(part).resolve() for part in environ.get("AGENT_SOURCES", "").split(os.pathsep) if part)
    skills = tuple(Path(part).resolve() for part in environ.get("AGENT_SKILLS", "").split(os.pathsep) if part)
    hosted = bool(environ.get("FOUNDRY_HOSTING_ENVIRONMENT"))
    return Settings(
        home=home,
        host=environ.get("AGENT_HOST") or ("0.0.0.0" if hosted else "127.0.0.1"),
        hosted=hosted,
        port=int(environ.get("PORT") or 8088),
        sources=(home / "sources", *organisation),
        skills=skills,
        shared=Path(environ["AGENT_SHARED"]).resolve() if environ.get("AGENT_SHARED") else None,
        openai_base_url=environ.get("OPENAI_BASE_URL") or _models_of(environ.get("FOUNDRY_PROJECT_ENDPOINT", "")),
        openai_api_key=environ.get("OPENAI_API_KEY", ""),
        model=environ.get("AGENT_MODEL", ""),
        toolbox=_toolbox(environ.get("AGENT_TOOLBOX_URL") or environ.get("TOOLBOX_ENDPOINT") or ""),
        traced=environ.get("OTEL_SDK_DISABLED") != "true" and any(environ.get(name) for name in EXPORTERS),
    )


def _models_of(project: str) -> str:
    """A Foundry project's own models speak the OpenAI protocol there; the platform tells its sandboxes the address."""
    return f"{project.rstrip('/')}/openai/v1" if project else ""


def _toolbox(url: str) -> str:
    """Letters are not read over an open line. Raises `ValueError`."""
    parts = urlsplit(url)
    if url and parts.scheme != "https" and parts.hostname not in ("127.0.0.1", "localhost", "::1"):
        raise ValueError("AGENT_TOOLBOX_URL must begin with https://")
    return url


def inherited(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The part of this process's environment that a sandbox is born with."""
    return {k: v for k, v in environ.items() if k in INHERITED or k.startswith(INHERITED_FAMILIES)}
