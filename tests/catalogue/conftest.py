from tests.edges.store.valkey import prefix, store, valkey_url
from tests.flows.conftest import toy

__all__ = ["prefix", "store", "toy", "valkey_url"]
