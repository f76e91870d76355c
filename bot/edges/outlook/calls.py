"""The only place that knows the Graph SDK: its typed builders for the questions, our own models for the answers.

The SDK's own models are not used for reading: the first of them loads 1,250 modules, and each takes 5 to 10 ms to fill.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import anyio
import httpx
import jwt
from azure.core.credentials import AccessToken
from azure.core.credentials_async import AsyncTokenCredential
from azure.core.exceptions import AzureError, ClientAuthenticationError
from azure.identity.aio import ClientSecretCredential, ManagedIdentityCredential
from kiota_abstractions.api_error import APIError
from kiota_abstractions.base_request_configuration import RequestConfiguration
from kiota_abstractions.method import Method
from kiota_abstractions.request_information import RequestInformation
from kiota_authentication_azure.azure_identity_authentication_provider import AzureIdentityAuthenticationProvider
from kiota_http.kiota_client_factory import KiotaClientFactory
from kiota_http.middleware.options import RetryHandlerOption
from msgraph.generated.models.message import Message
from msgraph.generated.models.o_data_errors.o_data_error import ODataError
from msgraph.generated.models.subscription import Subscription
from msgraph.generated.users.item.get_mail_tips.get_mail_tips_post_request_body import GetMailTipsPostRequestBody
from msgraph.generated.users.item.mail_folders.item.messages.delta.delta_request_builder import DeltaRequestBuilder
from msgraph.generated.users.item.messages.item.create_reply.create_reply_post_request_body import (
    CreateReplyPostRequestBody,
)
from msgraph.generated.users.item.messages.item.message_item_request_builder import MessageItemRequestBuilder
from msgraph.graph_request_adapter import GraphRequestAdapter
from msgraph.graph_service_client import GraphServiceClient

from bot.core.errors import Undeliverable
from bot.core.post import Mail
from bot.edges.outlook import marks
from bot.edges.outlook.answers import LATER, Access, Answer
from bot.edges.outlook.composing import stamped, written

READ = [
    *("id", "subject", "from", "toRecipients", "ccRecipients", "receivedDateTime", "conversationId"),
    *("internetMessageId", "internetMessageHeaders", "body", "uniqueBody", "hasAttachments", "isDraft"),
]
LABEL = ["id", "name", "size", "contentType", "isInline"]
LOOPBACK = ("127.0.0.1", "localhost", "::1")
IMMUTABLE = 'IdType="ImmutableId"'


class LocalToken(AsyncTokenCredential):
    """Signs in at a Graph on this machine, which asks for nothing better."""

    async def get_token(
        self,
        *scopes: str,
        claims: str | None = None,
        tenant_id: str | None = None,
        enable_cae: bool = False,
        **kwargs: Any,
    ) -> AccessToken:
        return AccessToken("local", 2**33)

    async def close(self) -> None:
        pass

    async def __aexit__(self, *_: object) -> None:
        pass


class Calls:
    """Questions as SDK requests, and how one is asked. Ids stay the same when a mail is moved ("ImmutableId")."""

    def __init__(self, access: Access, timeout: float) -> None:
        self._host = urlsplit(access.base_url).hostname or ""
        self._credential = credential(access, self._host)
        # Without hosts the token would follow any link to any host, without scopes it would be asked for in its name.
        auth = AzureIdentityAuthenticationProvider(
            self._credential, scopes=[f"https://{self._host}/.default"], allowed_hosts=[self._host]
        )
        self._http = KiotaClientFactory.create_with_default_middleware(
            client=httpx.AsyncClient(timeout=httpx.Timeout(timeout, connect=min(timeout, 10)), http2=True)
        )
        self._adapter = GraphRequestAdapter(auth, self._http)
        self._adapter.base_url = access.base_url
        self._graph = GraphServiceClient(request_adapter=self._adapter)
        self._mailbox = self._graph.users.by_user_id(access.mailbox)

    async def run(self, question: RequestInformation) -> Answer:
        try:
            body = await self._adapter.send_primitive_async(question, "bytes", {"XXX": ODataError})
        except APIError as refused:
            return refusal(refused)
        except httpx.HTTPError as broken:
            return Answer(0, code=type(broken).__name__)
        except ClientAuthenticationError as denied:
            return Answer(401, code=type(denied).__name__)
        except AzureError as away:  # whoever hands out tokens does not answer
            return Answer(0, code=type(away).__name__)
        return Answer(200, body if isinstance(body, bytes) else b"")

    async def roles(self) -> tuple[tuple[str, ...], Answer]:
        """What stands in our own token, unchecked: it says what was consented for the whole tenant."""
        try:
            token = (await self._credential.get_token(f"https://{self._host}/.default")).token
        except ClientAuthenticationError as denied:
            return (), Answer(401, code=type(denied).__name__)
        except AzureError as away:
            return (), Answer(0, code=type(away).__name__)
        return claimed_roles(token), Answer(200)

    async def close(self) -> None:
        await self._http.aclose()
        await self._credential.close()

    # mails in

    def message(self, message_id: str) -> RequestInformation:
        return self._message(message_id).to_get_request_information(once(READ))

    def newest(self, mailbox: str) -> RequestInformation:
        found = self._graph.users.by_user_id(mailbox).messages
        return found.to_get_request_information(once(["id"], top=1))

    def mime(self, message_id: str) -> RequestInformation:
        return self._message(message_id).content.to_get_request_information(once())

    def attachments(self, message_id: str) -> RequestInformation:
        return self._message(message_id).attachments.to_get_request_information(once(LABEL))

    def attachment(self, message_id: str, attachment_id: str) -> RequestInformation:
        found = self._message(message_id).attachments.by_attachment_id(attachment_id)
        return found.to_get_request_information(once(LABEL))

    def attachment_bytes(self, message_id: str, attachment_id: str) -> RequestInformation:
        """`$value` works for files and for attached mails alike; the SDK has no builder for it."""
        found = self._message(message_id).attachments.by_attachment_id(attachment_id)
        question = RequestInformation(Method.GET, found.url_template.split("{?")[0] + "/$value", found.path_parameters)
        question.configure(once())
        return question

    def inbox_since(self, moment: datetime) -> RequestInformation:
        recent = f"receivedDateTime ge {moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
        return self._inbox().to_get_request_information(once(["id", "receivedDateTime"], recent, "created"))

    def next_page(self, link: str) -> RequestInformation:
        """Only ever a page of our own Graph: raises `Undeliverable` for a link to another host."""
        if urlsplit(link).hostname != self._host:
            raise Undeliverable("a link to another host", "forbidden")
        return self._inbox().with_url(link).to_get_request_information(once())

    def people(self, name: str) -> RequestInformation:
        """By mail address, or by object id."""
        quoted = name.replace("'", "''")
        same = f"mail eq '{quoted}' or userPrincipalName eq '{quoted}'" if "@" in name else f"id eq '{quoted}'"
        return self._graph.users.to_get_request_information(once(["id", "displayName", "mail"], same))

    def hours(self, address: str) -> RequestInformation:
        wanted = once(["timeZone", "workingHours", "language"])
        return self._graph.users.by_user_id(address).mailbox_settings.to_get_request_information(wanted)

    def tips(self, address: str) -> RequestInformation:
        """Asked of the desk's own mailbox. The SDK drops the options when it is given them as its own enumeration."""
        wish = GetMailTipsPostRequestBody(
            email_addresses=[address], additional_data={"MailTipsOptions": "automaticReplies"}
        )
        return self._mailbox.get_mail_tips.to_post_request_information(wish, once())

    # mails out

    def marked(self, mark: str) -> RequestInformation:
        """Mails that carry our own mark, drafts and sent ones."""
        wanted = f"singleValueExtendedProperties/Any(ep: ep/id eq '{marks.KEY_PROPERTY}' and ep/value eq '{mark}')"
        return self._mailbox.messages.to_get_request_information(once(["id", "isDraft", "internetMessageId"], wanted))

    def draft(self, mail: Mail, desk: str) -> RequestInformation:
        return self._mailbox.messages.to_post_request_information(written(mail, stamped(mail, desk)), once())

    def reply_draft(self, mail: Mail, desk: str) -> RequestInformation:
        """Graph writes the history into it; `fill` replaces that. Headers can be given only here."""
        body = CreateReplyPostRequestBody(message=stamped(mail, desk))
        return self._message(mail.reply_to).create_reply.to_post_request_information(body, once())

    def fill(self, message_id: str, mail: Mail) -> RequestInformation:
        return self._message(message_id).to_patch_request_information(written(mail, Message()), once())

    def send(self, message_id: str) -> RequestInformation:
        return self._message(message_id).send.to_post_request_information(once())

    def discard(self, message_id: str) -> RequestInformation:
        return self._message(message_id).to_delete_request_information(once())

    # subscriptions

    def subscribe(self, url: str, resource: str, client_state: str, until: datetime) -> RequestInformation:
        wish = Subscription(
            change_type="created",
            resource=resource,
            notification_url=url,
            lifecycle_notification_url=url,
            client_state=client_state,
            expiration_date_time=until,
        )
        return self._graph.subscriptions.to_post_request_information(wish, once())

    def prolong(self, subscription_id: str, until: datetime) -> RequestInformation:
        found = self._graph.subscriptions.by_subscription_id(subscription_id)
        return found.to_patch_request_information(Subscription(expiration_date_time=until), once())

    def unsubscribe(self, subscription_id: str) -> RequestInformation:
        return self._graph.subscriptions.by_subscription_id(subscription_id).to_delete_request_information(once())

    def subscription(self, subscription_id: str) -> RequestInformation:
        return self._graph.subscriptions.by_subscription_id(subscription_id).to_get_request_information(once())

    def subscriptions(self) -> RequestInformation:
        return self._graph.subscriptions.to_get_request_information(once())

    def _message(self, message_id: str) -> MessageItemRequestBuilder:
        return self._mailbox.messages.by_message_id(message_id)

    def _inbox(self) -> DeltaRequestBuilder:
        return self._mailbox.mail_folders.by_mail_folder_id("inbox").messages.delta


