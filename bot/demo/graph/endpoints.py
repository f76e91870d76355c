"""Graph's endpoints over a mailbox: messages, replies, attachments, changes, subscriptions, people."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count

from aiohttp import ClientError, ClientSession, web
from yarl import URL

from bot.core.people import Person
from bot.demo.graph.box import INBOX, Box, Json, Kept, Refused, eml

LONGEST_LIFE = timedelta(minutes=4230)
TOKEN = "Validation: Testing client application reachability for subscription Request-Id: 877cb92e+/="


class Endpoints:
    def __init__(
        self,
        box: Box,
        people: Sequence[Person],
        subscriptions: dict[str, Json],
        client: ClientSession,
        version: str,
        here: dict[str, str],
    ) -> None:
        self._box = box
        self._people = people
        self._subscriptions = subscriptions
        self._client = client
        self._version = version
        self._here = here
        self._numbers = count(1)

    def routes(self) -> list[web.RouteDef]:
        mailbox = f"{self._version}/users/{{user}}"
        message = f"{mailbox}/messages/{{message}}"
        inbox = f"{mailbox}/mailFolders/{{folder}}/messages"
        alerts = f"{self._version}/subscriptions"
        return [
            web.get(f"{self._version}/users", self.find_people),
            web.get(f"{mailbox}/messages", self.list_messages),
            web.post(f"{mailbox}/messages", self.draft),
            web.get(f"{inbox}/delta()", self.changes),
            web.get(f"{inbox}/delta", self.changes),
            web.get(inbox, self.list_messages),
            web.get(message, self.show),
            web.patch(message, self.change),
            web.delete(message, self.discard),
            web.get(f"{message}/$value", self.mime),
            web.get(f"{message}/attachments", self.attachments),
            web.get(f"{message}/attachments/{{attachment}}", self.attachment),
            web.get(f"{message}/attachments/{{attachment}}/$value", self.attachment_bytes),
            web.post(f"{message}/createReply", self.reply),
            web.post(f"{message}/send", self.send),
            web.get(alerts, self.list_subscriptions),
            web.post(alerts, self.subscribe),
            web.get(f"{alerts}/{{alert}}", self.subscription),
            web.patch(f"{alerts}/{{alert}}", self.prolong),
            web.delete(f"{alerts}/{{alert}}", self.unsubscribe),
        ]

    # messages

    async def list_messages(self, request: web.Request) -> web.Response:
        self._mine(request)
        found = self._box.search(request.query.get("$filter", ""), request.match_info.get("folder", "").lower())
        return web.json_response({"value": [chosen(kept.shown(), request) for kept in found]})

    async def show(self, request: web.Request) -> web.Response:
        return web.json_response(chosen(self._kept(request).shown(), request))

    async def mime(self, request: web.Request) -> web.Response:
        return web.Response(body=eml(self._kept(request)), content_type="text/plain")

    async def draft(self, request: web.Request) -> web.Response:
        self._mine(request)
        return web.json_response(self._box.draft(await request.json()).shown(), status=201)

    async def change(self, request: web.Request) -> web.Response:
        kept = self._kept(request)
        self._box.change(kept, await request.json())
        return web.json_response(kept.shown())

    async def discard(self, request: web.Request) -> web.Response:
        del self._box.kept[self._kept(request).data["id"]]
        return web.Response(status=204)

    async def reply(self, request: web.Request) -> web.Response:
        body = lower(json.loads(await request.text() or "{}"))
        draft = self._box.reply(self._kept(request), body.get("message") or {}, body.get("comment") or "")
        return web.json_response(draft.shown(), status=201)

    async def send(self, request: web.Request) -> web.Response:
        self._box.send(self._kept(request))
        return web.Response(status=202)

    async def changes(self, request: web.Request) -> web.Response:
        """What arrived in the inbox page by page, then a link that tells what is new; one that is too old is 410."""
        self._mine(request)
        token = request.query.get("$skiptoken") or request.query.get("$deltatoken") or ""
        wanted, _, start = token.partition("~")
        if token and int(start) < self._box.forgotten:
            raise Refused(410, "SyncStateNotFound", "The sync state is too old.")
        wanted = wanted or request.query.get("$filter", "")
        begin = int(start or 0)
        found = [kept for kept in self._box.search(wanted, INBOX) if kept.number >= begin]
        page, rest = found[: self._box.page], found[self._box.page :]
        word, link = ("$skiptoken", "@odata.nextLink") if rest else ("$deltatoken", "@odata.deltaLink")
        end = rest[0].number if rest else max(self._box.numbers + 1, self._box.forgotten)
        here = request.url.with_query({word: f"{wanted}~{end}"})
        told = [{name: kept.data[name] for name in ("id", "receivedDateTime")} for kept in page]
        return web.json_response({"value": told, link: str(here)})

    # attachments

    async def attachments(self, request: web.Request) -> web.Response:
        kept = self._kept(request)
        return web.json_response({"value": [label(kept, number) for number in range(len(kept.files))]})

    async def attachment(self, request: web.Request) -> web.Response:
        return web.json_response(label(self._kept(request), self._file_number(request)))

    async def attachment_bytes(self, request: web.Request) -> web.Response:
        file = self._kept(request).files[self._file_number(request)]
        return web.Response(body=file.content, content_type=file.media_type)

    # subscriptions

    async def list_subscriptions(self, request: web.Request) -> web.Response:
        return web.json_response({"value": [quiet(one) for one in self._subscriptions.values()]})

    async def subscribe(self, request: web.Request) -> web.Response:
        wish = await request.json()
        self._check_life(wish)
        for url in {wish["notificationUrl"], wish.get("lifecycleNotificationUrl") or wish["notificationUrl"]}:
            await self._shake_hands(url)
        one = wish | {"id": f"subscription-{next(self._numbers)}"}
        self._subscriptions[one["id"]] = one
        return web.json_response(quiet(one), status=201)

    async def subscription(self, request: web.Request) -> web.Response:
        return web.json_response(quiet(self._alert(request)))

    async def prolong(self, request: web.Request) -> web.Response:
        wish = await request.json()
        self._check_life(wish)
        one = self._alert(request)
        one["expirationDateTime"] = wish["expirationDateTime"]
        return web.json_response(quiet(one))

    async def unsubscribe(self, request: web.Request) -> web.Response:
        del self._subscriptions[self._alert(request)["id"]]
        return web.Response(status=204)

    # people

    async def find_people(self, request: web.Request) -> web.Response:
        wanted = request.query.get("$filter", "").casefold()
        found = [one for one in self._people if one.address and _is_meant(one, wanted)]
        shown = [{"id": one.oid, "displayName": one.name, "mail": one.address} for one in found]
        return web.json_response({"value": shown})

    def _mine(self, request: web.Request) -> None:
        if request.match_info["user"].casefold() != self._box.address.casefold():
            raise Refused(403, "ErrorAccessDenied", "Access to OData is disabled.")

    def _kept(self, request: web.Request) -> Kept:
        self._mine(request)
        return self._box.find(request.match_info["message"])

    def _file_number(self, request: web.Request) -> int:
        kept = self._kept(request)
        names = [str(label(kept, number)["id"]) for number in range(len(kept.files))]
        if request.match_info["attachment"] not in names:
            raise Refused(404, "ErrorItemNotFound")
        return names.index(request.match_info["attachment"])

    def _alert(self, request: web.Request) -> Json:
        name = request.match_info["alert"]
        if name not in self._subscriptions:
            raise Refused(404, "ResourceNotFound", "The object was not found.")
        return self._subscriptions[name]

    def _check_life(self, wish: Json) -> None:
        until = datetime.fromisoformat(wish["expirationDateTime"])
        if until.tzinfo is None:
            raise Refused(400, "ValidationError", "expirationDateTime has no offset")
        if until - datetime.fromisoformat(self._box.now()) > LONGEST_LIFE:
            raise Refused(400, "ValidationError", "Subscription expiration can only be 4230 minutes in the future.")

    async def _shake_hands(self, url: str) -> None:
        asked = URL(self._here.get(url, url)).update_query({"validationToken": TOKEN})
        try:
            async with self._client.post(asked, headers={"Content-Type": "text/plain; charset=utf-8"}) as answer:
                fine = (answer.status, answer.content_type, await answer.text()) == (200, "text/plain", TOKEN)
        except (ClientError, TimeoutError):
            fine = False
        if not fine:
            raise Refused(400, "ValidationError", "Subscription validation request failed.")


def chosen(data: Json, request: web.Request) -> Json:
    """What $select asks for. Headers and the unique body are shown only to those who ask."""
    names = [name for name in request.query.get("$select", "").split(",") if name]
    if not names:
        return {name: value for name, value in data.items() if name not in ("internetMessageHeaders", "uniqueBody")}
    return {name: value for name, value in data.items() if name in ("id", "@odata.type", *names)}


def label(kept: Kept, number: int) -> Json:
    file = kept.files[number]
    return {
        "@odata.type": "#microsoft.graph.fileAttachment",
        "id": f"{kept.data['id']}-FILE+{number}=",
        "name": file.name,
        "size": len(file.content),
        "contentType": file.media_type,
        "isInline": False,
    }


def quiet(subscription: Json) -> Json:
    """Graph never tells the secret again."""
    return subscription | {"clientState": None}


def lower(body: Json) -> Json:
    """The SDK sends the keys of actions with capitals."""
    return {name[:1].lower() + name[1:]: value for name, value in body.items()}


def _is_meant(person: Person, wanted: str) -> bool:
    """By a filter on the mail address or on the object id."""
    return f"mail eq '{person.address.casefold()}'" in wanted or wanted == f"id eq '{person.oid.casefold()}'"
