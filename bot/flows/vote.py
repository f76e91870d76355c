"""An owner decided by mail: every code in it by the same rules as a click, and one mail that says what came of it."""

import logging
from collections.abc import Iterable

from bot.core.ballot import Exact, Order
from bot.core.draft import State
from bot.core.errors import Refusal
from bot.core.memory import Effects
from bot.core.parcel import Parcel, Recipe
from bot.core.people import Person, Place
from bot.flows import decide, onlookers, present
from bot.flows.cards_of import record_of
from bot.flows.decide import Reply
from bot.flows.ports import World
from cards import models
from cards.click import Click
from cards.words import Words, say

log = logging.getLogger(__name__)


async def vote(
    world: World, name: str, order: Order, actor: Person, place: Place, project_ids: Iterable[str]
) -> Effects:
    """Every code is decided for itself, by the same rules as a click; one mail says what came of it.

    `name`: of the mail, which may come more than once. `project_ids`: where the codes may be from. `place`: who is
    answered, and where.
    """
    words = say(place.locale)
    if order.contradicted:
        return _answered(world, name, place, [words.t("ballot.contradicted")], ())
    sentences, open_still, found_in = [], [], ""
    for code in order.codes:
        meant = await _meant(world, code, project_ids)
        if len(meant) > 1:
            sentences.append(words.t("ballot.code_of_several", code=code))
            continue
        project_id, shown = next(iter(meant), ("", ()))
        found_in = found_in or project_id
        if not shown:
            log.info("a mail names a code that was never given, by %s", actor.authority or "nobody known")
            sentences.append(words.t("ballot.unknown_code", code=code))
        for one in shown:
            sentence, again = await _decided(world, order, one, actor, place)
            sentences.append(sentence)
            open_still += [one.key] if again else []
    return _answered(world, name, place, sentences, tuple(dict.fromkeys(open_still)), found_in)


async def _decided(world: World, order: Order, shown: Exact, actor: Person, place: Place) -> tuple[str, bool]:
    """What to say of one draft, and whether it has to be asked about again."""
    words = say(place.locale)
    try:
        seen = await record_of(world, shown.key)
    except Refusal as gone:
        return words.t(gone.key), False
    if onlookers.may_decide(world, seen, actor):  # else a code would show them what they do not decide
        if order.verb == "reject" and not order.note:
            return words.t("ballot.say_the_reason"), True
        if order.verb == "edit" and not order.words:
            return words.t("ballot.say_the_words"), True
    clicked = Click.model_validate(
        {"draft_id": shown.key, "version": shown.version, "hash": shown.content_hash}
        | {"verb": "save" if order.verb == "edit" else order.verb}
        | ({"reason": order.note} if order.verb == "reject" else {})
        | ({"subject": seen.record.draft.subject, "body": order.words or ""} if order.verb == "edit" else {})
    )
    reply = await decide.click(world, clicked, actor, place.locale)
    return await _told(world, reply, shown.key, order, words)


async def _told(world: World, reply: Reply, key: str, order: Order, words: Words) -> tuple[str, bool]:
    """The answer to a click is a card; in a mail it is a sentence about the draft as it stands now."""
    if isinstance(reply, str):
        return reply, False
    seen = await record_of(world, key)
    names = ", ".join(one.name or one.address for one in seen.record.draft.to)
    if isinstance(reply, models.EditCard):
        return reply.hint, True
    if isinstance(reply, models.Notice):
        return _unused(f"**{names}**: {reply.text}", reply.own_words), seen.record.waits(world.clock())
    if isinstance(reply, models.DraftCard):
        return f"**{names}**: {reply.hint or words.t('ballot.edited')}", True
    ours = order.verb == ("reject" if seen.record.state is State.REJECTED else "approve")
    sentence = f"ballot.{seen.record.state.value}" if ours else "ballot.stands"
    by = seen.record.decided_by or "–"
    standing = words.t(f"state.{present.mark(seen.record, seen.parcel, words.lang).state}")
    return words.t(sentence, names=names, by=by, state=standing), False


def _unused(sentence: str, own: str) -> str:
    """With the words that were not used, which the sentence says stand below it."""
    return "\n".join((sentence, "", *(f"> {line}".rstrip() for line in own.splitlines()))) if own else sentence


def _answered(
    world: World, name: str, place: Place, sentences: list[str], keys: tuple[str, ...], project_id: str = ""
) -> Effects:
    """`project_id`: where the codes were from; an answer to this mail belongs there too."""
    text = "\n\n".join(dict.fromkeys(sentences))
    recipe = Recipe(kind="draft" if len(keys) == 1 else "batch", keys=keys, text=text)
    parcel = Parcel(
        parcel_id=f"{project_id or place.project_id}.voted.{name}",
        project_id=project_id or place.project_id,
        kind="card",
        place=place,
        recipe=recipe if keys else Recipe(kind="notice", text=text),
        planned_at=world.clock(),
    )
    return Effects(parcels=(parcel,))


async def _meant(world: World, code: str, project_ids: Iterable[str]) -> list[tuple[str, tuple[Exact, ...]]]:
    """Codes are a project's own: another one may have given the same, for something else."""
    found = [(project_id, await world.store.shown_by(project_id, code)) for project_id in project_ids]
    return [(project_id, shown) for project_id, shown in found if shown]
