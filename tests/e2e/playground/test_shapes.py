"""One sequence per shape of conversation, through Microsoft's own client: channel thread, group chat, 1:1 chat."""

import pytest

from bot.demo.cast import ANA, CHANNEL, GROUP, PRIYA, chat_with
from bot.demo.faces import Json
from bot.demo.play import OPENING
from bot.edges.teams.courier import CONSENT
from tests.e2e.playground.conftest import Scene
from tests.e2e.playground.test_thread import briefed
from tests.e2e.playground.user import User

pytestmark = pytest.mark.visual
CHAT = chat_with(ANA).conversation


async def says(ana: User, talk: str, text: str, *others: Json) -> str:
    """Somebody writes; the next words that stand there."""
    count = len(ana.texts(talk))
    await ana.say(talk, text, mention=talk != CHAT, others=others)
    return await ana.answered(talk, count)


@pytest.fixture(scope="module")
async def thread(scene: Scene) -> str:
    talk = await scene.ana.say(CHANNEL.conversation, OPENING["en"])
    await briefed(scene.ana, talk)
    return talk


async def test_in_a_channel_people_take_over_and_hand_back(scene: Scene, thread: str) -> None:
    ana = scene.ana
    assert "I am silent here now" in await says(ana, thread, "take over")
    before = ana.texts(thread)
    await ana.say(thread, "let us talk about the price among ourselves")
    (project_id,) = await scene.stand.store.projects()

    async def kept() -> bool:
        return bool(await scene.stand.store.held(project_id))

    await scene.stand.until(kept, "the message to be kept")
    assert ana.texts(thread) == before
    told = await says(ana, thread, "hand back")
    assert "the agent was told 1 message of the meantime" in told
    assert "changed nothing because of it" in told


async def test_in_a_channel_the_project_is_paused_and_resumed(scene: Scene, thread: str) -> None:
    assert (await says(scene.ana, thread, "pause")).startswith("Paused.")
    assert "by myself again" in await says(scene.ana, thread, "resume")


async def test_in_a_channel_a_mentioned_colleague_becomes_a_deputy(scene: Scene, thread: str) -> None:
    priya = {"id": PRIYA.person.oid, "name": PRIYA.person.name}  # as the Playground calls her
    assert "Priya Raman may decide" in await says(scene.ana, thread, "add deputy", priya)
    (project_id,) = await scene.stand.store.projects()

    async def entitled() -> bool:
        records = await scene.stand.store.records_of(project_id)
        return all(PRIYA.person.authority in one.approvers for one in records)

    await scene.stand.until(entitled, "Priya to be entitled to every draft")
    await scene.ana.say(thread, "deputies")
    board = await scene.ana.until(
        lambda: next((one for one in scene.ana.cards(thread) if one.button("deputy_remove")), None), "who decides"
    )
    gone = await scene.ana.press(thread, board, "deputy_remove")
    assert "No deputy is named" in str(gone)
    named = await scene.ana.press(thread, board, "deputy_add", {"address": PRIYA.person.address, "until": "2099-12-31"})
    assert "until Thu, Dec 31, 2099" in str(named)


async def test_a_new_post_is_a_new_project_and_not_begun_by_a_command(scene: Scene, thread: str) -> None:
    talk = await scene.ana.say(CHANNEL.conversation, "pause")

    assert "There is no project here yet" in await scene.ana.answered(talk, 0)
    assert len(await scene.stand.store.projects()) == 1


async def test_a_group_chat_is_linked_to_the_project_and_let_go(scene: Scene, thread: str) -> None:
    ana, talk = scene.ana, GROUP.conversation
    assert "belongs to" in await says(ana, talk, "link 1")
    assert "drafts wait" in await says(ana, talk, "pending")
    assert "no longer belongs to" in await says(ana, talk, "unlink")
    assert "There is no project here yet" in await says(ana, talk, "take over")


async def test_the_chat_of_ones_own_is_a_desk_over_all_projects(scene: Scene, thread: str) -> None:
    ana = scene.ana
    assert "You decide in 1 project" in await says(ana, CHAT, "projects")
    assert "This chat is about" in await says(ana, CHAT, "switch 1")
    before = len(ana.cards(CHAT))
    await ana.say(CHAT, "status", mention=False)
    await ana.until(lambda: len(ana.cards(CHAT)) > before, "the dashboard")
    assert "its own again" in await says(ana, CHAT, "switch new")


async def test_an_export_asked_for_in_the_channel_is_offered_in_the_chat(scene: Scene, thread: str) -> None:
    ana = scene.ana
    assert "I have offered it to you there" in await says(ana, thread, "export")
    sent = [one["request"]["body"] for one in ana.wire if one["activityName"] == "message"]
    offers = [part for one in sent for part in one.get("attachments") or () if part.get("contentType") == CONSENT]

    assert [offer["name"].endswith(".zip") for offer in offers] == [True]
    assert offers[0]["content"]["sizeInBytes"] > 1000


async def test_the_compose_box_finds_what_waits(scene: Scene, thread: str) -> None:
    value = {"commandId": "pending", "parameters": [{"name": "wanted", "value": "priya"}]}
    answer = await scene.ana.invoke(CHAT, "composeExtension/query", value)

    found = answer["composeExtension"]["attachments"]
    assert found
    assert all("Priya Raman" in one["preview"]["content"]["text"] for one in found)


async def test_what_is_deleted_is_gone_and_a_new_message_begins_anew(scene: Scene, thread: str) -> None:
    ana, store = scene.ana, scene.stand.store
    assert "If you are sure" in await says(ana, thread, "delete data")
    assert "is removed" in await says(ana, thread, "delete everything")

    async def gone() -> bool:
        return await store.projects() == ()

    await scene.stand.until(gone, "the project to be gone")
    assert "There is no project here yet" in await says(ana, thread, "pause")
