"""Who the documents name, by which other names, and who of them owns a written action."""

import pytest
from talks import deeds, document, notes

from agent.brain.attendance import read_roster
from agent.brain.names import clean_name, is_name
from agent.brain.people import Person, Roster
from tests.tables import table

CAME = "Attendees: Nora Falk, Robert Hale, Ines Prado, Thomas Wirth"
HEAD = f"# Kickoff 2026-11-30\n\n{CAME}\n\n"


def came(text: str, name: str = "notes.md") -> list[str]:
    return [p.name for p in read_roster([document(name, text)]).attendees()]


@table(
    ("line", "people"),
    [
        ("Attendees: Nora Falk (NF, bid lead), Dr. Robert Hale (RH)", ["Nora Falk", "Robert Hale"]),
        ('Present: Robert "Rob" Hale, Prof. Dr. Ines Prado and Ahmed El-Amin', ["Robert Hale", "Ines Prado"]),
        ("Participants: Falk, Nora; Hale, Robert; van der Berg, Anna", ["Nora Falk", "Robert Hale"]),
        ("Attendees: Nora Falk, Bid Manager; Robert Hale, Solution Architect", ["Nora Falk", "Robert Hale"]),
        ("Present: Nora Falk. Apologies: Ines Prado.", ["Nora Falk"]),
        ("Participantes: Łukasz Nowak (Contoso), Sra. Inês Prado – remoto", ["Łukasz Nowak", "Inês Prado"]),
        ("Attendees (Contoso): Nora Falk, Robert Hale", ["Nora Falk", "Robert Hale"]),
        ("Hosting: dropped", []),
        ("Host: Nora Falk", ["Nora Falk"]),
        ("Chair: Nora Falk (NF)", ["Nora Falk"]),
    ],
)
def test_a_line_of_attendees_is_read_whole(line: str, people: list[str]) -> None:
    assert came(f"# Kickoff\n\n{line}\n")[:2] == people


def test_a_line_of_attendees_starts_anew_below_a_long_line_of_the_day() -> None:
    day = "Wednesday, 2 December 2026, 14:00 to 15:00, room 3 and online for all others"

    assert came(f"# Kickoff\n\n{day}\nPresent: Nora Falk, Robert Hale\nAbsent: Ines Prado\n") == [
        "Nora Falk",
        "Robert Hale",
    ]


def test_lists_tables_and_surnames_in_capitals_are_attendees_too() -> None:
    listed = "# Kickoff\n\n## Attendees\n\n- FALK, Nora (lead)\n- Hale, who chairs\n\nAgenda\n\n- Budget\n"
    table = (
        "# Kickoff\n\n## Attendees\n\n| No. | Name | Initials | Role |\n|--|--|--|--|\n"
        "| 1 | Nora Falk | NF | Lead |\n| 2 | Robert Hale | RBH | Writer |\n"
    )
    row = "# Kickoff\n\n| Date | 30 Nov 2026 |\n|--|--|\n| Attendees | Nora Falk, Robert Hale |\n"

    assert came(listed) == ["Nora FALK", "Hale"]
    assert came(table) == came(row) == ["Nora Falk", "Robert Hale"]
    assert read_roster([document("a.md", table)]).find("RBH").person is not None


@table(
    ("mention", "person"),
    [
        ("Bob", "Robert Hale"),
        ("Bob Hale", "Robert Hale"),
        ("Kathi", "Katharina Lund"),
        ("Zé", "José Carlos Lima"),
        ("Zeca", "José Carlos Lima"),
        ("Bia", "Beatriz Ramos"),
        ("Lu", "Luciana Melo"),
        ("KL", "Katharina Lund"),
        ("Ms Lund", "Katharina Lund"),
        ("Lund, Katharina", "Katharina Lund"),
        ("Hale Robert", "Robert Hale"),
        ("Doc", "Marina Dias"),
        ("Robbie", "Robert Hale"),
        ("Roberta", ""),
        ("Jose", "José Carlos Lima"),
        ("Maria", ""),
        ("The", ""),
        ("Mar", ""),
        ("Katalog", ""),
        ("bob", ""),
        ("IT", ""),
    ],
)
def test_a_person_is_known_by_short_names_and_initials(mention: str, person: str) -> None:
    names = ("Robert Hale", "Katharina Lund", "José Carlos Lima", "Beatriz Ramos", "Luciana Melo", "Theresa Marks")
    roster = Roster([*(Person(n) for n in names), Person("Marina Dias", aliases=("Doc",)), Person("Igor Tesch")])
    found = roster.find(mention).person

    assert mention == "IT" or (found.name if found else "") == person


