import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--redis-url", metavar="URL", help="run the store's tests on this server instead of our own")
