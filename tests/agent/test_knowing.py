"""Words that ask nothing of the project's state: thanks, questions about the request, and anything else."""

import pytest

from agent.brain.rules import RulesBrain
from agent.sources.folder import FolderSources
from agent.turn import Sandbox

LOST = "I did not understand that and changed nothing.\n\nI can tell you what the RFP asks for"


async def test_thanks_are_answered_with_one_sentence(started):
    assert (await started.owner("Thanks a lot!")).text == "You are welcome; 3 drafts wait for your approval."
    assert (await started.owner("obrigada", locale="pt-BR")).text == "De nada; 3 rascunhos aguardam a sua aprovação."


async def test_the_criteria_are_told_with_their_source(started):
    heard = await started.owner("can you also tell me the evaluation criteria?")

    assert heard.text == "The RFP names these evaluation criteria (rfp.docx):\n\n- Price 40 %"
    assert len(heard) == 1


async def test_anything_else_is_not_understood_and_answered_with_what_the_desk_can_do(started):
    assert (await started.owner("What is the weather like?")).text.startswith(LOST)


async def test_a_question_does_not_start_a_search_for_missing_notes(room):
    await room.with_sources("rfp.docx").owner("We received the RFP")

    heard = await room.owner("what are the criteria?")

    assert heard.skills == []
    assert "Price 40 %" in heard.text


async def test_before_there_is_a_request_nothing_is_said_about_it(room):
    assert "criteria" not in (await room.owner("what are the criteria?")).text


async def test_a_question_is_not_taken_for_a_change_that_was_asked_for(started):
    await started.decide({"verb": "change", "draft_id": "brief-task-1", "instruction": "make it nicer"})

    assert "Price 40 %" in (await started.owner("what are the criteria?")).text


REQUEST = """# Request for Proposal 12

| Issued by | Northwind Traders, Procurement |
|---|---|
| Proposals due | 18 December 2026, 16:00 CET |

## 1 Support

The vendor shall describe the penalties it accepts when service levels are missed.

## 2 Pricing

The price must be fixed.
"""
TALK = """WEBVTT

NOTE Kickoff for Northwind, 30 November 2026

00:01.000 --> 00:02.000
<v Ana Souza>Hello.</v>

00:02.000 --> 00:03.000
<v João da Silva>I'll take pricing by Friday.</v>
"""


@pytest.fixture
async def northwind(room, tmp_path):
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "rfp.md").write_text(REQUEST)
    (folder / "kickoff.vtt").write_text(TALK)
    room.sandbox = Sandbox(home=room.sandbox.home, brain=RulesBrain(), sources=FolderSources([folder]))
    await room.owner("We received the RFP", name="Ana Souza")
    return room


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            "what does the RFP say about penalties?",
            "On “penalties” the RFP says:\n\n- The vendor shall describe the penalties it accepts when service levels "
            "are missed. (rfp.md, 1, line 9)",
        ),
        ("what does the RFP say about dragons?", "I found nothing about “dragons” in the requirements of rfp.md."),
        (
            "what does the RFP say about pricing?",
            "“2 Pricing” asks for:\n\n- The price must be fixed. (rfp.md, 2, line 13)",
        ),
        ("when is the pricing due?", "- **Pricing** – João da Silva: waiting, due 4 Dec 2026"),
        ("what does João owe?", "- **Pricing** – João da Silva: waiting, due 4 Dec 2026"),
        ("how many pages may we write?", "The RFP states no page limit or format rule."),
    ],
)
async def test_the_request_answers_in_its_own_words(northwind, said, expected):
    assert (await northwind.owner(said, name="Ana Souza")).text == expected


async def test_a_time_of_another_zone_says_so(northwind):
    text = (await northwind.owner("when is the proposal due?", name="Ana Souza")).text

    assert "- Proposal due: 18 Dec 2026, 16:00 (UTC+1) (“18 December 2026, 16:00 CET”, rfp.md" in text
