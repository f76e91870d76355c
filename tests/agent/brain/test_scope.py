"""What a meeting leaves out of the response, and what only sounds like it."""

from talks import SECTIONS, notes, talk

from tests.tables import table

TECHNICAL, PRICING, STAFFING, EXPERIENCE, SECURITY = (section.id for section in SECTIONS)


@table(
    ("said", "out"),
    [
        ("Section 6 is out of scope.", [SECURITY]),
        ("We will not write section 6, that's out for us.", [SECURITY]),
        ("We won't answer the security requirements.", [SECURITY]),
        ("We're not responding to section 5 this time.", [EXPERIENCE]),
        ("We are not bidding on security.", [SECURITY]),
        ("We don't need to write the staffing plan.", [STAFFING]),
        ("We leave the staffing plan out.", [STAFFING]),
        ("We leave out section 3.2.", [STAFFING]),
        ("The staffing plan: we leave that out for now, it comes with the standard sheet.", [STAFFING]),
        ("Let's drop the staffing plan.", [STAFFING]),
        ("The staffing plan has been taken out by the addendum.", [STAFFING]),
        ("Staffing is out.", [STAFFING]),
        ("Security has been dropped.", [SECURITY]),
        ("We skip similar experience.", [EXPERIENCE]),
        ("No need for the staffing plan.", [STAFFING]),
        ("Nobody needs to write section 6.", [SECURITY]),
        ("Section 6 is not required.", [SECURITY]),
        ("Sections 5 and 6 are out of scope.", [EXPERIENCE, SECURITY]),
        ("We drop security and the staffing plan.", [STAFFING, SECURITY]),
        ("Section 6 is out of scope, but section 5 stays in.", [SECURITY]),
        ("We pass on section 6.", [SECURITY]),
        ("We descope security.", [SECURITY]),
        ("A seção 6 está fora do escopo.", [SECURITY]),
        ("A parte de segurança fica fora por enquanto.", [SECURITY]),
        ("Ficou de fora a seção 5.", [EXPERIENCE]),
        ("O plano de equipe ficou de fora.", [STAFFING]),
        ("Não vamos escrever nada sobre a seção 6.", [SECURITY]),
        ("Não respondemos à parte de segurança nesta fase.", [SECURITY]),
        ("Não precisamos escrever a seção 6.", [SECURITY]),
        ("Deixamos a seção 6 de lado.", [SECURITY]),
        ("Vamos deixar a segurança de fora.", [SECURITY]),
        ("Vamos tirar a parte de equipe.", [STAFFING]),
        ("A segurança saiu do escopo.", [SECURITY]),
        ("A seção 5 foi excluída pelo adendo.", [EXPERIENCE]),
        ("A seção 6 não se aplica.", [SECURITY]),
        ("Ninguém precisa escrever a seção 6.", [SECURITY]),
        ("Abrimos mão da seção 6.", [SECURITY]),
        ("As seções 5 e 6 ficam de fora.", [EXPERIENCE, SECURITY]),
    ],
)
def test_a_section_is_taken_out(said: str, out: list[str]) -> None:
    assert sorted(talk(f"Ana Ribeiro: {said}").descoped) == sorted(out)


@table(
    "said",
    [
        "We leave nothing out.",
        "Do not leave out section 4.",
        "Don't drop the staffing plan.",
        "We must not skip section 6.",
        "Nothing gets dropped, also not security.",
        "Section 6 is not out of scope.",
        "We won't leave out security.",
        "Is section 6 out of scope?",
        "Maybe we leave security out.",
        "If security is out of scope, we save a week.",
        "Last time we left section 5 out.",
        "We won't answer section 6 before Friday.",
        "Remove the logo from section 6.",
        "Leave the prices out of section 6.",
        "Drop me a line about the security section.",
        "I'll drop the pricing file in the folder.",
        "We are out of time for security.",
        "Bob is out on Friday, so Cy does pricing.",
        "Let's find out what security needs.",
        "I'll send out the security questions.",
        "Não vamos deixar a segurança de fora.",
        "Nada fica de fora, nem a seção 6.",
        "A seção 6 não está fora do escopo.",
        "Não podemos esquecer a seção 6.",
        "Talvez a segurança fique de fora.",
        "Vamos tirar o logotipo da seção 6.",
        "A segurança fica com o João.",
        "Não deixem a seção 4 de fora.",
        "Ainda não respondemos à seção 6.",
    ],
)
def test_what_only_sounds_like_it_takes_nothing_out(said: str) -> None:
    assert talk(f"Ana Ribeiro: {said}").descoped == ()


def test_it_may_be_said_of_what_was_named_before() -> None:
    assert talk("Ana Ribeiro: And security?", "Bob Lee: That's out for us.").descoped == (SECURITY,)


def test_it_may_stand_below_a_heading() -> None:
    assert notes("# Kickoff 2026-11-30\n\n## Security\n\nNot needed, we leave it out.\n").descoped == (SECURITY,)


def test_a_row_of_a_table_may_say_it() -> None:
    rows = "| Section | Lead |\n|--|--|\n| Security Requirements | out of scope |\n| Pricing | Bob Lee |\n"
    text = f"# Kickoff 2026-11-30\n\n{rows}"

    assert notes(text).descoped == (SECURITY,)


def test_what_comes_back_is_in_again() -> None:
    assert talk("Ana Ribeiro: Security is out of scope.", "Bob Lee: Security is back in scope.").descoped == ()


def test_what_is_no_section_is_kept_in_its_words() -> None:
    assert talk("Ana Ribeiro: The hardware is out of scope.").descoped == ("The hardware is out of scope.",)
