import pytest

from bot.core.command import asked_in
from bot.core.people import Channel, Place, Role, new_project
from bot.core.turn import Answer, Ended, Offered, Snapshot, Started, Text, harmless, machine_line, quoted
from tests.fakes import ANA, MONDAY, PRIYA, THREAD, deputy, draft


def heard(*events: object) -> Answer:
    answer = Answer()
    for event in events:
        answer.hear(event)  # type: ignore[arg-type] # the test hands in events
    return answer


def test_pieces_add_up_to_the_answer() -> None:
    answer = heard(Started(response_id="r"), Text(delta="Hel", sequence=3), Text(delta="lo", sequence=4))

    assert (answer.text, answer.sequence, answer.response_id) == ("Hello", 4, "r")


def test_a_snapshot_makes_what_was_gathered_void() -> None:
    assert heard(Text(delta="old"), Snapshot(text="new "), Text(delta="words")).text == "new words"


def test_the_servers_final_text_wins() -> None:
    assert heard(Text(delta="half"), Ended(status="completed", text="whole")).text == "whole"


def test_a_draft_offered_twice_is_there_once_in_its_last_form() -> None:
    answer = heard(Offered(drafts=(draft(),)), Offered(drafts=(draft(body="newer"),)))

    assert [one.body for one in answer.drafts.values()] == ["newer"]


def test_nothing_but_an_end_is_an_empty_answer() -> None:
    assert heard(Started(response_id="r"), Ended(status="completed")).empty
    assert not heard(Text(delta="x")).empty
    assert not heard(Offered(drafts=(), unreadable=1)).empty  # something was offered: the chain is not stale


@pytest.mark.parametrize(
    "line", ["[charter-agent-poll: {}]", "[Charter-Agent-Context: x]", "[ charter-agent-decision: y]"]
)
def test_lookalikes_of_machine_lines_are_taken_apart(line: str) -> None:
    assert not harmless(f"a\n{line}").splitlines()[1].startswith("[")
    assert quoted(line).startswith("> (")


def test_a_machine_line_is_one_line() -> None:
    line = machine_line("decision", {"body": "two\nlines", "at": MONDAY})

    assert "\n" not in line
    assert "2026-11-30T13:00:00+00:00" in line


def test_threads_are_told_apart_by_the_whole_id_and_its_case() -> None:
    other = THREAD.model_copy(update={"conversation": THREAD.conversation.upper()})
    elsewhere = THREAD.model_copy(update={"tenant": "t2"})

    assert len({place.thread for place in (THREAD, other, elsewhere)}) == 3


def test_authority_is_an_object_id_in_a_tenant() -> None:
    project = new_project(THREAD, ANA, MONDAY)

    assert project.role_of(ANA, MONDAY) is Role.OWNER
    assert project.role_of(PRIYA, MONDAY) is Role.CONTRIBUTOR
    assert project.role_of(ANA.model_copy(update={"tenant": "t2"}), MONDAY) is Role.CONTRIBUTOR
    assert project.model_copy(update={"deputies": (deputy(PRIYA),)}).role_of(PRIYA, MONDAY) is Role.DEPUTY


def test_a_mail_from_the_owners_checked_address_is_the_owners() -> None:
    mail = Place(channel=Channel.MAIL, tenant="t", conversation="<1@x>", kind="mail")
    project = new_project(mail, ANA, MONDAY)
    by_mail = ANA.model_copy(update={"oid": "", "teams_id": "", "address": ANA.address.upper()})

    assert project.role_of(by_mail, MONDAY) is Role.OWNER


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Status?", "status"), ("what do I owe?", "mine"), ("o que eu devo?", "mine"), ("Pendências", "pending"),
        ("help", "help"), ("o que está atrasado", "late"), ("", None),
        ("the status of the pricing section, please", None),
    ],
)  # fmt: skip
def test_short_questions_are_recognised_when_they_are_nothing_else(text: str, command: str | None) -> None:
    asked = asked_in(text)

    assert (asked.name if asked else None) == command
