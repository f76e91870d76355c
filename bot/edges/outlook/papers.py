"""Graph's mail JSON as far as the desk reads it: everything may be missing or null, nothing unknown disturbs."""

from datetime import UTC, datetime
from typing import Any

from pydantic import AliasGenerator, BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Outside(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="ignore", populate_by_name=True, alias_generator=AliasGenerator(validation_alias=to_camel)
    )

    @model_validator(mode="before")
    @classmethod
    def _null_is_missing(cls, data: Any) -> Any:
        return {name: value for name, value in data.items() if value is not None} if isinstance(data, dict) else data


class Address(Outside):
    name: str = ""
    address: str = ""


class Recipient(Outside):
    email_address: Address = Address()


class Header(Outside):
    name: str = ""
    value: str = ""


class Body(Outside):
    content_type: str = "text"
    content: str = ""


class Slip(Outside):
    """An attachment's label."""

    id: str
    name: str = ""
    size: int = 0
    content_type: str = ""
    is_inline: bool = False


class Gone(Outside):
    reason: str = ""


class Paper(Outside):
    """A message. `attachments` is filled when they were asked for."""

    id: str = ""
    kind: str = Field("", validation_alias="@odata.type")
    internet_message_id: str = ""
    conversation_id: str = ""
    subject: str = ""
    sender: Recipient = Field(Recipient(), validation_alias="from")
    to_recipients: tuple[Recipient, ...] = ()
    cc_recipients: tuple[Recipient, ...] = ()
    received_date_time: datetime = EPOCH
    is_draft: bool = False
    body: Body = Body()
    unique_body: Body | None = None
    internet_message_headers: tuple[Header, ...] = ()
    has_attachments: bool = False
    attachments: tuple[Slip, ...] = ()
    removed: Gone | None = Field(None, validation_alias="@removed")  # in a list of changes: it left the folder

    def header(self, name: str) -> str:
        """The first header of that name: the one the last server on the way has put there."""
        wanted = name.casefold()
        found = (header.value for header in self.internet_message_headers if header.name.casefold() == wanted)
        return next(found, "").strip()


class Entry(Outside):
    """A person in the directory."""

    id: str
    display_name: str = ""
    mail: str = ""


class Alert(Outside):
    """A subscription as Graph holds it."""

    id: str
    resource: str = ""
    notification_url: str = ""
    expiration_date_time: datetime = EPOCH


class Papers(Outside):
    value: tuple[Paper, ...] = ()
    next_link: str = Field("", validation_alias="@odata.nextLink")
    delta_link: str = Field("", validation_alias="@odata.deltaLink")


class Slips(Outside):
    value: tuple[Slip, ...] = ()


class Entries(Outside):
    value: tuple[Entry, ...] = ()


class Alerts(Outside):
    value: tuple[Alert, ...] = ()
