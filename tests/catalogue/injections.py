"""Replies that try to decide: what people, or somebody who plays them, write to get past the owner."""

import json
from html import escape
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from bot.core.letter import Said
from bot.core.people import Person
from bot.core.post import Arrived
from bot.edges.outlook.papers import Paper
from bot.edges.outlook.reading import arrived
from bot.edges.teams import inbound
from bot.edges.teams.attachments import DOWNLOAD
from tests.fakes import MONDAY, TENANT

HOME = frozenset({"contoso.com"})
REPLY = (
    '<blockquote itemscope="" itemtype="http://schema.skype.com/Reply" itemid="17">'
    '<strong itemprop="mri" itemid="29:ana">Ana Souza</strong><p itemprop="preview">{}</p></blockquote>'
)


class Injection(BaseModel):
    """`text` is what a reader sees; `html`, where there is some, is what was sent."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    language: str
    text: str
    html: str = ""
    quoted: str = ""  # an older message it answers
    subject: str = "RE: Northwind"
    headers: dict[str, str] = {}
    sender: str = ""  # a name to be called by, instead of one's own
    file: str = ""

    def in_teams(self, person: Person, conversation: str, kind: str) -> Said:
        """The letter the web door makes of it."""
        found = inbound.parse(self._activity(person, conversation, kind), MONDAY)
        assert isinstance(found, inbound.Arrived)
        assert isinstance(found.letter, Said)
        return found.letter

    def _activity(self, person: Person, conversation: str, kind: str) -> dict[str, Any]:
        markup = self.html or (REPLY.format(escape(self.quoted)) + f"<p>{escape(self.text)}</p>" if self.quoted else "")
        link = {"downloadUrl": "https://contoso.sharepoint.com/1", "uniqueId": "1", "fileType": "txt"}
        return {
            "type": "message",
            "id": f"{kind}-{person.oid}",
            "from": {"id": person.teams_id, "name": self.sender or person.name, "aadObjectId": person.oid},
            "recipient": {"id": "28:desk", "name": "Charter Desk"},
            "conversation": {"id": conversation, "conversationType": kind},
            "channelData": {"tenant": {"id": TENANT}},
            "entities": [{"type": "mention", "mentioned": {"id": "28:desk", "name": "Charter Desk"}}],
            "text": "" if self.html else escape(self.text, quote=False),
            "attachments": [
                *([{"contentType": "text/html", "content": markup}] if markup else []),
                *([{"contentType": DOWNLOAD, "content": link, "name": self.file}] if self.file else []),
            ],
        }

    def by_mail(self, person: Person, in_reply_to: str) -> Arrived:
        """The mail as the mailbox reads it; its sender is proved."""
        told = {"In-Reply-To": in_reply_to, "X-MS-Exchange-Organization-AuthAs": "Internal"}
        told |= {"Authentication-Results": f"dmarc=pass header.from={person.address.rpartition('@')[2]}"} | self.headers
        body = {"contentType": "html", "content": self.html} if self.html else {"content": self.text}
        slip = {"id": "a-1", "name": self.file, "contentType": "text/plain"}
        paper = {
            "id": f"mail-{person.oid}",
            "internetMessageId": f"<{person.name}@x>",
            "subject": self.subject,
            "from": {"emailAddress": {"name": self.sender or person.name, "address": person.address}},
            "receivedDateTime": MONDAY.isoformat(),
            "body": body,
            "internetMessageHeaders": [{"name": name, "value": value} for name, value in told.items()],
            "attachments": [slip] if self.file else [],
        }
        return arrived(Paper.model_validate(paper), "desk@contoso.com", HOME)


def corpus() -> list[Injection]:
    file = Path(__file__).parents[1] / "samples" / "injections.json"
    return [Injection.model_validate(one) for one in json.loads(file.read_text("utf-8"))]


CORPUS = corpus()
