"""A card in a mail: Microsoft's own token about a person, a ticket of ours, and the decision a click would make."""

from collections.abc import AsyncIterator, Iterator
from typing import Any, NamedTuple

import pytest

from bot.core.address import page_url
from bot.core.draft import Record, State
from bot.edges.outlook.enclosing import lint
from bot.edges.pages.cookies import Wax
from bot.edges.pages.mail_cards import ACTIONS, MONTH, PATH, Maker, Sender
from bot.flows import present
from bot.pageroom import card_maker
from tests.catalogue.clicking import audit, now_of
from tests.edges.pages.conftest import LENA, Scene, opened
from tests.edges.pages.test_door import sealed, session
from tests.edges.store.valkey import KEY
from tests.fakes import ANA, STRANGER, Toy
from tests.flows.hands import press, ship_all, started
from tests.flows.test_vote import asked

Json = dict[str, Any]
ORIGINATOR = "2f6d9c0e-0000-4b1a-9a11-0000000000aa"
SETTINGS: Json = {
    "outlook_cards": True, "outlook_cards_originator": ORIGINATOR, "outlook_enabled": True,
    "graph_mailbox": "desk@contoso.com", "graph_notification_url": "https://desk.contoso.com/api/graph",
}  # fmt: skip


class Answer(NamedTuple):
    status: int
    card: Json
    headers: Any

    @property
    def text(self) -> str:
        return "\n".join(str(node["text"]) for node in nodes(self.card) if "text" in node)


def nodes(node: object) -> Iterator[Json]:
    if isinstance(node, dict):
        yield node
        for part in node.values():
            yield from nodes(part)
    elif isinstance(node, list):
        for part in node:
            yield from nodes(part)


@pytest.fixture
async def scene(toy: Toy) -> AsyncIterator[Scene]:
    async with opened(toy, **SETTINGS) as found:
        yield found


async def drawn(scene: Scene, record: Record) -> Json:
    """The card as it lies in the mail."""
    maker = card_maker(scene.settings, (KEY,), scene.clock)
    project = await scene.toy.store.project(record.project_id)
    assert maker is not None
    assert project is not None
    view = present.draft_card(record, project, scene.toy.clock())
    return maker.asking((view,), "en", "UTC")


def body_of(card: Json, verb: str, words: str = "") -> str:
    """What Outlook posts for a button, with the field beside it filled in."""
    for node in nodes(card):
        body = str(node.get("body", ""))
        if node.get("type") == "Action.Http" and body.split("\n")[1:2] == [verb]:
            return body.replace(f"{{{{{verb}_0.value}}}}", words)
    raise AssertionError(f"no button {verb}")


def token(scene: Scene, **claims: Any) -> str:
    person = claims.pop("person", ANA)
    return scene.connector.entra.token(person, **({"azp": ACTIONS, "appid": None} | claims))


async def post(scene: Scene, body: str, bearer: str | None = None, name: str = "Action-Authorization") -> Answer:
    async with scene.new_browser() as outlook:
        said = token(scene) if bearer is None else bearer
        headers = {name: f"Bearer {said}", "Content-Type": "text/plain"} if said else {}
        async with outlook.http.post(f"{scene.origin}{PATH}", data=body.encode(), headers=headers) as answer:
            card = await answer.json() if answer.status == 200 else {}
            return Answer(answer.status, card, answer.headers)


async def test_a_press_decides_and_the_card_says_so(scene: Scene) -> None:
    record, *_ = await started(scene.toy)
    answer = await post(scene, body_of(await drawn(scene, record), "approve"))
    await ship_all(scene.toy)

    assert (answer.status, answer.headers["CARD-UPDATE-IN-BODY"]) == (200, "true")
    assert "Approved: goes out to Priya Raman" in answer.text
    assert not [node for node in nodes(answer.card) if node.get("type") == "Action.Http"]
    assert scene.toy.voice.texts("a:priya") == [record.draft.body]


@pytest.mark.parametrize("name", ["Authorization", "Action-Authorization"])
async def test_the_token_is_taken_from_either_header(scene: Scene, name: str) -> None:
    record, *_ = await started(scene.toy)

    assert (await post(scene, body_of(await drawn(scene, record), "refresh"), name=name)).status == 200


