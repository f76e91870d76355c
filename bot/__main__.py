"""The front door: the commands."""

import asyncio
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from pydantic import ValidationError

from bot import logs
from bot.core.errors import DeskError
from bot.settings import Part, Settings

app = typer.Typer(
    no_args_is_help=True, add_completion=False, help="Charter Desk: drafts, approvals and nudges for RFP responses."
)
# Each command imports what it runs, inside: the help and a wrong setting answer at once, without any SDK.
Out = Annotated[Path | None, typer.Option(help="Folder for what the command writes.")]


@app.command()
def demo(
    out: Out = None,
    folder: Annotated[
        Path | None,
        typer.Option(exists=True, file_okay=False, help="Your own RFP, kickoff notes and mails instead of the sample."),
    ] = None,
    keep: Annotated[bool, typer.Option(help="Stay up afterwards, for the Agents Playground.")] = False,
    interactive: Annotated[bool, typer.Option(help="Be the owner yourself.")] = False,
) -> None:
    """Play the whole story on this machine: no tenant, no model, no network."""
    from bot.demo.play import play

    _run(_ending_well(play(out=out, folder=folder, keep=keep, interactive=interactive)))


@app.command()
def serve(
    only: Annotated[Part, typer.Option(help="Run one part of the desk only.")] = Part.ALL,
) -> None:
    """Run the desk: web server, worker and clock, driven by the settings alone."""
    from bot.world import serve as run

    logs.to_stderr()
    settings = _settings()

    async def until_told() -> int:
        stop = asyncio.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
        with logs.traced(settings):
            await run(settings, only, stop)
        return 0

    _run(until_told())


@app.command()
def check(
    other: Annotated[str, typer.Option(help="Another mailbox of the tenant, to see that it stays closed.")] = "",
) -> None:
    """Prove every permission by using it, and print the commands for what is missing."""
    from bot.checking import check as run

    _run(run(_settings(), other))


@app.command()
def gallery(out: Out = None) -> None:
    """Write one page that shows every card in every language."""
    from cards.gallery import build

    typer.echo(build(out or Path("out") / "gallery"))


@app.command()
def package(
    domain: Annotated[str, typer.Option(help="Host name of the desk's public address.")],
    version: Annotated[str, typer.Option(help="Version of the app package.")] = "1.0.0",
    out: Out = None,
    all_messages: Annotated[
        bool, typer.Option(help="Ask for the permission to receive messages that do not mention the desk.")
    ] = False,
) -> None:
    """Write the app package that an administrator uploads to Microsoft 365."""
    from bot.packaging import build

    try:
        path = out or Path("out") / "charter-desk.zip"
        typer.echo(build(_settings().bot_app_id, domain, version, path, all_messages))
    except ValueError as error:
        _stop(str(error))


@app.command()
def timeline(
    project: Annotated[str, typer.Argument(help="The project's id, or words of its title.")],
    out: Annotated[Path, typer.Option(help="The page to write.")] = Path("out") / "timeline.html",
    locale: Annotated[str, typer.Option(help="Its language; the project's own when it is left out.")] = "",
) -> None:
    """Write one page that shows a project over time: tasks, messages, answers, decisions."""
    from bot.album import write

    settings = _settings()

    async def told() -> int:
        typer.echo(await write(settings, project, out, locale))
        return 0

    _run(told())


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        told = [(" ".join(map(str, one["loc"])).upper(), one["msg"]) for one in error.errors()]
        problems = "; ".join(f"{name} {words.removeprefix('Value error, ')}".strip() for name, words in told)
        _stop(f"A setting is wrong: {problems}")


def _run(story: Coroutine[Any, Any, int]) -> None:
    try:
        code = asyncio.run(story)
    except DeskError as error:
        _stop(str(error))
    except OSError as error:
        _stop(f"{error.filename or 'The machine'}: {error.strerror or error}.")
    except KeyboardInterrupt:
        code = 130
    raise typer.Exit(code)


async def _ending_well(story: Coroutine[Any, Any, int]) -> int:
    """A closed terminal or a kill ends what the story started, as Ctrl-C does."""
    task = asyncio.ensure_future(story)
    for name in (signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(name, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        return 130


def _stop(sentence: str) -> NoReturn:
    typer.echo(sentence, err=True)
    sys.exit(2)


if __name__ == "__main__":
    app()
