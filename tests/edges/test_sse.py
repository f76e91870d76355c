"""Recorded streams, cut anywhere, become our events."""

import json
from pathlib import Path

import orjson
import pytest

from bot.core.turn import Answer, Asked, Consent, Ended, Offered, Progress, Snapshot, Started, Text, Viewed
from bot.edges import sse

WIRE = Path(__file__).parents[1] / "samples" / "wire"


def events(raw: bytes, size: int = 65536) -> list:
    splitter, reader = sse.Splitter(), sse.Reader()
    blocks = [block for at in range(0, len(raw), size) for block in splitter.blocks(raw[at : at + size])]
    return [event for block in blocks if (data := sse.data_of(block)) for event in reader.read(data)]


def sample(name: str) -> bytes:
    return (WIRE / f"{name}.sse").read_bytes()


def heard(name: str) -> Answer:
    answer = Answer()
    for event in events(sample(name)):
        answer.hear(event)
    return answer


def block(**data: object) -> bytes:
    return f"event: {data['type']}\ndata: {json.dumps(data)}\n\n".encode()


def test_a_start_turn_is_heard_whole():
    answer = heard("start-turn")

    assert answer.response_id.startswith("caresp_")
    assert answer.session_id == "desk-p-1"
    assert list(answer.drafts) == ["brief-task-1", "brief-task-2", "brief-task-3"]
    assert json.loads(answer.payload)["phase"] == "waiting_for_approval"
    assert answer.text.startswith("I read **rfp.docx** (Contoso – Cloud migration)")
    assert answer.ended.status == "completed"


def test_the_skills_are_the_progress_in_their_order():
    skills = [event.skill for event in events(sample("start-turn")) if isinstance(event, Progress)]

    assert skills == ["sow-rfp-search", "sow-charter-draft", "sow-kickoff-extract", "sow-task-allocate"]


def test_the_deltas_join_to_the_final_text():
    found = events(sample("start-turn"))
    pieces = [event.delta for event in found if isinstance(event, Text)]

    assert len(pieces) > 10
    assert "".join(pieces) == found[-1].text


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
@pytest.mark.parametrize("name", ["decisions", "status"])
def test_chunks_may_end_anywhere(name, size):
    assert events(sample(name), size) == events(sample(name))


def test_line_ends_of_windows_are_the_same():
    assert events(sample("status").replace(b"\n", b"\r\n"), 5) == events(sample("status"))


def test_sequence_numbers_only_grow():
    numbers = [event.sequence for event in events(sample("poll"))]

    assert numbers == sorted(numbers)
    assert numbers[-1] > 10


def test_consent_is_an_item_and_then_an_incomplete_end():
    started, consent, ended = [e for e in events(sample("consent")) if not isinstance(e, Progress)]

    assert isinstance(started, Started)
    assert consent == Consent(
        sequence=3, link="https://logic-x.consent.azure-apihub.net/login?data=zz", server="workiq"
    )
    assert (ended.status, ended.code) == ("incomplete", "")


def test_consent_in_its_old_form_is_an_event_with_a_link():
    raw = block(
        type="response.oauth_consent_requested", auth_url="https://login.microsoftonline.com/x", sequence_number=4
    )

    assert events(raw) == [Consent(sequence=4, link="https://login.microsoftonline.com/x")]


def test_a_consent_link_that_is_not_https_is_no_link():
    item = {"type": "oauth_consent_request", "consent_link": "javascript:alert(1)"}

    assert events(block(type="response.output_item.done", item=item)) == []


def test_an_approval_request_is_a_question():
    (asked,) = [event for event in events(sample("approval")) if isinstance(event, Asked)]

    assert (asked.tool, json.loads(asked.arguments)) == ("send_mail", {"to": "owner@example.com"})


def test_structured_output_with_a_dashboard_is_a_view():
    assert [
        json.loads(event.payload)["kind"] for event in events(sample("structured")) if isinstance(event, Viewed)
    ] == ["dashboard"]


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [
        ("failed", "failed", "rate_limit_exceeded"),
        ("raise", "failed", "server_error"),
        ("maxout", "incomplete", "max_output_tokens"),
        ("empty", "completed", ""),
        ("reason", "completed", ""),
    ],
)
def test_how_a_turn_went_is_said_by_its_last_event(name, status, code):
    ended = events(sample(name))[-1]

    assert (ended.status, ended.code) == (status, code)


def test_an_empty_turn_is_recognised():
    assert heard("empty").empty
    assert not heard("status").empty


def test_reasoning_is_never_shown():
    assert heard("reason").text == "answer"


def test_an_error_event_ends_the_turn():
    assert events(block(type="error", code="server_error", message="no", sequence_number=3)) == [
        Ended(sequence=3, status="failed", code="server_error", message="no")
    ]


def test_a_second_beginning_voids_what_was_said():
    message = {"type": "message", "content": [{"type": "output_text", "text": "so far"}]}
    raw = block(type="response.in_progress", response={}) + block(
        type="response.in_progress", response={"output": [message]}, sequence_number=9
    )

    assert events(raw) == [Snapshot(sequence=9, text="so far")]


