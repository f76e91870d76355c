"""Whose token is this? What Entra signs about people is judged here: signature, issuer, audience, tenant, time."""

import logging
from typing import Any, NamedTuple

import jwt
from pydantic import ValidationError

from bot.core.errors import DeskError, Rejected
from bot.core.people import Person
from bot.edges.teams.keys import Keys

LEEWAY = 120  # seconds
NEEDS = ["exp", "iss", "aud", "tid", "oid"]

log = logging.getLogger(__name__)


class NotSignedIn(DeskError):
    """`key` names the sentence for the person; `status` is the HTTP answer."""

    def __init__(self, key: str, status: int = 401) -> None:
        super().__init__(key)
        self.key, self.status = key, status


class Known(NamedTuple):
    """A person, and everything else that was signed about them."""

    person: Person
    claims: dict[str, Any]


class Tokens:
    """`authority`: the sign-in's address; a tenant's tokens are issued by its own address below it."""

    def __init__(self, keys: Keys, authority: str, tenants: frozenset[str]) -> None:
        self._keys, self._authority, self._tenants = keys, authority, tenants

    async def read(self, token: str, *audiences: str) -> Known:
        """`NotSignedIn` for every token that is not for one of the `audiences`, genuine, timely and of our tenants."""
        try:
            claims = await self._claims(token, audiences)
            name, address = claims.get("name"), claims.get("preferred_username") or claims.get("upn") or ""
            person = Person(oid=claims["oid"], tenant=claims["tid"], name=name or address, address=address)
        except (jwt.PyJWTError, ValidationError, ValueError, ArithmeticError, RecursionError) as wrong:
            log.info("a token was refused: %s", type(wrong).__name__)
            raise NotSignedIn("page.sign_in_failed") from wrong
        if not person.authority:
            raise NotSignedIn("page.sign_in_failed")
        if person.tenant not in self._tenants:
            log.warning("somebody of tenant %.60r signed in, which is not on the list", person.tenant)
            raise NotSignedIn("page.foreign", 403)
        return Known(person, claims)

    async def _claims(self, token: str, audiences: tuple[str, ...]) -> dict[str, Any]:
        kid = jwt.get_unverified_header(token).get("kid")
        try:
            key = await self._keys.find(kid if isinstance(kid, str) else "")
        except Rejected as away:
            raise NotSignedIn("page.sign_in_away", 503) from away
        if key is None:
            raise jwt.InvalidKeyError("signed with an unknown key")
        claims: dict[str, Any] = jwt.decode(
            token, key.public, algorithms=["RS256"], leeway=LEEWAY, options={"require": NEEDS, "verify_aud": False}
        )
        if claims["aud"] not in audiences:  # one of ours and no other beside it
            raise jwt.InvalidAudienceError("for somebody else")
        if claims["iss"] != f"{self._authority}/{claims['tid']}/v2.0":
            raise jwt.InvalidIssuerError("another issuer")
        return claims
