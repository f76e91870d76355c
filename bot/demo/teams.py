"""The client half of the stand-in: people who write, click and install, as Teams would tell the bot about it."""

import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from types import TracebackType
from typing import Any
from zoneinfo import ZoneInfo

import aiohttp
import orjson

from bot.demo.cast import TEAM, Member, Talk
from bot.demo.connector import Connector

HEADERS = {
    "Content-Type": "application/json; charset=utf-8",
    "User-Agent": "Microsoft-SkypeBotApi (Microsoft-BotFramework/3.0)",
}
MENTION = '<span itemtype="http://schema.skype.com/Mention" itemscope="" itemid="0">{}</span>&nbsp;'
DOWNLOAD = "application/vnd.microsoft.teams.file.download.info"
Activity = dict[str, Any]


@dataclass(frozen=True)
class Sent:
    """What the bot answered, and where it was said: `talk` is the new thread when a channel was written to."""

    status: int
    body: Any
    seconds: float
    talk: Talk
    activity: Activity


class Teams:
    """`async with Teams(connector, "http://127.0.0.1:3978/api/messages") as client:`"""

    def __init__(
        self,
        connector: Connector,
        bot_url: str,
        bot_name: str = "Charter Desk",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.connector, self.bot_url, self.bot_name, self.clock = connector, bot_url, bot_name, clock

    async def __aenter__(self) -> "Teams":
        self._session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._session.close()

    async def say(
        self, person: Member, talk: Talk, text: str, mention: bool = True, files: Mapping[str, bytes] | None = None
    ) -> Sent:
        """Write a message. In a channel it opens a thread, in a thread it answers; 1:1 nobody mentions the bot."""
        number = self.connector.next_id()
        where = talk.thread(number) if talk.kind == "channel" and ";messageid=" not in talk.conversation else talk
        return await self.send(self.message(person, where, text, number, mention, files), where)

    def message(
        self,
        person: Member,
        talk: Talk,
        text: str,
        number: str = "",
        mention: bool = True,
        files: Mapping[str, bytes] | None = None,
    ) -> Activity:
        """A message as it goes over the wire, not sent yet."""
        named = mention and talk.kind != "personal"
        name = escape(self.bot_name, quote=False)
        said = escape(text, quote=False)
        activity = self.activity(person, talk, "message", number) | {
            "text": f"<at>{name}</at> {said}\n" if named else said,
            "textFormat": "plain",
            "attachments": [*self._files(files or {}), _rich(said, name if named else "")],
        }
        if named:
            bot = {"id": self._bot["id"], "name": self.bot_name}
            activity["entities"].insert(0, {"type": "mention", "mentioned": bot, "text": f"<at>{name}</at>"})
        return activity

    async def click(
        self,
        person: Member,
        talk: Talk,
        message: str,
        verb: str,
        data: Mapping[str, Any],
        inputs: Mapping[str, Any] | None = None,
        trigger: str = "manual",
    ) -> Sent:
        """Press an Action.Execute on the card `message`; the inputs are merged into the data, as clients do."""
        action = {"type": "Action.Execute", "title": verb, "verb": verb, "data": {**data, **(inputs or {})}}
        activity = self.activity(person, talk, "invoke", f"f:{uuid.uuid4()}") | {
            "name": "adaptiveCard/action",
            "value": {"action": action, "trigger": trigger},
            "replyToId": message,
        }
        return await self.send(activity, talk)

    async def submit(
        self, person: Member, talk: Talk, message: str, data: object, inputs: Mapping[str, Any] | None = None
    ) -> Sent:
        """Press an Action.Submit: an ordinary message with a value and no text."""
        value = {**data, **(inputs or {})} if isinstance(data, Mapping) else data
        activity = self.activity(person, talk, "message") | {"value": value, "replyToId": message}
        return await self.send(activity, talk)

    async def install(self, person: Member, talk: Talk, action: str = "add") -> Sent:
        """Add the app (`add`), update it (`add-upgrade`) or take it away (`remove`)."""
        activity = self.activity(person, talk, "installationUpdate", f"f:{uuid.uuid4()}") | {"action": action}
        return await self.send(activity, talk)

    async def send(self, activity: Activity, talk: Talk, token: str | None = None) -> Sent:
        """Post an activity, signed unless a token is given."""
        signed = self.connector.issuer.token(activity.get("serviceUrl", "")) if token is None else token
        headers = HEADERS | ({"Authorization": f"Bearer {signed}"} if signed else {})
        began = time.monotonic()
        async with self._session.post(self.bot_url, data=orjson.dumps(activity), headers=headers) as response:
            raw = await response.read()
            body = orjson.loads(raw) if raw and "json" in response.headers.get("Content-Type", "") else None
            return Sent(response.status, body, time.monotonic() - began, talk, activity)

    def activity(self, person: Member, talk: Talk, kind: str, number: str = "") -> Activity:
        """What every activity has, the way Teams writes it today."""
        now = self.clock()
        local = now.astimezone(ZoneInfo(person.zone))
        talks: Activity = {"conversationType": talk.kind, "tenantId": self.connector.tenant, "id": talk.conversation}
        data: Activity = {"tenant": {"id": self.connector.tenant}}
        if talk.kind != "personal":
            talks["isGroup"] = True
        if talk.kind == "channel":
            data |= {"teamsChannelId": talk.channel, "teamsTeamId": TEAM}
            data |= {"channel": {"id": talk.channel}, "team": {"id": TEAM}}
        return {
            "type": kind,
            "id": number or self.connector.next_id(),
            "timestamp": _seven_digits(now),
            "localTimestamp": _seven_digits(local),
            "localTimezone": person.zone,
            "channelId": "msteams",
            "serviceUrl": self.connector.service_url,
            "from": {"id": person.teams_id, "name": person.person.name, "aadObjectId": person.person.oid},
            "conversation": talks,
            "recipient": self._bot,
            "entities": [
                {"locale": person.locale, "platform": "Windows", "timezone": person.zone, "type": "clientInfo"}
            ],
            "channelData": data,
            "locale": person.locale,
        }

    @property
    def _bot(self) -> Activity:
        return {"id": f"28:{self.connector.app_id}", "name": self.bot_name}

    def _files(self, files: Mapping[str, bytes]) -> list[Activity]:
        """Files as 1:1 chats have them: an address that needs no sign-in, for a few minutes."""
        found = []
        for name, content in files.items():
            path = f"/files/{self.connector.next_id()}"
            headers = {"Content-Type": "application/octet-stream"}
            self.connector.files[path] = {"status": 200, "headers": headers, "text": content}
            link = {"downloadUrl": f"{self.connector.url}{path}?tempauth=local", "uniqueId": str(uuid.uuid4())}
            link["fileType"] = name.rpartition(".")[2]
            found.append({"contentType": DOWNLOAD, "content": link, "name": name})
        return found


def _rich(said: str, name: str) -> Activity:
    mention = MENTION.format(name) if name else ""
    return {"contentType": "text/html", "content": f"<p>{mention}{said}</p>"}


def _seven_digits(moment: datetime) -> str:
    """.NET writes ten-millionths of a second."""
    zone = moment.strftime("%z")
    return f"{moment:%Y-%m-%dT%H:%M:%S.%f}7" + ("Z" if zone == "+0000" else f"{zone[:3]}:{zone[3:]}")
