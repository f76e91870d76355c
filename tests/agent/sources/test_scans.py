"""Scanned pages: looked at once each, by a model that sees, and named as scans; without one they stay unread."""

import io

import pytest
from files import pdf, scan
from model_server import ModelServer
from PIL import Image

from agent.brain.model.endpoint import Endpoint
from agent.brain.model.eyes import ModelEyes
from agent.brain.rules import RulesBrain
from agent.sources.folder import FolderSources
from agent.sources.scans import MOST, Picture, Printed, Remembering, pictures_of

NAMES, PRICE = "The vendor must name every component of the portal.", "The proposal must state one fixed price."
FIRST = (
    Printed(kind="heading", text="Request for Proposals"),
    Printed(kind="heading", number="1", text="Technical approach"),
    Printed(text=NAMES),
)
SECOND = (Printed(kind="heading", text="2 Pricing"), Printed(text=PRICE))


@pytest.fixture
async def server():
    async with ModelServer() as server:
        server.script["Page"] = [{"parts": [one.model_dump() for one in page]} for page in (FIRST, SECOND)]
        yield server


@pytest.fixture
async def eyes(server):
    model = Endpoint(server.url, "key", "scripted")
    yield ModelEyes(model)
    await model.close()


class InOrder:
    """A model's pages come back in any order; this one reads them one after another."""

    def __init__(self, *pages) -> None:
        self.pages, self.seen = list(pages), []

    async def see(self, picture):
        self.seen.append(picture.page)
        return self.pages.pop(0)


def lay(folder, data, name="rfp.pdf"):
    (folder / name).write_bytes(data)
    return folder


async def test_a_scan_is_read_page_by_page_and_named_as_one(tmp_path):
    sources = FolderSources([lay(tmp_path, scan("one", "two"))], InOrder(FIRST, SECOND))

    found = await sources.read("rfp.pdf")

    texts = [(block.kind, block.number, block.text, block.place) for block in found.blocks]
    assert texts == [
        ("heading", "", "Request for Proposals", "page 1"),
        ("heading", "1", "Technical approach", "page 1"),
        ("paragraph", "", NAMES, "page 1"),
        ("heading", "2", "Pricing", "page 2"),
        ("paragraph", "", PRICE, "page 2"),
    ]
    assert found.trouble == (
        "This is a scan: a model read the pictures of 2 pages, so check names, dates and numbers against it."
    )


async def test_requirements_are_found_in_a_scan_and_the_owner_reads_that_it_is_one(tmp_path):
    sources = FolderSources([lay(tmp_path, scan("one", "two"))], InOrder(FIRST, SECOND))

    rfp = await RulesBrain().find_rfp(sources, "the RFP")

    assert [one.text for section in rfp.sections for one in section.requirements] == [NAMES, PRICE]
    assert any("This is a scan" in one for one in rfp.conflicts)


async def test_each_page_is_one_question_with_its_picture_and_no_memory_of_another(tmp_path, server, eyes):
    await FolderSources([lay(tmp_path, scan("one", "two"))], eyes).read("rfp.pdf")

    pictures = server.pictures("Page")
    assert [len(one) for one in pictures] == [1, 1]
    assert pictures[0] != pictures[1]
    assert all(Image.open(io.BytesIO(one)).format == "JPEG" for page in pictures for one in page)
    assert not any(message["role"] == "assistant" for body in server.heard for message in body["messages"])
    assert not any(body.get("tools") for body in server.heard)


async def test_a_page_is_looked_at_once_also_by_a_later_process(tmp_path):
    folder = lay(tmp_path, scan("one"))
    first, second = InOrder(FIRST), InOrder()
    for eyes in (first, second):
        sources = FolderSources([folder], Remembering(eyes, tmp_path / ".seen"))
        found = [await sources.read("rfp.pdf") for _ in range(2)]
        assert found[0] == found[1]
        assert found[0].blocks

    assert (first.seen, second.seen) == ([1], [])


async def test_a_page_that_could_not_be_read_is_named_and_tried_again(tmp_path):
    eyes = InOrder(FIRST, None, SECOND)
    sources = FolderSources([lay(tmp_path, scan("one", "two"))], Remembering(eyes, tmp_path / ".seen"))

    first, second = await sources.read("rfp.pdf"), await sources.read("rfp.pdf")

    assert first.trouble.endswith("Not read: page 2.")
    assert "Not read" not in second.trouble
    assert eyes.seen == [1, 2, 2]


@pytest.mark.parametrize("said", ["no", 500, {"parts": [{"text": "x"}] * 500}, {"parts": []}], ids=str)
async def test_where_the_model_sees_nothing_the_scan_stays_unread(tmp_path, server, eyes, said):
    server.script["Page"] = [said]

    found = await FolderSources([lay(tmp_path, scan("one"))], eyes).read("rfp.pdf")

    assert found.blocks == ()
    assert found.trouble.endswith("it is probably a scan.")


async def test_without_a_model_a_scan_stays_unread(tmp_path):
    found = await FolderSources([lay(tmp_path, scan("one"))]).read("rfp.pdf")

    assert (found.blocks, found.trouble[:20]) == ((), "This PDF has no text")


async def test_pages_with_text_are_shown_to_nobody(tmp_path):
    eyes = InOrder()
    sources = FolderSources([lay(tmp_path, pdf(("The vendor must name every component.",)))], eyes)

    assert (await sources.read("rfp.pdf")).blocks
    assert eyes.seen == []


@pytest.mark.parametrize("data", [pdf(()), b"%PDF-1.4 nothing"], ids=["no picture", "no PDF"])
async def test_where_there_is_no_picture_nobody_is_asked(tmp_path, data):
    eyes = InOrder()

    assert (await FolderSources([lay(tmp_path, data)], eyes).read("rfp.pdf")).blocks == ()
    assert eyes.seen == []


async def test_a_long_scan_is_read_up_to_a_number_of_pages_and_the_rest_is_named(tmp_path):
    eyes = InOrder(*((Printed(text=f"Page {n}"),) for n in range(1, MOST + 1)))

    found = await FolderSources([lay(tmp_path, scan(*["p"] * (MOST + 1), size=(60, 80)))], eyes).read("rfp.pdf")

    assert len(eyes.seen) == MOST
    assert found.trouble.endswith(f"Not read: page {MOST + 1}.")


def test_a_large_picture_is_made_small_enough():
    out = io.BytesIO()
    Image.new("1", (4000, 1000)).save(out, "PDF")

    ((_, (part,)),) = pictures_of(out.getvalue(), [1])

    assert Image.open(io.BytesIO(part)).size == (2000, 500)


async def test_what_was_kept_of_a_page_and_is_damaged_is_read_again(tmp_path):
    picture = Picture(1, (b"jpeg",))
    (tmp_path / f"{picture.key}.json").write_text("[")

    assert await Remembering(InOrder(FIRST), tmp_path).see(picture) == FIRST
    assert await Remembering(InOrder(), tmp_path).see(picture) == FIRST
