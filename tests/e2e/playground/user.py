"""The person in front of the Agents Playground: what they do goes by HTTP, what they see comes by websocket."""

import asyncio
import contextlib
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import quote

import aiohttp

from bot.demo.faces import Json, Shown, card_in

Found = TypeVar("Found")
PATIENCE = 30.0  # seconds


class User:
    """`async with User("http://127.0.0.1:56150") as ana:` - the current user of the Playground's configuration.

    `wire` has every exchange between Playground and desk, in order: request, answer, who asked whom.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._screen: dict[tuple[str, str], Json] = {}
        self.wire: list[Json] = []
        self._news = asyncio.Event()

    async def __aenter__(self) -> "User":
        self._http = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30))
        async with self._http.get(f"{self._url}/_internal/v1/testConfig") as answer:
            config = (await answer.json())["config"]
        self.me, self.bot = config["currentUser"], config["bot"]
        self._watching = [
            asyncio.create_task(self._watch("/_ws_conversation/v1/conversations/stream", self._draw)),
            asyncio.create_task(self._watch("/_ws/log/stream", self._note)),
        ]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._watching:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self._http.close()

    async def _watch(self, path: str, take: Callable[[Json], None]) -> None:
        async with self._http.ws_connect(self._url + path, max_msg_size=0) as stream:
            async for told in stream:
                take(told.json())
                self._news.set()

    def _draw(self, told: Json) -> None:
        if told.get("action") in ("createMessage", "updateMessage"):
            message = told["message"]
            self._screen[told["actionConversationId"], message["messageId"]] = message

    def _note(self, told: Json) -> None:
        if "activityName" in told["log"]:  # the rest is advice to developers
            self.wire.append(told["log"])

    def texts(self, talk: str) -> list[str]:
        """What stands in a conversation now, oldest first."""
        return [one["text"] for (where, _), one in self._screen.items() if where == talk and one.get("text")]

    def cards(self, talk: str) -> list[Shown]:
        found = [(name, card_in(one)) for (where, name), one in self._screen.items() if where == talk]
        return [Shown(name, card) for name, card in found if card]

    async def until(self, look: Callable[[], Found | None], what: str, seconds: float = PATIENCE) -> Found:
        """The first thing `look` finds on the screen."""
        try:
            async with asyncio.timeout(seconds):
                while not (found := look()):
                    self._news.clear()
                    await self._news.wait()
                return found
        except TimeoutError:
            raise AssertionError(
                f"waited {seconds:.0f} s for {what}; on screen: {list(self._screen.values())}"
            ) from None

    async def text(self, talk: str, words: str) -> str:
        """Wait for a message with these words."""
        return await self.until(lambda: next((one for one in self.texts(talk) if words in one), None), words)

    async def answered(self, talk: str, count: int) -> str:
        """Wait for the answer that follows so many texts; the first word does not count."""

        def look() -> str:
            texts = self.texts(talk)
            return texts[-1] if len(texts) > count and texts[-1] != "On it." else ""

        return await self.until(look, f"answer {count + 1}")

    async def say(self, talk: str, text: str, mention: bool = True, others: tuple[Json, ...] = ()) -> str:
        """Write; returns the conversation it stands in, which is a new thread for a post in a channel.

        `others`: people (id, name) who are mentioned at the end.
        """
        body: Json = {
            "type": "text",
            "text": text,
            "textFormat": "plain",
            "from": {"id": self.me["id"]},
            "mentions": [],
        }
        if mention:
            at = f"<at>{self.bot['name']}</at>"
            body |= {"text": f"{at} {text}", "mentions": [{"mentioned": self.bot, "text": at}]}
        for one in others:
            at = f"<at>{one['name']}</at>"
            body["text"] += f" {at}"
            body["mentions"] += [{"mentioned": one, "text": at}]
        answer = await self._post(f"/_conversation/v1/conversations/{quote(talk, safe='')}/messages", body)
        return str(answer.get("postConversationId") or talk)

    async def press(
        self, talk: str, shown: Shown, verb: str, inputs: Json | None = None, **facts: object
    ) -> Json | str:
        """Press an Action.Execute; the answer is a card or a sentence, as the Playground gets it."""
        button = shown.button(verb, **facts)
        assert button, f"no button {verb} on {shown.card}"
        action = {"type": "Action.Execute", "verb": verb, "data": button.data | (inputs or {})}
        call = {
            "name": "adaptiveCard/action", "value": {"action": action, "trigger": "manual"},
            "from": {"id": self.me["id"]}, "conversation": {"id": talk}, "replyToId": shown.message,
        }  # fmt: skip
        answer = await self._post("/_conversation/v1/invoke", call)
        value: Json | str = answer["value"]
        return value

    async def invoke(self, talk: str, name: str, value: Json) -> Json:
        """Any other call that waits for an answer, as the Playground gets it."""
        call = {"name": name, "value": value, "from": {"id": self.me["id"]}, "conversation": {"id": talk}}
        answer: Json = await self._post("/_conversation/v1/invoke", call)
        return answer

    async def install(self, talk: str) -> None:
        await self._post(f"/_debug/conversation/{quote(talk, safe='')}/installation", {})

    async def _post(self, path: str, body: Json) -> Any:
        async with self._http.post(self._url + path, json=body) as answer:
            assert answer.status < 300, f"{path}: {answer.status} {await answer.text()}"
            return await answer.json() if "json" in answer.headers.get("Content-Type", "") else {}
