"""Tasks as they lie in the log, in either of the two shapes the reference agent ever wrote, read into one."""

from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict

Json = dict[str, Any]
Status = Literal["pending", "in_progress", "submitted", "submitted_with_gaps", "overdue"]
SAME = {"assigned": "pending", "inprogress": "in_progress", "atrisk": "overdue"}
KNOWN = ("pending", "in_progress", "submitted", "submitted_with_gaps", "overdue")
LONG_AGO = datetime.min.replace(tzinfo=UTC)
TEAMS_FAILED = "email (teams failed)"
CHANNEL_NAMES = {"email": "mail", TEAMS_FAILED: "mail", "mail": "mail", "teams": "teams"}


class Kickoff(BaseModel):
    """Whether and how the brief went out; one of the shapes may leave the moment open."""

    model_config = ConfigDict(frozen=True)

    sent: bool = False
    at: datetime | None = None
    channel: str = ""
    ref: str = ""


class Entry(BaseModel):
    """A task read from the log. `raw` keeps every key, known or not, and is what is written back."""

    model_config = ConfigDict(frozen=True)

    task_id: str
    section_id: str = ""
    title: str = ""
    owner: str = ""
    address: str = ""
    oid: str = ""
    external: bool = False
    due_at: str = ""
    requirements: tuple[str, ...] = ()
    stored: Status = "pending"
    kickoff: Kickoff = Kickoff()
    submissions: tuple[Json, ...] = ()
    signals: tuple[Json, ...] = ()
    nudges: tuple[Json, ...] = ()
    raw: Json = {}

    @property
    def accepted(self) -> Json:
        """The newest submission that counts, empty when there is none."""
        return next((s for s in reversed(self.submissions) if counts(s)), {})

    @property
    def gaps(self) -> tuple[str, ...]:
        return tuple(str(gap) for gap in self.accepted.get("gaps") or ())

    @property
    def done(self) -> bool:
        return (bool(self.accepted) and not self.gaps) or (self.stored == "submitted" and not self.submissions)

    def knows(self, ref: str) -> bool:
        """The same message counts once per task."""
        return bool(ref) and any(row.get("source_ref") == ref for row in (*self.submissions, *self.signals))

    @property
    def last_sign(self) -> datetime | None:
        signs = [moment(s.get("received_at") or s.get("at"), "UTC") for s in (*self.submissions, *self.signals)]
        return max((sign for sign in signs if sign), default=None)

    @property
    def declined(self) -> str:
        """The words in which its person last refused it; empty when they sent or promised something since."""
        since = moment(self.submissions[-1].get("received_at"), "UTC") if self.submissions else None
        kinds = ("declined", "promise")
        signs = [one for one in self.signals if one.get("kind") in kinds and not (since and _at(one) <= since)]
        return str(signs[-1].get("words") or "") if signs and signs[-1]["kind"] == "declined" else ""

    @property
    def promised(self) -> str:
        """The day they last named, ISO, empty when they named none since their last submission."""
        since = moment(self.submissions[-1].get("received_at"), "UTC") if self.submissions else None
        named = [sign for sign in self.signals if sign.get("eta") and not (since and _at(sign) <= since)]
        return str(named[-1]["eta"]) if named else ""

    @property
    def delegates(self) -> tuple[str, ...]:
        """Whom its owner named to answer in their place, as they wrote it."""
        return tuple(str(sign["delegate"]) for sign in self.signals if sign.get("delegate"))

    def reminded(self) -> tuple[datetime, ...]:
        moments = (moment(nudge.get("at"), "UTC") for nudge in self.nudges)
        return tuple(sorted(found for found in moments if found))

    @property
    def unanswered(self) -> int:
        """Reminders since the last sign of life."""
        sign = self.last_sign
        return sum(1 for at in self.reminded() if sign is None or at > sign)

    def due(self, zone: str) -> datetime | None:
        return moment(self.due_at, zone, end_of_day=True)

    def late(self, now: datetime, zone: str) -> bool:
        due = self.due(zone)
        return bool(due and due < now and not self.done)

    def status(self, now: datetime, zone: str) -> Status:
        if self.done:
            return "submitted"
        if self.accepted or (self.stored == "submitted_with_gaps" and not self.submissions):
            return "submitted_with_gaps"
        if self.late(now, zone):
            return "overdue"
        return "in_progress" if self.submissions or self.signals or self.stored == "in_progress" else "pending"


