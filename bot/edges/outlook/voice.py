"""The desk's voice in a mail thread: one turn, one mail."""

from collections.abc import Awaitable, Callable
from hashlib import sha256

from bot.core.errors import MessageGone, Undeliverable
from bot.core.letter import FileRef
from bot.core.people import Channel, Person, Place
from bot.core.post import Arrived, Mail, Posted
from bot.core.turn import Source
from bot.edges.outlook.eml import EmlPost
from bot.edges.outlook.enclosing import enclosed
from bot.edges.outlook.mailbox import LOST
from bot.edges.outlook.post import GraphPost
from cards import written

ADDRESSED = "mailto:"  # a conversation that has not begun: there is nothing to answer yet


class MailVoice:
    def __init__(
        self,
        post: GraphPost | EmlPost,
        desk_address: str,
        subject: str = "Charter Desk",
        card_hosts: frozenset[str] = frozenset(),
    ) -> None:
        """`subject`: of mails that begin a thread which has none. `card_hosts`: where the buttons of cards may lead."""
        self._hosts, self._domains = card_hosts, frozenset((desk_address.rpartition("@")[2].casefold(),))
        self._post = post
        self._desk = desk_address.casefold()
        self._subject = subject

    async def open(self, place: Place, text: str) -> Posted:
        return Posted(ref="", place=place)

    async def go_on(self, place: Place, ref: str, sign: str, words: str) -> None:
        pass

    async def say(
        self,
        place: Place,
        text: str,
        replaces: str = "",
        final: bool = True,
        exact: bool = False,
        summary: str = "",
        sources: tuple[Source, ...] = (),
        to: Person | None = None,
        leaving: Callable[[], Awaitable[None]] | None = None,
    ) -> Posted:
        """Placeholders and progress are not mailed, and a mail that is out stays: the answer is a new one."""
        if not final:
            return Posted(ref="", place=place)
        if leaving:
            await leaving()
        return await self._send(place, text)

    async def show(
        self, place: Place, card: dict[str, object], summary: str, replaces: str = "", page: str = ""
    ) -> Posted:
        """Mails what a card shows; `card` itself only where Outlook draws it. A mail that is out stays as it is."""
        return Posted(ref=replaces, place=place) if replaces else await self._send(place, summary, page, card)

    async def typing(self, place: Place) -> None:
        pass

    async def meet(self, place: Place, person: Person) -> Place:
        if not person.address:
            raise Undeliverable("nobody knows the address", "no_address")
        return Place(
            channel=Channel.MAIL,
            tenant=place.tenant,
            conversation=f"{ADDRESSED}{person.address}",
            kind="mail",
            locale=place.locale,
            zone=place.zone,
        )

    async def members(self, place: Place) -> tuple[Person, ...]:
        """Who wrote the last mail of the thread and to whom, the desk left out."""
        if not place.reply_to:
            return (addressee(place),)
        mail = await self._answered(place)
        others = (Person(address=address) for address in mail.to if address not in (self._desk, mail.sender.address))
        return (mail.sender, *others)

    async def readers(self, place: Place) -> tuple[Person, ...]:
        """A mail shows everybody the same."""
        return ()

    async def handed(self, place: Place, ref: str) -> tuple[FileRef, ...]:
        """A mail names its own files."""
        return ()

    async def fetch(self, place: Place, file: FileRef) -> bytes:
        if not file.attachment:
            raise Undeliverable(LOST)
        return await self._post.fetch(file)

    async def _send(self, place: Place, text: str, page: str = "", card: dict[str, object] | None = None) -> Posted:
        """Answers go to who wrote, or whom the place names, never to a Reply-To and never to all.

        Where the mail to be answered is gone, whom the place names gets a new one.
        """
        answered = await self._post.read(place.reply_to) if place.reply_to else None
        if answered is None and place.reply_to and not place.address:
            raise MessageGone("the mail to be answered is not there any more")
        to = Person(address=place.address) if place.address else answered.sender if answered else addressee(place)
        mail = Mail(
            to=(to,),
            subject="" if answered else place.subject or self._subject,
            text=text,
            html=enclosed(page or written(text), card or {}, (to.address,), self._hosts, self._domains),
            reply_to=place.reply_to if answered else "",
            key=said(place, text),
        )
        return Posted(ref=await self._post.send(mail), place=place)

    async def _answered(self, place: Place) -> Arrived:
        mail = await self._post.read(place.reply_to)
        if mail is None:
            raise MessageGone("the mail to be answered is not there any more")
        return mail


def addressee(place: Place) -> Person:
    address = place.conversation.removeprefix(ADDRESSED)
    if not place.conversation.startswith(ADDRESSED) or not address:
        raise Undeliverable("nothing to answer and nobody to write to", "no_address")
    return Person(address=address)


def said(place: Place, text: str) -> str:
    """The same words in answer to the same mail are the same mail: a turn that runs again does not send it twice."""
    words = "\x1f".join((place.reply_to or place.conversation, text))
    return f"say-{sha256(words.encode()).hexdigest()[:32]}"
