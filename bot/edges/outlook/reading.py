"""A message of the mailbox, read: who really sent it, what is new in it, what it answers."""

from bot.core.letter import FileRef
from bot.core.people import Person
from bot.core.post import Arrived, Meeting
from bot.edges.outlook.automatic import authenticated, kind_of
from bot.edges.outlook.mailtext import lines_of, read
from bot.edges.outlook.mime import Report, message_ids, subject_of
from bot.edges.outlook.papers import Paper, Recipient
from bot.edges.outlook.routing import only_looks_tagged, project_at, project_in

NAMELESS = {"application/ms-tnef": "winmail.dat", "application/vnd.ms-tnef": "winmail.dat"}


def arrived(
    paper: Paper,
    desk_address: str,
    home_domains: frozenset[str],
    report: Report | None = None,
    secret: bytes = b"",
    meeting: Meeting | None = None,
) -> Arrived:
    """`report`: what a delivery report says; one about a mere delay counts as a receipt. `secret`: checks tags."""
    body = lines_of(paper.body.content_type, paper.body.content)
    unique = lines_of(paper.unique_body.content_type, paper.unique_body.content) if paper.unique_body else None
    words = read(body, unique)
    kind = kind_of(paper, desk_address)
    told = message_ids(paper.header("references"))
    to = tuple(person(one).address for one in (*paper.to_recipients, *paper.cc_recipients))
    subject = subject_of(paper.subject)
    return Arrived(
        message_id=paper.id,
        internet_id=paper.internet_message_id or paper.id,  # else all of them would count as the same mail
        conversation=paper.conversation_id,
        in_reply_to=next(iter(message_ids(paper.header("in-reply-to"))), ""),
        references=told + ((report.original,) if report and report.original and report.original not in told else ()),
        sender=person(paper.sender),
        to=to,
        subject=subject,
        at=paper.received_date_time,
        new_text=words.new_text,
        full_text=words.full_text,
        automatic="receipt" if kind == "ndr" and report and not report.failed else kind,
        trusted=authenticated(paper, home_domains),
        files=files(paper),
        language=language(paper),
        tagged=project_in(subject, secret) or project_at(to, desk_address, secret),
        mistagged=only_looks_tagged(subject, secret),
        bounced=report.recipients if report and report.failed else (),
        meeting=meeting if kind == "meeting" else None,
    )


def files(paper: Paper) -> tuple[FileRef, ...]:
    """Pictures that the text shows are no files that somebody handed in; phones call others inline too."""
    shows = "cid:" in paper.body.content.casefold()
    return tuple(
        FileRef(
            name=slip.name or NAMELESS.get(slip.content_type.casefold(), "attachment"),
            message=paper.id,
            attachment=slip.id,
        )
        for slip in paper.attachments
        if not (shows and slip.is_inline and slip.content_type.casefold().startswith("image/"))
    )


def person(recipient: Recipient) -> Person:
    """Known by the address alone; the directory knows more."""
    return Person(name=recipient.email_address.name, address=recipient.email_address.address.casefold())


def language(paper: Paper) -> str:
    return paper.header("content-language").split(",")[0].strip()
