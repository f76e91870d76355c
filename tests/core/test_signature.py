"""How mails end: a signature stands there once, whatever the agent wrote there, and is taken off again for it."""

import pytest

from bot.core.signature import signature_in, signed, unsigned, usual

ROLE = "Ana Souza\nSolution Architect, Contoso"


@pytest.mark.parametrize(
    ("body", "whole"),
    [
        ("Hi Priya.", f"Hi Priya.\n\n{ROLE}"),
        ("Dear Lena.\n\nKind regards,\nAna Souza", f"Dear Lena.\n\nKind regards,\n{ROLE}"),
        ("Hi Priya.\n\nAna", f"Hi Priya.\n\n{ROLE}"),
        ("Hi Priya.\n\n– ANA souza\n", f"Hi Priya.\n\n{ROLE}"),
        (f"Hi Priya.\n\n{ROLE}", f"Hi Priya.\n\n{ROLE}"),
        ("Please write to Ana Souza", f"Please write to Ana Souza\n\n{ROLE}"),
        ("Hi.\n\nAna Maria Souza", f"Hi.\n\nAna Maria Souza\n\n{ROLE}"),
    ],
)
def test_a_body_ends_with_the_signature_once(body: str, whole: str) -> None:
    assert signed(body, ROLE, "Ana Souza") == whole
    assert signed(whole, ROLE, "Ana Souza") == whole


def test_the_agent_is_asked_about_its_own_words() -> None:
    formal = "Dear Lena.\n\nKind regards,\nAna Souza"

    assert unsigned(signed(formal, ROLE, "Ana Souza"), ROLE, "Ana Souza") == formal
    assert unsigned("Words of the owner's own.", ROLE, "Ana Souza") == "Words of the owner's own."
    assert unsigned(f"Not at the\nend {ROLE}", ROLE, "Ana Souza") == f"Not at the\nend {ROLE}"


def test_without_a_name_nothing_is_added() -> None:
    assert usual("", "Contoso") == ""
    assert usual("Ana", "Contoso") == "Ana\nContoso"
    assert signed("Hi.", usual("", "Contoso"), "") == "Hi."


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("signature: Ana Souza\n Solution  Architect ", "Ana Souza\nSolution Architect"),
        ("Minha assinatura:\nAna", "Ana"),
        ("my signature: default", ""),
        ("assinatura: padrão", ""),
        ("signature of the contract is missing", None),
        ("signature", None),
    ],
)
def test_a_signature_is_what_stands_behind_the_colon(text: str, given: str | None) -> None:
    assert signature_in(text) == given