async def test_words_arrive_whatever_they_hold(scene: Scene) -> None:
    record, *_ = await started(scene.toy)
    words = 'Not "now"\napprove\n{"verb": "approve"} & more'
    await post(scene, body_of(await drawn(scene, record), "reject", words))

    decided = await now_of(scene.toy, record)
    assert (decided.state, decided.reason) == (State.REJECTED, words)


async def test_a_change_is_asked_for(scene: Scene) -> None:
    record, *_ = await started(scene.toy)
    answer = await post(scene, body_of(await drawn(scene, record), "change", "Shorter, please"))

    assert (await now_of(scene.toy, record)).state is State.ASKED
    assert "Change asked for" in answer.text


@pytest.mark.parametrize("verb", ["reject", "change"])
async def test_what_needs_words_asks_for_them(scene: Scene, verb: str) -> None:
    record, *_ = await started(scene.toy)
    answer = await post(scene, body_of(await drawn(scene, record), verb))

    assert answer.status == 400
    assert answer.headers["CARD-ACTION-STATUS"].startswith(("Choose a reason", "Say in a few words"))
    assert (await now_of(scene.toy, record)).state is State.PENDING


async def test_the_same_press_again_changes_nothing_and_shows_the_same(scene: Scene) -> None:
    record, *_ = await started(scene.toy)
    body = body_of(await drawn(scene, record), "approve")
    first, again = await post(scene, body), await post(scene, body)

    assert first.card == again.card
    assert len(scene.toy.jobs.shipped) == 1


async def test_a_stale_card_shows_what_stands_now_and_a_button_for_that(scene: Scene) -> None:
    record, *_ = await started(scene.toy)
    body = body_of(await drawn(scene, record), "approve")
    await press(scene.toy, record, "save", subject="New", body="Other words.")
    answer = await post(scene, body)
    decided = await post(scene, body_of(answer.card, "approve"))

    assert "this draft has changed since the card was drawn" in answer.text
    assert "Other words." in answer.text
    assert "Approved" in decided.text


async def test_a_mail_that_is_opened_later_shows_what_happened_meanwhile(scene: Scene) -> None:
    record, *_ = await started(scene.toy)
    body = body_of(await drawn(scene, record), "refresh")
    before = await post(scene, body)
    await press(scene.toy, record, "reject", reason="No")
    after = await post(scene, body)

    assert body_of(before.card, "approve")
    assert "Rejected" in after.text
    assert len(await audit(scene.toy, record)) == 1


BAD: list[tuple[str, Json, int]] = [
    ("no token", {"bearer": ""}, 401),
    ("something that is no token", {"bearer": "x.y.z"}, 401),
    ("another key", {"sign_with": "somebody"}, 401),
    ("another application's audience", {"aud": "11111111-2222-3333-4444-555555555555"}, 401),
    ("another application that asked", {"azp": "11111111-2222-3333-4444-555555555555"}, 401),
    ("no application that asked", {"azp": None}, 401),
    ("an end in the past", {"exp": -3600}, 401),
    ("a beginning tomorrow", {"nbf": 86400}, 401),
    ("the issuer of years ago", {"iss": "https://substrate.office.com/sts/"}, 401),
    ("nobody in it", {"oid": None}, 401),
    ("another tenant", {"person": LENA}, 403),
    ("somebody who does not decide", {"person": STRANGER}, 403),
]


async def test_a_token_with_it_decides_nothing_and_the_mail_says_how_else(scene: Scene) -> None:
    record, *_ = await started(scene.toy)
    body = body_of(await drawn(scene, record), "approve")
    for what, claims, status in BAD:
        bearer = claims["bearer"] if "bearer" in claims else token(scene, **claims)
        answer = await post(scene, body, bearer)

        assert (answer.status, bool(answer.headers.get("CARD-ACTION-STATUS"))) == (status, True), what
        assert "CARD-UPDATE-IN-BODY" not in answer.headers
    assert (await now_of(scene.toy, record)).state is State.PENDING


async def test_a_signed_in_reader_of_the_page_cannot_use_their_own_token_here(scene: Scene) -> None:
    """An id token is for the same application: what tells them apart is who asked for it."""
    record, *_ = await started(scene.toy)
    bearer = scene.connector.entra.token(ANA, nonce="x")

    assert (await post(scene, body_of(await drawn(scene, record), "approve"), bearer)).status == 401


DAMAGED = (
    "", "x", "x\napprove", "{ticket}", "{ticket}\ndance", "{ticket}\nsave\nNew words", "{session}\napprove",
    "{other}\napprove", "{ticket}\nreject\n" + "x" * 20_000,
)  # fmt: skip


