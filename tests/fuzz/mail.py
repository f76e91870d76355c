"""Mail: Graph's messages and mails as they travel, made wrong, read and put where mail goes."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from bot.core.ballot import order_in
from bot.core.errors import Throttled
from bot.core.letter import MAIL_IN, Mailed
from bot.core.people import Channel, Person, Place
from bot.core.post import Arrived
from bot.edges.outlook.answers import Answer, filled
from bot.edges.outlook.mime import attachment, paper_of, report_of
from bot.edges.outlook.papers import Paper
from bot.edges.outlook.reading import arrived
from bot.edges.outlook.routing import project_at, project_in
from tests.edges.outlook.mail_cases import SAMPLES
from tests.fakes import ANA, MONDAY, TENANT
from tests.fuzz.mutants import bent, scrambled, written
from tests.fuzz.toybox import Toybox, toybox

DESK = "charter.desk@contoso.com"
HOME = frozenset(("contoso.com",))
PILE = Place(channel=Channel.MAIL, tenant="", conversation=MAIL_IN, kind="mail")
GRAPH, EML = b"G", b"E"  # the first byte of an input: how it came


class Mails:
    """Every mail counts as its owner's, so that the stories are tried as well."""

    def __init__(self, box: Toybox, real_data: Path | None) -> None:
        self._box = box
        recorded = [json.loads(file.read_text("utf-8")) for file in sorted(SAMPLES.glob("*.json"))]
        self.papers = [one for case in recorded for one in _messages(case)]
        folder = real_data / "mail" if real_data else SAMPLES
        self.mails = [file.read_bytes() for file in sorted(SAMPLES.glob("*.eml"))]
        self.mails += [file.read_bytes() for file in sorted(folder.iterdir()) if real_data and file.is_file()]
        self._number = 0

    def make(self, rng: Random) -> bytes:
        if rng.random() < 0.5:
            return GRAPH + written(rng, bent(rng, rng.choice(self.papers), self.papers))
        return EML + scrambled(rng, rng.choice(self.mails), self.mails)

    async def take(self, raw: bytes) -> str:
        await self._box.fresh()
        mail = _from_graph(raw[1:]) if raw[:1] == GRAPH else _from_eml(raw[1:])
        if mail is None:
            return "not to be understood"
        assert mail.root or not mail.answered
        order_in(mail.new_text)
        project_in(mail.subject, b"secret")
        project_at(mail.to, DESK, b"secret")
        if len(raw) % 3 == 0:  # what is behind the reading is the slower part
            await self._put_in(mail)
        return f"{'graph' if raw[:1] == GRAPH else 'eml'} {mail.automatic or 'read'}"

    async def _put_in(self, mail: Arrived) -> None:
        self._number += 1
        toy, name = self._box.toy, f"mail-{self._number}"
        owner = Person(oid=ANA.oid, name=mail.sender.name, address=mail.sender.address, tenant=TENANT)
        toy.post.inbox = {name: mail.model_copy(update={"trusted": True, "automatic": ""})}
        toy.post.directory = {mail.sender.address: owner}
        await toy.store.accept(name, PILE, Mailed(letter_id=name, message_id=name, at=MONDAY), MAIL_IN)
        await self._box.work()
        await self._box.work()  # the pile first, then what came out of it


def _messages(node: Any) -> Iterator[Any]:
    """Whatever looks like a message in a recorded case."""
    if isinstance(node, list):
        for one in node:
            yield from _messages(one)
    elif isinstance(node, dict):
        if "internetMessageId" in node or "body" in node:
            yield node
        for one in node.values():
            yield from _messages(one)


def _from_graph(raw: bytes) -> Arrived | None:
    try:
        return arrived(filled(Paper, Answer(200, raw)), DESK, HOME)
    except Throttled:
        return None


def _from_eml(raw: bytes) -> Arrived:
    attachment(raw, str(len(raw) % 3))
    return arrived(paper_of(raw, "eml-1"), DESK, HOME, report_of(raw))


@asynccontextmanager
async def opened(url: str, real_data: Path | None = None) -> AsyncIterator[Mails]:
    async with toybox(url) as box:
        yield Mails(box, real_data)
