"""What the desk may do at Graph, each right proved by using it, and the commands an administrator has to run."""

from collections.abc import Awaitable, Callable
from typing import Literal, NamedTuple

from bot.core.people import Person
from bot.core.post import Mail
from bot.edges.outlook.answers import Access, Answer, filled
from bot.edges.outlook.line import Line
from bot.edges.outlook.papers import Alerts, Paper

State = Literal["ok", "missing", "too wide", "not proved"]
READ_WRITE, SEND, PEOPLE, HOURS = "Mail.ReadWrite", "Mail.Send", "User.ReadBasic.All", "MailboxSettings.Read"
TENANT_WIDE = frozenset(("Mail.Read", "Mail.ReadBasic", "Mail.ReadBasic.All", READ_WRITE, SEND))
OPTIONAL = frozenset((HOURS,))
GRAPH = "00000003-0000-0000-c000-000000000000"


class Finding(NamedTuple):
    """`right`: the permission, or what it is about; `told`: what was tried and what came of it."""

    right: str
    state: State
    told: str


class Permissions:
    def __init__(self, line: Line, notification_url: str, stranger: str = "") -> None:
        """`stranger`: another mailbox of the tenant, which the desk must not be able to read."""
        self._line, self._url, self._stranger = line, notification_url, stranger
        self._mailbox = line.access.mailbox

    async def findings(self) -> tuple[Finding, ...]:
        """In the order in which an administrator mends them; without a token nothing else can be tried."""
        signed_in = await self._signed_in()
        if signed_in.state != "ok":
            return (signed_in,)
        steps: tuple[Callable[[], Awaitable[Finding]], ...] = (
            self._read_write,
            self._send,
            self._fence,
            self._people,
            self._hours,
            self._subscription,
        )
        return (signed_in, *[await step() for step in steps])

    async def _signed_in(self) -> Finding:
        roles, answer = await self._line.roles()
        if not answer.ok:
            return Finding("sign-in", "missing", f"no token for Graph: {told(answer)}")
        wide = sorted(TENANT_WIDE & set(roles))
        if wide:
            return Finding("sign-in", "ok", f"a token, with rights over every mailbox: {', '.join(wide)}")
        return Finding("sign-in", "ok", "a token for Graph")

    async def _read_write(self) -> Finding:
        """A draft that is made and thrown away again."""
        draft = await self._draft("check")
        if not draft.ok:
            return Finding(READ_WRITE, "missing", f"no draft could be made in {self._mailbox}: {told(draft)}")
        message_id = filled(Paper, draft).id
        read = await self._line.ask(lambda calls: calls.message(message_id))
        gone = await self._line.ask(lambda calls: calls.discard(message_id))
        if not (read.ok and gone.ok):
            return Finding(READ_WRITE, "missing", f"a draft could not be read and removed: {told(gone)}")
        return Finding(READ_WRITE, "ok", f"a draft was made, read and removed in {self._mailbox}")

    async def _send(self) -> Finding:
        """A mail to ourselves, which carries our mark: the desk takes it for its own and reads no further."""
        draft = await self._draft("check of sending")
        if not draft.ok:
            return Finding(SEND, "not proved", "without a draft nothing can be sent")
        message_id = filled(Paper, draft).id
        sent = await self._line.ask(lambda calls: calls.send(message_id))
        if sent.ok:
            return Finding(SEND, "ok", f"a mail was sent from {self._mailbox} to itself")
        if not sent.doubtful:
            await self._line.ask(lambda calls: calls.discard(message_id))
        return Finding(SEND, "not proved" if sent.doubtful else "missing", f"no mail could be sent: {told(sent)}")

    async def _fence(self) -> Finding:
        what = "one mailbox only"
        roles, _ = await self._line.roles()
        if wide := sorted(TENANT_WIDE & set(roles)):
            return Finding(what, "too wide", f"consented in Entra for all mailboxes: {', '.join(wide)}")
        if not self._stranger:
            return Finding(what, "not proved", "name another mailbox with --other to see that it stays closed")
        read = await self._line.ask(lambda calls: calls.newest(self._stranger))
        if read.ok:
            return Finding(what, "too wide", f"{self._stranger} could be read")
        if read.status == 403:
            return Finding(what, "ok", f"{self._stranger} stays closed")
        return Finding(what, "not proved", f"{self._stranger} did not answer as a closed one: {told(read)}")

    async def _people(self) -> Finding:
        found = await self._line.ask(lambda calls: calls.people(self._mailbox))
        if found.ok:
            return Finding(PEOPLE, "ok", "the directory tells who is behind an address")
        return Finding(PEOPLE, "missing", f"the directory cannot be asked who is behind an address: {told(found)}")

    async def _hours(self) -> Finding:
        """Of somebody else where one is named: the desk's own mailbox says nothing of people's."""
        whose = self._stranger or self._mailbox
        asked = await self._line.ask(lambda calls: calls.hours(whose))
        if asked.ok:
            return Finding(HOURS, "ok" if self._stranger else "not proved", f"the working hours of {whose} can be read")
        known = f"the working hours of {whose} cannot be read, their project's apply: {told(asked)} (optional)"
        return Finding(HOURS, "missing", known)

    async def _subscription(self) -> Finding:
        what = "notifications"
        listed = await self._line.ask(lambda calls: calls.subscriptions())
        if not listed.ok:
            return Finding(what, "missing", f"subscriptions cannot be listed: {told(listed)}")
        ours = [one for one in filled(Alerts, listed).value if one.notification_url == self._url]
        if ours:
            until = max(one.expiration_date_time for one in ours)
            return Finding(what, "ok", f"Graph tells {self._url} of new mail until {until:%Y-%m-%d %H:%M} UTC")
        return Finding(
            what, "not proved", f"nobody has subscribed yet: start the desk, which must answer at {self._url}"
        )

    async def _draft(self, subject: str) -> Answer:
        itself = Person(name="Charter Desk", address=self._mailbox)
        mail = Mail(
            to=(itself,), subject=f"Charter Desk: {subject}", text="A check of permissions.", html="", key=subject
        )
        return await self._line.ask(lambda calls: calls.draft(mail, self._mailbox))


