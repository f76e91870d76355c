"""What the browser keeps for us: sealed, short-lived, out of reach of scripts, and bound to this desk's keys."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any, Literal, NamedTuple, TypeVar

from aiohttp import web
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from pydantic import ValidationError

from bot.core.noun import Noun
from bot.core.people import Person

HOUR = 3600
AWAY = 600  # seconds somebody may take to sign in
Shape = TypeVar("Shape", bound=Noun)


class Session(Noun):
    """Who signed in in this browser. `sid` is secret: the token in every form follows from it.

    After `until` (seconds since 1970) it lets nobody in; the same person who signs in again keeps their `sid`, so that
    a form that stood open meanwhile can still be sent.
    """

    kind: Literal["session"] = "session"
    person: Person
    sid: str
    until: float

    @property
    def form_token(self) -> str:
        return sha256(f"form {self.sid}".encode()).hexdigest()

    def wrote(self, token: str) -> bool:
        """Was the form drawn for this session?"""
        return hmac.compare_digest(self.form_token.encode(), token.encode("utf-8", "replace"))


class Leaving(Noun):
    """Somebody is on the way to the sign-in and back. `flow` is msal's; `to` the page they wanted."""

    kind: Literal["leaving"] = "leaving"
    flow: dict[str, Any]
    to: str
    until: float


def new_session(person: Person, now: float, before: Session | None) -> Session:
    same = before is not None and before.person.authority == person.authority
    return Session(
        person=person, sid=before.sid if before and same else secrets.token_urlsafe(32), until=now + HOUR
    )  # fmt: skip


class Wax:
    """Seals with keys that are derived from the desk's own: nothing out of the store passes for a cookie."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        self._fernet = MultiFernet([Fernet(_derived(key)) for key in keys])

    def close(self, noun: Noun) -> str:
        return self._fernet.encrypt(noun.model_dump_json().encode()).decode()

    def open(self, token: str, shape: type[Shape]) -> Shape | None:
        """None for anything that this desk did not seal as that."""
        try:
            return shape.model_validate_json(self._fernet.decrypt(token.encode("utf-8", "replace")))
        except (InvalidToken, ValidationError):
            return None


def _derived(key: str) -> bytes:
    return urlsafe_b64encode(sha256(f"approval page {key}".encode()).digest())


class Jar(NamedTuple):
    """Names and attributes of our cookies. `secure`: the desk is reached by https, anywhere but on this machine."""

    wax: Wax
    secure: bool

    def name(self, what: str) -> str:
        """`__Host-`: no other host of the domain can set it for us."""
        return f"__Host-desk-{what}" if self.secure else f"desk-{what}"

    def read(self, request: web.Request, what: str, shape: type[Shape]) -> Shape | None:
        found = request.cookies.get(self.name(what))
        return self.wax.open(found, shape) if found else None

    def put(self, response: web.StreamResponse, what: str, noun: Noun, max_age: int | None = None) -> None:
        response.set_cookie(
            self.name(what), self.wax.close(noun), max_age=max_age, path="/", httponly=True, secure=self.secure,
            samesite="Lax",
        )  # fmt: skip

    def drop(self, response: web.StreamResponse, what: str) -> None:
        response.set_cookie(
            self.name(what), "", max_age=0, path="/", httponly=True, secure=self.secure, samesite="Lax"
        )  # fmt: skip

    def put_framed(self, response: web.StreamResponse, what: str, noun: Noun) -> None:
        """For a page inside another product's window: kept apart for each such product (CHIPS), https only."""
        self._framed(response, what, self.wax.close(noun))

    def drop_framed(self, response: web.StreamResponse, what: str) -> None:
        self._framed(response, what, "", "; Max-Age=0")

    def _framed(self, response: web.StreamResponse, what: str, value: str, more: str = "") -> None:
        """A Fernet token needs no quotes in a header."""
        attributes = f"Path=/; HttpOnly; Secure; SameSite=None; Partitioned{more}"
        response.headers.add("Set-Cookie", f"{self.name(what)}={value}; {attributes}")
