"""Encryption at rest: keys, rotation, and nothing readable in the store's files."""

import logging
import re
import traceback
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from bot.core.errors import Misconfigured, StoreDown
from bot.core.letter import Told
from bot.core.memory import Effects
from bot.core.people import Contact, Person
from bot.edges.store import DeskStore, open_store, server
from bot.edges.store.seal import Seal, own_keys
from tests.edges.store.nouns import ANA, NOW, PLACE, PROJECT, approve, brief, draft, edit, project, record, said

OLD, NEW = (Fernet.generate_key().decode() for _ in range(2))


def test_the_newest_key_closes_and_every_key_opens() -> None:
    before = Seal((OLD,)).close(ANA)
    rotated = Seal((NEW, OLD))

    assert rotated.open(before, Person) == ANA
    assert Seal((NEW,)).open(rotated.close(ANA), Person) == ANA


def test_a_text_that_no_key_opens_is_never_dropped_in_silence() -> None:
    with pytest.raises(Misconfigured, match="back in DESK_KEYS"):
        Seal((NEW,)).open(Seal((OLD,)).close(ANA), Person)


def test_a_text_of_another_version_is_reported_without_being_quoted() -> None:
    seal, letter = Seal((NEW,)), said("m1", "the secret number")
    with pytest.raises(StoreDown, match="another shape") as caught:
        seal.open(seal.close(letter), Told)

    assert "secret" not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize("keys", [("short",), ("",), (NEW, "x" * 44)])
def test_keys_that_are_none_are_refused_with_a_sentence(keys: tuple[str, ...]) -> None:
    with pytest.raises(Misconfigured, match="DESK_KEYS must hold Fernet keys"):
        Seal(keys)


def test_the_first_start_makes_a_key_that_only_its_owner_may_read(tmp_path: Path) -> None:
    data = tmp_path / "new" / "desk"

    made = own_keys(data)

    assert own_keys(data) == made
    assert (data / "keys").stat().st_mode & 0o777 == 0o600
    assert data.stat().st_mode & 0o777 == 0o700
    assert [file.name for file in data.iterdir()] == ["keys"]


async def test_a_desk_with_other_keys_does_not_start_on_the_store(valkey_url: str, prefix: str, tmp_path: Path) -> None:
    async with open_store(valkey_url, (OLD,), prefix):
        pass
    async with open_store(valkey_url, (NEW, OLD), prefix) as store:
        await store.ping()

    with pytest.raises(Misconfigured, match="other encryption keys"):
        async with open_store(valkey_url, (NEW,), prefix):
            pass


async def test_nothing_that_people_wrote_is_readable_in_the_files_of_the_store(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with server("", tmp_path) as url, open_store(url, own_keys(tmp_path)) as store:
        await live(store)

    files = files_in(tmp_path)
    content = b"".join(file.read_bytes() for file in files) + caplog.text.encode()
    assert record().key.encode() in content, "the log was looked at"
    readable = re.compile(rb"SENTINEL|Ana Prado|Bo Lind|fabrikam|northwind|Section 3", re.IGNORECASE)
    assert readable.findall(content) == []
    assert all(file.stat().st_mode & 0o077 == 0 for file in files)


def files_in(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


async def live(store: DeskStore) -> None:
    """Every kind of text passes through."""
    lease = ""
    offered = record(draft(body="SENTINEL body"))
    await store.accept("m1", PLACE, said("m1", "SENTINEL question"))
    lease = await store.enter(PROJECT, "turn:1") or ""
    await store.begin(PROJECT, lease)
    titled = project().model_copy(update={"title": "SENTINEL title"})
    contacts = (Contact(person=ANA), Contact(person=Person(tenant="t", address="x@northwind.example")))
    await store.finish(PROJECT, lease, ("m1",), Effects(project=titled, records=(offered,), contacts=contacts))
    edited = await store.decide(edit(offered, "SENTINEL edited"))
    assert edited.record
    await store.decide(approve(edited.record))
    parcel = await store.take(brief(edited.record).parcel_id, NOW)
    assert parcel
    await store.settle(parcel.model_copy(update={"shown_in": PLACE.model_copy(update={"subject": "SENTINEL"})}))
    await store.sent_mail("<SENTINEL@fabrikam.example>", offered.key, PROJECT)
