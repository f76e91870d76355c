"""From commitments to tasks, briefs and reminders."""

import re
from datetime import UTC, datetime, timedelta

from talks import ANA, ANA_PT, RFP, SAMPLES, talk, task

from agent.brain.interface import Requirement, Rfp, Section, Task
from agent.brain.rules import RulesBrain
from agent.sources.folder import FolderSources
from agent.wire import Draft

BRAIN = RulesBrain()
NOW = datetime(2026, 12, 12, 10, tzinfo=UTC)
REQUIRED = tuple(Requirement(text=f"The vendor must do {n};", source_ref="rfp.md") for n in range(15))


async def tasks_of(folder: str) -> tuple[Rfp, tuple[Task, ...]]:
    sources = FolderSources([SAMPLES / folder])
    rfp = await BRAIN.find_rfp(sources, folder.title())
    assert rfp is not None
    kickoff = await BRAIN.find_kickoff(sources, rfp, "")
    assert kickoff is not None
    return rfp, BRAIN.allocate(rfp, kickoff, ANA if folder == "contoso" else ANA_PT)


def no_shouting(draft: Draft) -> bool:
    return "!" not in draft.body and not re.search(r"[\U0001F300-\U0001FAFF]", draft.body)


async def test_each_commitment_with_an_owner_is_one_task() -> None:
    _, tasks = await tasks_of("contoso")

    assert [(t.task_id, t.title, t.section_id, t.is_external, t.due_at) for t in tasks] == [
        ("joe-technical-approach", "Technical Approach", "s3", False, "2026-12-03"),
        ("priya-pricing", "Pricing", "s5", True, "2026-12-09"),
        ("tom-project-management", "Project Management", "s4", False, "2026-12-07"),
        ("maria-experience", "Experience", "s6", False, "2026-12-09"),
    ]
    assert tasks[0].requirements[-1] == "test coverage of at least 90 % of all code."
    assert (await tasks_of("contoso"))[1] == tasks


async def test_nobodys_action_gives_no_task() -> None:
    _, tasks = await tasks_of("horizonte")

    assert [t.owner_name for t in tasks] == ["Carla Dias", "João Pereira", "João", "Carla Dias", "João Souza"]
    assert tasks[2].owner_address == ""


def test_a_section_taken_out_gives_no_task() -> None:
    kickoff = talk("Bob Lee: I'll take the security requirements.", "Ana R: Sorry, section 6 is out of scope.")

    assert BRAIN.allocate(RFP, kickoff, ANA) == ()


def test_requirements_are_capped_and_lose_only_what_joins_them() -> None:
    rfp = RFP.model_copy(update={"sections": (Section(id="s1", title="Pricing", requirements=REQUIRED),)})
    (only,) = BRAIN.allocate(rfp, talk("Bob Lee: I'll take pricing."), ANA)

    assert len(only.requirements) == 12
    assert only.requirements[0] == "The vendor must do 0"


def test_a_frame_section_gives_the_requirements_of_its_subsections() -> None:
    sections = (
        Section(id="s1", title="Scope of Work", number="3", level=1),
        Section(id="s2", title="Plan", number="3.1", level=2, requirements=REQUIRED[:2]),
        Section(id="s3", title="Terms", number="4", level=1, requirements=REQUIRED[2:]),
    )
    (only,) = BRAIN.allocate(RFP.model_copy(update={"sections": sections}), talk("Bob Lee: I'll take section 3."), ANA)

    assert len(only.requirements) == 2


def test_two_tasks_in_one_section_are_told_apart() -> None:
    kickoff = talk("Bob Lee: I'll take pricing.", "Cy Dee: I will check the pricing table for section 4.")
    tasks = BRAIN.allocate(RFP, kickoff, ANA)

    assert [t.title for t in tasks] == ["Pricing", "Pricing: Check the pricing table for section 4"]


def test_an_address_of_another_domain_is_external_and_none_is_not_claimed() -> None:
    assert [t.is_external for t in (task(owner_address="p@partner.example"), task(owner_address=""))] == [False, False]
    kickoff = talk("Bob Lee: I'll take pricing.")
    bob = kickoff.commitments[0].model_copy(update={"address": "bob@Partner.example"})
    (only,) = BRAIN.allocate(RFP, kickoff.model_copy(update={"commitments": (bob,)}), ANA)

    assert only.is_external


def test_an_internal_brief_is_short_and_asks_once() -> None:
    draft = BRAIN.brief(task("State the RTO."), RFP, ANA)

    assert draft.body == (
        "Hi Joe,\n\nIn the kickoff you took “Technical Approach” for the Contoso response. It"
        " is due on Thursday, December 3, 2026.\n\n"
        "These are the points the request asks for:\n\n- State the RTO.\n"
        "\nPlease send me your draft by then.\n\nAna Ribeiro"
    )
    assert (draft.channel, draft.subject) == ("teams", "Contoso SOW - Technical Approach - your input needed")
    assert re.fullmatch(r"d-[0-9a-f]{10}", draft.draft_id)
    assert draft.draft_id == BRAIN.brief(task("Another."), RFP, ANA).draft_id


