"""Who is let in, and whose form is taken: everything forged, replayed, expired or foreign is refused in words."""

import base64
import json
from typing import Any

import jwt
import pytest
from cryptography.fernet import Fernet
from yarl import URL

from bot.core.address import page_path
from bot.core.draft import State
from bot.core.errors import Misconfigured
from bot.core.noun import Noun
from bot.demo.issuer import signing_key
from bot.edges.pages.cookies import HOUR, Jar, Leaving, Session, Wax
from bot.edges.pages.front import preferred
from bot.edges.store.seal import Seal
from tests.catalogue.clicking import audit, now_of
from tests.edges.pages.browser import Browser, Page
from tests.edges.pages.conftest import LENA, Scene, opened
from tests.edges.store.valkey import KEY
from tests.fakes import ANA, PRIYA, ShakyStore, Toy
from tests.flows.hands import started

APPROVE = "Approve and send"


def unsigned(scene: Scene) -> str:
    claims = jwt.decode(scene.connector.entra.token(ANA), options={"verify_signature": False})
    return jwt.encode(claims, "", algorithm="none", headers={"kid": "entra"})


def signed_with_the_public_key(scene: Scene) -> str:
    """The old confusion of algorithms: the key everybody may read, taken as a shared secret."""
    head, body, _ = scene.connector.entra.token(ANA).split(".")
    head = base64.urlsafe_b64encode(b'{"alg":"HS256","kid":"entra"}').rstrip(b"=").decode()
    secret = json.dumps(signing_key("entra").public_key().public_numbers().n).encode()
    signature = jwt.algorithms.HMACAlgorithm(jwt.algorithms.HMACAlgorithm.SHA256).sign(
        f"{head}.{body}".encode(), secret
    )
    return f"{head}.{body}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


BAD_TOKENS: list[tuple[str, dict[str, Any]]] = [
    ("of another key", {"signed_with": "somebody"}),
    ("without a signature", {"instead": unsigned}),
    ("of the public key as a secret", {"instead": signed_with_the_public_key}),
    ("that is no token", {"instead": lambda _: "a.b.c"}),
    ("with a header without end", {"instead": lambda _: f"{'W10' * 3000}.e30.x"}),
    ("for another application", {"spoil": {"aud": "11111111-2222-3333-4444-555555555555"}}),
    ("for several applications", {"spoil": {"aud": ["3c9e7b52-0d4f-4a86-b1c7-6e5f2a90d348", "x"]}}),
    ("of another issuer", {"spoil": {"iss": "https://login.example.com/x/v2.0"}}),
    ("of another tenant's issuer", {"spoil": {"iss": f"https://login.microsoftonline.com/{LENA.tenant}/v2.0"}}),
    ("that has expired", {"spoil": {"exp": -3600}}),
    ("of tomorrow", {"spoil": {"nbf": 86400}}),
    ("without an end", {"spoil": {"exp": None}}),
    ("for another visit", {"spoil": {"nonce": "0" * 64}}),
    ("for no visit", {"spoil": {"nonce": None}}),
    ("of nobody", {"spoil": {"oid": None}}),
    ("of an empty name", {"spoil": {"oid": ""}}),
    ("of somebody who is a list", {"spoil": {"oid": ["ana"]}}),
    ("of no tenant", {"spoil": {"tid": None}}),
]


