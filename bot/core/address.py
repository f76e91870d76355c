"""Which addresses are this machine, which may be spoken to, and where the desk's own pages are."""

import ipaddress
from urllib.parse import quote, urlsplit


def loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def safe_url(url: str) -> bool:
    """https, or http to this machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and loopback(parts.hostname or ""))


def bare(url: str) -> bool:
    """Scheme, host and port, and nothing else."""
    parts = urlsplit(url)
    return url.rstrip("/") == f"{parts.scheme}://{parts.netloc}" and "@" not in parts.netloc and bool(parts.hostname)


def page_path(name: str = "") -> str:
    """`name`: key of a draft's record, or id of the card that shows several; "" for all that waits for the reader."""
    return f"/d/{quote(name, safe='')}"


def page_url(public_url: str, name: str = "") -> str:
    """The page's whole address, "" for a desk without pages. It carries no authority: whoever opens it signs in."""
    return f"{public_url}{page_path(name)}" if public_url else ""
