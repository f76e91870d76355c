"""The main job through Microsoft's own client, without its page: from the post to the brief in a colleague's chat."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.core.parcel import Fate
from bot.core.people import Channel
from bot.demo.cast import ANA, CAST, CHANNEL, GROUP, LENA, chat_with
from bot.demo.faces import Json, Shown, input_value
from bot.demo.play import OPENING
from cards import written
from tests.e2e.playground.conftest import Scene
from tests.e2e.playground.user import User

pytestmark = pytest.mark.visual
ADDRESSES = {one.person.name: one.person.address for one in (*CAST, LENA)}
ADDED = "Please tell me by tomorrow if anything is unclear."
LISTENING = "0A"


@dataclass(frozen=True)
class Thread:
    """A thread in which briefs wait for their owner. `first`: what was said before the answer was there."""

    talk: str
    first: str


@pytest.fixture(scope="module")
async def thread(scene: Scene) -> Thread:
    ana = scene.ana
    talk = await ana.say(CHANNEL.conversation, OPENING["en"])
    first = await ana.until(lambda: next(iter(ana.texts(talk)), ""), "a first word")
    await briefed(ana, talk)
    return Thread(talk, first)


async def briefed(ana: User, talk: str) -> None:
    """The agent may ask for addresses that no document has; the owner knows them."""
    await ana.text(talk, "Northwind")
    while asked := [name for name in ADDRESSES if name in question(ana.texts(talk)[-1])]:
        count = len(ana.texts(talk))
        await ana.say(talk, "\n".join(f"{name}: {ADDRESSES[name]}" for name in asked))
        await ana.answered(talk, count)
    await ana.until(lambda: waiting(ana, talk), "a card that waits for a decision")


def question(text: str) -> str:
    """The question a text ends with, "" when it ends otherwise."""
    last = text.rstrip().rpartition("\n")[2].rpartition(". ")[2]
    return last if last.endswith("?") else ""


def waiting(ana: User, talk: str) -> dict[str, Shown]:
    """Drafts that can be approved, by their id, each with the card it is on."""
    found: dict[str, Shown] = {}
    for shown in ana.cards(talk):
        found |= {str(pick["draft_id"]): shown for pick in shown.picks}
        if one := shown.button("approve"):
            found[str(one.data["draft_id"])] = shown
    return found


def arrived(ana: User, oid: str) -> list[str]:
    """What stands in the 1:1 chats that were opened with a person."""
    made = [one for one in ana.wire if one["activityName"] == "createConversation"]
    rooms = {one["response"]["body"]["id"] for one in made if one["request"]["body"]["members"][0]["id"] == oid}
    return [one["request"]["body"]["text"] for one in ana.wire if one.get("conversationId") in rooms]


def card_of(answer: Json | str) -> Json:
    assert isinstance(answer, dict), answer
    return answer


async def pressed(ana: User, talk: str, shown: Shown) -> Json | str:
    """Approve whatever a card offers."""
    if shown.button("approve"):
        return await ana.press(talk, shown, "approve")
    ticks = {f"pick_{pick['draft_id']}": "true" for pick in shown.picks}
    return await ana.press(talk, shown, "approve_selected", ticks)


async def test_a_post_is_answered_at_once_and_the_answer_takes_the_first_words_place(
    scene: Scene, thread: Thread
) -> None:
    texts = scene.ana.texts(thread.talk)

    assert thread.first == "On it."
    assert texts[0].startswith("I read")
    assert "On it." not in texts


async def test_a_brief_is_edited_approved_and_arrives_word_for_word(scene: Scene, thread: Thread) -> None:
    ana, talk = scene.ana, thread.talk
    key, shown = next(iter(waiting(ana, talk).items()))
    record = await scene.stand.store.record(key)
    assert record is not None
    if shown.picks:
        shown = Shown(shown.message, card_of(await ana.press(talk, shown, "open", draft_id=key)))
    form = Shown(shown.message, card_of(await ana.press(talk, shown, "edit")))
    words = {"subject": input_value(form.card, "subject"), "body": f"{input_value(form.card, 'body')}\n\n{ADDED}"}
    await ana.press(talk, form, "save_approve", words)
    await ana.until(lambda: arrived(ana, record.draft.to[0].oid), "the brief")

    assert arrived(ana, record.draft.to[0].oid) == [words["body"]]
    await ana.until(lambda: key not in waiting(ana, talk), "the card without it")


async def test_the_rest_is_approved_and_everybody_gets_theirs_once(scene: Scene, thread: Thread) -> None:
    ana, talk, store = scene.ana, thread.talk, scene.stand.store
    pressed_twice = list({one.message: one for one in waiting(ana, talk).values()}.values()) * 2
    for shown in pressed_twice:
        await pressed(ana, talk, shown)

    async def all_gone() -> bool:
        parcels = await store.parcels_of((await store.projects())[0])
        return all(one.fate is Fate.SENT for one in parcels if one.kind == "brief")

    await scene.stand.until(all_gone, "the briefs to leave")
    await ana.until(lambda: not waiting(ana, talk), "cards without buttons")
    records = await store.records_of((await store.projects())[0])
    in_teams = [one.draft for one in records if one.draft.channel is Channel.TEAMS]
    by_mail = [one.draft for one in records if one.draft.channel is Channel.MAIL]

    for oid in {draft.to[0].oid for draft in in_teams}:
        assert Counter(arrived(ana, oid)) == Counter(one.body for one in in_teams if one.to[0].oid == oid)
    assert Counter(str(one.data["body"]["content"]) for one in scene.stand.graph.sent) == Counter(
        written(one.body) for one in by_mail
    )


async def test_status_puts_the_dashboard_at_the_end_of_the_thread(scene: Scene, thread: Thread) -> None:
    ana, talk = scene.ana, thread.talk
    before = ana.cards(talk)[-1].message
    await ana.say(talk, "status")
    await ana.until(lambda: ana.cards(talk)[-1].message != before, "the dashboard")

    assert "tasks done" in ana.cards(talk)[-1].card["fallbackText"]


async def test_a_group_chat_is_a_project_of_its_own(scene: Scene, thread: Thread) -> None:
    await scene.ana.say(GROUP.conversation, OPENING["en"])
    await briefed(scene.ana, GROUP.conversation)

    assert waiting(scene.ana, GROUP.conversation).keys().isdisjoint(waiting(scene.ana, thread.talk))
    assert len(await scene.stand.store.projects()) == 2


async def test_in_a_chat_of_its_own_the_desk_introduces_itself_and_needs_no_mention(scene: Scene) -> None:
    ana, talk = scene.ana, chat_with(ANA).conversation
    await ana.install(talk)
    welcome = await ana.until(lambda: ana.cards(talk), "the welcome card")
    await ana.say(talk, "help", mention=False)

    assert "Charter Desk is here" in welcome[0].card["fallbackText"]
    assert "status" in await ana.text(talk, "approve")


async def test_the_playground_stays_on_this_machine(scene: Scene) -> None:
    doors = [
        line.split()[1].partition(":")[0]
        for table in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]
        if line.split()[1].endswith(f":{scene.playground.port:04X}") and line.split()[3] == LISTENING
    ]

    assert doors == ["0100007F"]  # 127.0.0.1, as Linux writes it
    assert scene.calls == []
