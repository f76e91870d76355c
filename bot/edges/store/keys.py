"""Every key of a desk: one spelling, one hash tag, so that each Lua step stays within one cluster slot."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Kind(StrEnum):
    """`per project` kinds are removed by `forget`; the Lua files spell them the same way, a test compares."""

    # mailboxes, per project
    BOX = "box"  # list of letters
    LEASE = "lease"  # "job|token" of who works on the box
    TRIES = "tries"  # letter id → how often begun
    RUNS = "runs"  # letter id → how many letters were begun with it
    LAST = "last"  # "lease|letters" that were finished last
    HEARD = "heard"  # letter id → who wrote it; "in:", "out:", "at:" and a person → how many of theirs came, were
    # dealt with, and when the last was written
    GRAVES = "graves"  # first letters of what was begun too often
    GRAVE = "grave"  # per project and first letter: what was put away, and what the owner decided
    HELD = "held"  # letters of the time in which the agent is silent
    BEGUN = "begun"  # letter id → when: whose marks there are
    MARK = "mark"  # per letter: how far its turn has come
    # projects
    PROJECT = "project"
    LINKS = "links"  # threads that were linked to the project
    MAILS = "mails"  # fingerprints of mails sent for it
    LINK = "link"  # thread → project
    MAILED = "mailed"  # fingerprint of an internet message id → project and record
    GLANCE = "glance"  # what its owner has seen of it
    # drafts
    RECORDS = "records"  # per project: keys of its records
    RECORD = "record"
    CLICKS = "clicks"  # per record: click → word
    AUDIT = "audit"  # per record: every attempt
    CODES = "codes"  # per project: code of a mail → the drafts it stands for, as ids, versions and hashes
    # sandboxes, per project
    STAY = "stay"  # until when it has one
    CHECKPOINT = "checkpoint"  # the copy of what is in it
    LOSSES = "losses"  # names of those that were lost
    LOSS = "loss"  # per lost one: who may choose, and what they chose; AUDIT has every attempt
    # deliveries
    PARCELS = "parcels"  # per project: ids of its parcels
    PARCEL = "parcel"
    # people
    CONTACT = "contact"
    ADDRESS = "address"  # fingerprint of a mail address → contact
    REACH = "reach"  # fingerprint of a mail address → whether mail gets there
    HABITS = "habits"  # per person: what is known of their time, by who said it
    # timers
    TIMERS = "timers"  # per group: "project|kind|of" → when it is due
    TIMED = "timed"  # per project: groups that hold timers of it
    RINGING = "ringing"  # group → when its first timer is due, or the end of the lease of who has it
    RINGERS = "ringers"  # group → how often it was taken in vain, and the token of who has it
    RING = "ring"  # short-lived, per token: the group it stands for, "" once its effects are written
    GRANT = "grant"  # fingerprint of a person → sealed leave to act for them
    # the whole desk
    WAITING = "waiting"  # projects whose box is not empty
    PROJECTS = "projects"
    UNTOLD = "untold"  # graves that no card tells of
    UNSEEN = "unseen"  # project → how many of its turns were cut since somebody looked into its sandbox
    SETTLED = "settled"  # "record|key", "parcel|id" or "grave|name" that nobody works on any more → since when
    EXPIRING = "expiring"  # record that waits for a decision → when it expires
    PLANNED = "planned"  # parcel → not before
    SENDING = "sending"  # parcel → end of the sender's lease
    COPYING = "copying"  # project → when to copy what is in its sandbox
    ENDING = "ending"  # project → when to warn that its sandbox ends
    KEPT = "kept"  # per chair: what whoever sits on it next has to know
    NOTED = "noted"  # per chair: what whoever sits on it has to hear of
    # short-lived
    SPEAKS = "speaks"  # fingerprint of an answer of the agent → as whom it was asked for
    SEEN = "seen"
    ONCE = "once"
    BRAKE = "brake"  # per name: when it was done of late
    WISHES = "wishes"
    DRAWING = "drawing"
    CANARY = "canary"  # tells an empty or foreign store, and foreign encryption keys


class Keys:
    def __init__(self, prefix: str = "desk") -> None:
        self.base = f"{{{prefix}}}:"

    def name(self, kind: Kind, of: str = "") -> str:
        return f"{self.base}{kind}:{of}" if of else f"{self.base}{kind}"


def fingerprint(*parts: str) -> str:
    """Names a thing of the outside (message id, address) without keeping it readable."""
    return sha256("\x1f".join(parts).encode()).hexdigest()[:32]


def micros(moment: datetime) -> int:
    """Microseconds since 1970: exact, and exact in Lua's numbers too."""
    return (moment - EPOCH) // timedelta(microseconds=1)


def moment(stamp: str) -> datetime | None:
    return EPOCH + timedelta(microseconds=int(stamp)) if stamp else None
