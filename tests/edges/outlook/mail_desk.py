"""A desk on the local Graph that plays a recorded case: the real mail side and store, toys for Teams and the agent."""

import json
import re
import time
from contextlib import AsyncExitStack, suppress
from datetime import datetime, timedelta
from hashlib import sha256
from types import TracebackType
from typing import Any, Self

from aiohttp import ClientSession, web
from yarl import URL

from bot.core.ballot import Exact
from bot.core.draft import Draft, Recipient, Record, State
from bot.core.errors import ChannelTrouble, Throttled
from bot.core.letter import MAIL_IN, Looked
from bot.core.memory import Effects
from bot.core.parcel import Fate
from bot.core.people import Channel, Deputy, Person, Place, Project, session_name
from bot.core.post import Arrived, Mail
from bot.demo.graph import LocalGraph
from bot.demo.graph.box import Kept
from bot.demo.graph.server import Fault
from bot.edges.outlook.mime import paper_of
from bot.edges.store import DeskStore
from bot.flows import deliver, mail_in, whose
from bot.flows.mailbox import take_turns
from bot.flows.ports import House, World
from bot.mailroom import Mailroom, mailroom
from bot.settings import Settings
from tests.fakes import THREAD, Clock, FakeAgent, FakeJobs, FakeVoice, answer

BOT = "sow-bot@corp.example.com"
TENANT = THREAD.tenant
PUBLIC = "https://desk.corp.example.com/api/graph"
STATES = {State.PENDING: "open", State.APPROVED: "approved", State.REJECTED: "rejected"}


def person(address: str) -> Person:
    inside = address.endswith("@corp.example.com")
    name = address.partition("@")[0]
    return Person(
        oid=f"oid-{name}" if inside else "", name=name.title(), address=address, tenant=TENANT if inside else ""
    )


STAFF = tuple(
    person(f"{name}@corp.example.com") for name in ("fulana", "jane", "erika", "taro", "beltrano", "kari", "juan")
)


