"""The phase is what the log proves, and a turn's allowance is what its kind may do."""

import pytest

from agent.phases import ALLOCATE, EXTRACT, POLL, SEARCH, Allowance, NotNow, next_skill, phase_of, visible

TOOLS = (
    "project_patch_log",
    "publish_drafts",
    "WorkIQMail2___SendEmail",
    "WorkIQMail2___SearchMessages",
    "read_sources",
)


@pytest.mark.parametrize(
    ("log", "phase", "skill"),
    [
        ({}, "none", "sow-rfp-search"),
        ({"phase": "tasks_allocated"}, "none", "sow-rfp-search"),
        ({"rfp": {"found": True}}, "rfp_found", "sow-charter-draft"),
        ({"rfp": {"found": True}, "charter": {"sections": [1]}}, "charter_drafted", "sow-kickoff-extract"),
        ({"rfp": {"found": True}, "charter": {"sections": []}}, "charter_drafted", "sow-kickoff-extract"),
        ({"rfp": {"found": True}, "charter": {}}, "rfp_found", "sow-charter-draft"),
        ({"tasks": [{"id": "1"}]}, "kickoff_found", "sow-task-allocate"),
        ({"tasks": [{"id": "1"}], "phase": "waiting_for_approval"}, "waiting_for_approval", None),
        ({"tasks": [{"id": "1", "kickoff_sent": True}]}, "tasks_allocated", None),
    ],
)
def test_the_contents_of_the_log_decide(log, phase, skill):
    found = next_skill(log)

    assert phase_of(log) == phase
    assert (found.name if found else None) == skill


@pytest.mark.parametrize("tool", ["advance_phase", "send_mail", "read_sources"])
def test_a_poll_has_no_such_tool(tool):
    with pytest.raises(NotNow):
        Allowance("poll").use(tool)


def test_a_poll_runs_no_skill_of_the_chain():
    for skill in (SEARCH, EXTRACT, ALLOCATE):
        with pytest.raises(NotNow):
            Allowance("poll").run(skill)
    Allowance("poll").run(POLL)


def test_calls_are_counted_and_capped():
    allowance = Allowance("words", calls=2)
    allowance.run(SEARCH)
    allowance.use("project_patch_log")

    with pytest.raises(NotNow, match="too many"):
        allowance.use("project_patch_log")


def test_a_model_sees_only_its_skills_tools_and_never_one_that_sends():
    assert visible(TOOLS, SEARCH, "words") == ("project_patch_log", "WorkIQMail2___SearchMessages", "read_sources")
    assert visible(TOOLS, ALLOCATE, "words") == ("project_patch_log", "publish_drafts")
    assert visible(TOOLS, POLL, "poll") == ("project_patch_log", "publish_drafts", "WorkIQMail2___SearchMessages")
    assert visible(TOOLS, POLL, "reply") == ("project_patch_log",)


@pytest.mark.parametrize(
    "tool",
    [
        "GetOrCreateChat",
        "find_or_create_folder",
        "SendEmail",
        "ReplyToMessage",
        "ReadAndForward",
        "getAndMarkAsRead",
        "SearchAndDELETE",
        "",
    ],
)
@pytest.mark.parametrize(("skill", "kind"), [(SEARCH, "words"), (POLL, "poll")])
def test_no_turn_sees_a_foreign_tool_that_acts_whatever_its_name_begins_with(tool, skill, kind):
    assert visible([f"WorkIQTeams___{tool}", tool], skill, kind) == ()


@pytest.mark.parametrize(
    "tool", ["SearchMessages", "get_message", "ListPosts", "findFileOrFolder", "GetSharedSettings"]
)
def test_a_tool_that_reads_is_seen(tool):
    assert visible([f"WorkIQTeams___{tool}"], POLL, "poll") == (f"WorkIQTeams___{tool}",)
