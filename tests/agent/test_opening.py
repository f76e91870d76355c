"""From the first words to the gate, and what happens when something is missing."""

from dataclasses import replace

from scripted import MARK, Names, ScriptedBrain, kickoff, rfp

from agent.brain.interface import OtherRequest
from agent.phases import Phase, phase_of
from agent.sources.interface import Document


async def test_one_turn_runs_the_whole_chain_and_stops_at_the_gate(room):
    heard = await room.owner("We received the RFP from Contoso")

    assert heard.skills == ["sow-rfp-search", "sow-charter-draft", "sow-kickoff-extract", "sow-task-allocate"]
    assert [draft["draft_id"] for draft in heard.drafts] == ["brief-task-1", "brief-task-2", "brief-task-3"]
    assert phase_of(room.files.log) is Phase.WAITING
    assert not any(task["kickoff_sent"] for task in room.files.log["tasks"])


async def test_drafts_are_published_once_then_the_receipt_then_the_view(room):
    heard = await room.owner("We received the RFP")

    kinds = [event.name if hasattr(event, "name") else "say" for event in heard]
    assert kinds[4:] == ["publish_drafts", "say", "publish_view"]


async def test_the_receipt_says_what_was_found_and_what_was_not(room):
    text = (await room.owner("We received the RFP")).text

    assert "3 sections with 4 requirements, 1 date and 1 evaluation criterion" in text
    assert "3 commitments by 3 people" in text
    assert "Section 1 says 30 pages, section 4 says 20." in text
    assert "No date was said for: Pricing." in text
    assert "Nothing has been sent: 3 drafts wait" in text


async def test_the_receipt_speaks_the_owners_language(room):
    text = (await room.owner("Recebemos a RFP", locale="pt-BR")).text

    assert "3 seções com 4 requisitos" in text
    assert "Nada foi enviado: 3 rascunhos aguardam a sua aprovação." in text


async def test_without_an_rfp_there_is_one_sentence_and_one_question(room):
    heard = await room.with_sources("menu.txt").owner("We received the RFP")

    assert heard.text == (
        "I looked through 1 document and found no request for proposal. "
        "Could you add the RFP to this thread, or tell me its file name?"
    )
    assert not heard.drafts
    assert not heard.calls("publish_view")
    assert not room.files.log["tasks"]


async def test_without_notes_the_charter_is_kept_and_the_question_is_about_the_notes(room):
    heard = await room.with_sources("rfp.docx").owner("We received the RFP")

    assert heard.text.count("?") == 1
    assert "kickoff" in heard.text
    assert phase_of(room.files.log) is Phase.CHARTER_DRAFTED


async def test_the_answer_to_a_question_goes_on_where_it_stopped(room):
    await room.with_sources("rfp.docx").owner("We received the RFP")

    heard = await room.with_sources("rfp.docx", "kickoff.vtt").owner("Here you are")

    assert heard.skills == ["sow-kickoff-extract", "sow-task-allocate"]
    assert len(heard.drafts) == 3


async def test_a_file_without_words_is_looked_into(room):
    heard = await room.owner("Files handed in: rfp.docx")

    assert len(heard.drafts) == 3


async def test_notes_without_commitments_invent_no_task(room):
    notes = kickoff().model_copy(update={"commitments": ()})

    heard = await room.with_sources("rfp.docx", "kickoff.vtt", brain=ScriptedBrain(notes)).owner("The RFP is here")

    assert "nobody takes on a section" in heard.text
    assert not room.files.log["tasks"]


async def test_an_owner_without_address_gets_no_brief_but_a_question(room):
    room.with_sources("rfp.docx", "kickoff.vtt", brain=ScriptedBrain(kickoff(rui="")))

    heard = await room.owner("We received the RFP")

    assert [draft["task_id"] for draft in heard.drafts] == ["task-1", "task-3"]
    assert heard.text.endswith("What is the address of Rui Price?")


async def test_an_address_given_in_words_is_taken_verbatim_and_briefed(room):
    room.with_sources("rfp.docx", "kickoff.vtt", brain=ScriptedBrain(kickoff(rui="")))
    await room.owner("We received the RFP")

    heard = await room.owner("It is Rui.Price@Contoso.example, thanks")

    assert room.task("task-2")["owner_upn"] == "Rui.Price@Contoso.example"
    assert room.task("task-2")["is_external"] is False
    assert "brief-task-2" in [draft["draft_id"] for draft in heard.drafts]


