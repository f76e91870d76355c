"""The files that bring the agent to Foundry say what the code does, and carry no secret."""

import re
from pathlib import Path

import pytest
import yaml
from azure.ai.projects.models import ContainerConfiguration, HostedAgentDefinition, ProtocolVersionRecord
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

import agent
from agent import settings
from agent.brain.model.endpoint import _key
from agent.tracing import belongs_to, watch

FOLDER = Path(agent.__file__).parent
SECRET = re.compile(r"KEY|SECRET|PASSWORD|TOKEN|CONNECTION_STRING")


@pytest.fixture
def described():
    return yaml.safe_load((FOLDER / "agent.yaml").read_text())


def test_the_agent_is_described_as_the_platforms_own_client_takes_it(described):
    definition = HostedAgentDefinition(
        cpu=described["resources"]["cpu"],
        memory=described["resources"]["memory"],
        container_configuration=ContainerConfiguration(image="registry.example/charter:1"),
        protocol_versions=[ProtocolVersionRecord(**one) for one in described["protocols"]],
        environment_variables={one["name"]: one["value"] for one in described["environment_variables"]},
    )

    assert definition.as_dict()["protocol_versions"] == [{"protocol": "responses", "version": "2.0.0"}]
    assert described["kind"] == definition.kind == "hosted"


def test_no_secret_is_put_into_the_sandbox(described):
    names = [one["name"] for one in described["environment_variables"]]
    dockerfile = (FOLDER / "Dockerfile").read_text()

    assert names == ["AGENT_MODEL", "OPENAI_BASE_URL", "AGENT_TOOLBOX_URL"]
    assert settings.read(dict.fromkeys(names, "")).toolbox == ""  # what was not filled in is not there
    assert not SECRET.search(" ".join(re.findall(r"^(?:ENV|ARG) .*$", dockerfile, re.MULTILINE)))


def test_the_container_runs_what_the_readme_runs_on_the_port_the_platform_expects():
    dockerfile = (FOLDER / "Dockerfile").read_text()
    found = settings.read({"PORT": "8088", "FOUNDRY_HOSTING_ENVIRONMENT": "yes", "HOME": "/home/agent"})

    assert 'CMD ["python", "-m", "agent"]' in dockerfile
    assert "ENV PORT=8088" in dockerfile
    assert "EXPOSE 8088" in dockerfile
    assert (found.host, found.port, found.home) == ("0.0.0.0", 8088, Path("/home/agent"))


def test_everything_the_container_copies_is_there():
    root = FOLDER.parent
    copied = re.findall(r"^COPY (.+) \./\S*$", (FOLDER / "Dockerfile").read_text(), re.MULTILINE)

    assert copied
    assert all((root / name).exists() for line in copied for name in line.split())


def test_azd_builds_the_same_container_of_the_same_size(described):
    service = yaml.safe_load((FOLDER / "azure.yaml").read_text())["services"][described["name"]]

    assert service["host"] == "azure.ai.agent"
    assert (FOLDER / service["docker"]["path"]).samefile(FOLDER / "Dockerfile")
    assert (FOLDER / service["docker"]["context"]).samefile(FOLDER.parent)
    assert service["config"]["container"]["resources"] == described["resources"]


@pytest.mark.parametrize(
    ("url", "key", "expected"),
    [
        ("https://x.services.ai.azure.com/openai/v1", "", "a sign-in"),
        ("https://x.services.ai.azure.com/openai/v1", "k", "k"),
        ("http://127.0.0.1:11434/v1", "", "none"),
        ("https://azure.com.evil.example/v1", "", "none"),
    ],
)
def test_only_an_endpoint_of_azure_is_signed_in_to(url, key, expected):
    found = _key(url, key)

    assert ("a sign-in" if callable(found) else found) == expected


async def test_every_span_of_a_turn_names_its_project():
    kept = InMemorySpanExporter()
    provider = TracerProvider()
    watch(provider)
    provider.add_span_processor(SimpleSpanProcessor(kept))
    tracer = provider.get_tracer("test")

    with tracer.start_as_current_span("request"):
        belongs_to("p-7")
        with tracer.start_as_current_span("step"), tracer.start_as_current_span("tool"):
            pass

    assert {span.name: (span.attributes or {}).get("project.id") for span in kept.get_finished_spans()} == {
        "request": "p-7",
        "step": "p-7",
        "tool": "p-7",
    }
