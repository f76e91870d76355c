"""The root of the desk's address, where the app's own links to its maker, privacy and terms lead."""

from dataclasses import dataclass

from aiohttp import web

from bot.edges.pages import paper
from bot.edges.pages.front import language
from cards import about
from cards.words import say

ROOT = "/"


@dataclass(frozen=True)
class About:
    """Anybody may read it: nobody is signed in, and nothing is looked up. `days`: as long as settled texts are kept."""

    days: int
    organisation: str
    locale: str
    secure: bool

    def routes(self) -> tuple[web.RouteDef, ...]:
        return (web.get(ROOT, self.page),)

    async def page(self, request: web.Request) -> web.Response:
        words = say(language(request) or self.locale)
        return paper.page(about.html(words, self.days, self.organisation), secure=self.secure)
