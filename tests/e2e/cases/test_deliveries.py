"""How the Bot Connector answers when a reminder is sent, and what becomes of it."""

import pytest

from bot.core.parcel import Fate
from bot.demo.cast import ANA, JOAO, TENANT
from bot.flows.reconcile import reconcile
from tests.e2e.cases.desk import Stage
from tests.e2e.cases.test_clicks import OWN_CARD, REMINDER, decisions, words_of
from tests.e2e.cases.test_messages import THREAD, WITH_ANA, WITH_PRIYA
from tests.edges.teams.cases import load

pytestmark = pytest.mark.slow
DUE = "The cost estimate for the Contoso SOW is due tomorrow."


async def test_a_reminder_to_a_person_without_the_app_is_told_to_its_owner_once(stage: Stage) -> None:
    await stage.play("person-without-the-app")

    asked = [one for one in stage.sent("POST") if one.path.endswith("/v3/conversations")]
    assert len(asked) == 1
    assert asked[0].json["members"] == [{"id": JOAO.person.oid}]
    undelivered = await stage.parcel("r-1")
    assert (undelivered.fate, undelivered.trouble) == (Fate.FAILED, "not_member")
    (notice,) = stage.texts(WITH_ANA)
    assert "**João da Silva**" in notice
    assert "não está instalado para esta pessoa" in notice
    assert (await stage.parcel("r-2")).fate is Fate.SENT
    assert stage.texts(WITH_PRIYA) == [DUE]
    assert stage.errors == []


async def test_a_reminder_that_may_have_arrived_is_a_doubt_and_is_not_sent_again(stage: Stage) -> None:
    await stage.play("send-accepted-then-502")
    parcel = await stage.parcel("d-4f2a91")
    again = await stage.repeat("send-accepted-then-502")  # the owner presses once more
    await stage.desk.world.jobs.ship(parcel.parcel_id)
    await reconcile(stage.desk.world)
    await stage.settle()

    (sent,) = stage.posts(WITH_PRIYA)
    assert sent.json["text"] == REMINDER
    assert again.body["statusCode"] == 200
    assert await decisions(stage) == ["approve v3"]
    assert (await stage.parcel("d-4f2a91")).fate is Fate.UNCERTAIN
    (notice,) = stage.texts(THREAD)
    assert "**Priya Raman**" in notice
    assert "Não se sabe se esta mensagem chegou" in notice
    (card,) = (one for one in stage.connector.visible(THREAD) if one["id"] == OWN_CARD)
    assert "Não se sabe se Priya Raman recebeu isto" in words_of(card)
    assert stage.errors == []


async def test_every_shape_of_403_is_final_and_its_reason_is_known(stage: Stage) -> None:
    await stage.play("shapes-of-403")

    reasons = {name: (await stage.parcel(name)).trouble for name in ("r-1", "r-2", "r-3", "r-4", "r-5", "r-6")}
    assert reasons == {
        "r-1": "blocked", "r-2": "blocked", "r-3": "not_member",
        "r-4": "disabled", "r-5": "blocked", "r-6": "forbidden",
    }  # fmt: skip
    refused = [one for one in stage.posts() if one.answered == 403]
    assert len(refused) == len({one.path for one in refused}) == 6
    summary, other = stage.texts(WITH_ANA)
    names = ("Priya Raman", "João da Silva", "Kenji Watanabe", "Omar Haddad", "Lin Wei", "Rosa & Filhos (Test $~&)")
    assert all(f"**{name}**" in summary.replace("&amp;", "&") for name in names)
    assert summary.startswith("6 mensagens")
    assert other.startswith("1 mensagem")
    assert stage.errors == []


async def test_a_blocked_person_is_written_to_again_after_they_wrote(stage: Stage) -> None:
    await stage.play("shapes-of-403")

    held, sent = await stage.parcel("r-7"), await stage.parcel("r-8")
    assert (held.fate, held.trouble) == (Fate.FAILED, "blocked")
    assert sent.fate is Fate.SENT
    assert [one.answered for one in stage.posts(WITH_PRIYA) if one.json["text"] == DUE] == [403, 201]
    assert sorted(stage.texts(WITH_PRIYA)) == [DUE, "Welcome back."]


async def test_a_throttled_reminder_waits_as_long_as_it_was_told_and_holds_up_nobody(stage: Stage) -> None:
    (response,) = (await stage.play("throttled-with-retry-after")).responses

    first, second = stage.posts(WITH_PRIYA)
    assert (first.answered, second.answered) == (429, 201)
    assert 2 <= second.at - first.at <= 10
    assert stage.texts(WITH_PRIYA) == [REMINDER]
    meanwhile = [one for one in stage.connector.log if first.at - 1 < one.at < second.at and one is not first]
    assert any(one.path.endswith(OWN_CARD) and one.answered == 200 for one in meanwhile)
    assert response.seconds < 2  # the retry came 2 s after the first try, which came after the click
    assert stage.errors == []


async def test_members_of_a_thread_are_asked_for_by_its_channel(stage: Stage) -> None:
    await stage.play("member-lookup-inside-a-thread")

    lists = stage.sent("GET", "pagedmembers")
    assert lists
    assert all(";messageid=" not in one.path for one in lists)
    (project,) = await stage.store.projects()
    (record,) = await stage.store.records_of(project)
    assert [(to.name, bool(to.oid)) for to in record.draft.to] == [("Priya Raman", True)]
    assert "Priya Raman" in words_of(stage.cards(THREAD)[0])
    assert "The cost estimate is due on Wednesday." in words_of(stage.cards(THREAD)[0])
    assert stage.errors == []


async def test_a_member_list_that_is_refused_costs_neither_the_draft_nor_the_conversation(stage: Stage) -> None:
    case = load("member-lookup-inside-a-thread")
    case["input"]["connector"][0]["on"]["path"] = "*members*"
    await stage.play(case)

    (project,) = await stage.store.projects()
    stored = await stage.store.project(project)
    assert stored is not None
    assert (stored.home.conversation, stored.owner.authority) == (THREAD, f"{TENANT}/{ANA.person.oid}")
    assert "Priya Raman" in words_of(stage.cards(THREAD)[0])
    assert stage.errors == []


@pytest.mark.parametrize(
    ("name", "who", "tag"),
    [
        ("send-mention-of-several-words", "João da Silva", "<at>João da Silva</at>"),
        (
            "send-mention-with-special-name",
            "Rosa & Filhos (Test $~&)",
            "<at>Rosa &amp; Filhos (Test $~&amp;)</at>",
        ),
    ],
)
async def test_a_reminder_where_several_read_really_mentions_its_person(
    stage: Stage, name: str, who: str, tag: str
) -> None:
    await stage.play(name)

    (draft,) = load(name)["input"]["state"]["drafts"]
    (posted,) = [one.json for one in stage.posts(THREAD) if draft["text"] in one.json["text"]]
    assert posted["text"] == f"{tag} {draft['text']}"
    assert posted["text"].count(tag) == 1
    assert [one for one in posted["entities"] if one["type"] == "mention"] == [
        {"type": "mention", "mentioned": {"id": draft["recipient"]["id"], "name": who}, "text": tag}
    ]
    assert stage.errors == []