async def test_a_damaged_or_foreign_ticket_decides_nothing(scene: Scene) -> None:
    record, *_ = await started(scene.toy)
    ticket = body_of(await drawn(scene, record), "approve").split("\n")[0]
    other = Maker(Sender(ORIGINATOR, "", ""), Wax(("A" * 43 + "=",)), scene.clock)
    project = await scene.toy.store.project(record.project_id)
    assert project is not None
    view = present.draft_card(record, project, scene.toy.clock())
    foreign = body_of(other.asking((view,), "en", "UTC"), "approve").split("\n")[0]
    for body in DAMAGED:
        answer = await post(scene, body.format(ticket=ticket, session=sealed(session()), other=foreign))

        assert answer.status == 400, body[-40:]
    assert (await now_of(scene.toy, record)).state is State.PENDING


async def test_a_card_older_than_a_month_points_to_the_page(scene: Scene) -> None:
    record, *_ = await started(scene.toy)
    body = body_of(await drawn(scene, record), "approve")
    scene.clock.ahead = MONTH + 1
    scene.connector.entra.spoil = {}
    answer = await post(scene, body)

    assert answer.status == 410
    assert "decide on the page" in answer.headers["CARD-ACTION-STATUS"]


async def test_the_card_is_one_that_outlook_draws_with_every_word_on_it(scene: Scene) -> None:
    record, *_ = await started(scene.toy)
    card = await drawn(scene, record)
    html = f'<a href="{page_url(scene.origin, record.key)}">Open</a>'
    found = lint(card, html, ["ana@contoso.com"], frozenset({"127.0.0.1"}), frozenset({"contoso.com"}), frozenset())

    assert [one for one in found if "registered" not in one] == []  # this desk is on this machine, and has no https
    assert card["hideOriginalBody"] is False
    assert record.draft.body in [node.get("text") for node in card["body"]]
    assert {"name": "Authorization", "value": ""} in card["actions"][0]["headers"]


async def test_several_drafts_share_a_card_and_many_have_none(scene: Scene) -> None:
    records = await started(scene.toy, 5)
    maker = card_maker(scene.settings, (KEY,), scene.clock)
    project = await scene.toy.store.project(records[0].project_id)
    assert maker is not None
    assert project is not None
    views = [present.draft_card(one, project, scene.toy.clock()) for one in records]
    four = maker.asking(views[:4], "pt-BR", "UTC")
    answer = await post(scene, four["actions"][1]["card"]["actions"][0]["body"])

    assert len(four["actions"]) == 5
    assert len({node["id"] for node in nodes(four) if "id" in node}) == 8
    assert "Approved" in answer.text
    assert (await now_of(scene.toy, records[1])).state is State.APPROVED
    assert maker.asking(views, "en", "UTC") == {}


@pytest.mark.parametrize(
    "body",
    [
        "[click](https://evil.example)",
        "![x](https://evil.example/x.png)",
        "[x]: https://evil.example",
        "{{DATE(2026-01-01,SHORT)}}",
    ],
)
async def test_nothing_in_somebodys_words_becomes_a_link_in_a_mail(scene: Scene, body: str) -> None:
    record, *_ = await started(scene.toy)
    hostile = record.model_copy(update={"draft": record.draft.model_copy(update={"body": body, "subject": body})})
    card = await drawn(scene, hostile)
    shown = [str(node.get("text", node.get("value", ""))) for node in nodes(card["body"])]

    assert not [text for text in shown if "](" in text or "]:" in text or "{{DATE" in text]


async def test_the_mail_that_asks_carries_the_card_and_its_press_decides(scene: Scene) -> None:
    """From the first mail of an owner to the decision, as the stories go."""
    maker = card_maker(scene.settings, (KEY,), scene.clock)
    assert maker is not None
    scene.toy.mail_card = maker.asking
    (record,) = await asked(scene.toy)
    (card,) = [what for _, what in scene.toy.mail_voice.messages.values() if isinstance(what, dict)]
    answer = await post(scene, body_of(card, "approve"))

    assert "Approved" in answer.text
    assert (await now_of(scene.toy, record)).state is State.APPROVED


async def test_without_the_switch_there_is_no_such_door(toy: Toy) -> None:
    async with opened(toy) as scene:
        assert card_maker(scene.settings, (KEY,)) is None
        assert (await post(scene, "x")).status == 404