def counts(submission: Json) -> bool:
    return bool(submission.get("accepted", submission.get("covered") != []))


def entries(log: Json) -> tuple[Entry, ...]:
    owner = owner_address(log)
    found = log.get("tasks")
    return tuple(_entry(raw, owner) for raw in found if isinstance(raw, dict)) if isinstance(found, list) else ()


def owner_address(log: Json) -> str:
    owner = log.get("owner")
    return str((owner.get("address") if isinstance(owner, dict) else "") or log.get("sow_owner_upn") or "")


def _entry(raw: Json, owner: str) -> Entry:
    status = SAME.get(str(raw.get("status")), str(raw.get("status")))
    address = str(raw.get("owner_upn") or raw.get("owner_address") or "")
    return Entry(
        task_id=str(raw.get("task_id") or raw.get("id") or _made_id(raw)),
        section_id=str(raw.get("section_id") or ""),
        title=str(raw.get("title") or ""),
        owner=str(raw.get("owner_display_name") or address),
        address=address,
        oid=str(raw.get("owner_oid") or ""),
        external=_external(raw.get("is_external"), address, owner),
        due_at=str(raw.get("due_at") or ""),
        requirements=tuple(map(str, raw.get("runbook_requirements") or raw.get("requirements") or ())),
        stored=status if status in KNOWN else "pending",
        kickoff=_kickoff(raw),
        submissions=by_time(raw.get("submissions"), "received_at"),
        signals=by_time(raw.get("signals"), "at"),
        nudges=by_time(raw.get("nudges"), "at"),
        raw=raw,
    )


def _made_id(raw: Json) -> str:
    """Neither shape gave an id: the same section, owner and title always make the same one."""
    seed = "\x1f".join(str(raw.get(key) or "") for key in ("section_id", "owner_upn", "owner_display_name", "title"))
    return f"task-{sha256(seed.encode()).hexdigest()[:8]}"


def _external(given: Any, address: str, owner: str) -> bool:
    if isinstance(given, bool):
        return given
    if isinstance(given, str) and given.strip().lower() in ("true", "false"):
        return given.strip().lower() == "true"
    return bool(address and owner) and domain(address) != domain(owner)


def domain(address: str) -> str:
    return address.rpartition("@")[2].casefold()


def _kickoff(raw: Json) -> Kickoff:
    given = raw.get("kickoff_sent")
    if isinstance(given, dict):
        at = moment(given.get("at"), "UTC")
        return Kickoff(
            sent=at is not None, at=at, channel=_channel(given.get("channel")), ref=str(given.get("ref") or "")
        )
    if str(given).lower() != "true":
        return Kickoff()
    at = moment(raw.get("kickoff_sent_at"), "UTC")
    return Kickoff(
        sent=True, at=at, channel=_channel(raw.get("kickoff_channel")), ref=str(raw.get("kickoff_ref") or "")
    )


def _channel(given: Any) -> str:
    return CHANNEL_NAMES.get(str(given or "").casefold(), "")


def by_time(rows: Any, key: str) -> tuple[Json, ...]:
    """Oldest first by the moment itself: writers of several zones spell the same hour differently."""
    found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return tuple(sorted(found, key=lambda row: _at(row, key)))


def _at(row: Json, key: str = "at") -> datetime:
    return moment(row.get(key), "UTC") or LONG_AGO


def moment(given: Any, zone: str, end_of_day: bool = False) -> datetime | None:
    """An ISO date or datetime as an aware moment. A bare date is its last (or first) instant in the zone."""
    if isinstance(given, datetime):
        return given if given.tzinfo else given.replace(tzinfo=zone_of(zone))
    text = str(given or "").strip().replace("Z", "+00:00")
    try:
        if len(text) == 10:
            day = datetime.combine(date.fromisoformat(text), time(), zone_of(zone))
            return day + timedelta(days=1) - timedelta(microseconds=1) if end_of_day else day
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=zone_of(zone))


def zone_of(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def rolled_up(found: tuple[Entry, ...], before: str) -> str:
    """The project's status from its tasks."""
    if found and all(entry.done for entry in found):
        return "submitted"
    if found and all(entry.accepted for entry in found):
        return "submitted_with_gaps"
    if any(entry.submissions for entry in found):
        return "in_progress"
    return "kicked_off" if any(entry.kickoff.sent for entry in found) else before
