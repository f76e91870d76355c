"""Everything that can go wrong, on one page.

DeskError
├── Refusal            a person asked for what is not theirs or not open; nothing changed; `key` names the sentence
├── Rejected           the door says no to a request: `status` is the HTTP answer
│   └── ForeignTenant  a genuine one, of a tenant that is not on the list
├── AgentTrouble       a turn did not end well
│   ├── AgentBusy      certainly not started; may be tried again after `retry_after` seconds
│   ├── AgentDown      certainly not started, nobody answers: waits for as long as it takes
│   │   └── AgentFailed  certainly not started, the agent answers that it cannot (424, 500, 503): tried five times
│   ├── StreamBroke    started, and cut before it ended: resume it, never post it again
│   ├── ChainLost      the transcript chain is stale or poisoned: once more without it
│   ├── SessionLost    the sandbox is gone, or another one answers: the owner decides
│   ├── AgentDenied    401 or 403: somebody has to mend the configuration; `reason` says what
│   ├── TurnUnknown    the line broke while it was handed over: it may have begun or not
│   └── TurnLost       it began, and nobody can tell what became of it
│       └── TurnForgotten  the agent does not know its own answer any more
├── ChannelTrouble     a message did not go out as it should
│   ├── Throttled      certainly not sent, or an edit that may be repeated; again after `retry_after` seconds
│   │   └── Unreadable one message is refused, or garbled, by itself: tried a few times, and in nobody's way
│   ├── Undeliverable  certainly not sent, and trying again will not help; `reason` says why
│   ├── NotYet         certainly not sent: whoever it is for is not to be reached before `until`
│   ├── MessageGone    the message to be updated is not there any more
│   ├── Stopped        whoever reads it wants no more of this answer: nothing of it is said again
│   └── Uncertain      it may have been sent: never again without a person's word
├── StoreDown          the store does not answer: nothing was accepted
│   └── FromNewer      what lies in it was written by a newer desk, and is left to it
└── Misconfigured      a setting is missing or wrong; the text names it
"""

from datetime import datetime
from typing import Literal

UndeliverableReason = Literal[
    "blocked", "not_member", "disabled", "forbidden", "too_big", "no_address",
    "answered", "stopped", "away", "declined", "unanswered", "enough", "overtaken", "bounced", "brake", "unknown",
]  # fmt: skip
DeniedReason = Literal["role", "token", "session", "preview", "disabled", "missing"]


class DeskError(Exception):
    """Root of all our errors."""


class Refusal(DeskError):
    """`key` is a sentence in the catalogue, `facts` fill it."""

    def __init__(self, key: str, **facts: str) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts


class Rejected(DeskError):
    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class ForeignTenant(Rejected):
    pass


class AgentTrouble(DeskError):
    pass


class AgentBusy(AgentTrouble):
    def __init__(self, why: str, retry_after: float) -> None:
        super().__init__(why)
        self.retry_after = retry_after


class AgentDown(AgentTrouble):
    pass


class AgentFailed(AgentDown):
    pass


class StreamBroke(AgentTrouble):
    pass


class ChainLost(AgentTrouble):
    pass


class SessionLost(AgentTrouble):
    pass


class AgentDenied(AgentTrouble):
    def __init__(self, why: str = "", reason: DeniedReason = "role") -> None:
        super().__init__(why)
        self.reason: DeniedReason = reason


class TurnUnknown(AgentTrouble):
    pass


class TurnLost(AgentTrouble):
    pass


class TurnForgotten(TurnLost):
    pass


class ChannelTrouble(DeskError):
    pass


class Throttled(ChannelTrouble):
    def __init__(self, why: str, retry_after: float) -> None:
        super().__init__(why)
        self.retry_after = retry_after


class Unreadable(Throttled):
    pass


class Undeliverable(ChannelTrouble):
    def __init__(self, why: str, reason: UndeliverableReason = "unknown") -> None:
        super().__init__(why)
        self.reason: UndeliverableReason = reason


class NotYet(ChannelTrouble):
    """`zone`: whose clock tells when."""

    def __init__(self, why: str, until: datetime, zone: str) -> None:
        super().__init__(why)
        self.until, self.zone = until, zone


class MessageGone(ChannelTrouble):
    pass


class Stopped(ChannelTrouble):
    pass


class Uncertain(ChannelTrouble):
    pass


class StoreDown(DeskError):
    pass


class FromNewer(StoreDown):
    pass


class Misconfigured(DeskError):
    pass
