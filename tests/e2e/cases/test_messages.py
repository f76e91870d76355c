"""What Teams sends when somebody writes, from the web door to the agent and back."""

import pytest

from bot.demo.cast import PRIYA, TENANT
from bot.edges.teams.look import MADE_BY_AI
from tests.e2e.cases.desk import Stage

pytestmark = pytest.mark.slow
THREAD = "19:kV2rTq8mZx0LwB5nHs7JdYc3PfGu1EoAi6RtNvKxQmW1@thread.tacv2;messageid=1796043600123"
WITH_ANA = "a:1Qm7wL0xZt5Rk9Vb3NcYs8Hd2Pf6Gj4Tu1Ea0Io7Lq5Xw9Zr3Vk8Bn2Mc6Sd4Fg1Hj0Ky5Pt7Ru3Ea9Wo"
WITH_PRIYA = "a:1Bn2Mc6Sd4Fg1Hj0Ky5Pt7Ru3Ea9WoQm7wL0xZt5Rk9Vb3NcYs8Hd2Pf6Gj4Tu1Ea0Io7Lq5Xw9Zr3Vk8"


def answered_once(stage: Stage, conversation: str, answer: str) -> None:
    """One message was posted, and in the end it is the answer, which says that an agent wrote it."""
    assert len(stage.posts()) == 1
    assert stage.posts()[0].path.endswith(f"/v3/conversations/{conversation}/activities")
    assert stage.texts(conversation) == stage.texts() == [answer]
    assert MADE_BY_AI in stage.connector.visible()[0]["entities"]
    assert stage.errors == []


@pytest.mark.parametrize(
    ("name", "words", "answer"),
    [
        ("bot-name-inside-the-sentence", "ask SOW Bot team about SOW Bot", "Asked."),
        ("bot-name-with-pattern-characters", "status of the Contoso RFP?", "On track."),
        ("upper-case-tag-and-entities-in-text", "Status of R&D <draft 2> &amp; pricing?", "On track."),
    ],
)
async def test_the_agent_reads_the_words_without_the_bots_name(
    stage: Stage, name: str, words: str, answer: str
) -> None:
    assert (await stage.play(name)).statuses == [202]

    assert [turn.words for turn in stage.agent.turns] == [words]  # exactly: no tag, no double blank, decoded once
    answered_once(stage, THREAD, answer)


async def test_an_answer_that_was_expected_in_the_response_comes_by_the_connector_once(stage: Stage) -> None:
    outcome = await stage.play("delivery-mode-expect-replies")

    assert outcome.statuses == [202]
    answered_once(stage, WITH_ANA, "Two tasks are late: cost estimate and reference architecture.")


async def test_a_mention_in_a_new_post_is_answered_under_it(stage: Stage) -> None:
    await stage.play("mention-in-new-root-post")

    answered_once(stage, THREAD, "Project Contoso RFP is open. Please attach the RFP document.")
    for heard in stage.posts() + stage.sent("PUT"):
        assert "/19:kV2rTq8mZx0LwB5nHs7JdYc3PfGu1EoAi6RtNvKxQmW1@thread.tacv2;messageid=1796043600123/" in heard.path
        assert heard.json.get("conversation", {}).get("id", THREAD) == THREAD


async def test_a_session_belongs_to_the_thread_and_not_to_the_channel(stage: Stage) -> None:
    await stage.play("mention-in-new-root-post")
    first = set(stage.agent.sessions)
    await stage.play("no-stream-in-group-and-channel", speed=100)  # another thread of the same channel, and a group

    assert len(first) == 1
    assert len(stage.agent.sessions) == 3


async def test_a_file_is_fetched_from_the_address_that_needs_no_sign_in(stage: Stage) -> None:
    await stage.play("download-address-not-content-address")

    (fetched,) = stage.sent("GET", "/files/")
    assert fetched.path.endswith("/_layouts/15/download.aspx")
    assert "tempauth=v1." in fetched.query
    assert "Authorization" not in fetched.headers
    (where,) = stage.agent.handed_in
    assert where[1] == "sources/RFP 2026-114.txt"
    assert stage.agent.handed_in[where].startswith(b"RFP 2026-114\r\n1. Scope: application management")
    assert stage.agent.turns[0].words == "here is the RFP\nFiles handed in: RFP 2026-114.txt"
    answered_once(stage, WITH_PRIYA, "Thank you, I read the RFP.")


