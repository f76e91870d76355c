"""What every page has in common: whose it is, in which language, and how it is drawn."""

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import NamedTuple

from aiohttp import web

from bot.core.address import page_path
from bot.core.people import Person
from bot.edges.pages import paper
from bot.edges.pages.cookies import Jar, Session, new_session
from cards import sheet as sheets
from cards.click import Click
from cards.page import Link
from cards.sheet import Bar, Sheet
from cards.words import LOCALES, Words, say

HOME = page_path()
SIGN_IN, SIGN_OUT, TAB = "/sign-in", "/sign-out", "/tab"
SESSION, FRAMED = "session", "framed"
TO = "to"  # where somebody wants to go once they are known
WITHIN = re.compile(r"/d/[\w.%/-]*(\?[\w.%=&-]*)?", re.ASCII)
TOKEN, PROOF = "token", "entra"  # fields of a form: that it is ours, and who sends it


class Front(NamedTuple):
    """`origin`: the desk's public address, as browsers name it. `clock`: seconds since 1970."""

    jar: Jar
    origin: str
    locale: str
    clock: Callable[[], float]

    def session(self, request: web.Request) -> Session | None:
        """Who is signed in in this browser, and still may be."""
        found = self.earlier(request)
        return found if found and self.clock() < found.until else None

    def earlier(self, request: web.Request) -> Session | None:
        """Who is or was signed in here. Inside Teams and Outlook people have a session of their own."""
        return self.jar.read(request, FRAMED if framed(request) else SESSION, Session)

    def welcome(self, request: web.Request, response: web.StreamResponse, person: Person) -> Session:
        session = new_session(person, self.clock(), self.earlier(request))
        if framed(request):
            self.jar.put_framed(response, FRAMED, session)
        else:
            self.jar.put(response, SESSION, session)
        return session

    def farewell(self, request: web.Request, response: web.StreamResponse) -> None:
        if framed(request):
            self.jar.drop_framed(response, FRAMED)
        else:
            self.jar.drop(response, SESSION)

    def ours(self, request: web.Request) -> bool:
        """Was it one of our own pages that sent this? A browser says so, and no page can make it say otherwise."""
        return request.headers.get("Origin") == self.origin

    def words(self, request: web.Request) -> Words:
        return say(language(request) or self.locale)

    def bar(self, session: Session | None) -> Bar:
        if session is None:
            return Bar(HOME)
        person = session.person.name or session.person.address
        return Bar(HOME, person, SIGN_OUT, ((TOKEN, session.form_token),))

    def told(self, request: web.Request, key: str, status: int, *labels: tuple[str, str]) -> web.Response:
        """`labels`: where to go from here, as key of a label and address."""
        words = self.words(request)
        links = [Link(words.t(label), target, "positive") for label, target in labels]
        return self.paper(request, sheets.told(words, key, self.bar(self.session(request)), *links), status)

    def kept(
        self, request: web.Request, key: str, status: int, fields: Mapping[str, str], click: Click
    ) -> web.Response:
        """What somebody sent goes back to them, to be sent again. Inside a host, the host proves anew who they are."""
        words, session = self.words(request), self.session(request)
        link = None if session or framed(request) else Link(words.t("page.sign_in_apart"), SIGN_IN, apart=True)
        sent = {**fields, PROOF: ""} if framed(request) and session is None else fields
        return self.paper(request, sheets.kept(words, key, self.bar(session), link, sent, click), status)

    def sheet(self, request: web.Request, session: Session, sheet: Sheet, status: int = HTTPStatus.OK) -> web.Response:
        return self.paper(request, sheets.html(sheet, self.bar(session)), status)

    def paper(self, request: web.Request, html: str, status: int = HTTPStatus.OK) -> web.Response:
        return paper.page(html, status, framed=framed(request), secure=self.jar.secure)


def framed(request: web.Request) -> bool:
    """Shown inside another page, as the browser says. Whose page that may be is up to the headers of the answer."""
    return request.headers.get("Sec-Fetch-Dest") == "iframe"


def within(path: str) -> str:
    """One of our own pages; the list for every other address."""
    return path if WITHIN.fullmatch(path) else HOME


def language(request: web.Request) -> str:
    """The reader's, "" when they read none of ours."""
    return preferred(request.headers.get("Accept-Language", ""))


def preferred(accepted: str) -> str:
    """The first language of an Accept-Language that we speak, "" for none."""
    spoken = {name.split("_")[0]: name.replace("_", "-") for name in LOCALES}
    wanted = sorted(
        (_weighed(part, place) for place, part in enumerate(accepted[:500].split(","))), key=lambda one: one[:2]
    )
    return next((spoken[tag] for weight, _, tag in wanted if weight < 0 and tag in spoken), "")


def _weighed(part: str, place: int) -> tuple[float, int, str]:
    tag, _, quality = part.strip().partition(";q=")
    try:
        weight = float(quality or 1)
    except ValueError:
        weight = 0.0
    return -weight, place, tag.split("-")[0].lower()
