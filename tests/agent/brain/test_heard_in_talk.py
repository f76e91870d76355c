"""What is taken on, handed over and asked for in talk, and the day a talk is of."""

from agent.brain.attendance import listed_people
from agent.brain.kickoff import read_kickoff
from agent.brain.language import sentences
from tests.agent.brain.talks import RFP, deeds, document, notes, talk


def _undated(*said: str) -> str | None:
    cues = [f"00:00:{n:02}.000 --> 00:00:{n + 1:02}.000\n<v Ana Lima>{words}</v>" for n, words in enumerate(said)]
    day = read_kickoff([document("abertura.vtt", "WEBVTT\n\n" + "\n\n".join(cues))], RFP).held_on
    return day.isoformat() if day else None


def test_the_day_of_a_talk_is_the_one_somebody_calls_today() -> None:
    said = {
        "Bom dia. Hoje é terça, 3 de março de 2026, reunião de abertura.": "2026-03-03",
        "Estamos gravando. Hoje são 3 de março de 2026.": "2026-03-03",
        "Morning. Today is March 3, 2026, and this is the kickoff.": "2026-03-03",
        "So it's Tuesday, March 3, 2026, for the record.": "2026-03-03",
        "A entrega é no dia 3 de março de 2026.": None,
        "The offer is due on March 3, 2026.": None,
        "It's due on March 3, 2026.": None,
    }
    assert {words: _undated(words) for words in said} == said


def test_who_says_what_they_do_in_the_present_takes_it_on() -> None:
    said = {
        "Eu apuro os custos até sexta.": ["Bia Reis"],
        "Eu mesma fecho a planilha até sexta.": ["Bia Reis"],
        "As certidões eu tiro até sexta.": ["Bia Reis"],
        "Eu acho a planilha boa.": [],
        "Eu trabalho com a equipe de preços.": [],
        "Eu conheço o cliente.": [],
        "Os anexos eu monto.": ["Bia Reis"],
        "Eu passo a palavra pra Dora.": [],
        "Eu compartilho a tela.": [],
        "Eu lidero o time de dados.": [],
        "Eu torço pra dar certo.": [],
        "Eu fico feliz.": [],
        "I'll have a word with you by Friday.": [],
        "Eu não escrevo essa parte.": [],
        "I'll have the price list for you by Friday.": ["Bia Reis"],
        "What I can do is, I'll send last year's rates on Friday.": ["Bia Reis"],
        "I sent the rates last year.": [],
        "I'll have a quick chat with you tomorrow.": [],
    }
    heard = {words: [c.owner for c in talk(f"Bia Reis: {words}").commitments] for words in said}
    assert heard == said


def test_what_only_points_at_something_is_no_deed_of_its_own() -> None:
    said = ["Helen will do it herself.", "Tom takes it over from him.", "Helen will do it himself."]
    heard = [notes(f"Present: Helen Prowse, Tom Reed\n\nThe plan was open. {words}\n").commitments for words in said]
    assert heard == [(), (), ()]


def test_what_the_one_who_asks_had_taken_on_moves_to_whoever_says_yes() -> None:
    moved = talk(
        "Caio Dias: I'll do the pilot plan.",
        "Dora Lum: Good.",
        "Caio Dias: Dora, would you take the pilot plan off my plate?",
        "Dora Lum: Sure, I'll take it. By the tenth.",
    )
    helped = talk(
        "Caio Dias: I'll do the pilot plan.",
        "Dora Lum: Good.",
        "Caio Dias: Dora, could you review the pilot plan?",
        "Dora Lum: Sure, by the tenth.",
    )
    hesitant = talk(
        "Caio Dias: I'll do the pilot plan.",
        "Dora Lum: Good.",
        "Caio Dias: Dora, would you take the pilot plan off my plate?",
        "Dora Lum: That one? Yeah, OK, I'll take it. By the tenth.",
    )
    for heard in (moved, hesitant):
        assert [(owner, due) for owner, _, due in deeds(heard)] == [("Dora Lum", "2026-12-10")]
    desk = talk(
        "Caio Dias: I'll do the help desk part.",
        "Dora Lum: Good.",
        "Caio Dias: Dora, would you take the help desk part?",
        "Dora Lum: Sure, will do.",
    )
    assert [owner for owner, _, _ in deeds(desk)] == ["Dora Lum"]
    assert "Caio Dias" in {owner for owner, _, _ in deeds(helped)}


