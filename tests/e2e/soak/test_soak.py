"""A minute of the soak, so that it keeps fitting the desk; the hours are run by hand."""

import csv
from pathlib import Path

import pytest

from tests.e2e.soak.run import soak

pytestmark = pytest.mark.slow


async def test_a_minute_of_the_soak_breaks_no_promise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = await soak(tmp_path / "stand", minutes=1, threads=12, seed=1)

    told = capsys.readouterr().out
    samples = list(csv.DictReader((tmp_path / "stand" / "samples.csv").read_text().splitlines()))
    assert code == 0, told
    assert "desk killed" in told
    assert int(samples[-1]["messages"]) > 2
    assert all(int(one["desk"]) > 0 for one in samples)
