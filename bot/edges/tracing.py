"""Traces: every span names the project it belongs to, and none says what was said."""

import re
from collections.abc import Callable

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import ReadableSpan, Span, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter

PROJECT = "project.id"
JOB = "docket.key"  # kind, what it is about, and a name of its own
NAMED = re.compile(r"\bp-[0-9a-f]{16}\b")


class OfAProject(BatchSpanProcessor):
    """A job's span names its project, and so does every span below it. The others, which belong to none, stay here."""

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        if project_id := _project(span) or _project(trace.get_current_span(parent_context)):
            span.set_attribute(PROJECT, project_id)

    def on_end(self, span: ReadableSpan) -> None:
        if PROJECT in (span.attributes or {}):
            super().on_end(span)


def _project(span: object) -> str:
    said = span.attributes or {} if isinstance(span, ReadableSpan) else {}
    found = NAMED.search(str(said.get(JOB, "")))
    return str(said.get(PROJECT, "")) or (found[0] if found else "")


def exporter(azure: str, collector: str) -> SpanExporter:
    """Raises `ImportError` where the packages for it are not installed."""
    if azure:
        from azure.monitor.opentelemetry.exporter import AzureMonitorTraceExporter

        return AzureMonitorTraceExporter(connection_string=azure)
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OTLPSpanExporter(f"{collector.rstrip('/')}/v1/traces")


def provider(to: SpanExporter) -> TracerProvider:
    found = TracerProvider(resource=Resource.create({SERVICE_NAME: "charter-desk"}))
    found.add_span_processor(OfAProject(to))
    return found


def record(azure: str, collector: str) -> Callable[[], None]:
    """From now on, in this process. What comes back sends what is left, and ends it."""
    found = provider(exporter(azure, collector))
    trace.set_tracer_provider(found)
    return found.shutdown
