"""The Responses protocol around a turn: a request in, its events out, each as it happens."""

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

from azure.ai.agentserver.core import configure_observability
from azure.ai.agentserver.responses import (
    ResponseContext,
    ResponseEventStream,
    ResponsesAgentServerHost,
    ResponsesServerOptions,
)
from opentelemetry import trace

from agent import lines
from agent.afterlife import OneLife
from agent.events import Call, Event, Sign
from agent.lines import Ask, Unreadable
from agent.phases import NotNow
from agent.settings import Settings
from agent.sources.interface import ConsentNeeded, SignIn
from agent.state import Damaged, active_project
from agent.tracing import belongs_to, tracer, watch
from agent.turn import AlreadyRan, Sandbox, answer, kind_of

PIECE = 24  # characters of a text delta, about: words are never cut
DONE = '{"ok": true}'
ALREADY_RAN = "turn_already_ran"  # the code of a turn that is not run a second time, and has no answer to give again
REPLAYED = {"turn": "replayed"}  # metadata of an answer that was given before: nothing was done for it
PROMISE = {"turns": "once"}  # no turn id is begun twice: a front end that lost the line may hand it over again
log = logging.getLogger("agent")
WireEvents = AsyncIterator[Any]


def build(settings: Settings, sandbox: Sandbox) -> ResponsesAgentServerHost:
    """The server. Nothing is exported, and nobody is called, unless an exporter is configured."""
    host = ResponsesAgentServerHost(
        options=ResponsesServerOptions(sse_keep_alive_interval_seconds=15),
        store=None if settings.hosted else OneLife(),  # the hosted platform keeps them itself
        configure_observability=configure_observability if settings.traced else None,
        access_log=None,
        graceful_shutdown_timeout=10,
    )

    async def respond(request: Any, context: ResponseContext, cancelled: asyncio.Event) -> WireEvents:
        stream = ResponseEventStream(response_id=context.response_id, request=request)
        stream.response["metadata"] = {**(stream.response.get("metadata") or {}), **PROMISE}
        yield stream.emit_created()
        yield stream.emit_in_progress()
        async for event in turn(stream, request, context, cancelled, sandbox):
            yield event

    watch(trace.get_tracer_provider())
    host.response_handler(respond)
    return host


async def turn(
    stream: ResponseEventStream,
    request: Any,
    context: ResponseContext,
    cancelled: asyncio.Event,
    sandbox: Sandbox,
) -> WireEvents:
    try:
        ask = lines.read(request, context.client_headers).model_copy(update={"call_id": call_id(context)})
    except Unreadable as trouble:
        yield stream.emit_failed(code="invalid_prompt", message=str(trouble))
        return
    belongs_to(ask.project_id or active_project(sandbox.home))
    span = tracer.start_span("turn", attributes={"turn.kind": kind_of(ask)})
    try:
        async for event in told(stream, ask, sandbox, span_id(span)):
            if cancelled.is_set():
                return
            yield event
    except AlreadyRan as trouble:
        log.warning("a turn was asked for again that had begun before")
        yield stream.emit_failed(code=ALREADY_RAN, message=str(trouble))
    except ConsentNeeded as needed:
        for wire in signs(stream, needed.signs):
            yield wire
        yield stream.emit_incomplete()
    except (Damaged, NotNow) as trouble:
        log.error("turn failed: %s", trouble)
        yield stream.emit_failed(code="server_error", message=str(trouble))
    finally:
        span.end()


async def told(stream: ResponseEventStream, ask: Ask, sandbox: Sandbox, span: str) -> WireEvents:
    """A turn's events on the wire, and its end. Every call gets its output, so that no history holds a dangling one."""
    open_call, whole = "", True
    async for event in answer(ask, sandbox, span, repeated=lambda: _mark(stream)):
        for wire in _closed(stream, open_call):
            yield wire
        whole = whole and not isinstance(event, Sign)
        open_call = f"call_{secrets.token_hex(12)}" if isinstance(event, Call) else ""
        for wire in _on_the_wire(stream, event, open_call):
            yield wire
        await asyncio.sleep(0)  # what was said leaves before the next skill starts to work
    for wire in _closed(stream, open_call):
        yield wire
    yield stream.emit_completed() if whole else stream.emit_incomplete()


def call_id(context: ResponseContext) -> str:
    """The platform's id of the request; empty where there is no platform around us."""
    platform = getattr(context, "platform_context", None)
    return str(getattr(platform, "call_id", None) or "")


def signs(stream: ResponseEventStream, wanted: Iterable[SignIn]) -> Iterator[Any]:
    """One item per sign-in, as the platform's own agents ask for it; the incomplete response is resumed afterwards."""
    for sign in wanted:
        builder = stream.add_output_item(f"oacr_{secrets.token_hex(25)}")
        item = {"type": "oauth_consent_request", "id": builder.item_id, "consent_link": sign.link}
        item |= {"server_label": sign.server}
        yield builder.emit_added(item)
        yield builder.emit_done(item)


def _mark(stream: ResponseEventStream) -> None:
    stream.response["metadata"] = {**(stream.response.get("metadata") or {}), **REPLAYED}


def _closed(stream: ResponseEventStream, call_id: str) -> Iterator[Any]:
    return iter(()) if not call_id else iter(stream.output_item_function_call_output(call_id, DONE))


def _on_the_wire(stream: ResponseEventStream, event: Event, call_id: str) -> Iterator[Any]:
    if isinstance(event, Call):
        return iter(stream.output_item_function_call(event.name, call_id, compact(event.arguments)))
    if isinstance(event, Sign):
        return signs(stream, event.signs)
    return _message(stream, event.text, event.sources)


def _message(stream: ResponseEventStream, text: str, sources: tuple[str, ...]) -> Iterator[Any]:
    message = stream.add_output_item_message()
    yield message.emit_added()
    content = message.add_text_content()
    yield content.emit_added()
    for piece in pieces(text):
        yield content.emit_delta(piece)
    yield content.emit_text_done(text)
    for name in sources:
        yield content.emit_annotation_added(
            {"type": "file_citation", "file_id": name, "index": len(text), "filename": name}
        )
    yield content.emit_done()
    yield message.emit_done()


def pieces(text: str) -> Iterator[str]:
    """The text in small pieces that join to exactly the text."""
    start = 0
    while start < len(text):
        end = text.find(" ", start + PIECE)
        end = len(text) if end < 0 else end + 1
        yield text[start:end]
        start = end


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def span_id(span: trace.Span) -> str:
    """16 hex digits for the audit file; made up when nobody records."""
    known = span.get_span_context().span_id
    return f"{known:016x}" if known else secrets.token_hex(8)
