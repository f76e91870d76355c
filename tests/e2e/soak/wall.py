"""What readers see in every conversation, kept up to date from what the connector is sent; and what it refused."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.demo.connector import Connector
from bot.demo.faces import Json, Shown, card_in
from bot.demo.rules import Heard

ACCEPTED_ALL_THE_SAME = (408, 500, 502, 504, "dropped")  # scripted: the message stands there, the bot is not told so
CARDS = "cards"  # in whichever conversation
LOG_LIMIT = 500  # requests the stand-in remembers: a soak makes many


@dataclass
class Post:
    number: int
    text: str
    card: Json | None


@dataclass
class Wall:
    """`doubts`: posts that stand there although their answer said otherwise, or nothing; cards apart from texts."""

    connector: Connector
    posts: dict[str, dict[str, Post]] = field(default_factory=lambda: defaultdict(dict))
    refused: Counter[str] = field(default_factory=Counter)
    doubts: Counter[str] = field(default_factory=Counter)
    count: int = 0

    def __post_init__(self) -> None:
        self.connector.watch(self._see)

    def since(self, conversation: str, number: int) -> list[Post]:
        """What was posted after that, as it stands now."""
        return [one for one in self.posts[conversation].values() if one.number > number]

    def cards(self, conversation: str) -> Iterator[Shown]:
        """Newest first."""
        for message, post in reversed(self.posts[conversation].items()):
            if post.card is not None:
                yield Shown(message, post.card)

    def _see(self, heard: Heard) -> None:
        if len(self.connector.log) > LOG_LIMIT:
            del self.connector.log[:-10]
        where, activities, message = heard.path.partition("/v3/conversations/")[2].partition("/activities")
        if not activities or not isinstance(heard.json, dict):
            return
        fine = isinstance(heard.answered, int) and heard.answered < 300
        if not fine:
            self.refused[f"{heard.method} {heard.answered}"] += 1
        if heard.json.get("type") != "message" or not (fine or heard.answered in ACCEPTED_ALL_THE_SAME):
            return
        if heard.method == "POST":
            self._posted(where, heard, fine)
        elif heard.method == "PUT":
            self._changed(where, message.strip("/"), heard.json)

    def _posted(self, where: str, heard: Heard, fine: bool) -> None:
        self.count += 1
        post = Post(self.count, str(heard.json.get("text") or ""), card_in(heard.json))
        if not fine:
            self.doubts[CARDS if post.card else where] += 1
        self.posts[where][heard.id if fine else f"unknown-{self.count}"] = post

    def _changed(self, where: str, message: str, json: Json) -> None:
        if post := self.posts[where].get(message):
            post.text, post.card = str(json.get("text") or ""), card_in(json)
