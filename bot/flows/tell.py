"""What became of drafts is told to the agent, several at a time: its own log must know what was sent, word for word."""

from bot.core.draft import Record, State, record_key
from bot.core.letter import Told
from bot.core.memory import Effects
from bot.core.people import Channel, Project
from bot.core.turn import Answer, Request, context_line, harmless, machine_line
from bot.flows import closing, effects
from bot.flows.bad_news import bad_news
from bot.flows.ballot import said_with
from bot.flows.converse import converse
from bot.flows.offers import reopened
from bot.flows.ports import World
from bot.flows.speech import ours
from bot.flows.stage import Bookmark, Stage
from cards.words import say

BAD = ("failed", "uncertain", "expired")


async def tell(world: World, project_id: str, letters: tuple[Told, ...]) -> Effects:
    project = await world.store.project(project_id)
    if project is None:
        return Effects()
    records = {
        letter.record_key: record for letter in letters if (record := await world.store.record(letter.record_key))
    }
    if any(letter.verb in BAD for letter in letters):
        await bad_news(world, project, letters, records)
    for letter in letters:
        if letter.verb == "expired":
            await world.jobs.redraw(letter.record_key)
    if project.state == "closed":  # its owner still hears of a delivery; there is no agent to tell
        return Effects()
    certain = tuple(letter for letter in letters if letter.verb != "uncertain")
    return await _tell_agent(world, project, certain, records) if certain else Effects()


async def _tell_agent(world: World, project: Project, letters: tuple[Told, ...], records: dict[str, Record]) -> Effects:
    first = letters[0].letter_id
    asked = [letter for letter in letters if letter.verb == "change"]
    book = await Bookmark.open(world.store, first)
    place = await effects.approval_place(world, project) if asked else None
    stage = Stage(world, book, place)
    await stage.open()
    mine = {record.key: closing.agents_own(record, project) for record in records.values()}
    request = _request(project, letters, records, mine, world.post.tag(project.project_id))
    answer = await converse(world, project, request, stage, book)
    unchanged = tuple(
        reopened(records[one.record_key]) for one in asked if _still_asked(one, records, answer, project.project_id)
    )
    found = await effects.of_turn(world, project, first, answer, more=unchanged, letter=letters[0])
    text = _outcome(project, unchanged) if ours(answer) else answer.text
    if place is not None:
        found, text = said_with(found, place, text)
    await stage.close(text, exact=ours(answer))
    return found


def _outcome(project: Project, unchanged: tuple[Record, ...]) -> str:
    return say(project.locale).t("desk.turn_failed" if unchanged else "desk.changed")


def _still_asked(letter: Told, records: dict[str, Record], answer: Answer, project_id: str) -> bool:
    """A change was asked for and the agent offered no new version: the draft must not stay locked."""
    record = records.get(letter.record_key)
    new = {record_key(project_id, draft_id) for draft_id in answer.drafts}
    return record is not None and record.state is State.ASKED and record.key not in new


def _request(
    project: Project, letters: tuple[Told, ...], records: dict[str, Record], mine: dict[str, str], tag: str
) -> Request:
    lines = [context_line(project.project_id, False)]
    known = [(letter, records[letter.record_key]) for letter in letters if letter.record_key in records]
    lines += [machine_line("decision", _facts(letter, record, project, mine, tag)) for letter, record in known]
    lines += [_sentence(letter, record) for letter, record in known]
    return Request(
        turn_id=letters[0].letter_id,
        project_id=project.project_id,
        session_id=project.session_id,
        input="\n".join(lines),
        chain=project.chain,
        actor="desk",
    )


def _facts(letter: Told, record: Record, project: Project, mine: dict[str, str], tag: str) -> dict[str, object]:
    """A change is asked of the agent's own words: what we put into a mail, tag and signature, is not among them."""
    subject, changes = record.draft.subject, letter.verb == "change"
    return {
        "verb": letter.verb,
        "draft_id": record.draft.draft_id,
        "version": record.draft.version,
        "by": letter.by or record.decided_by,
        "at": letter.at,
        "channel": letter.channel.value if letter.channel else None,
        "ref": letter.ref,
        "subject": subject.removesuffix(tag).rstrip() if tag and changes else subject,
        "body": mine[record.key] if changes else record.draft.body,
        "reason": letter.reason,
        "instruction": letter.instruction,
        "locale": project.locale,
    }


def _sentence(letter: Told, record: Record) -> str:
    """The same for an agent that does not know decision lines."""
    who = ", ".join(one.name for one in record.draft.to)
    channel = "mail" if letter.channel is Channel.MAIL else "Teams"
    match letter.verb:
        case "sent":
            return f"The message to {who} was approved and has been sent by {channel}. Do not send it again."
        case "failed":
            return f"The message to {who} was approved but could not be delivered. Do not send it."
        case "expired":
            return f"The message to {who} was not decided in time and has expired. Do not send it."
        case "rejected":
            return f"The message to {who} was rejected: {harmless(letter.reason)}. Do not send it."
    return f"Change the message to {who} and offer it again, do not send it: {harmless(letter.instruction)}"
