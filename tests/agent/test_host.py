"""A turn on the wire: calls with their outputs, text in pieces, one span."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from azure.ai.agentserver.responses import ResponseEventStream
from azure.ai.agentserver.responses._id_generator import IdGenerator
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from agent import host
from agent.host import pieces, turn
from agent.tracing import watch

OWNER = '[charter-agent-speaker: {"name": "Olga Owner", "address": "olga@contoso.example", "role": "owner"}]'
START = f"[charter-agent-context: project_id=p-1 is_new=true]\n{OWNER}\nWe received the RFP"


async def wire(room, text: str, cancelled: asyncio.Event | None = None) -> list[dict[str, Any]]:
    request = {"input": text, "model": ""}
    stream = ResponseEventStream(response_id=IdGenerator.new_response_id(), request=request)
    list(map(str, (stream.emit_created(), stream.emit_in_progress())))
    context = SimpleNamespace(client_headers={})
    return [dict(one) async for one in turn(stream, request, context, cancelled or asyncio.Event(), room.sandbox)]


async def test_every_call_gets_its_output_before_the_next_item(room):
    items = [one["item"] for one in await wire(room, START) if one["type"] == "response.output_item.done"]

    calls = [item["call_id"] for item in items if item["type"] == "function_call"]
    outputs = [item["call_id"] for item in items if item["type"] == "function_call_output"]
    assert calls == outputs
    assert len(set(calls)) == 6
    assert [item["type"] for item in items[:4]] == ["function_call", "function_call_output"] * 2


async def test_a_turn_ends_with_its_view_and_is_completed(room):
    events = await wire(room, START)

    done = [one["item"] for one in events if one["type"] == "response.output_item.done"]
    assert done[-2]["name"] == "publish_view"
    assert json.loads(done[-2]["arguments"])["payload"]["kind"] == "dashboard"
    assert events[-1]["type"] == "response.completed"


async def test_a_cancelled_turn_stops_saying_things(room):
    cancelled = asyncio.Event()
    cancelled.set()

    assert await wire(room, START, cancelled) == []


async def test_a_damaged_log_fails_the_turn_and_stays_as_it_is(room):
    log = room.files.folder / "project_log.json"
    log.write_text("{")

    events = await wire(room, START)

    assert events[-1]["type"] == "response.failed"
    assert log.read_text() == "{"


@pytest.mark.parametrize("text", ["", "word", "a b c " * 50, "x" * 200, "é\n\n- ü " * 30])
def test_pieces_join_to_the_text(text):
    found = list(pieces(text))

    assert "".join(found) == text
    assert len(found) <= len(text) / host.PIECE + 1


async def test_a_turn_is_one_span_that_names_the_project(room, monkeypatch):
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    watch(provider)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(host, "tracer", provider.get_tracer("test"))

    await wire(room, START)

    (span,) = exporter.get_finished_spans()
    assert dict(span.attributes) == {"project.id": "p-1", "turn.kind": "words"}
    assert room.files.activity(1)[0]["span_id"] == f"{span.context.span_id:016x}"
