"""Who writes in the soak, and where: some in chats of their own, most in threads of channels."""

from uuid import NAMESPACE_OID, uuid5

from bot.core.people import Channel, Person, Place
from bot.demo.cast import TENANT, Member, Talk, chat_with

CHATS = 10  # of fifty conversations so many are 1:1
IN_A_CHANNEL = 5  # threads: all of a channel's threads share its rate limit
ZONE = "Europe/Lisbon"


def writers(count: int) -> tuple[Member, ...]:
    """People of their own: the sample's people get briefs and write nothing, so what they read is easy to judge."""
    return tuple(_writer(number) for number in range(count))


def _writer(number: int) -> Member:
    name = f"Writer {number:02}"
    person = Person(
        oid=str(uuid5(NAMESPACE_OID, name)),
        name=name,
        address=f"writer.{number:02}@contoso.com",
        teams_id=f"29:1writer{number:02}",
        tenant=TENANT,
    )
    return Member(person, ZONE, "en-US")


def conversations(people: tuple[Member, ...], count: int) -> list[tuple[Member, Talk]]:
    """Owner and place of each: the first in 1:1 chats, the others as threads of a few channels."""
    chats = [(one, chat_with(one)) for one in people[: min(CHATS, count // 5)]]
    threads = [
        (people[number % len(people)], _channel(number // IN_A_CHANNEL).thread(f"17{number:011}"))
        for number in range(count - len(chats))
    ]
    return [*chats, *threads]


def _channel(number: int) -> Talk:
    return Talk(f"19:soak{number:03}kV2rTq8mZx0LwB5nHs7JdYc3PfGu1E@thread.tacv2", "channel", f"Bids {number}")


def project_of(talk: Talk) -> str:
    """The project that a conversation starts."""
    kind = "personal" if talk.kind == "personal" else "channel"
    return Place(channel=Channel.TEAMS, tenant=TENANT, conversation=talk.conversation, kind=kind).project_id
