"""botbuilder-core inside: its turn context and activities on our own connector. The only module that imports it."""

from collections.abc import Awaitable, Callable, Mapping
from types import SimpleNamespace
from typing import Any

from botbuilder.core import CloudAdapterBase, TurnContext
from botbuilder.schema import Activity, ChannelAccount, ConversationAccount, ResourceResponse
from botframework.connector.auth import ClaimsIdentity

from bot.core.people import Place
from bot.edges.teams.connector import Address, Connector

CHANNEL = "msteams"
TENANT_CLAIM = "tid"
MODELS = (Activity, ChannelAccount, ConversationAccount)
# The SDK's own serializer drops fields of entities and costs more than all the rest of a turn.
WIRE: dict[type, dict[str, str]] = {
    model: {name: spec["key"] for name, spec in model._attribute_map.items()} for model in MODELS
}


class Options(dict[str, Any]):
    """What travels beside an activity. The SDK copies activities to their depth: this is handed on as it is."""

    def __deepcopy__(self, _memo: object) -> "Options":
        return self


class Conversations:
    """The few calls the adapter makes, answered by our connector."""

    def __init__(self, connector: Connector, service_url: str, tenant: str) -> None:
        self._connector, self._service_url, self._tenant = connector, service_url, tenant

    async def send_to_conversation(self, conversation: str, activity: Activity) -> ResourceResponse:
        to, options = self._address(conversation), _options(activity)
        if step := options.get("stream"):
            return ResourceResponse(id=await self._connector.stream(to, wire(activity), step))
        if activity.type == "typing":
            await self._connector.sign(to, wire(activity))
            return ResourceResponse(id="")
        return ResourceResponse(
            id=await self._connector.post(
                to, wire(activity), goes_on=bool(options.get("goes_on")), leaving=options.get("leaving")
            )
        )

    async def reply_to_activity(self, conversation: str, _message: str, activity: Activity) -> ResourceResponse:
        """The conversation's full id is what routes an answer, not the message it answers."""
        return await self.send_to_conversation(conversation, activity)

    async def update_activity(self, conversation: str, message: str, activity: Activity) -> ResourceResponse:
        passing = bool(_options(activity).get("passing"))
        to = self._address(conversation)
        return ResourceResponse(id=await self._connector.put(to, message, wire(activity), passing=passing))

    async def delete_activity(self, conversation: str, message: str) -> None:
        await self._connector.delete(self._address(conversation), message)

    def _address(self, conversation: str) -> Address:
        return Address(self._service_url, self._tenant, conversation)


class Authentication:
    """What the adapter asks its authentication for. Tokens are checked at the web door, and nowhere else."""

    def __init__(self, connector: Connector) -> None:
        self._connector = connector

    def create_connector_factory(self, identity: ClaimsIdentity) -> SimpleNamespace:
        async def create(service_url: str, _audience: str | None = None) -> SimpleNamespace:
            tenant = identity.claims.get(TENANT_CLAIM, "")
            return SimpleNamespace(conversations=Conversations(self._connector, service_url, tenant))

        return SimpleNamespace(create=create)

    async def create_user_token_client(self, _identity: ClaimsIdentity) -> None:
        """Nobody signs in through the bot."""


class Adapter(CloudAdapterBase):  # type: ignore[misc]  # the SDK ships no types
    """Runs a piece of work in the turn context of a place."""

    def __init__(self, connector: Connector) -> None:
        super().__init__(Authentication(connector))

    async def post(self, place: Place, fields: Mapping[str, Any], **options: Any) -> str:
        """Send an activity; the id of the message, or "". `goes_on`, `leaving`: as the connector's `post` has them.

        `stream`: which step of a message that is watched while it is written.
        """
        sent: list[ResourceResponse] = []

        async def logic(context: TurnContext) -> None:
            sent.append(await context.send_activity(_activity(fields, options)))

        await self._in_turn(place, logic)
        return sent[0].id or "" if sent and sent[0] else ""

    async def put(self, place: Place, message: str, fields: Mapping[str, Any], **options: Any) -> str:
        """Replace our own message. `passing=True`: it will be replaced again soon."""

        async def logic(context: TurnContext) -> None:
            activity = _activity(fields, options)
            activity.id = message
            await context.update_activity(activity)

        await self._in_turn(place, logic)
        return message

    async def _in_turn(self, place: Place, logic: Callable[[TurnContext], Awaitable[None]]) -> None:
        identity = ClaimsIdentity({TENANT_CLAIM: place.tenant}, True)
        await self.process_proactive(identity, opening(place), None, logic)


def opening(place: Place) -> Activity:
    """The event a turn of our own begins with. It has no id: an invented one would end up in the path."""
    talk = ConversationAccount(id=place.conversation, is_group=place.kind != "personal")
    return Activity(
        type="event",
        name="ContinueConversation",
        channel_id=CHANNEL,
        service_url=place.service_url,
        conversation=talk,
        recipient=ChannelAccount(id=place.bot_id, name=place.bot_name),
        locale=place.locale,
    )


def _activity(fields: Mapping[str, Any], options: Mapping[str, Any]) -> Activity:
    """`options` travel with the activity through the SDK and are taken off before the wire."""
    activity = Activity(type="message", **fields) if "type" not in fields else Activity(**fields)
    activity.additional_properties = {"options": Options(options)}
    return activity


def _options(activity: Activity) -> dict[str, Any]:
    options: dict[str, Any] = (activity.additional_properties or {}).get("options", {})
    return options


def wire(made: Any) -> dict[str, Any]:
    """An SDK object as the JSON it stands for; plain dicts in it, such as cards and entities, stay as they are."""
    found: dict[str, Any] = {}
    for name, key in WIRE[type(made)].items():
        value = getattr(made, name, None)
        if value is not None:
            found[key] = wire(value) if type(value) in WIRE else value
    return found