async def test_a_bad_id_token_signs_nobody_in(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    entra, right = scene.connector.entra, {"signed_with": "entra", "instead": "", "spoil": {}}
    for what, how in BAD_TOKENS:
        for name, value in (right | how).items():
            setattr(entra, name, value(scene) if callable(value) else value)
        page = await browser.get(page_path(record.key), ANA)

        assert (page.status, "Signing in did not work" in page.text) == (401, True), what
        assert "Priya" not in page.html
        assert not [name for name in browser.cookies() if "session" in name]


async def test_people_of_another_tenant_are_told_that_their_account_is_not_for_here(
    scene: Scene, browser: Browser
) -> None:
    page = await browser.get("/d/", LENA)

    assert page.status == 403
    assert "This account cannot be used here" in page.text
    assert not [name for name in browser.cookies() if "session" in name]


async def left(browser: Browser, path: str = "/d/") -> tuple[Page, URL]:
    """Somebody goes to the sign-in and chooses who they are; the address they would come back to."""
    page = await browser.get(path)
    async with browser.http.post(page.url, data={"oid": ANA.oid}, allow_redirects=False) as answer:
        return page, URL(answer.headers["Location"])


async def test_a_way_back_is_good_once(scene: Scene, browser: Browser) -> None:
    """Even for a browser that kept its cookie, and a sign-in that would take the code again."""
    _, back = await left(browser)
    kept, grant = dict(browser.cookies()), scene.connector.entra.grants[back.query["code"]]
    first = await browser.get(str(back))
    scene.connector.entra.grants[back.query["code"]] = grant
    browser.http.cookie_jar.clear()
    browser.http.cookie_jar.update_cookies(kept, URL(scene.origin))
    again = await browser.get(str(back))

    assert first.status == 200
    assert again.status == 401


@pytest.mark.parametrize(
    "query", [{}, {"state": "x", "code": "y"}, {"code": "y"}, {"state": ""}, {"error": "access_denied"}]
)
async def test_whoever_did_not_leave_does_not_come_back(browser: Browser, query: dict[str, str]) -> None:
    page = await browser.get(str(URL("/sign-in/done").with_query(query)))

    assert page.status == 401
    assert not browser.cookies()


async def test_another_browser_cannot_come_back_in_somebodys_place(scene: Scene, browser: Browser) -> None:
    """Nobody can be made to sign in as somebody else by a link."""
    _, back = await left(browser)
    async with scene.new_browser() as other:
        page = await other.get(str(back))

    assert page.status == 401
    assert not other.cookies()


@pytest.mark.parametrize("change", [{"code": "another"}, {"error": "access_denied", "code": ""}, {"code": ""}])
async def test_a_wrong_answer_of_the_sign_in_is_refused(scene: Scene, browser: Browser, change: dict[str, str]) -> None:
    _, back = await left(browser)
    page = await browser.get(str(back.update_query(change)))

    assert page.status == 401


async def test_a_sign_in_that_takes_too_long_begins_anew(scene: Scene, browser: Browser) -> None:
    _, back = await left(browser)
    scene.clock.ahead = 700

    assert (await browser.get(str(back))).status == 401


async def test_two_links_may_be_opened_at_once(scene: Scene, browser: Browser) -> None:
    one, two = await started(scene.toy, 2)
    (_, back_one), (_, back_two) = await left(browser, page_path(one.key)), await left(browser, page_path(two.key))
    pages = [await browser.get(str(back)) for back in (back_one, back_two)]

    assert [page.url.path for page in pages] == [page_path(one.key), page_path(two.key)]


@pytest.mark.parametrize(
    "to",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "/d/../x",
        "/api/messages",
        "javascript:x",
        "/d/x\r\n",
    ],
)
async def test_the_sign_in_leads_to_our_own_pages_only(browser: Browser, to: str) -> None:
    page = await browser.get(str(URL("/sign-in").with_query({"to": to})), ANA)

    assert str(page.url) in (f"{browser.origin}/d/", f"{browser.origin}/x", f"{browser.origin}/d/../x")
    assert page.url.path == "/d/" or page.status == 404


async def test_a_sign_in_that_does_not_answer_is_told_so(toy: Toy) -> None:
    async with opened(toy, desk_sign_in_url="http://127.0.0.1:9") as scene, scene.new_browser() as browser:
        page = await browser.get("/d/")

    assert page.status == 503
    assert "The sign-in does not answer right now" in page.text


def sealed(session: Noun, key: str = KEY) -> str:
    return Wax((key,)).close(session)


def session(**other: Any) -> Session:
    return Session.model_validate({"person": ANA, "sid": "s", "until": 2e9} | other)