def test_a_short_name_that_fits_two_people_is_said_to() -> None:
    roster = Roster([Person("Roberto Hale"), Person("Robert Quist")])

    assert roster.find("Rob").several == ("Roberto Hale", "Robert Quist")


@table(
    "text",
    ["Security", "Finance", "Client", "Fornecedor", "Jurídico", "Price Sheet", "Acme Cloud", "Bid Manager", "TBD"],
)
def test_subjects_groups_and_roles_are_no_people(text: str) -> None:
    assert not is_name(text)


@pytest.mark.parametrize("text", ["Marcos", "Marcos Sales", "Graham Price", "Łukasz Żak", "Aoife Ní Dhálaigh"])
def test_a_surname_may_be_a_subject(text: str) -> None:
    assert is_name(text)


def test_titles_brackets_and_quotes_are_no_part_of_a_name() -> None:
    assert clean_name('Profa. Dra. Lia "Li" Gomes (Contoso), lead') == "Lia Gomes"
    assert clean_name("~~Nora~~ Robert") == "Robert"


@table(
    ("item", "owner", "what", "due"),
    [
        ("Security: Nora by Friday", "Nora Falk", "Security", "2026-12-04"),
        ("Migration – Tom", "Thomas Wirth", "Migration", None),
        ("Architecture - Robert, 18 Dec", "Robert Hale", "Architecture", "2026-12-18"),
        ("Nora: cover letter", "Nora Falk", "cover letter", None),
        ("@Ines draft the risk register", "Ines Prado", "draft the risk register", None),
        ("Ines collects the certificates by Friday", "Ines Prado", "collects the certificates", "2026-12-04"),
        ("Price sheet: Ines will do it, due Friday", "Ines Prado", "Price sheet", "2026-12-04"),
        ("References: Robert gathers three letters", "Robert Hale", "References: gathers three letters", None),
        ("Timeline – before with Nora, now with Robert", "Robert Hale", "Timeline – before with Nora", None),
        ("Nora cannot do the training; Robert steps in", "Robert Hale", "the training", None),
        ("Write the summary. Owner: Nora. Due: Friday", "Nora Falk", "Write the summary", "2026-12-04"),
        ("Write the summary (owner: Nora)", "Nora Falk", "Write the summary", None),
        ("Write the summary → Nora", "Nora Falk", "Write the summary", None),
        ("Nora and Finance to agree the rates", "Nora Falk", "agree the rates", None),
        ("Stella Reyes to review the terms", "Stella Reyes", "review the terms", None),
        ("Transition: by 15 January", "", "Transition", "2027-01-15"),
        ("Hosting – Fabrikam", "", "Hosting – Fabrikam", None),
        ("Client to send the annex", "", "Client to send the annex", None),
        ("Printing: same as last time", "", "Printing: same as last time", None),
        ("Nora declined the audit part", "", "Nora declined the audit part", None),
        ("Acme Cloud to confirm the prices", "", "Acme Cloud to confirm the prices", None),
        ("Cover Letter: needs a signature", "", "Cover Letter: needs a signature", None),
    ],
)
def test_the_owner_of_a_listed_action_is_somebody_who_is_known(
    item: str, owner: str, what: str, due: str | None
) -> None:
    assert deeds(notes(f"{HEAD}## Actions\n\n- {item}\n")) == [(owner, what, due)]


def test_portuguese_items_name_their_owner_in_every_order() -> None:
    found = notes(
        "# Ata de kickoff 30/11/2026\n\nParticipantes: Beatriz Ramos (Bia), José Lima, Paulo Dias\n\n"
        "## Encaminhamentos\n\n"
        "- Segurança: Paulo até sexta\n- Bia elabora a proposta técnica\n- Zé e Paulo vão revisar a proposta\n"
        "- Plano de testes. Responsável: Bia. Prazo: sexta\n- Jurídico: revisar a minuta\n"
        "- Paulo não consegue fazer o treinamento; Bia assume\n"
    )

    assert [(owner, what) for owner, what, _ in deeds(found)] == [
        ("Paulo Dias", "Segurança"),
        ("Beatriz Ramos", "elabora a proposta técnica"),
        ("José Lima", "revisar a proposta"),
        ("Paulo Dias", "revisar a proposta"),
        ("Beatriz Ramos", "Plano de testes"),
        ("", "Jurídico: revisar a minuta"),
        ("Beatriz Ramos", "o treinamento"),
    ]


