"""Which addresses may be spoken to: whole host labels, https, and plain http for this machine only."""

import ipaddress

from yarl import URL

REMEMBERED = 200


class Hosts:
    """An allow-list such as ("smba.trafficmanager.net", "*.botframework.com"); a star stands for one or more labels.

    `loopback` adds this machine; otherwise even it must be listed.
    """

    def __init__(self, patterns: tuple[str, ...], loopback: bool = False) -> None:
        self._exact = frozenset(pattern.lower() for pattern in patterns if not pattern.startswith("*."))
        self._endings = tuple(pattern[1:].lower() for pattern in patterns if pattern.startswith("*."))
        self._loopback = loopback
        self._judged: dict[str, bool] = {}  # the same few addresses come with every request

    def allow(self, url: str) -> bool:
        known = self._judged.get(url)
        if known is None:
            if len(self._judged) >= REMEMBERED:
                self._judged.clear()
            known = self._judged[url] = self._judge(url)
        return known

    def _judge(self, url: str) -> bool:
        """With the parser of the client that will connect, so that both see the same host."""
        try:
            parsed = URL(url)
        except ValueError:
            return False
        if any(one <= " " for one in url):  # a line end in an address would start a header of its own
            return False
        host, here = parsed.raw_host or "", is_loopback(parsed.raw_host or "")
        if parsed.user is not None or parsed.password is not None or not host:
            return False
        if parsed.scheme != "https" and not (parsed.scheme == "http" and here):
            return False
        return host in self._exact or host.endswith(self._endings) or (here and self._loopback)

    def plus(self, *patterns: str) -> "Hosts":
        mine = (*self._exact, *(f"*{ending}" for ending in self._endings))
        return Hosts((*mine, *patterns), self._loopback)


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def host_of(url: str) -> str:
    """The host of an address, empty when it has none."""
    try:
        return URL(url).raw_host or ""
    except ValueError:
        return ""
