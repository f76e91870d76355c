"""What will be asked or sent when, and why then: told from the timers, the ledger and the rules as they stand now."""

from dataclasses import dataclass
from datetime import date, datetime

from bot.core.calendar import Calendar
from bot.core.command import Asked
from bot.core.draft import NUDGES, Record
from bot.core.letter import Said
from bot.core.memory import Effects
from bot.core.nudge import Verdict, Why
from bot.core.parcel import Fate, Parcel
from bot.core.people import Person, Project
from bot.core.project_log import ProjectLog, Task
from bot.core.timer import group_of
from bot.core.wake import Reason, wake
from bot.flows.agenda import DECISION, POLL
from bot.flows.own_account import log_of
from bot.flows.owned import is_of, task_name
from bot.flows.ports import World
from bot.flows.reply import reply
from bot.flows.time_of import Theirs, holidays, time_of
from bot.flows.trail import judged
from cards.words import Words, say

AWAY = (Why.AWAY, Why.AWAY_PAST_DUE)  # a machine that answers names no day that can be relied on
SILENT = (Why.DONE, Why.NO_DATE)  # nothing is planned, and nobody wonders


@dataclass(frozen=True)
class Outlook:
    """One project's time to come, as `reader` may see it: None for whoever decides, who sees all of it."""

    world: World
    project: Project
    log: ProjectLog
    reader: Person | None
    words: Words
    zone: str

    async def lines(self) -> list[str]:
        looks = [] if self.reader else [*await self._looks(), *await self._decisions()]
        return [*looks, *await self._held(), *await self._tasks()]

    async def _looks(self) -> list[str]:
        theirs = await time_of(self.world, self.project.owner, self.project)
        there = theirs.calendar.model_copy(update={"away": ()})  # a look waits for hours, and for nobody's return
        timers = await self.world.store.timers_in(self.project.project_id)
        return [self._said("schedule.look", one.due, theirs, {}, there) for one in timers if one.kind == POLL]

    async def _decisions(self) -> list[str]:
        """When the owner is told of what waits for them, in this project and in others."""
        owner = self.project.owner
        waiting = [one.due for one in await self.world.store.timers_of(group_of(owner)) if one.kind == DECISION]
        if not waiting:
            return []
        theirs = await time_of(self.world, owner, self.project)
        return [self._said("schedule.decisions", min(waiting), theirs, {"n": len(waiting), "owner": owner.name})]

    async def _held(self) -> list[str]:
        """What was approved and is still here."""
        store, project_id = self.world.store, self.project.project_id
        parcels = {one.parcel_id: one for one in await store.parcels_of(project_id)}
        here = [(one, parcels.get(one.parcel_id)) for one in await store.records_of(project_id)]
        return [
            await self._leaving(record, parcel)
            for record, parcel in here
            if parcel and parcel.fate is Fate.PLANNED and (self.reader is None or is_of(record, self.reader))
        ]

    async def _leaving(self, record: Record, parcel: Parcel) -> str:
        to, now = record.draft.to[0], self.world.clock()
        facts: dict[str, object] = {"who": to.name, "task": task_name(self.log, record.draft.task_id, self.words)}
        if record.draft.purpose not in NUDGES:
            at = max(now, parcel.not_before or now)
            return self.words.t("schedule.message", time=self._date(at), **facts)
        person = Person(oid=to.oid, name=to.name, address=to.address)
        return self._said("schedule.reminder", now, await time_of(self.world, person, self.project), facts)

    async def _tasks(self) -> list[str]:
        found = await judged(self.world, self.project, self.log)
        mine = [one for one in found if self.reader is None or is_of(one[0], self.reader)]
        return [await self._of(task, verdict) for task, verdict in mine if verdict.why not in SILENT]

    async def _of(self, task: Task, verdict: Verdict) -> str:
        person = Person(oid=task.oid, name=task.owner, address=task.address)
        theirs, now = await time_of(self.world, person, self.project), self.world.clock()
        facts: dict[str, object] = {
            "task": task.title,
            "who": task.owner or self.words.t("schedule.nobody"),
            "due": self.words.date(task.due, self.project.zone),
            "until": self._date(verdict.until or now),
        }
        key, asked = f"schedule.{verdict.why.value}", now if verdict.reminds else verdict.at or now
        if verdict.why in AWAY and verdict.until is None:
            key += ".open"
        return self._said(key, asked, theirs, facts, because=verdict.reminds)

    def _said(
        self,
        key: str,
        asked: datetime,
        theirs: Theirs,
        facts: dict[str, object],
        there: Calendar | None = None,
        because: bool = True,
    ) -> str:
        """With the first open moment from then on, and what stands before it: "Mon, 9:00. Not earlier, because …"."""
        calendar = there or theirs.calendar
        found = wake(max(asked, self.world.clock()), calendar)
        time = self.words.date(found.at.isoformat(), calendar.zone) if found.at else self.words.t("schedule.no_time")
        sentence = self.words.t(key, time=time, **facts)
        # every free day ends with the hours before work, and of those nobody wonders
        reasons = [one for one in found.reasons if one.why != "hours"] or list(found.reasons)
        if not because or not reasons or found.at is None:
            return sentence
        names = holidays(self.world, theirs.facts.region or "", self.world.clock())
        told = self.words.together(tuple(dict.fromkeys(self._reason(one, names) for one in reasons)))
        return f"{sentence} {self.words.t('schedule.because', reasons=told)}"

    def _reason(self, one: Reason, names: dict[date, str]) -> str:
        day = self.words.date(one.day.isoformat(), self.zone) if one.day else ""
        until, name = self._date(one.until) if one.until else "", names.get(one.day, "") if one.day else ""
        return self.words.t(f"schedule.because.{one.why}", day=day, until=until, name=name)

    def _date(self, moment: datetime) -> str:
        return self.words.date(moment.isoformat(), self.zone)


async def schedule(world: World, project: Project, said: Said, _: Asked) -> Effects | None:
    """Whoever decides hears of the project, everybody else of their own tasks. None without a log."""
    log = await log_of(world, project) if project.started else None
    if log is None:
        return None
    words, reader = say(said.place.locale), None if project.decided_by(said.speaker, world.clock()) else said.speaker
    lines = await Outlook(world, project, log, reader, words, said.place.zone).lines()
    if not lines:
        return await reply(world, said, words.t("schedule.nothing"))
    return await reply(world, said, "\n".join((words.t("schedule.head"), "", *(f"- {line}" for line in lines))))


STORIES = {"schedule": schedule}
