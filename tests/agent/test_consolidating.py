"""The response as one document: word for word, in the request's order, with what is missing, open or contradictory."""

from io import BytesIO

from docx import Document
from scripted import ANA, RUI


async def whole(room):
    return await room.owner("consolidate the response")


async def test_before_anything_was_accepted_there_is_nothing_to_put_together(under_way):
    heard = await whole(under_way)

    assert heard.text == "Nothing has been accepted yet, so there is nothing to put together."
    assert heard.skills == []
    assert not (under_way.files.folder / "response.docx").exists()


async def test_the_parts_stand_word_for_word_in_a_word_document(under_way):
    await under_way.reply(RUI, "State a fixed price: 5 EUR.", ref="r-2")
    await under_way.reply(ANA, "List every component: x & <y>.", ref="r-1")

    heard = await whole(under_way)

    text = under_way.files.read_text("response.md")
    assert text.index("x & <y>") < text.index("5 EUR")
    assert "> Open: State RTO" in text
    word = BytesIO((under_way.files.folder / "response.docx").read_bytes())
    paragraphs = [one.text for one in Document(word).paragraphs]
    assert "List every component: x & <y>." in paragraphs
    assert heard.skills == ["sow-consolidate"]
    assert "I put 2 parts together" in heard.text
    assert under_way.files.log["deliverable"]["path"] == "response.docx"


async def test_contradictions_are_reported_and_kept_and_nothing_is_mended(under_way):
    await under_way.reply(ANA, "List every component: x. State RTO: 4 h. Total effort 100 hours.", ref="r-1")
    await under_way.reply(RUI, "State a fixed price: 5 EUR. Total effort 90 hours.", ref="r-2")

    heard = await whole(under_way)

    assert "**The parts disagree; I changed nothing:**" in heard.text
    assert "- Effort: 104 h in" not in heard.text
    assert "- Effort: 100 h in “Technical”, 90 h in “Pricing”." in heard.text
    assert [one["kind"] for one in under_way.files.log["cross_section_checks"]] == ["effort"]


async def test_a_newer_accepted_answer_takes_the_place_of_the_older(under_way):
    await under_way.reply(ANA, "List every component: the old one.", ref="r-1")
    await under_way.reply(ANA, "List every component: the new one. State RTO: 4 h.", ref="r-2")
    await whole(under_way)

    text = under_way.files.read_text("response.md")
    assert "the new one" in text
    assert "the old one" not in text
