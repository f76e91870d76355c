"""What must hold after every fault, each as a question whose answers are sentences; no sentence is good."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from bot.core.draft import Record, State
from bot.core.letter import project_of
from bot.core.parcel import Fate, Parcel
from bot.demo.verdict import unapproved
from tests.e2e.faults.books import Books, Line

CLOSING = ("approve", "reject", "change", "edit_approve")
EXPIRY = "expire"  # what the clock does, once, where nobody decided
BUTTONS = {"save": "edit", "save_approve": "edit_approve", "approve_selected": "approve"}  # as a stranger's are named
WAKES = {State.REJECTED: "rejected", State.ASKED: "change", State.EXPIRED: "expired"}
TOLD = {Fate.SENT: "sent", Fate.FAILED: "failed", Fate.REFUSED: "failed"}
DECIDED = (State.APPROVED, State.REJECTED, State.ASKED)


def broken(books: Books) -> list[str]:
    """Of a desk at rest."""
    return [sentence for check in CHECKS for sentence in check(books)]


def decided_once(books: Books) -> Iterator[str]:
    for key, lines in books.audit.items():
        versions = Counter(one.version for one in _done(lines) if one.verb in (*CLOSING, EXPIRY))
        yield from (f"{key} v{version} was decided {n} times" for version, n in versions.items() if n > 1)


def what_leaves_is_what_was_approved(books: Books) -> Iterator[str]:
    approved = {one.key: one.draft for one in books.records if one.state is State.APPROVED}
    repeated = {f"{key} again {n}": approved[key] for key, many in books.again.items() for n in range(many)}
    yield from unapproved(books.arrived, approved | repeated, {one.record_key for one in _briefs(books, Fate.SENT)})
    for one in _briefs(books):
        record = _record(books, one.record_key)
        if record.state is State.APPROVED and one.content_hash != record.draft.content_hash:
            yield f"{one.parcel_id} carries another content than was approved"


def answered_in_order(books: Books) -> Iterator[str]:
    """Each message once, and in the order in which they were written."""
    for chat, said in books.said.items():
        shown, place = books.shown.get(chat, ()), {tag: n for n, tag in enumerate(said)}
        yield from (f"{tag} was not answered in {chat}" for tag in said if tag not in shown)
        yield from (f"{tag} was answered {n} times in {chat}" for tag, n in Counter(shown).items() if n > 1)
        known = [place[tag] for tag in shown if tag in place]
        if any(later < earlier for earlier, later in pairwise(known)):
            yield f"the answers in {chat} are out of order: {' '.join(shown)}"


def nothing_leaves_after_a_no(books: Books) -> Iterator[str]:
    for one in _briefs(books, Fate.SENDING, Fate.SENT, Fate.UNCERTAIN):
        record = _record(books, one.record_key)
        if record.state is not State.APPROVED:
            yield f"{one.parcel_id} left although its draft is {record.state}"
    for key, lines in books.audit.items():
        record = _record(books, key)
        if any(one.verb in CLOSING and one.at >= record.expires_at for one in _done(lines)):
            yield f"{key} was decided after it had expired"


def what_expires_has_waited(books: Books) -> Iterator[str]:
    """Until its time was over, and with a line that says so. Nothing that expired is still to be decided."""
    for record in books.records:
        closed = [one for one in _done(books.audit.get(record.key, ())) if one.verb == EXPIRY]
        if record.state is State.EXPIRED and not closed:
            yield f"{record.key} has expired and nothing is written down"
        if record.state is State.EXPIRED and any(one.at < record.expires_at for one in closed):
            yield f"{record.key} was closed before its time was over"
        if record.state is State.PENDING and record.expires_at <= books.now:
            yield f"{record.key} waits although its time is over"


def every_attempt_is_written_down(books: Books) -> Iterator[str]:
    """One line for each click that was made, none for one that came again, and none for one that nobody made."""
    for key, lines in books.audit.items():
        done = Counter((one.verb, one.version, one.hash, one.actor) for one in _done(lines))
        yield from (
            f"{key}: {verb} v{version} is written down twice" for (verb, version, *_), n in done.items() if n > 1
        )
        if _record(books, key).state in DECIDED and not any(one.verb in CLOSING for one in _done(lines)):
            yield f"{key} is decided and nobody did it"
    written = {
        (key, BUTTONS.get(one.verb, one.verb), one.version, one.actor)
        for key, lines in books.audit.items()
        for one in lines
    }
    yield from (
        f"{one.key}: {one.verb} v{one.version} is not written down" for one in books.pressed if one not in written
    )


def nothing_is_being_sent_for_ever(books: Books) -> Iterator[str]:
    yield from (f"{name} is being sent past its lease" for name, end in books.sending.items() if end < books.now)
    for one in books.parcels:
        if one.fate is Fate.SENDING and one.parcel_id not in books.sending:
            yield f"{one.parcel_id} is being sent and nobody watches it"


def every_box_has_somebody(books: Books) -> Iterator[str]:
    for box in books.boxes:
        if box not in books.held and box not in books.booked and project_of(box) not in books.lost:
            yield f"the letters of {box} wait for nobody"


def the_agent_hears_of_everything(books: Books) -> Iterator[str]:
    """Once: of what was rejected or is to be changed, and of what became of each delivery."""
    heard = Counter((one["draft_id"], one["verb"], one["version"]) for one in books.told)
    owed = Counter(
        (one.draft.draft_id, WAKES[one.state], one.draft.version) for one in books.records if one.state in WAKES
    )
    for one in _briefs(books, *TOLD):
        draft = _record(books, one.record_key).draft
        owed[draft.draft_id, TOLD[one.fate], one.version] += 1
    yield from (f"the agent was not told that {draft} was {verb}" for draft, verb, _ in owed - heard)
    yield from (f"the agent was told twice that {draft} was {verb}" for (draft, verb, _), n in heard.items() if n > 1)
    turns = Counter(books.turns)
    yield from (f"turn {turn} was posted {n} times" for turn, n in turns.items() if n > 1)


def the_dead_are_shown(books: Books) -> Iterator[str]:
    shown = {(one.project_id, letter) for one, keys in _cards(books, "dead") for letter in keys}
    for box, letters in books.dead.items():
        if unknown := [one for one in letters if (box, one) not in shown]:
            yield f"letters of {box} were put away and their owner does not know: {' '.join(unknown)}"


def the_lost_are_shown(books: Books) -> Iterator[str]:
    asked = {one.project_id for one, _ in _cards(books, "workspace")}
    yield from (f"the sandbox of {one} is gone and its owner was not asked" for one in sorted(books.lost - asked))


def nothing_arrives_twice(books: Books) -> Iterator[str]:
    """Drafts carry their tag, so two equal texts are one text that came twice, unless its owner wanted that."""
    bodies = {one.draft.body: one.key for one in books.records}
    for one, n in Counter(books.arrived).items():
        if n > 1 + books.again[bodies.get(one.text, "")]:
            yield f"{one.text!r} arrived {n} times"


def every_card_is_there(books: Books) -> Iterator[str]:
    """What waits for its owner can be seen by its owner. A card that perhaps nobody saw may be shown once more."""
    shown = {one.parcel_id for one in books.parcels if one.fate is Fate.SENT}
    for one in books.parcels:
        if one.kind == "card" and not shown & {one.parcel_id, f"{one.parcel_id}.again"}:
            yield f"the card {one.parcel_id} is {one.fate}"


def _cards(books: Books, kind: str) -> Iterator[tuple[Parcel, tuple[str, ...]]]:
    """The cards of a kind that were sent, and what they are about."""
    for one in books.parcels:
        if one.fate is Fate.SENT and one.recipe is not None and one.recipe.kind == kind:
            yield one, one.recipe.keys


def _done(lines: tuple[Line, ...]) -> list[Line]:
    return [one for one in lines if one.word == "done"]


def _briefs(books: Books, *fates: Fate) -> list[Parcel]:
    return [one for one in books.parcels if one.kind == "brief" and (not fates or one.fate in fates)]


def _record(books: Books, key: str) -> Record:
    return next(one for one in books.records if one.key == key)


Check = Callable[[Books], Iterator[str]]
CHECKS: tuple[Check, ...] = (
    decided_once,
    what_leaves_is_what_was_approved,
    answered_in_order,
    nothing_leaves_after_a_no,
    what_expires_has_waited,
    every_attempt_is_written_down,
    nothing_is_being_sent_for_ever,
    every_box_has_somebody,
    the_agent_hears_of_everything,
    the_dead_are_shown,
    the_lost_are_shown,
    nothing_arrives_twice,
    every_card_is_there,
)
