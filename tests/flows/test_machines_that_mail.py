"""What machines write back, and the brakes for those that nothing gives away."""

from itertools import count

import pytest

from bot.core.errors import Throttled, Undeliverable
from bot.core.letter import FileRef
from bot.core.parcel import Fate
from bot.core.people import Channel, Contact, Person, Place
from bot.core.post import Meeting
from bot.flows import brake
from tests.fakes import ANA, MONDAY, TENANT, Toy, answer, chat_of, draft
from tests.flows.hands import PID, press, ship_all
from tests.flows.test_mail_in import LENA, arrives, briefed_by_mail, mail
from tests.flows.test_vote import OWNER, asked, codes, mails, writes

NAMES = count()
HOME = Place(channel=Channel.MAIL, tenant=TENANT, conversation="<m-1@x>", kind="mail", address=LENA.address)


def report(sent: str, **more: object) -> object:
    facts = {"automatic": "ndr", "references": (sent,), "bounced": (LENA.address,), "message_id": "m-7"}
    return mail(sender=Person(address="postmaster@fabrikam.com"), internet_id="<m-7@x>", trusted=False, **facts | more)


async def notices(toy: Toy, project_id: str = PID) -> list[str]:
    found = await toy.store.parcels_of(project_id)
    return [one.recipe.text for one in found if one.recipe and one.recipe.kind == "notice"]


@pytest.mark.parametrize("told", [(LENA.address,), ("somebody@else.example",), ()], ids=["named", "others", "nobody"])
async def test_a_mail_that_came_back_is_told_to_the_owner_in_teams_and_to_nobody_by_mail(
    toy: Toy, told: tuple[str, ...]
) -> None:
    sent = await briefed_by_mail(toy)
    before = len(toy.agent.requests)
    await arrives(toy, report(sent, bounced=told))
    await arrives(toy, report(sent, bounced=told, message_id="m-8"))

    reach = await toy.store.reach(TENANT, LENA.address)
    assert reach is not None
    assert reach.bounced_at is not None
    assert await toy.store.reach(TENANT, "somebody@else.example") is None
    assert [LENA.address in one for one in await notices(toy)] == [True], "once per report"
    assert len(toy.agent.requests) == before
    assert toy.mail_voice.messages == {}


async def test_a_report_about_a_mail_that_is_not_ours_is_believed_in_nothing(toy: Toy) -> None:
    await briefed_by_mail(toy)
    await arrives(toy, report("<somebody-elses@x>"))
    assert await toy.store.reach(TENANT, LENA.address) is None
    assert await notices(toy) == []


async def test_what_was_approved_before_a_mail_came_back_stays_here_and_what_is_approved_later_goes_out(
    toy: Toy,
) -> None:
    sent = await briefed_by_mail(toy)
    to = ({"name": "Lena", "address": LENA.address, "external": True},)
    toy.agent.script = [answer("More.", draft(2, to=to, channel="mail"), draft(3, to=to, channel="mail"))]
    await arrives(toy, mail(in_reply_to=sent, new_text="Here."))
    two, three = sorted(await toy.store.records_of(PID), key=lambda one: one.draft.draft_id)[1:]
    await press(toy, two, "approve")
    toy.clock.forward(minutes=1)
    await arrives(toy, report(sent))
    toy.clock.forward(minutes=1)
    await press(toy, three, "approve")
    await ship_all(toy)

    parcels = {one.record_key: one for one in await toy.store.parcels_of(PID) if one.kind == "brief"}
    assert (parcels[two.key].fate, parcels[two.key].trouble) == (Fate.FAILED, "bounced")
    assert parcels[three.key].fate is Fate.SENT


async def test_an_owner_who_lives_in_mail_gets_no_mail_about_one_that_came_back(toy: Toy) -> None:
    await asked(toy)
    (code,) = codes(toy)
    await writes(toy, f"APPROVE {code}")
    before = mails(toy)
    await arrives(toy, report("<1@desk>"))

    reach = await toy.store.reach(TENANT, LENA.address)
    assert reach is not None
    assert reach.bounced_at is not None
    assert mails(toy) == before


async def test_an_absence_is_noted_and_ends_when_they_write(toy: Toy) -> None:
    sent = await briefed_by_mail(toy)
    await arrives(toy, mail(automatic="oof", in_reply_to=sent))
    away = await toy.store.reach(TENANT, LENA.address)
    assert away is not None
    assert away.absent_at == MONDAY
    await arrives(toy, mail(in_reply_to=sent, message_id="m-2", internet_id="<m-2@x>"))
    back = await toy.store.reach(TENANT, LENA.address)
    assert back is not None
    assert back.absent_at is None


