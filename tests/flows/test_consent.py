"""A permission is asked for in one person's own chat, never where others read, and the work goes on from there."""

import json
import logging

import pytest

from bot.core.consent import MOST, known_address
from bot.core.people import Contact, Person, Place
from bot.core.turn import Consent, Ended, Event, Started
from bot.flows import decide
from bot.flows.decide import Reply
from cards import models
from cards.click import Click
from cards.words import say
from tests.fakes import ANA, PRIYA, THREAD, Toy, answer, chat_of, said
from tests.flows.hands import PID, hear, ship_all, started, strike, work

LINK = "https://logic-brazil-001.consent.azure-apihub.net/login?data=secret"
WORDS = say("en")
CHAT = chat_of(ANA)


def stopped(response_id: str = "caresp_c1", link: str = LINK) -> list[Event]:
    """A turn that ends for want of a permission."""
    return [
        Started(response_id=response_id),
        Consent(link=link, server="workiq"),
        Ended(status="incomplete", response_id=response_id),
    ]


@pytest.fixture
async def desk(toy: Toy) -> Toy:
    """A project of Ana's, whom the desk knows in a chat of her own."""
    await started(toy)
    await toy.store.save_contact(Contact(person=ANA, place=CHAT))
    toy.agent.script = [stopped(), answer("Here is what I found.", response_id="caresp_3")]
    return toy


async def asks(toy: Toy, text: str = "what did the client write?", person: Person = ANA, number: int = 20) -> None:
    await hear(toy, said(text, person, number=number))
    await ship_all(toy)


async def presses(toy: Toy, actor: Person = ANA, place: Place = CHAT) -> Reply:
    (card,) = [one for one in await toy.store.parcels_of(PID) if one.recipe and one.recipe.kind == "consent"][-1:]
    return await decide.click(toy.world, Click(verb="go_on", ref=card.parcel_id), actor, "en", place)


def read_elsewhere(toy: Toy) -> str:
    """Everything that was ever shown anywhere but in Ana's own chat."""
    return json.dumps([what for place, what in toy.voice.messages.values() if place.conversation != CHAT.conversation])


async def test_the_question_comes_into_their_own_chat_and_the_thread_reads_only_that_it_was_asked(desk: Toy) -> None:
    await asks(desk)

    (card,) = desk.voice.cards(CHAT.conversation)
    assert LINK in json.dumps(card)
    assert desk.voice.texts()[-1] == WORDS.t("desk.consent_asked")
    assert "secret" not in read_elsewhere(desk)


async def test_going_on_repeats_the_words_on_the_answer_that_stopped(desk: Toy) -> None:
    await asks(desk)
    shown = await presses(desk)
    assert isinstance(shown, models.Consent)
    assert (shown.done, shown.link) == (True, "")
    await work(desk)

    first, second = desk.agent.requests[-2:]
    assert (second.input, second.session_id) == (first.input, first.session_id)
    assert (second.chain, second.turn_id) == ("caresp_c1", "m20|go1")
    assert desk.voice.texts()[-1] == "Here is what I found."


async def test_a_button_pressed_twice_goes_on_once(desk: Toy) -> None:
    await asks(desk)
    await presses(desk)
    await presses(desk)
    await work(desk)

    assert len(desk.agent.requests) == 3


@pytest.mark.parametrize(
    ("actor", "place"), [(PRIYA, CHAT), (ANA, THREAD), (PRIYA, chat_of(PRIYA))], ids=["other", "elsewhere", "both"]
)
async def test_nobody_else_and_from_nowhere_else_goes_on(desk: Toy, actor: Person, place: Place) -> None:
    await asks(desk)

    assert await presses(desk, actor, place) == WORDS.t("desk.not_yours")
    assert await desk.store.waiting() == ()


async def test_what_a_contributor_set_off_is_asked_of_the_owner(desk: Toy) -> None:
    await asks(desk, "here is my part", PRIYA)

    assert len(desk.voice.cards(CHAT.conversation)) == 1
    assert "secret" not in read_elsewhere(desk)


async def test_an_unattended_look_asks_the_owner(desk: Toy) -> None:
    desk.agent.files[f"desk-{PID}", f"projects/{PID}/project_log.json"] = json.dumps(
        {"tasks": [{"id": "t1", "title": "Pricing", "due_at": "2026-11-27"}]}
    ).encode()
    await strike(desk)
    await work(desk)
    await ship_all(desk)

    assert len(desk.voice.cards(CHAT.conversation)) == 1
    assert "secret" not in read_elsewhere(desk)


async def test_without_a_chat_of_their_own_nothing_is_shown_but_how_to_get_one(toy: Toy) -> None:
    await started(toy)
    toy.agent.script = [stopped()]
    await asks(toy)

    assert toy.voice.texts()[-1] == WORDS.t("desk.consent_needed")
    assert "secret" not in json.dumps([what for _, what in toy.voice.messages.values()])


@pytest.mark.parametrize("kind", ["group", "channel"])
async def test_a_place_where_others_read_is_never_taken_for_somebodys_chat(toy: Toy, kind: str) -> None:
    await started(toy)
    await toy.store.save_contact(Contact(person=ANA, place=THREAD.model_copy(update={"kind": kind})))
    toy.agent.script = [stopped()]
    await asks(toy)

    assert "secret" not in json.dumps([what for _, what in toy.voice.messages.values()])


async def test_a_permission_that_is_never_given_is_not_asked_for_without_end(desk: Toy) -> None:
    desk.agent.script = [stopped(f"caresp_c{number}") for number in range(MOST + 2)]
    await asks(desk)
    for _ in range(MOST):
        await presses(desk)
        await work(desk)
        await ship_all(desk)

    assert len(desk.agent.requests) == 2 + MOST
    assert await presses(desk) == WORDS.t("desk.consent_enough")


async def test_a_file_that_came_along_is_not_fetched_again(desk: Toy) -> None:
    await hear(desk, said("read this", number=20, files=({"name": "a.pdf", "url": "https://x"},)))
    await ship_all(desk)
    asked = desk.agent.asked.count("write sources/a.pdf")
    await presses(desk)
    await work(desk)

    assert desk.agent.requests[-1].input.endswith("Files handed in: a.pdf")
    assert desk.agent.asked.count("write sources/a.pdf") == asked == 1


@pytest.mark.parametrize(
    ("link", "known"),
    [
        (LINK, True),
        ("https://login.microsoftonline.com/common/oauth2/v2.0/authorize?x=1", True),
        ("http://login.microsoftonline.com/x", False),
        ("https://login.microsoftonline.com.evil.example/x", False),
        ("https://evilconsent.azure-apihub.net/x", False),
        ("https://login.microsoftonline.com@evil.example/x", False),
        ("javascript:alert(1)", False),
        ('https://login.microsoftonline.com/x"y', False),
        ("", False),
    ],
)
def test_only_addresses_that_are_known_to_ask_for_permissions_are_shown(link: str, known: bool) -> None:
    assert known_address(link) is known


async def test_another_address_is_shown_to_nobody_and_the_log_has_no_link(
    desk: Toy, caplog: pytest.LogCaptureFixture
) -> None:
    desk.agent.script = [stopped(link="https://evil.example/login?data=secret")]
    with caplog.at_level(logging.DEBUG):
        await asks(desk)

    assert desk.voice.cards(CHAT.conversation) == []
    assert "not on the list" in caplog.text
    assert "secret" not in caplog.text
