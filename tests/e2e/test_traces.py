"""What a collector sees of a desk at work: every span names its project, and none what was said."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.e2e.outside import Server, crowd, housed, threads

pytestmark = pytest.mark.slow
TALKS = threads(2)


@asynccontextmanager
async def collecting(into: list[bytes]) -> AsyncIterator[str]:
    async def take(request: web.Request) -> web.Response:
        into.append(await request.read())
        return web.Response()

    site = web.Application()
    site.router.add_post("/v1/traces", take)
    runner = web.AppRunner(site)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def test_every_span_of_a_desk_names_its_project_and_none_what_was_said(tmp_path: Path) -> None:
    sent = list[bytes]()
    server = Server(tmp_path / "server")
    await server.start()
    try:
        async with collecting(sent) as url, housed(tmp_path, server.url, OTEL_EXPORTER_OTLP_ENDPOINT=url) as house:
            _, door = await house.serve("desk")
            async with crowd(house, door) as people:
                for talk in TALKS:
                    await people.write(talk, 2, 0)
                await people.all_answered(TALKS, 2, 20)
    finally:
        await server.kill()

    spans = [
        span
        for body in sent
        for one in ExportTraceServiceRequest.FromString(body).resource_spans
        for scope in one.scope_spans
        for span in scope.spans
    ]
    projects = {turn.session.removeprefix("desk-") for turn in house.agent.turns}
    facts = [{one.key: one.value.string_value for one in span.attributes} for span in spans]
    assert {one.get("project.id") for one in facts} == projects
    assert sum(span.name == "turn" for span in spans) >= 2
    told = b"".join(sent)
    assert not [talk.name for talk in TALKS if f"{talk.name} 0".encode() in told]
    assert b"heard" not in told
