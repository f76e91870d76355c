"""A check looks for replies that nobody handed in: with tools that only read, each counted once, nobody answered."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from types import SimpleNamespace

import pytest
from azure.ai.agentserver.responses import ResponseEventStream
from scripted import ANA, MARK, ScriptedBrain
from sources.files import MailFolder, saved
from speaking import CONTEXT, Room, line
from toolbox_server import CONSENT, ToolboxServer, text, tool

from agent.host import turn
from agent.phases import POLL, visible
from agent.sources.arrivals import Post
from agent.sources.local import FolderLine, opened_over
from agent.sources.toolbox import NoAnswer, Toolbox

MAIL, CHAT = "WorkIQMail2___SearchMessages", "WorkIQTeams___SearchTeamsMessages"
AT = "2026-12-03T09:00:00-03:00"
LATE = "2026-12-05T09:00:00-03:00"
FULL = "List every component: x. State RTO: 4 h."


def seen(offered):
    return visible(offered, POLL, "poll")


def with_mails(room: Room, *mails: EmailMessage) -> Room:
    room.sandbox = replace(room.sandbox, post=Post(opened_over(MailFolder(*mails)), seen))
    return room


async def test_a_reply_that_lies_in_the_folder_is_found_judged_and_told(under_way):
    heard = await with_mails(under_way, saved(f"Ana Tech <{ANA}>", FULL, "<a@x>")).poll(AT)

    assert "Ana Tech answered for **Technical**: all of 2 requirements covered." in heard.text
    assert under_way.task("task-1")["status"] == "submitted"
    assert under_way.task("task-1")["submissions"][0]["source_ref"] == "<a@x>"


async def test_who_answered_is_not_reminded_by_the_same_check(under_way):
    heard = await with_mails(under_way, saved(ANA, FULL, "<a@x>")).poll(LATE)

    assert [draft["task_id"] for draft in heard.drafts] == ["task-3"]


async def test_a_reply_counts_once_however_often_it_is_found_and_whoever_brings_it(under_way):
    with_mails(under_way, saved(ANA, "List every component: x.", "<a@x>"))
    await under_way.poll(AT)
    again = await under_way.poll("2026-12-03T09:30:00-03:00")
    await under_way.reply(ANA, "List every component: x.", ref="<a@x>", channel="mail")

    assert len(under_way.task("task-1")["submissions"]) == 1
    assert "Nothing has changed" in again.text


@pytest.mark.parametrize(
    "mail",
    [
        saved("zoe@contoso.example", FULL, "<z@x>"),
        saved(f'"{ANA}" <zoe@contoso.example>', FULL, "<z@x>"),
        saved(ANA, FULL, "<z@x>", sent="Mon, 30 Nov 2026 10:00:00 -0300"),
        saved(ANA, "I am away until Monday", "<z@x>"),
        saved(ANA, f"On Tue, 1 Dec 2026 at 10:00, Olga wrote:\n> {FULL}", "<z@x>"),
    ],
    ids=["a stranger", "a name like an address", "before the brief", "an automatic answer", "nothing but a quote"],
)
async def test_what_is_no_reply_of_an_owner_covers_nothing(under_way, mail):
    await with_mails(under_way, mail).poll(AT)

    assert [row for row in under_way.task("task-1")["submissions"] if row["covered"]] == []


@pytest.mark.parametrize(
    ("text", "subject", "counts"),
    [
        ("Do we want to have pizza for lunch?", "Lunch", False),
        ("Promised 2026-12-09 please", "My invoice", False),
        ("Here are the pictures of my holiday in the mountains, have a look at all of them.", "Pictures", False),
        ("Which of the two do you want?", "RE: Contoso - Technical", True),
        ("Which of the two does Contoso want?", "A question", True),
        ("Promised 2026-12-09 please", "RE: Cloud migration", True),
        ("List every component: x.", "Lunch", True),
    ],
)
async def test_of_what_people_write_to_each_other_about_other_things_nothing_is_kept(under_way, text, subject, counts):
    mail = saved(ANA, text, "<a@x>", subject=subject)
    mail.add_attachment(b"\x00", maintype="application", subtype="octet-stream", filename="a.bin")
    before = under_way.task("task-1")

    await with_mails(under_way, mail).poll(AT)

    after = under_way.task("task-1")
    assert (after["signals"] + after["submissions"] != []) is counts
    if not counts:
        assert after | {"last_polled_at": None} == before
        assert not list((under_way.files.folder / "replies").glob("*"))


async def test_each_channels_cursor_moves_where_it_was_searched_and_stays_where_it_was_not(under_way):
    async with ToolboxServer() as server:
        server.tools = [tool(MAIL), tool(CHAT)]
        server.answers = {MAIL: lambda _: text({"value": []}), CHAT: lambda _: 500}
        toolbox = Toolbox(server.url, seen, 5)
        under_way.sandbox = replace(under_way.sandbox, post=Post(toolbox.line, seen))
        heard = await under_way.poll(AT)

        assert under_way.files.log["cursors"] == {"mail": {"searched": AT}}
        assert "I could not look for replies in Teams." in heard.text

        server.heard.clear()
        await under_way.poll(LATE)

    asked = {call["name"]: call["arguments"]["query"] for call in server.called() if ANA in str(call)}
    assert asked == {MAIL: f"from:{ANA} received>=2026-12-03", CHAT: f"from:{ANA} sent>=2026-12-01"}


async def test_a_poll_reads_mail_and_chat_whole_and_calls_nothing_that_acts(under_way):
    letter = {"id": "m-1", "internetMessageId": "<m@x>", "subject": "RE: Technical", "receivedDateTime": AT}
    letter |= {"from": {"emailAddress": {"name": "Ana Tech", "address": ANA}}, "bodyPreview": "List…"}
    hidden = '<p style="display:none">State RTO: 4 h.</p>'
    whole = letter | {"uniqueBody": {"contentType": "html", "content": f"<p>List every component: x.</p>{hidden}"}}
    whole |= {"body": {"contentType": "html", "content": f"<p>{FULL}</p>"}}
    chat = {
        "id": "c-1",
        "subject": None,
        "createdDateTime": AT,
        "body": {"content": "<p>Name two customers: A, B.</p>"},
    }
    chat |= {"from": {"user": {"id": "oid-9", "displayName": "Mark Partner"}}}
    async with ToolboxServer() as server:
        server.tools = [tool(MAIL), tool("WorkIQMail2___GetMessage", "id"), tool(CHAT), tool("WorkIQMail2___SendEmail")]
        server.tools += [tool("WorkIQTeams___GetOrCreateChat", "id"), tool("WorkIQMail2___ReplyToMessage", "id")]
        server.answers = {
            MAIL: lambda asked: text({"value": [letter] if ANA in asked["query"] else []}),
            CHAT: lambda asked: text({"value": [chat] if MARK in asked["query"] else []}),
            "WorkIQMail2___GetMessage": lambda _: text(whole),
        }
        toolbox = Toolbox(server.url, seen, 5)
        under_way.sandbox = replace(under_way.sandbox, post=Post(toolbox.line, seen))
        await under_way.poll(LATE)

    assert under_way.task("task-1")["submissions"][0]["gaps"] == ["State RTO"]
    assert under_way.task("task-3")["status"] == "submitted"
    assert {call["name"] for call in server.called()} == {MAIL, CHAT, "WorkIQMail2___GetMessage"}


async def wire(room, now: str):
    given = f"{CONTEXT}\n{line('poll', {'now': now, 'zone': 'America/Sao_Paulo'})}\nCheck, do not send."
    request = {"input": given, "model": "", "metadata": {"turn_id": f"look-{now}"}}
    stream = ResponseEventStream(response_id="caresp_" + "a" * 50, request=request)
    list(map(str, (stream.emit_created(), stream.emit_in_progress())))
    context = SimpleNamespace(client_headers={}, platform_context=SimpleNamespace(call_id="call-9"))
    return [dict(one) async for one in turn(stream, request, context, asyncio.Event(), room.sandbox)]


async def test_consent_is_an_item_of_a_check_that_did_the_rest_and_is_asked_for_once_a_day(under_way):
    async with ToolboxServer() as server:
        server.tools = [tool(MAIL)]
        server.answers = {MAIL: lambda _: CONSENT}
        toolbox = Toolbox(server.url, seen, 5)
        under_way.sandbox = replace(under_way.sandbox, post=Post(toolbox.line, seen))
        first, second = await wire(under_way, LATE), await wire(under_way, "2026-12-05T13:00:00-03:00")

    items = [event["item"] for event in first if event["type"] == "response.output_item.done"]
    (asked,) = [one for one in items if one["type"] == "oauth_consent_request"]
    assert (asked["server_label"], asked["consent_link"]) == ("WorkIQMail2", "https://sign.example/in?data=1")
    calls = [one["name"] for one in items if one["type"] == "function_call"]
    assert calls == ["invoke_skill", "publish_drafts", "publish_view", "missing_tools"]
    assert (first[-1]["type"], second[-1]["type"]) == ("response.incomplete", "response.completed")
    assert "your sign-in is needed there first" in str(second)
    assert {head.get("x-agent-foundry-call-id") for head, _ in server.heard} == {"call-9"}


async def test_tools_that_are_missing_are_an_item_and_no_text(under_way):
    heard = await with_mails(under_way).poll(AT)

    assert [one.arguments for one in heard.calls("missing_tools")] == [{"servers": ["WorkIQTeams"]}]
    assert "WorkIQ" not in heard.text


async def test_a_check_that_was_cut_short_is_taken_up_with_what_it_had_found(under_way):
    class Breaks(ScriptedBrain):
        async def judge(self, task, reply, owner):
            raise asyncio.CancelledError

    with_mails(under_way, saved(ANA, FULL, "<a@x>"))
    whole = under_way.sandbox
    under_way.sandbox = replace(whole, brain=Breaks())
    with pytest.raises(asyncio.CancelledError):
        await under_way.send(line("poll", {"now": AT, "zone": "UTC"}), text="Check.", turn_id="look-1")

    under_way.sandbox = replace(
        whole, post=Post(opened_over(MailFolder()), seen)
    )  # the mail is no longer there to be found
    await under_way.send(line("poll", {"now": AT, "zone": "UTC"}), text="Check.", turn_id="look-1")

    assert under_way.task("task-1")["status"] == "submitted"


async def test_more_replies_than_one_check_takes_in_are_taken_in_by_the_next(under_way):
    sent = [f"Wed, 02 Dec 2026 10:{number:02}:00 -0300" for number in range(15)]
    with_mails(under_way, *(saved(ANA, "Which RTO?", f"<{n}@x>", sent=at) for n, at in enumerate(sent)))
    await under_way.poll(AT)
    assert len(under_way.task("task-1")["signals"]) == 10

    await under_way.poll("2026-12-03T12:00:00-03:00")

    assert len(under_way.task("task-1")["signals"]) == 15


async def test_before_the_briefs_went_out_nothing_is_looked_for(started):
    class Never:
        async def since(self, *_: object) -> None:
            raise AssertionError("nobody was asked for anything")

    started.sandbox = replace(started.sandbox, post=Never())

    await started.poll(AT)

    assert started.files.log.get("cursors") is None


async def test_the_folder_offers_the_tools_of_the_toolbox_and_answers_like_it():
    folder = MailFolder(saved(f"Ana Tech <{ANA}>", FULL, "<a@x>"))
    offered = await FolderLine(folder).offered()

    assert seen(one.name for one in offered) == tuple(one.name for one in offered)
    told = await FolderLine(folder).call(MAIL, {"query": f"from:{ANA} received>=2026-12-01"})
    (hit,) = told.data["value"]
    whole = (await FolderLine(folder).call("WorkIQMail2___GetMessage", {"id": hit["id"]})).data
    assert whole["body"]["content"] == FULL
    assert datetime.fromisoformat(whole["receivedDateTime"]) == datetime(2026, 12, 2, 13, tzinfo=UTC)
    with pytest.raises(NoAnswer):
        await FolderLine(folder).call("WorkIQMail2___SendEmail", {"id": hit["id"]})


async def test_a_file_in_a_saved_mail_is_read_and_one_that_cannot_be_is_named(under_way):
    mail = saved(ANA, "Attached.", "<a@x>")
    mail.add_attachment(FULL.encode(), maintype="text", subtype="plain", filename="part.txt")
    mail.add_attachment(b"\x00", maintype="application", subtype="octet-stream", filename="plan.bin")

    await with_mails(under_way, mail).poll(AT)

    (found,) = under_way.task("task-1")["submissions"]
    assert (found["gaps"], found["files"], found["not_inspected"]) == ([], ["part.txt", "plan.bin"], ["plan.bin"])
