"""The approval page's side of the composition: who may sign in, and what the page may ask of the stories."""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from hashlib import sha256

import aiohttp
from aiohttp import web

from bot.core.errors import Misconfigured
from bot.edges.pages.about import About
from bot.edges.pages.coming import BACK, Coming
from bot.edges.pages.cookies import AWAY, Jar, Wax
from bot.edges.pages.door import Inside, routes
from bot.edges.pages.front import Front
from bot.edges.pages.mail_cards import PATH as MAIL_CARDS
from bot.edges.pages.mail_cards import MailCards, Maker, Sender
from bot.edges.pages.sign_in import Registration, SignIn
from bot.edges.pages.tab import Tab
from bot.edges.pages.tokens import Tokens
from bot.edges.teams.cloud import cloud_of
from bot.edges.teams.keys import Keys
from bot.flows import pages
from bot.flows.house import MailCard, no_card
from bot.flows.ports import World
from bot.settings import Settings

ANY_TENANT = "organizations"


def page_routes(
    settings: Settings,
    world: World,
    keys: tuple[str, ...],
    session: aiohttp.ClientSession,
    clock: Callable[[], float] = time.time,
) -> tuple[web.RouteDef, ...]:
    """Without DESK_PUBLIC_URL the root alone. `keys`: the desk's Fernet keys. `Misconfigured` where nobody could sign
    in.
    """
    root = _about(settings).routes()
    if not settings.desk_public_url:
        return root
    registration = _registration(settings)
    metadata = f"{registration.authority}/{registration.tenant}/v2.0/.well-known/openid-configuration"
    tokens = Tokens(Keys(session, metadata), registration.authority, settings.tenants)
    jar = Jar(Wax(keys), secure=settings.desk_public_url.startswith("https://"))
    front = Front(jar, settings.desk_public_url, settings.desk_locale, clock)

    async def first(name: str) -> bool:
        return await world.store.once(f"sign-in {sha256(name.encode()).hexdigest()}", timedelta(seconds=AWAY))

    inside = Inside(
        inbox=partial(pages.inbox, world), look=partial(pages.look, world), press=partial(pages.press, world)
    )
    coming = Coming(front, SignIn(registration, tokens), first)
    found = routes(front, coming, Tab(front, tokens, settings.bot_app_id), inside)
    maker = card_maker(settings, keys, clock)
    if maker is not None:
        cards = MailCards(maker, tokens, partial(pages.look, world), partial(pages.press, world), settings.desk_locale)
        found.append(web.post(MAIL_CARDS, cards.answer))
    return (*root, *found)


def _about(settings: Settings) -> About:
    secure = settings.desk_public_url.startswith("https://")
    return About(settings.desk_retention_days, settings.desk_organisation, settings.desk_locale, secure)


def card_maker(settings: Settings, keys: tuple[str, ...], clock: Callable[[], float] = time.time) -> Maker | None:
    """Who draws cards for mails; None where they are switched off."""
    if not settings.outlook_cards:
        return None
    sender = Sender(settings.outlook_cards_originator, settings.desk_public_url, settings.bot_app_id)
    return Maker(sender, Wax(keys), clock)


def mail_card(settings: Settings, keys: tuple[str, ...]) -> MailCard:
    maker = card_maker(settings, keys)
    return maker.asking if maker else no_card


def _registration(settings: Settings) -> Registration:
    if not (settings.bot_app_id and settings.bot_app_password and settings.tenants):
        raise Misconfigured(
            "The approval page (DESK_PUBLIC_URL) signs people in with the bot's registration: set BOT_APP_ID,"
            " BOT_APP_TENANT_ID and BOT_APP_PASSWORD, or leave DESK_PUBLIC_URL empty."
        )
    return Registration(
        client_id=settings.bot_app_id,
        secret=settings.bot_app_password,
        authority=settings.desk_sign_in_url or cloud_of(settings.bot_openid_metadata).authority,
        tenant=next(iter(settings.tenants)) if len(settings.tenants) == 1 else ANY_TENANT,
        back=f"{settings.desk_public_url}{BACK}",
    )