@cache
def rehearsed() -> None:
    """Puts one question of each kind together, for nobody: the SDK loads each kind's modules when it is first used.

    To be called in a thread; once is enough for a process. Nothing is asked and no token fetched.
    """
    calls = Calls(Access(base_url="http://127.0.0.1", mailbox="nobody"), 1)
    anyio.run(anyio.sleep, 0)  # what the HTTP client runs on is loaded when a loop first needs it
    mail = Mail(to=(), subject="", text="", html="")
    questions = (
        *(calls.message(""), calls.mime(""), calls.attachments(""), calls.attachment_bytes("", "")),
        *(calls.inbox_since(datetime.now(UTC)), calls.people(""), calls.marked(""), calls.draft(mail, "")),
        *(calls.reply_draft(mail, ""), calls.fill("", mail), calls.send(""), calls.tips(""), calls.hours("")),
        *(calls.subscribe("", "", "", datetime.now(UTC)), calls.prolong("", datetime.now(UTC)), calls.subscriptions()),
    )
    for question in questions:
        question.path_parameters["baseurl"] = ""
        assert question.url


@dataclass
class Chosen:
    """OData's parameters under their names on the wire."""

    select: list[str] | None = None
    filter: str | None = None
    change_type: str | None = None
    top: int | None = None

    def get_query_parameter(self, name: str) -> str:
        return "changeType" if name == "change_type" else f"%24{name}"


