import pytest

from bot.core.turn import Asked, Cited, Consent, Ended, Offered, Source, Started, Text, Viewed
from tests.fakes import Toy, draft, said
from tests.flows.hands import hear

BEGIN = Started(response_id="caresp_1")
LOG = Viewed(payload='{"kind": "dashboard"}')


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([Ended(status="failed", code="server_error")], "could not finish"),
        ([Text(delta="Half a"), Ended(status="incomplete", code="max_output_tokens")], "was cut"),
        ([Text(delta="Some"), Ended(status="incomplete", code="content_filter")], "safety filter"),
        ([Consent(link="https://x"), Ended(status="incomplete")], "needs your permission"),
        ([Asked(request_id="1", tool="send_mail"), Ended(status="completed")], "permission to use “send_mail”"),
        ([LOG, Ended(status="completed")], "look below"),
        ([Ended(status="completed")], "nothing to say"),
        (
            [Text(delta="Two."), Offered(drafts=(draft(),), unreadable=1), Ended(status="completed")],
            "1 draft could not",
        ),
        ([Offered(drafts=(), unreadable=2), Ended(status="completed")], "2 drafts could not"),
    ],
)
async def test_every_end_of_a_turn_is_somebodys_sentence(toy: Toy, events: list[object], sentence: str) -> None:
    toy.agent.script = [[BEGIN, *events]]  # type: ignore[list-item] # the cases hold events
    await hear(toy, said("hello"))

    assert sentence in toy.voice.texts()[0]


async def test_a_consent_link_is_never_shown_in_a_channel(toy: Toy) -> None:
    toy.agent.script = [[BEGIN, Consent(link="https://consent.example/secret"), Ended(status="incomplete")]]
    await hear(toy, said("hello"))

    assert not any("secret" in text for text in toy.voice.texts())


PAPERS = [Cited(source=Source(name=name)) for name in ("RFP.docx", "Kickoff.vtt")]


@pytest.mark.parametrize(
    ("said_by_agent", "shown"),
    [
        ("The cap is 8%.", "The cap is 8%.\n\nSources: [1] RFP.docx, [2] Kickoff.vtt"),
        ("The cap is 8% [1], João said so [2].", "The cap is 8% [1], João said so [2]."),
    ],
)
async def test_an_answer_names_what_it_rests_on_unless_its_words_refer_to_it(
    toy: Toy, said_by_agent: str, shown: str
) -> None:
    toy.agent.script = [[BEGIN, Text(delta=said_by_agent), *PAPERS, Ended(status="completed")]]
    await hear(toy, said("hello"))

    assert toy.voice.texts() == [shown]
    assert [one.name for one in toy.voice.sources] == ["RFP.docx", "Kickoff.vtt"]


async def test_an_answer_that_failed_rests_on_nothing(toy: Toy) -> None:
    toy.agent.script = [[BEGIN, Text(delta="Half"), *PAPERS, Ended(status="failed")]]
    await hear(toy, said("hello"))

    assert "RFP.docx" not in toy.voice.texts()[0]


async def test_no_more_sources_are_named_than_can_be_shown(toy: Toy) -> None:
    many = [Cited(source=Source(name=f"Annex {number}")) for number in range(1, 15)]
    toy.agent.script = [[BEGIN, Text(delta="So."), *many, Ended(status="completed")]]
    await hear(toy, said("hello"))

    assert toy.voice.texts()[0].endswith("[10] Annex 10")
    assert len(toy.voice.sources) == 10
