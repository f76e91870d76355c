from tests.flows.conftest import toy

__all__ = ["toy"]
