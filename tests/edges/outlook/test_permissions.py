"""Every permission is proved by using it, and only what is missing is asked of an administrator."""

import time

import jwt
import pytest
from mail_people import DESK

from bot.checking import check
from bot.demo.graph import LocalGraph
from bot.demo.graph.server import Fault
from bot.edges.outlook.answers import Access, Answer
from bot.edges.outlook.calls import claimed_roles
from bot.edges.outlook.line import Line
from bot.edges.outlook.permissions import Finding, Permissions, commands
from bot.settings import Settings

ACCESS = Access(base_url="https://graph.microsoft.com/v1.0", mailbox=DESK, client_id="app-1")
URL = "https://desk.corp.example.com/api/graph"
DENIED = {"status": 403, "body": {"error": {"code": "ErrorAccessDenied"}}}


async def states(line: Line, stranger: str = "ceo@corp.example.com") -> dict[str, str]:
    return {one.right: one.state for one in await Permissions(line, URL, stranger).findings()}


async def test_where_everything_is_granted_nothing_is_asked_for(graph: LocalGraph, line: Line) -> None:
    graph.subscriptions["s-1"] = {
        "id": "s-1", "resource": "x", "notificationUrl": URL, "expirationDateTime": "2026-12-02T00:00:00Z"
    }  # fmt: skip
    graph.faults = [Fault("GET */mailboxSettings*", [{"status": 200, "body": "{}"}])]
    findings = await Permissions(line, URL, "ceo@corp.example.com").findings()

    assert {one.state for one in findings} == {"ok"}
    assert commands(findings, ACCESS) == ()
    assert [one.data["toRecipients"][0]["emailAddress"]["address"] for one in graph.sent] == [DESK]
    assert graph.sent[0].data["internetMessageHeaders"], "it carries our mark: the desk does not read it"
    assert [kept for kept in graph.box.kept.values() if kept.folder == "drafts"] == [], "nothing is left behind"


@pytest.mark.parametrize(
    ("match", "right", "command"),
    [
        ("POST */messages", "Mail.ReadWrite", "-Role 'Application Mail.ReadWrite' -CustomResourceScope"),
        ("POST */send", "Mail.Send", "-Role 'Application Mail.Send' -CustomResourceScope"),
        ("GET */users", "User.ReadBasic.All", "Where-Object Value -eq 'User.ReadBasic.All'"),
    ],
)
async def test_what_is_missing_is_named_with_the_commands_for_it(
    graph: LocalGraph, line: Line, match: str, right: str, command: str
) -> None:
    graph.faults = [Fault(match, [dict(DENIED) for _ in range(2)])]
    findings = await Permissions(line, URL).findings()
    found = next(one for one in findings if one.right == right)

    assert (found.state, "403 ErrorAccessDenied" in found.told) == ("missing", True)
    told = "\n".join(commands((found,), ACCESS))
    assert command in told
    assert "app-1" in told
    assert ("PrimarySmtpAddress" in told) is right.startswith("Mail.")


async def test_a_desk_that_can_read_other_mailboxes_is_told_that_it_may_too_much(graph: LocalGraph, line: Line) -> None:
    graph.faults = [Fault("GET */users/ceo@corp.example.com/messages", [{"status": 200, "body": {"value": []}}])]
    findings = await Permissions(line, URL, "ceo@corp.example.com").findings()
    (wide,) = [one for one in findings if one.state == "too wide"]

    told = "\n".join(commands((wide,), ACCESS))
    assert "Remove-MgServicePrincipalAppRoleAssignment" in told
    assert told.index("Remove-Mg") < told.index("New-ManagementScope")


async def test_without_another_mailbox_the_fence_is_not_proved(graph: LocalGraph, line: Line) -> None:
    assert (await states(line, stranger=""))["one mailbox only"] == "not proved"
    assert (await states(line))["notifications"] == "not proved"


async def test_a_server_that_does_not_answer_proves_nothing(graph: LocalGraph, line: Line) -> None:
    graph.faults = [Fault("POST */send", [{"status": 503}])]
    assert (await states(line))["Mail.Send"] == "not proved"


def test_what_the_token_grants_in_every_mailbox_is_read_from_it() -> None:
    key = "a secret of thirty-two characters"
    token = jwt.encode({"roles": ["Mail.ReadWrite", "User.ReadBasic.All"], "exp": time.time() + 60}, key)
    assert claimed_roles(token) == ("Mail.ReadWrite", "User.ReadBasic.All")
    assert claimed_roles("local") == ()
    assert claimed_roles(jwt.encode({"roles": "Mail.Send"}, key)) == ()


async def test_without_a_token_nothing_else_is_tried(graph: LocalGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    class NoToken(Line):
        async def roles(self) -> tuple[tuple[str, ...], Answer]:
            return (), Answer(401, code="ClientAuthenticationError")

    (only,) = await Permissions(NoToken(Access(base_url=graph.url, mailbox=DESK)), URL).findings()
    assert only == Finding("sign-in", "missing", "no token for Graph: 401 ClientAuthenticationError")
    assert graph.log == []


async def test_consents_for_all_mailboxes_void_the_fence(graph: LocalGraph) -> None:
    class Wide(Line):
        async def roles(self) -> tuple[tuple[str, ...], Answer]:
            return ("Mail.Send", "Mail.ReadWrite"), Answer(200)

    line = Wide(Access(base_url=graph.url, mailbox=DESK))
    findings = await Permissions(line, URL).findings()
    await line.close()
    assert {one.right: one.state for one in findings}["one mailbox only"] == "too wide"


def asked(graph: LocalGraph) -> Settings:
    return Settings(
        outlook_enabled=True,
        graph_base_url=graph.url,
        graph_mailbox=DESK,
        graph_notification_url=URL,
        bot_app_id="app-1",
    )


async def test_the_command_says_in_its_exit_code_whether_something_is_missing(
    graph: LocalGraph, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await check(asked(graph), "ceo@corp.example.com") == 0
    assert "An administrator runs" not in capsys.readouterr().out
    graph.faults = [Fault("POST */send", [dict(DENIED)])]
    assert await check(asked(graph), "ceo@corp.example.com") == 1

    told = capsys.readouterr().out
    assert "missing     Mail.Send" in told
    assert "New-ManagementRoleAssignment -App app-1 -Role 'Application Mail.Send'" in told


async def test_without_mail_nothing_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert await check(Settings(outlook_enabled=False)) == 0
    assert "Mail is off" in capsys.readouterr().out