def once(
    select: list[str] | None = None, filter: str | None = None, change: str | None = None, top: int | None = None
) -> RequestConfiguration[Any]:
    """One attempt: the SDK would post again after a 503 or 504, also what has been delivered."""
    config = RequestConfiguration[Any](
        query_parameters=Chosen(select, filter, change, top), options=[RetryHandlerOption(max_retries=0)]
    )
    config.headers.add("Prefer", IMMUTABLE)
    return config


def credential(access: Access, host: str) -> AsyncTokenCredential:
    if host in LOOPBACK:
        return LocalToken()
    if access.secret:
        return ClientSecretCredential(access.tenant, access.client_id, access.secret)
    return ManagedIdentityCredential(client_id=access.client_id)


def claimed_roles(token: str) -> tuple[str, ...]:
    try:
        claims = jwt.decode(token, options={"verify_signature": False})
    except jwt.InvalidTokenError:  # a token of this machine
        return ()
    roles = claims.get("roles")
    return tuple(map(str, roles)) if isinstance(roles, list) else ()


def refusal(error: APIError) -> Answer:
    told = error.error if isinstance(error, ODataError) else None
    headers = {name.lower(): value for name, value in (error.response_headers or {}).items()}
    return Answer(
        error.response_status_code or 0,
        code=(told.code if told else None) or "",
        retry_after=seconds(headers.get("retry-after", "")),
    )


def seconds(retry_after: str) -> float:
    """A number, or a date to be waited for; anything else is nothing to go by."""
    if retry_after.strip().isdecimal():
        return float(retry_after)
    try:
        return max(1.0, (parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return LATER
