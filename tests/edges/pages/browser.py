"""A browser without scripts, as far as these pages need one: cookies, redirects, and forms that name their origin."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import aiohttp
from yarl import URL

from bot.core.people import Person


@dataclass
class Form:
    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)  # label, value of `click`


class Read(HTMLParser):
    """A page as somebody reads it: its text, its heading, its links and its forms."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[tuple[str, str]] = []
        self.words: list[str] = []
        self._in: list[str] = []
        self._link = self._area = self._button = ""
        self._label: list[str] = []
        self.feed(html)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        match tag:
            case "form":
                self.forms.append(Form(of.get("action", "")))
            case "input" if of.get("type") != "checkbox" or "checked" in of:
                self.forms[-1].fields[of.get("name", "")] = of.get("value", "")
            case "textarea":
                self._area = of["name"]
                self.forms[-1].fields[self._area] = ""
            case "option" if "selected" in of:
                self.forms[-1].fields["reason_choice"] = of["value"]
            case "button" if of.get("name") == "click":
                self._button, self._label = of["value"], []
            case "a":
                self._link, self._label = of["href"], []
        if tag not in ("input", "meta", "br", "hr"):
            self._in.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass  # a line break

    def handle_endtag(self, tag: str) -> None:
        self._in.pop()
        words = " ".join("".join(self._label).split())
        if tag == "button" and self._button:
            self.forms[-1].buttons.append((words, self._button))
            self._button = ""
        elif tag == "a":
            self.links.append((words, self._link))
        elif tag == "textarea":
            name, self._area = self._area, ""
            self.forms[-1].fields[name] = self.forms[-1].fields[name].removeprefix("\n")

    def handle_data(self, data: str) -> None:
        if self._area:
            self.forms[-1].fields[self._area] += data
        elif "style" not in self._in:
            self._label.append(data)
            self.words.append(data)


@dataclass(frozen=True)
class Page:
    url: URL
    status: int
    headers: Any
    html: str
    hops: int

    @property
    def read(self) -> Read:
        return Read(self.html)

    @property
    def text(self) -> str:
        return self.read.text

    @property
    def labels(self) -> list[str]:
        return [label for form in self.read.forms for label, _ in form.buttons]

    def form(self, label: str) -> tuple[Form, str]:
        """The form with this button, and what the button says."""
        for form in self.read.forms:
            for words, click in form.buttons:
                if words == label:
                    return form, click
        raise AssertionError(f"no button {label!r} among {self.labels} of: {self.text[:300]}")


class Browser:
    """`async with Browser(origin) as browser`. A person signs in with the stand-in, which asks who they are."""

    def __init__(self, origin: str, language: str = "en") -> None:
        self.origin = origin
        self.headers = {"Accept-Language": language}

    async def __aenter__(self) -> "Browser":
        self.http = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True, treat_as_secure_origin=URL(self.origin)), headers=self.headers
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.close()

    async def get(self, path: str, person: Person | None = None, **headers: str) -> Page:
        """Follows redirects; at the sign-in, `person` is who they say they are."""
        page = await self._asked("GET", path, headers=headers)
        return await self.choose(page, person) if person else page

    async def choose(self, page: Page, person: Person) -> Page:
        if "/oauth2/" not in page.url.path:
            return page
        return await self._asked("POST", str(page.url), data={"oid": person.oid})

    async def press(self, page: Page, label: str, origin: str | None = None, **inputs: str) -> Page:
        form, click = page.form(label)
        return await self.post(str(page.url), {**form.fields, **inputs, "click": click}, origin)

    async def post(self, path: str, fields: dict[str, str], origin: str | None = None) -> Page:
        """`origin`: what the browser says about the page that sends it; "" for one that says nothing."""
        said = self.origin if origin is None else origin
        return await self._asked("POST", path, data=fields, headers={"Origin": said} if said else {})

    async def _asked(self, method: str, path: str, **more: Any) -> Page:
        url = path if path.startswith("http") else f"{self.origin}{path}"
        async with self.http.request(method, url, **more) as answer:
            return Page(answer.url, answer.status, answer.headers, await answer.text(), len(answer.history))

    def cookies(self) -> dict[str, str]:
        return {one.key: one.value for one in self.http.cookie_jar}
