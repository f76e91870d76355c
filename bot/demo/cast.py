"""The people of the demonstration, and where they talk."""

from dataclasses import dataclass
from typing import Literal

from bot.core.people import Person

TENANT = "5f1c2a7e-3b60-4d7e-9a41-8c2f6d0b9e11"
APP_ID = "3c9e7b52-0d4f-4a86-b1c7-6e5f2a90d348"
TEAM = "19:gEn3ralA1b2C3d4E5f6G7h8I9j0KlMnOpQrStUvWxYz1@thread.tacv2"


@dataclass(frozen=True)
class Member:
    """Somebody in Teams. `has_app`: the bot is installed for them, so that it may write to them."""

    person: Person
    zone: str
    locale: str
    has_app: bool = True

    @property
    def teams_id(self) -> str:
        return self.person.teams_id


@dataclass(frozen=True)
class Talk:
    """A conversation as Teams names it; a thread's id is its channel's with the root message behind it."""

    conversation: str
    kind: Literal["personal", "groupChat", "channel"]
    name: str = ""

    @property
    def channel(self) -> str:
        return self.conversation.partition(";messageid=")[0]

    def thread(self, root: str) -> "Talk":
        return Talk(f"{self.channel};messageid={root}", "channel", self.name)


def _member(name: str, teams_id: str, oid: str, address: str, zone: str, locale: str, has_app: bool = True) -> Member:
    person = Person(oid=oid, name=name, address=address, teams_id=teams_id, tenant=TENANT)
    return Member(person, zone, locale, has_app)


ANA = _member(
    "Ana Souza", "29:1aNa7kQ2mXw9ZrVvT5sYd3uJbLh8cFgEo4iRtKyPxAzBqCnD6fGmWeHsU0oIlMjQp",
    "0a7d4c11-5e2b-4f39-8d60-1b9c3e7f2a05", "ana.souza@contoso.com", "America/Sao_Paulo", "pt-BR",
)  # fmt: skip
PRIYA = _member(
    "Priya Raman", "29:1pRiYa4nB6vC8xZ0aS2dF5gH7jK9lQ1wE3rT5yU7iO9pM2kJ4hG6fD8sA0zXcVbNm",
    "4b1e9f63-7c0d-4a28-b5f1-6d2e8c9a7031", "priya.raman@contoso.com", "Asia/Kolkata", "en-IN",
)  # fmt: skip
MEI = _member(
    "Mei Tanaka", "29:1mEiTa3nK7bV5cX2zL9kJ4hG1fD6sA8pO0iU3yT7rE5wQ2mN4bV9cX6zL1kJ8hG3f",
    "c27e5f90-6b1d-4a83-9f52-0e8d3b7a4c16", "mei.tanaka@contoso.com", "Asia/Tokyo", "ja-JP",
)  # fmt: skip
SAM = _member(
    "Sam Okafor", "29:1sAmOk5aF8oR2wE6rT1yU9iO4pA7sD3fG0hJ5kL8zX2cV6bN1mQ9wE4rT7yU3iO5p",
    "7d91b3e4-2c6a-4f08-b85e-9a1f4d7c0e32", "sam.okafor@contoso.com", "Europe/London", "en-GB",
)  # fmt: skip
JOAO = _member(
    "João da Silva", "29:1jOaO8sD6fG4hJ2kL0zX9cV7bN5mQ3wE1rT8yU6iO4pA2sD9fG7hJ5kL3zXcVbNmQ",
    "9c3a5d18-2e7f-4b60-8a94-f1d0c7b6e253", "joao.silva@contoso.com", "America/Sao_Paulo", "pt-BR",
)  # fmt: skip
CAST = (ANA, PRIYA, MEI, SAM, JOAO)
LENA = _member(
    "Lena Fischer", "29:1lEnA6tR4eW2qA0sD8fG6hJ4kL2zX0cV8bN6mQ4wE2rT0yU8iO6pA4sD2fG0hJ8kL",
    "b8e2f7d0-54a1-4c39-86bf-0d9c3e7a1f52", "lena.fischer@fabrikam.com", "Europe/Berlin", "de-DE", has_app=False,
)  # fmt: skip

CHANNEL = Talk("19:kV2rTq8mZx0LwB5nHs7JdYc3PfGu1EoAi6RtNvKxQmW1@thread.tacv2", "channel", "Northwind RFP")
GROUP = Talk("19:9d3b6f0e4a7c4e21b8f5a2c6d1e0f374@thread.v2", "groupChat", "Bid team")


def chat_with(member: Member) -> Talk:
    """The 1:1 chat of the bot with a person: the same pair always has the same one."""
    return Talk(f"a:1{member.teams_id.removeprefix('29:1')}", "personal", member.person.name)
