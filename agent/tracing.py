"""Traces name the project they belong to, on every span, and nothing of what was said."""

from contextvars import ContextVar

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.trace import Span, SpanProcessor, TracerProvider

PROJECT = "project.id"
tracer = trace.get_tracer("charter.agent")
_project: ContextVar[str] = ContextVar("project", default="")


class OfAProject(SpanProcessor):
    """Writes the project of the turn that is under way onto every span that starts, whoever starts it."""

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        if project := _project.get():
            span.set_attribute(PROJECT, project)


def watch(provider: object) -> None:
    """From now on spans name their project. Without a recording provider there is nothing to write on."""
    if isinstance(provider, TracerProvider):
        provider.add_span_processor(OfAProject())


def belongs_to(project_id: str) -> None:
    """What is done from here on in this task is done for this project; so was the request that led to it."""
    _project.set(project_id)
    trace.get_current_span().set_attribute(PROJECT, project_id)
