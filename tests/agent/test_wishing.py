"""What the owner asks for is done as a draft that waits for approval, or declined plainly; nothing else moves."""

import pytest
from scripted import ANA, MARK, ScriptedBrain

from agent.brain.interface import Submission
from agent.brain.rules import RulesBrain
from agent.sources.folder import FolderSources
from agent.turn import Sandbox

LATE = "2026-12-05T09:00:00-03:00"
LOST = "I did not understand that and changed nothing."
REQUEST = """# Request for Proposals: Claims portal of Fabrikam

Proposals are due by 18 December 2026.

## 1 Technical approach

- The vendor must name every component of the portal.

## 2 Pricing

- The proposal must state one fixed price in euros.
"""
NOTES = """# Kickoff notes, 1 December 2026

Attendees: Olga Owner <olga@contoso.example>, Ana Souza <ana@contoso.example>, Tom Reis <tom@contoso.example>

- Ana Souza will write the technical approach by 8 December 2026.
- Tom Reis will do the pricing by 7 December 2026.
"""


@pytest.fixture
async def fabrikam(room, tmp_path):
    """Real words and the rules: two briefs wait."""
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "rfp.md").write_text(REQUEST)
    (folder / "kickoff.md").write_text(NOTES)
    room.sandbox = Sandbox(home=room.sandbox.home, brain=RulesBrain(), sources=FolderSources([folder]))
    await room.owner("We received the RFP")
    return room


@pytest.fixture
async def out(fabrikam):
    """Both briefs are with their people."""
    await fabrikam.sent(*(row["draft_id"] for row in fabrikam.files.drafts))
    return fabrikam


class Answered(RulesBrain):
    """Takes whatever is said for an answer to every point."""

    async def judge(self, task, reply, owner):
        return Submission(kind="submission", covered=task.requirements)


def untouched(room):
    log = room.files.log
    return [(t["task_id"], t["status"], t["due_at"], t["owner_upn"]) for t in log["tasks"]], room.files.drafts


async def test_a_reminder_is_drafted_for_whoever_is_named_and_waits_for_approval(under_way):
    heard = await under_way.owner("please remind Ana and Mark", at=LATE)

    assert [d["task_id"] for d in heard.drafts] == ["task-1", "task-3"]
    assert {row["state"] for row in under_way.files.drafts if row["purpose"] == "reminder"} == {"pending"}
    assert heard.text.startswith("I drafted a reminder to Ana Tech and Mark Partner.")


async def test_a_second_wish_says_that_one_waits_and_a_third_that_one_was_sent(under_way):
    await under_way.owner("remind Ana", at=LATE)
    again = await under_way.owner("remind Ana again", at=LATE)
    await under_way.decide({"verb": "sent", "draft_id": "reminder-task-1-1", "at": LATE})
    soon = await under_way.owner("nudge Ana", at="2026-12-05T15:00:00-03:00")

    assert (again.drafts, soon.drafts) == ([], [])
    assert again.text == "- **Technical** – Ana Tech: a reminder waits for your approval already."
    assert soon.text == "- **Technical** – Ana Tech: no reminder, the last one was less than two days ago."


async def test_who_answered_promised_or_was_not_asked_gets_none_and_it_is_said_why(under_way, started):
    await under_way.reply(ANA, "List every component: x. State RTO: 4 h.", ref="r-1")
    await under_way.reply(MARK, "Promised 2026-12-20", ref="r-2")

    heard = await under_way.owner("remind Ana and Mark", at=LATE)

    assert not heard.drafts
    assert "Ana Tech: no reminder, the task is handed in." in heard.text
    assert "Mark Partner: no reminder yet, they named 20 Dec 2026." in heard.text


async def test_before_a_brief_was_sent_nobody_is_reminded(started):
    heard = await started.owner("remind Ana")

    assert not heard.drafts
    assert "no reminder, the brief has not been sent yet." in heard.text


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        ("remind everybody who has not answered", ["task-1", "task-2", "task-3"]),
        ("remind everyone who is late", ["task-1", "task-3"]),
        ("remind everybody except Ana", ["task-2", "task-3"]),
        ("remind Mark but not Ana", ["task-3"]),
        ("remind Ana tomorrow", []),
        ("remind Ana when Mark has answered", []),
        ("remind somebody", []),
        ("don't remind Ana", []),
        ("did you remind Ana?", []),
        ("I reminded Ana", []),
    ],
)
async def test_only_those_who_are_meant_are_reminded(under_way, text, tasks):
    assert [d["task_id"] for d in (await under_way.owner(text, at=LATE)).drafts] == tasks


async def test_a_poll_offers_no_second_clarification_beside_one_that_waits(under_way):
    class Asking(ScriptedBrain):
        def remind(self, task, gaps, last_sign, now, owner):
            return super().remind(task, gaps, last_sign, now, owner).model_copy(update={"purpose": "clarification"})

    under_way.with_sources("rfp.docx", brain=Asking())
    await under_way.owner("remind Ana", at=LATE)

    assert "task-1" not in [d["task_id"] for d in (await under_way.poll("2026-12-06T09:00:00-03:00")).drafts]


