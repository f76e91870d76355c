"""What a desk's spans carry, and which of them leave."""

from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from bot.edges import tracing

PROJECT = "p-0123456789abcdef"


def test_a_job_and_all_below_it_name_their_project_and_what_belongs_to_none_stays_here() -> None:
    kept = InMemorySpanExporter()
    provider = tracing.provider(kept)
    tracer = provider.get_tracer("test")

    for name, key in (("turn", f"turn:{PROJECT}:3d4b"), ("ship", f"ship:{PROJECT}.5ab0.v1:77"), ("tick", "tick")):
        with tracer.start_as_current_span(name, attributes={"docket.key": key}), tracer.start_as_current_span("below"):
            pass
    provider.shutdown()

    told = [(span.name, (span.attributes or {})["project.id"]) for span in kept.get_finished_spans()]
    assert told == [("below", PROJECT), ("turn", PROJECT), ("below", PROJECT), ("ship", PROJECT)]
