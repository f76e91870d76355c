"""Views as mails: text and page say the same, nothing in them can be pressed but the address of our own page."""

import cards
from cards.models import Ballot, Notice, Person, Vote

VOTE = Vote(
    draft_id="k", version=1, hash="h", to=(Person(name="Lena Fischer", address="lena@fabrikam.com", external=True),),
    channel="mail", subject="Support", body="Dear Lena,\n\nplease *write* part 1. <script>x</script>", code="7F3K",
    due="2026-12-04", reason="She took it.",
)  # fmt: skip
BALLOT = Ballot(
    project="Northwind", text="I read it.", votes=(VOTE, VOTE.model_copy(update={"code": "8ABC"})), code="9XYZ"
)


def test_a_notice_says_all_of_it() -> None:
    notice = Notice(text="Three are approved.", body="**Ana**: approved.\n\n**Ben**: approved.", own_words="as I wrote")
    for said in cards.mail(notice):
        assert all(part in said for part in ("Three are approved.", "Ana", "Ben", "as I wrote"))


def test_a_ballot_shows_every_word_and_every_code_in_both_forms() -> None:
    for locale, word in (("en", "APPROVE"), ("pt-BR", "APROVAR")):
        text, page = cards.mail(BALLOT, locale, "Europe/Lisbon")
        for said in (text, page):
            assert [said.count(f"{word} {code}") for code in ("9XYZ", "7F3K", "8ABC")] == [1, 1, 1]
            assert "lena@fabrikam.com" in said
        assert text.startswith("I read it.")
        assert "Dear Lena," in text
        assert "<em>write</em>" in page
        assert "<script" not in page
        assert "<button" not in page


def test_only_the_address_of_our_own_page_can_be_pressed() -> None:
    link = "https://desk.example/d/p-1.a?x=1&y=2"
    body = "See [this](https://evil.example) and https://evil.example"
    one = BALLOT.model_copy(update={"link": link, "votes": (VOTE.model_copy(update={"body": body}),), "code": ""})
    text, page = cards.mail(one)
    assert link in text
    assert page.count("<a ") == 1
    assert 'href="https://desk.example/d/p-1.a?x=1&amp;y=2"' in page


def test_an_approved_message_is_its_own_words_and_nothing_else() -> None:
    assert cards.written("Dear Lena,\n\n**two** things") == (
        "<div>\n<p>Dear Lena,</p>\n<p><strong>two</strong> things</p>\n</div>\n"
    )
