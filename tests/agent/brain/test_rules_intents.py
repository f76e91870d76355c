"""What the owner wants."""

import pytest

from agent.brain import beginnings
from agent.brain.intents import intent
from tests.tables import table


@table(
    ("text", "has_project", "wanted"),
    [
        ("we received the RFP from Contoso", False, "start"),
        ("recebemos o edital da prefeitura", False, "start"),
        ("start", False, "start"),
        ("hello", False, "other"),
        ("obrigada", True, "other"),
        ("status", True, "status"),
        ("What is still missing from the technical section?", True, "status"),
        ("What do I owe?", True, "status"),
        ("o que falta?", True, "status"),
        ("what is late?", True, "late"),
        ("quem está atrasado?", True, "late"),
        ("the kickoff notes are in the folder", True, "kickoff"),
        ("a ata do kickoff já está na pasta", True, "kickoff"),
        ("which files did you read?", True, "sources"),
        ("quais documentos você leu?", True, "sources"),
        ("look again for the RFP", True, "start"),
        ("send them all", True, "approve"),
    ],
)
def test_words_lead_to_an_intent(text: str, has_project: bool, wanted: str) -> None:
    assert intent(text, has_project) == wanted


@table(
    "text",
    [
        "yes, approved, send everything",
        "send it",
        "Approved!",
        "approved, please send all of them",
        "looks good, go ahead and send them out",
        "ok, approve all the briefs and send them",
        "pode enviar",
        "Aprovado, envie tudo.",
        "sim, pode mandar todos os rascunhos",
    ],
)
def test_consent_in_words_is_told_from_other_words(text: str) -> None:
    assert intent(text, True) == "approve"
    assert intent(text, False) != "approve"


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "ok, thanks",
        "don't send it yet",
        "did you send it?",
        "send it to Rui",
        "Ana approved the minutes",
        "não envie",
    ],
)
def test_what_is_more_or_less_than_consent_is_none(text: str) -> None:
    assert intent(text, True) != "approve"


@pytest.mark.parametrize(
    "text",
    [
        "please put everything together",
        "Consolidate the response",
        "compile the proposal",
        "monte a proposta, por favor",
    ],
)
def test_who_wants_the_whole_response_gets_it_assembled(text: str) -> None:
    assert intent(text, True) == "consolidate"
    assert intent(text, False) != "consolidate"


@pytest.mark.parametrize(
    "text",
    [
        "The Fabrikam tender is in the folder, could you look at it?",
        "Please begin",
        "can you take the RFQ from Fabrikam?",
        "We received the RFP, but not the kickoff notes yet",
        "Saiu o pregão, vamos participar",
        "prepare the charter",
        "got the RFP!",
    ],
)
def test_a_request_that_came_starts_a_project(text: str) -> None:
    assert intent(text, False) == "start"


@table(
    ("text", "held"),
    [
        ("The tender hasn't arrived", True),
        ("there is no RFP so far", True),
        ("please do not begin yet", True),
        ("ainda não veio o edital", True),
        ("the RFP will come on Monday", True),
        ("we are waiting for the RFP", True),
        ("begin next week please", True),
        ("We have the RFP, start on Monday", True),
        ("I got a new phone", False),
        ("I have an idea", False),
        ("Has the RFP come?", False),
        ("what is a tender?", False),
        ("The customer cancelled the tender", False),
        ("the kickoff is next week", False),
        ("vamos almoçar", False),
    ],
)
def test_who_has_nothing_or_asks_starts_nothing(text: str, held: bool) -> None:
    assert intent(text, False) != "start"
    assert beginnings.held(text) is held


@table(
    ("text", "wanted"),
    [
        ("who didn't reply?", "unanswered"),
        ("Who are we waiting for", "unanswered"),
        ("quem está devendo?", "unanswered"),
        ("did everybody answer?", "unanswered"),
        ("list everyone who hasnt replied", "unanswered"),
        ("todo mundo já entregou?", "unanswered"),
        ("who's missing?", "unanswered"),
        ("everybody answered, thanks", "other"),
        ("are there new meeting notes?", "kickoff"),
        ("who has replied?", "status"),
        ("are we on schedule?", "status"),
        ("how's everything going", "status"),
        ("sattus", "status"),
        ("statsu please", "status"),
        ("atrasdos", "late"),
        ("give me an overview", "status"),
        ("I'm running late today", "other"),
        ("como está você?", "other"),
        ("who wrote the minutes?", "other"),
        ("Tom's brief was unclear", "other"),
        ("a reunião com o cliente é amanhã", "other"),
        ("last date", "other"),
        ("all is on time, thanks", "other"),
    ],
)
def test_questions_nobody_tuned_for(text: str, wanted: str) -> None:
    assert intent(text, True) == wanted
