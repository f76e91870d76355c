"""Who and where: persons, the places they talk in, and the project a place belongs to."""

import re
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import Literal

from bot.core.noun import Noun

SESSION = re.compile(r"desk-(p-[0-9a-f]+)(?:-\d+)?")


class Channel(StrEnum):
    TEAMS = "teams"
    MAIL = "mail"


class Role(StrEnum):
    OWNER = "owner"
    DEPUTY = "deputy"
    CONTRIBUTOR = "contributor"
    OBSERVER = "observer"


class Person(Noun):
    """`oid` is the Entra object id, the only thing authority is judged by; `teams_id` ("29:…") is this bot's alone."""

    oid: str = ""
    name: str = ""
    address: str = ""
    teams_id: str = ""
    tenant: str = ""
    guest: bool = False  # of our tenant, where others invited them: they may be written to, and decide nothing

    @property
    def authority(self) -> str:
        """Key of the right to decide: tenant and object id, empty when either is unknown, and for guests."""
        return f"{self.tenant}/{self.oid}" if self.tenant and self.oid and not self.guest else ""

    def foreign_to(self, place: "Place") -> bool:
        """Of another organisation, as people in shared channels may be."""
        return place.channel is Channel.TEAMS and bool(self.tenant) and self.tenant != place.tenant


class Deputy(Person):
    """Decides as the owner does, until a moment when one is named."""

    until: datetime | None = None

    def serves(self, now: datetime) -> bool:
        return self.until is None or now < self.until


class Place(Noun):
    """Where to speak: a Teams conversation (the full id, `;messageid=` included) or a mail thread."""

    channel: Channel
    tenant: str
    conversation: str
    kind: Literal["personal", "group", "channel", "mail"]
    service_url: str = ""
    bot_id: str = ""
    bot_name: str = ""
    team: str = ""  # the team a channel belongs to, by the channel service's name for it
    locale: str = "en"
    zone: str = "UTC"
    subject: str = ""  # mail: subject of the thread
    reply_to: str = ""  # mail: Graph id of the message to answer
    address: str = ""  # mail: whom to write to; "" is whoever wrote that message

    @property
    def thread(self) -> str:
        """The thread's name in the store; ids are case-sensitive and taken whole."""
        return sha256("\x1f".join((self.channel, self.tenant, self.conversation)).encode()).hexdigest()[:32]

    @property
    def project_id(self) -> str:
        """The project a new thread starts: the same thread always names the same project."""
        return f"p-{self.thread[:16]}"


class Contact(Noun):
    """How to reach a person 1:1, learned from what they sent.

    Only a message of theirs in that chat makes a `blocked` or `disabled` one active again.
    """

    person: Person
    place: Place | None = None
    state: Literal["active", "blocked", "disabled", "removed"] = "active"


class Project(Noun):
    """A response under way: ids and state. What it is about stays in the sandbox."""

    project_id: str
    owner: Person
    deputies: tuple[Deputy, ...] = ()
    home: Place
    session_id: str
    sandbox: int = 1  # which one this is: one that was lost is not used again
    chain: str = ""  # last good response id of the conversation
    earlier_chain: str = ""  # the one before it
    poll_chain: str = ""  # unattended turns keep a chain of their own
    started: bool = False  # a turn has been completed at least once
    state: Literal["active", "paused", "closed", "lost"] = "active"
    poll_cron: str = ""  # when it is looked at, in its zone; empty: as the house does, "never": only when asked
    title: str = ""
    created_at: datetime
    last_turn_at: datetime | None = None
    dashboard_card: str = ""
    guests: tuple[str, ...] = ()  # mail addresses that the owner or a deputy has put on the thread
    taken_over: str = ""  # name of who asked the agent to be silent; empty: it speaks

    @property
    def works_alone(self) -> bool:
        """Does the desk look after it by itself, without anybody asking?"""
        return self.state == "active" and not self.taken_over

    @property
    def locale(self) -> str:
        return self.home.locale

    @property
    def zone(self) -> str:
        return self.home.zone

    def approvers_at(self, now: datetime) -> tuple[str, ...]:
        """Who may decide now: the owner, and the deputies whose time is not over."""
        people = (self.owner, *(one for one in self.deputies if one.serves(now)))
        return tuple(person.authority for person in people if person.authority)

    def decided_by(self, person: Person, now: datetime) -> bool:
        return bool(person.authority) and person.authority in self.approvers_at(now)

    def role_of(self, person: Person, now: datetime) -> Role:
        if person.authority and person.authority == self.owner.authority:
            return Role.OWNER
        if self.decided_by(person, now):
            return Role.DEPUTY
        if self._wrote_by_mail(person, self.owner):
            return Role.OWNER
        return Role.CONTRIBUTOR

    def _wrote_by_mail(self, person: Person, other: Person) -> bool:
        """Mail has no object id: the edge has checked the sender's address before it fills `address` alone."""
        return not person.oid and bool(person.address) and person.address.casefold() == other.address.casefold()


def restarted(project: Project, with_copy: bool) -> Project:
    """The project in a new sandbox. The conversation's chain spoke of the old one, and ends with it."""
    number = project.sandbox + 1
    return project.model_copy(
        update={
            "state": "active",
            "sandbox": number,
            "session_id": session_name(project.project_id, number),
            "chain": "",
            "earlier_chain": "",
            "poll_chain": "",
            "started": with_copy,
            "last_turn_at": None,
        }
    )


def new_project(place: Place, owner: Person, now: datetime) -> Project:
    return Project(
        project_id=place.project_id, owner=owner, home=place, session_id=session_name(place.project_id), created_at=now
    )


def project_in(session_id: str) -> str:
    """The project whose sandbox bears this name; "" for a name that is not ours."""
    found = SESSION.fullmatch(session_id)
    return found[1] if found else ""


def session_name(project_id: str, number: int = 1) -> str:
    """The sandbox's id is ours and follows from the project: a crash before it is stored loses nothing."""
    return f"desk-{project_id}" if number == 1 else f"desk-{project_id}-{number}"
