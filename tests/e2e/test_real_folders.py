"""The whole story on requests and minutes that others wrote: mixed formats, two languages."""

import json
import shutil
from pathlib import Path

import pytest

from tests.e2e.playing import demo

pytestmark = pytest.mark.slow

# name: (documents, language, customer that must be found, people who took something on)
PAIRS = {
    "court": (("rfp/ustaxcourt-efcms", "transcripts/hyperledger-tsc-2016-07-14.md"), "en", "Tax Court", "Arnaud"),
    "alaska": (("rfp/alaska-aries-rfp.md", "transcripts/openjs-cpc-2019-08-27.md"), "en", "Alaska", "Myles"),
    "payments": (("rfp/gsa-smartpay", "transcripts/rust-council-2024-08-30.md"), "en", "GSA", "Eric Huss"),
    "wages": (("rfp/dol-whd-14c-rfq.md", "transcripts/hyperledger-tsc-2016-07-14.md"), "en", "14", "Todd"),
    "bounty": (("rfp/tts-bug-bounty-2018", "transcripts/openjs-cpc-2019-08-27.md"), "en", "Bug Bounty", "Jory"),
    "valiprev": (("rfp/pt-valiprev", "transcripts/pt-unb-squad10-sprint2.md"), "pt-BR", "Valinhos", "Guilherme"),
}


def gathered(real_data: Path, folder: Path, documents: tuple[str, ...]) -> Path:
    folder.mkdir()
    for name in documents:
        source = real_data / name
        for file in [source] if source.is_file() else [one for one in source.iterdir() if one.is_file()]:
            shutil.copy(file, folder / file.name)
    return folder


@pytest.mark.parametrize("name", PAIRS)
async def test_a_real_request_and_real_minutes_become_briefs(real_data: Path, tmp_path: Path, name: str) -> None:
    documents, locale, customer, person = PAIRS[name]
    mine = gathered(real_data, tmp_path / name, documents)
    code, told = await demo(tmp_path, "--folder", str(mine), "--out", str(tmp_path / "out"), DESK_LOCALE=locale)
    record = json.loads((tmp_path / "out" / "record.json").read_text())

    assert code == 0, told[-3000:]
    assert told.strip().splitlines()[-1].endswith("nothing sent without approval: yes")
    assert customer in told
    assert person in told
    assert record["counts"]["drafted"] >= 1
    assert record["counts"]["delivered"] >= 1


@pytest.mark.parametrize(
    ("documents", "names"),
    [
        (("rfp/tts-incident-response", "transcripts/zoom-no-speaker.vtt"), "zoom-no-speaker.vtt"),
        (("rfp/pt-marinha-pregao-90013-2024.md", "transcripts/pt-unb-squad10-kickoff-sprint0.md"), "sprint0"),
    ],
)
async def test_minutes_in_which_nobody_took_anything_on_end_in_a_question(
    real_data: Path, tmp_path: Path, documents: tuple[str, ...], names: str
) -> None:
    mine = gathered(real_data, tmp_path / "mine", documents)
    code, told = await demo(tmp_path, "--folder", str(mine), "--out", str(tmp_path / "out"))
    record = json.loads((tmp_path / "out" / "record.json").read_text())

    assert code == 0, told[-3000:]
    assert record["question"].count("?") == 1
    assert names in record["question"]
    assert record["drafts"] == []
