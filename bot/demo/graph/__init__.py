"""Graph on this machine: the desk's mailbox behind the real API, and people who write to it."""

from bot.demo.graph.outlook import Outlook
from bot.demo.graph.server import LocalGraph

__all__ = ["LocalGraph", "Outlook"]
