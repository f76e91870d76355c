"""The agent's workspace is gone: what happened, what was kept, and the two ways to go on."""

from typing import Any

from cards.adaptive import draw, style
from cards.click import Click
from cards.models import Workspace
from cards.page import Button, Facts, Line, Page, shown
from cards.phrases import facts, moment
from cards.words import Words


def card(workspace: Workspace, words: Words, zone: str) -> dict[str, Any]:
    title, state = words.t("workspace.title"), _state(workspace, words, zone)
    restart, stop = _clicks(workspace)
    scope = {
        "fallback": f"{workspace.project}: {title}. {state.text}",
        "kicker": workspace.project,
        "title": title,
        "style": style(state),
        "state": state.text,
        "facts": [{"label": label, "value": value} for label, value in _facts(workspace, words, zone)],
        "open": not workspace.choice,
        "restart": restart.data(),
        "stop": stop.data(),
    }
    return draw("workspace", scope, words)


def page(workspace: Workspace, words: Words, zone: str) -> Page:
    restart, stop = _clicks(workspace)
    buttons = (
        Button(words.t("button.restart"), restart, "positive"),
        Button(words.t("button.stop"), stop, "destructive"),
    )
    return Page(
        lang=words.lang,
        kicker=workspace.project,
        title=words.t("workspace.title"),
        state=_state(workspace, words, zone),
        blocks=shown(Facts(_facts(workspace, words, zone))),
        buttons=() if workspace.choice else buttons,
    )


def _clicks(workspace: Workspace) -> tuple[Click, Click]:
    return Click(verb="restart", ref=workspace.loss_id), Click(verb="stop", ref=workspace.loss_id)


def _state(workspace: Workspace, words: Words, zone: str) -> Line:
    if not workspace.choice:
        return Line(words.t("workspace.happened", at=moment(workspace.lost_at, words, zone)), "attention")
    by, at = workspace.decided_by or "–", moment(workspace.decided_at, words, zone)
    text = words.t(f"workspace.{workspace.choice}", by=by, at=at)
    return Line(text, "good" if workspace.choice == "restart" else "plain")


def _facts(workspace: Workspace, words: Words, zone: str) -> tuple[tuple[str, str], ...]:
    copied = bool(workspace.copy_at)
    at = moment(workspace.copy_at, words, zone)
    kept = words.t("workspace.copy", n=workspace.files, at=at) if copied else words.t("workspace.no_copy")
    ahead = "" if workspace.choice else words.t("workspace.next" if copied else "workspace.next_without")
    return facts(words, ("kept", f"{kept} {words.t('workspace.kept')}"), ("next_step", ahead))
