"""The page at the root of the desk's address: what it is, what it keeps and whose it is, for whoever follows a link."""

from cards.page import Items, Line, Page
from cards.web import fragment, whole
from cards.words import Words

KEEPS = ("sealed", "sandbox", "leaves", "removed")
TERMS = ("drafts", "members")


def html(words: Words, days: int, organisation: str) -> str:
    """`days`: how long texts of what is settled are kept. `organisation`: who runs the desk, "" where nobody said."""
    run_by = words.t("about.run_by", organisation=organisation) if organisation else words.t("about.run_by_yours")
    page = Page(
        lang=words.lang,
        kicker="",
        title=words.t("page.desk"),
        state=None,
        blocks=(
            Line(words.t("about.what")),
            Items(
                words.t("about.privacy"), (*(words.t(f"about.{one}") for one in KEEPS), words.t("about.days", n=days))
            ),
            Items(words.t("about.terms"), (run_by, *(words.t(f"about.{one}") for one in TERMS))),
        ),
    )
    return whole(page.lang, page.title, fragment(page, live=False), served=True)
