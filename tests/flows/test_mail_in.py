import pytest

from bot.core.errors import AgentDown, AgentTrouble, TurnLost
from bot.core.letter import MAIL_IN, Mailed
from bot.core.people import Channel, Contact, Person, Place
from bot.core.post import Arrived
from bot.flows.mailbox import take_turns
from tests.fakes import ANA, MONDAY, TENANT, Toy, answer, chat_of, draft, said
from tests.flows.hands import PID, hear, press, ship_all

PILE = Place(channel=Channel.MAIL, tenant="", conversation=MAIL_IN, kind="mail")
LENA = Person(name="Lena", address="lena@fabrikam.com")


def mail(sender: Person = LENA, **more: object) -> Arrived:
    facts = {
        "message_id": "m-1", "internet_id": "<m-1@x>", "sender": sender, "subject": "Northwind", "at": MONDAY,
        "new_text": "Here is my part.", "trusted": True,
    }  # fmt: skip
    return Arrived.model_validate(facts | more)


async def arrives(toy: Toy, arrived: Arrived) -> None:
    """The notification is taken, the mail read, and its project worked on."""
    toy.post.inbox[arrived.message_id] = arrived
    mailed = Mailed(letter_id=f"mail:{arrived.message_id}", message_id=arrived.message_id, at=MONDAY)
    await toy.store.accept(mailed.letter_id, PILE, mailed, MAIL_IN)
    await take_turns(toy.world, MAIL_IN, "turn:mail")
    while toy.jobs.booked:
        await take_turns(toy.world, toy.jobs.booked.pop(), "turn:more")


async def briefed_by_mail(toy: Toy) -> str:
    """Lena was sent a brief; returns the id of that mail."""
    outside = draft(1, to=({"name": "Lena", "address": "lena@fabrikam.com", "external": True},), channel="mail")
    toy.agent.script = [answer("One.", outside)]
    await hear(toy, said("go"))
    (record,) = await toy.store.records_of(PID)
    await press(toy, record, "approve")
    await ship_all(toy)
    toy.jobs.booked.clear()
    return "<1@desk>"


async def test_an_answer_to_a_brief_finds_its_project_by_the_mail_it_answers(toy: Toy) -> None:
    sent = await briefed_by_mail(toy)
    toy.agent.script = [answer("Lena answered.")]
    await arrives(toy, mail(in_reply_to=sent))
    last = toy.agent.requests[-1].input

    assert '"in_reply_to": "d-1"' in last
    assert '"role": "contributor"' in last
    assert toy.voice.texts()[-1] == "Lena answered."
    assert toy.mail_voice.texts() == []


@pytest.mark.parametrize(
    "arrived",
    [mail(automatic="oof"), mail(automatic="ndr"), mail(trusted=False), mail(sender=LENA)],
    ids=["absence", "bounce", "forged", "stranger"],
)
async def test_what_nobody_of_ours_wrote_starts_nothing_and_is_not_answered(toy: Toy, arrived: Arrived) -> None:
    await arrives(toy, arrived)

    assert toy.agent.requests == []
    assert toy.mail_voice.calls == []
    assert await toy.store.projects() == ()


async def test_the_same_mail_found_twice_is_one_turn(toy: Toy) -> None:
    toy.post.directory[ANA.address] = ANA
    await arrives(toy, mail(sender=Person(name="Ana", address=ANA.address)))
    await arrives(toy, mail(sender=Person(name="Ana", address=ANA.address), message_id="m-2"))

    assert len(toy.agent.requests) == 1


@pytest.mark.parametrize("trouble", [AgentDown(), TurnLost()], ids=["down", "lost"])
async def test_a_change_that_meets_trouble_is_told_in_the_chat_where_it_was_asked_for(
    toy: Toy, trouble: AgentTrouble
) -> None:
    await toy.store.save_contact(Contact(person=ANA, place=chat_of(ANA)))
    thread = Place(channel=Channel.MAIL, tenant=TENANT, conversation="<1@x>", kind="mail")
    toy.agent.script = [answer("One.", draft(1))]
    project_id = await hear(toy, said("go", place=thread))
    (record,) = await toy.store.records_of(project_id)
    mails = list(toy.mail_voice.calls)
    toy.agent.script = [trouble]
    await press(toy, record, "change", instruction="make it shorter")
    await take_turns(toy.world, project_id, "turn:change")

    assert toy.mail_voice.calls == mails
    (text,) = toy.voice.texts("a:ana")
    assert "On it" not in text


async def test_an_owner_who_lives_in_mail_gets_answer_and_drafts_in_one_mail(toy: Toy) -> None:
    toy.post.directory[ANA.address] = ANA
    toy.agent.script = [answer("I read it.", draft(1), draft(2))]
    await arrives(toy, mail(sender=Person(name="Ana", address=ANA.address, tenant=TENANT)))

    (text,) = [what for _, what in toy.mail_voice.messages.values() if isinstance(what, str)]
    assert text.startswith("I read it.")
    for body in (draft(1).body, draft(2).body):
        assert body in text
    assert toy.voice.calls == []


async def test_a_mail_that_names_no_language_is_answered_in_the_one_it_is_written_in(toy: Toy) -> None:
    toy.post.directory[ANA.address] = ANA
    toy.agent.script = [answer("Lido.")]
    words = "Recebemos a RFP da Northwind e o kickoff foi hoje. Por favor, prepare os briefings para a equipe."
    await arrives(toy, mail(sender=Person(name="Ana", address=ANA.address), new_text=words))
    (project_id,) = await toy.store.projects()
    project = await toy.store.project(project_id)

    assert project is not None
    assert project.locale == "pt-BR"
    assert '"locale": "pt-BR"' in toy.agent.requests[-1].input
