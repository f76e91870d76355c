"""The personal tab: a host's word for who sits there is checked like any token, and framing is for hosts alone."""

from hashlib import sha256
from typing import Any

import pytest

from bot.core.address import page_path
from bot.core.draft import State
from bot.edges.pages.cookies import HOUR
from bot.edges.pages.tab import FILES, TEAMS_JS
from tests.catalogue.clicking import now_of
from tests.edges.pages.browser import Browser, Page
from tests.edges.pages.conftest import LENA, Scene
from tests.fakes import ANA, PRIYA
from tests.flows.hands import started

IN_FRAME = {"Sec-Fetch-Dest": "iframe"}
OUTLOOK = "bc59ab01-8403-45c6-8796-ac3ef710b3e3"
PUBLISHED = "1737ae2e319c8ab56d71d2218fd5a49d96a8ad70eb01ff2e9ab7e35093b93379"  # dist/umd of @microsoft/teams-js 2.58.0


def token(scene: Scene, **claims: Any) -> str:
    person = claims.pop("person", ANA)
    return scene.connector.entra.token(person, **({"scp": "access_as_user", "azp": OUTLOOK} | claims))


@pytest.fixture
def frame(browser: Browser) -> Browser:
    browser.http.headers.update(IN_FRAME)
    return browser


async def enter(frame: Browser, proof: str, origin: str | None = None) -> Page:
    return await frame.post("/tab", {"entra": proof}, origin)


async def test_a_host_signs_its_reader_in(scene: Scene, frame: Browser) -> None:
    record, *_ = await started(scene.toy)
    asked = await frame.get("/d/")
    page = await enter(frame, token(scene))
    frame.http.cookie_jar.clear()
    (form,) = (await frame.get(page_path(record.key))).read.forms
    wanted = await frame.post(form.action, form.fields | {"entra": token(scene)})

    assert wanted.url.path == page_path(record.key)
    assert asked.url.path == "/tab"
    assert "open the list in the browser" in asked.text
    assert (page.status, page.url.path) == (200, "/d/")
    assert "1 message waits for your decision" in page.text


async def test_the_session_of_a_host_is_kept_apart_and_opens_nothing_outside(scene: Scene, frame: Browser) -> None:
    async with frame.http.post(
        f"{scene.origin}/tab", data={"entra": token(scene)}, headers={"Origin": scene.origin}, allow_redirects=False
    ) as answer:
        (cookie,) = answer.headers.getall("Set-Cookie")
    outside = await frame.get("/d/", **{"Sec-Fetch-Dest": "document"})

    assert {"HttpOnly", "Secure", "SameSite=None", "Partitioned"} <= {part.strip() for part in cookie.split(";")}
    assert "/oauth2/" in outside.url.path


async def test_whoever_signs_out_in_a_host_is_out_there(scene: Scene, frame: Browser) -> None:
    page = await enter(frame, token(scene))
    (leave,) = page.read.forms
    out = await frame.post(leave.action, leave.fields)
    after = await frame.get("/d/")

    assert ("Sign in", "/tab") in out.read.links
    assert after.url.path == "/tab"


BAD = [
    ("without the scope of a host", {"scp": None}),
    ("with another scope", {"scp": "Mail.Read"}),
    ("for another application", {"aud": "11111111-2222-3333-4444-555555555555"}),
    ("of another key", {"sign_with": "somebody"}),
    ("that has expired", {"exp": -3600}),
    ("of another issuer", {"iss": "https://sts.windows.net/x/"}),
    ("of nobody", {"oid": None}),
]


async def test_a_bad_word_of_a_host_signs_nobody_in(scene: Scene, frame: Browser) -> None:
    for what, claims in BAD:
        page = await enter(frame, token(scene, **claims))

        assert (page.status, frame.cookies()) == (401, {}), what


async def test_people_of_another_tenant_are_refused_in_a_host_too(scene: Scene, frame: Browser) -> None:
    assert (await enter(frame, token(scene, person=LENA))).status == 403


@pytest.mark.parametrize("origin", ["", "null", "https://evil.example"])
async def test_no_other_page_can_sign_somebody_in_here(scene: Scene, frame: Browser, origin: str) -> None:
    page = await enter(frame, token(scene), origin)

    assert page.status == 403
    assert not frame.cookies()


async def test_only_hosts_may_frame_and_only_what_is_framed_has_scripts(scene: Scene, frame: Browser) -> None:
    record, *_ = await started(scene.toy)
    inside = await enter(frame, token(scene))
    async with scene.new_browser() as other:
        alone = await other.get(page_path(record.key), ANA)

    assert "frame-ancestors https://*.cloud.microsoft" in inside.headers["Content-Security-Policy"]
    assert "script-src 'self'" in inside.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in inside.headers
    assert '<script src="/tab/teams.js" defer>' in inside.html
    assert "frame-ancestors 'none'" in alone.headers["Content-Security-Policy"]
    assert "<script" not in alone.html


async def test_what_was_written_in_a_host_outlives_the_session_with_a_new_word_of_the_host(
    scene: Scene, frame: Browser
) -> None:
    record, *_ = await started(scene.toy)
    await enter(frame, token(scene))
    form = await frame.press(await frame.get(page_path(record.key)), "Edit")
    scene.clock.ahead = HOUR + 1
    over = await frame.press(form, "Save and approve", body="My careful words.")
    other = await frame.press(over, "Send it now", entra=token(scene, person=PRIYA))
    done = await frame.press(over, "Send it now", entra=token(scene))

    assert over.status == 401
    assert "target=" not in over.html
    assert other.status == 404
    assert done.status == 200
    assert (await now_of(scene.toy, record)).draft.body == "My careful words."
    assert (await now_of(scene.toy, record)).state is State.APPROVED


async def test_a_hosts_word_counts_in_a_host_only(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    form, click = (await browser.get(page_path(record.key), ANA)).form("Approve and send")
    browser.http.cookie_jar.clear()
    refused = await browser.post(page_path(record.key), {**form.fields, "click": click, "entra": token(scene)})

    assert refused.status == 401
    assert (await now_of(scene.toy, record)).state is State.PENDING


async def test_the_scripts_are_ours_and_microsofts_as_published(scene: Scene, browser: Browser) -> None:
    teams, tab, none = [await browser.get(f"/tab/{name}") for name in ("teams.js", "tab.js", "LICENSE")]
    again = await browser.get("/tab/teams.js", **{"If-None-Match": teams.headers["ETag"]})

    assert sha256((FILES / TEAMS_JS).read_bytes()).hexdigest() == PUBLISHED
    assert (FILES / "LICENSE").exists()
    assert teams.headers["Content-Type"] == tab.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert (none.status, again.status) == (404, 304)
