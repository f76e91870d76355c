"""Whose a task or a message is, and what the task is called."""

from bot.core.draft import Record
from bot.core.people import Person
from bot.core.project_log import ProjectLog, Task
from cards.words import Words


def is_of(what: Record | Task, person: Person) -> bool:
    """The object id decides, the address where there is none on either side."""
    if isinstance(what, Task):
        return _same(what.oid, what.address, person)
    return any(_same(one.oid, one.address, person) for one in what.draft.to)


def _same(oid: str, address: str, person: Person) -> bool:
    if oid and person.oid:
        return oid == person.oid
    return bool(address) and address.casefold() == person.address.casefold()


def task_name(log: ProjectLog | None, task_id: str, words: Words) -> str:
    titles = {task.task_id: task.title for task in log.tasks} if log else {}
    return titles.get(task_id) or words.t("schedule.some_task")
