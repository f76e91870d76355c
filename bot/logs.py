"""Logs on stderr: ours, which hold ids only, and of the libraries what is wrong: the rest of theirs names files."""

import logging

CHATTY = ("azure", "docket", "httpx", "httpx2", "openai", "kiota", "msal")
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def to_stderr() -> None:
    logging.basicConfig(level=logging.INFO, format=FORM)
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
