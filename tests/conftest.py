"""Options and the few fixtures that every room shares."""

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--real-data", metavar="DIR", help="folder of real documents; tests on them are skipped without it"
    )


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def real_data(request: pytest.FixtureRequest) -> Path:
    folder = request.config.getoption("--real-data")
    if not folder:
        pytest.skip("needs --real-data DIR")
    return Path(folder)