async def test_an_absence_that_nobody_vouches_for_is_not_noted(toy: Toy) -> None:
    await arrives(toy, mail(automatic="oof", trusted=False))
    assert await toy.store.reach(TENANT, LENA.address) is None


async def test_a_thread_gets_three_mails_in_ten_minutes_and_ten_a_day(toy: Toy) -> None:
    sent = 0
    for _ in range(40):
        for _ in range(4):
            try:
                await brake.check(toy.world, HOME, str(next(NAMES)))
            except Undeliverable:
                continue
            sent += 1
        toy.clock.forward(minutes=10)
    assert sent == 10


async def test_a_person_gets_no_more_than_thirty_a_day_over_all_threads(toy: Toy) -> None:
    sent = 0
    for thread in range(50):
        place = HOME.model_copy(update={"conversation": f"<t-{thread}@x>"})
        try:
            await brake.check(toy.world, place, str(next(NAMES)))
        except Undeliverable:
            continue
        sent += 1
    assert sent == 30


async def test_an_owner_waits_for_an_answer_instead_of_losing_it(toy: Toy) -> None:
    await asked(toy)
    place = HOME.model_copy(update={"address": ANA.address})
    for _ in range(brake.TO_OWNERS - 1):  # the mail that asks was the first
        await brake.check(toy.world, place, str(next(NAMES)))
    with pytest.raises(Throttled) as waits:
        await brake.check(toy.world, place, str(next(NAMES)))
    assert waits.value.retry_after == 600


async def test_the_owner_hears_in_teams_that_a_thread_was_stopped(toy: Toy) -> None:
    await toy.store.save_contact(Contact(person=ANA, place=chat_of(ANA)))
    toy.post.directory[ANA.address] = ANA
    toy.agent.script = [answer("I read it.")]
    await arrives(toy, mail(sender=OWNER, new_text="We received the RFP.", to=(LENA.address,)))
    (project_id,) = await toy.store.projects()
    for _ in range(6):
        try:
            await brake.check(toy.world, HOME, str(next(NAMES)))
        except Undeliverable:
            continue
    assert [LENA.address in one for one in await notices(toy, project_id)] == [True]


async def test_nothing_is_counted_in_teams(toy: Toy) -> None:
    for _ in range(20):
        await brake.check(toy.world, chat_of(ANA), str(next(NAMES)))


async def test_a_mail_in_outlooks_own_wrapping_is_refused_with_a_sentence(toy: Toy) -> None:
    sent = await briefed_by_mail(toy)
    wrapped = FileRef(name="WINMAIL.DAT", message="m-2", attachment="a")
    await arrives(toy, mail(in_reply_to=sent, message_id="m-2", internet_id="<m-2@x>", files=(wrapped,)))

    (told,) = toy.mail_voice.texts("<1@desk>")
    assert "a format only Outlook can open" in told
    assert "did not arrive: WINMAIL.DAT" in toy.agent.requests[-1].input
    assert not [path for _, path in toy.agent.files if "winmail" in path.casefold()]


def invitation(sent: str, **more: object) -> object:
    meeting = Meeting(meant="invited", title="Price talk", starts="2026-12-03T13:00:00+00:00")
    return mail(automatic="meeting", meeting=meeting, in_reply_to=sent, **more)


async def test_the_owner_hears_of_an_invitation_with_its_time_and_it_counts_as_nothing(toy: Toy) -> None:
    sent = await briefed_by_mail(toy)
    turns = len(toy.agent.requests)
    await arrives(toy, invitation(sent))
    await arrives(toy, invitation(sent, message_id="m-2"))

    (told,) = await notices(toy)
    assert "Lena sent me an invitation: **Price talk**, Thu, Dec 3, 10:00" in told.replace("\u202f", " ")
    assert len(toy.agent.requests) == turns, "no turn, and so no submission"
    assert await toy.store.heard_at(PID, LENA) is None
    assert toy.mail_voice.messages == {}


@pytest.mark.parametrize(
    "more", [{"trusted": False}, {"sender": Person(address="x@else.example")}], ids=["forged", "of no part in it"]
)
async def test_an_invitation_of_anybody_else_is_not_told(toy: Toy, more: dict[str, object]) -> None:
    sent = await briefed_by_mail(toy)
    await arrives(toy, invitation(sent, **more))

    assert await notices(toy) == []


async def test_an_owner_who_lives_in_mail_gets_no_mail_about_an_invitation(toy: Toy) -> None:
    await asked(toy)
    (code,) = codes(toy)
    await writes(toy, f"APPROVE {code}")
    before = mails(toy)
    await arrives(toy, invitation("<1@desk>"))

    assert mails(toy) == before
