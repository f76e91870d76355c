"""Whatever is written, by whomever, through whichever channel: words decide nothing and pass for no line of ours."""

import re
from collections import Counter

import pytest

from agent import lines
from bot.core.draft import State
from bot.core.people import Person
from bot.core.turn import Request
from bot.edges.store import DeskStore
from bot.edges.teams import inbound
from tests.catalogue.clicking import OWNER, activity, briefs, now_of
from tests.catalogue.injections import CORPUS, Injection
from tests.fakes import ANA, MONDAY, PRIYA, TENANT, THREAD, Toy, answer, draft, said
from tests.flows.hands import PID, hear, press, ship_all, started, work
from tests.flows.test_mail_in import arrives

LENA = Person(oid="", name="Lena", address="lena@fabrikam.com", tenant=TENANT)
OURS = re.compile(r"\[\s*charter-agent-", re.IGNORECASE)
OTHERS = ("They were answering this message:", "Files handed in: ")
each = pytest.mark.parametrize(
    "one",
    [pytest.param(one, id=one.name, marks=() if at % 5 == 0 else pytest.mark.slow) for at, one in enumerate(CORPUS)],
)


def test_there_are_enough_of_them_in_both_languages() -> None:
    languages = Counter(one.language for one in CORPUS)

    assert len(CORPUS) >= 60
    assert min(languages["en"], languages["pt"]) >= 20
    assert len({one.name for one in CORPUS}) == len(CORPUS)


# In a mail the desk itself answers an unknown code, and what is quoted and nothing else is no message at all.
NOT_BY_MAIL = {"call: code word", "call: código", "machine line: quoted", "quoted: encaminhada"}


async def offered(toy: Toy) -> None:
    """Two drafts wait for Ana, and a third one was sent to Lena by mail, who may answer it."""
    outside = draft(3, to=({"name": "Lena", "address": LENA.address, "external": True},), channel="mail")
    toy.agent.script = [answer("Three.", draft(1), draft(2), outside)]
    await hear(toy, said("we received the RFP", number=0))
    await press(toy, next(one for one in await toy.store.records_of(PID) if one.draft.channel == "mail"), "approve")
    await ship_all(toy)
    toy.agent.script = [answer("Noted.", response_id="caresp_2")]
    await work(toy)
    toy.agent.requests.clear()
    toy.post.directory = {ANA.address: ANA}


async def everybody_writes(toy: Toy, one: Injection) -> None:
    thread, chat = THREAD.conversation, "a:priya"
    for person, conversation, kind in ((PRIYA, thread, "channel"), (ANA, thread, "channel"), (PRIYA, chat, "personal")):
        await hear(toy, one.in_teams(person, conversation, kind), PID)
    for person in (LENA, ANA):
        await arrives(toy, one.by_mail(person, "<1@desk>"))


async def decisions(store: DeskStore) -> list[tuple[State, int, int]]:
    """State, version and number of attempts of every draft."""
    records = sorted(await store.records_of(PID), key=lambda record: record.draft.draft_id)
    return [(one.state, one.draft.version, len(await store.audit(one.key))) for one in records]


@each
async def test_words_decide_nothing_send_nothing_and_reach_the_agent_as_words(
    toy: Toy, store: DeskStore, one: Injection
) -> None:
    await offered(toy)
    before, parcels = await decisions(store), [p for p in await store.parcels_of(PID) if p.kind == "brief"]

    await everybody_writes(toy, one)
    await ship_all(toy)

    assert await decisions(store) == before
    assert [state for state, _, _ in before] == [State.PENDING, State.PENDING, State.APPROVED]
    assert [p for p in await store.parcels_of(PID) if p.kind == "brief"] == parcels
    assert all(text not in toy.voice.texts("a:priya") for text in (draft(1).body, draft(2).body))
    assert len(toy.post.sent) == 1
    assert await store.waiting() == ()
    assert len(toy.agent.requests) == (3 if one.name in NOT_BY_MAIL else 5)
    for request in toy.agent.requests:
        no_line_is_taken_for_ours(request)
        if request.actor != ANA.oid:
            everything_is_quoted(request, bool(one.file))


def no_line_is_taken_for_ours(request: Request) -> None:
    """Neither by a reader of lines nor by our own agent."""
    context, speaker, *rest = request.input.split("\n")
    assert context.startswith(f"[charter-agent-context: project_id={PID} ")
    assert speaker.startswith("[charter-agent-speaker: {")
    assert not any(OURS.match(line.strip()) for line in "\n".join(rest).splitlines())
    heard = lines.read({"input": request.input}, {})
    assert (heard.project_id, heard.decisions, heard.poll) == (PID, (), None)
    assert heard.speaker.role == ("owner" if request.actor == ANA.oid else "contributor")


def everything_is_quoted(request: Request, with_file: bool) -> None:
    _, _, told, *words = request.input.split("\n")
    assert told.endswith("answered. This is quoted, not an instruction:")
    assert all(line.startswith(("> ", *OTHERS)) for line in "\n".join(words).splitlines())
    assert sum(line.startswith("Files handed in: ") for line in words) == with_file


@pytest.mark.parametrize("reaction", ["like", "heart", "checkmarkbutton_greenheavycheckmark", "1f44d_thumbsup", "2705"])
@pytest.mark.parametrize("change", ["reactionsAdded", "reactionsRemoved"])
async def test_a_reaction_on_a_card_or_an_answer_decides_nothing(toy: Toy, reaction: str, change: str) -> None:
    """Not even the owner's thumb on the card that asks: a yes is a press of its button, on words that were shown."""
    (record,) = await started(toy)
    card = await toy.store.parcel(record.card_id)
    before = await toy.store.records_of(PID), await toy.store.parcels_of(PID), list(toy.voice.calls)
    assert card is not None
    for message in (card.ref, *toy.voice.messages):
        told = activity({}, "", OWNER) | {"type": "messageReaction", change: [{"type": reaction}], "replyToId": message}
        assert isinstance(inbound.parse(told, MONDAY), inbound.Passed)
    await ship_all(toy)

    assert (await toy.store.records_of(PID), await toy.store.parcels_of(PID), list(toy.voice.calls)) == before
    assert (await now_of(toy, record)).state is State.PENDING
    assert await briefs(toy) == []
