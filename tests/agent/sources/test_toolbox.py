"""Microsoft 365 through a toolbox: searched with tools that only read, and whatever goes wrong is named."""

import base64
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from scripted import Names
from toolbox_server import CONSENT, ToolboxServer, text, tool

from agent.phases import SEARCH, visible
from agent.sources.interface import ConsentNeeded, SignIn
from agent.sources.line import Signed, connected
from agent.sources.toolbox import NoAnswer, Together, Toolbox

pytestmark = pytest.mark.slow  # real processes, or the real clients on loopback

MAIL, FILES = "WorkIQMail2___SearchMessages", "WorkIQSharePoint2___findFileOrFolder"
LETTER = {
    "id": "m-1",
    "subject": "RFP 7 of Northwind Bank",
    "from": {"emailAddress": {"name": "Nora North", "address": "nora@northwind.example"}},
    "receivedDateTime": "2026-12-01T07:00:00Z",
    "bodyPreview": "Please find…",
}
WHOLE = LETTER | {"body": {"contentType": "html", "content": "<p>The vendor must name every component.</p>"}}


@pytest.fixture
async def server():
    async with ToolboxServer() as server:
        server.tools = [tool(MAIL), tool("WorkIQMail2___GetMessage", "id", preferHtml="boolean")]
        server.tools += [tool("WorkIQMail2___SendEmailWithAttachments", "to"), tool(FILES, "searchQuery")]
        server.answers = {MAIL: lambda _: text({"value": [LETTER]}), FILES: lambda _: text({"files": []})}
        server.answers["WorkIQMail2___GetMessage"] = lambda _: text(WHOLE)
        yield server


def opened(server, seconds: float = 5, words: str = "Northwind"):
    return Toolbox(server.url, lambda offered: visible(offered, SEARCH, "words"), seconds).opened(words, "call-7")


async def documents(found):
    return {name: await found.read(name) for name in await found.names()}


@pytest.mark.parametrize("sse", [False, True], ids=["json", "event stream"])
async def test_a_mail_is_found_and_read_whole_with_its_headers(server, sse):
    server.sse = sse

    (letter,) = (await documents(opened(server))).values()

    assert (letter.name, letter.media) == ("Mail/RFP 7 of Northwind Bank", "eml")
    assert [block.text for block in letter.blocks] == [
        "From: Nora North <nora@northwind.example>",
        "Date: 2026-12-01T07:00:00Z",
        "Subject: RFP 7 of Northwind Bank",
        "The vendor must name every component.",
    ]
    assert next(call["arguments"] for call in server.called())["query"].startswith("Northwind")
    assert {"name": "WorkIQMail2___GetMessage", "arguments": {"id": "m-1"}} in [
        {key: call[key] for key in ("name", "arguments")} for call in server.called()
    ]


async def test_every_request_carries_the_feature_and_whose_it_is_and_no_prompts_are_listed(server):
    await documents(opened(server))

    headers = [head for head, _ in server.heard]
    assert {head["foundry-features"] for head in headers} == {"Toolboxes=V1Preview"}
    assert {head["x-agent-foundry-call-id"] for head in headers} == {"call-7"}
    assert not any("authorization" in head for head in headers)  # our token is for Azure's hosts alone
    assert {body["method"] for _, body in server.heard} == {
        "initialize",
        "notifications/initialized",
        "tools/list",
        "tools/call",
    }


async def test_a_token_is_asked_for_with_every_request():
    given = iter(("one", "two"))

    async def token() -> str:
        return next(given)

    async with ToolboxServer() as server:
        async with httpx2.AsyncClient(auth=Signed(token)) as web:
            for _ in range(2):
                await web.post(server.url, json={"method": "x"})

        assert [head["authorization"] for head, _ in server.heard] == ["Bearer one", "Bearer two"]


async def test_nothing_that_acts_is_ever_called(server):
    server.tools += [tool("WorkIQTeams___SendSearchResult"), tool("WorkIQOneDrive___DeleteFile", "id")]

    await documents(opened(server))

    assert {call["name"] for call in server.called()} == {MAIL, FILES, "WorkIQMail2___GetMessage"}


async def test_servers_are_searched_side_by_side_and_once_a_turn(server):
    for name in ("WorkIQTeams", "WorkIQOneDrive", "WorkIQCalendar2"):
        server.tools.append(tool(f"{name}___SearchAll"))
        server.answers[f"{name}___SearchAll"] = lambda _: text({"value": []})
    server.together = 5  # none is answered before all are asked
    found = opened(server)

    await documents(found)
    await documents(found)

    assert len([call for call in server.called() if call["name"] == MAIL]) == 1


