"""Options of the pictures."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pictures", metavar="DIR", help="keep the pictures of cards and pages in this folder")
