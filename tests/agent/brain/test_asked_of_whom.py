"""Whose duty a sentence is when it names the buyer by a short name, and where a sentence ends behind a label."""

from talks import document

from agent.brain.customer import short_names
from agent.brain.duties import strength
from agent.brain.language import sentences
from agent.brain.rfp import read_rfp


def asked(text: str) -> list[str]:
    return [one.text for section in read_rfp([document("rfp.md", text)], "").sections for one in section.requirements]


def test_only_what_is_asked_of_a_supplier_binds() -> None:
    told = {
        "The panel must record its reasons for each score.": None,
        "The selection committee shall rank the bids.": None,
        "A diretoria deve decidir até 31/03/2027.": None,
        "O comitê de avaliação deve visitar cada sede.": None,
        "Compras passam por conferência da nossa tesouraria, que deverá concluí-la em um dia.": None,
        "You must be 18 or older to use this site.": None,
        "JavaScript must be enabled.": None,
        "No branch can lend books.": None,
        "The project manager of the Council must approve each map.": None,
        "O fiscal do Município deverá atestar a nota.": None,
        "The project manager of the contractor must sign.": "must",
        "You must submit three copies.": "must",
        "Every operator must be 18 or older.": "must",
        "No data can be stored abroad.": "must",
        "The control panel must show the date.": "must",
        "Records go to the Contractor, which must return them.": "must",
    }
    assert {sentence: strength(sentence) for sentence in told} == told


def test_a_label_ends_a_sentence_and_an_initial_does_not() -> None:
    told = {
        "Prices are in Appendix A. Every kiosk must work.": 2,
        "Put no price in Volumes I or II. Pages count.": 2,
        "Vale o Anexo I. Os acessos são livres.": 2,
        "Wait until 5 p.m. The desk closes.": 2,
        "Send racks, cables, etc. The supplier pays.": 2,
        "Written by J. R. Smith in May": 1,
        "By 5 p.m. Eastern on Monday": 1,
        "See No. 5 below": 1,
        "Dr. A. Silva chairs": 1,
    }
    assert {text: len(sentences(text)) for text in told} == told


def test_the_buyer_is_known_by_the_first_word_of_its_name() -> None:
    text = (
        "Borrow Cold Chain Logistics, Inc.\n\n# Request for Proposal 7\n\n# 1 Terms\n\nBorrow runs ten docks. Borrow"
        " owns the data. Borrow must treat prices in confidence. The supplier must deliver.\n"
    )
    assert asked(text) == ["The supplier must deliver."]


def test_the_buyer_is_known_by_what_it_is() -> None:
    text = "# Pedido\n\nCliente: Colégio Azul\n\n# 1 Escopo\n\nO colégio deve indicar alguém. O portal deve abrir.\n"
    assert asked(text) == ["O portal deve abrir."]


def test_the_buyer_is_known_by_its_letters_behind_a_dash() -> None:
    text = "# Edital\n\nO CONSÓRCIO DE SAÚDE DO VALE – CSV, por meio de sua pregoeira, torna público.\n"
    assert "CSV" in short_names([document("edital.md", text)], "")


def test_a_section_called_contents_is_kept_where_something_is_asked() -> None:
    text = (
        "# 1 Proposal\n\nRead on.\n\n# 2 Contents\n\nProposals shall contain the following parts:"
        "\n\n1. a letter\n2. a form\n"
    )
    assert asked(text) == ["a letter", "a form"]


def test_marks_below_a_numbered_sentence_are_its_list() -> None:
    text = "# 1 Veículos\n\n1.1 O veículo deve conter, no mínimo:\n\n- maca;\n- rádio.\n\n1.2 A frota é nova.\n"
    assert asked(text) == ["maca;", "rádio."]
