"""What several stories' tests do with a toy world."""

from bot.core.draft import Record
from bot.core.errors import Uncertain
from bot.core.letter import Said
from bot.core.people import Contact, Person
from bot.flows import agenda, alarm, decide, deliver
from bot.flows.decide import Reply
from bot.flows.mailbox import take_turns
from bot.flows.rang import rang
from cards.click import Click
from tests.fakes import ANA, PRIYA, THREAD, Toy, answer, chat_of, draft, said

PID = THREAD.project_id


async def hear(toy: Toy, letter: Said, project_id: str = "") -> str:
    """A message is accepted and everything that waits is worked off."""
    project_id = await toy.store.accept(letter.letter_id, letter.place, letter, project_id) or ""
    await take_turns(toy.world, project_id, f"turn:{letter.letter_id}")
    return project_id


async def started(toy: Toy, count: int = 1) -> list[Record]:
    """A project with `count` open drafts."""
    toy.agent.script = [answer("I read everything.", *(draft(n) for n in range(1, count + 1)))]
    await hear(toy, said("we received the RFP from Northwind"))
    toy.agent.script = [answer("Noted.", response_id="caresp_2")]
    return sorted(await toy.store.records_of(PID), key=lambda record: record.key)


async def press(toy: Toy, record: Record, verb: str, actor: Person = ANA, **more: object) -> Reply:
    clicked = Click.model_validate(
        {"verb": verb, "draft_id": record.key, "version": record.draft.version, "hash": record.draft.content_hash}
        | more
    )
    return await decide.click(toy.world, clicked, actor, "en")


async def ship_all(toy: Toy) -> None:
    while toy.jobs.shipped:
        parcel_id, _ = toy.jobs.shipped.pop(0)
        await deliver.ship(toy.world, parcel_id)


async def strike(toy: Toy) -> None:
    """The hour of the project's look has come, whatever its cadence."""
    await toy.store.set_timers((agenda.poll(PID, toy.clock()),))
    await alarm.work_off(toy.world, rang)


async def in_doubt(toy: Toy, count: int = 1) -> list[Record]:
    """Approved briefs for Priya, sent without anybody knowing whether they arrived."""
    records = await started(toy, count)
    await toy.store.save_contact(Contact(person=PRIYA, place=chat_of(PRIYA)))
    for record in records:
        await press(toy, record, "approve")
        toy.voice.trouble = [Uncertain()]
        await ship_all(toy)
        toy.voice.trouble = []
    return records


async def work(toy: Toy, job: str = "turn:later") -> None:
    """Somebody looks in; what was put off is due by then."""
    toy.clock.forward(seconds=max((after for _, after in toy.jobs.later), default=0))
    await take_turns(toy.world, PID, job)
