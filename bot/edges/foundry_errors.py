"""The SDKs' failures in our words: what matters is whether a turn began, and who can mend it."""

import time
from email.utils import parsedate_to_datetime

import aiohttp
import openai
from azure.core.exceptions import (
    AzureError,
    ClientAuthenticationError,
    HttpResponseError,
    ServiceRequestError,
)

from bot.core.errors import (
    AgentBusy,
    AgentDenied,
    AgentDown,
    AgentFailed,
    AgentTrouble,
    ChainLost,
    DeniedReason,
    SessionLost,
    StreamBroke,
    TurnForgotten,
    TurnUnknown,
)
from bot.core.turn import Ended

WAIT = 20.0  # seconds, when a refusal names none
LOCKED = 5.0
LONGEST = 3600.0
POISON = ("no tool output found", "previous response", "malformed identifier")
DENIED: dict[str, DeniedReason] = {
    "session_not_accessible": "session",
    "preview_feature_required": "preview",
    "disabled": "disabled",
}
NEVER_CONNECTED = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError)


def of_turn(trouble: openai.APIError, chain: str) -> AgentTrouble:
    """A turn that was refused, or whose posting failed."""
    if isinstance(trouble, openai.APIStatusError):
        return _of_status(trouble, chain)
    if _never_connected(trouble):
        return AgentDown(str(trouble))
    return TurnUnknown(f"{type(trouble).__name__}: {trouble}")


def of_resume(trouble: openai.APIError, response_id: str) -> AgentTrouble:
    """A response that began, and cannot be listened to just now or ever again."""
    if isinstance(trouble, openai.NotFoundError):
        lost = SessionLost if "session" in str(trouble.code or "") else TurnForgotten
        return lost(f"response {response_id}: {_said(trouble)}")
    if isinstance(trouble, openai.APIStatusError) and trouble.status_code >= 500:
        return AgentFailed(_said(trouble))
    found = of_turn(trouble, "")
    return StreamBroke(str(found)) if isinstance(found, TurnUnknown) else found


def _never_connected(trouble: BaseException | None) -> bool:
    """The transport calls a line cut after the request a ConnectTimeout too: only aiohttp's own error tells."""
    while trouble is not None:
        if isinstance(trouble, NEVER_CONNECTED):
            return True
        trouble = trouble.__cause__ or trouble.__context__
    return False


def _of_status(trouble: openai.APIStatusError, chain: str) -> AgentTrouble:
    code, said = str(trouble.code or ""), _said(trouble)
    match trouble.status_code:
        case 400 if chain and about_the_chain(code, said):
            return ChainLost(said)
        case 401 | 403:
            return AgentDenied(said, _denied(trouble.status_code, f"{code} {trouble.message}".lower()))
        case 404:
            return _not_found(code, said, chain)
        case 409 if code == "conversation_fork_not_supported":
            return ChainLost(said) if chain else AgentTrouble(said)
        case 409:
            return AgentBusy(said, LOCKED)
        case 424 | 500 | 503:
            return AgentFailed(said)
        case 429:
            return AgentBusy(said, _retry_after(trouble.response.headers.get("retry-after")))
        case 408 | 502 | 504:
            return TurnUnknown(said)
    return AgentTrouble(said)


def _not_found(code: str, said: str, chain: str) -> AgentTrouble:
    if "session" in code:
        return SessionLost(said)
    return ChainLost(said) if chain else AgentDenied(said, "missing")


def _denied(status: int, said: str) -> DeniedReason:
    if status == 401:
        return "token"
    for sign, reason in DENIED.items():
        if sign in said:
            return reason
    return "role"


def about_the_chain(code: str, said: str) -> bool:
    return "previous" in code or any(sign in said.lower() for sign in POISON)


def poisoned(event: Ended) -> bool:
    """A failed turn whose trouble is the history it was given."""
    return event.status == "failed" and any(sign in event.message.lower() for sign in POISON[:2])


def no_background(refused: openai.BadRequestError) -> bool:
    """The agent runs turns in the foreground only."""
    return "background" in f"{refused.param or ''} {_said(refused)}".lower()


def of_files(trouble: AzureError) -> AgentTrouble:
    """Sessions and files: nothing of a turn is at stake."""
    if isinstance(trouble, ClientAuthenticationError):
        return AgentDenied(str(trouble), "token")
    if isinstance(trouble, ServiceRequestError):
        return AgentDown(str(trouble))
    status = trouble.status_code if isinstance(trouble, HttpResponseError) else None
    if status == 403:
        return AgentDenied(str(trouble))
    if status == 429:
        headers = getattr(getattr(trouble, "response", None), "headers", {})
        return AgentBusy(str(trouble), _retry_after(headers.get("retry-after")))
    if status is None:
        return AgentDown(str(trouble))
    if status >= 500 or status == 424:
        return AgentFailed(str(trouble))
    return AgentTrouble(str(trouble))


def _said(trouble: openai.APIStatusError) -> str:
    """The refusal's words with the request id somebody may ask for."""
    request_id = trouble.response.headers.get("x-request-id", "")
    return f"{trouble.status_code} {trouble.code or ''}: {trouble.message} [{request_id}]"


def _retry_after(given: str | None) -> float:
    """Seconds or a date. What names no usable time is `WAIT`, and nothing waits longer than `LONGEST`."""
    try:
        seconds = float(given or WAIT)
    except ValueError:
        seconds = _until(given or "")
    return min(max(0.0, seconds), LONGEST) if seconds == seconds else WAIT


def _until(date: str) -> float:
    try:
        return parsedate_to_datetime(date).timestamp() - time.time()
    except ValueError:
        return WAIT
