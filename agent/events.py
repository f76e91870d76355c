"""What a turn says as it goes: tool calls the front end reads, and words."""

from collections.abc import AsyncIterator
from typing import Any

from pydantic import BaseModel, ConfigDict

from agent.sources.interface import SignIn


class Call(BaseModel):
    """A tool call that is shown on the wire: `invoke_skill`, `publish_drafts`, `publish_view`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    arguments: dict[str, Any]


class Say(BaseModel):
    """Markdown for a person. `sources`: the documents it was taken from, by name.

    `passing`: said of words that were no part of the work, such as an automatic answer; nothing of the round is kept.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    sources: tuple[str, ...] = ()
    passing: bool = False


class Sign(BaseModel):
    """Sign-ins it takes to do the rest; the answer is incomplete without them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    signs: tuple[SignIn, ...]


Event = Call | Say | Sign
Events = AsyncIterator[Event]


def dump(event: Event) -> dict[str, Any]:
    return event.model_dump(mode="json")


def load(raw: dict[str, Any]) -> Event:
    kind: type[Call] | type[Say] | type[Sign] = Say if "text" in raw else Sign if "signs" in raw else Call
    return kind.model_validate(raw)