@pytest.mark.parametrize(
    "raw",
    [
        b": keep-alive\n\n",
        b"event: response.audio.delta\ndata: {\n\n",
        b"event: response.created\ndata: [1]\n\n",
        b"event: response.created\ndata: {broken\n\n",
        b"event: response.some_new_thing\ndata: {}\n\n",
        b"\n\n\n\n",
    ],
)
def test_what_cannot_be_read_or_is_not_known_is_passed_over(raw):
    assert events(raw) == []


def test_a_tool_that_is_no_skill_is_named_as_progress():
    item = {"type": "function_call", "name": "WorkIQMail2___SearchMessages", "id": "fc_1"}

    assert events(block(type="response.output_item.added", item=item)) == [
        Progress(tool="WorkIQMail2___SearchMessages")
    ]


def test_the_name_of_a_skill_may_come_with_the_call_and_its_arguments_later():
    raw = block(type="response.output_item.added", item={"type": "function_call", "name": "invoke_skill", "id": "fc_1"})
    raw += block(
        type="response.function_call_arguments.done", item_id="fc_1", arguments='{"skill_name": "sow-reply-poll"}'
    )

    assert events(raw) == [Progress(tool="invoke_skill", skill="sow-reply-poll")]


def test_a_dashboard_in_the_text_is_read_and_never_shown():
    pieces = ["Here it is.\n``", '`json\n{"kind": "dash', 'board", "phase": "x"}\n`', "``\nDone."]
    raw = b"".join(block(type="response.output_text.delta", delta=piece) for piece in pieces)

    found = events(raw)
    assert "".join(event.delta for event in found if isinstance(event, Text)) == "Here it is.\n\nDone."
    assert [json.loads(event.payload)["phase"] for event in found if isinstance(event, Viewed)] == ["x"]


def test_other_fenced_blocks_are_text():
    text = 'Look:\n```json\n{"a": 1}\n```\n'

    found = events(b"".join(block(type="response.output_text.delta", delta=letter) for letter in text))

    assert "".join(event.delta for event in found) == text


DRAFT = {
    "draft_id": "d-1",
    "version": 1,
    "purpose": "reminder",
    "to": [{"name": "Ana", "address": "a@b.example", "external": "true"}],
    "channel": "mail",
    "body": "Hello",
}


def offered(*drafts: object) -> Offered:
    item = {"type": "function_call", "name": "publish_drafts", "arguments": json.dumps({"drafts": drafts})}
    (found,) = events(block(type="response.output_item.done", item=item))
    return found


def test_drafts_are_read_tolerantly():
    (draft,) = offered(DRAFT | {"new_key": 1, "due_at": None, "reason": "r" * 300, "subject": "a\nb"}).drafts

    assert (draft.to[0].external, draft.due_at, len(draft.reason), draft.subject) == (True, "", 200, "a b")


@pytest.mark.parametrize(
    "broken",
    [
        DRAFT | {"to": []},
        DRAFT | {"body": "x" * 8001},
        DRAFT | {"channel": "fax"},
        "no draft",
        DRAFT | {"purpose": "x"},
    ],
)
def test_a_draft_that_cannot_be_shown_whole_is_counted(broken):
    found = offered(DRAFT, broken)

    assert (len(found.drafts), found.unreadable) == (1, 1)


def test_a_polled_response_is_told_like_a_stream():
    response = [event for event in events(sample("start-turn"))][-1]
    raw = next(
        json.loads(line[6:])["response"]
        for line in sample("start-turn").decode().splitlines()
        if line.startswith("data:") and '"response.completed"' in line
    )

    found = list(sse.snapshot_events(raw))

    assert [type(event) for event in found] == [Started, Snapshot, Offered, Viewed, Ended]
    assert found[1].text == response.text


def test_pieces_of_text_that_arrive_together_are_one_event() -> None:
    def block(number: int, word: str) -> bytes:
        data = orjson.dumps({"type": "response.output_text.delta", "delta": word, "sequence_number": number})
        return b"event: response.output_text.delta\ndata: " + data

    item = {"type": "web_search_call", "id": "w"}
    added = orjson.dumps({"type": "response.output_item.added", "item": item, "sequence_number": 3})
    blocks = [block(1, "a"), block(2, "b"), b"event: response.output_item.added\ndata: " + added, block(4, "c")]
    events = list(sse.Reader().read_all(blocks))

    assert events == [
        Text(sequence=2, delta="ab"),
        Progress(sequence=3, tool="web_search_call"),
        Text(sequence=4, delta="c"),
    ]


def test_a_delta_whose_data_spans_lines_is_read_too() -> None:
    block = b'event: response.output_text.delta\ndata: {"type": "response.output_text.delta",\ndata: "delta": "x"}'

    assert list(sse.Reader().read_all([block])) == [Text(delta="x")]


