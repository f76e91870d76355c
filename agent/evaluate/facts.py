"""What a correct reader finds in documents, established by people who read them."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

KNOWN = Path(__file__).with_name("facts.json")


class Fact(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Sections(Fact):
    """Every section a document has that is named in the way `named` says, as often as it occurs."""

    named: Literal["number", "title"] = "number"
    form: str = ".+"  # regular expression of the names this list is complete for
    names: tuple[str, ...] = ()


class Duties(Fact):
    """How many sentences of one file bind the one who answers, counted by hand."""

    file: str = ""
    count: int
    without: str = ""  # regular expression of places that were not counted


class Request(Fact):
    """`path` is a file or a folder below the folder of all documents."""

    path: str
    sections: tuple[Sections, ...] = ()
    duties: tuple[Duties, ...] = ()
    dates: dict[str, str | None] = {}  # by label; None: the documents do not say it


class Deed(Fact):
    """Something one person took on. `words`: one of them stands in what is to be done."""

    owner: str
    words: tuple[str, ...]
    due: str | None = None


class Meeting(Fact):
    path: str
    deeds: tuple[Deed, ...] = ()


class Expected(Fact):
    requests: tuple[Request, ...] = ()
    meetings: tuple[Meeting, ...] = ()


def expected(file: Path = KNOWN) -> Expected:
    """Raises `OSError` or `ValueError` for a file that is none."""
    return Expected.model_validate_json(file.read_text("utf-8"))
