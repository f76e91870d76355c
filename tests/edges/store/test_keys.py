"""One spelling of keys: Python's list and the Lua files agree."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from bot.edges.store.keys import Keys, Kind, fingerprint, micros, moment
from bot.edges.store.shelf import LUA, SCRIPTS


def test_lua_names_only_keys_that_are_listed() -> None:
    named = {kind for file in LUA.glob("*.lua") for kind in re.findall(r"\bkey\('(\w+)'", file.read_text())}

    assert named - set(Kind) == set()
    assert len(named) > 20


def test_every_lua_file_says_what_it_takes_and_gives() -> None:
    assert all(file.read_text().startswith("-- ") for file in LUA.glob("*.lua"))
    assert "accept" in SCRIPTS
    assert "common" not in SCRIPTS


def test_all_keys_of_a_desk_share_one_cluster_slot() -> None:
    keys = Keys("desk")

    assert keys.name(Kind.BOX, "p-1") == "{desk}:box:p-1"
    assert keys.name(Kind.WAITING) == "{desk}:waiting"


def test_fingerprints_tell_apart_what_a_plain_join_would_not() -> None:
    assert fingerprint("a", "bc") != fingerprint("ab", "c")


def test_moments_are_exact_to_the_microsecond_in_every_zone() -> None:
    here = datetime(2026, 7, 1, 9, 30, 0, 123457, tzinfo=ZoneInfo("Europe/Lisbon"))

    assert moment(str(micros(here))) == here
    assert moment("") is None
    assert micros(datetime(1970, 1, 1, tzinfo=UTC)) == 0
