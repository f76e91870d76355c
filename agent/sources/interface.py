"""A source offers documents by name; reading one gives text with places to point at."""

from datetime import datetime
from typing import Literal, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict


class Block(BaseModel):
    """A paragraph, heading, list item, table row, cue or mail part, with the place it stands at."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["heading", "paragraph", "item", "row", "cue", "mail"]
    text: str
    level: int = 0  # headings 1–6, list depth
    number: str = ""  # printed number: "3.2", "a)"
    speaker: str = ""  # cues and minutes
    place: str = ""  # "page 4", "line 120", "00:12:03"
    cells: tuple[str, ...] = ()  # table rows


class Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str  # file name, the reference shown to people
    media: Literal["pdf", "docx", "md", "txt", "html", "vtt", "eml", "json"]
    title: str = ""
    modified: datetime | None = None
    blocks: tuple[Block, ...] = ()
    ref: str = ""  # the message id of a mail
    trouble: str = ""  # a sentence when it could not be read fully: scanned PDF, password, empty


class SignIn(NamedTuple):
    """Where a person lets a server act for them. The link is that person's alone."""

    server: str
    link: str


class ConsentNeeded(RuntimeError):
    """Documents lie where a person has to sign in first. The turn stops there; asked for again, it goes on."""

    def __init__(self, signs: tuple[SignIn, ...]) -> None:
        super().__init__(f"{len(signs)} sign-ins are needed")
        self.signs = signs


class Sources(Protocol):
    async def names(self) -> tuple[str, ...]: ...

    async def read(self, name: str) -> Document: ...
