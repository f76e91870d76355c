"""However a stream arrives, in whatever pieces, cut and begun again, told twice: the same answer is heard."""

from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.turn import Answer
from bot.edges import sse

WIRE = sorted((Path(__file__).parents[1] / "samples" / "wire").glob("*.sse"))
samples = st.sampled_from(WIRE)


def blocks_of(file: Path) -> list[bytes]:
    return [block + b"\n\n" for block in file.read_bytes().split(b"\n\n") if block.strip()]


def numbers(blocks: list[bytes]) -> list[int]:
    return [int((sse.data_of(block) or {}).get("sequence_number", -1)) for block in blocks]


def listen(answer: Answer, raw: bytes, sizes: list[int], after: int = -1) -> None:
    """One stream, in chunks of these sizes over and over, to its end."""
    splitter, reader = sse.Splitter(), sse.Reader(after)
    at = turn = 0
    while at < len(raw):
        chunk = raw[at : at + sizes[turn % len(sizes)]]
        at, turn = at + len(chunk), turn + 1
        for event in reader.read_all(splitter.blocks(chunk)):
            answer.hear(event)


def heard(answer: Answer) -> tuple[object, ...]:
    ended = answer.ended.model_dump() if answer.ended else None
    asked = [one.request_id for one in answer.questions], [one.link for one in answer.consents]
    return answer.text, answer.drafts, answer.payload, answer.unreadable, answer.response_id, asked, ended


def straight(file: Path) -> tuple[object, ...]:
    answer = Answer()
    listen(answer, file.read_bytes(), [1 << 20])
    return heard(answer)


sizes = st.lists(st.integers(1, 400), min_size=1, max_size=5)


@pytest.mark.parametrize("file", WIRE, ids=lambda file: file.stem)
def test_every_recorded_stream_is_numbered_and_heard(file: Path) -> None:
    found = [number for number in numbers(blocks_of(file)) if number >= 0]

    assert found == sorted(set(found))
    assert len(found) >= 2


@given(samples, sizes)
def test_chunks_may_end_anywhere(file: Path, chunks: list[int]) -> None:
    answer = Answer()
    listen(answer, file.read_bytes(), chunks)

    assert heard(answer) == straight(file)


@given(samples, sizes, st.data())
def test_a_line_that_goes_back_and_tells_again_says_nothing_new(
    file: Path, chunks: list[int], data: st.DataObject
) -> None:
    blocks = blocks_of(file)
    told: list[bytes] = []
    for at, block in enumerate(blocks[:-1]):
        told.append(block)
        if data.draw(st.integers(0, 9)) == 0:
            back = data.draw(st.integers(0, at))
            told += blocks[back : at + 1]
    answer = Answer()
    listen(answer, b"".join([*told, blocks[-1]]), chunks)

    assert heard(answer) == straight(file)


@given(samples, sizes, st.data())
def test_cut_and_begun_again_wherever_the_server_likes_it_is_the_same_answer(
    file: Path, chunks: list[int], data: st.DataObject
) -> None:
    """The desk asks for what comes after the last number it has; a server may give it more than that."""
    blocks = blocks_of(file)
    answer, at = Answer(), 0
    while at < len(blocks):
        upto = data.draw(st.integers(at + 1, len(blocks)))
        begin = data.draw(st.integers(0, at))
        listen(answer, b"".join(blocks[begin:upto]), chunks, answer.sequence)
        at = upto

    assert heard(answer) == straight(file)


@given(samples, st.integers(1, 20), st.text("abc é.", max_size=20))
def test_a_second_beginning_after_a_crash_voids_the_words_before_it(file: Path, ahead: int, kept: str) -> None:
    """It comes under a new number; what follows it is the answer."""
    blocks = blocks_of(file)[:-1]
    number = max(numbers(blocks)) + ahead
    parts = [{"type": "message", "content": [{"type": "output_text", "text": kept}]}]
    again = {"type": "response.in_progress", "response": {"output": parts}, "sequence_number": number}
    more = {"type": "response.output_text.delta", "delta": "The end.", "sequence_number": number + 1}
    raw = b"".join(b"data: " + orjson.dumps(one) + b"\n\n" for one in (again, more))
    answer = Answer()
    listen(answer, b"".join(blocks) + raw, [1 << 20])

    assert answer.text == (kept + "The end.").strip()
