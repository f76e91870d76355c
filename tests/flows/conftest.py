import pytest

from bot.edges.store import DeskStore
from tests.edges.store.valkey import prefix, store, valkey_url
from tests.fakes import Toy

__all__ = ["prefix", "store", "toy", "valkey_url"]


@pytest.fixture
def toy(store: DeskStore) -> Toy:
    return Toy(store=store)
