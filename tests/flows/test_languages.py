"""What is known of the languages people read, and what the agent hears of it."""

import json

import pytest

from bot.core.habits import Facts, Habits, Source
from bot.core.people import Contact
from bot.flows.time_of import time_of
from tests.fakes import PRIYA, Toy, answer, said
from tests.flows.hands import PID, hear, started
from tests.flows.test_wishes import told

ENGLISH = "I will send the first part of it on Friday, with the prices for phase 3."
PORTUGUESE = "Segue em anexo a minha parte, mas ainda não tenho o preço da fase 3."


def people(toy: Toy) -> object:
    """As the agent was told in its last turn."""
    line = next(one for one in toy.agent.requests[-1].input.splitlines() if "charter-agent-speaker" in one)
    return json.loads(line[line.index("{") : -1]).get("people")


async def test_of_somebody_who_never_wrote_nothing_is_told(toy: Toy) -> None:
    await started(toy)

    assert people(toy) is None


async def test_who_wrote_is_drafted_for_in_the_language_they_wrote(toy: Toy) -> None:
    await started(toy)
    await hear(toy, said(PORTUGUESE, PRIYA, number=2))
    await hear(toy, said("go on", number=3))

    assert people(toy) == [{"address": PRIYA.address, "oid": PRIYA.oid, "language": "pt-BR"}]
    await hear(toy, said(ENGLISH, PRIYA, number=4))
    assert (await toy.store.habits(PRIYA)).wrote == "en"


async def test_the_first_turn_hears_of_everybody_in_the_thread(toy: Toy) -> None:
    await toy.store.save_habits(PRIYA, Habits(wrote="pt-BR"), "heard")
    toy.agent.script = [answer("Read.")]
    await hear(toy, said("we received the RFP"))

    assert people(toy) == [{"address": PRIYA.address, "oid": PRIYA.oid, "language": "pt-BR"}]


async def test_what_somebody_says_comes_before_their_mailbox_and_that_before_what_they_write(toy: Toy) -> None:
    await started(toy)
    project = await toy.store.project(PID)
    found = [(await time_of(toy.world, PRIYA, project)).facts.language]
    await toy.store.save_contact(Contact(person=PRIYA))
    await hear(toy, said(PORTUGUESE, PRIYA, number=2))
    found.append((await time_of(toy.world, PRIYA, project)).facts.language)
    toy.post.settings[PRIYA.address] = Facts(language="en")
    found.append((await time_of(toy.world, PRIYA, project, fresh=True)).facts.language)
    assert "Language: **Portuguese** (you said so)" in await told(toy, "my language is Portuguese", PRIYA)
    last = await time_of(toy.world, PRIYA, project)

    assert found == ["en", "pt-BR", "en"]
    assert (last.facts.language, last.sources["language"]) == ("pt-BR", Source.SAID)


@pytest.mark.parametrize("words", ["language of the RFP is English", "my language matters"])
async def test_a_sentence_about_languages_is_for_the_agent(toy: Toy, words: str) -> None:
    await started(toy)
    turns = len(toy.agent.requests)
    await hear(toy, said(words, number=2))

    assert len(toy.agent.requests) == turns + 1
