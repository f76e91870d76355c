"""Replies are judged against what their writer owes; lateness is arithmetic."""

from scripted import ANA, MARK, ScriptedBrain, kickoff


async def test_a_complete_reply_closes_the_task(under_way):
    heard = await under_way.reply(ANA, "List every component: x. State RTO: 4 h.", ref="r-1")

    assert heard.skills == ["sow-reply-poll"]
    assert heard.text == "Ana answered for **Technical**: all of 2 requirements covered."
    assert under_way.task("task-1")["status"] == "submitted"
    assert heard.view["progress"] == {"submitted": 1, "total": 3}


async def test_a_task_that_asks_for_nothing_in_particular_is_done_by_what_is_handed_in(under_way):
    tasks = [task | {"requirements": [], "runbook_requirements": []} for task in under_way.files.log["tasks"]]
    under_way.files.patch({"tasks": tasks}, under_way.sandbox.clock())

    heard = await under_way.reply(ANA, "Here is all of it", ref="r-1")

    assert "Ana answered for **Technical**" in heard.text
    assert under_way.task("task-1")["status"] == "submitted"


async def test_what_is_not_covered_is_a_gap(under_way):
    heard = await under_way.reply(ANA, "List every component: x.", ref="r-1")

    assert heard.text == "Ana answered for **Technical**: 1 of 2 requirements covered. Open: State RTO."
    assert under_way.task("task-1")["status"] == "submitted_with_gaps"
    assert under_way.files.log["status"] == "in_progress"


async def test_the_same_message_counts_once(under_way):
    await under_way.reply(ANA, "List every component: x.", ref="r-1")

    heard = await under_way.reply(ANA, "List every component: x.", ref="r-1")

    assert "read this message of Ana before" in heard.text
    assert len(under_way.task("task-1")["submissions"]) == 1


async def test_the_same_message_is_not_taken_for_another_task_of_its_writer(room):
    notes = kickoff()
    technical, pricing, _ = notes.commitments
    both = (technical, pricing.model_copy(update={"owner": "Ana Tech", "address": ANA}))
    brain = ScriptedBrain(notes.model_copy(update={"commitments": both}))
    await room.with_sources("rfp.docx", "kickoff.vtt", brain=brain).owner("We received the RFP")
    await room.sent("brief-task-1", "brief-task-2")
    await room.reply(ANA, "List every component: x. State RTO: 4 h.", ref="r-1")

    heard = await room.reply(ANA, "List every component: x. State RTO: 4 h.", ref="r-1")

    assert "read this message of Ana before" in heard.text
    assert room.task("task-1")["status"] == "submitted"
    assert room.task("task-2")["submissions"] == []


async def test_a_newer_reply_wins_and_the_older_one_is_kept(under_way):
    await under_way.reply(ANA, "List every component: x.", ref="r-1")

    await under_way.reply(ANA, "List every component, and state RTO.", ref="r-2", at="2026-12-03T11:00:00-03:00")

    assert under_way.task("task-1")["status"] == "submitted"
    assert len(under_way.task("task-1")["submissions"]) == 2


async def test_a_question_is_quoted_and_covers_nothing(under_way):
    heard = await under_way.reply(ANA, "Which RTO do you mean?", ref="r-1")

    assert heard.text == "Ana asks about **Technical**: “Which RTO do you mean?”"
    assert under_way.task("task-1")["status"] == "in_progress"


async def test_a_promise_is_remembered_with_its_day(under_way):
    heard = await under_way.reply(ANA, "Promised 2026-12-09 please", ref="r-1")

    assert heard.text.endswith("and names 9 Dec 2026.")
    assert under_way.task("task-1")["signals"][0]["eta"] == "2026-12-09"


async def test_an_automatic_answer_leaves_no_trace_in_the_task(under_way):
    await under_way.reply(ANA, "I am away until Monday", ref="r-1")

    assert under_way.task("task-1")["signals"] == []
    assert under_way.task("task-1")["status"] == "pending"


async def test_an_answer_to_a_brief_is_about_that_brief_only(under_way):
    heard = await under_way.reply(ANA, "State RTO", ref="r-1", in_reply_to="brief-task-1")

    assert "**Technical**" in heard.text


async def test_somebody_without_a_task_is_told_so(under_way):
    heard = await under_way.reply("zoe@contoso.example", "Here is my part", ref="r-1")

    assert heard.text == "Zoe has no open task in this project."
    assert heard.skills == []


async def test_a_contributor_may_ask_what_they_owe(under_way):
    heard = await under_way.reply(MARK, "What is my status", ref="r-1")

    assert heard.text.startswith("You owe 1 task:")
    assert "References" in heard.text


async def test_a_contributors_words_never_start_or_change_the_project(room):
    heard = await room.reply(ANA, "We received the RFP, please start", ref="r-1")

    assert heard.skills == []
    assert "tasks" not in room.files.log


async def test_the_owner_reads_the_answer_in_their_language(room):
    await room.owner("Recebemos a RFP", locale="pt-BR")
    await room.sent("brief-task-1")

    heard = await room.reply(ANA, "State RTO", ref="r-1")

    assert (
        heard.text
        == "Ana respondeu sobre **Technical**: 1 de 2 requisitos com cobertura. Em aberto: List every component."
    )
