"""The agent's SDK is used while other threads still load theirs: what it looks at must be whole by then."""

import subprocess
import sys

import pytest

LOADED = """
import sys
from bot.edges.late_agent import load
load()
print("httpx" in sys.modules and sys.modules["httpx"].Response.__name__)
"""


@pytest.mark.slow  # an interpreter of its own: in this one everything is loaded
def test_httpx_is_whole_before_openai_can_meet_it_half_loaded() -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, timeout=60)

    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == "Response"
