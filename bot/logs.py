"""Logs on stderr: ours, which hold ids only, and of the libraries what is wrong: the rest of theirs names files.

Traces go where the settings say, and nowhere else.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.core.errors import Misconfigured
from bot.settings import Settings, keep_usage_to_ourselves

CHATTY = ("azure", "docket", "httpx", "httpx2", "openai", "kiota", "msal")
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def to_stderr() -> None:
    logging.basicConfig(level=logging.INFO, format=FORM)
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)


@contextmanager
def traced(settings: Settings) -> Iterator[None]:
    """Raises `Misconfigured` where traces are asked for and their packages are missing."""
    azure, collector = settings.applicationinsights_connection_string, settings.otel_exporter_otlp_endpoint
    if not azure and not collector:
        yield
        return
    keep_usage_to_ourselves()
    try:
        from bot.edges.tracing import record

        ended = record(azure, collector)
    except ImportError as missing:
        packages = "'charter-desk[azure]'" if azure else "opentelemetry-exporter-otlp-proto-http"
        raise Misconfigured(f"Traces need more packages: pip install {packages}.") from missing
    except ValueError as wrong:
        raise Misconfigured("APPLICATIONINSIGHTS_CONNECTION_STRING is none: copy it from the resource.") from wrong
    try:
        yield
    finally:
        ended()
