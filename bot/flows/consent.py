"""A tool of the agent wants somebody's permission: asked in their own chat, and taken up where it stopped.

The link is personal: whoever follows it signs in for the agent. It is never shown where others read, nor logged.
"""

import logging

from bot.core.consent import Wish, known_address, taken_up
from bot.core.errors import Refusal
from bot.core.letter import Letter, Said
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Person, Place, Project
from bot.core.turn import Answer
from bot.flows import present
from bot.flows.ports import World
from cards import models
from cards.click import Click

log = logging.getLogger(__name__)


async def asked(world: World, project: Project, letter: Letter, answer: Answer) -> tuple[Parcel, ...]:
    """The card, for who set the turn off if they decide here, else for the owner; none without a chat of their own."""
    if not answer.consents or not answer.response_id:
        return ()
    wanted = answer.consents[0]  # the next one is asked for when this one is given
    if not known_address(wanted.link):
        log.warning("a tool of %s wants a permission at an address that is not on the list", project.project_id)
        return ()
    chat = await own_chat(world, _whom(world, project, letter))
    if chat is None:
        return ()
    wish = Wish(
        link=wanted.link, service=wanted.server, response_id=answer.response_id, letter=letter.model_dump_json()
    )
    card = Parcel(
        parcel_id=f"{project.project_id}.consent.{letter.letter_id}",
        project_id=project.project_id,
        kind="card",
        place=chat,
        recipe=Recipe(kind="consent", text=wish.model_dump_json()),
        planned_at=world.clock(),
    )
    return (card,)


def face(parcel: Parcel, project: Project, title: str) -> models.Consent:
    """Without the link once it was used, or where the text was removed since."""
    assert parcel.recipe is not None
    wish = Wish.model_validate_json(parcel.recipe.text) if parcel.recipe.text else None
    done = wish is None or parcel.recipe.trouble == "done"
    return models.Consent(
        consent_id=parcel.parcel_id,
        project=title,
        service=wish.service if wish else "",
        link="" if done or wish is None else wish.link,
        done=done,
    )


async def go_on(world: World, clicked: Click, actor: Person, place: Place | None) -> models.Consent:
    """The same letter again, once per card, behind everything that waits. Only in the chat the card was meant for."""
    parcel = await world.store.parcel(clicked.ref)
    project = await world.store.project(parcel.project_id) if parcel else None
    if parcel is None or project is None or parcel.recipe is None or parcel.recipe.kind != "consent":
        raise Refusal("desk.unknown_button")
    here = parcel.place is not None and place is not None and parcel.place.conversation == place.conversation
    if not here or not project.decided_by(actor, world.clock()):
        raise Refusal("desk.not_yours")
    if parcel.recipe.text:
        await _taken_up(world, project, Wish.model_validate_json(parcel.recipe.text))
    done = parcel.model_copy(update={"recipe": parcel.recipe.model_copy(update={"trouble": "done"})})
    return face(done, project, present.name_of(project))


async def _taken_up(world: World, project: Project, wish: Wish) -> None:
    letter = taken_up(wish)
    if letter is None:
        raise Refusal("desk.consent_enough")
    if await world.store.accept(letter.letter_id, project.home, letter, project.project_id):
        world.jobs.book(project.project_id)


def _whom(world: World, project: Project, letter: Letter) -> Person:
    if isinstance(letter, Said) and project.decided_by(letter.speaker, world.clock()):
        return letter.speaker
    return project.owner


async def own_chat(world: World, person: Person) -> Place | None:
    """Their 1:1 chat, if they may be written to there: what is one person's alone is shown nowhere else."""
    contact = await world.store.contact(person.tenant, person.oid) if person.oid else None
    place = contact.place if contact and contact.state == "active" else None
    return place if place is not None and place.kind == "personal" else None
