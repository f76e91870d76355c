"""What Teams sends, read once: bytes in, one of four kinds of news out. Pure; any shape of JSON is survived."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import orjson

from bot.core.errors import Rejected
from bot.core.letter import Met, Said
from bot.core.people import Channel, Person, Place
from bot.edges.halves import mended
from bot.edges.teams.attachments import files_in
from bot.edges.teams.feedback import INVOKE, Rated, rated
from bot.edges.teams.fields import Fields, fields, items, moment, words, zones
from bot.edges.teams.text import REPLY, Heard, hear, plain

ID_LIMIT = 1000
LOCALE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}")
MARKER = re.compile(r"<attachment\s", re.IGNORECASE)
BOT = "28:"  # in front of every bot's id
EVERY = 1000  # mentions taken out when nobody says how many there are


@dataclass(frozen=True, slots=True)
class Arrived:
    """A letter for the mailbox. `seen` is equal for every copy of the same activity."""

    seen: str
    letter: Said | Met


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button. `invoke`: the answer is awaited; else the card `message` is updated. `spoken`: words sent along."""

    value: object
    actor: Person
    place: Place
    message: str
    invoke: bool
    spoken: Arrived | None = None


@dataclass(frozen=True, slots=True)
class Invoked:
    """Any other call that waits for an answer."""

    name: str


@dataclass(frozen=True, slots=True)
class Passed:
    """Nothing for us to do."""

    kind: str


News = Arrived | Pressed | Rated | Invoked | Passed


def read(body: bytes) -> Fields:
    """`Rejected` 400 for everything that is no JSON object. An emoji some client cut in half is no reason for that."""
    try:
        found = _loaded(body)
    except orjson.JSONDecodeError as wrong:
        raise Rejected(400, "not JSON") from wrong
    if not isinstance(found, dict):
        raise Rejected(400, "not an object")
    return found


def _loaded(body: bytes) -> object:
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError:
        return orjson.loads(mended(body))


def tenant_of(activity: Fields) -> str:
    told = words(fields(fields(activity.get("channelData")).get("tenant")).get("id"))
    return told or words(fields(activity.get("conversation")).get("tenantId"))


def parse(activity: Fields, now: datetime, zone: str = "UTC", locale: str = "en") -> News:
    """`zone` and `locale` stand in where the client does not tell its own. `Rejected` 400 without the needed parts."""
    kind = words(activity.get("type"))
    place, speaker = _place(activity, zone, locale), _speaker(activity)
    if not kind:
        raise Rejected(400, "no type")
    if kind == "invoke":
        return _invoke(activity, place, speaker, now)
    if speaker.teams_id == place.bot_id:
        return Passed("own")
    if kind == "message":
        return _message(activity, place, speaker, now)
    event = _membership(activity, kind, place.bot_id)
    if event is None:
        return Passed(kind)
    seen = _seen(activity, place)
    met = Met(
        letter_id=_name(seen), place=place, person=speaker, event=event, at=moment(activity.get("timestamp"), now)
    )
    return Arrived(seen, met)


def _place(activity: Fields, zone: str, locale: str) -> Place:
    talk, bot = fields(activity.get("conversation")), fields(activity.get("recipient"))
    conversation, bot_id = words(talk.get("id"), ID_LIMIT + 1), words(bot.get("id"))
    if not conversation or len(conversation) > ID_LIMIT or not bot_id:
        raise Rejected(400, "no conversation or no recipient")
    client = next((one for one in items(activity.get("entities")) if one.get("type") == "clientInfo"), {})
    zone_told = words(client.get("timezone")) or words(activity.get("localTimezone"))
    locale_told = words(activity.get("locale")) or words(client.get("locale"))
    return Place(
        channel=Channel.TEAMS,
        tenant=tenant_of(activity),
        conversation=conversation,
        kind=_kind(talk, conversation),
        service_url=words(activity.get("serviceUrl"), ID_LIMIT),
        bot_id=bot_id,
        bot_name=words(bot.get("name")),
        locale=locale_told if LOCALE.fullmatch(locale_told) else locale,
        zone=zone_told if zone_told in zones() else zone,
    )


def _kind(talk: Fields, conversation: str) -> Literal["personal", "group", "channel"]:
    match talk.get("conversationType"):
        case "personal":
            return "personal"
        case "groupChat":
            return "group"
        case "channel":
            return "channel"
    if ";messageid=" in conversation or conversation.endswith(("@thread.tacv2", "@thread.skype")):
        return "channel"
    return "group" if talk.get("isGroup") is True or conversation.endswith("@thread.v2") else "personal"


