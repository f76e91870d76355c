"""Options and the few fixtures that every room shares."""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.edges.store.valkey import broom, prefix, store, valkey_url

__all__ = ["broom", "prefix", "store", "valkey_url"]
# Else every process of every test would compile our modules and the SDKs anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A machine that is busy with something else is no fault of the code under test. The fast tests try a few examples;
# `pytest -m "hypothesis and not slow and not long" --hypothesis-profile=thorough` many.
settings.register_profile("desk", deadline=None, max_examples=30)
settings.register_profile("thorough", deadline=None, max_examples=300)
settings.load_profile("desk")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--real-data", metavar="DIR", help="folder of real documents; tests on them are skipped without it"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """The fast tests share the processors. The others drive whole desks, and measure: one at a time."""
    return None if "not slow" in config.option.markexpr else 0


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def real_data(request: pytest.FixtureRequest) -> Path:
    folder = request.config.getoption("--real-data")
    if not folder:
        pytest.skip("needs pytest tests --real-data DIR")  # without "tests", pytest looks for its options in DIR
    return Path(folder)


def pytest_collection_finish() -> None:
    """Some hundred thousand objects of modules and tests stay to the end: the collector need not look at them again."""
    gc.collect()
    gc.freeze()