async def test_outsiders_are_told_from_colleagues_by_the_owners_domain(started):
    by_owner = {task["owner_upn"]: task["is_external"] for task in started.files.log["tasks"]}

    assert by_owner[MARK] is True
    assert sum(by_owner.values()) == 1


async def test_starting_again_shows_the_waiting_drafts_and_changes_nothing(started):
    before = started.files.drafts

    heard = await started.owner("We received the RFP, go")

    assert len(heard.drafts) == 3
    assert "nothing new" in heard.text
    assert started.files.drafts == before


async def test_new_notes_bring_only_new_tasks_under_free_numbers(started):
    more = kickoff().commitments[0].model_copy(update={"what": "Risk register", "due": "2026-12-10"})
    found = {"commitments": (more, *kickoff().commitments), "speaks_of": "Northwind"}
    notes = kickoff().model_copy(update=found)
    started.with_sources("rfp.docx", "kickoff.vtt", brain=ScriptedBrain(notes))

    heard = await started.owner("There are new kickoff notes")

    assert "Risk register" in heard.text
    assert "The notes speak of Northwind, the request is from Contoso" in heard.text
    assert [task["task_id"] for task in started.files.log["tasks"]] == ["task-1", "task-2", "task-3", "task-4"]
    assert "brief-task-4" in [draft["draft_id"] for draft in heard.drafts]


async def test_the_charter_lies_in_the_sandbox_as_a_page(started):
    page = (started.files.folder / "project_charter.md").read_text()

    assert "# Charter: Contoso – Cloud migration" in page
    assert "- State RTO" in page


class Noted(ScriptedBrain):
    """Finds a request with much to say about it."""

    def __init__(self, notes, **facts):
        super().__init__(notes)
        self.facts = facts

    async def find_rfp(self, sources, words, locale=""):
        return rfp().model_copy(update=self.facts)


async def receipt(room, notes=None, **facts) -> list[str]:
    brain = Noted(notes or kickoff(), **facts)
    return (await room.with_sources("rfp.docx", "kickoff.vtt", brain=brain).owner("The RFP is here")).text.splitlines()


async def test_a_request_without_any_section_goes_on_to_the_notes(room):
    brain = Noted(kickoff(), sections=())
    heard = await room.with_sources("rfp.docx", brain=brain).owner("The RFP is here")

    assert heard.skills == ["sow-rfp-search", "sow-charter-draft", "sow-kickoff-extract"]
    assert "0 sections with 0 requirements" in heard.text
    assert phase_of(room.files.log) is Phase.CHARTER_DRAFTED


async def test_at_most_eight_points_are_shown_and_none_is_a_wall_of_text(room):
    unresolved = tuple(f"Point {n}: {'many words ' * 40}" for n in range(20))
    lines = await receipt(room, kickoff().model_copy(update={"unresolved": unresolved}))
    points = [line for line in lines if line.startswith("- ")]

    assert len(points) == 8
    assert max(map(len, points)) <= 202
    assert points[-1] == "- … and 16 more points in the charter file."
    assert (room.files.folder / "project_charter.md").read_text().count("Point ") == 20


async def test_what_an_amendment_changed_comes_after_what_contradicts(room):
    lines = await receipt(room, conflicts=("Changed: 30 pages.", "Two dates."), changes=("Changed: 30 pages.",))

    assert lines.index("- Two dates.") < lines.index("- Changed: 30 pages.")


async def test_dates_with_the_same_doubt_share_one_point(room):
    due = rfp().dates[0].model_copy(update={"note": "no zone is written"})
    asked = due.model_copy(update={"label": "Questions until", "as_written": "4 December"})

    assert "- Proposal due (18 December) and Questions until (4 December): no zone is written." in await receipt(
        room, dates=(due, asked)
    )


async def test_a_request_without_a_deadline_says_so(room):
    issued = rfp().dates[0].model_copy(update={"label": "Issued"})

    assert "- The RFP states no date by which the proposal is due." in await receipt(room, dates=(issued,))


