"""Options and the few fixtures that every room shares."""

from pathlib import Path

import pytest
from hypothesis import settings

# A machine that is busy with something else is no fault of the code under test.
settings.register_profile("desk", deadline=None, max_examples=60)
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
