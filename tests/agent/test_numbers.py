"""What a sandbox costs: its start, a turn over a long request, its memory at rest. `-s` prints the figures.

Processor time is judged, since it is the same on a busy machine; on one that is not it is about the time on the clock.
"""

import os
import time
from pathlib import Path

import pytest
from lives import Lives
from openai import AsyncOpenAI
from sources.files import pdf

pytestmark = pytest.mark.slow
PAGES = 60
NOTES = """# Kickoff notes, 2 December 2026

Attendees: Olga Owner <olga@contoso.example>, Rui Price <rui@contoso.example>

- Rui Price will write part 3 by Friday.
"""


def processor(pid: int) -> float:
    """Seconds a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Megabytes that belong to this process alone."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


THINGS = ("portal", "ledger", "queue", "archive", "gateway", "report", "calendar", "register", "index", "mailbox")


def page(number: int) -> tuple[str, ...]:
    """A third of a part: a heading on its first page, ten numbered demands, and prose."""
    part, third = number // 3 + 1, number % 3
    lines = [f"{part}. DELIVERY OF PART {part}"] if third == 0 else [f"Page {number + 1} of {PAGES}"]
    turned = THINGS[number % 10 :] + THINGS[: number % 10]  # no page begins or ends like the one before
    for n, thing in enumerate(turned, 1 + 10 * third):
        lines.append(f"{part}.{n} The vendor must deliver the {thing} of area {number} with a plan and a fixed price.")
        lines += [f"The bank has had its {thing} for long, and tells its story here at some length.", "It goes on."]
    return tuple(lines)


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs Linux")
async def test_a_sandbox_is_up_fast_reads_a_long_request_fast_and_rests_in_little_memory(tmp_path):
    (tmp_path / "sources").mkdir()
    title = ("Request for Proposals: Customer portal of Northwind Bank", "")
    pages = [page(n) for n in range(PAGES)]
    (tmp_path / "sources" / "rfp.pdf").write_bytes(pdf((*title, *pages[0]), *pages[1:]))
    (tmp_path / "sources" / "kickoff.md").write_text(NOTES)
    with Lives(tmp_path) as lives:
        lives.begin()  # the first start of a machine reads the disk
        start, up = lives.begin(), processor(lives.pid)
        idle = memory(lives.pid)
        async with AsyncOpenAI(base_url=lives.url, api_key="none", max_retries=0) as client:
            begun = time.monotonic()
            answer = await client.responses.create(model="charter", input="We received the RFP from Northwind Bank")
            turn, worked = time.monotonic() - begun, processor(lives.pid) - up
        after = memory(lives.pid)

    print(f"\nstart {start:.2f} s ({up:.2f} of processor), turn {turn:.2f} s ({worked:.2f} of processor)")
    print(f"memory at rest {idle:.0f} MB, after the turn {after:.0f} MB")
    assert "600 requirements" in answer.output_text
    assert up < 1.5
    assert worked < 5
    assert after < 200