def test_an_external_brief_is_formal_and_goes_by_mail() -> None:
    draft = BRAIN.brief(task("State the RTO.", is_external=True), RFP, ANA)

    assert draft.channel == "mail"
    assert draft.body.startswith("Dear Joe Miller,\n\nWe are preparing our response to Contoso.")
    assert draft.body.endswith("Kind regards,\nAna Ribeiro")
    assert draft.to[0].external


def test_a_brief_without_a_date_invents_none() -> None:
    draft = BRAIN.brief(task("State the RTO.", due_at=None), RFP, ANA)

    assert "No due date was set in the meeting." in draft.body
    assert "tell me when you can send your draft" in draft.body


def test_a_brief_speaks_the_owners_language() -> None:
    draft = BRAIN.brief(task("Informar o prazo."), RFP, ANA_PT)

    assert draft.subject == "Proposta Contoso - Technical Approach - preciso da sua contribuição"
    assert "O prazo é quinta-feira, 3 de dezembro de 2026." in draft.body


async def test_no_message_shouts() -> None:
    rfp, tasks = await tasks_of("contoso")
    drafts = [BRAIN.brief(t, rfp, ANA) for t in tasks] + [
        BRAIN.remind(t, t.requirements, None, NOW, ANA) for t in tasks
    ]

    assert all(no_shouting(d) for d in drafts)
    assert all(len(d.reason) <= 200 for d in drafts)


def test_a_late_task_is_reminded_in_one_line_inside() -> None:
    draft = BRAIN.remind(task("State the RTO."), (), None, NOW, ANA)

    assert draft.body == (
        "Hi Joe, “Technical Approach” was due on Thursday, December 3, 2026 and I have not "
        "received it yet. Please send me what you have."
    )
    assert (draft.purpose, draft.subject) == ("reminder", "Technical Approach - quick follow-up")


def test_a_reminder_is_softer_after_a_sign_of_life() -> None:
    soft = BRAIN.remind(task("State the RTO."), (), NOW - timedelta(days=3), NOW, ANA)
    old = BRAIN.remind(task("State the RTO."), (), NOW - timedelta(days=8), NOW, ANA)

    assert "Thank you for your last message" in soft.body
    assert "I have not received it yet" in old.body


def test_each_gap_is_one_question() -> None:
    gaps = ("State the RTO.", "Name every component.")
    draft = BRAIN.remind(task(*gaps), gaps, None, NOW, ANA)

    assert draft.purpose == "clarification"
    assert draft.body.count("?") == 2
    assert "Could you add what covers this point: “State the RTO”?" in draft.body
    assert draft.requirements == gaps


def test_a_question_asks_for_the_thing_itself() -> None:
    gaps = ("The vendor shall describe the target architecture.", "a rollback plan for the cutover weekend")
    portuguese = ("A contratada deverá apresentar o plano de testes.",)

    english = BRAIN.remind(task(*gaps), gaps, None, NOW, ANA).body
    assert "- Could you describe the target architecture?\n- Could you add a rollback plan for the" in english
    assert "- Pode apresentar o plano de testes?" in BRAIN.remind(task(*portuguese), portuguese, None, NOW, ANA_PT).body


def test_questions_are_softer_after_a_sign_of_life() -> None:
    gaps = ("State the RTO.",)
    soft = BRAIN.remind(task(*gaps), gaps, NOW - timedelta(days=3), NOW, ANA).body
    late = BRAIN.remind(task(*gaps), gaps, NOW - timedelta(days=8), NOW, ANA).body

    assert "Thank you for your last message on “Technical Approach”. When you get to it" in soft
    assert "It was due on Thursday, December 3, 2026, and this is still open." in late


def test_an_external_reminder_is_formal() -> None:
    draft = BRAIN.remind(task(is_external=True), (), None, NOW, ANA)

    assert draft.channel == "mail"
    assert draft.body.startswith("Dear Joe Miller,")
    assert draft.body.endswith("Kind regards,\nAna Ribeiro")


def test_a_reminder_has_one_id_a_day() -> None:
    first, same = (BRAIN.remind(task(), (), None, NOW + timedelta(hours=h), ANA).draft_id for h in (0, 3))
    next_day = BRAIN.remind(task(), (), None, NOW + timedelta(days=1), ANA).draft_id

    assert first == same
    assert first != next_day


def test_a_letter_is_in_the_language_of_whoever_gets_it_and_its_reason_in_the_owners() -> None:
    reads = task("State the RTO.", language="pt-BR")
    brief, late = BRAIN.brief(reads, RFP, ANA), BRAIN.remind(reads, (), None, NOW, ANA)

    assert brief.body.startswith("Olá, ")
    assert "rascunho" in brief.body
    assert late.body.startswith("Olá, ")
    assert late.reason.startswith("Due ")
    assert BRAIN.brief(task("State the RTO.", language="en"), RFP, ANA_PT).body.startswith("Hi ")
