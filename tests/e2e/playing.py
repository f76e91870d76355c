"""Runs the demonstration as a person would: as a command, in a folder, with a clean environment."""

import asyncio
import sys
from pathlib import Path

LIMIT = 150  # seconds
HOUSE = Path(__file__).parent.parent.parent


async def demo(folder: Path, *options: str, **settings: str) -> tuple[int, str]:
    """Exit code and everything that was printed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "demo", *options, cwd=folder,
        env={"PYTHONPATH": str(HOUSE), "PATH": "/usr/bin:/bin", "HOME": str(folder), **settings},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        async with asyncio.timeout(LIMIT):
            told, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    return process.returncode or 0, told.decode()