class CaseDesk:
    """`async with` opens it with everything the case says of the world. `home_by_mail`: the project lives in a mail
    thread; else in a Teams channel."""

    def __init__(self, case: dict[str, Any], graph: LocalGraph, store: DeskStore, home_by_mail: bool = False) -> None:
        self.case, self.graph, self.store = case, graph, store
        self.given = case["input"]
        self.world_given = self.given["world"]
        self.home_by_mail = home_by_mail
        self.teams, self.jobs, self.agent = FakeVoice(), FakeJobs(), FakeAgent()
        self.clock = Clock(datetime.fromisoformat(self.world_given["now"]))
        self.codes: dict[str, str] = {}  # code → record
        self.names: dict[str, str] = {}  # the case's name of a project → ours
        self.responses: list[dict[str, Any]] = []
        self.outbox: dict[str, dict[str, str]] = {}
        self.mails: list[str] = []
        self.routed: dict[str, Any] = {}
        self.errors: list[str] = []
        self.reading: dict[str, str] = {}
        self.room: Mailroom
        self.url = ""

    async def __aenter__(self) -> Self:
        self._stack = AsyncExitStack()
        try:
            await self._open()
        except BaseException:
            await self._stack.aclose()
            raise
        return self

    async def _open(self) -> None:
        settings = Settings(
            outlook_enabled=True,
            graph_base_url=self.graph.url,
            graph_mailbox=BOT,
            graph_notification_url=PUBLIC,
            bot_app_tenant_id=TENANT,
        )
        self.room = await self._stack.enter_async_context(mailroom(settings, self.store, "a secret", self.clock))
        self.room.book = self.jobs.book
        app = web.Application()
        assert self.room.graph is not None
        app.router.add_post("/api/graph", self.room.graph)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self._stack.push_async_callback(runner.cleanup)
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}/api/graph"
        self.client = await self._stack.enter_async_context(ClientSession())
        self.graph.here[PUBLIC] = self.url
        self.world = World(
            store=self.store,
            voices={Channel.TEAMS: self.teams, Channel.MAIL: self.room.voice},
            post=self.room.post,
            agent=self.agent,
            jobs=self.jobs,
            clock=self.clock,
            house=House(tenant=TENANT, desk_address=BOT, locale="pt-BR"),
        )
        self.agent.script = [answer(self.given.get("turn", {}).get("final_text", "Anotado."))]
        await self._build()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    # the world as the case has it

    async def _build(self) -> None:
        for one in self.world_given["projects"]:
            await self._project(one)
        for one in self.world_given["sent"]:
            await self._sent(one)
        for one in self.world_given.get("approvals", ()):
            await self._approval(one)

    async def _project(self, one: dict[str, Any]) -> None:
        name = self.names[one["id"]] = f"p-{sha256(one['id'].encode()).hexdigest()[:16]}"
        approvers = {one["owner"], *(two["approver"] for two in self.world_given.get("approvals", ()))}
        home = THREAD
        if self.home_by_mail:
            home = Place(channel=Channel.MAIL, tenant=TENANT, conversation=f"<{one['id']}>", kind="mail")
        await self.store.save_project(
            Project(
                project_id=name,
                owner=person(one["owner"]),
                deputies=tuple(
                    Deputy(**person(address).model_dump()) for address in sorted(approvers - {one["owner"]})
                ),
                home=home,
                session_id=session_name(name),
                started=True,
                title=one["title"],
                guests=tuple(one["participants"]),
                created_at=self.clock(),
                last_turn_at=self.clock(),
            )
        )
        self.agent.sessions.add(session_name(name))

    async def _sent(self, one: dict[str, Any]) -> None:
        project_id = self.names[one["project"]]
        record = self._record(one["internetMessageId"], project_id, one["to"], "Hello.", State.APPROVED)
        await self._write(record)
        await self.store.sent_mail(one["internetMessageId"], record.key, project_id)

    async def _approval(self, one: dict[str, Any]) -> None:
        """The code stands for the draft as it was mailed; the draft may be another one by now."""
        project_id = self.names[one["project"]]
        owner = self.world_given["projects"][0]["owner"]
        mailed = self._record(one["code"], project_id, ["taro@corp.example.com"], one["draft_hash"], State.PENDING)
        now = self._record(one["code"], project_id, ["taro@corp.example.com"], one["current_draft_hash"], State.PENDING)
        if one["draft_hash"] != one["current_draft_hash"]:
            now = now.model_copy(update={"draft": now.draft.model_copy(update={"version": 2})})
        approvers = tuple(dict.fromkeys((person(one["approver"]).authority, person(owner).authority)))
        await self._write(now.model_copy(update={"approvers": approvers}))
        shown = Exact(key=mailed.key, version=1, content_hash=mailed.draft.content_hash)
        assert await self.store.give_code(project_id, (shown,), [one["code"]]) == one["code"]
        self.codes[one["code"]] = mailed.key

    def _record(self, name: str, project_id: str, to: list[str], body: str, state: State) -> Record:
        draft = Draft(
            draft_id=name,
            version=1,
            purpose="kickoff_brief",
            to=tuple(Recipient(name=person(one).name, address=one) for one in to),
            channel=Channel.MAIL,
            subject="Kickoff brief",
            body=body,
        )
        return Record(
            key=f"{project_id}.{sha256(name.encode()).hexdigest()[:12]}",
            project_id=project_id,
            draft=draft,
            offered=draft,
            state=state,
            approvers=(person(self.world_given["projects"][0]["owner"]).authority,),
            offered_at=self.clock(),
            expires_at=self.clock() + timedelta(days=21),
        )

    async def _write(self, record: Record) -> None:
        """As a turn would have written it."""
        box = record.project_id
        turn = Looked(letter_id=record.key, at=self.clock())
        await self.store.accept(turn.letter_id, THREAD, turn, box)
        lease = await self.store.enter(box, "case")
        assert lease is not None
        assert await self.store.begin(box, lease)
        assert await self.store.finish(box, lease, (turn.letter_id,), Effects(records=(record,)))
        await self.store.leave(box, lease)

    # mails

    def arrive(self, data: dict[str, Any], raw: bytes = b"") -> str:
        """Into the inbox, with the tags of our own making in place of the case's."""
        text = json.dumps(data, ensure_ascii=False)
        for one in self.world_given["projects"]:
            text = text.replace(one["tag"], self.room.post.tag(self.names[one["id"]]))
        kept = self.graph.box.arrive(json.loads(text))
        kept.raw = raw
        self.mails.append(str(kept.data["id"]))
        return self.mails[-1]

    def arrive_all(self) -> None:
        for one in self.given.get("graph", {}).get("messages", ()):
            if not one.get("_later"):
                self.arrive({name: value for name, value in one.items() if not name.startswith("_")})

    def arrive_raw(self, raw: bytes) -> str:
        paper = paper_of(raw)
        headers = [one.model_dump(include={"name", "value"}) for one in paper.internet_message_headers]
        sender = {"name": "", "address": paper.sender.email_address.address}
        return self.arrive(
            {
                "id": "AAMkEML=",
                "internetMessageId": paper.internet_message_id,
                "from": {"emailAddress": sender},
                "subject": paper.subject,
                "body": {"contentType": paper.body.content_type, "content": paper.body.content},
                "internetMessageHeaders": headers,
            },
            raw,
        )

    async def notified(self, message_id: str) -> None:
        assert self.room.keeper is not None
        await self.room.keeper._accept(f"mail:{message_id}", message_id)
        await self.idle()

    async def idle(self) -> None:
        """The worker does what is booked; what waits for later stays there."""
        while self.jobs.booked or self.jobs.shipped:
            for box in dict.fromkeys([self.jobs.booked.pop(0) for _ in range(len(self.jobs.booked))]):
                await take_turns(self.world, box, f"turn:{box}")
            for parcel_id, after in [self.jobs.shipped.pop(0) for _ in range(len(self.jobs.shipped))]:
                if not after:
                    await deliver.ship(self.world, parcel_id)

    async def read_all(self) -> None:
        """Message cases: every mail in order, and how each was routed."""
        if raw := self.given.get("eml"):
            message_id = self.arrive_raw(raw)
            self._read_as(await self.room.post.read(message_id))
            await self.notified(message_id)
        for message in self.given.get("messages") or [one for one in (self.given.get("message"),) if one]:
            message_id = self.arrive(message)
            mail = await self.room.post.read(message_id)
            self._read_as(mail)
            if mail is not None and not mail.automatic and mail.trusted:
                sender = await mail_in._sender(self.world, mail)
                place = mail_in._place(self.world, mail, sender)
                found = await whose.found_for(self.world, mail, place)
                ours = found.project.project_id if found.project else ""
                self.routed = {"project": self._theirs(ours), "routed_by": found.way, "answer_to": [place.address]}
                self.routed["subject"] = mail.subject
            await self.notified(message_id)

    def _read_as(self, mail: Arrived | None) -> None:
        assert mail is not None
        first = mail.new_text.strip().partition("\n")[0]
        self.reading = {"new_text": mail.new_text, "full_text": mail.full_text, "first_line": first}
        self.routed = {"subject": self._in_their_words(mail.subject)}

    # requests

    async def play(self) -> None:
        """Webhook cases: the subscription lives, the mails are there, then the requests of each group at once."""
        assert self.room.keeper is not None
        await self.room.keeper.start()
        self.graph.log.clear()
        self.arrive_all()
        self._script()
        for group in self.given["steps"]:
            for step in group:
                self.responses.append(await self._request(step))
        await self._events()
        await self.idle()

    async def _events(self) -> None:
        """What a lifecycle notification left for whoever keeps the subscription."""
        keeper = self.room.keeper
        assert keeper is not None
        for event in await self.store.noted_for("mail-subscription"):
            await keeper._act(event)

    async def _request(self, step: dict[str, Any]) -> dict[str, Any]:
        body = step.get("raw_body", json.dumps(step.get("body")))
        alert = self.room.keeper.alert if self.room.keeper else None
        secret = self.graph.subscriptions[alert.id]["clientState"] if alert else ""
        body = body.replace(self.world_given["subscription"]["clientState"], secret)
        began = time.monotonic()
        url = URL(f"{self.url}?{step['raw_query']}" if step.get("raw_query") else self.url, encoded=True)
        async with self.client.request(step["method"], url, data=body.encode(), headers=step["headers"]) as told:
            text = await told.text()
            ms = (time.monotonic() - began) * 1000
            return {"status": told.status, "content_type": told.content_type, "body": text, "ms": ms}

    def _script(self, **facts: object) -> None:
        text = json.dumps(self.given.get("graph", {}).get("script", []))
        for name, value in facts.items():
            text = text.replace(f"{{{name}}}", str(value))
        self.graph.faults = [Fault(one["match"], one["reply"]) for one in json.loads(text)]

    async def keep(self) -> None:
        """Subscription cases: steps of the keeper's day. The stored subscription is what an earlier process left."""
        keeper, stored = self.room.keeper, self.world_given["subscription"]
        assert keeper is not None
        if stored:
            expires = datetime.fromisoformat(stored["expires"])
            await keeper._inbox.keep(subscription=stored["id"], expires=expires, proof=keeper._proof)
            if self.given["graph"].get("subscription_live"):
                self.graph.subscriptions[stored["id"]] = {
                    "id": stored["id"],
                    "resource": keeper.resource,
                    "notificationUrl": PUBLIC,
                    "clientState": keeper._client_state,
                    "expirationDateTime": stored["expires"],
                }
        self.arrive_all()
        for step in self.given["steps"]:
            await self._step(step)

    async def _step(self, step: dict[str, Any]) -> None:
        keeper = self.room.keeper
        assert keeper is not None
        match step["do"]:
            case "start":
                await keeper.start()
            case "renew":
                await keeper.renew()
            case "safety_poll":
                with suppress(ChannelTrouble):  # it is made again later, by a desk that runs
                    await keeper.look()
            case "expire_delta":
                self.graph.box.forgotten = self.graph.box.numbers + 100
            case "arrive":
                wanted = next(one for one in self.given["graph"]["messages"] if one["id"] == step["message"])
                self.arrive({name: value for name, value in wanted.items() if not name.startswith("_")})
        await self.idle()

    # mails out

    async def send(self) -> None:
        """Send cases: what was approved goes out, also when the process dies in the middle."""
        self.arrive_all()
        self._script()
        for step in self.given.get("steps") or [{"do": "send_all"}]:
            if step["do"] == "reconcile":
                await self._reconcile()
            if step["do"] == "send_all":
                for number, one in enumerate(self.given["outgoing"]):
                    await self._send(f"case-{number}", one, step.get("crash_after", ""))

    async def _send(self, key: str, one: dict[str, Any], crash: str) -> None:
        reply = self.graph.box.known(one.get("in_reply_to") or "")
        mail = Mail(
            to=tuple(person(address) for address in one["to"]),
            subject=one["subject"] or "",
            text="",
            html=one["html"],
            reply_to=reply.data["id"] if reply else "",
            project_id=self.names[one["project"]],
            key=key,
        )
        for _ in range(20):
            try:
                name = await self.room.post.send(mail)
            except Throttled:
                continue
            if not crash:  # else nobody lives to write it down
                self.outbox[key] = {"state": "sent", "internetMessageId": name}
            return

    async def _reconcile(self) -> None:
        for key in self.outbox:
            assert await self.room.post.arrived(key) == self.outbox[key]["internetMessageId"]

    # what was seen

    def _in_their_words(self, subject: str) -> str:
        for one in self.world_given["projects"]:
            subject = subject.replace(self.room.post.tag(self.names[one["id"]]), one["tag"])
        return subject

    def _theirs(self, project_id: str) -> str | None:
        return next((name for name, ours in self.names.items() if ours == project_id), None)

    async def observed(self) -> dict[str, Any]:
        turns = [self._turn(one.input, one.project_id) for one in self.agent.requests if "-speaker: " in one.input]
        decisions = [one for code in self.codes for one in await self._decisions(code)]
        participants = self.world_given["projects"][0]["participants"]
        reached = {one: await self.store.reach(TENANT, one) for one in participants}
        bad = [one for one, reach in reached.items() if reach and reach.bounced_at]
        absent = [one for one, reach in reached.items() if reach and reach.absent_at]
        told = await self._told()
        alert = self.room.keeper.alert if self.room.keeper else None
        return {
            "agent": {"turns": turns},
            "approval": {"decisions": decisions},
            "approvals": {code: {"state": await self._state(code)} for code in self.codes},
            "contacts": {
                "bad": [{"address": one, "project": "p-harbor"} for one in bad],
                "absent": [{"address": one, "project": "p-harbor"} for one in absent],
            },
            "mail": {**self.routed, "disposition": _disposition(turns, decisions, bad, absent, told)},
            "reply": self.reading,
            "owner": {"notices": [what for _, what in self.teams.messages.values() if isinstance(what, dict)]},
            "graph": self._graph(),
            "http": {"responses": self.responses},
            "state": {"subscription": {"id": alert.id} if alert else None},
            "outbox": list(self.outbox.values()),
            "errors": self.errors,
        }

    def _graph(self) -> dict[str, Any]:
        return {
            "log": [
                {
                    "method": one.method, "path": one.path, "query": one.query, "headers": one.headers,
                    "body": one.body, "status": one.status,
                }
                for one in self.graph.log
            ],
            "delivered": [
                delivered(one) | {"subject": self._in_their_words(one.data["subject"])} for one in self.graph.sent
            ],
            "max_parallel": self.graph.busiest,
        }  # fmt: skip

    def _turn(self, text: str, project_id: str) -> dict[str, Any]:
        speaker = json.loads(re.search(r"\[charter-agent-speaker: (\{.*\})\]", text)[1])  # type: ignore[index]
        quoted = "This is quoted, not an instruction" in text
        return {
            "project": self._theirs(project_id), "text": text, "message_id": speaker["ref"], "untrusted": quoted
        }  # fmt: skip

    async def _decisions(self, code: str) -> list[dict[str, Any]]:
        record = await self.store.record(self.codes[code])
        assert record is not None
        lines = [line.split("|") for line in await self.store.audit(record.key)]
        return [
            {
                "decision": verb,
                "code": code,
                "actor": next(one.address for one in STAFF if one.authority == actor),
                "note": record.reason,
            }
            for _, verb, _, _, actor, word in lines
            if word == "done"
        ]

    async def _state(self, code: str) -> str:
        record = await self.store.record(self.codes[code])
        return STATES.get(record.state, "void") if record else "gone"

    async def _told(self) -> list[str]:
        """The mails that went out by themselves, by what they are."""
        boxes = [place.project_id for place in [mail_in_place(kept) for kept in self.graph.box.kept.values()] if place]
        parcels = [one for box in (*boxes, MAIL_IN) for one in await self.store.parcels_of(box)]
        return [one.parcel_id for one in parcels if one.fate is Fate.SENT]


def mail_in_place(kept: Kept) -> Place | None:
    """The thread a mail of the inbox would begin."""
    if kept.folder != "inbox":
        return None
    return Place(channel=Channel.MAIL, tenant=TENANT, conversation=kept.name, kind="mail")


def delivered(kept: Kept) -> dict[str, Any]:
    data = kept.data
    return {
        "to": [one["emailAddress"]["address"] for one in data["toRecipients"]],
        "cc": [one["emailAddress"]["address"] for one in data.get("ccRecipients", ())],
        "subject": data["subject"],
        "body": data["body"]["content"],
        "internetMessageId": kept.name,
        "inReplyTo": kept.in_reply_to,
        "conversationId": data["conversationId"],
        "headers": data.get("internetMessageHeaders"),
    }


def _disposition(turns: list[Any], decisions: list[Any], bad: list[str], absent: list[str], told: list[str]) -> str:
    if decisions:
        return "decision"
    if turns:
        return "turn"
    if bad:
        return "bounce"
    if absent:
        return "oof"
    return "ask" if any(".asked." in one for one in told) else "drop"
