"""The app package is what Microsoft 365 takes, and the same bytes each time."""

import json
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from PIL import Image

from bot.core.address import page_url
from bot.core.command import asked_in
from bot.edges.pages.front import TAB
from bot.flows.compose import KINDS
from bot.packaging import MANIFEST, build, manifest

APP_ID, DOMAIN, VERSION = "00001111-aaaa-2222-bbbb-3333cccc4444", "desk.contoso.com", "1.0.3"
SCHEMAS = Path(__file__).parent / "schemas"


@cache
def validator(name: str) -> Any:
    """Python's patterns know no \\p{L}: any letter is written another way."""
    text = (SCHEMAS / name).read_text("utf-8").replace(r"\\p{L}", r"[^\\W\\d_]")
    schema = json.loads(text)
    return jsonschema.validators.validator_for(schema)(schema)


def findings(name: str, document: object) -> list[str]:
    return [f"{error.json_path}: {error.message[:200]}" for error in validator(name).iter_errors(document)]


def words(tag: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((MANIFEST / f"words.{tag}.json").read_text("utf-8"))
    return found


def test_the_manifest_is_valid() -> None:
    assert findings("teams-manifest-1.25.json", manifest(APP_ID, DOMAIN, VERSION)) == []


@pytest.mark.parametrize("tag", ["en-us", "pt-br"])
def test_the_words_are_valid(tag: str) -> None:
    assert findings("teams-localization-1.25.json", words(tag)) == []


def test_the_english_words_are_the_manifests_and_the_portuguese_ones_are_complete() -> None:
    app: Any = manifest(APP_ID, DOMAIN, VERSION)
    said = {f"{part}.{size}": app[part][size] for part in ("name", "description") for size in ("short", "full")}
    for place, commands in enumerate(app["bots"][0]["commandLists"]):
        for number, command in enumerate(commands["commands"]):
            said |= {f"bots[0].commandLists[{place}].commands[{number}].{key}": command[key] for key in command}
    said |= {f"staticTabs[{number}].name": tab["name"] for number, tab in enumerate(app["staticTabs"])}

    for number, command in enumerate(app["composeExtensions"][0]["commands"]):
        place = f"composeExtensions[0].commands[{number}]"
        said |= {f"{place}.{key}": command[key] for key in ("title", "description")}
        said |= {f"{place}.parameters[0].{key}": command["parameters"][0][key] for key in ("title", "description")}

    assert {key: value for key, value in words("en-us").items() if key != "$schema"} == said
    assert words("pt-br").keys() == words("en-us").keys()


def test_the_commands_in_the_menu_are_ones_the_desk_understands() -> None:
    for tag in ("en-us", "pt-br"):
        titles = [value for key, value in words(tag).items() if key.startswith("bots[") and key.endswith(".title")]

        assert all(asked_in(title) for title in titles), titles


def test_what_is_asked_for_most_is_in_a_menu_in_both_languages() -> None:
    """A menu takes ten: what is not in that of one place is in that of another, and all of it in the help."""
    wanted = {
        "help", "status", "mine", "pending", "pause", "resume", "take_over", "hand_back", "poll", "late", "deputies",
        "time", "link", "close", "delete", "export", "projects", "switch",
    }  # fmt: skip
    for tag, times in (("en-us", ("zone", "quiet", "snooze")), ("pt-br", ("fuso", "silêncio", "adiar"))):
        titles = [value for key, value in words(tag).items() if key.startswith("bots[") and key.endswith(".title")]

        assert {asked.name for title in titles if (asked := asked_in(title))} == wanted
        assert all(any(one in title for title in titles) for one in times), tag


def test_what_can_be_searched_for_is_what_the_desk_finds() -> None:
    app: Any = manifest(APP_ID, DOMAIN, VERSION)
    (extension,) = app["composeExtensions"]

    assert {command["id"] for command in extension["commands"]} == KINDS
    assert extension["messageHandlers"] == [{"type": "link", "value": {"domains": [DOMAIN]}}]


def test_a_desk_that_is_to_hear_everything_asks_for_it_and_any_other_does_not() -> None:
    app: Any = manifest(APP_ID, DOMAIN, VERSION, hears_all=True)

    assert findings("teams-manifest-1.25.json", app) == []
    asked = app["authorization"]["permissions"]["resourceSpecific"]
    assert {one["name"] for one in asked} == {"ChannelMessage.Read.Group", "ChatMessage.Read.Chat"}
    assert {one["type"] for one in asked} == {"Application"}
    assert "authorization" not in manifest(APP_ID, DOMAIN, VERSION)


def test_the_bot_speaks_everywhere_and_takes_files() -> None:
    app: Any = manifest(APP_ID, DOMAIN, VERSION)
    (bot,) = app["bots"]

    assert app["id"] == bot["botId"] == APP_ID
    assert set(bot["scopes"]) == {"personal", "team", "groupChat"}
    assert bot["supportsFiles"] is True
    assert app["validDomains"] == [DOMAIN]


def test_the_tab_is_the_approval_page_and_signs_in_with_the_bots_registration() -> None:
    """It is a personal tab: those are what Outlook and Microsoft 365 show besides Teams."""
    app: Any = manifest(APP_ID, DOMAIN, VERSION)
    (tab,) = app["staticTabs"]

    assert tab["scopes"] == ["personal"]
    assert (tab["contentUrl"], tab["websiteUrl"]) == (f"https://{DOMAIN}{TAB}", page_url(f"https://{DOMAIN}"))
    assert app["webApplicationInfo"] == {"id": APP_ID, "resource": f"api://{DOMAIN}/botid-{APP_ID}"}


def test_the_package_holds_everything_at_its_root_and_is_the_same_each_time(tmp_path: Path) -> None:
    first = build(APP_ID, DOMAIN, VERSION, tmp_path / "a")
    second = build(APP_ID.upper(), DOMAIN.upper(), f" {VERSION} ", tmp_path / "deep" / "b.zip")

    with zipfile.ZipFile(first) as package:
        names = package.namelist()
        app = json.loads(package.read("manifest.json"))
    assert first.read_bytes() == second.read_bytes()
    assert names == ["color.png", "manifest.json", "outline.png", "words.en-us.json", "words.pt-br.json"]
    assert {app["icons"]["color"], app["icons"]["outline"]} <= set(names)
    assert app["localizationInfo"]["defaultLanguageFile"] in names
    assert (first.name, second.name) == ("charter-desk.zip", "b.zip")


@pytest.mark.parametrize(
    ("app_id", "domain", "version", "sentence"),
    [
        ("", DOMAIN, VERSION, "An empty text is not an app id"),
        ("my-bot", DOMAIN, VERSION, "my-bot is not an app id"),
        ("00000000-0000-0000-0000-000000000000", DOMAIN, VERSION, "is not an app id"),
        ("{00001111-aaaa-2222-bbbb-3333cccc4444}", DOMAIN, VERSION, "is not an app id"),
        (APP_ID, "https://desk.contoso.com", VERSION, "is not a host name"),
        (APP_ID, "desk.contoso.com:443", VERSION, "is not a host name"),
        (APP_ID, 'x"y.com', VERSION, "is not a host name"),
        (APP_ID, "localhost", VERSION, "is not a host name"),
        (APP_ID, DOMAIN, "1.0", "is not a version"),
        (APP_ID, DOMAIN, "01.0.0", "is not a version"),
    ],
)
def test_what_cannot_work_is_refused_in_a_sentence(
    app_id: str, domain: str, version: str, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=sentence):
        build(app_id, domain, version, tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_the_colour_icon_is_full_and_the_outline_is_white_on_nothing() -> None:
    colour, outline = (Image.open(MANIFEST / name).convert("RGBA") for name in ("color.png", "outline.png"))

    assert (colour.size, outline.size) == ((192, 192), (32, 32))
    assert colour.getchannel("A").getextrema() == (255, 255)
    assert outline.getchannel("A").getextrema() == (0, 255)
    assert [outline.getchannel(band).getextrema() for band in "RGB"] == [(255, 255)] * 3