def test_fields_below_a_title_or_a_task_belong_to_it() -> None:
    found = notes(
        f"{HEAD}## Staffing plan\n\nOwner: Ines, due Friday\n\n## Pricing\n\nNeeds the rates of last year.\n\n"
        "Owner: Bob\nDue: 18 December\n\n## Next steps\n\nTask: write the summary\nOwner: Nora / Tom\n"
    )

    assert deeds(found) == [
        ("Ines Prado", "Staffing plan", "2026-12-04"),
        ("Robert Hale", "Pricing", "2026-12-18"),
        ("Nora Falk", "write the summary", None),
        ("Thomas Wirth", "write the summary", None),
    ]


def test_tables_give_owners_by_initials_by_columns_and_by_letters() -> None:
    head = HEAD.replace("Robert Hale", "Robert Hale (RBH)")
    plain = notes(
        f"{head}| Section | Lead | Support | Draft due |\n|--|--|--|--|\n| Pricing | ~~Nora~~ RBH | Tom | 18 Dec |\n"
        "| References | Ines / Tom | | |\n| Legal | TBD | | |\n| Hosting | Fabrikam | | |\n"
    )
    letters = notes(
        f"{head}| Task | Nora | Bob | Ines |\n|--|--|--|--|\n| Pricing | A | R | C |\n| Audit | A | I | I |\n"
    )

    assert deeds(plain) == [
        ("Robert Hale", "Pricing", "2026-12-18"),
        ("Ines Prado", "References", None),
        ("Thomas Wirth", "References", None),
        ("", "Legal", None),
        ("", "Hosting", None),
    ]
    assert deeds(letters) == [("Robert Hale", "Pricing", None), ("Nora Falk", "Audit", None)]


def test_initials_may_stand_in_the_mark_of_an_action() -> None:
    found = notes(f"{HEAD.replace('Robert Hale', 'Robert Hale (RBH)')}ACTION RBH: write the matrix by Friday\n")

    assert deeds(found) == [("Robert Hale", "write the matrix", "2026-12-04")]


def test_a_recap_without_a_list_names_its_people_in_passing() -> None:
    found = notes(
        "# Recap 2026-11-30\n\nSamir Haddad suggested a partner and Nora presented the plan.\n\n## Next steps\n\n"
        "- Nora Falk to draft the summary by Friday.\n- Samir will confirm the prices.\n"
        "- Harbor Transit to publish the answers.\n- Nora and Samir to review the rates.\n"
    )

    assert [(owner, what) for owner, what, _ in deeds(found)] == [
        ("Nora Falk", "draft the summary"),
        ("Samir Haddad", "confirm the prices"),
        ("", "Harbor Transit to publish the answers"),
        ("Nora Falk", "review the rates"),
        ("Samir Haddad", "review the rates"),
    ]


def test_who_did_not_come_may_still_own_something() -> None:
    found = notes(
        "# Kickoff 2026-11-30\n\n| Name | Initials | Role | Present |\n|--|--|--|--|\n| Nora Falk | NF | Lead | Y |\n"
        "| Gareth Rees | GR | Legal | N |\n\n| Task | NF | GR | XX |\n|--|--|--|--|\n| Terms | A | R | |\n| Audit "
        "| A | | R |\n"
    )

    assert [a.name for a in found.attendees] == ["Nora Falk"]
    assert deeds(found) == [("Gareth Rees", "Terms", None), ("", "Audit", None)]


def test_things_of_one_kind_are_not_one_deed() -> None:
    found = notes(f"{HEAD}## Actions\n\n- Nora: technical proposal\n- Nora: schedule the technical visit\n")

    assert [what for _, what, _ in deeds(found)] == ["technical proposal", "schedule the technical visit"]


def test_a_short_title_above_a_line_is_no_part_of_it() -> None:
    found = notes(f"{HEAD}Next steps\nNora will write the executive summary by Friday.\n")

    assert deeds(found) == [("Nora Falk", "write the executive summary", "2026-12-04")]


def test_a_trade_behind_a_given_name_is_a_family_name() -> None:
    people = {"Mark Partner": True, "Olga Owner": True, "Mark Friday": True, "Bid Owner": False, "Product Owner": False}
    people |= {"Sales Team": False, "Acme Cloud": False, "Partner": False, "Nora Reviewer Team": False}

    assert {name: is_name(name) for name in people} == people
