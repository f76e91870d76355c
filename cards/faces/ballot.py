"""The mail that asks for decisions: every draft in full, and the one line that answers for it."""

from cards.literal import one_line
from cards.models import Ballot, Vote
from cards.page import Block, Facts, Items, Line, Message, Page, Section, shown
from cards.phrases import addressed, channel, external, facts, importance, late
from cards.words import Words


def page(ballot: Ballot, words: Words, zone: str) -> Page:
    count = len(ballot.votes)
    together = (words.t("ballot.all", n=count, code=ballot.code),) if ballot.code else ()
    return Page(
        lang=words.lang,
        kicker=ballot.project,
        title=words.t("batch.waiting", n=count),
        state=None,
        blocks=shown(
            Line(words.t("ballot.how"), strong=True),
            *(Line(one, "accent", strong=True) for one in together),
            *(_vote(vote, number, words, zone) for number, vote in enumerate(ballot.votes, start=1)),
            Line(words.t("ballot.anything_else"), "subtle"),
            Line(words.t("ballot.page", url=ballot.link) if ballot.link else "", "subtle"),
        ),
    )


def _vote(vote: Vote, number: int, words: Words, zone: str) -> Section:
    title = words.t(f"title.{vote.purpose}", names=words.together(tuple(one.name for one in vote.to)))
    blocks: tuple[Block, ...] = shown(
        Line(late(vote.late_days, words), "attention", strong=True),
        Line(external(vote.to, words), "warning", strong=True),
        Facts(
            facts(
                words,
                ("to", addressed(vote.to)),
                ("channel", channel(vote, words)),
                ("importance", importance(vote, words)),
                ("subject", one_line(vote.subject)),
                ("due", words.date(vote.due, zone) if vote.due else ""),
                ("reason", vote.reason),
            )
        ),
        Items(words.t("draft.requirements"), vote.requirements) if vote.requirements else None,
        Message(one_line(vote.subject), vote.body),
        Line(words.t("ballot.approve", code=vote.code), "accent", strong=True),
        Line(words.t("ballot.reject", code=vote.code)),
        Line(words.t("ballot.edit", code=vote.code)),
    )
    return Section(f"{number}. {title}", blocks)