BAD_SESSIONS = [
    ("nothing of ours", "x"),
    ("not even text", "\u00e9\u00e9"),
    ("another desk's", sealed(session(), Fernet.generate_key().decode())),
    ("too old", sealed(session(until=1000.0))),
    ("a ticket for the way to the sign-in", sealed(Leaving(flow={}, to="/d/", until=2e9))),
    ("something out of the store", Seal((KEY,)).close(session())),
]


async def test_a_bad_session_opens_nothing(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    url = f"{scene.origin}{page_path(record.key)}"
    for what, cookie in BAD_SESSIONS:
        headers = {"Cookie": f"desk-session={cookie}".encode().decode("latin-1")}
        async with browser.http.get(url, headers=headers, allow_redirects=False) as answer:
            assert (answer.status, "Priya" in await answer.text()) == (302, False), what


async def test_a_good_session_does(scene: Scene, browser: Browser) -> None:
    """The same way in as the bad ones take, so that they are refused for what they are."""
    record, *_ = await started(scene.toy)
    page = await browser.get(page_path(record.key), Cookie=f"desk-session={sealed(session())}")

    assert "Priya" in page.text


async def test_keys_may_be_exchanged_while_people_are_signed_in(scene: Scene) -> None:
    new = Fernet.generate_key().decode()

    assert Wax((new, KEY)).open(sealed(session()), Session) == session()


FORMS: list[tuple[str, str | None, dict[str, str]]] = [
    ("from nowhere", "", {}),
    ("from a page without an origin", "null", {}),
    ("from another site", "https://evil.example", {}),
    ("from another port of this machine", "http://127.0.0.1:1", {}),
    ("without its token", None, {"token": ""}),
    ("with somebody else's token", None, {"token": session(sid="other").form_token}),
    ("with letters for a token", None, {"token": "\u2713" * 64}),
]


async def test_a_form_that_is_not_ours_decides_nothing(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    page = await browser.get(page_path(record.key), ANA)
    for what, origin, change in FORMS:
        refused = await browser.press(page, APPROVE, origin, **change)

        assert (refused.status, "Priya" in refused.html) == (403, False), what
    assert (await now_of(scene.toy, record)).state is State.PENDING
    assert await audit(scene.toy, record) == ()


async def test_a_damaged_form_is_refused_in_words(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    form, _ = (await browser.get(page_path(record.key), ANA)).form(APPROVE)
    for click in ("", "{", "[]", '{"verb": "dance"}', '{"verb": "approve", "version": "x"}', "null"):
        refused = await browser.post(page_path(record.key), {**form.fields, "click": click})

        assert (refused.status, "This form arrived incomplete" in refused.text) == (400, True), click


async def test_what_was_written_outlives_the_session_and_is_sent_after_a_new_sign_in(
    scene: Scene, browser: Browser
) -> None:
    record, *_ = await started(scene.toy)
    form = await browser.press(await browser.get(page_path(record.key), ANA), "Edit")
    scene.clock.ahead = HOUR + 1
    over = await browser.press(form, "Save and approve", body="My careful words.")
    await browser.get("/sign-in", ANA)  # in another tab
    done = await browser.press(over, "Send it now")

    assert over.status == 401
    assert "Your sign-in has ended" in over.text
    assert over.form("Send it now")[0].fields["body"] == "My careful words."
    assert done.status == 200
    assert (await now_of(scene.toy, record)).draft.body == "My careful words."


async def test_another_person_who_signs_in_meanwhile_cannot_send_it(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    page = await browser.get(page_path(record.key), ANA)
    scene.clock.ahead = HOUR + 1
    over = await browser.press(page, APPROVE)
    await browser.get("/sign-in", PRIYA)
    refused = await browser.press(over, "Send it now")

    assert refused.status == 403
    assert (await now_of(scene.toy, record)).state is State.PENDING


async def test_whoever_signs_out_is_out(scene: Scene, browser: Browser) -> None:
    page = await browser.get("/d/", ANA)
    (leave,) = page.read.forms
    stolen = await browser.post("/sign-out", leave.fields, origin="https://evil.example")
    still = await browser.get("/d/")
    out = await browser.post(leave.action, leave.fields)
    after = await browser.get("/d/")

    assert stolen.status == 403
    assert still.url.path == "/d/"
    assert "You are signed out of the desk" in out.text
    assert "/oauth2/" in after.url.path


async def test_every_answer_is_kept_nowhere_framed_by_nobody_and_fetches_nothing(
    scene: Scene, browser: Browser
) -> None:
    record, *_ = await started(scene.toy)
    page = await browser.get(page_path(record.key), ANA)
    for answer in (
        page,
        await browser.get("/d/x"),
        await browser.press(page, APPROVE, "null"),
        await browser.get("/d/"),
    ):
        policy = answer.headers["Content-Security-Policy"]
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "<script" not in answer.html
        assert 'style="' not in answer.html


async def test_cookies_are_out_of_reach_of_scripts_and_of_other_sites(toy: Toy, scene: Scene, browser: Browser) -> None:
    async with browser.http.get(f"{scene.origin}/sign-in", allow_redirects=False) as answer:
        (here,) = answer.headers.getall("Set-Cookie")
    jar = Jar(Wax((KEY,)), secure=True)

    assert {"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600"} <= {part.strip() for part in here.split(";")}
    assert jar.name("session") == "__Host-desk-session"


async def test_a_desk_behind_https_keeps_its_cookies_to_https(toy: Toy) -> None:
    async with opened(toy, desk_public_url="https://desk.contoso.com") as scene:
        url = f"http://127.0.0.1:{scene.settings.bot_port}"
        async with Browser(url) as browser, browser.http.get(f"{url}/sign-in", allow_redirects=False) as answer:
            (cookie,) = answer.headers.getall("Set-Cookie")
            back = URL(answer.headers["Location"]).query["redirect_uri"]
        async with Browser(url) as browser:
            page = await browser.get("/sign-in/done")

    assert cookie.startswith("__Host-desk-leaving-")
    assert "; Secure" in cookie
    assert back == "https://desk.contoso.com/sign-in/done"
    assert "max-age" in page.headers["Strict-Transport-Security"]


async def test_while_the_store_is_away_what_was_sent_is_given_back(
    scene: Scene, browser: Browser, shaky: ShakyStore
) -> None:
    record, *_ = await started(scene.toy)
    form = await browser.press(await browser.get(page_path(record.key), ANA), "Edit")
    shaky.away = True
    told = await browser.press(form, "Save", body="My careful words.")
    looked = await browser.get("/d/")
    shaky.away = False
    done = await browser.press(told, "Send it now")

    assert (told.status, looked.status) == (503, 503)
    assert "The desk cannot reach its memory right now" in looked.text
    assert "My careful words." in told.html
    assert "My careful words." in done.text


async def test_an_error_of_ours_is_told_in_words_and_written_down_without_any(
    scene: Scene, browser: Browser, shaky: ShakyStore, caplog: pytest.LogCaptureFixture
) -> None:
    record, *_ = await started(scene.toy)
    page = await browser.get(page_path(record.key), ANA)
    shaky.odd = True
    wrong = await browser.press(page, APPROVE)

    assert wrong.status == 500
    assert "Something went wrong at the desk" in wrong.text
    assert wrong.headers["Cache-Control"] == "no-store"
    assert "ValueError" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("missing", ["bot_app_password", "bot_app_id", "bot_app_tenant_id"])
async def test_a_desk_that_can_sign_nobody_in_says_so_when_it_starts(toy: Toy, missing: str) -> None:
    with pytest.raises(Misconfigured, match="DESK_PUBLIC_URL"):
        async with opened(toy, **{missing: ""}):
            pass


@pytest.mark.parametrize(
    ("accepted", "locale"),
    [("", ""), ("pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"), ("de,en;q=0.5,pt;q=0.7", "pt-BR"), ("en-GB", "en"), ("de", ""),
     ("pt;q=0,en;q=0.1", "en"), ("pt;q=x, en", "en"), ("," * 2000, "")],
)  # fmt: skip
def test_a_page_speaks_the_first_language_of_its_reader_that_we_know(accepted: str, locale: str) -> None:
    assert preferred(accepted) == locale
