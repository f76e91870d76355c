"""Misfortunes on demand, so that a front end can be tested against them.

`PUT /_fault` arms one switch, `GET` tells what is armed and how often each kind has happened, `DELETE` clears both and
answers with what it cleared. A switch befalls the next `times` requests that fit it (-1: until cleared), `skip` pass
before; the first armed that fits is taken. It fits requests `on` a turn | resume (anything by response id) |
session | file, of one `session` or of any; `chained` true or false: only turns with, or without, a previous response.

kind                        what befalls the request; its numbers (and what they are unless given)
status                      refused, nothing runs; status (503), retry_after, code
busy locked down denied     the same with 429 (retry_after 1), 409, 503, 403; retry_after, code
reset                       the line breaks and nothing ran
fail_after                  carried out to its end, then refused all the same; status (500), retry_after, code
reset_after                 carried out to its end, then the line breaks before the answer
cut                         the answer ends after some events, 0: before its body; event (3), end (reset | close)
hang                        carried out, but silent before the answer, or after some events; seconds (for ever), event
drip                        the answer comes in small pieces; bytes (16), seconds (0.05) between them
other_session               the answer names another session; other
lost expired                the session and its `$HOME` are gone, as if deleted, or after a month of silence
empty                       a completed turn of three events
poisoned                    the turn fails for its chain's sake, and so does all that continues the chain; needs a chain
consent consent_prompt      a tool wants a sign-in: `oacr_…` with server_label, or `oauthreq_…` without
approval                    a tool wants leave: an `mcp_approval_request` in a completed turn
failed error                half a sentence, then `response.failed`, or an `error` event; code
restart                     a resumed stream starts over as after a crash: with a second `response.in_progress`
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from agent.platform.answers import STATUSES, refused

Kind = Literal[
    "status", "busy", "locked", "down", "denied", "reset", "fail_after", "reset_after", "cut", "hang", "drip",
    "other_session", "lost", "expired", "empty", "poisoned", "consent", "consent_prompt", "approval", "failed",
    "error", "restart",
]  # fmt: skip
Where = Literal["turn", "resume", "session", "file"]
SHORT: dict[Kind, int] = {"busy": 429, "locked": 409, "down": 503, "denied": 403, "status": 503, "fail_after": 500}
REFUSALS: tuple[Kind, ...] = ("status", "busy", "locked", "down", "denied")
SCENES: tuple[Kind, ...] = ("empty", "poisoned", "consent", "consent_prompt", "approval", "failed", "error")
ANYWHERE: frozenset[Where] = frozenset(("turn", "resume", "session", "file"))
TURNS: frozenset[Where] = frozenset(("turn",))
PLACES: dict[Kind, frozenset[Where]] = {
    **dict.fromkeys(SCENES, TURNS),
    "cut": frozenset(("turn", "resume")),
    "drip": frozenset(("turn", "resume")),
    "other_session": TURNS,
    "lost": frozenset(("turn", "session", "file")),
    "expired": frozenset(("turn", "session", "file")),
    "restart": frozenset(("resume",)),
}
NUMBERS: dict[Kind, frozenset[str]] = {
    "status": frozenset(("status", "retry_after", "code")),
    "fail_after": frozenset(("status", "retry_after", "code")),
    **dict.fromkeys(("busy", "locked", "down", "denied"), frozenset(("retry_after", "code"))),
    "cut": frozenset(("event", "end")),
    "hang": frozenset(("event", "seconds")),
    "drip": frozenset(("bytes", "seconds")),
    "other_session": frozenset(("other",)),
    "failed": frozenset(("code",)),
    "error": frozenset(("code",)),
}
COMMON = frozenset(("kind", "times", "skip", "on", "session", "chained"))


class Switch(BaseModel):
    """Seconds, bytes and numbers of events; what belongs to another kind is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Kind
    times: int = Field(1, ge=-1, le=10_000)
    skip: int = Field(0, ge=0, le=10_000)
    on: Where = "turn"
    session: str = ""
    chained: bool | None = None
    status: int | None = None
    code: str = ""
    retry_after: float | None = Field(None, ge=0)
    event: int | None = Field(None, ge=0)
    end: Literal["reset", "close"] = "reset"
    seconds: float | None = Field(None, ge=0, le=86400)
    bytes: int = Field(16, gt=0)
    other: str = ""

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if not self.times:
            raise ValueError("times is 1 or more, or -1 for always")
        if self.on not in PLACES.get(self.kind, ANYWHERE):
            raise ValueError(f"{self.kind} cannot befall a {self.on}")
        if stray := self.model_fields_set - COMMON - NUMBERS.get(self.kind, frozenset()):
            raise ValueError(f"{self.kind} takes no {', '.join(sorted(stray))}")
        if self.on in ("session", "file") and self.event is not None:
            raise ValueError(f"a {self.on} has no events")
        if self.status is not None and self.status not in STATUSES:
            raise ValueError(f"status must be one of {', '.join(map(str, sorted(STATUSES)))}")
        return self

    @property
    def answer(self) -> int:
        return self.status or SHORT[self.kind]

    @property
    def at(self) -> int | None:
        """After how many events it happens; None: before the answer."""
        return 3 if self.kind == "cut" and self.event is None else self.event


