"""The card Outlook draws above a mail: what waits in full, and the buttons that decide it without leaving the mail.

Buttons that call an address of ours (Action.Http) are drawn at version 1.0 only. It has no RichTextBlock: its text is
Markdown, and nothing in somebody's words may become a link.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cards.faces.draft import INSTRUCTION_LIMIT, REASON_LIMIT
from cards.literal import one_line, visible
from cards.models import Letter
from cards.page import Facts, Items, Line, Message, Page, Section
from cards.phrases import addressed, channel, due, external, facts, importance, names
from cards.prose import prose
from cards.words import Words

Node = dict[str, Any]
VERSION = "1.0"
MOST = 4  # letters on one card: each has a button, the page has the fifth, and Outlook shows five
COLOURS = {"good": "good", "warning": "warning", "attention": "attention", "accent": "accent"}


@dataclass(frozen=True)
class Frame:
    """`originator`: who may send such cards, as registered with Microsoft. `answer`: where buttons post to."""

    originator: str
    answer: str
    page: str  # the same on the approval page
    tickets: tuple[str, ...] = ()  # one for each letter, which its buttons bring back


def asking(letters: Sequence[Letter], words: Words, zone: str, frame: Frame) -> Node:
    """A card that decides these letters; {} where they are too many for one."""
    if not 0 < len(letters) <= MOST:
        return {}
    shown = [(_letter(one, words, zone), _buttons(words, number, frame)) for number, one in enumerate(letters)]
    if len(shown) == 1:
        body, actions = shown[0]
        return _card(body, [*actions, _page(words, frame)], frame)
    title = _text(words.t("batch.waiting", n=len(shown)), size="medium", weight="bolder")
    each = [
        {"type": "Action.ShowCard", "title": names(one.to, words)[:60], "card": _bare(body, actions)}
        for one, (body, actions) in zip(letters, shown, strict=True)
    ]
    return _card([title], [*each, _page(words, frame)], frame)


def told(page: Page, note: str, words: Words, frame: Frame) -> Node:
    """What a page says, to be read: nothing on it can be pressed but the way to the page itself."""
    head = [_text(page.title, size="medium", weight="bolder")]
    head += [remark(note)] if note else []
    head += [_line(page.state)] if page.state else []
    return _card([*head, *(node for block in page.blocks for node in _drawn(block))], [_page(words, frame)], frame)


def remark(words: str) -> Node:
    """A word about the last press."""
    return _line(Line(words, "attention"))


def flat(text: str) -> str:
    """Words that no client makes a link of, whatever brackets they hold."""
    return text.replace("](", "] (").replace("]:", "] :")


def _card(body: list[Node], actions: list[Node], frame: Frame) -> Node:
    card = _bare(body, actions) | {"originator": frame.originator, "hideOriginalBody": False}
    if len(frame.tickets) == 1:  # what it shows is asked for anew when the mail is opened
        card["autoInvokeAction"] = _http("", frame.tickets[0], "refresh", frame)
    return card


def _bare(body: list[Node], actions: list[Node]) -> Node:
    return {"type": "AdaptiveCard", "version": VERSION, "body": body, "actions": actions}


def _letter(letter: Letter, words: Words, zone: str) -> list[Node]:
    title = words.t(f"title.{letter.purpose}", names=names(letter.to, words))
    known = facts(
        words,
        ("to", addressed(letter.to)),
        ("channel", channel(letter, words)),
        ("importance", importance(letter, words)),
        ("due", due(letter.due, words, zone)),
        ("subject", one_line(letter.subject)),
    )
    outside = external(letter.to, words)
    return [
        _text(title, size="medium", weight="bolder"),
        *([_line(Line(outside, "warning", strong=True))] if outside else []),
        _facts(known),
        *_body(letter.body),
    ]


def _buttons(words: Words, number: int, frame: Frame) -> list[Node]:
    ask, send = words.t("draft.instruction"), words.t("draft.send_change")
    change = _asked(ask, send, number, "change", INSTRUCTION_LIMIT, frame)
    why, refuse = words.t("draft.reason"), words.t("draft.reject_now")
    reject = _asked(why, refuse, number, "reject", REASON_LIMIT, frame)
    return [
        _http(words.t("draft.approve"), frame.tickets[number], "approve", frame),
        {"type": "Action.ShowCard", "title": words.t("button.change"), "card": change},
        {"type": "Action.ShowCard", "title": words.t("button.reject"), "card": reject},
    ]


def _asked(question: str, label: str, number: int, verb: str, limit: int, frame: Frame) -> Node:
    """The words come last in what is posted, as they are: whatever they hold, they end nothing."""
    name = f"{verb}_{number}"  # the ids of a whole card are different
    field = {"type": "Input.Text", "id": name, "isMultiline": True, "maxLength": limit, "placeholder": question}
    return _bare([_text(question), field], [_http(label, frame.tickets[number], verb, frame, f"{{{{{name}.value}}}}")])


def _http(title: str, ticket: str, verb: str, frame: Frame, words: str = "") -> Node:
    """With an empty `Authorization`, Microsoft's token comes in a header of its own, past whatever stands before us."""
    action = {
        "type": "Action.Http",
        "method": "POST",
        "url": frame.answer,
        "headers": [{"name": "Authorization", "value": ""}, {"name": "Content-Type", "value": "text/plain"}],
        "body": f"{ticket}\n{verb}\n{words}",
    }
    return {"title": title, **action} if title else action


def _page(words: Words, frame: Frame) -> Node:
    return {"type": "Action.OpenUrl", "title": words.t("page.read_and_decide"), "url": frame.page}


def _body(body: str) -> list[Node]:
    lines = [
        "".join(run if isinstance(run, str) else str(run["text"]) for run in block["inlines"]) for block in prose(body)
    ]
    return [_text(line, separator=number == 0, spacing="small") for number, line in enumerate(lines)]


def _drawn(block: object) -> list[Node]:
    match block:
        case Line():
            return [_line(block)]
        case Facts(pairs):
            return [_facts(pairs)]
        case Message(_, body):
            return _body(body)
        case Items(title, items):
            return [_text(title, weight="bolder"), *(_text(f"• {item}") for item in items)]
        case Section(title, blocks):
            return [_text(title, weight="bolder"), *(node for one in blocks for node in _drawn(one))]
    return []  # folded, or to be pressed: both are on the page


def _line(line: Line) -> Node:
    colour = {"color": COLOURS[line.tone]} if line.tone in COLOURS else {}
    return _text(line.text, **colour, **({"weight": "bolder"} if line.strong else {}))


def _facts(pairs: Sequence[tuple[str, str]]) -> Node:
    return {"type": "FactSet", "facts": [{"title": label, "value": flat(visible(value))} for label, value in pairs]}


def _text(text: str, **look: Any) -> Node:
    return {"type": "TextBlock", "text": flat(visible(text)), "wrap": True} | look
