"""Hands a file to somebody: Teams asks them first, and takes it into their own OneDrive."""

import logging
from uuid import uuid4

import aiohttp
from yarl import URL

from bot.core.errors import MessageGone, Throttled, Undeliverable
from bot.core.letter import Slot
from bot.core.people import Place
from bot.core.post import Posted
from bot.edges.teams.fields import Fields
from bot.edges.teams.files import STORES
from bot.edges.teams.hosts import Hosts
from bot.edges.teams.voice import TeamsVoice

OAUTH = "application/vnd.microsoft.card.oauth"
CONNECTION = "desk"
CONSENT = "application/vnd.microsoft.teams.card.file.consent"
INFO = "application/vnd.microsoft.teams.card.file.info"
PATIENCE = aiohttp.ClientTimeout(total=120, connect=10)

log = logging.getLogger(__name__)


class TeamsCourier:
    """`flows.ports.Courier`. Works in 1:1 chats only: anywhere else Teams knows no such card."""

    def __init__(self, session: aiohttp.ClientSession, voice: TeamsVoice, hosts: Hosts, resource: str = "") -> None:
        """`resource`: the application id URI whose token Teams is to bring, such as api://HOST/botid-APP."""
        self._session, self._voice, self._stores, self._resource = session, voice, hosts.plus(*STORES), resource

    async def invite(self, place: Place, why: str, button: str) -> Posted:
        """Never where others read: whoever presses it signs in for the agent."""
        if place.kind != "personal":
            raise Undeliverable("people sign in in their 1:1 chat only", "forbidden")
        content = {
            "text": why,
            "connectionName": CONNECTION,
            "tokenExchangeResource": {"id": str(uuid4()), "uri": self._resource},
            "buttons": [{"type": "signin", "title": button, "value": self._resource}],
        }
        card: Fields = {"contentType": OAUTH, "content": content}
        return await self._voice.attach(place, card, why)

    async def offer(self, place: Place, name: str, size: int, why: str, about: str) -> Posted:
        if place.kind != "personal":
            raise Undeliverable("files are handed over in 1:1 chats only", "forbidden")
        context = {"about": about}
        content = {"description": why, "sizeInBytes": size, "acceptContext": context, "declineContext": context}
        card: Fields = {"contentType": CONSENT, "name": name, "content": content}
        return await self._voice.attach(place, card, why)

    async def hand(self, place: Place, slot: Slot, content: bytes, replaces: str) -> Posted:
        await self._put(slot, content)
        card: Fields = {
            "contentType": INFO,
            "contentUrl": slot.content_url,
            "name": slot.name,
            "content": {"uniqueId": slot.unique_id, "fileType": slot.file_type},
        }
        try:
            return await self._voice.attach(place, card, slot.name, replaces)
        except MessageGone:
            return await self._voice.attach(place, card, slot.name)

    async def _put(self, slot: Slot, content: bytes) -> None:
        """The address is signed for this one file: it needs no token of ours, and gets none."""
        if not self._stores.allow(slot.upload_url):
            raise Undeliverable("this address is not on the list of hosts", "forbidden")
        last = len(content) - 1
        headers = {"Content-Range": f"bytes 0-{last}/{last + 1}", "Content-Type": "application/octet-stream"}
        url = URL(slot.upload_url, encoded=slot.upload_url.isascii())
        try:
            async with self._session.put(
                url, data=content, headers=headers, timeout=PATIENCE, allow_redirects=False
            ) as answer:
                status = answer.status
        except (aiohttp.ClientError, TimeoutError) as broken:
            raise Throttled(f"file not put: {type(broken).__name__}", 10) from broken
        if status == 429 or status >= 500:
            raise Throttled(f"the file's server answered {status}", 10)
        if status not in (200, 201, 202):
            log.info("a file was not taken: %d", status)
            raise Undeliverable("the file's server does not take it", "forbidden")
