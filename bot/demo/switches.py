"""Misfortunes of Teams and Graph on this machine, switched on over HTTP by whoever runs here.

`PUT /_fault` arms a switch, `GET` tells what is armed and how often each kind was injected and was accepted even so,
`DELETE` clears all of that and answers with what it was. A switch: {"kind", "on": {"method", "path" (glob), "body"
(subset), "min_utf16_bytes"}, "times": 1 (-1: until cleared), "skip": 0} and the kind's own numbers:

kind           what the caller meets; its numbers (and what they are unless given)
status         refused, and nothing took effect; status (503), retry_after, code
fail_after     it took effect, and is answered with a failure; status (500), retry_after, code
reset          the line breaks, and nothing took effect
reset_after    it took effect, and the line breaks before the answer
hang           it took effect, and nothing is said; seconds (for ever), then the normal answer
slow           it took effect, and the normal answer is late; seconds (1)
rule           the `answer` that is given, instead of the normal thing
"""

import json
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any, Literal, Protocol, Self

from aiohttp import web
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from bot.demo.answers import ScriptedAnswer

Kind = Literal["status", "fail_after", "reset", "reset_after", "hang", "slow", "rule"]
REFUSAL = frozenset(("status", "retry_after", "code"))
NUMBERS: dict[Kind, frozenset[str]] = {
    "status": REFUSAL,
    "fail_after": REFUSAL,
    "hang": frozenset(("seconds",)),
    "slow": frozenset(("seconds",)),
    "rule": frozenset(("answer",)),
}
COMMON = frozenset(("kind", "on", "times", "skip"))
PATH = "/_fault"


class Which(BaseModel):
    """The requests a switch is for."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] | None = None
    path: str | None = None
    body: Any = None
    min_utf16_bytes: int = Field(0, ge=0)


class Answer(BaseModel):
    """What a rule says in full, the keys of a `ScriptedAnswer`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    status: int | None = Field(None, ge=200, le=599)
    headers: dict[str, str] | None = None
    json_: Any = Field(None, alias="json")
    text: str | None = None
    delay_s: float | None = Field(None, ge=0, le=86400)
    silence_s: float | None = Field(None, ge=0, le=86400)
    kept: bool | None = None
    reset: bool | None = None
    drop: bool | None = None

    @model_validator(mode="after")
    def _ends_somehow(self) -> Self:
        if self.status is None and not (self.kept or self.reset or self.drop):
            raise ValueError("an answer needs a status, or kept, reset or drop")
        return self


class Switch(BaseModel):
    """Seconds; what belongs to another kind is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    kind: Kind = "rule"
    on: Which = Which()
    times: int = Field(1, ge=-1, le=10_000)
    skip: int = Field(0, ge=0, le=10_000)
    answer: Answer | None = None
    status: int | None = Field(None, ge=400, le=599)
    code: str = ""
    retry_after: float | None = Field(None, ge=0)
    seconds: float | None = Field(None, ge=0, le=86400)

    @model_validator(mode="after")
    def _makes_sense(self) -> Self:
        if not self.times:
            raise ValueError("times is 1 or more, or -1 for always")
        if stray := self.model_fields_set - COMMON - NUMBERS.get(self.kind, frozenset()):
            raise ValueError(f"{self.kind} takes no {', '.join(sorted(stray))}")
        if self.kind == "rule" and self.answer is None:
            raise ValueError("a rule needs an answer, anything else a kind")
        return self

    def as_answer(self, codes: Mapping[int, str]) -> ScriptedAnswer:
        match self.kind:
            case "status":
                return self._refusal(self.status or 503, codes)
            case "fail_after":
                return self._refusal(self.status or 500, codes) | {"kept": True}
            case "reset":
                return {"reset": True}
            case "reset_after":
                return {"reset": True, "kept": True}
            case "hang":
                return {"silence_s": self.seconds, "kept": True}
            case "slow":
                return {"delay_s": 1.0 if self.seconds is None else self.seconds, "kept": True}
        return self.answer.model_dump(exclude_unset=True, by_alias=True) if self.answer else {}

    def _refusal(self, status: int, codes: Mapping[int, str]) -> ScriptedAnswer:
        """A gateway in front of the service has no word for it, and speaks HTML."""
        headers = {} if self.retry_after is None else {"Retry-After": f"{self.retry_after:g}"}
        if code := self.code or codes.get(status, ""):
            error = {"code": code, "message": "Refused on demand."}
            return {"status": status, "headers": headers, "json": {"error": error, "message": error["message"]}}
        page = "<html><body>No answer.</body></html>"
        return {"status": status, "headers": {"Content-Type": "text/html"} | headers, "text": page}


def read(written: object, codes: Mapping[int, str]) -> dict[str, Any]:
    """A switch as a rule. Raises `ValueError` with a sentence for each thing that is wrong with it."""
    try:
        switch = Switch.model_validate(written)
    except ValidationError as bad:
        raise ValueError("; ".join(map(_said, bad.errors()))) from bad
    rule = {
        "kind": switch.kind,
        "on": switch.on.model_dump(exclude_unset=True, exclude_none=True),
        "times": switch.times,
    }
    return rule | {"skip": switch.skip, "answer": switch.as_answer(codes)}


def _said(error: Any) -> str:
    where = ".".join(map(str, error["loc"]))
    said = str(error["msg"]).removeprefix("Value error, ")
    return f"{where}: {said}" if where else said


class Armoury(Protocol):
    def arm(self, written: object) -> None: ...
    def report(self) -> dict[str, Any]: ...
    def clear(self) -> dict[str, Any]: ...


def doors(rules: Armoury) -> list[web.RouteDef]:
    """`/_fault` for this machine alone."""

    async def arm(request: web.Request) -> web.Response:
        _only_from_here(request)
        try:
            rules.arm(json.loads(await request.read()))
        except ValueError as bad:
            error = {"error": {"code": "BadSwitch", "message": str(bad)}}
            return web.json_response(error, status=400)
        return web.Response(status=204)

    async def report(request: web.Request) -> web.Response:
        _only_from_here(request)
        return web.json_response(rules.report())

    async def clear(request: web.Request) -> web.Response:
        _only_from_here(request)
        return web.json_response(rules.clear())

    return [web.put(PATH, arm), web.get(PATH, report), web.delete(PATH, clear)]


def _only_from_here(request: web.Request) -> None:
    if not ip_address(request.remote or "0.0.0.0").is_loopback:
        raise web.HTTPForbidden(text="These switches are for this machine alone.")
