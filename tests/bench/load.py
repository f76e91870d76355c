"""People who write: a fixed number of messages is always under way; the next one goes out when one has ended."""

import asyncio
import json
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field

from bot.demo.cast import APP_ID
from tests.bench.town import TENANTS, Town
from tests.bench.wire import Client

TALKS = 640  # the bot keeps to two messages a second in each: enough of them that it never waits


def message(town: Town, activity_id: str, talk: int) -> bytes:
    """A message in a group chat as the Bot Connector posts it, with everything that comes along.

    In a 1:1 chat an answer is streamed, a second after its first sign at the earliest: that pace is not measured here.
    """
    tenant = TENANTS[talk % len(TENANTS)]
    bot = {"id": f"28:{APP_ID}", "name": "Charter Desk"}
    activity = {
        "type": "message", "id": activity_id, "channelId": "msteams", "serviceUrl": town.service_url,
        "timestamp": "2026-01-15T12:34:56.7890123Z", "localTimestamp": "2026-01-15T09:34:56.7890123-03:00",
        "localTimezone": "America/Sao_Paulo", "locale": "pt-BR", "textFormat": "plain",
        "text": "<at>Charter Desk</at> Please draft the kickoff brief for the Contoso SoW",
        "from": {"id": "29:1abcdefghijklmnopqrstuvwxyz", "name": "Ana Souza", "aadObjectId": f"oid-{talk}"},
        "conversation": {
            "conversationType": "groupChat", "isGroup": True, "tenantId": tenant, "id": f"19:talk-{talk}@thread.v2"
        },
        "recipient": bot,
        "attachments": [{"contentType": "text/html", "content": "<p>Please draft the kickoff brief for it</p>" * 8}],
        "entities": [
            {"type": "mention", "mentioned": bot, "text": "<at>Charter Desk</at>"},
            {"type": "clientInfo", "locale": "pt-BR", "country": "BR", "timezone": "America/Sao_Paulo"},
        ],
        "channelData": {"tenant": {"id": tenant}, "source": {"name": "message"}, "legacy": {"replyToId": "1:1abc"}},
    }  # fmt: skip
    return json.dumps(activity, separators=(",", ":")).encode()


@dataclass
class Load:
    """`until_reply`: a turn ends with the bot's message at the connector, else with its HTTP answer."""

    town: Town
    port: int
    until_reply: bool = False
    ended: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    _number: int = 0
    _running: bool = True

    async def start(self, at_once: int) -> None:
        token = self.town.issuer.token(self.town.service_url)
        self._head = (
            f"POST /api/messages HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {token}\r\nContent-Length: "
        ).encode()
        self._waiting: dict[int, deque[Client]] = defaultdict(deque)
        self.town.heard = self._heard
        loop = asyncio.get_running_loop()
        for _ in range(at_once):
            _, client = await loop.create_connection(lambda: Client(self._answered), "127.0.0.1", self.port)
            self._next(client)

    def stop(self) -> None:
        self._running = False

    def _next(self, client: Client) -> None:
        if not self._running:
            client.transport.close()
            return
        self._number += 1
        talk = self._number % TALKS
        body = message(self.town, f"17{self._number:011d}", talk)
        if self.until_reply:
            self._waiting[talk].append(client)
        client.post(b"%s%d\r\n\r\n%s" % (self._head, len(body), body))

    def _answered(self, client: Client, status: int) -> None:
        self.statuses[status] += 1
        if not self.until_reply:
            self.ended += 1
            self._next(client)

    def _heard(self, talk: int) -> None:
        if self.until_reply and self._waiting[talk]:
            self.ended += 1
            self._next(self._waiting[talk].popleft())
