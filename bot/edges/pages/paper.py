"""How every answer of the approval page leaves: kept nowhere, framed by no stranger, and nothing fetched for it."""

import base64
from functools import cache
from hashlib import sha256
from http import HTTPStatus

from aiohttp import web

from cards.web import style

# https://learn.microsoft.com/microsoftteams/platform/tabs/how-to/tab-requirements
HOSTS = (
    "https://*.cloud.microsoft https://teams.microsoft.com https://*.teams.microsoft.com https://*.microsoft365.com"
    " https://*.office.com https://outlook.office.com https://outlook.office365.com"
)
SCRIPTS = '<script src="/tab/teams.js" defer></script>\n<script src="/tab/tab.js" defer></script>\n'
YEAR = 365 * 24 * 3600


def page(html: str, status: int = HTTPStatus.OK, framed: bool = False, secure: bool = True) -> web.Response:
    """`framed`: it is shown inside Teams or Outlook."""
    if framed:
        html = html.replace("</head>", f"{SCRIPTS}</head>", 1)
    response = web.Response(text=html, status=status, content_type="text/html", charset="utf-8")
    response.headers.update(headers(framed, secure))
    return response


def towards(url: str, status: int = HTTPStatus.SEE_OTHER) -> web.Response:
    """Ask for that instead: after a form 303, so that reloading and going back send nothing twice."""
    return web.Response(status=status, headers={"Location": url, "Cache-Control": "no-store"})


def headers(framed: bool, secure: bool) -> dict[str, str]:
    found = {
        "Cache-Control": "no-store",
        "Content-Security-Policy": _policy(framed),
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Referrer-Policy": "same-origin",  # with none at all, browsers leave out the Origin of a form as well
        "X-Content-Type-Options": "nosniff",
        "X-Robots-Tag": "noindex",
    }
    if not framed:
        found |= {"Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY"}
    return found | ({"Strict-Transport-Security": f"max-age={YEAR}"} if secure else {})


@cache
def _policy(framed: bool) -> str:
    """One style sheet, known by its hash; forms that come back to us; scripts of ours, and only inside a host."""
    look = base64.b64encode(sha256(style().encode()).digest()).decode()
    parts = ("default-src 'none'", f"style-src 'sha256-{look}'", "form-action 'self'", "base-uri 'none'")
    if framed:
        return "; ".join((*parts, "script-src 'self'", f"frame-ancestors {HOSTS}"))
    return "; ".join((*parts, "frame-ancestors 'none'"))
