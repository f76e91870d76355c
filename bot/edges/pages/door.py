"""The routes of the approval page. GET shows and changes nothing; POST decides, for whoever is signed in."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlencode

from aiohttp import web

from bot.core.address import page_path
from bot.core.errors import Refusal, StoreDown
from bot.core.people import Person
from bot.edges.pages import paper
from bot.edges.pages.coming import BACK, Coming
from bot.edges.pages.cookies import Session, new_session
from bot.edges.pages.front import FRAMED, HOME, PROOF, SIGN_IN, SIGN_OUT, TAB, TO, TOKEN, Front, framed, language
from bot.edges.pages.tab import Tab
from bot.edges.pages.tokens import NotSignedIn
from bot.edges.web import SORRY
from cards.click import Click, NotAClick
from cards.models import DraftCard, EditCard
from cards.sheet import Sheet

LIST = "in"  # the query's name for the list a draft was opened from
LOOKS = ("open", "back", "refresh", "page", "cancel", "edit")
Respond = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Inside:
    """What the pages need from the stories. `Refusal` out of any of them: there is nothing here for this person."""

    inbox: Callable[[Person, str], Awaitable[Sheet]]  # (who, locale)
    look: Callable[[Person, str, str, bool, str], Awaitable[Sheet]]  # (who, name, locale, as a form, the list it is of)
    press: Callable[[Person, Click, str, str], Awaitable[Sheet | None]]  # (who, what, locale, the body they saw)


def routes(front: Front, coming: Coming, tab: Tab, inside: Inside) -> list[web.RouteDef]:
    pages = Pages(front, tab, inside)
    return [
        web.get(HOME, _calmly(front, pages.inbox)),
        *(
            one
            for path in (f"{HOME}{{name}}", f"{HOME}{{name}}/edit")
            for one in (web.get(path, _calmly(front, pages.shown)), web.post(path, _calmly(front, pages.pressed)))
        ),
        web.get(SIGN_IN, _calmly(front, coming.leave), allow_head=False),
        web.get(BACK, _calmly(front, coming.returned), allow_head=False),
        web.post(SIGN_OUT, _calmly(front, coming.out)),
        web.get(SIGN_OUT, _calmly(front, coming.gone)),
        web.get(TAB, _calmly(front, tab.open)),
        web.post(TAB, _calmly(front, tab.enter)),
        web.get(f"{TAB}/{{name}}", tab.script),
    ]


def _calmly(front: Front, respond: Respond) -> Respond:
    """A person is told in words what is wrong, whatever they asked for."""

    async def answer(request: web.Request) -> web.StreamResponse:
        wrong = HTTPStatus.INTERNAL_SERVER_ERROR
        request[SORRY] = lambda: front.told(request, "page.wrong", wrong, ("page.all", HOME))
        try:
            return await respond(request)
        except NotSignedIn as no:
            return front.told(request, no.key, no.status, ("page.sign_in", TAB if framed(request) else SIGN_IN))
        except Refusal as nothing:
            return front.told(request, nothing.key, HTTPStatus.NOT_FOUND, ("page.all", HOME))
        except StoreDown:
            return front.told(request, "page.store_down", HTTPStatus.SERVICE_UNAVAILABLE)

    return answer


class Pages:
    def __init__(self, front: Front, tab: Tab, inside: Inside) -> None:
        self._front, self._tab, self._inside = front, tab, inside

    async def inbox(self, request: web.Request) -> web.StreamResponse:
        session = self._front.session(request)
        if session is None:
            return _to_sign_in(request)
        return self._front.sheet(
            request, session, await self._inside.inbox(session.person, self._front.words(request).lang)
        )

    async def shown(self, request: web.Request) -> web.StreamResponse:
        session = self._front.session(request)
        if session is None:
            return _to_sign_in(request)
        name, form = request.match_info["name"], request.path.endswith("/edit")
        sheet = await self._inside.look(session.person, name, language(request), form, request.query.get(LIST, ""))
        if form and not isinstance(sheet.card, EditCard):  # it is open no more: what became of it is shown
            return paper.towards(page_path(name))
        return self._front.sheet(request, session, sheet)

    async def pressed(self, request: web.Request) -> web.StreamResponse:
        """Whoever's sign-in ended while they wrote, and whoever finds the store away, gets back what they sent."""
        if not self._front.ours(request):
            return self._front.told(request, "page.not_our_form", HTTPStatus.FORBIDDEN, ("page.all", HOME))
        fields = {name: value for name, value in (await request.post()).items() if isinstance(value, str)}
        session = self._front.session(request)
        try:
            click = Click.parse(fields)
        except NotAClick:
            return self._front.told(request, "page.damaged", HTTPStatus.BAD_REQUEST, ("page.all", HOME))
        if session is None:
            return await self._proved(request, click, fields)
        if not session.wrote(fields.get(TOKEN, "")):
            return self._front.told(request, "page.not_our_form", HTTPStatus.FORBIDDEN, ("page.all", HOME))
        return await self._carried_out(request, session, click, fields)

    async def _proved(self, request: web.Request, click: Click, fields: Mapping[str, str]) -> web.StreamResponse:
        """Nobody is signed in any more; inside a host, the form itself may bring the host's word for who sends it."""
        if not (framed(request) and fields.get(PROOF)):
            return self._front.kept(request, "page.session_over", HTTPStatus.UNAUTHORIZED, fields, click)
        session = new_session(await self._tab.proved(fields[PROOF]), self._front.clock(), self._front.earlier(request))
        response = await self._carried_out(request, session, click, fields)
        self._front.jar.put_framed(response, FRAMED, session)
        return response

    async def _carried_out(
        self, request: web.Request, session: Session, click: Click, fields: Mapping[str, str]
    ) -> web.StreamResponse:
        try:
            return await self._carry_out(request, session, click, fields)
        except StoreDown:
            return self._front.kept(request, "page.not_reached", HTTPStatus.SERVICE_UNAVAILABLE, fields, click)

    async def _carry_out(
        self, request: web.Request, session: Session, click: Click, fields: Mapping[str, str]
    ) -> web.StreamResponse:
        if click.verb in LOOKS:
            return paper.towards(_where(click))
        sheet = await self._inside.press(session.person, click, language(request), fields.get("seen", ""))
        if sheet is None:
            return paper.towards(_where(click))
        unfinished = isinstance(sheet.card, EditCard) or (isinstance(sheet.card, DraftCard) and sheet.card.panel)
        status = HTTPStatus.UNPROCESSABLE_ENTITY if unfinished else HTTPStatus.CONFLICT
        return self._front.sheet(request, session, sheet, status)


def _where(click: Click) -> str:
    """The page that shows what a button is about."""
    if not click.draft_id or click.verb == "back":
        return page_path(click.batch_id)
    path = page_path(click.draft_id) + ("/edit" if click.verb == "edit" else "")
    return f"{path}?{urlencode({LIST: click.batch_id})}" if click.batch_id else path


def _to_sign_in(request: web.Request) -> web.Response:
    """Entra shows itself in no frame: there it is the host that is asked."""
    where = TAB if framed(request) else SIGN_IN
    return paper.towards(f"{where}?{urlencode({TO: request.path_qs})}", HTTPStatus.FOUND)
