import pytest

from bot.core.turn import Asked, Consent, Ended, Offered, Started, Text, Viewed
from tests.fakes import Toy, draft, said
from tests.flows.hands import hear

BEGIN = Started(response_id="caresp_1")
LOG = Viewed(payload='{"kind": "dashboard"}')


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([Ended(status="failed", code="server_error")], "could not finish"),
        ([Text(delta="Half a"), Ended(status="incomplete", code="max_output_tokens")], "was cut"),
        ([Text(delta="Some"), Ended(status="incomplete", code="content_filter")], "content filter"),
        ([Consent(link="https://x"), Ended(status="incomplete")], "needs your permission"),
        ([Asked(request_id="1", tool="send_mail"), Ended(status="completed")], "leave to use “send_mail”"),
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