async def test_a_part_promised_for_after_the_deadline_is_named(room):
    late = rfp().dates[0].model_copy(update={"when": "2026-12-03"})

    assert "- Promised for after the proposal is due: Technical and References." in await receipt(room, dates=(late,))


async def test_while_the_notes_are_missing_the_request_is_told_all_the_same(room):
    lines = (await room.with_sources("rfp.docx").owner("We received the RFP")).text.splitlines()

    assert lines[0].startswith("I read **rfp.docx** (Contoso – Cloud migration): 3 sections with 4 requirements")
    assert "- Section 1 says 30 pages, section 4 says 20." in lines
    assert lines[-1].startswith("I found no kickoff notes in 1 document. ")
    assert "# Charter: Contoso" in (room.files.folder / "project_charter.md").read_text()


SCAN = "This PDF has no text, only pictures of pages: it is probably a scan."


class Lying(Names):
    """Some of the files gave no text."""

    def __init__(self, *names, **troubles):
        super().__init__(*names)
        self.troubles = troubles

    async def read(self, name):
        return Document(name=name, media="pdf", trouble=self.troubles.get(name.partition(".")[0], ""))


def lay(room, *names, **troubles):
    """Puts documents into the room's folder, with what is wrong with them."""
    room.sandbox = replace(room.sandbox, sources=Lying(*names, **troubles))
    return room


async def test_what_could_not_be_read_is_named_before_the_question(room):
    heard = await lay(room, "Northwind.pdf", "minutes.md", Northwind=SCAN).owner("We received the RFP")

    assert heard.text == (
        "I looked through 2 documents and found no request for proposal. "
        f"Northwind.pdf could not be read properly: {SCAN} "
        "Could you add the RFP to this thread, or tell me its file name?"
    )


async def test_what_could_not_be_read_is_the_first_point_to_check(room):
    lay(room, "rfp.docx", "kickoff.vtt", "a.pdf", "b.pdf", "c.txt", a=SCAN, b=SCAN, c="This file has no text.")
    lines = (await room.owner("We received the RFP")).text.splitlines()

    at = lines.index("**Please check:**")
    assert lines[at + 2 : at + 4] == [
        f"- a.pdf and b.pdf could not be read properly: {SCAN}",
        "- c.txt could not be read properly: This file has no text.",
    ]
    assert "c.txt could not be read" in (room.files.folder / "project_charter.md").read_text()


async def test_unread_notes_are_named_while_notes_are_missing_and_forgotten_once_they_are_read(room):
    heard = await lay(room, "rfp.docx", "minutes.pdf", minutes=SCAN).owner("We received the RFP")
    later = await lay(room, "rfp.docx", "kickoff.vtt", "minutes.pdf").owner("Here you are")

    assert f"- minutes.pdf could not be read properly: {SCAN}" in heard.text
    assert "minutes.pdf" not in later.text


async def test_an_unread_file_handed_in_after_the_gate_is_named(started):
    heard = await lay(started, "rfp.docx", "kickoff.vtt", "more.pdf", more=SCAN).owner("Files handed in: more.pdf")

    assert "There is nothing new in the kickoff notes." in heard.text
    assert f"more.pdf could not be read properly: {SCAN}" in heard.text


async def test_another_request_and_foreign_notes_are_the_first_points_to_check(room):
    other = OtherRequest(title="Renewal of the claims portal", source_ref="Northwind RFP 2026-031.docx")
    lines = await receipt(room, kickoff().model_copy(update={"speaks_of": "Northwind"}), others=(other,))

    at = lines.index("**Please check:**")
    assert lines[at + 2 : at + 4] == [
        "- The notes speak of Northwind, the request is from Contoso; they may be the wrong notes.",
        "- There is another request: Renewal of the claims portal (Northwind RFP 2026-031.docx). I took rfp.docx "
        "because nothing told them apart; to take another, name it in a new thread.",
    ]


async def test_many_other_requests_share_one_point(room):
    others = tuple(OtherRequest(title=f"Request {n}", source_ref=f"r{n}.pdf") for n in range(9))

    assert any(
        line.startswith(
            "- There are other requests: Request 0 (r0.pdf), Request 1 (r1.pdf), Request 2 (r2.pdf) and 6 more. I took"
        )
        and line.endswith("thread.")
        for line in await receipt(room, others=others, chosen="named")
    )
