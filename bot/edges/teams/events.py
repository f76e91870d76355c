"""What happens around messages: the bot and people come and go, messages are edited, deleted and restored."""

from typing import Literal

from bot.edges.teams.fields import Fields, fields, items, words

Event = Literal["added", "removed", "left", "gone"]
Change = Literal["edited", "deleted", "restored"]
CHANGES: dict[str, Change] = {
    "editMessage": "edited",
    "softDeleteMessage": "deleted",
    "undeleteMessage": "restored",
}


def membership(activity: Fields, kind: str, bot_id: str) -> Event | None:
    """`left`: a person; `gone`: the channel or team itself. Who joins is of no concern until they write."""
    if kind == "installationUpdate":
        actions: dict[object, Event] = {"add": "added", "remove": "removed"}
        action = activity.get("action")
        return actions.get(action) if isinstance(action, str) else None
    if kind != "conversationUpdate":
        return None
    if any(one.get("id") == bot_id for one in items(activity.get("membersAdded"))):
        return "added"
    leaving = [one.get("id") for one in items(activity.get("membersRemoved"))]
    if bot_id in leaving:
        return "removed"
    if words(fields(activity.get("channelData")).get("eventType")) in ("channelDeleted", "teamDeleted"):
        return "gone"
    return "left" if leaving else None


def who_left(activity: Fields) -> Fields:
    """The account of the first person that left."""
    return next(items(activity.get("membersRemoved")), {})


def change(activity: Fields, kind: str) -> Change | None:
    """Only what clients name: an update of another kind, such as the preview of a link, says nothing new."""
    if kind not in ("messageUpdate", "messageDelete"):
        return None
    return CHANGES.get(words(fields(activity.get("channelData")).get("eventType")))
