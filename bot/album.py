"""Pages to keep: a project over time, read from the store beside a desk that may be running."""

from datetime import UTC, datetime
from pathlib import Path

from bot.core.errors import FromNewer, Misconfigured
from bot.edges.store import DeskStore, open_store, visiting
from bot.edges.store.seal import own_keys
from bot.flows.over_time import over_time
from bot.settings import Settings, split
from cards.timeline import html

NONE = "There is no project {asked!r} in this store."
SEVERAL = "Several projects are called {asked!r}: {names}. Name one by its id."


async def write(settings: Settings, asked: str, out: Path, locale: str = "") -> Path:
    """Raises `Misconfigured` with a sentence when there is no such project, or more than one."""
    async with visiting(settings.redis_url, settings.desk_data) as url:
        keys = split(settings.desk_keys) or own_keys(settings.desk_data)
        async with open_store(url, keys) as store:
            found = await over_time(store, await _named(store, asked), datetime.now(UTC))
    if found is None:
        raise Misconfigured(NONE.format(asked=asked))
    project, view = found
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(html(view, locale or project.locale, project.zone), "utf-8")
    return out


async def _named(store: DeskStore, asked: str) -> str:
    ids = await store.projects()
    if asked in ids:
        return asked
    found = {}
    for project_id in ids:
        try:
            project = await store.project(project_id)
        except FromNewer:  # of a newer desk: it can only be named by its id
            continue
        if project is not None and asked.casefold() in project.title.casefold():
            found[project_id] = project.title
    if len(found) > 1:
        names = ", ".join(f"{title} ({project_id})" for project_id, title in found.items())
        raise Misconfigured(SEVERAL.format(asked=asked, names=names))
    return next(iter(found), asked)
