"""What passes between the stories and the store besides the nouns themselves."""

from datetime import datetime

from bot.core.draft import Record, Verb
from bot.core.letter import Letter, Said
from bot.core.news import Glance
from bot.core.noun import Noun
from bot.core.parcel import Parcel
from bot.core.people import Contact, Project
from bot.core.timer import Timer


class Begun(Noun):
    """The head of a mailbox: one letter, or a run of `Told` ones. Attempt 0: it was buried, tell the owner."""

    letters: tuple[Letter, ...]
    attempt: int


class Mark(Noun):
    """How far a turn has come; written as it goes, read when it is begun again."""

    placeholder: str = ""  # id of the "on it" message
    placing: bool = False  # the placeholder was about to be posted
    posting: bool = False  # the turn was about to be posted to the agent, and may have begun
    response_id: str = ""
    answering: bool = False  # a fresh answer message was about to be posted
    answered: str = ""  # id of the answer, or "yes" when the channel gave none
    waits: int = 0  # how often it was put off
    waiting: bool = False  # the thread was told that it waits
    put_off_at: datetime | None = None
    put_off_for: float = 0.0  # seconds
    # of a message about deliveries in doubt: the records it names, blanks between them (to Lua an empty list is {})
    about: str = ""
    once: bool = False  # of an agent: it promised to do no turn id twice


class Effects(Noun):
    """What a turn did to our own memory, written in one step with the removal of its letters."""

    project: Project | None = None
    records: tuple[Record, ...] = ()
    parcels: tuple[Parcel, ...] = ()
    links: tuple[tuple[str, str], ...] = ()  # thread, project id
    contacts: tuple[Contact, ...] = ()
    timers: tuple[Timer, ...] = ()  # set, or moved
    glances: tuple[tuple[str, Glance], ...] = ()  # project id, what its owner has seen of it now
    buried_at: datetime | None = None  # the letters were begun too often, and are put away
    unseen: bool = False  # the turn was cut: drafts may lie in the sandbox that nobody here has seen
    well: bool = False  # a turn of the agent ended well: what it wrote down is worth a copy
    held: tuple[Said, ...] = ()  # said while the agent is silent: kept until it is told
    forget: bool = False  # the project was deleted: of the letter, too, nothing is kept
    told: bool = False  # what was held was told, or is not to be
    entitled: tuple[str, ...] = ()  # who may decide what is open in the project from now on; none: as before


class Rung(Noun):
    """What timers that rang lead to, written in the step that removes them; `effects.timers` are what is set next."""

    letters: tuple[tuple[str, Letter], ...] = ()  # project id, letter
    effects: Effects = Effects()


class Decision(Noun):
    """A click, checked by the flow, about to be written. The store compares version, hash and actor again."""

    verb: Verb
    key: str
    version: int
    content_hash: str
    actor: str  # Person.authority
    after: Record  # the record as it will be
    parcels: tuple[Parcel, ...] = ()
    letters: tuple[Letter, ...] = ()
    now: datetime


class Attempt(Noun):
    """A click that was turned away before a decision was made of it: the audit keeps it all the same."""

    key: str
    verb: str
    version: int
    content_hash: str
    actor: str  # Person.authority, or the channel's name for somebody without an object id
    word: str  # why, as in `Verdict`
    now: datetime


class Verdict(Noun):
    """`done` changed something; `repeat` is the same click again; every other word refused it and changed nothing."""

    word: str  # done | repeat | unknown | not_yours | closed | expired | stale
    record: Record | None = None
