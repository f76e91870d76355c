"""The personal tab in Teams, Outlook and Microsoft 365: the host proves who sits there, and the pages are the same."""

from functools import cache
from hashlib import sha256
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from aiohttp import web

from bot.core.people import Person
from bot.edges.pages import paper
from bot.edges.pages.front import HOME, PROOF, TAB, TO, Front, within
from bot.edges.pages.tokens import NotSignedIn, Tokens
from cards import sheet as sheets
from cards.page import Link

FILES = Path(__file__).parent / "teams_js"
TEAMS_JS = "MicrosoftTeams.min.js"  # 2.58.0 of @microsoft/teams-js, as Microsoft publishes it
SCRIPTS = {"teams.js": TEAMS_JS, "tab.js": "tab.js"}
SCOPE = "access_as_user"  # what the hosts ask for in a person's name; an id token for us has no scope


class Tab(NamedTuple):
    """`audience`: our application, which the host's token must be for."""

    front: Front
    tokens: Tokens
    audience: str

    async def open(self, request: web.Request) -> web.StreamResponse:
        """While the host is asked. Where there is none, or it has no answer, the list is one tap away in a browser."""
        words = self.front.words(request)
        apart = Link(words.t("page.open_apart"), HOME, "positive", apart=True)
        html = sheets.told(words, "page.tab", self.front.bar(None), apart)
        to = escape(within(request.query.get(TO, "")), quote=True)
        fields = f'<input type="hidden" name="{PROOF}"><input type="hidden" name="{TO}" value="{to}">'
        form = f'<form method="post" action="{TAB}" data-sign-in hidden>{fields}</form>\n'
        return self.front.paper(request, html.replace("</body>", f"{form}</body>"))

    async def enter(self, request: web.Request) -> web.StreamResponse:
        fields = await request.post()
        if not self.front.ours(request):
            return self.front.told(request, "page.not_our_form", HTTPStatus.FORBIDDEN)
        response = paper.towards(within(str(fields.get(TO, ""))))
        self.front.welcome(request, response, await self.proved(str(fields.get(PROOF, ""))))
        return response

    async def proved(self, token: str) -> Person:
        """Who sits in front of the host. `NotSignedIn` for a token that is not one of a host's for us."""
        known = await self.tokens.read(token, self.audience)
        if SCOPE not in str(known.claims.get("scp", "")).split():
            raise NotSignedIn("page.sign_in_failed")
        return known.person

    async def script(self, request: web.Request) -> web.StreamResponse:
        name = SCRIPTS.get(request.match_info["name"])
        if name is None:
            raise web.HTTPNotFound
        text, tag = _file(name)
        headers = {"Cache-Control": "no-cache", "ETag": tag, "X-Content-Type-Options": "nosniff"}
        if request.headers.get("If-None-Match") == tag:
            return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
        return web.Response(text=text, content_type="text/javascript", charset="utf-8", headers=headers)


@cache
def _file(name: str) -> tuple[str, str]:
    text = (FILES / name).read_text("utf-8")
    return text, f'"{sha256(text.encode()).hexdigest()[:32]}"'
