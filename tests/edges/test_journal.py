"""Kept clicks: on the disk before anybody is told, sealed, taken by one, and in nobody's way."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from bot.core.people import Person, Place
from bot.edges import journal
from bot.edges.journal import Journal, Kept
from bot.edges.store.seal import Seal
from cards.click import Click, Pick

NOW = datetime(2026, 11, 30, 13, tzinfo=UTC)
KEYS = (Fernet.generate_key().decode(),)
PICK = Pick(draft_id="d", version=1, hash="h")
SECRET = "seven percent, confidential"


def kept(number: int = 0) -> Kept:
    return Kept(
        click=Click(verb="change", draft_id=f"d{number}", picks=(PICK,), instruction=SECRET),
        actor=Person(oid="o", name="Ana Secret", tenant="t"),
        place=Place(channel="teams", tenant="t", conversation="19:c", kind="personal"),
        message="17",
        at=NOW + timedelta(seconds=number),
    )


@pytest.fixture
def book(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "clicks", KEYS)


async def put(book: Journal, number: int = 0) -> None:
    slip = await book.keep(kept(number))
    assert slip
    slip.let_go()


async def test_what_was_kept_comes_back_word_for_word_and_oldest_first(book: Journal, tmp_path: Path) -> None:
    for number in (2, 0, 1):
        await put(book, number)
    later = Journal(tmp_path / "clicks", KEYS)
    found = [await later.take(name) for name in await later.waiting()]

    assert [one[1] for one in found if one] == [kept(0), kept(1), kept(2)]


async def test_it_is_sealed_and_its_owner_s_alone(book: Journal, tmp_path: Path) -> None:
    await put(book)
    (file,) = (tmp_path / "clicks").iterdir()

    assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert not [
        word for word in ("confidential", "19:c", "Ana Secret", "draft_id") if word.encode() in file.read_bytes()
    ]


async def test_it_is_flushed_to_the_disk_with_its_name_before_anybody_hears_of_it(
    book: Journal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    flushed: list[set[str]] = []
    real = os.fsync

    def watched(descriptor: int) -> None:
        flushed.append({path.suffix for path in (tmp_path / "clicks").iterdir()})
        real(descriptor)

    monkeypatch.setattr(os, "fsync", watched)
    await put(book)

    assert flushed == [{".new"}, {".click"}]


async def test_nobody_takes_what_another_has_in_hand_until_that_one_lets_go(book: Journal, tmp_path: Path) -> None:
    mine = await book.keep(kept())
    other = Journal(tmp_path / "clicks", KEYS)
    (name,) = await other.waiting()
    assert mine
    assert await other.take(name) is None
    mine.let_go()
    taken = await other.take(name)

    assert taken
    assert await book.take(name) is None
    with taken[0]:
        taken[0].done()
    assert await other.waiting() == []


async def test_more_than_there_is_room_for_is_not_promised(book: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MOST", 2)
    for number in range(2):
        await put(book, number)

    assert await book.keep(kept(3)) is None
    assert len(await book.waiting()) == 2


async def test_a_disk_that_takes_nothing_promises_nothing_and_keeps_no_half(
    book: Journal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)

    assert await book.keep(kept()) is None
    assert list((tmp_path / "clicks").iterdir()) == []
    assert "No space left" in caplog.text


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\xff\x80", b"no token", Fernet(Fernet.generate_key()).encrypt(b"{}"), b"gAAAA" + b"A" * 90],
    ids=["empty", "no text", "no token", "another key", "torn"],
)
async def test_what_nobody_can_read_is_named_and_set_aside_and_the_next_is_taken(
    book: Journal, tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    await put(book)
    await put(book, 1)
    odd, good = await book.waiting()
    (tmp_path / "clicks" / f"{odd}.click").write_bytes(content)

    assert await book.take(odd) is None
    assert await book.take(good)
    assert await book.waiting() == [good]
    assert (tmp_path / "clicks" / f"{odd}.odd").exists()
    assert odd in caplog.text


async def test_what_a_newer_desk_kept_is_left_where_it_is(
    book: Journal, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Newer(Kept):
        mood: str = "sure"

    await put(book)
    (name,) = await book.waiting()
    (tmp_path / "clicks" / f"{name}.click").write_text(Seal(KEYS).close(Newer(**dict(kept()))))

    assert await book.take(name) is None
    assert await book.waiting() == []
    assert (tmp_path / "clicks" / f"{name}.click").exists()
    assert name in caplog.text


async def test_half_of_one_is_cleared_away_and_one_being_written_is_not(book: Journal, tmp_path: Path) -> None:
    await put(book)
    (tmp_path / "clicks" / "1-a.new").write_text("half")
    await book.tidy()

    assert [path.suffix for path in (tmp_path / "clicks").iterdir()] == [".click"]
