"""People with a mail program, who write to the desk's mailbox."""

from collections.abc import Sequence
from html import escape

from bot.core.people import Person
from bot.demo.graph.box import HISTORY, File, Json, domain, sender
from bot.demo.graph.server import LocalGraph


class Outlook:
    def __init__(self, graph: LocalGraph) -> None:
        self._graph = graph

    async def mail(
        self,
        author: Person,
        subject: str,
        text: str = "",
        *,
        html: str = "",
        in_reply_to: str = "",
        attachments: Sequence[File] = (),
        headers: Sequence[tuple[str, str]] = (),
        proved: bool = True,
        kind: str = "",
    ) -> str:
        """Puts a mail into the inbox and has the desk notified; returns its Graph id.

        `in_reply_to`: an internet message id; when the mail is known, its history is quoted below the words, as Outlook
        does it. `proved`: has the author's address passed Exchange's checks? `kind`: "@odata.type" of a meeting mail.
        """
        body = html or "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.split("\n"))
        answered = self._graph.box.known(in_reply_to)
        if answered:
            head = f"<b>From:</b> {sender(answered.data)}<br><b>Sent:</b> Monday<br><b>To:</b> {author.address}<br>"
            head += f"<b>Subject:</b> {answered.data['subject']}"
            body += HISTORY.format(head=head, body=answered.data["body"]["content"])
        data: Json = {
            "from": {"emailAddress": {"name": author.name, "address": author.address}},
            "toRecipients": [{"emailAddress": {"name": "", "address": self._graph.mailbox}}],
            "ccRecipients": [],
            "subject": subject,
            "body": {"contentType": "html", "content": f"<html><body>{body}</body></html>"},
            "internetMessageHeaders": [
                {"name": name, "value": value} for name, value in (*self._proof(author, proved), *headers)
            ],
        }
        if kind:
            data["@odata.type"] = kind
        kept = self._graph.box.arrive(data, in_reply_to, tuple(attachments))
        await self._graph.notify(kept.data["id"])
        return str(kept.data["id"])

    def _proof(self, author: Person, proved: bool) -> list[tuple[str, str]]:
        own = domain(author.address).casefold()
        inside = own == domain(self._graph.mailbox).casefold()
        verdict = "none" if inside else "pass" if proved else "fail"
        return [
            ("Authentication-Results", f"dmarc={verdict} action=none header.from={own};"),
            ("X-MS-Exchange-Organization-AuthAs", "Internal" if inside and proved else "Anonymous"),
        ]
