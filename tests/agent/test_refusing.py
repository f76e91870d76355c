"""What others write besides answers reaches the owner in their words, with what the owner can do about it."""

import pytest
from scripted import ANA, MARK
from speaking import Room

from agent.brain.rules import RulesBrain

LATE, LATER = "2026-12-05T09:00:00-03:00", "2026-12-08T09:00:00-03:00"
REFUSAL = "Sorry, I can't take this on, I'm full until January."


@pytest.fixture
async def ruled(under_way: Room) -> Room:
    """Ana owes two points; the rules judge."""
    return under_way.with_sources(brain=RulesBrain())


async def test_a_refusal_is_told_in_its_words_and_with_what_to_write(ruled):
    heard = await ruled.reply(ANA, REFUSAL, ref="r-1")

    assert f"“{REFUSAL}”" in heard.text
    assert "write “give Technical to NAME ADDRESS”" in heard.text
    assert ruled.task("task-1")["signals"][0]["kind"] == "declined"
    assert ruled.task("task-1")["submissions"] == []


async def test_who_refused_is_not_reminded_and_the_owner_is_told_why(ruled):
    await ruled.reply(ANA, REFUSAL, ref="r-1")

    heard = await ruled.poll(LATE)

    assert "task-1" not in [draft["task_id"] for draft in heard.drafts]
    assert "they will not do it" in heard.text
    assert "give Technical to NAME ADDRESS" in heard.text


async def test_what_the_sentence_names_works(ruled):
    await ruled.reply(ANA, REFUSAL, ref="r-1")

    heard = await ruled.owner("give Technical to Eva Prado eva@contoso.example")

    assert [(one["purpose"], one["to"][0]["name"]) for one in heard.drafts] == [("reassignment", "Eva Prado")]


async def test_whoever_promises_after_all_is_reminded_again(ruled):
    await ruled.reply(ANA, REFUSAL, ref="r-1", at="2026-12-02T10:00:00-03:00")
    await ruled.reply(ANA, "OK, I will do it by 7 December.", ref="r-2", at="2026-12-03T10:00:00-03:00")

    heard = await ruled.poll(LATER)

    assert "task-1" in [draft["task_id"] for draft in heard.drafts]


async def test_who_takes_over_is_not_held_to_a_refusal_before_them(ruled):
    await ruled.reply(ANA, REFUSAL, ref="r-1")
    heard = await ruled.owner("give Technical to Eva Prado eva@contoso.example")
    await ruled.sent(heard.drafts[0]["draft_id"])

    assert "they will not do it" not in (await ruled.poll(LATER)).text


@pytest.mark.parametrize(
    "text",
    [
        "What's the status of the legacy system, is it still supported?",
        "Who is working on the training slides?",
        "Which RTO does the customer have today?",
        "late, sorry",
        "can you send me the RFP pls",
        "Hm, that is a strange list of points.",
    ],
)
async def test_what_a_contributor_writes_reaches_the_owner_and_is_kept(ruled, text):
    heard = await ruled.reply(MARK, text, ref="r-1")

    assert text in heard.text
    assert "You owe" not in heard.text
    assert [one["source_ref"] for one in ruled.task("task-3")["signals"]] == ["r-1"]


@pytest.mark.parametrize("text", ["Done, it's in the SharePoint folder", "see attachment", "Já mandei por e-mail"])
async def test_a_pointer_to_another_place_says_that_nothing_came(ruled, text):
    heard = await ruled.reply(ANA, text, ref="r-1")

    assert f"“{text}” Nothing came with the message, so I counted nothing" in heard.text
    assert ruled.task("task-1")["submissions"] == []


async def test_who_is_away_in_a_chat_leaves_no_promise(ruled):
    await ruled.reply(ANA, "I'm OOO until Dec 14th. Ping Eva for anything burning.", ref="r-1")

    heard = await ruled.poll(LATER)

    assert ruled.task("task-1")["signals"] == []
    assert "they named" not in heard.text
    assert "task-1" in [draft["task_id"] for draft in heard.drafts]


async def test_days_for_two_tasks_go_to_their_tasks(ruled):
    tasks = ruled.files.log["tasks"]
    tasks[2] |= {"owner_upn": ANA}
    ruled.files.patch({"tasks": tasks}, ruled.sandbox.clock())

    await ruled.reply(ANA, "Technical on Monday, the references by 9 December.", ref="r-1")

    assert [ruled.task(one)["signals"][0]["eta"] for one in ("task-1", "task-3")] == ["2026-12-07", "2026-12-09"]


async def test_the_words_that_counted_are_shown_point_by_point(ruled):
    heard = await ruled.reply(
        ANA, "We use these components: a Go service, a PostgreSQL store and a Kong gateway.", ref="r-1"
    )

    assert "- List every component ← “We use these components: a Go service" in heard.text


async def test_words_that_counted_for_nothing_are_shown_too(ruled):
    words = "Our teams have built the technical part of many a bank and we know every component of it by heart."
    heard = await ruled.reply(ANA, words, ref="r-1")

    assert "none of 2 requirements is covered yet" in heard.text
    assert f"They wrote: “{words}”" in heard.text


async def test_what_has_nothing_to_do_with_it_is_said_in_portuguese(ruled):
    await ruled.owner("status", locale="pt-BR")

    heard = await ruled.reply(ANA, "Isso não é comigo.", ref="r-1")

    assert "Ana não vai fazer **Technical**: “Isso não é comigo.” Não contei nada" in heard.text
