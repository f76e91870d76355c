"""Options of the card tests."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="write the golden cards anew: pytest tests/cards --golden")
