"""What Teams sends, read once: bytes in, one of five kinds of news out. Pure; any shape of JSON is survived."""

import hashlib
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Literal

import orjson

from bot.core.errors import Rejected
from bot.core.letter import Granted, Met, Said, Slot
from bot.core.people import Channel, Person, Place
from bot.edges.halves import mended
from bot.edges.teams.attachments import ADDRESS_LIMIT, files_in
from bot.edges.teams.events import change, membership, who_left
from bot.edges.teams.feedback import INVOKE, rated
from bot.edges.teams.fields import Fields, fields, items, moment, words, zones
from bot.edges.teams.news import Amended, Arrived, Invoked, News, Passed, Pressed
from bot.edges.teams.text import REPLY, Heard, hear, plain

__all__ = ["Amended", "Arrived", "Invoked", "News", "Passed", "Pressed", "parse", "read", "tenant_of"]
ID_LIMIT = 1000
LOCALE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}")
MARKER = re.compile(r"<attachment\s", re.IGNORECASE)
BOT = "28:"  # in front of every bot's id
EVERY = 1000  # mentions taken out when nobody says how many there are


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
    if kind in ("message", "messageUpdate", "messageDelete") and speaker.teams_id.startswith(BOT):
        return Passed("bot")  # two bots that answer each other would never come to an end
    if kind == "message":
        return _message(activity, place, speaker, now)
    if changed := change(activity, kind):
        said = _said(activity, place, speaker, now)
        arrived = Arrived(_seen(activity, place), said)
        return Amended(arrived, None if changed == "deleted" else said, restored=changed == "restored")
    return _met(activity, place, speaker, now)


def _met(activity: Fields, place: Place, speaker: Person, now: datetime) -> News:
    kind = words(activity.get("type"))
    event = membership(activity, kind, place.bot_id)
    if event is None:
        return Passed(kind)
    seen, person = _seen(activity, place), speaker
    if event == "left":
        account = who_left(activity)
        person = _person(account, tenant_of(activity))
        if not person.teams_id:
            return Passed(kind)
    met = Met(letter_id=_name(seen), place=place, person=person, event=event, at=moment(activity.get("timestamp"), now))
    return Arrived(seen, met)


def _place(activity: Fields, zone: str, locale: str) -> Place:
    talk, bot = fields(activity.get("conversation")), fields(activity.get("recipient"))
    conversation, bot_id = _conversation(activity, talk), words(bot.get("id"))
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
        team=words(fields(fields(activity.get("channelData")).get("team")).get("id")),
        locale=locale_told if LOCALE.fullmatch(locale_told) else locale,
        zone=zone_told if zone_told in zones() else zone,
    )


def _conversation(activity: Fields, talk: Fields) -> str:
    """The full id. A thread in a group chat may be named beside its chat: it gets the form that channels have."""
    named = words(talk.get("id"), ID_LIMIT + 1)
    thread = words(fields(fields(activity.get("channelData")).get("thread")).get("id"))
    in_group = named.endswith("@thread.v2") and thread and thread not in named
    return f"{named};messageid={thread}" if in_group else named


def _kind(talk: Fields, conversation: str) -> Literal["personal", "group", "channel"]:
    match talk.get("conversationType"):
        case "personal":
            return "personal"
        case "groupChat":
            return "group"
        case "channel":
            return "channel"
    room, _, thread = conversation.partition(";messageid=")
    if not room.endswith("@thread.v2") and (thread or room.endswith(("@thread.tacv2", "@thread.skype"))):
        return "channel"
    return "group" if talk.get("isGroup") is True or room.endswith("@thread.v2") else "personal"


def _speaker(activity: Fields) -> Person:
    found = _person(fields(activity.get("from")), tenant_of(activity))
    if not found.teams_id:
        raise Rejected(400, "no sender")
    return found


def _person(account: Fields, tenant: str) -> Person:
    """An account of a shared channel may name the tenant it comes from."""
    teams_id = words(account.get("id"))
    return Person(
        oid="" if teams_id.startswith(BOT) else words(account.get("aadObjectId")),  # a bot decides nothing
        name=" ".join(words(account.get("name")).split()),
        teams_id=teams_id,
        tenant=words(account.get("tenantId")) or tenant,
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
    name, value = words(activity.get("name")), activity.get("value")
    if name == "fileConsent/invoke":
        return _granted(activity, place, speaker, now)
    if name == INVOKE and (thumb := rated(activity, place, speaker, now)):
        return thumb
    if name != "adaptiveCard/action":
        return Invoked(name, value, speaker, place)
    return Pressed(value, speaker, place, words(activity.get("replyToId")), invoke=True)


def _granted(activity: Fields, place: Place, speaker: Person, now: datetime) -> News:
    """The slot is taken for one only where the client gave an address to put the file to."""
    value, seen = fields(activity.get("value")), _seen(activity, place)
    info = fields(value.get("uploadInfo"))
    url = words(info.get("uploadUrl"), ADDRESS_LIMIT)
    slot = Slot(
        upload_url=url,
        content_url=words(info.get("contentUrl"), ADDRESS_LIMIT),
        name=words(info.get("name")),
        unique_id=words(info.get("uniqueId")),
        file_type=words(info.get("fileType")),
    )
    letter = Granted(
        letter_id=_name(seen),
        place=place,
        person=speaker,
        about=words(fields(value.get("context")).get("about")),
        slot=slot if url and value.get("action") == "accept" else None,
        ref=words(activity.get("replyToId")),
        at=moment(activity.get("timestamp"), now),
    )
    return Arrived(seen, letter, invoke=True)


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
        quoted_ref=heard.quoted,
        files=files,
        lost_files=lost,
        at=moment(activity.get("timestamp"), now),
        ref=words(activity.get("id")),
        addressed=place.kind == "personal" or bool(pressed) or _own_mentions(activity, place) > 0,
        mentioned=tuple(_others(activity, place)),
    )


def _others(activity: Fields, place: Place) -> Iterator[Person]:
    """People who are mentioned, once each. Their object id is looked up elsewhere: whoever writes may claim any."""
    known = {place.bot_id, ""}
    for one in items(activity.get("entities")):
        account = fields(one.get("mentioned")) if one.get("type") == "mention" else {}
        teams_id = words(account.get("id"))
        if teams_id not in known:
            known.add(teams_id)
            yield Person(teams_id=teams_id, name=" ".join(words(account.get("name")).split()), tenant=place.tenant)


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
