"""The store: the only place that speaks Redis. `server` finds or starts one, `open_store` opens the memory on it."""

from bot.edges.store.chair import Chair
from bot.edges.store.server import roomy, server, visiting
from bot.edges.store.store import DeskStore, open_store

__all__ = ["Chair", "DeskStore", "open_store", "roomy", "server", "visiting"]