async def test_the_draft_of_whoever_is_named_is_written_anew(fabrikam):
    heard = await fabrikam.owner("make Tom's brief a bit shorter please")

    assert [(d["to"][0]["name"], d["version"]) for d in heard.drafts] == [("Tom Reis", 2)]
    assert heard.text == "Here is version 2 of the message to Tom Reis, changed as you asked."


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("change the brief for Ana: make it shorter", ["Ana Souza"]),
        ("deixa o texto da Ana mais curto", ["Ana Souza"]),
        ("escreve pro Tom em português", ["Tom Reis"]),
        ("all the briefs are too long", ["Ana Souza", "Tom Reis"]),
        ("Tom should get it by mail, not Teams", ["Tom Reis"]),
        ("Tom has until Friday", ["Tom Reis"]),
        ("make it shorter", []),
        ("make all briefs shorter but not Tom's", []),
        ("make Ana's brief shorter and Tom's friendlier", []),
        ("don't make Ana's brief shorter", []),
        ("Ana is friendly", []),
        ("Ana's brief was unclear, sorry", []),
        ("is Ana's brief too long?", []),
        ("Ana's brief is not too long", []),
    ],
)
async def test_only_the_draft_that_is_meant_changes(fabrikam, text, changed):
    assert [d["to"][0]["name"] for d in (await fabrikam.owner(text)).drafts] == changed


async def test_an_answer_to_our_question_stays_with_its_draft_unless_it_names_another(fabrikam):
    (draft_id,) = (row["draft_id"] for row in fabrikam.files.drafts if row["to"][0]["name"] == "Ana Souza")
    unclear = {"verb": "change", "draft_id": draft_id, "instruction": "make it pop"}
    await fabrikam.decide(unclear)
    other = await fabrikam.owner("hmm, make it shorter for Tom")
    await fabrikam.decide(unclear)
    nothing = await fabrikam.owner("never mind")
    await fabrikam.decide(unclear)
    asking = await fabrikam.owner("which words?")
    elsewhere = await fabrikam.owner("please pause the project")
    same = await fabrikam.owner("shorter")

    assert [d["to"][0]["name"] for d in other.drafts] == ["Tom Reis"]
    assert (nothing.text, nothing.drafts) == ("All right. I changed nothing.", [])
    assert asking.text.startswith(LOST)
    assert elsewhere.text.endswith("Type just “pause”.")
    assert [d["draft_id"] for d in same.drafts] == [draft_id]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("give pricing to Ana, due 11 December", "A message that asks Ana Souza to take over **Pricing** waits"),
        ("passa o preço pra Ana", "A message that asks Ana Souza to take over **Pricing** waits"),
        ("Ana takes over pricing from Tom", "A message that asks Ana Souza to take over **Pricing** waits"),
        ("give task 2 to Ana", "A message that asks Ana Souza to take over **Pricing** waits"),
        ("give Tom's part to Ana", "A message that asks Ana Souza to take over **Pricing** waits"),
        ("give pricing to Tom", "**Pricing** is already with Tom Reis; I changed nothing."),
        ("give pricing to Vera", "I handed nothing over: I do not know who shall take **Pricing**."),
        ("give the pricing template to Ana", "I handed nothing over: I am not sure what goes to whom."),
        ("give pricing to Ana if Tom is away", "I did nothing: I cannot wait"),
        ("don't give pricing to Ana", "Nothing is sent unless you approve it on its card, and I changed nothing."),
        ("give pricing to somebody", LOST),
        ("pass on pricing", LOST),
        ("pass my thanks to Ana", LOST),
    ],
)
async def test_a_task_is_handed_over_only_where_all_is_clear(out, text, said):
    heard = await out.owner(text)

    assert heard.text.startswith(said)
    assert bool(heard.drafts) is said.startswith("A message")


async def test_a_date_named_with_a_handover_stands_in_its_draft(out):
    (draft,) = (await out.owner("hand pricing over to Ana, due 11 December")).drafts

    assert (draft["due_at"], draft["version"], draft["purpose"]) == ("2026-12-11", 1, "reassignment")


