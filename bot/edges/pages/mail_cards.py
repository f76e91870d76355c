"""Cards in mails: made with a ticket for each draft, and answered when one comes back with a person's token."""

import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from typing import Any, Literal, NamedTuple

from aiohttp import web

from bot.core.address import page_url
from bot.core.errors import Refusal, Rejected, StoreDown
from bot.core.noun import Noun
from bot.core.people import Person
from bot.edges.pages.cookies import Wax
from bot.edges.pages.tokens import NotSignedIn, Tokens
from bot.edges.teams.tokens import bearer
from cards import FACES, outlook
from cards.click import Click
from cards.models import DraftCard, Inbox, Letter
from cards.outlook import Frame
from cards.sheet import Sheet
from cards.words import say

PATH = "/api/card"
ACTIONS = "48af08dc-f6d2-435f-b2a7-069abd99c086"  # Microsoft's application that presses buttons in mails
MONTH = 30 * 24 * 3600  # seconds: Outlook presses nothing in a mail that is older
VERBS = ("approve", "change", "reject")
REFRESH = "refresh"
LONGEST = 20_000  # bytes of a ticket, a verb and somebody's words


class Ticket(Noun):
    """What a card in a mail was about, exactly: without it nothing is decided there, and with it only that."""

    kind: Literal["ticket"] = "ticket"
    key: str
    version: int
    content_hash: str
    until: float


class Told(Exception):
    """Something is not carried out; `status` is the HTTP answer, `sentence` what Outlook shows."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class Sender(NamedTuple):
    """`originator`: the id under which Microsoft lets us send cards. `audience`: our application."""

    originator: str
    public_url: str
    audience: str


class Maker(NamedTuple):
    """Draws cards, and seals their tickets."""

    sender: Sender
    wax: Wax
    clock: Callable[[], float]

    def asking(self, letters: Sequence[Letter], locale: str, zone: str) -> dict[str, Any]:
        """The card above a mail that asks about these; {} where there are too many for one."""
        tickets = tuple(self._ticket(one) for one in letters)
        name = letters[0].draft_id if len(letters) == 1 else ""
        return outlook.asking(letters, say(locale), zone, self._frame(name, tickets))

    def told(self, name: str, sheet: Sheet) -> dict[str, Any]:
        """What stands now: with its buttons while it waits, else what became of it."""
        assert not isinstance(sheet.card, Inbox), "a card in a mail is about drafts"
        if not isinstance(sheet.card, DraftCard):
            words = say(sheet.locale)
            page = FACES[type(sheet.card)].page(sheet.card, words, sheet.zone)
            return outlook.told(page, sheet.note, words, self._frame(name, ()))
        card = self.asking((sheet.card,), sheet.locale, sheet.zone)
        note = sheet.note or sheet.card.hint
        return card | {"body": [*([outlook.remark(note)] if note else []), *card["body"]]}

    def _ticket(self, letter: Letter) -> str:
        ticket = Ticket(
            key=letter.draft_id, version=letter.version, content_hash=letter.hash, until=self.clock() + MONTH
        )
        return self.wax.close(ticket)

    def _frame(self, name: str, tickets: tuple[str, ...]) -> Frame:
        url = self.sender.public_url
        return Frame(self.sender.originator, f"{url}{PATH}", page_url(url, name), tickets)


class MailCards:
    """`look` and `press` are the pages' own: who may see and decide what is asked there and nowhere else."""

    def __init__(
        self,
        maker: Maker,
        tokens: Tokens,
        look: Callable[[Person, str], Awaitable[Sheet]],
        press: Callable[[Person, Click], Awaitable[Sheet | None]],
        locale: str,
    ) -> None:
        self._maker, self._tokens, self._look, self._press, self._locale = maker, tokens, look, press, locale

    async def answer(self, request: web.Request) -> web.Response:
        words = say(self._locale)
        try:
            return await self._answered(request)
        except Told as told:
            return _refused(told.status, told.sentence)
        except NotSignedIn as no:
            return _refused(no.status, f"{words.t(no.key)}. {words.t('page.decide_there')}")
        except Rejected as no:
            return _refused(no.status, words.t("page.decide_there"))
        except Refusal:
            return _refused(HTTPStatus.FORBIDDEN, words.t("desk.not_yours"))
        except StoreDown:
            return _refused(HTTPStatus.SERVICE_UNAVAILABLE, words.t("desk.store_down"))

    async def _answered(self, request: web.Request) -> web.Response:
        person = await self._actor(request)
        ticket, verb, written = self._read(await request.read())
        if verb == REFRESH:
            return self._shown(ticket, await self._look(person, ticket.key))
        click = _click(ticket, verb, written)
        sheet = await self._press(person, click)
        if sheet is not None and isinstance(sheet.card, DraftCard) and sheet.card.panel:
            raise Told(HTTPStatus.BAD_REQUEST, sheet.card.hint)
        return self._shown(ticket, sheet or await self._look(person, ticket.key))

    async def _actor(self, request: web.Request) -> Person:
        """The person Microsoft's token is about, when it was Microsoft's own application that asked for it."""
        token = bearer(request.headers.get("Action-Authorization") or request.headers.get("Authorization"))
        audience = self._maker.sender.audience
        known = await self._tokens.read(token, audience, f"api://auth-am-{audience}")
        if ACTIONS not in (known.claims.get("azp"), known.claims.get("appid")):
            raise NotSignedIn("page.sign_in_failed")
        return known.person

    def _read(self, body: bytes) -> tuple[Ticket, str, str]:
        """Three parts, the last of which are somebody's own words."""
        words = say(self._locale)
        parts = body.decode("utf-8", "replace").replace("\r\n", "\n").split("\n", 2)
        sealed, verb, written = [*parts, "", ""][:3]
        ticket = self._maker.wax.open(sealed.strip(), Ticket)
        if ticket is None or verb.strip() not in (*VERBS, REFRESH) or len(body) > LONGEST:
            raise Told(HTTPStatus.BAD_REQUEST, words.t("click.damaged"))
        if self._maker.clock() >= ticket.until:
            raise Told(HTTPStatus.GONE, words.t("page.decide_there"))
        return ticket, verb.strip(), written.strip()

    def _shown(self, ticket: Ticket, sheet: Sheet) -> web.Response:
        card = self._maker.told(ticket.key, sheet)
        return web.json_response(card, headers={"CARD-UPDATE-IN-BODY": "true", "Cache-Control": "no-store"})


def _click(ticket: Ticket, verb: str, written: str) -> Click:
    about = {"draft_id": ticket.key, "version": ticket.version, "hash": ticket.content_hash}
    return Click.model_validate({"verb": verb, **about, "instruction": written, "reason": written})


def _refused(status: int, sentence: str) -> web.Response:
    """Outlook shows a header, and in those there is no room for accents."""
    folded = unicodedata.normalize("NFKD", sentence).encode("ascii", "ignore").decode()
    return web.Response(status=status, headers={"CARD-ACTION-STATUS": " ".join(folded.split())})
