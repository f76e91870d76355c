"""Another desk on a folder, to be killed: python -m tests.edges.store.desk FOLDER"""

import sys
from pathlib import Path

import redis

from bot.core.errors import Misconfigured
from bot.edges.store.embedded import Embedded


def main(folder: str) -> None:
    """Prints the server's run id, or why it did not start; stays until its input ends."""
    embedded = Embedded(Path(folder))
    try:
        embedded.start()
    except Misconfigured as error:
        print(error, flush=True)
        return
    with redis.Redis(unix_socket_path=str(embedded.socket)) as client:
        print(client.info("server")["run_id"], flush=True)
    sys.stdin.read()
    embedded.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