async def test_a_file_that_comes_with_an_answer_is_read_as_that_file(server):
    blob = base64.b64encode(b"# Kickoff\n\nRui will write it by Friday.").decode()
    server.answers[FILES] = lambda _: text([{"id": "f-1", "name": "kickoff.md"}])
    server.tools.append(tool("WorkIQSharePoint2___readFile", "fileId"))
    part = {"type": "resource", "resource": {"uri": "drive://x/kickoff.md", "blob": blob, "mimeType": "text/markdown"}}
    server.answers["WorkIQSharePoint2___readFile"] = lambda _: [part]

    found = await documents(opened(server))

    assert [block.text for block in found["SharePoint/kickoff.md"].blocks] == [
        "Kickoff",
        "Rui will write it by Friday.",
    ]


async def test_consent_comes_for_all_servers_at_once(server):
    server.answers = {MAIL: lambda _: CONSENT, FILES: lambda _: CONSENT}

    with pytest.raises(ConsentNeeded) as needed:
        await opened(server).names()

    link = "https://sign.example/in?data=1"
    assert set(needed.value.signs) == {SignIn("WorkIQMail2", link), SignIn("WorkIQSharePoint2", link)}


async def test_consent_may_be_asked_for_before_any_tool_is_known(server):
    server.listing = CONSENT

    with pytest.raises(ConsentNeeded):
        await opened(server).names()


async def test_consent_without_a_safe_link_is_a_refusal(server):
    server.listing = CONSENT | {"data": {"consent_url": "http://sign.example/in"}}

    assert "refused" in (await documents(opened(server)))["Microsoft 365"].trouble


async def test_servers_without_a_search_are_named(server):
    found = opened(server)
    await found.names()

    assert found.missing == ("WorkIQTeams", "WorkIQOneDrive")


TROUBLES = {
    "slow": (lambda _: "silence", "in time"),
    "busy": (lambda _: 429, "too busy"),
    "garbage": (lambda _: text("Here is what I found!"), "not be understood"),
    "no protocol": (lambda _: "<html>", "nothing was read"),
    "broken": (lambda _: 500, "nothing was read"),
    "refused": (lambda _: {"isError": True, "content": text("no")}, "refused"),
    "unknown": (lambda _: {"code": -32602, "message": "unknown tool"}, "refused"),
}


@pytest.mark.parametrize(("said", "sentence"), TROUBLES.values(), ids=list(TROUBLES))
async def test_a_server_in_trouble_is_named_and_costs_nothing_but_itself(server, said, sentence):
    server.answers[FILES] = said

    found = await documents(opened(server, seconds=2.5))

    assert found["Mail/RFP 7 of Northwind Bank"].blocks
    assert sentence in found["SharePoint"].trouble


async def test_a_busy_server_is_asked_once_more(server):
    said = iter([429, text({"value": [LETTER]})])
    server.answers[MAIL] = lambda _: next(said)

    assert "Mail/RFP 7 of Northwind Bank" in await opened(server).names()


async def test_a_toolbox_that_is_away_is_named(server):
    found = Toolbox("http://127.0.0.1:9/mcp", lambda offered: visible(offered, SEARCH, "words"), 2).opened("x", "")

    assert [one.trouble for one in (await documents(found)).values()] == [
        "It could not be reached, so nothing was read from it."
    ]


async def test_the_folder_comes_first_and_keeps_its_names(server):
    both = Together(Names("rfp.docx", "Mail/RFP 7 of Northwind Bank"), opened(server))

    assert await both.names() == ("rfp.docx", "Mail/RFP 7 of Northwind Bank")
    assert (await both.read("Mail/RFP 7 of Northwind Bank")).media == "txt"


async def test_an_endless_list_of_tools_ends(server):
    server.listing = {"tools": [tool(MAIL)], "nextCursor": "more"}

    async with connected(server.url, "", 5) as line:
        assert len(await line.offered()) == 10


async def test_a_line_that_breaks_is_no_answer(server):
    server.answers[MAIL] = lambda _: 500

    async with connected(server.url, "", 5) as line:
        with pytest.raises(NoAnswer):
            await line.call(MAIL, {"query": "x"})


def test_the_library_is_not_loaded_with_the_toolbox():
    code = "import sys, agent.__main__; print([name for name in sys.modules if name in ('mcp', 'httpx2')])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=Path(__file__).parents[3])

    assert told.stdout.strip() == "[]"
