"""A person who is called by name where several read is really mentioned; nobody else is."""

import pytest

from bot.core.people import Channel, Person, Place
from bot.demo.cast import APP_ID, CHANNEL, TENANT
from bot.demo.connector import Connector
from bot.edges.teams.mentions import addressed, calls_somebody, mentioned
from bot.edges.teams.room import Teams
from bot.edges.teams.roster import FRESH, Rosters
from bot.edges.teams.wording import teams_text

JOAO = Person(name="João da Silva", teams_id="29:joao")
SHORT = Person(name="João", teams_id="29:other")
ROSA = Person(name="Rosa & Filhos (Test $~&)", teams_id="29:rosa")
PEOPLE = (SHORT, JOAO, ROSA, Person(name="Nobody Reachable"), Person(teams_id="29:nameless"))


def shown(text: str) -> tuple[str, list[tuple[str, str]]]:
    words, entities = mentioned(teams_text(text), PEOPLE)
    assert all(one["text"] in words and one["type"] == "mention" for one in entities)
    return words, [(one["mentioned"]["id"], one["mentioned"]["name"]) for one in entities]


@pytest.mark.parametrize(
    ("text", "words", "who"),
    [
        ("@João da Silva, costs are due.", "<at>João da Silva</at>, costs are due.", ["29:joao"]),
        ("@joão DA silva: costs", "<at>João da Silva</at>: costs", ["29:joao"]),
        ("<at>João da Silva</at> owes costs", "<at>João da Silva</at> owes costs", ["29:joao"]),
        ('<at id="0">João da Silva</at>', "<at>João da Silva</at>", ["29:joao"]),
        ("ask @João and @João da Silva", "ask <at>João</at> and <at>João da Silva</at>", ["29:other", "29:joao"]),
        (
            "@Rosa & Filhos (Test $~&) confirms",
            "<at>Rosa &amp; Filhos (Test $~&amp;)</at> confirms",
            ["29:rosa"],
        ),
        ("@João da Silva and again @João da Silva", "<at>João da Silva</at> and again João da Silva", ["29:joao"]),
        ("- **@João da Silva** – costs", "- **<at>João da Silva</at>** – costs", ["29:joao"]),
        ("João da Silva owes the costs", "João da Silva owes the costs", []),
        ("@Eve and <at>Eve</at> are strangers", "@Eve and Eve are strangers", []),
        ("write to x@João.example", "write to x@João.example", []),
        ("`@João da Silva` in code", "`@João da Silva` in code", []),
        ("@Joãozinho is somebody else", "@Joãozinho is somebody else", []),
        ("@Nobody Reachable", "@Nobody Reachable", []),
        ("<at>all</at>, hello", "all, hello", []),
    ],
)
def test_who_is_called_is_mentioned_once_and_the_others_keep_their_names(text: str, words: str, who: list[str]) -> None:
    found, entities = shown(text)
    assert found == words
    assert [one for one, _ in entities] == who


def test_a_fence_is_left_alone() -> None:
    text = "```\n@João da Silva\n```\n@João"
    assert shown(text)[0] == "```\n@João da Silva\n```\n<at>João</at>"


def test_where_nobody_is_known_half_tags_are_taken_off() -> None:
    assert mentioned(teams_text("<at>Ana</at>, hello"), ()) == ("Ana, hello", [])


def test_a_message_for_somebody_begins_with_their_mention() -> None:
    words, (entity,) = addressed("please confirm.", ROSA)
    assert words == "<at>Rosa &amp; Filhos (Test $~&amp;)</at> please confirm."
    assert entity == {
        "type": "mention",
        "mentioned": {"id": "29:rosa", "name": "Rosa & Filhos (Test $~&)"},
        "text": "<at>Rosa &amp; Filhos (Test $~&amp;)</at>",
    }


def test_most_texts_call_nobody() -> None:
    assert not any(map(calls_somebody, ("Two tasks are late.", "mail ana@contoso.com", "5 @ 3", "a < b")))
    assert calls_somebody("ask @Ana")


@pytest.fixture
def thread(connector: Connector) -> Place:
    return Place(
        channel=Channel.TEAMS, tenant=TENANT, conversation=CHANNEL.thread("1796043600123").conversation, kind="channel",
        service_url=connector.service_url, bot_id=f"28:{APP_ID}", bot_name="Charter Desk",
    )  # fmt: skip


async def test_members_are_asked_for_only_when_somebody_is_called(
    room: Teams, connector: Connector, thread: Place
) -> None:
    await room.voice.say(thread, "Nobody is called.")
    assert [one.method for one in connector.log] == ["POST"]
    for _ in range(2):
        await room.voice.say(
            thread, "@Priya Raman, the scope is due.\n\n" + "words " * 3000 + "\n\n@João da Silva too."
        )

    assert [one.method for one in connector.log].count("GET") == 1
    first, middle, last, *_ = [one.json for one in connector.log if one.method == "POST"][1:]
    named = [[two["mentioned"]["name"] for two in one["entities"][1:]] for one in (first, middle, last)]
    assert named == [["Priya Raman"], [], ["João da Silva"]]  # each where it stands
    assert first["text"].startswith("<at>Priya Raman</at>, the scope")


async def test_a_chat_of_two_and_approved_words_mention_nobody(
    room: Teams, connector: Connector, thread: Place
) -> None:
    await room.voice.say(thread.model_copy(update={"kind": "personal", "conversation": "a:1"}), "@Priya Raman!")
    await room.voice.say(thread, "Hi <at>all</at>, @Priya Raman", exact=True)
    assert [one.method for one in connector.log] == ["POST", "POST"]
    assert [one.json["text"] for one in connector.log] == ["@Priya Raman!", "Hi &lt;at>all&lt;/at>, @Priya Raman"]
    assert "mention" not in str([one.json for one in connector.log])


async def test_a_list_that_cannot_be_had_costs_a_mention_and_not_the_answer(
    room: Teams, connector: Connector, thread: Place
) -> None:
    connector.script({"on": {"method": "GET"}, "times": -1, "answer": {"status": 403}})
    await room.voice.say(thread, "@Priya Raman, <at>João da Silva</at>: hello")
    assert connector.log[-1].json["text"] == "@Priya Raman, João da Silva: hello"


async def test_a_roster_is_asked_for_anew_after_a_while(thread: Place) -> None:
    asked, now = [], [0.0]

    async def ask(place: Place) -> tuple[Person, ...]:
        asked.append(place)
        return (JOAO,)

    rosters = Rosters(ask, lambda: now[0])
    other = thread.model_copy(update={"conversation": CHANNEL.thread("1796043600999").conversation})
    assert await rosters.of(thread) == await rosters.of(other) == (JOAO,)
    assert len(asked) == 1  # a thread belongs to its channel
    now[0] = FRESH
    await rosters.of(thread)
    assert len(asked) == 2
