"""`schedule` and `why was I reminded`: what is said of the time to come and of what left, and to whom."""

import json
from datetime import UTC, datetime
from typing import get_args

import pytest

from bot.core.calendar import Hours, Span
from bot.core.habits import Facts, Habits
from bot.core.nudge import Why
from bot.core.parcel import HELD_BACK
from bot.core.people import Contact
from bot.core.wake import Reason
from bot.flows import reconcile
from bot.flows.foreseen import SILENT
from cards.words import say
from tests.fakes import ANA, MONDAY, PRIYA, STRANGER, THREAD, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started

LATE = {
    "task_id": "task-1", "title": "Technical scope", "owner_display_name": PRIYA.name, "owner_oid": PRIYA.oid,
    "owner_upn": PRIYA.address, "due_at": "2026-11-27", "status": "assigned",
}  # fmt: skip
FUTURE = LATE | {
    "task_id": "task-2",
    "title": "Pricing",
    "due_at": "2026-12-18",
    "owner_oid": "eve",
    "owner_upn": "e@x",
}


async def project(toy: Toy, *tasks: dict[str, str]) -> None:
    await started(toy, 0)
    log = json.dumps({"tasks": tasks or (LATE, FUTURE)}).encode()
    toy.agent.files[f"desk-{PID}", f"projects/{PID}/project_log.json"] = log


async def told(toy: Toy, text: str, number: int = 50, **more: object) -> str:
    before = len(toy.voice.texts())
    await hear(toy, said(text, number=number, **more))  # type: ignore[arg-type]  # facts of a letter
    return toy.voice.texts()[before:][-1]


async def her_hours(toy: Toy, **facts: object) -> None:
    known = {"zone": "America/Sao_Paulo", "days": (0, 1, 2, 3, 4), "work": Hours(start=540, end=1080)}
    await toy.store.save_habits(PRIYA, Habits(said=Facts.model_validate(known | facts)), "wishes")


async def test_the_owner_hears_what_is_planned_and_why_then(toy: Toy) -> None:
    await project(toy)
    await her_hours(toy)
    toy.clock.now = datetime(2026, 12, 5, 12, tzinfo=UTC)  # a Saturday

    text = await told(toy, "schedule")

    assert "I look at the project next on Mon, Dec 7" in text
    assert "**Technical scope** was due on Fri, Nov 27" in text
    assert "Approved now, it would go out on Mon, Dec 7, 9:00" in text
    assert "because Sat, Dec 5 is not a working day and Sun, Dec 6 is not a working day" in text
    assert "**Pricing**" in text
    assert "nothing before" in text


async def test_quiet_hours_holidays_and_absences_are_said_as_the_reason(toy: Toy) -> None:
    await project(toy, LATE)
    await her_hours(toy, quiet=Hours(start=540, end=660))
    toy.clock.now = datetime(2026, 11, 30, 12, 30, tzinfo=UTC)  # 9:30 where she is
    assert "because their quiet time lasts until Mon, Nov 30, 11:00" in await told(toy, "schedule")

    toy.post.away[PRIYA.address] = (Span(start=MONDAY, end=datetime(2026, 12, 3, 3, tzinfo=UTC)),)
    toy.clock.now = datetime(2026, 11, 30, 14, 30, tzinfo=UTC)
    text = await told(toy, "schedule", number=51)
    assert "Priya Raman is away until Thu, Dec 3" in text


async def test_an_approved_reminder_that_waits_says_when_it_goes_out(toy: Toy) -> None:
    await project(toy, LATE)
    await her_hours(toy)
    toy.agent.script = [answer("Late.", draft(1, purpose="reminder"))]
    await hear(toy, said("remind her", number=2))
    (record,) = await toy.store.records_of(PID)
    toy.clock.now = datetime(2026, 12, 5, 12, tzinfo=UTC)
    await press(toy, record, "approve")
    await ship_all(toy)

    text = await told(toy, "what is planned")

    assert "**Technical scope**: the approved reminder to Priya Raman goes out on Mon, Dec 7, 9:00" in text
    assert "because Sat, Dec 5 is not a working day" in text


async def test_a_contributor_hears_of_their_own_tasks_only(toy: Toy) -> None:
    await project(toy)

    text = await told(toy, "schedule", speaker=PRIYA)

    assert "Technical scope" in text
    assert "Pricing" not in text
    assert "I look at the project" not in text
    assert await told(toy, "schedule", number=51, speaker=STRANGER.model_copy(update={"oid": "nobody"})) == (
        "Nothing is planned for you in this project."
    )


async def reminded(toy: Toy) -> None:
    await project(toy, LATE)
    await her_hours(toy)
    await toy.store.save_contact(Contact(person=PRIYA, place=chat_of(PRIYA)))
    toy.agent.script = [answer("Late.", draft(1, purpose="reminder"))]
    await hear(toy, said("remind her", number=2))
    (record,) = await toy.store.records_of(PID)
    await press(toy, record, "approve")
    await ship_all(toy)


async def test_why_was_i_reminded_is_answered_from_the_ledger(toy: Toy) -> None:
    await reminded(toy)
    toy.clock.forward(hours=1)

    text = await told(toy, "why was I nudged?", speaker=PRIYA)

    assert "Mon, Nov 30, 10:00" in text
    assert "Priya Raman was reminded of **Technical scope**. Ana Souza approved it on Mon, Nov 30" in text
    assert "It was due on Fri, Nov 27. It was reminder 1 of at most 6." in text
    assert "stop reminders" in text


async def test_it_is_asked_in_portuguese_too(toy: Toy) -> None:
    await reminded(toy)

    place = THREAD.model_copy(update={"locale": "pt-BR"})
    text = await told(toy, "Por que fui lembrado?", speaker=PRIYA, place=place)

    assert "Priya Raman recebeu um lembrete de **Technical scope**. Ana Souza aprovou" in text


async def test_others_hear_nothing_of_somebody_elses_reminders_and_the_owner_of_all(toy: Toy) -> None:
    await reminded(toy)

    assert await told(toy, "why was I nudged", speaker=STRANGER) == "No reminder has left here."
    assert "Priya Raman was reminded" in await told(toy, "why was I nudged", number=51, speaker=ANA)


async def test_a_reminder_that_was_held_back_is_told_of_too(toy: Toy) -> None:
    await project(toy, LATE)
    await her_hours(toy)
    toy.agent.script = [answer("Late.", draft(1, purpose="reminder"))]
    await hear(toy, said("remind her", number=2))
    (record,) = await toy.store.records_of(PID)
    toy.clock.now = datetime(2026, 12, 5, 12, tzinfo=UTC)
    await press(toy, record, "approve")
    await ship_all(toy)
    toy.agent.script = [answer("Thanks.")]
    await hear(toy, said("here it is", speaker=PRIYA, number=3))
    toy.clock.now = datetime(2026, 12, 7, 12, tzinfo=UTC)
    await reconcile.reconcile(toy.world)

    text = await told(toy, "why was I reminded", speaker=PRIYA)

    assert "a reminder of **Technical scope** to Priya Raman stayed here, because they wrote" in text


@pytest.mark.parametrize("locale", ["en", "pt-BR"])
def test_every_word_of_the_rules_has_its_sentence(locale: str) -> None:
    words = say(locale)
    reasons = get_args(Reason.model_fields["why"].annotation)

    assert [why for why in Why if why not in SILENT and not words.has(f"schedule.{why.value}")] == []
    assert [why for why in reasons if not words.has(f"schedule.because.{why}")] == []
    assert [why for why in HELD_BACK if why != "stopped" and not words.has(f"why.held.{why}")] == []
