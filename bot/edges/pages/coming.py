"""Coming and going: to Entra and back with a session, and out of it again."""

from collections.abc import Awaitable, Callable
from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple

from aiohttp import web

from bot.edges.pages import paper
from bot.edges.pages.cookies import AWAY, Leaving
from bot.edges.pages.front import HOME, SIGN_IN, SIGN_OUT, TAB, TO, TOKEN, Front, framed, within
from bot.edges.pages.sign_in import SignIn
from bot.edges.pages.tokens import NotSignedIn

BACK = f"{SIGN_IN}/done"


class Coming(NamedTuple):
    """`first`: False for the name of something that was used already."""

    front: Front
    sign_in: SignIn
    first: Callable[[str], Awaitable[bool]]

    async def leave(self, request: web.Request) -> web.StreamResponse:
        """To Entra. Where they go afterwards is one of our own pages, whatever the address says."""
        url, flow = await self.sign_in.start()
        response = paper.towards(url, HTTPStatus.FOUND)
        leaving = Leaving(flow=flow, to=within(request.query.get(TO, "")), until=self.front.clock() + AWAY)
        self.front.jar.put(response, _name(flow.get("state")), leaving, max_age=AWAY)
        return response

    async def returned(self, request: web.Request) -> web.StreamResponse:
        """From Entra: what they bring is good once, in the browser that left, and not for long."""
        state = request.query.get("state")
        leaving = self.front.jar.read(request, _name(state), Leaving)
        fresh = leaving is not None and self.front.clock() < leaving.until
        if leaving is None or not fresh or not await self.first(f"{_name(state)} {leaving.until}"):
            raise NotSignedIn("page.sign_in_failed")
        person = await self.sign_in.finish(leaving.flow, request.query)
        response = paper.towards(leaving.to)
        self.front.welcome(request, response, person)
        self.front.jar.drop(response, _name(state))
        return response

    async def out(self, request: web.Request) -> web.StreamResponse:
        session = self.front.session(request)
        token = str((await request.post()).get(TOKEN, ""))
        if not self.front.ours(request) or (session is not None and not session.wrote(token)):
            return self.front.told(request, "page.not_our_form", HTTPStatus.FORBIDDEN, ("page.all", HOME))
        response = paper.towards(SIGN_OUT)
        self.front.farewell(request, response)
        return response

    async def gone(self, request: web.Request) -> web.StreamResponse:
        again = TAB if framed(request) else SIGN_IN
        return self.front.told(request, "page.signed_out", HTTPStatus.OK, ("page.sign_in", again))


def _name(state: object) -> str:
    """One cookie for each time somebody leaves: two links opened at once do not disturb each other."""
    return f"leaving-{sha256(str(state).encode()).hexdigest()[:16]}"