@pytest.mark.parametrize("status", [["completed"], {"is": "completed"}, 3, None])
def test_a_polled_response_with_a_status_nobody_knows_goes_on(status):
    response = {"id": "caresp_1", "status": status, "output": []}

    assert not sse.over(response)
    assert not any(isinstance(event, Ended) for event in sse.snapshot_events(response))


@pytest.mark.parametrize("field", ["to", "requirements"])
@pytest.mark.parametrize("value", [7, True, "Priya", {"name": "Priya"}])
def test_a_draft_with_something_else_in_place_of_a_list_ends_nothing(field, value):
    item = {"type": "function_call", "name": "publish_drafts", "arguments": {"drafts": [{field: value}]}}

    (offered,) = events(block(type="response.output_item.done", item=item))

    assert (offered.drafts, offered.unreadable) == ((), 1)


@pytest.mark.parametrize("status", [["completed"], {"completed": 1}, None, 7, "in_progress"])
def test_a_polled_response_of_an_odd_status_has_no_end(status: object):
    found = list(sse.snapshot_events({"id": "caresp_1", "status": status, "output": []}))

    assert [type(event) for event in found] == [Started, Snapshot]


def test_a_view_that_is_nested_too_deeply_is_none():
    deep = '{"a":' * 300 + "1" + "}" * 300
    board = '{"kind": "dashboard", "sections": [' + deep + "]}"
    item = {"type": "function_call", "name": "publish_view", "arguments": '{"payload": ' + board + "}"}
    fenced = f"```json\n{board}\n```"
    found = events(
        block(type="response.output_item.done", item=item) + block(type="response.output_text.delta", delta=fenced)
    )

    assert found == []


@pytest.mark.parametrize("odd", [7, True, "everything", {"name": "Priya"}])
def test_a_draft_with_odd_lists_is_counted_and_not_guessed(odd: object):
    draft = {"draft_id": "d", "purpose": "reminder", "channel": "mail", "subject": "S", "body": "B"}
    drafts = [draft | {"to": odd}, draft | {"to": [{"name": "Priya"}], "requirements": odd}]
    item = {"type": "function_call", "name": "publish_drafts", "arguments": json.dumps({"drafts": drafts})}
    (offered,) = events(block(type="response.output_item.done", item=item))

    assert offered.unreadable == 1
    assert [one.requirements for one in offered.drafts] == [()]


@pytest.mark.parametrize(
    "odd",
    [
        {"version": 0},
        {"version": -3},
        {"version": 10**30},
        {"to": [{"name": "Priya"}, {"name": "", "address": None, "oid": "o"}]},
    ],
)
def test_a_draft_that_no_card_could_show_is_counted(odd: dict[str, object]):
    draft = {"draft_id": "d", "purpose": "reminder", "channel": "mail", "to": [{"name": "Priya"}], "body": "B"}
    item = {
        "type": "function_call",
        "name": "publish_drafts",
        "arguments": json.dumps({"drafts": [draft, draft | odd]}),
    }
    (offered,) = events(block(type="response.output_item.done", item=item))

    assert (len(offered.drafts), offered.unreadable) == (1, 1)


PAGE = {"type": "url_citation", "url": "https://x.example/annex", "title": "Annex  B", "start_index": 0, "end_index": 9}
PAPER = {"type": "file_citation", "file_id": "f1", "filename": "RFP.docx", "index": 3, "quote": "fixed price"}


def cited(*annotations: object) -> list[tuple[str, str, str]]:
    answer = Answer()
    for one in annotations:
        raw = block(type="response.output_text.annotation.added", sequence_number=1, annotation=one)
        for event in events(raw):
            answer.hear(event)
    return [(one.name, one.url, one.words) for one in answer.sources]


def test_pages_and_files_an_answer_rests_on_are_its_sources_once_each():
    assert cited(PAGE, PAPER, PAGE) == [
        ("Annex B", "https://x.example/annex", ""),
        ("RFP.docx", "", "fixed price"),
    ]


@pytest.mark.parametrize(
    "odd",
    [None, "x", {}, {"type": "file_path", "file_id": "f"}, {"type": "url_citation"}, {"type": "file_citation"},
     {"type": "url_citation", "url": 7, "title": ["x"]}],
)  # fmt: skip
def test_what_names_no_source_is_none(odd: object):
    assert cited(odd) == []


def test_only_a_safe_link_is_a_link():
    assert cited(PAGE | {"url": "javascript:alert(1)"}) == [("Annex B", "", "")]


def test_sources_that_only_the_end_tells_are_told_with_it_and_with_a_polled_answer():
    part = {"type": "output_text", "text": "8%.", "annotations": [PAPER, None]}
    response = {"id": "caresp_1", "status": "completed", "output": [{"type": "message", "content": [part]}]}
    ends = events(block(type="response.completed", sequence_number=5, response=response))
    for told in (ends, list(sse.snapshot_events(response))):
        answer = Answer()
        for event in told:
            answer.hear(event)
        assert [one.name for one in answer.sources] == ["RFP.docx"]
