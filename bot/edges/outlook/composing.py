"""A mail as the SDK's message: our marks when it is drafted, the approved words when it is filled."""

from msgraph.generated.models.body_type import BodyType
from msgraph.generated.models.email_address import EmailAddress
from msgraph.generated.models.importance import Importance
from msgraph.generated.models.internet_message_header import InternetMessageHeader
from msgraph.generated.models.item_body import ItemBody
from msgraph.generated.models.message import Message
from msgraph.generated.models.recipient import Recipient
from msgraph.generated.models.single_value_legacy_extended_property import SingleValueLegacyExtendedProperty

from bot.core.people import Person
from bot.core.post import Mail
from bot.edges.outlook import marks


def stamped(mail: Mail, desk: str) -> Message:
    """A message that carries our marks and nothing else yet."""
    mark = marks.message_mark(mail.key)
    headers = {
        marks.QUIET_HEADER: "All",
        marks.DESK_HEADER: desk,
        marks.PROJECT_HEADER: mail.project_id,
        marks.MESSAGE_HEADER: mark,
    }
    return Message(
        internet_message_headers=[
            InternetMessageHeader(name=name, value=text) for name, text in headers.items() if text
        ],
        single_value_extended_properties=[SingleValueLegacyExtendedProperty(id=marks.KEY_PROPERTY, value=mark)],
    )


def written(mail: Mail, message: Message) -> Message:
    """Fills a message with the words as they were approved; without a subject a reply keeps Graph's own."""
    message.to_recipients = [recipient(person) for person in mail.to]
    message.cc_recipients = message.bcc_recipients = []
    message.body = (
        ItemBody(content_type=BodyType.Html, content=mail.html)
        if mail.html
        else ItemBody(content_type=BodyType.Text, content=mail.text)
    )
    if mail.answers_to:
        message.reply_to = [recipient(Person(address=mail.answers_to))]
    message.importance = Importance(mail.importance)
    if mail.subject:
        message.subject = mail.subject
    return message


def recipient(person: Person) -> Recipient:
    return Recipient(email_address=EmailAddress(address=person.address, name=person.name or person.address))
