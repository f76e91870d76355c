"""Which addresses are this machine, and which may be spoken to."""

import ipaddress
from urllib.parse import urlsplit


def loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def safe_url(url: str) -> bool:
    """https, or http to this machine."""
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and loopback(parts.hostname or ""))
