"""PDF, Word, text, HTML and mail."""

import json
from datetime import UTC, datetime
from email.message import EmailMessage

import pytest
from files import mail, pdf, read, short, struck_word, word, word_without_styles

from agent.sources.hits import apart_from
from agent.sources.ownwords import own_words
from tests.tables import table


def test_word_is_read_in_document_order_with_its_numbers() -> None:
    assert short(read("a.docx", word())) == [
        ("heading", "", "Request for Proposals"),
        ("heading", "1.0", "Scope"),
        ("paragraph", "", "The vendor must help."),
        ("paragraph", "", "It must be quick."),
        ("item", "1", "first"),
        ("item", "2", "second"),
        ("row", "", "Item | Due"),
        ("row", "", "Plan | Week 2"),
        ("heading", "2.0", "Form"),
        ("item", "", "loose"),
    ]


def test_bold_paragraphs_are_headings_where_a_word_file_has_no_styles() -> None:
    assert short(read("a.docx", word_without_styles()))[0] == ("heading", "", "Deliverables")


def test_a_broken_word_file_is_told_in_a_sentence() -> None:
    document = read("a.docx", b"not a zip")

    assert document.blocks == ()
    assert document.trouble.startswith("This Word file could not be opened")


def test_pdf_lines_become_blocks_with_page_places() -> None:
    document = read(
        "a.pdf",
        pdf(
            ("TERMS", "1. SCOPE", "1.1 The vendor must help us with the whole of the work that is", "described here;"),
            ("2. FORM", "2.1 It must be short."),
        ),
    )

    assert [(b.kind, b.number, b.text, b.place) for b in document.blocks] == [
        ("heading", "", "TERMS", "page 1"),
        ("heading", "1", "SCOPE", "page 1"),
        ("item", "1.1", "The vendor must help us with the whole of the work that is described here;", "page 1"),
        ("heading", "2", "FORM", "page 2"),
        ("item", "2.1", "It must be short.", "page 2"),
    ]
    assert document.trouble == ""


def test_running_headers_and_page_numbers_are_left_out() -> None:
    pages = tuple((f"Agency Form {n}", f"Sentence number {n} stands here.", f"{n} of 4") for n in range(1, 5))

    assert [b.text for b in read("a.pdf", pdf(*pages)).blocks] == [
        f"Sentence number {n} stands here." for n in range(1, 5)
    ]