async def test_before_the_brief_is_out_nothing_is_handed_over(fabrikam):
    heard = await fabrikam.owner("Tom is ill, Ana will do the pricing instead")

    assert heard.text.startswith("I handed nothing over: the brief for **Pricing** has not been sent.")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tom has until Friday", "I changed no date."),
        ("o prazo da Ana passou para dia 10", "I changed no date."),
        ("Fabrikam extended the deadline, proposals are now due 8 January", "I changed no date."),
        ("Tom's part is done, he gave it to me on paper", "I closed no task and counted nothing."),
        ("close Ana's task", "I closed no task and counted nothing."),
        ("Tom's address changed, it's tom@new.example now", "I changed no address."),
        ("add Vera Lima (vera@x.example) for legal", "I added nobody and no task."),
        ("skip section 2", "I left nothing out."),
        ("the RFP has changed", "I did not read the RFP anew"),
        ("undo that", "I cannot take anything back"),
        ("tell Tom that I am waiting", "I wrote nothing."),
        ("please pause the project", "That is a command of the desk itself, so I did nothing. Type just “pause”."),
        ("approve all except Tom's", "A message is sent only when you approve it on its card"),
        ("don't send anything before Monday", "Nothing is sent unless you approve it on its card"),
        ("use the blue template", LOST),
        ("@Tom let's have lunch tomorrow", LOST),
        ("lol", LOST),
    ],
)
async def test_what_words_do_not_do_is_said_and_nothing_changes(out, text, said):
    before = untouched(out)

    heard = await out.owner(text)

    assert heard.text.startswith(said)
    assert not heard.drafts
    assert untouched(out) == before


async def test_a_section_is_meant_by_its_number_in_the_request_and_a_task_by_its_place_in_the_list(room, tmp_path):
    (tmp_path / "rfp.md").write_text(REQUEST.replace("## 2 Pricing", "## 7 Pricing").replace("## 1 Tech", "## 2 Tech"))
    (tmp_path / "kickoff.md").write_text(NOTES)
    room.sandbox = Sandbox(home=room.sandbox.home, brain=RulesBrain(), sources=FolderSources([tmp_path]))
    await room.owner("We received the RFP")

    told = {text: (await room.owner(text)).text for text in ("skip section 7", "skip section 2", "skip task 2")}
    unknown = (await room.owner("skip section 9")).text

    assert {text: "Pricing" in said for text, said in told.items()} == {
        "skip section 7": True,
        "skip section 2": False,
        "skip task 2": True,
    }
    assert "Technical approach" in told["skip section 2"]
    assert unknown.startswith("I left nothing out.")
    assert "Tom Reis" not in unknown


async def test_who_has_not_answered_is_told(out):
    out.with_sources("rfp.md", brain=Answered())
    await out.reply("ana@contoso.example", "The vendor must name every component of the portal: x.", ref="r-1")

    heard = await out.owner("who hasn't answered?", at=LATE)

    assert heard.text.splitlines() == ["Still to answer:", "", "- **Pricing** – Tom Reis: waiting, due 7 Dec 2026"]


async def test_several_wishes_are_each_answered_and_the_rest_is_named(out):
    heard = await out.owner(
        "Thanks! When is the proposal due, and give pricing to Ana. Use the blue template. Remind Tom."
    )

    assert "Proposal due: 18 Dec 2026" in heard.text
    assert "A message that asks Ana Souza to take over **Pricing** waits" in heard.text
    assert "did nothing about it: “Use the blue template.”" in heard.text
    assert "I drafted a reminder to Tom Reis." in heard.text
    assert [d["purpose"] for d in heard.drafts] == ["reassignment", "reminder"]
    assert len(heard.calls("publish_view")) == 1


async def test_notes_in_a_message_are_not_denied(fabrikam):
    before = untouched(fabrikam)

    heard = await fabrikam.owner(
        "kickoff is done, here are the notes:\n- Tom Reis will also write the summary by Friday"
    )

    assert heard.text.startswith("I did not read these notes and changed nothing: I read notes only from a file.")
    assert untouched(fabrikam) == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("please don't start yet", "I have not started and changed nothing."),
        ("ainda não recebemos o edital", "Não comecei e não mudei nada."),
        ("what is the weather like?", LOST),
        ("hello", "I help to answer a request for proposal"),
    ],
)
async def test_without_a_project_nothing_starts_by_the_way(room, text, said):
    heard = await room.owner(text, locale="pt-BR" if "edital" in text else "en")

    assert heard.text.startswith(said)
    assert (heard.skills, heard.drafts) == ([], [])


async def test_a_note_about_a_date_says_that_it_changes_none(out):
    before = untouched(out)

    heard = await out.owner("Please note that the deadline moved to 3 March")

    assert heard.text.endswith("It is only a note: no date, task or draft was changed.")
    assert untouched(out) == before


async def test_the_drafts_that_wait_are_named(fabrikam):
    heard = await fabrikam.owner("show me what you want to send to Ana")

    assert "- Ana Souza: " in heard.text
    assert "- Technical approach - your input needed" in heard.text
    assert "Tom Reis" not in heard.text


async def test_a_clause_that_only_the_brain_understands_is_answered_too(under_way):
    heard = await under_way.owner("Remind Ana. Your documents interest me a lot. Bananas are yellow today.", at=LATE)

    assert "I drafted a reminder to Ana Tech." in heard.text
    assert "In the folders I can see 2 documents" in heard.text
    assert "did nothing about it: “Bananas are yellow today.”" in heard.text
