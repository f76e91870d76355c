"""Leave to act for one person: what Entra gave when they signed in, by which their agent's turns run as theirs."""

from datetime import datetime

from bot.core.noun import Noun


class Grant(Noun):
    """`refresh` is a refresh token: sealed wherever it lies, shown and logged nowhere."""

    authority: str  # Person.authority
    refresh: str
    at: datetime
