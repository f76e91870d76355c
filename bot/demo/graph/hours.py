"""Graph's mailbox settings and mail tips over a mailbox: when people work, and who answers automatically."""

import json

from aiohttp import web

from bot.demo.graph.box import Box, Json, Refused
from bot.demo.graph.endpoints import lower


class Hours:
    """`settings` and `replies`: by address, in Graph's words. `permitted`: what an administrator may leave out."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self.settings: dict[str, Json] = {}
        self.replies: dict[str, Json] = {}
        self.permitted = False

    def reset(self) -> None:
        self.settings.clear()
        self.replies.clear()
        self.permitted = False

    def routes(self, version: str) -> list[web.RouteDef]:
        mailbox = f"{version}/users/{{user}}"
        return [
            web.get(f"{mailbox}/mailboxSettings", self.mailbox_settings),
            web.post(f"{mailbox}/getMailTips", self.mail_tips),
        ]

    async def mailbox_settings(self, request: web.Request) -> web.Response:
        if not self.permitted:
            raise Refused(403, "ErrorAccessDenied", "Access is denied. Check credentials and try again.")
        found = self.settings.get(request.match_info["user"].casefold())
        if found is None:
            raise Refused(404, "ErrorInvalidUser")
        return web.json_response(found)

    async def mail_tips(self, request: web.Request) -> web.Response:
        """Of anybody, asked of one's own mailbox; only the tips that were asked for."""
        if request.match_info["user"].casefold() != self._box.address.casefold():
            raise Refused(403, "ErrorAccessDenied", "Access to OData is disabled.")
        wish = lower(json.loads(await request.text() or "{}"))
        if "automaticReplies" not in str(wish.get("mailTipsOptions", "")):
            raise Refused(400, "ErrorInvalidRequest", "MailTipsOptions is missing.")
        return web.json_response({"value": [self._tip(str(address)) for address in wish.get("emailAddresses", ())]})

    def _tip(self, address: str) -> Json:
        replies = self.replies.get(address.casefold(), {"message": ""})
        return {"emailAddress": {"name": "", "address": address}, "automaticReplies": replies}
