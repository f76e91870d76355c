"""The root: where the links of the app package lead, and what anybody reads there."""

from typing import Any

import aiohttp
import pytest

from bot.edges.pages.about import ROOT
from bot.packaging import manifest
from tests.edges.pages.conftest import Scene, opened
from tests.fakes import Toy


async def read(scene: Scene, spoken: str = "en") -> tuple[int, str, dict[str, str]]:
    headers = {"Accept-Language": spoken}
    async with (
        aiohttp.ClientSession() as session,
        session.get(scene.settings.desk_public_url + ROOT, headers=headers) as found,
    ):
        return found.status, await found.text(), dict(found.headers)


async def test_anybody_reads_what_the_desk_is_keeps_and_whose_it_is(toy: Toy) -> None:
    async with opened(toy, desk_organisation="Contoso & Sons", desk_retention_days=30) as scene:
        status, html, headers = await read(scene)
        portuguese = (await read(scene, "pt-BR"))[1]

    assert status == 200
    assert "run by Contoso &amp; Sons" in html
    assert "30 days after" in html
    assert '<html lang="pt-BR">' in portuguese
    assert "<script" not in html
    assert "Set-Cookie" not in headers
    assert headers["X-Frame-Options"] == "DENY"


async def test_without_a_name_it_is_the_readers_own_organisation(scene: Scene) -> None:
    assert "in whose Teams and Outlook you found it" in (await read(scene))[1]


@pytest.mark.parametrize("link", ["websiteUrl", "privacyUrl", "termsOfUseUrl"])
def test_the_links_of_the_package_lead_there(link: str) -> None:
    app: Any = manifest("2d5c1a4e-6f3b-4c8d-9e7a-1b2c3d4e5f60", "desk.contoso.com", "1.0.0")

    assert app["developer"][link] == f"https://desk.contoso.com{ROOT}"
