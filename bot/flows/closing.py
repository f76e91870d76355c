"""How the owner's mails end: shown in every draft of a mail, and sent as approved."""

from bot.core.draft import BODY_LIMIT, Draft, Record
from bot.core.people import Channel, Person, Project
from bot.core.signature import signed, unsigned, usual
from bot.flows.ports import World


async def signature_of(world: World, person: Person) -> str:
    return (await world.store.habits(person)).signature or usual(person.name, world.house.organisation)


def with_signature(offer: Draft, signature: str, project: Project) -> Draft:
    """A mail that the owner is asked about ends as theirs do; one that is as long as any may be is left as it is."""
    if offer.channel is not Channel.MAIL:
        return offer
    body = signed(offer.body, signature, project.owner.name)
    return offer.model_copy(update={"body": body}) if len(body) <= BODY_LIMIT else offer


def agents_own(record: Record, project: Project) -> str:
    """The words of a draft as the agent knows them, who is asked to change them."""
    return unsigned(record.draft.body, record.signature, project.owner.name)
