"""Several messages for one task: they add up, the newer counts, and what is done can open again."""

import pytest
from scripted import ANA, MARK, RUI
from speaking import Room

from agent.brain.rules import RulesBrain

LIVE = "The proposal must state the go-live date."
LEAD = "The vendor must name the project manager."
DAYS = "The proposal must state the number of training days for bank staff."
ALL = [LIVE, LEAD, DAYS]
FULL = (
    "The go-live date is 15 June 2027. The project manager is Paula Reis. "
    "There will be 12 training days for bank staff."
)
FIRST, SECOND, THIRD = (f"2026-12-0{day}T10:00:00-03:00" for day in (3, 4, 5))


@pytest.fixture
async def owing(under_way: Room) -> Room:
    """Ana owes three points, Rui one; the rules judge."""
    tasks = under_way.files.log["tasks"]
    tasks[0] |= {"requirements": ALL, "runbook_requirements": ALL, "title": "Implementation plan"}
    under_way.files.patch({"tasks": tasks}, under_way.sandbox.clock())
    return under_way.with_sources(brain=RulesBrain())


async def test_answers_of_several_days_add_up(owing):
    await owing.reply(ANA, "The go-live date is 15 June 2027.", ref="r-1", at=FIRST)
    assert owing.task("task-1")["status"] == "submitted_with_gaps"

    heard = await owing.reply(
        ANA, "The project manager is Paula Reis. There will be 12 training days for bank staff.", ref="r-2", at=SECOND
    )

    assert "all of 3 requirements covered" in heard.text
    assert owing.task("task-1")["status"] == "submitted"
    await owing.owner("consolidate the response")
    text = owing.files.read_text("response.md")
    assert "Paula Reis" in text
    assert "15 June 2027" in text
    assert "> Sent earlier, on 3 Dec 2026, 10:00. Where" in text


async def test_they_add_up_in_whatever_order_they_arrive(owing):
    await owing.reply(ANA, "The project manager is Paula Reis.", ref="r-2", at=SECOND)
    await owing.reply(ANA, "The go-live date is 15 June 2027.", ref="r-1", at=FIRST)

    assert owing.task("task-1")["submissions"][-1]["gaps"] == [DAYS]


async def test_a_correction_of_what_is_done_is_kept_told_and_put_first(owing):
    await owing.reply(ANA, FULL, ref="r-1", at=FIRST)

    heard = await owing.reply(ANA, "The go-live date is 1 July 2027.", ref="r-2", at=SECOND)

    assert "Ana wrote again for **Implementation plan**, which was handed in before." in heard.text
    assert "“The go-live date is 1 July 2027.”" in heard.text
    assert owing.task("task-1")["status"] == "submitted"
    whole = await owing.owner("consolidate the response")
    text = owing.files.read_text("response.md")
    assert text.index("1 July 2027") < text.index("15 June 2027")
    assert "from more than one message, the newest first; please look where they differ: Technical." in whole.text


async def test_whoever_answers_everything_anew_replaces_it(owing):
    await owing.reply(ANA, FULL, ref="r-1", at=FIRST)
    await owing.reply(ANA, FULL.replace("15 June", "1 July"), ref="r-2", at=SECOND)

    await owing.owner("consolidate the response")

    assert "15 June" not in owing.files.read_text("response.md")


@pytest.mark.parametrize(
    ("words", "opens"),
    [
        ("Please ignore my last message, it was for another bid.", ALL),
        ("The go-live date I sent is no longer valid, a new one follows.", [LIVE]),
        ("Desconsidere o que mandei ontem, por favor.", ALL),
    ],
)
async def test_what_is_taken_back_is_open_again(owing, words, opens):
    await owing.reply(ANA, FULL, ref="r-1", at=FIRST)

    heard = await owing.reply(ANA, words, ref="r-2", at=SECOND)

    assert "takes back what they sent" in heard.text
    assert owing.task("task-1")["status"] != "submitted"
    assert heard.view["sections"][0]["gaps"] == (opens if opens != ALL else [])
    if opens == ALL:
        assert "nothing to put together" in (await owing.owner("consolidate the response")).text


async def test_what_was_taken_back_counts_once_it_is_sent_again(owing):
    await owing.reply(ANA, FULL, ref="r-1", at=FIRST)
    await owing.reply(ANA, "Please ignore my last message.", ref="r-2", at=SECOND)

    await owing.reply(ANA, FULL, ref="r-3", at=THIRD)

    assert owing.task("task-1")["status"] == "submitted"


@pytest.mark.parametrize(
    "words",
    [
        "I will send a nicer version of it on Friday.",
        "The customer called me about the training rooms this morning, nothing new otherwise.",
        "Do you need the training dates as well?",
    ],
)
async def test_other_words_about_what_is_done_are_kept_and_shown_and_change_nothing(owing, words):
    await owing.reply(ANA, FULL, ref="r-1", at=FIRST)

    heard = await owing.reply(ANA, words, ref="r-2", at=SECOND)

    assert words.rstrip(".") in heard.text
    assert "no open task" not in heard.text
    assert "sent nothing" not in heard.text
    task = owing.task("task-1")
    assert (task["status"], [row["source_ref"] for row in task["signals"]]) == ("submitted", ["r-2"])


async def test_an_answer_goes_to_what_is_owed_before_it_goes_to_what_is_done(owing):
    tasks = owing.files.log["tasks"]
    tasks[1] |= {"owner_upn": ANA, "requirements": [LIVE], "runbook_requirements": [LIVE]}
    owing.files.patch({"tasks": tasks}, owing.sandbox.clock())
    await owing.reply(ANA, FULL, ref="r-1", at=FIRST, in_reply_to="brief-task-1")
    assert owing.task("task-2")["submissions"] == []

    await owing.reply(ANA, "The go-live date is 15 June 2027.", ref="r-2", at=SECOND)

    assert owing.task("task-2")["status"] == "submitted"
    assert len(owing.task("task-1")["submissions"]) == 1


async def test_only_who_never_had_a_task_has_none(owing):
    await owing.reply(ANA, FULL, ref="r-1", at=FIRST)

    assert "no open task" not in (await owing.reply(ANA, "Here is more.", ref="r-2", at=SECOND)).text
    assert "no open task" in (await owing.reply("zoe@contoso.example", "Here is more.", ref="r-3", at=SECOND)).text


@pytest.mark.parametrize("writer", [ANA, RUI, MARK])
async def test_the_same_message_counts_once_also_when_the_task_is_done(owing, writer):
    await owing.reply(writer, FULL, ref="r-1", at=FIRST)

    assert "before; nothing changed" in (await owing.reply(writer, FULL, ref="r-1", at=FIRST)).text
