"""The agent's sandbox vanishes behind the desk's back: the owner is asked, and the project goes on from the copy."""

import json
from datetime import timedelta

import pytest

from bot.core.people import Project
from bot.demo.cast import ANA, CHANNEL, Talk
from bot.demo.faces import Shown
from bot.demo.stand import Stand

pytestmark = pytest.mark.slow
OPENING = "we received the RFP from Northwind, and the kickoff was this morning. Please prepare the briefs."
NEXT = "status please, what next"


class Platform:
    """The local platform, as somebody with access to it finds it."""

    def __init__(self, stand: Stand) -> None:
        port = json.loads((stand.folder / "data" / "platform" / "ready.json").read_text())["port"]
        self.sessions = f"http://127.0.0.1:{port}/api/projects/local/agents/charter/endpoint/sessions"
        self.probe, self.bearer = stand.probe, {"Authorization": "Bearer somebody"}

    async def names(self) -> set[str]:
        async with self.probe.get(self.sessions, headers=self.bearer) as answer:
            return {one["agent_session_id"] for one in (await answer.json())["data"]}

    async def delete(self, session_id: str) -> None:
        async with self.probe.delete(f"{self.sessions}/{session_id}", headers=self.bearer) as answer:
            assert answer.status == 204

    async def log_of(self, project: Project) -> dict[str, list[dict[str, str]]]:
        url = f"{self.sessions}/{project.session_id}/files/content"
        path = {"path": f"projects/{project.project_id}/project_log.json"}
        async with self.probe.get(url, params=path, headers=self.bearer) as answer:
            return json.loads(await answer.read())


async def test_a_lost_sandbox_is_asked_about_and_the_next_one_knows_the_project(stand: Stand) -> None:
    await stand.start()
    talk = (await stand.teams.say(ANA, CHANNEL, OPENING)).talk
    await settled(stand)
    before, platform = await project_of(stand), Platform(stand)
    tasks = (await platform.log_of(before))["tasks"]
    drafts = await stand.store.records_of(before.project_id)
    assert len(tasks) > 1
    assert drafts

    await platform.delete(before.session_id)
    stand.clock.set(stand.clock() + timedelta(minutes=20))
    await stand.teams.say(ANA, talk, NEXT)
    card = await question(stand, talk)
    await told_to_wait(stand, talk)
    assert await platform.names() == set()

    await click(stand, talk, card, "restart")
    await settled(stand)
    after = await project_of(stand)

    assert (after.session_id, after.state) == (f"{before.session_id}-2", "active")
    assert await platform.names() == {after.session_id}
    assert (await platform.log_of(after))["tasks"] == tasks
    assert await stand.store.records_of(before.project_id) == drafts
    assert waiting_sentence(stand, talk) == ""
    assert tasks[0]["title"] in "\n".join([*stand.texts(talk), *(str(one.card) for one in stand.cards(talk)[-1:])])
    await redrawn(stand, talk, card)


async def test_the_question_outlives_the_desk_and_a_stopped_project_says_so(stand: Stand) -> None:
    await stand.start()
    talk = (await stand.teams.say(ANA, CHANNEL, OPENING)).talk
    await settled(stand)
    before, platform = await project_of(stand), Platform(stand)
    await platform.delete(before.session_id)
    stand.clock.set(stand.clock() + timedelta(minutes=20))
    await stand.teams.say(ANA, talk, NEXT)
    card = await question(stand, talk)
    await stand.kill()
    await stand.start()
    await click(stand, talk, card, "stop")
    await settled(stand)

    assert (await project_of(stand)).state == "closed"
    assert len([one for one in stand.cards(talk) if "se perdeu" in str(one.card["fallbackText"])]) == 1
    assert await Platform(stand).names() == set()
    assert await stand.store.checkpoint(before.project_id)


async def project_of(stand: Stand) -> Project:
    (project_id,) = await stand.store.projects()
    project = await stand.store.project(project_id)
    assert project
    return project


async def settled(stand: Stand) -> None:
    async def idle() -> bool:
        projects = await stand.store.projects()
        return not await stand.store.waiting() and any([await stand.store.checkpoint(one) for one in projects])

    await stand.until(idle, "the answer and its copy", 60)


async def question(stand: Stand, talk: Talk) -> Shown:
    async def look() -> Shown | None:
        return next((one for one in stand.cards(talk) if one.button("restart")), None)

    return await stand.until(look, "the question to the owner", 30)


async def told_to_wait(stand: Stand, talk: Talk) -> None:
    async def look() -> bool:
        return bool(waiting_sentence(stand, talk))

    await stand.until(look, "the word that the message waits")


async def redrawn(stand: Stand, talk: Talk, card: Shown) -> None:
    """The card shows everybody in the thread who chose."""

    async def look() -> bool:
        now = next(one for one in stand.cards(talk) if one.message == card.message)
        return "Ana Souza" in str(now.card) and not now.button("restart")

    await stand.until(look, "the card with the choice")


def waiting_sentence(stand: Stand, talk: Talk) -> str:
    signs = ("Your message is kept", "Sua mensagem está guardada")
    return next((text for text in stand.texts(talk) if any(sign in text for sign in signs)), "")


async def click(stand: Stand, talk: Talk, card: Shown, verb: str) -> None:
    button = card.button(verb)
    assert button
    sent = await stand.teams.click(ANA, talk, card.message, verb, button.data)
    assert sent.status == 200
    assert sent.body["type"] == "application/vnd.microsoft.card.adaptive"