async def test_a_message_of_nothing_is_answered_with_how_to_send_it(stage: Stage) -> None:
    assert (await stage.play("file-that-never-arrives")).statuses == [202]

    (reply,) = stage.texts(WITH_PRIYA)
    assert "neither text nor a file" in reply
    assert "rename it without special characters" in reply
    assert "attach it from OneDrive" in reply
    assert MADE_BY_AI not in stage.connector.visible()[0].get("entities", ())  # our own words
    assert stage.agent.turns == []
    assert (len(stage.posts()), stage.errors) == (1, [])


async def test_a_first_message_is_answered_and_teaches_how_to_write_to_its_sender(stage: Stage) -> None:
    await stage.play("first-activity-is-a-message")

    assert stage.texts() == [
        "Your task is the cost estimate.",
        "The cost estimate for the Contoso SOW is due tomorrow.",
    ]
    assert [one.path.endswith(f"/{WITH_PRIYA}/activities") for one in stage.posts()] == [True, True]
    assert [one for one in stage.sent("POST") if one.path.endswith("/v3/conversations")] == []
    contact = await stage.store.contact(TENANT, PRIYA.person.oid)
    assert contact is not None
    assert contact.place is not None
    assert contact.person.teams_id == PRIYA.teams_id
    assert contact.place.conversation == WITH_PRIYA
    assert (contact.place.tenant, contact.place.service_url) == (TENANT, stage.connector.service_url)
    assert (contact.place.locale, contact.place.zone) == ("en-IN", "Asia/Kolkata")
    assert stage.errors == []


async def test_a_token_of_the_local_emulator_is_refused(stage: Stage) -> None:
    assert (await stage.play("local-emulator-token-is-refused")).statuses == [401]

    assert stage.agent.turns == stage.connector.log == []
    assert await stage.store.projects() == ()


async def test_a_tenant_that_is_not_on_the_list_is_refused_and_named_in_the_log(stage: Stage) -> None:
    assert (await stage.play("message-from-another-tenant")).statuses == [403]

    await stage.settle()
    (refusal,) = stage.texts()
    assert "people of this organisation only" in refusal
    assert stage.agent.turns == []
    assert await stage.store.projects() == ()
    named = [one.getMessage() for one in stage.log if "c2b7e9d4-18f3-4a5c-b06e-7d4f1a9c3e52" in one.getMessage()]
    assert len(named) == 1


@pytest.mark.parametrize("there", [True, False])
async def test_a_picture_without_words_reaches_the_agent_or_is_told_to_both_sides(stage: Stage, there: bool) -> None:
    path = "/v3/attachments/0-weu-d12-4f3a9c7e5b1d2048e6a0c9f7/views/original"
    if there:
        stage.connector.files[f"/amer/{TENANT}{path}"] = {"status": 200, "text": b"\x89PNG"}
    assert (await stage.play("message-without-text")).statuses == [202]

    (turn,) = stage.agent.turns
    assert list(stage.agent.handed_in.values()) == [b"\x89PNG"] * there
    assert turn.words == f"Files {'handed in' if there else 'that were sent but did not arrive'}: picture-1"
    (reply,) = stage.texts(WITH_PRIYA)
    assert reply.startswith("I see the picture.")
    assert ("could not be received" in reply) is not there
    assert (len(stage.posts()), stage.errors) == (1, [])


async def test_a_quote_reaches_the_agent_as_a_quote(stage: Stage) -> None:
    await stage.play("quoted-reply-keeps-its-context")

    (turn,) = stage.agent.turns
    own, marked, quote = turn.words.splitlines()
    assert own == "is this still right?"
    assert marked == "They were answering this message:"
    assert quote == "> Priya Raman: The penalty clause caps at 8% of the contract value"
    assert "<" not in turn.words
    answered_once(stage, WITH_ANA, "Yes, section 9.2 still says 8%.")


async def test_a_button_that_sends_bare_text_is_read_as_words(stage: Stage) -> None:
    before = await stage.store.projects()
    assert (await stage.play("submit-value-is-a-string")).statuses == [202]

    assert [turn.words for turn in stage.agent.turns] == ["Service Request"]
    answered_once(stage, THREAD, "I do not know that request.")
    assert before == ()
    assert [
        record for project in await stage.store.projects() for record in await stage.store.records_of(project)
    ] == []
