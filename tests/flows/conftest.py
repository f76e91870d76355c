import pytest

from bot.edges.store import DeskStore
from tests.fakes import Toy


@pytest.fixture
def toy(store: DeskStore) -> Toy:
    return Toy(store=store)
