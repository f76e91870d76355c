"""Who writes and when, in the tests of this room."""

from datetime import UTC, datetime

from bot.core.people import Person

DESK = "desk@corp.example.com"
NOW = datetime(2026, 12, 1, 13, 5, tzinfo=UTC)
FULANA = Person(oid="oid-fulana", name="Fulana de Tal", address="fulana@corp.example.com")
GUEST = Person(oid="oid-guest", name="Gil Moreau", address="gil@vendor.example.com")
JEAN = Person(name="Jean Dupont", address="jean@vendor.example.com")
