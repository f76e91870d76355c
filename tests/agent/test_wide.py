"""The owner's mail as a source: through the toolbox, with consent asked on the wire, in the owner's turns alone."""

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest
from azure.ai.agentserver.responses import ResponseEventStream
from speaking import CONTEXT, OLGA, line
from toolbox_server import CONSENT, ToolboxServer, text, tool

from agent import settings
from agent.brain.rules import RulesBrain
from agent.history import History
from agent.host import turn
from agent.phases import SEARCH, visible
from agent.sources.toolbox import Toolbox

MAIL = "WorkIQMail2___SearchMessages"
REQUEST = """Request for Proposals: Customer portal

1 Technical approach

The vendor must name every component of the portal.

The proposal must state the recovery time objective (RTO).
"""
LETTER = {"id": "m-1", "subject": "RFP: Customer portal", "from": "Nora <nora@northwind.example>", "body": REQUEST}


@pytest.fixture
async def server():
    async with ToolboxServer() as server:
        server.tools = [tool(MAIL)]
        server.answers = {MAIL: lambda _: text({"value": [LETTER]})}
        yield server


@pytest.fixture
def wide(room, server):
    toolbox = Toolbox(server.url, lambda offered: visible(offered, SEARCH, "words"), 5)
    room.with_sources()
    room.sandbox = replace(room.sandbox, brain=RulesBrain(), toolbox=toolbox)
    return room


async def wire(room, given: str, turn_id: str = "t-1"):
    request = {"input": given, "model": "", "metadata": {"turn_id": turn_id}}
    stream = ResponseEventStream(response_id="caresp_" + "a" * 50, request=request)
    list(map(str, (stream.emit_created(), stream.emit_in_progress())))
    context = SimpleNamespace(client_headers={}, platform_context=SimpleNamespace(call_id="call-9"))
    return [dict(one) async for one in turn(stream, request, context, asyncio.Event(), room.sandbox)]


START = f"{CONTEXT}\n{line('speaker', OLGA)}\nWe received the RFP for the customer portal"


async def test_a_request_that_lies_in_the_mail_is_read_from_there(wide):
    heard = await wide.owner("We received the RFP for the customer portal")

    assert wide.files.log["rfp"]["source_ref"] == "Mail/RFP: Customer portal"
    assert "sow-rfp-search" in heard.skills


async def test_tools_that_are_missing_are_an_item_and_no_text(wide):
    heard = await wide.owner("We received the RFP for the customer portal")

    (missing,) = heard.calls("missing_tools")
    assert missing.arguments == {"servers": ["WorkIQTeams", "WorkIQSharePoint2", "WorkIQOneDrive"]}
    assert "WorkIQ" not in heard.text


async def test_consent_is_an_item_of_an_incomplete_response_and_the_same_turn_goes_on_after_it(wide, server):
    server.answers[MAIL] = lambda _: CONSENT
    events = await wire(wide, START)
    items = [event["item"] for event in events if event["type"] == "response.output_item.done"]

    (asked,) = [item for item in items if item["type"] == "oauth_consent_request"]
    assert (asked["server_label"], asked["consent_link"]) == ("WorkIQMail2", "https://sign.example/in?data=1")
    assert asked["id"].startswith("oacr_")
    assert (events[-1]["type"], events[-1]["response"]["incomplete_details"]) == ("response.incomplete", None)
    assert not [item for item in items if item["type"] == "message"]
    assert History(wide.files).rounds() == ()

    server.answers[MAIL] = lambda _: text({"value": [LETTER]})
    again = await wire(wide, START)

    assert again[-1]["type"] == "response.completed"
    assert wide.files.log["rfp"]["found"] is True
    assert {head.get("x-agent-foundry-call-id") for head, _ in server.heard} == {"call-9"}
    assert len(History(wide.files).rounds()) == 1


async def test_nobodys_mail_is_searched_in_a_turn_of_somebody_else_or_of_a_front_end(wide, server):
    await wide.reply("ana@contoso.example", "The RTO is 4 h", ref="r-1")
    await wide.poll("2026-12-05T09:00:00-03:00")
    await wide.decide({"verb": "sent", "draft_id": "brief-task-1"})

    assert server.heard == []


async def test_a_status_needs_no_search(wide, server):
    await wide.owner("status")

    assert server.heard == []


@pytest.mark.parametrize("name", ["AGENT_TOOLBOX_URL", "TOOLBOX_ENDPOINT"])
def test_the_toolbox_is_named_in_the_environment(name):
    url = "https://x.services.ai.azure.com/api/projects/p/toolboxes/t/mcp?api-version=v1"

    assert settings.read({name: url}).toolbox == url
    assert settings.read({}).toolbox == ""


def test_letters_are_not_read_over_an_open_line():
    with pytest.raises(ValueError, match="https"):
        settings.read({"AGENT_TOOLBOX_URL": "http://toolbox.example/mcp"})
    assert settings.read({"AGENT_TOOLBOX_URL": "http://127.0.0.1:9/mcp"}).toolbox
