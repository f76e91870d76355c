"""The desk speaks in mail threads: one turn, one mail, to the one who wrote."""

import pytest
from mail_people import DESK, FULANA, JEAN

from bot.core.errors import MessageGone, Undeliverable
from bot.core.letter import FileRef
from bot.core.people import Channel, Person, Place
from bot.demo.graph import LocalGraph, Outlook
from bot.demo.graph.box import File
from bot.edges.outlook.post import GraphPost
from bot.edges.outlook.voice import MailVoice
from bot.flows.ports import Post, Voice

ORIGINATOR = "2f6d9c0e-0000-4b1a-9a11-0000000000aa"


@pytest.fixture
def voice(post: GraphPost) -> MailVoice:
    return MailVoice(post, DESK)


@pytest.fixture
async def place(post: GraphPost, outlook: Outlook) -> Place:
    mail = await post.read(await outlook.mail(FULANA, "RFP Contoso", "Hello", attachments=[File("a.txt", b"abc")]))
    assert mail is not None
    return Place(
        channel=Channel.MAIL,
        tenant="tenant-1",
        conversation=mail.root,
        kind="mail",
        subject=mail.subject,
        reply_to=mail.message_id,
    )


async def test_they_are_what_the_stories_expect(post: GraphPost, voice: MailVoice) -> None:
    as_post: Post = post
    as_voice: Voice = voice
    assert (as_post, as_voice) == (post, voice)


async def test_an_answer_is_one_mail_to_the_sender(graph: LocalGraph, voice: MailVoice, place: Place) -> None:
    assert (await voice.say(place, "On it…", final=False)).ref == ""
    posted = await voice.say(place, "**Done.** See [this](https://example.com).", replaces="")
    sent = graph.sent[0]
    assert (len(graph.sent), posted.ref, posted.place) == (1, sent.name, place)
    assert sent.data["toRecipients"] == [{"emailAddress": {"address": FULANA.address, "name": FULANA.name}}]
    assert sent.data["subject"] == "RE: RFP Contoso"
    assert sent.in_reply_to == place.conversation
    assert "<strong>Done.</strong>" in sent.data["body"]["content"]


async def test_a_turn_that_runs_again_does_not_mail_again(graph: LocalGraph, voice: MailVoice, place: Place) -> None:
    first = await voice.say(place, "Done.")
    assert await voice.say(place, "Done.") == first
    await voice.say(place, "Something else.")
    assert len(graph.sent) == 2


async def test_a_card_is_mailed_as_its_words_and_not_again_when_it_changes(
    graph: LocalGraph, voice: MailVoice, place: Place
) -> None:
    posted = await voice.show(place, {"type": "AdaptiveCard"}, "Three drafts are waiting.")
    assert (await voice.show(place, {}, "Two drafts are waiting.", replaces=posted.ref)).ref == posted.ref
    assert len(graph.sent) == 1
    assert "Three drafts are waiting." in graph.sent[0].data["body"]["content"]


@pytest.mark.parametrize(("to", "drawn"), [(FULANA, True), (JEAN, False)])
async def test_a_card_lies_in_a_mail_to_one_of_us_and_in_no_other(
    graph: LocalGraph, post: GraphPost, place: Place, to: Person, drawn: bool
) -> None:
    voice = MailVoice(post, DESK, card_hosts=frozenset({"desk.contoso.com"}))
    press = {"type": "Action.Http", "method": "POST", "url": "https://desk.contoso.com/api/card", "body": "x"}
    card = {"type": "AdaptiveCard", "version": "1.0", "originator": ORIGINATOR, "body": [], "actions": [press]}
    page = '<html><head></head><body><a href="https://desk.contoso.com/d/x">Open</a></body></html>'
    await voice.show(place.model_copy(update={"address": to.address}), card, "One waits.", page=page)
    body = graph.sent[0].data["body"]["content"]

    assert ("application/adaptivecard+json" in body) == drawn
    assert 'href="https://desk.contoso.com/d/x"' in body


async def test_a_first_mail_to_somebody_begins_a_thread(graph: LocalGraph, voice: MailVoice, place: Place) -> None:
    await voice.say(await voice.meet(place, JEAN), "Hello Jean")
    sent = graph.sent[0]
    assert (sent.in_reply_to, sent.data["subject"]) == ("", "Charter Desk")
    assert sent.data["toRecipients"][0]["emailAddress"]["address"] == JEAN.address


async def test_nobody_is_met_without_an_address(voice: MailVoice, place: Place) -> None:
    with pytest.raises(Undeliverable):
        await voice.meet(place, JEAN.model_copy(update={"address": ""}))
    with pytest.raises(Undeliverable):
        await voice.say(place.model_copy(update={"reply_to": ""}), "Hello?")


async def test_a_thread_whose_mail_was_deleted_cannot_be_answered(
    graph: LocalGraph, voice: MailVoice, place: Place
) -> None:
    graph.box.kept.clear()
    with pytest.raises(MessageGone):
        await voice.say(place, "Hello?")


async def test_the_people_of_a_thread_are_its_writer_and_the_others(
    graph: LocalGraph, voice: MailVoice, place: Place
) -> None:
    copies = graph.box.find(place.reply_to).data["ccRecipients"]
    copies += [{"emailAddress": {"address": address}} for address in (JEAN.address, DESK.upper(), FULANA.address)]
    assert [person.address for person in await voice.members(place)] == [FULANA.address, JEAN.address]


async def test_files_come_from_the_mailbox(post: GraphPost, voice: MailVoice, place: Place) -> None:
    mail = await post.read(place.reply_to)
    assert mail is not None
    assert await voice.fetch(place, mail.files[0]) == b"abc"
    with pytest.raises(Undeliverable):
        await voice.fetch(place, FileRef(name="elsewhere", url="https://example.com/x"))
    await voice.typing(place)


async def test_whom_the_place_names_is_written_to_instead_of_who_wrote(
    graph: LocalGraph, voice: MailVoice, place: Place
) -> None:
    await voice.show(place.model_copy(update={"address": JEAN.address}), {}, "Two wait.", page="<h1>Two wait.</h1>")
    (sent,) = graph.sent
    assert [one["emailAddress"]["address"] for one in sent.data["toRecipients"]] == [JEAN.address]
    assert sent.data["body"]["content"] == "<h1>Two wait.</h1>"
    assert sent.in_reply_to, "in the thread all the same"


async def test_where_the_mail_to_be_answered_is_gone_whom_the_place_names_gets_a_new_one(
    graph: LocalGraph, voice: MailVoice, place: Place
) -> None:
    graph.box.kept.clear()
    await voice.say(place.model_copy(update={"address": FULANA.address}), "Done.")
    (sent,) = graph.sent
    assert (sent.data["subject"], sent.in_reply_to) == ("RFP Contoso", "")
    with pytest.raises(MessageGone):
        await voice.say(place, "Done.")
