"""A card in a mail: what Outlook would refuse is found before, and then the mail goes out without it, complete."""

import json
import logging
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from yarl import URL

Node = dict[str, Any]
EXECUTE, HTTP = "Action.Execute", "Action.Http"
FROM = (1, 4)  # Action.Execute; Action.Http is drawn at 1.0 only
UNKNOWN = ("Action.Submit", "Input.Time")
ADDRESSES = ("url", "iconUrl")

log = logging.getLogger(__name__)


def enclosed(
    html: str,
    card: Node,
    to: Sequence[str],
    hosts: frozenset[str],
    domains: frozenset[str],
    groups: frozenset[str] = frozenset(),
) -> str:
    """The mail's HTML with the card in its head; as it was when the card cannot be sent.

    `hosts`: those registered with Microsoft for buttons. `domains`: our own; nobody else may press one.
    `groups`: addresses that stand for several people, for whom no card is drawn.
    """
    findings = lint(card, html, to, hosts, domains, groups) if card else ()
    for finding in findings:
        log.warning("a mail goes out without its card: %s", finding)
    return _with(html, card) if card and not findings else html


def lint(
    card: Node, html: str, to: Sequence[str], hosts: frozenset[str], domains: frozenset[str], groups: frozenset[str]
) -> tuple[str, ...]:
    """Why Outlook would not draw this card, or draw it without its buttons; () for one that it takes."""
    nodes = list(_nodes(card))
    kinds = {str(node.get("type")) for node in nodes}
    version = _version(card)
    found = [f"{kind} is not known there" for kind in UNKNOWN if kind in kinds]
    if not _is_id(card.get("originator")):
        found.append("it names no originator")
    if EXECUTE in kinds and version < FROM:
        found.append("Action.Execute needs version 1.4")
    if HTTP in kinds and version != (1, 0):
        found.append("Action.Http needs version 1.0")
    if HTTP in kinds and EXECUTE in kinds:
        found.append("it has buttons of both kinds")
    for url in (str(node[name]) for node in nodes for name in ADDRESSES if name in node):
        if URL(url).scheme != "https" or URL(url).host not in hosts:
            found.append("an address in it is not registered")
    if "href" not in html:
        found.append("the mail below it has no link")
    return (*found, *_to_whom(to, domains, groups))


def _to_whom(to: Sequence[str], domains: frozenset[str], groups: frozenset[str]) -> Iterator[str]:
    known = {one.casefold() for one in groups}
    for address in to:
        if address.casefold() in known:
            yield "it goes to a group"
        if address.rpartition("@")[2].casefold() not in domains:
            yield "it goes outside"


def _with(html: str, card: Node) -> str:
    """No word in the card may end the script it lies in."""
    text = json.dumps(card, ensure_ascii=False).replace("</", "<\\/").replace("<!--", "<\\u0021--")
    script = f'<script type="application/adaptivecard+json">{text}</script>'
    if "</head>" in html:
        return html.replace("</head>", f"{script}</head>", 1)
    return f"<html><head>{script}</head><body>{html}</body></html>"


def _nodes(node: object) -> Iterator[Node]:
    if isinstance(node, dict):
        yield node
        for part in node.values():
            yield from _nodes(part)
    elif isinstance(node, list):
        for part in node:
            yield from _nodes(part)


def _version(card: Node) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in str(card.get("version")).split("."))
    except ValueError:
        return ()


def _is_id(value: object) -> bool:
    try:
        return isinstance(value, str) and UUID(value).int != 0
    except ValueError:
        return False
