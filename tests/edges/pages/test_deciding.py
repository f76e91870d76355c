"""The approval page as somebody uses it without scripts: what they see, and what a press does."""

import asyncio
import json

import pytest

from bot.core.address import page_path
from bot.core.draft import Record, State
from bot.core.errors import Uncertain
from bot.core.people import Person
from tests.catalogue.clicking import audit, now_of
from tests.edges.pages.browser import Browser, Page
from tests.edges.pages.conftest import Scene
from tests.fakes import ANA, PRIYA, STRANGER, Toy, answer, draft
from tests.flows.hands import PID, press, ship_all, started, work

APPROVE, REJECT, CHANGE = "Approve and send", "Reject, send nothing", "Send to the agent"


async def read_by(browser: Browser, record: Record, person: Person = ANA) -> Page:
    return await browser.get(page_path(record.key), person)


async def test_an_approved_draft_leaves_once_word_for_word(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    page = await browser.press(await read_by(browser, record), APPROVE)
    await ship_all(scene.toy)

    assert (page.status, page.hops) == (200, 1)
    assert "Approved by Ana Souza" in page.text
    assert page.labels == []
    assert scene.toy.voice.texts("a:priya") == [record.draft.body]


async def test_a_rejection_says_why_and_sends_nothing(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    page = await browser.press(await read_by(browser, record), REJECT, reason="Priya is away")
    await ship_all(scene.toy)

    assert "Rejected by Ana Souza" in page.text
    assert "Priya is away" in page.text
    assert (await now_of(scene.toy, record)).state is State.REJECTED
    assert scene.toy.voice.texts("a:priya") == []


async def test_a_change_is_asked_for_in_words(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    page = await browser.press(await read_by(browser, record), CHANGE, instruction="Shorter, please")

    assert "Change asked for by Ana Souza" in page.text
    assert (await now_of(scene.toy, record)).reason == "Shorter, please"


async def test_a_change_without_words_is_asked_for_again(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    page = await browser.press(await read_by(browser, record), CHANGE, instruction=" ")

    assert (page.status, page.hops) == (422, 0)
    assert "Say in a few words what should change." in page.text
    assert "<details open>" in page.html
    assert (await now_of(scene.toy, record)).state is State.PENDING


async def test_an_edited_draft_leaves_in_the_edited_words(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    form = await browser.press(await read_by(browser, record), "Edit")
    page = await browser.press(form, "Save and approve", subject="Scope", body="Hello Priya,\r\nyour part, please.")
    await ship_all(scene.toy)

    assert form.url.path == page_path(record.key) + "/edit"
    assert "Edited and approved by Ana Souza" in page.text
    assert "What was changed" in page.text
    assert scene.toy.voice.texts("a:priya") == ["Hello Priya,\nyour part, please."]


async def test_what_is_saved_waits_as_a_new_version(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    form = await browser.press(await read_by(browser, record), "Edit")
    page = await browser.press(form, "Save", body="Hello Priya.")

    assert (page.status, page.url.path) == (200, page_path(record.key))
    assert "version 2" in page.text
    assert APPROVE in page.labels
    assert scene.toy.jobs.shipped == []


async def test_a_form_that_is_refused_keeps_what_was_written(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    form = await browser.press(await read_by(browser, record), "Edit")
    page = await browser.press(form, "Save and approve", subject="Scope", body="word " * 2000)

    assert page.status == 422
    assert "longer than 8000 characters" in page.text
    assert page.form("Save and approve")[0].fields["body"] == "word " * 2000
    assert (await now_of(scene.toy, record)).draft == record.draft


async def test_a_stale_page_shows_what_changed_and_sends_nothing(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    page = await read_by(browser, record)
    await press(scene.toy, record, "save", subject="Technical scope", body="Hi Priya, part 1 and part 2.")
    late = await browser.press(page, APPROVE)

    assert (late.status, late.hops) == (409, 0)
    assert "this draft has changed since the card was drawn" in late.text
    assert "<del>Hi Priya, please write part 1.</del>" in late.html
    assert "<ins>Hi Priya, part 1 and part 2.</ins>" in late.html
    assert scene.toy.jobs.shipped == []


async def test_an_edit_of_a_stale_page_is_not_lost(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    form = await browser.press(await read_by(browser, record), "Edit")
    await press(scene.toy, record, "save", body="Hi Priya, part 1 and part 2.")
    late = await browser.press(form, "Save and approve", body="My own careful words.")

    assert late.status == 409
    assert "What you wrote, which was not saved" in late.text
    assert "My own careful words." in late.text
    assert (await now_of(scene.toy, record)).draft.body == "Hi Priya, part 1 and part 2."


async def test_the_first_decision_counts_and_the_second_person_is_told(
    toy: Toy, scene: Scene, browser: Browser
) -> None:
    record, *_ = await started(toy)
    page = await read_by(browser, record)
    await press(toy, record, "approve")
    toy.jobs.shipped.clear()
    late = await browser.press(page, REJECT, reason="No")

    assert late.status == 409
    assert "This was already decided by Ana Souza. Nothing was changed." in late.text
    assert "Approved by Ana Souza" in late.text
    assert toy.jobs.shipped == []


async def test_a_double_click_decides_once_and_looks_like_one(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    page = await read_by(browser, record)
    answers = await asyncio.gather(*(browser.press(page, APPROVE) for _ in range(5)))
    await ship_all(scene.toy)

    assert {one.status for one in answers} == {200}
    assert all("Approved by Ana Souza" in one.text for one in answers)
    assert len(scene.toy.voice.texts("a:priya")) == 1


async def test_going_back_and_pressing_something_else_changes_nothing(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    page = await read_by(browser, record)
    await browser.press(page, APPROVE)
    again = await browser.press(page, "Edit")
    other = await browser.press(page, REJECT)

    assert "Approved by Ana Souza" in again.text
    assert other.status == 409
    assert (await now_of(scene.toy, record)).state is State.APPROVED


async def test_an_expired_draft_takes_no_decision(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    page = await read_by(browser, record)
    scene.toy.clock.forward(days=30)
    late = await browser.press(page, APPROVE)

    assert late.status == 409
    assert "has expired. Nothing was sent." in late.text
    assert scene.toy.jobs.shipped == []


async def test_what_is_somebody_elses_looks_like_what_is_not_there(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    theirs = await read_by(browser, record, STRANGER)
    nothing = await browser.get(page_path("p-0.0"))
    card = await browser.get(page_path(record.card_id))

    assert {one.status for one in (theirs, nothing, card)} == {404}
    assert theirs.html == nothing.html == card.html
    assert "There is nothing here for you" in theirs.text


async def test_a_press_on_somebody_elses_draft_is_refused_and_written_down(scene: Scene, browser: Browser) -> None:
    """The form is Ana's own, sent in another browser with the token of its owner."""
    record, *_ = await started(scene.toy)
    form, click = (await read_by(browser, record)).form(APPROVE)
    async with scene.new_browser() as other:
        inbox = await other.get("/d/", STRANGER)
        (leave,) = inbox.read.forms
        refused = await other.post(page_path(record.key), {**form.fields, **leave.fields, "click": click})

    assert refused.status == 404
    assert "Priya" not in refused.html
    assert (await now_of(scene.toy, record)).state is State.PENDING
    assert [line.split("|")[-1] for line in await audit(scene.toy, record)] == ["not_yours"]


async def test_looking_changes_nothing_however_often_and_by_whomever(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    for person in (ANA, STRANGER):
        async with scene.new_browser() as other:
            for path in (page_path(record.key), page_path(record.key) + "/edit", page_path(record.card_id), "/d/"):
                for _ in range(3):
                    await other.get(path, person)
                    async with other.http.head(f"{scene.origin}{path}") as answered:
                        assert answered.status in (200, 302, 404)
    async with scene.new_browser() as scanner:
        for path in (page_path(record.key), "/d/"):
            page = await scanner.get(path, **{"User-Agent": "Mozilla/5.0 (compatible; LinkScanner/1.0)"})
            assert page.status == 200
            assert "Priya" not in page.html.replace('<button name="oid" value="priya">Priya Raman</button>', "")

    assert await now_of(scene.toy, record) == record
    assert await audit(scene.toy, record) == ()
    assert scene.toy.jobs.shipped == []


async def test_several_are_decided_with_their_ticks(scene: Scene, browser: Browser) -> None:
    first, second = await started(scene.toy, 2)
    page = await browser.get(page_path(first.card_id), ANA)
    form, _ = page.form("Approve ticked")
    form.fields.pop(f"pick_{second.key}")
    decided = await browser.post(str(page.url), {**form.fields, "click": page.form("Approve ticked")[1]})

    assert (decided.status, decided.url.path) == (200, page_path(first.card_id))
    assert "1 waiting" in decided.text
    assert (await now_of(scene.toy, first)).state is State.APPROVED
    assert (await now_of(scene.toy, second)).state is State.PENDING


async def test_what_moved_among_the_ticked_is_left_alone_and_told(scene: Scene, browser: Browser) -> None:
    first, second = await started(scene.toy, 2)
    page = await browser.get(page_path(first.card_id), ANA)
    await press(scene.toy, second, "save", body="Other words.")
    decided = await browser.press(page, "Approve ticked")

    assert decided.status == 409
    assert "1 ticked message had changed or was decided already" in decided.text
    assert (await now_of(scene.toy, first)).state is State.APPROVED
    assert (await now_of(scene.toy, second)).state is State.PENDING


async def test_nothing_ticked_is_said(scene: Scene, browser: Browser) -> None:
    first, *_ = await started(scene.toy, 2)
    page = await browser.get(page_path(first.card_id), ANA)
    form, click = page.form("Approve ticked")
    bare = {name: value for name, value in form.fields.items() if not name.startswith("pick_")}
    told = await browser.post(str(page.url), {**bare, "click": click})

    assert told.status == 409
    assert "No message is ticked, so nothing was sent." in told.text


async def test_one_of_several_is_opened_and_left_again(scene: Scene, browser: Browser) -> None:
    first, second = await started(scene.toy, 2)
    page = await browser.get(page_path(first.card_id), ANA)
    opened = await browser.press(page, "Open – Priya Raman")
    back = await browser.press(opened, "Back to the list")

    assert opened.url.path in (page_path(first.key), page_path(second.key))
    assert back.url.path == page_path(first.card_id)


async def test_the_list_holds_what_waits_for_the_reader_in_every_project(scene: Scene, browser: Browser) -> None:
    first, *_ = await started(scene.toy, 3)
    await press(scene.toy, first, "reject", reason="No")
    page = await browser.get("/d/", ANA)
    async with scene.new_browser("pt-BR") as other:
        empty = await other.get("/d/", PRIYA)

    assert "2 messages wait for your decision" in page.text
    assert len([one for _, one in page.read.links if one.startswith(f"/d/{PID}")]) == 2
    assert "Nada espera por você" in empty.text


async def test_a_doubtful_delivery_is_settled_here_too(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    await press(scene.toy, record, "approve")
    scene.toy.voice.trouble = [Uncertain("the line broke")]
    await ship_all(scene.toy)
    page = await browser.press(await read_by(browser, record), "It arrived")

    assert "Delivered to Priya Raman" in page.text


async def test_a_new_version_after_a_change_can_be_decided(scene: Scene, browser: Browser) -> None:
    record, *_ = await started(scene.toy)
    page = await read_by(browser, record)
    scene.toy.agent.script = [answer("Here.", draft(1, version=2, body="Hi Priya, shorter."), response_id="caresp_2")]
    await browser.press(page, CHANGE, instruction="Shorter")
    await work(scene.toy)
    decided = await browser.press(await read_by(browser, record), APPROVE)

    assert "Hi Priya, shorter." in decided.text
    assert (await now_of(scene.toy, record)).state is State.APPROVED


@pytest.mark.parametrize("verb", ["restart", "stop", "retry", "discard", "answer"])
async def test_what_these_pages_do_not_show_cannot_be_pressed_on_them(
    scene: Scene, browser: Browser, verb: str
) -> None:
    record, *_ = await started(scene.toy)
    form, _ = (await read_by(browser, record)).form(APPROVE)
    click = {"verb": verb, "draft_id": record.key, "ref": record.card_id}
    refused = await browser.post(page_path(record.key), {**form.fields, "click": json.dumps(click)})

    assert refused.status == 404