def on_every_page(first: str, last: str, pages: int = 6) -> str:
    """All that is read where every page begins and ends so; {n} is the page, {c} a chapter of two pages."""
    story = [f"The {word} sentence of a story is told." for word in ("first", "second", "third", "fourth", "fifth")]
    numbers = [(n, (n + 1) // 2) for n in range(1, pages + 1)]
    made = tuple((first.format(n=n, c=c), *(f"{c}{one}" for one in story), last.format(n=n, c=c)) for n, c in numbers)
    return " ".join(f"{block.number} {block.text}" for block in read("a.pdf", pdf(*made)).blocks)


@pytest.mark.parametrize(
    "line",
    [
        "Agency Form 7",
        "RFP 2026-17, page {n} of 6",
        "Part {c} of the request | {n}",
        "Northwind Bank - Confidential",
        "Página {n} de 6",
    ],
)
def test_what_is_printed_on_every_page_is_left_out(line: str) -> None:
    assert line.partition("{")[0].split()[0] not in on_every_page(line, "{n} of 6")


@pytest.mark.parametrize(
    "line",
    [
        "1.{n} The vendor must deliver area {n} by itself.",
        "{n}. The proposal shall name person {n}.",
        "{n}. A price for year {n}.",
        "3.{n} Delivery of part {n}",
        "Os licitantes devem apresentar o lote {n}.",
        "Area {n} of the portal is part of what the vendor",
        "Offers for lot {c}00 state a price.",
    ],
)
@pytest.mark.parametrize("top", [True, False], ids=["first", "last"])
def test_demands_that_look_alike_on_every_page_all_stay(line: str, top: bool) -> None:
    found = on_every_page(line, "{n} of 6") if top else on_every_page("Northwind Bank", line)

    for n in range(1, 7):
        assert line.format(n=n, c=(n + 1) // 2).replace(f"{n}. ", "").strip() in found


def test_a_demand_that_is_printed_on_every_page_is_read_once() -> None:
    found = on_every_page("The vendor must treat this request as confidential.", "Page {n} of 6")

    assert found.count("must treat this request as confidential") == 1


def test_the_rest_of_a_sentence_is_no_footer_although_each_page_ends_with_it() -> None:
    assert (
        on_every_page("Northwind Bank", "with a plan, a price and a date").count("with a plan, a price and a date") == 6
    )


def test_a_number_on_a_line_of_its_own_within_a_page_is_text() -> None:
    page = ("Weights", *("Words of a longer page stand here." for _ in range(4)), "Price:", "40", "Quality:", "60")
    page += tuple(f"More words {word} stand here as well." for word in ("one", "two", "three", "four", "five"))

    assert "Price: 40" in " ".join(block.text for block in read("a.pdf", pdf(page)).blocks)


def test_a_scan_and_a_broken_pdf_are_told_in_a_sentence() -> None:
    assert read("a.pdf", pdf(())).trouble == "This PDF has no text, only pictures of pages: it is probably a scan."
    assert read("a.pdf", b"%PDF-1.4 nonsense").trouble.startswith("This PDF could not be read")


def test_plain_text_knows_headings_items_and_wrapped_lines() -> None:
    text = (
        "REQUEST FOR PROPOSALS\n\nScope\n-----\n\n1.1 Purpose\n"
        "\nThe vendor must help us\nwith the work.\n\n- one\n  - two\n"
        "a) three\n\nContents ........ 4\n"
    )

    assert [(b.kind, b.number, b.text) for b in read("a.txt", text).blocks] == [
        ("heading", "", "REQUEST FOR PROPOSALS"),
        ("heading", "", "Scope"),
        ("heading", "1.1", "Purpose"),
        ("paragraph", "", "The vendor must help us with the work."),
        ("item", "", "one"),
        ("item", "", "two"),
        ("item", "a)", "three"),
    ]


def test_html_is_read_without_scripts_and_menus() -> None:
    html = (
        "<html><head><title>Notice</title><script>x()</script></head><body><nav>Home</nav><h3>2. "
        "AVISO</h3><p>Até <b>31/08</b>.<br>Valinhos</p><ol><li>a<ul><li>b</li></ul></li></ol><!--"
        " no --></body></html>"
    )
    document = read("a.html", html)

    assert document.title == "Notice"
    assert short(document) == [
        ("heading", "2", "AVISO"),
        ("paragraph", "", "Até 31/08."),
        ("paragraph", "", "Valinhos"),
        ("item", "1", "a"),
        ("item", "", "b"),
    ] or short(document)[1][2].startswith("Até 31/08.")


def test_a_mail_gives_headers_text_and_its_attachment() -> None:
    document = read("a.eml", mail(b"# RFP\n\nThe vendor must help.\n", "rfp.md"))

    assert (document.title, document.modified) == ("RFP from Contoso", datetime(2026, 11, 30, 12, tzinfo=UTC))
    assert ("mail", "", "From: Olga Owner <olga@ours.example>") in short(document)
    assert ("paragraph", "", "Please find the request attached.") in short(document)
    assert document.blocks[-1].place == "rfp.md, line 3"


def test_an_unreadable_attachment_is_told_and_the_mail_still_read() -> None:
    document = read("a.eml", mail(b"x", "plan.xlsx"))

    assert document.trouble == "Attachment plan.xlsx: its kind is not readable here."
    assert any(b.text == "Please find the request attached." for b in document.blocks)


def test_an_html_mail_is_read_as_text() -> None:
    assert ("paragraph", "", "Hello there.") in short(read("a.eml", mail(html="<p>Hello <i>there</i>.</p>")))


def test_odd_mails_do_not_raise() -> None:
    assert read("a.eml", b"").blocks == ()
    assert read("a.eml", b"Date: never\nFrom: =?broken?=\nContent-Type: text/plain; charset=nonsense\n\nHi\n").blocks


def test_an_empty_file_is_told() -> None:
    assert read("a.txt", "").trouble == "This file has no text."


def test_long_lines_without_end_are_read_quickly() -> None:
    text = "a.b.c-d_e@f " * 20_000

    assert len(read("a.md", text).blocks) == 1
    assert len(read("a.txt", text).blocks) == 1


def test_a_tender_notice_is_read_and_other_json_is_told() -> None:
    notice = {
        "buyer": {"name": "City of X"},
        "tender": {"id": "T1", "title": "Signs", "tenderPeriod": {"endDate": "2019-05-23T17:00:00Z"}},
    }

    assert short(read("a.json", json.dumps({"releases": [notice]}))) == [
        ("heading", "", "Invitation to tender: Signs (T1)"),
        ("paragraph", "", "Buyer: City of X"),
        ("paragraph", "", "Title: Signs"),
        ("paragraph", "", "Tenders due by: 2019-05-23 17:00 UTC"),
    ]
    assert read("a.json", "[1]").trouble == "This JSON file is no tender notice (OCDS), so it was not read."
    assert read("a.json", "{").trouble == "This JSON file is damaged, so it was not read."


def test_the_logo_of_a_signature_is_no_trouble() -> None:
    page = '<p>Please find the request attached.</p><img src="cid:logo">'
    letter = EmailMessage()
    letter.set_content(page, subtype="html")
    letter.add_related(b"\x89PNG", "image", "png", cid="<logo>", filename="image001.png")

    assert read("mail.eml", bytes(letter)).trouble == ""


@pytest.mark.parametrize(
    ("line", "writer"),
    [
        ("Ana Tech <ana@x.example>", ("Ana Tech", "ana@x.example")),
        ('"ana@x.example" <zoe@y.example>', ("ana@x.example", "zoe@y.example")),
        ("ana@x.example <zoe@y.example>", ("ana@x.example", "zoe@y.example")),
        ("ana@x.example", ("", "ana@x.example")),
        ("Ana Tech", ("Ana Tech", "")),
        ("", ("", "")),
    ],
)
def test_a_writer_is_known_by_the_address_in_brackets_whatever_the_name_looks_like(line, writer) -> None:
    assert apart_from(line) == writer


def test_what_a_page_hides_from_its_readers_is_not_text() -> None:
    page = (
        '<p>Seen.</p><p style="display: none">a</p><div hidden><p>b</p></div>'
        '<p>So <span style="font-size:0">c</span>it is.</p><ul><li>one</li><li style="visibility:hidden">d</li></ul>'
        '<p style="mso-hide:all">e</p><p style="font-size:0.9em">Small.</p>'
    )

    assert [text for *_, text in short(read("a.html", page))] == ["Seen.", "So it is.", "one", "Small."]


def test_what_is_struck_out_is_not_said_any_more() -> None:
    page = (
        "<p>Due <del>11 May</del> <ins>18 May</ins>.</p><p><s>Old clause.</s></p>"
        '<p style="text-decoration: line-through red">Gone.</p><p style="text-decoration: underline">Kept.</p>'
    )

    assert [text for *_, text in short(read("a.html", page))] == ["Due 18 May.", "Kept."]
    assert [text for *_, text in short(read("a.md", "Due ~~11 May~~ 18 May.\n\n~~Old clause.~~"))] == ["Due 18 May."]
    assert [text for *_, text in short(read("a.docx", struck_word()))] == ["Due 18 May.", "Plan | now"]


def test_the_site_around_a_page_is_no_part_of_it() -> None:
    page = (
        '<body><div class="page breadcrumb">Home › Bids</div><div role="navigation"><p>Menu</p></div>'
        "<main><h1>Request</h1><p>A crumb of text.</p><article><p>x</p><footer>Its note.</footer></article></main>"
        "<footer><p>You must be 18 or older to use this site.</p></footer></body>"
    )

    found = [text for *_, text in short(read("a.html", page))]

    assert found == ["Request", "A crumb of text.", "x", "Its note."]


@table(
    "history",
    [
        "On Tue, 1 Dec 2026 at 10:00, Olga <o@x.example> wrote:\n> RPO?",
        "On Tue, 1 Dec 2026 at 10:00,\nOlga <o@x.example> wrote:\n> RPO?",
        "Em ter., 1 de dez. de 2026 10:00, Olga escreveu:\n> RPO?",
        "-----Original Message-----\nFrom: Olga\nRPO?",
        "________________________________\nFrom: Olga\nSent: Tuesday\nTo: Ana\nSubject: Yours\n\nRPO?",
        "De: Olga\nEnviado em: terça\nPara: Ana\nAssunto: Sua parte\n\nRPO?",
        "From: Olga Sent: Tuesday, December 1 To: Ana Subject: Yours RPO?",
        "> RPO?\n> RTO?",
    ],
)
def test_a_letter_is_read_without_the_one_it_answers_unless_it_forwards_it(history: str) -> None:
    assert own_words(f"RTO is 4 h.\n\n{history}", "RE: Yours") == "RTO is 4 h."
    assert "RPO?" in own_words(f"FYI\n\n{history}", "FW: Yours")


@pytest.mark.parametrize("text", ["From: 3 to 5 people\nRTO 4 h", "On Monday we wrote: it is done\nRTO 4 h", "To: all"])
def test_words_that_only_look_like_a_header_stay(text: str) -> None:
    assert own_words(text) == text
