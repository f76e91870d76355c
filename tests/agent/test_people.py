"""The owner's own tasks: nobody is briefed, reminded or asked for an address about themselves."""

import pytest
from scripted import ScriptedBrain, kickoff
from speaking import line

from agent.brain.people import meant_by
from agent.wire import Recipient

LATE = "2026-12-05T09:00:00-03:00"


def notes(name: str, address: str, *others: Recipient):
    """Ana's task taken on by the owner."""
    found = kickoff()
    own = found.commitments[0].model_copy(update={"owner": name, "address": address})
    people = (Recipient(name=name, address=address), *found.attendees[1:], *others)
    return ScriptedBrain(found.model_copy(update={"commitments": (own, *found.commitments[1:]), "attendees": people}))


async def briefed(room, brain, **owner: str) -> list[str]:
    await room.with_sources("rfp.docx", "kickoff.vtt", brain=brain).owner("We received the RFP", **owner)
    return [row["task_id"] for row in room.files.drafts]


@pytest.mark.parametrize(
    ("name", "address", "channel_name", "channel_address"),
    [
        ("Olga Owner", "olga@contoso.example", "Olga Owner", "olga@contoso.example"),
        ("Olga Owner", "olga@contoso.example", "Olga Owner", ""),
        ("Olga Owner", "", "Olga Owner", "olga@contoso.example"),
        ("Olga", "", "Owner, Olga (Contoso)", ""),
        ("Olga Owner", "o.owner@contoso.example", "Olga Owner", "olga@contoso.example"),
    ],
)
async def test_the_owner_is_known_by_address_or_by_a_name_nobody_shares(
    room, name, address, channel_name, channel_address
):
    assert await briefed(room, notes(name, address), name=channel_name, address=channel_address) == ["task-2", "task-3"]


async def test_a_namesake_of_another_firm_is_briefed(room):
    assert "task-1" in await briefed(room, notes("Olga Owner", "olga@fabrikam.example"))


async def test_a_first_name_two_people_share_is_not_the_owner(room):
    brain = notes("Olga", "", Recipient(name="Olga Other", address=""), Recipient(name="Olga Owner", address=""))
    await briefed(room, brain, address="")

    assert room.files.log["asked"] == "address"


async def test_the_receipt_names_what_the_owner_keeps_and_asks_for_no_address_of_theirs(room):
    heard = await room.with_sources("rfp.docx", "kickoff.vtt", brain=notes("Olga Owner", "")).owner("The RFP is here")

    assert "- Yours, so without a brief: Technical." in heard.text
    assert "address of" not in heard.text


async def test_the_owners_own_late_task_is_named_last_and_never_reminded(room):
    await briefed(room, notes("Olga Owner", ""))
    await room.sent("brief-task-2", "brief-task-3")

    heard = await room.poll(LATE)

    assert [draft["task_id"] for draft in heard.drafts] == ["task-3"]
    assert [line for line in heard.text.splitlines() if line.startswith("- ")] == [
        "- **References** – Mark Partner: due 4 Dec 2026, no sign yet",
        "- **Technical** – yours: due 4 Dec 2026",
    ]


@pytest.mark.parametrize(
    ("name", "among", "expected"),
    [
        ("Ana Souza", ["Ana Souza", "Ana Lima"], "Ana Souza"),
        ("Souza, Ana (Contoso)", ["Ana Souza", "Bo"], "Ana Souza"),
        ("Joao Silva", ["João da Silva"], "João da Silva"),
        ("Ana", ["Ana Souza", "Ana Lima"], ""),
        ("Ana Souza", ["Ana", "Bo"], "Ana"),
        ("Ana Souza", ["Mei Tanaka"], ""),
        ("", ["Ana Souza"], ""),
    ],
)
def test_a_name_means_one_person_or_nobody(name, among, expected):
    assert meant_by(name, among) == expected


class Reads(ScriptedBrain):
    """Writes into each brief what it was told of its reader's language."""

    def brief(self, task, rfp, owner):
        return super().brief(task, rfp, owner).model_copy(update={"body": task.language})


async def test_what_the_front_end_knows_of_languages_reaches_the_brief_turns_later(room):
    told = [{"address": "Ana@contoso.example", "oid": "", "language": "pt-BR"}]
    await room.owner("hello there", people=told)
    await briefed(room, Reads())

    assert {row["task_id"]: row["body"] for row in room.files.drafts} == {"task-1": "pt-BR", "task-2": "", "task-3": ""}


async def test_a_check_drafts_in_the_language_it_names(under_way):
    seen = []
    remind = under_way.sandbox.brain.remind
    under_way.sandbox.brain.remind = lambda task, *more: (seen.append(task.language), remind(task, *more))[1]
    wanted = [{"task_id": "task-1", "why": "late", "language": "en"}, {"task_id": "task-3", "why": "late"}]
    poll = {"now": LATE, "zone": "America/Sao_Paulo", "remind": wanted}
    await under_way.send(line("poll", poll), text="Check, do not send.")

    assert seen == ["en", ""]
