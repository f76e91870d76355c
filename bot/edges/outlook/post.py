"""Outgoing mail through Graph, each exactly once: a draft that carries our mark, then one attempt to send it.

draft ──send──> 2xx   sent
                429   certainly not sent: later, with the same draft
                4xx   certainly not sent, and never will be
                else  look for the mark: in Sent Items → sent, still a draft → later, neither → uncertain
"""

import asyncio

from bot.core.errors import ChannelTrouble, Throttled, Uncertain, Undeliverable, UndeliverableReason
from bot.core.post import Mail
from bot.edges.outlook.answers import Answer, filled, trouble
from bot.edges.outlook.line import Line
from bot.edges.outlook.mailbox import Mailbox
from bot.edges.outlook.marks import message_mark
from bot.edges.outlook.papers import Paper, Papers
from bot.edges.outlook.routing import own_address

LOOKS = (0.5, 2.0, 5.0)  # seconds before each look for a mail whose fate is in doubt; a sent one takes a moment to show
REASONS: dict[str, UndeliverableReason] = {
    "ErrorInvalidRecipients": "no_address",
    "ErrorAccessDenied": "forbidden",
    "ErrorMessageSizeExceeded": "too_big",
}


class GraphPost(Mailbox):
    def __init__(
        self,
        line: Line,
        home_domains: frozenset[str] = frozenset(),
        looks: tuple[float, ...] = LOOKS,
        secret: bytes = b"",
        plus: bool = False,
    ) -> None:
        """`plus`: answers are wanted at an address that names the project, which the mailbox has to take."""
        super().__init__(line, home_domains, secret=secret)
        self._plus = plus
        self._looks = looks

    async def send(self, mail: Mail) -> str:
        """Sending the same `key` again is harmless: the mail that carries its mark is found, sent or as a draft.

        A draft is filled with the whole body and the recipients: a reply's holds history, and answers go where we say.
        """
        if self._plus and mail.project_id:
            own = own_address(self.access.mailbox, mail.project_id, self._secret)
            mail = mail.model_copy(update={"answers_to": own})
        mark = message_mark(mail.key)
        found = await self._marked(mark)
        if sent := next((paper for paper in found if not paper.is_draft), None):
            return sent.internet_message_id
        draft = found[0] if found else await self._draft(mail)
        if found or mail.reply_to:
            answer = await self._line.ask(lambda calls: calls.fill(draft.id, mail))
            if found and not answer.ok and not answer.doubtful:  # an earlier attempt may have sent it meanwhile
                return await self._in_doubt(mark, answer, again=True)
            sure(answer, "a draft could not be filled")
        answer = await self._line.ask(lambda calls: calls.send(draft.id))
        if answer.ok:
            return draft.internet_message_id
        return await self._in_doubt(mark, answer, again=bool(found))

    async def arrived(self, key: str) -> str | None:
        try:
            found = await self._marked(message_mark(key))
        except ChannelTrouble as unknown:
            raise Uncertain("nobody could look whether the mail was sent") from unknown
        return next((paper.internet_message_id for paper in found if not paper.is_draft), None)

    async def _draft(self, mail: Mail) -> Paper:
        desk = self.access.mailbox
        if mail.reply_to:
            answer = await self._line.ask(lambda calls: calls.reply_draft(mail, desk))
        else:
            answer = await self._line.ask(lambda calls: calls.draft(mail, desk))
        return filled(Paper, sure(answer, "a mail could not be drafted"))

    async def _marked(self, mark: str) -> tuple[Paper, ...]:
        answer = await self._line.ask(lambda calls: calls.marked(mark))
        return filled(Papers, sure(answer, "the mailbox could not be searched")).value

    async def _in_doubt(self, mark: str, answer: Answer, again: bool) -> str:
        """`again`: the draft is of an earlier attempt, whose sending may be what this one is refused for."""
        clear = not answer.doubtful and answer.status != 404  # 404: the draft is gone, so perhaps somebody has sent it
        if clear and (not again or answer.status == 429):
            raise refused(answer, "a mail was not sent")
        found: tuple[Paper, ...] = ()
        for pause in self._looks:
            await asyncio.sleep(pause)
            try:
                found = await self._marked(mark)
            except ChannelTrouble as unknown:
                raise Uncertain("a mail may have been sent") from unknown
            if sent := next((paper for paper in found if not paper.is_draft), None):
                return sent.internet_message_id
        if found and clear:
            raise refused(answer, "a mail was not sent")
        if found:
            raise Throttled("a mail is still a draft", answer.retry_after)
        raise Uncertain(f"a mail may have been sent: {answer.status} {answer.code}".strip())


def sure(answer: Answer, what: str) -> Answer:
    """Steps before the sending: whatever went wrong with them, nothing was sent."""
    if answer.ok:
        return answer
    if answer.doubtful:
        raise Throttled(f"{what}: {answer.status} {answer.code}".strip(), answer.retry_after)
    raise refused(answer, what)


def refused(answer: Answer, what: str) -> Throttled | Undeliverable:
    wrong = trouble(answer, what)
    if isinstance(wrong, Throttled):
        return wrong
    reason = wrong.reason if isinstance(wrong, Undeliverable) else "unknown"
    return Undeliverable(str(wrong), "too_big" if answer.status == 413 else REASONS.get(answer.code, reason))