def _speaker(activity: Fields) -> Person:
    sender = fields(activity.get("from"))
    teams_id = words(sender.get("id"))
    if not teams_id:
        raise Rejected(400, "no sender")
    return Person(
        oid="" if teams_id.startswith(BOT) else words(sender.get("aadObjectId")),  # a bot decides nothing
        name=" ".join(words(sender.get("name")).split()),
        teams_id=teams_id,
        tenant=tenant_of(activity),
    )


def _seen(activity: Fields, place: Place) -> str:
    """Activity ids are times, unique only inside a conversation; a message without one is known by its content."""
    name = words(activity.get("id")) or hashlib.sha256(_written(activity)).hexdigest()
    return f"{place.tenant}|{place.conversation}|{name}"


def _written(activity: Fields) -> bytes:
    """What can be read may still be nested too deeply to be written."""
    try:
        return orjson.dumps(activity)
    except orjson.JSONEncodeError as deep:
        raise Rejected(400, "nested too deeply") from deep


def _name(seen: str) -> str:
    return f"t-{hashlib.sha256(seen.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"


def _invoke(activity: Fields, place: Place, speaker: Person, now: datetime) -> News:
    name = words(activity.get("name"))
    if name == INVOKE and (thumb := rated(activity, place, speaker, now)):
        return thumb
    if name != "adaptiveCard/action":
        return Invoked(name)
    return Pressed(activity.get("value"), speaker, place, words(activity.get("replyToId")), invoke=True)


def _message(activity: Fields, place: Place, speaker: Person, now: datetime) -> News:
    value = activity.get("value")
    said = _said(activity, place, speaker, now)
    if value is None:
        return Arrived(_seen(activity, place), said)
    spoken = Arrived(_seen(activity, place), said) if said.text else None
    return Pressed(value, speaker, place, words(activity.get("replyToId")), invoke=False, spoken=spoken)


def _said(activity: Fields, place: Place, speaker: Person, now: datetime) -> Said:
    heard = _heard(activity, place)
    files, lost = files_in(activity, heard.markers)
    pressed = words(activity.get("value"), 20_000) if not heard.words else ""  # an old client's button sends bare text
    if not (heard.words or pressed or files):
        lost = max(lost, 1)  # a file whose name the client cannot handle leaves an empty message
    return Said(
        letter_id=_name(_seen(activity, place)),
        place=place,
        speaker=speaker,
        text=heard.words or hear(pressed).words,
        quoted=heard.quote,
        files=files,
        lost_files=lost,
        at=moment(activity.get("timestamp"), now),
        ref=words(activity.get("id")),
        addressed=place.kind == "personal" or bool(pressed) or _own_mentions(activity, place) > 0,
    )


def _heard(activity: Fields, place: Place) -> Heard:
    """The text, unless a message is quoted: then only the HTML tells the quote from the person's own words."""
    text = activity.get("text")
    text = text if isinstance(text, str) else ""
    markup = next((one.get("content") for one in items(activity.get("attachments")) if _is_markup(one)), "")
    markup = markup if isinstance(markup, str) else ""
    names, own = frozenset(_own_names(activity, place)), _own_mentions(activity, place) or EVERY
    if REPLY in markup or not text.strip():
        return hear(markup, names, own, markup=True)
    heard = hear(_tagged(text, activity, place), names, own)
    heard.markers = len(MARKER.findall(markup))
    return heard


def _is_markup(attachment: Fields) -> bool:
    return words(attachment.get("contentType")).lower() == "text/html"


def _own(activity: Fields, place: Place) -> list[Fields]:
    mentions = (one for one in items(activity.get("entities")) if one.get("type") == "mention")
    return [one for one in mentions if fields(one.get("mentioned")).get("id") == place.bot_id]


def _own_mentions(activity: Fields, place: Place) -> int:
    return len(_own(activity, place))


def _own_names(activity: Fields, place: Place) -> set[str]:
    told = {plain(place.bot_name)}
    for one in _own(activity, place):
        told |= {plain(words(one.get("text"))), plain(words(fields(one.get("mentioned")).get("name")))}
    return told - {""}


def _tagged(text: str, activity: Fields, place: Place) -> str:
    """Mentions whose entity gives bare words instead of a tag, made like all the others."""
    for one in _own(activity, place):
        told = words(one.get("text"))
        if told and "<" not in told:
            text = text.replace(told, f"<at>{told}</at>", 1)
    return text


def _membership(activity: Fields, kind: str, bot_id: str) -> Literal["added", "removed"] | None:
    if kind == "installationUpdate":
        actions: dict[object, Literal["added", "removed"]] = {"add": "added", "remove": "removed"}
        action = activity.get("action")
        return actions.get(action) if isinstance(action, str) else None
    if kind != "conversationUpdate":
        return None
    if any(one.get("id") == bot_id for one in items(activity.get("membersAdded"))):
        return "added"
    if any(one.get("id") == bot_id for one in items(activity.get("membersRemoved"))):
        return "removed"
    return None