@dataclass(frozen=True)
class Wish:
    """A request as the switches see it. `after`: it resumes a stream behind an event."""

    on: Where
    session: str = ""
    chain: str = ""
    after: bool = False


@dataclass
class Armed:
    switch: Switch
    left: int
    skip: int

    def takes(self, wish: Wish) -> bool:
        if not self._fits(wish):
            return False
        if self.skip:
            self.skip -= 1
            return False
        self.left -= 1 if self.left > 0 else 0
        return True

    def _fits(self, wish: Wish) -> bool:
        switch = self.switch
        return (
            switch.on == wish.on
            and switch.session in ("", wish.session)
            and switch.chained in (None, bool(wish.chain))
            and (switch.kind != "poisoned" or bool(wish.chain))
            and (switch.kind != "restart" or wish.after)
            and (switch.kind not in ("lost", "expired") or bool(wish.session))
        )


class Faults:
    """What is armed, what has happened, and what has to be remembered of it."""

    def __init__(self) -> None:
        self._armed: list[Armed] = []
        self.injected: Counter[str] = Counter()
        self.poisoned: set[str] = set()  # responses whose chain is beyond help
        self.shifts: dict[str, int] = {}  # response id -> how far its numbers moved when its stream began anew

    def arm(self, written: Any) -> None:
        try:
            switch = Switch.model_validate(written)
        except ValidationError as bad:
            raise refused(400, "invalid_parameters", "; ".join(map(_said, bad.errors()))) from bad
        self._armed.append(Armed(switch, switch.times, switch.skip))

    def take(self, wish: Wish) -> Switch | None:
        if wish.on == "turn" and wish.chain in self.poisoned:
            return Switch(kind="poisoned")
        found = next((one for one in self._armed if one.takes(wish)), None)
        self._armed = [one for one in self._armed if one.left]
        return found.switch if found else None

    def happened(self, switch: Switch) -> None:
        self.injected[switch.kind] += 1

    def report(self) -> dict[str, Any]:
        armed = [one.switch.model_dump(exclude_unset=True) | {"left": one.left} for one in self._armed]
        return {"armed": armed, "injected": dict(self.injected), "poisoned": sorted(self.poisoned)}

    def clear(self) -> dict[str, Any]:
        """Streams that began anew keep their numbers: they are not made whole by forgetting it."""
        last = self.report()
        self._armed.clear()
        self.injected.clear()
        self.poisoned.clear()
        return last


def _said(error: Any) -> str:
    where = ".".join(map(str, error["loc"]))
    return f"{where}: {error['msg']}" if where else str(error["msg"]).removeprefix("Value error, ")
