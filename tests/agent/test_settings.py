"""The environment is read once, and a sandbox inherits none of its parent's secrets."""

from agent import settings


def test_at_home_the_agent_listens_on_loopback_and_reads_its_own_folder(tmp_path):
    found = settings.read({"HOME": str(tmp_path), "PORT": "9000", "AGENT_SOURCES": str(tmp_path / "org")})

    assert (found.host, found.port, found.traced) == ("127.0.0.1", 9000, False)
    assert found.sources == (tmp_path / "sources", tmp_path / "org")


def test_on_the_hosted_platform_it_listens_on_all_interfaces(tmp_path):
    assert settings.read({"HOME": str(tmp_path), "FOUNDRY_HOSTING_ENVIRONMENT": "1"}).host == "0.0.0.0"


def test_on_foundry_the_project_s_own_models_are_asked_unless_another_endpoint_is_named(tmp_path):
    foundry = {"HOME": str(tmp_path), "FOUNDRY_PROJECT_ENDPOINT": "https://desk.services.ai.azure.com/api/projects/p/"}

    found = settings.read(foundry | {"OPENAI_BASE_URL": ""}).openai_base_url

    assert found == "https://desk.services.ai.azure.com/api/projects/p/openai/v1"
    assert (
        settings.read(foundry | {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}).openai_base_url == "http://127.0.0.1:9/v1"
    )
    assert settings.read({"HOME": str(tmp_path)}).openai_base_url == ""


def test_traces_leave_only_when_somebody_said_where_to(tmp_path):
    exporter = {"HOME": str(tmp_path), "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}

    assert settings.read(exporter).traced
    assert not settings.read(exporter | {"OTEL_SDK_DISABLED": "true"}).traced


def test_a_sandbox_inherits_paths_and_model_settings_and_no_secret():
    parent = {
        "PATH": "/bin",
        "LC_ALL": "C",
        "OPENAI_API_KEY": "for the model",
        "AGENT_MODEL": "m",
        "BOT_APP_PASSWORD": "hush",
        "DESK_KEYS": "hush",
        "REDIS_URL": "hush",
        "HOME": "/root",
        "PYTHONPATH": "/x",
        "APPLICATIONINSIGHTS_CONNECTION_STRING": "hush",
    }

    assert settings.inherited(parent).keys() == {"PATH", "LC_ALL", "OPENAI_API_KEY", "AGENT_MODEL"}