def told(answer: Answer) -> str:
    return f"{answer.status or 'no answer'} {answer.code}".strip()


def commands(findings: tuple[Finding, ...], access: Access) -> tuple[str, ...]:
    """PowerShell, line by line: only what is missing, and nothing that reaches beyond the one mailbox."""
    lacking = {one.right for one in findings if one.state == "missing"}
    wide = any(one.state == "too wide" for one in findings)
    lines: list[str] = []
    if wide or lacking & {PEOPLE}:
        lines += _entra(access, wide, PEOPLE in lacking)
    if wide or lacking & {READ_WRITE, SEND}:
        lines += _exchange(access, sorted(lacking & {READ_WRITE, SEND}) or [READ_WRITE, SEND])
    return tuple(lines)


def _entra(access: Access, wide: bool, people: bool) -> list[str]:
    """Grants add up: a consent for all mailboxes makes every narrower one void."""
    lines = [
        "Connect-MgGraph -Scopes Application.Read.All, AppRoleAssignment.ReadWrite.All",
        f"$desk = Get-MgServicePrincipal -Filter \"appId eq '{access.client_id}'\"",
        f"$graph = Get-MgServicePrincipal -Filter \"appId eq '{GRAPH}'\"",
    ]
    if wide:
        names = ", ".join(f"'{name}'" for name in sorted(TENANT_WIDE))
        lines += [
            f"$mail = ($graph.AppRoles | Where-Object Value -in {names}).Id",
            "Get-MgServicePrincipalAppRoleAssignment -ServicePrincipalId $desk.Id | Where-Object AppRoleId -in $mail |"
            " ForEach-Object { Remove-MgServicePrincipalAppRoleAssignment -ServicePrincipalId $desk.Id"
            " -AppRoleAssignmentId $_.Id }",
        ]
    if people:
        lines += [
            f"$role = ($graph.AppRoles | Where-Object Value -eq '{PEOPLE}').Id",
            "New-MgServicePrincipalAppRoleAssignment -ServicePrincipalId $desk.Id -PrincipalId $desk.Id"
            " -ResourceId $graph.Id -AppRoleId $role",
        ]
    return lines


def _exchange(access: Access, rights: list[str]) -> list[str]:
    app, mailbox, scope = access.client_id, access.mailbox, "Charter Desk mailbox"
    lines = [
        "Connect-MgGraph -Scopes Application.Read.All",
        f"$desk = Get-MgServicePrincipal -Filter \"appId eq '{app}'\"",
        "Connect-ExchangeOnline",
        f"New-ServicePrincipal -AppId {app} -ObjectId $desk.Id -DisplayName 'Charter Desk'",
        f"New-ManagementScope -Name '{scope}' -RecipientRestrictionFilter \"PrimarySmtpAddress -eq '{mailbox}'\"",
    ]
    lines += [
        f"New-ManagementRoleAssignment -App {app} -Role 'Application {right}' -CustomResourceScope '{scope}'"
        for right in rights
    ]
    return [*lines, f"Test-ServicePrincipalAuthorization -Identity {app} -Resource {mailbox}"]
