"""The two clouds Teams lives in, and what differs between them."""

from typing import NamedTuple

from bot.edges.teams.hosts import host_of


class Cloud(NamedTuple):
    issuer: str
    scope: str
    authority: str


PUBLIC = Cloud(
    issuer="https://api.botframework.com",
    scope="https://api.botframework.com/.default",
    authority="https://login.microsoftonline.com",
)
US_GOVERNMENT = Cloud(
    issuer="https://api.botframework.us",
    scope="https://api.botframework.us/.default",
    authority="https://login.microsoftonline.us",
)


def cloud_of(openid_metadata: str) -> Cloud:
    """The cloud that publishes its keys at this address; anything unknown is a stand-in for the public one."""
    return US_GOVERNMENT if host_of(openid_metadata).endswith(".azure.us") else PUBLIC