def test_somebody_called_earlier_in_a_turn_is_asked_at_its_end() -> None:
    asked = "Could you get the letter from the partner?"
    heard = talk(f"Ana Lima: Bia, one more for you. They want proof. {asked}", "Bia Reis: Sure, will do.")
    refused = talk(f"Ana Lima: Bia, one more for you. They want proof. {asked}", "Bia Reis: No, I can't.")
    nobody = talk(f"Ana Lima: They want proof. {asked}", "Bia Reis: Sure, will do.")
    assert [owner for owner, _, _ in deeds(heard)] == ["Bia Reis"]
    assert [deeds(refused), deeds(nobody)] == [[], []]


def test_the_last_name_of_an_arrow_owns_what_stands_in_the_row() -> None:
    rows = "| Write the plan | Ana → Bia | 3/17 |\n| Ask them | Bia -> Caio | 3/18 |\n"
    table = f"| What | Who | By when |\n|---|---|---|\n{rows}"
    text = f"# Minutes, March 4, 2027\n\nPresent: Ana Lima, Bia Reis\n\nRemote: Caio Dias\n\n{table}"
    heard = [(owner, due) for owner, _, due in deeds(notes(text))]
    assert heard == [("Bia Reis", "2027-03-17"), ("Caio Dias", "2027-03-18")]


def test_a_number_in_brackets_is_a_part_of_the_request_and_no_day() -> None:
    head = "Data: 23/02/2027\n\nPresentes: Ana Lima, Bia Reis"
    text = f"{head}\n\n## Encaminhamentos\n\n- Ana: redigir o texto (2.1), até 03/03.\n"
    assert [due for _, _, due in deeds(notes(text))] == ["2027-03-03"]


def test_short_forms_of_two_names_and_the_writer_of_notes_are_known() -> None:
    found = listed_people("Maria Fernanda Reis (Mafê), Maria Luísa Dias (Malu), Ana Lima (Marketing), eu = Caio Dutra")
    assert [(p.name, p.aliases) for p in found] == [
        ("Maria Fernanda Reis", ("Mafê",)),
        ("Maria Luísa Dias", ("Malu",)),
        ("Ana Lima", ()),
        ("Caio Dutra", ()),
    ]


def test_a_lettered_part_may_end_a_sentence_and_an_initial_may_not() -> None:
    said = {"I take Attachment C. We had it.": 2, "See Appendix B. It is long.": 2, "Ask Robert C. Miller.": 1}
    assert {words: len(sentences(words)) for words in said} == said


def test_what_which_or_them_stands_for_is_the_thing_named_before() -> None:
    which = talk("Cy Ode: He needs my crew numbers first, which I'll send him on Wednesday.")
    them = talk("Cy Ode: The unit prices are fine with me. I'll send them by Thursday.")
    neither = talk("Cy Ode: The unit prices are too low. I'll send them by Thursday.")
    assert deeds(which) == [("Cy Ode", "my crew numbers", "2026-12-02")]
    assert deeds(them) == [("Cy Ode", "The unit prices", "2026-12-03")]
    assert deeds(neither) == []


def test_who_tells_another_that_a_day_will_not_do_keeps_their_own_deed() -> None:
    before = ("Caio Dias: Eu monto o cronograma até sexta.", "Dora Lum: Eu preparo os anexos até quinta.")
    told = talk(*before, "Caio Dias: Dora, a tabela só sai na sexta. Não vai dar.")
    withdrawn = talk(*before, "Caio Dias: Gente, lembrei de outra entrega. Não vai dar.")
    assert {owner for owner, _, _ in deeds(told)} == {"Caio Dias", "Dora Lum"}
    assert {owner for owner, _, _ in deeds(withdrawn)} == {"Dora Lum"}


def test_an_arrow_in_a_list_leads_from_the_thing_to_the_person_and_the_day() -> None:
    head = "# Kickoff, 14/01/2027\n\nPresentes: Léo Pacheco, Ana Lima\n\n"
    said = {
        "- Aviso por SMS -> Léo vai cotar o serviço até seg 18/1": [("Léo Pacheco", "2027-01-18")],
        "- Planilha → Ana, até qua 20/01": [("Ana Lima", "2027-01-20")],
        "- Aviso por SMS -> sem dono até seg 18/1": [],
    }
    heard = {line: [(o, due) for o, _, due in deeds(notes(f"{head}{line}\n")) if o] for line in said}
    assert heard == said
