"""Microsoft's Agents Playground as a Teams client of a desk on this machine: who is in it, and how it is started."""

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.demo.cast import APP_ID, CHANNEL, GROUP, TEAM, TENANT, Member, chat_with

# Pre-release software: its licence lets people install and use it, not pass it on, so it is no part of this package.
PACKAGE = "@microsoft/m365agentsplayground"
VERSION = "0.2.28"
BOT = "Charter Desk"
LOOPBACK = """\
// The Playground listens on every interface. Loaded before it, this keeps it on 127.0.0.1.
const { Server } = require("node:net");
const listen = Server.prototype.listen;
Server.prototype.listen = function (...given) {
  if (typeof given[0] === "number" && typeof given[1] !== "string") given.splice(1, 0, "127.0.0.1");
  else if (typeof given[0]?.port === "number") given[0] = { ...given[0], host: "127.0.0.1" };
  return listen.apply(this, given);
};
"""


@dataclass(frozen=True)
class Playground:
    """It runs in `folder`, where it finds who is who, and listens on `port` of this machine alone."""

    folder: Path
    port: int
    bot_url: str

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """Together with `--disable-telemetry` these keep it from calling anybody but the desk."""
        return {
            "APPLICATION_INSIGHTS_NO_STATSBEAT": "1",
            "TEAMSAPPTESTER_BROWSER": "none",
            "NODE_OPTIONS": "--require ./loopback.cjs",
        }

    @property
    def arguments(self) -> tuple[str, ...]:
        return (
            "start", "--port", str(self.port), "--channel-id", "msteams", "--app-endpoint", self.bot_url,
            "--service-url", f"{self.url}/_connector", "--disable-telemetry",
        )  # fmt: skip

    @property
    def command(self) -> str:
        """To paste into a shell of a machine with Node 20. npx fetches the package once."""
        settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in self.environment.items())
        start = shlex.join(["npx", "--yes", f"{PACKAGE}@{VERSION}", *self.arguments])
        return f"cd {shlex.quote(str(self.folder))} &&\n{settings} \\\n{start}"

    def write(self, people: Sequence[Member]) -> None:
        """Puts what the Playground needs into its folder. `people`: whose eyes it shows, then exactly five others."""
        self.folder.mkdir(parents=True, mode=0o700)
        (self.folder / "loopback.cjs").write_text(LOOPBACK)
        # YAML is a superset of JSON.
        (self.folder / ".m365agentsplayground.yml").write_text(json.dumps(_cast(people), indent=2, ensure_ascii=False))


def _cast(people: Sequence[Member]) -> dict[str, Any]:
    owner, *others = people
    return {
        "version": "0.1.1",
        "tenantId": TENANT,
        "bot": {"id": f"28:{APP_ID}", "name": BOT},
        "currentUser": _user(owner),
        "users": [_user(one) for one in others],
        "personalChat": {"id": chat_with(owner).conversation},
        "groupChat": {"id": GROUP.conversation, "name": GROUP.name},
        "team": {
            "id": TEAM,
            "name": "Proposals",
            "aadGroupId": "7e4d2b90-6a1c-4f58-93e7-0c5b8d2f1a64",
            "channels": [{"id": CHANNEL.conversation, "name": CHANNEL.name}],
        },
    }


def _user(member: Member) -> dict[str, str]:
    person = member.person
    given, _, surname = person.name.partition(" ")
    return {
        "id": person.oid,  # Teams opens a 1:1 chat by either id; the Playground looks at this one only
        "aadObjectId": person.oid,
        "name": person.name,
        "givenName": given,
        "surname": surname,
        "email": person.address,
        "userPrincipleName": person.address,  # spelled so over there
    }
