"""Questions about the request are answered with its own words, or with nothing."""

import pytest
from talks import document

from agent.brain import intents, lookup
from agent.brain.interface import Answer, Rfp
from agent.brain.rfp import read_rfp
from tests.tables import table

TEXT = """# Request for Proposals 12

Issued: 25 November 2026

Proposals are due by 18 December 2026. Questions must be received by 4 December 2026.

## 1 Security

The vendor must hold a valid ISO 27001 certificate.

## 2 Service

The vendor shall describe the penalties it accepts. The vendor shall provide:

- a status report each month;
- a rollback plan for the cutover weekend.

## 3 Evaluation

| Criterion | Weight |
|---|---|
| Security | 60 % |
| Price | 40 % |

The proposal must not exceed 25 pages. The price must be sent in a separate file.
"""
RFP = read_rfp([document("rfp.md", TEXT)], "")


def asked(question: str, rfp: Rfp = RFP) -> list[tuple[str, list[str]]]:
    return [(one.topic, [p.text for p in one.passages] or [d.label for d in one.dates]) for one in look(question, rfp)]


def look(question: str, rfp: Rfp = RFP) -> tuple[Answer, ...]:
    return lookup.lookup(question, rfp)


@table(
    ("question", "topic", "expected"),
    [
        ("can you also tell me the evaluation criteria?", "criteria", ["Security — 60 %", "Price — 40 %"]),
        ("how many pages may we write?", "limits", ["The proposal must not exceed 25 pages."]),
        (
            "in which format?",
            "limits",
            ["The proposal must not exceed 25 pages.", "The price must be sent in a separate file."],
        ),
        ("When is the proposal due?", "dates", ["Proposal due"]),
        ("until when can we ask questions?", "dates", ["Questions until"]),
        ("list the key dates", "dates", ["Proposal due", "Questions until", "Issued"]),
        ("what does the RFP say about penalties?", "search", ["The vendor shall describe the penalties it accepts."]),
        ("o que o edital diz sobre multas?", "search", ["The vendor shall describe the penalties it accepts."]),
        ("What are the requirements for security?", "section", ["The vendor must hold a valid ISO 27001 certificate."]),
        ("show me section 1", "section", ["The vendor must hold a valid ISO 27001 certificate."]),
        (
            "do we need a rollback plan?",
            "search",
            ["The vendor shall provide: a rollback plan for the cutover weekend."],
        ),
        ("what does the RFP say about unicorns?", "search", []),
        ("are there contradictions?", "conflicts", []),
    ],
)
def test_a_question_is_answered_in_the_words_of_the_request(question: str, topic: str, expected: list[str]) -> None:
    assert asked(question) == [(topic, expected)]


@pytest.mark.parametrize("words", ["thanks", "Priya: priya@x.example", "make it shorter", "who is Lena?", "call me?"])
def test_what_asks_nothing_of_the_request_is_left_alone(words: str) -> None:
    assert look(words) == ()


def test_a_passage_says_where_it_stands() -> None:
    (found,) = look("what does the RFP say about penalties?")

    assert found.passages[0].source_ref == "rfp.md, 2, line 13"
    assert (found.named, found.about) == (True, "penalties")


def test_an_introduction_is_said_once_in_a_section() -> None:
    ((_, lines),) = asked("what does section 2 ask for?")

    assert lines[1:] == [
        "The vendor shall provide: a status report each month;",
        "a rollback plan for the cutover weekend.",
    ]


@pytest.mark.parametrize(
    "question", ["What does the RFP say about late delivery?", "does the request mention status reports?"]
)
def test_a_question_about_the_request_is_not_one_about_the_project(question: str) -> None:
    assert intents.intent(question, True) == "other"
