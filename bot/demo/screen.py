"""Shows the thread as it happens: who said what, cards as panels, progress while the agent works."""

from datetime import datetime
from typing import Any

from rich.console import Console, Group
from rich.markdown import Markdown
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from bot.demo.cast import Member, Talk, chat_with
from bot.demo.faces import card_in
from bot.demo.graph.box import Kept
from bot.demo.pictures import Pictures
from bot.demo.rules import Heard
from bot.edges.outlook.mailtext import lines_of

BOT = "Charter Desk"
WIDTH = 100
SHORT = 60  # characters: progress words are shorter than any answer


class Screen:
    """Watches the stand-ins for Teams and Outlook."""

    def __init__(self, console: Console, pictures: Pictures, people: tuple[Member, ...]) -> None:
        self.console, self._pictures = console, pictures
        self._chats = {chat_with(one).conversation: one.person.name for one in people}
        self._shown: set[str] = set()

    def day(self, moment: datetime, title: str) -> None:
        self.console.print()
        self.console.print(Rule(f"[bold]{moment:%A, %d %B %Y, %H:%M}[/] · {title}", style="blue"))

    def said(self, who: str, where: str, text: str) -> None:
        self.console.print()
        self.console.print(Text.assemble((who, "bold green"), (f"  {where}", "dim")))
        self.console.print(Text(text), style="green")

    def did(self, who: str, what: str, answer: str = "") -> None:
        self.console.print()
        self.console.print(Text.assemble((who, "bold green"), f" {what}"))
        if answer:
            self.console.print(Text(f"  {BOT}: {answer}", style="yellow"))

    def note(self, text: str) -> None:
        self.console.print(Text(text, style="dim"))

    def heard(self, heard: Heard) -> None:
        """A request of the bot to Teams, as its reader sees it."""
        if not heard.kept or not isinstance(heard.json, dict):
            return
        where, _, message = heard.path.partition("/v3/conversations/")[2].partition("/activities")
        if heard.json.get("type") != "message" or "/activities" not in heard.path:
            return
        name = message.strip("/") or heard.id
        fresh = name not in self._shown
        self._shown.add(name)
        self._show(heard.json, where, fresh)

    def mail(self, mail: Kept) -> None:
        """A mail that leaves the desk."""
        to = ", ".join(one["emailAddress"]["address"] for one in mail.data["toRecipients"])
        words = "\n".join(
            line.text for line in lines_of(mail.data["body"]["contentType"], mail.data["body"]["content"])
        )
        self.panel(words.strip(), f"mail to {to}: {mail.data['subject']}", "cyan")

    def _show(self, message: dict[str, Any], where: str, fresh: bool) -> None:
        card = card_in(message)
        place = f"→ 1:1 with {self._chats[where]}" if where in self._chats else "→ thread"
        if card is not None:
            self._card(card, place, fresh)
            return
        text = str(message.get("text") or "")
        head = Text.assemble((BOT, "bold magenta"), (f"  {place}" + ("" if fresh else "  (updated)"), "dim"))
        self.console.print(
            Group(Text(""), head, Markdown(text)) if len(text) > SHORT else Group(head, Text(text, style="dim"))
        )

    def _card(self, card: dict[str, Any], place: str, fresh: bool) -> None:
        kind = self._pictures.kind_of(card)
        if not fresh:
            self.note(f"{BOT}  {place}: the {kind} card is up to date")
            return
        words = self._pictures.text_of(card) or str(card.get("fallbackText") or "")
        self.panel(words, f"{BOT} {place}: {kind} card")

    def panel(self, words: str, title: str, colour: str = "magenta") -> None:
        self.console.print(
            Panel(Text(words.strip()), title=title, title_align="left", border_style=colour, width=WIDTH)
        )


def where_of(talk: Talk) -> str:
    return "in our 1:1 chat" if talk.kind == "personal" else f"in {talk.name or 'the channel'}"
