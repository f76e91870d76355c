"""Dates of title pages and forms, the hours as officials write them, and the zone a document states once for all."""

from talks import document

from agent.brain.datelabels import labels
from agent.brain.dates import find_dates
from agent.brain.keydates import key_dates
from agent.brain.outline import outline
from agent.brain.zones import zone_of_all

Q, D, N, S, I = "Questions until", "Proposal due", "Notice of award", "Work starts", "Issued"  # noqa: E741


def dates(text: str, portuguese: bool = False) -> dict[str, str]:
    paper = document("rfp.md", text)
    found, clashes = key_dates(outline(paper), "pt" if portuguese else "en", "en", [paper])
    assert clashes == ()
    return {one.label: one.when for one in found}


def test_rows_are_known_by_the_words_of_their_officials() -> None:
    told: dict[str, tuple[str, ...]] = {
        "limite para acolhimento das propostas |": (D,),
        "data e hora limite |": (D,),
        "protocolo dos envelopes de propostas |": (D,),
        "final date for lodgement of tenders |": (D,),
        "closing date and time |": (D,),
        "submissions close |": (D,),
        "rfp closes |": (D,),
        "emissao |": (I,),
        "envio da rfp |": (I,),
        "publicacao do aviso |": (I,),
        "divulgacao do edital |": (I,),
        "itt published |": (I,),
        "release of rfp |": (I,),
        "date of issue |": (I,),
        "q&a deadline |": (Q,),
        "publicacao do resultado |": (N,),
        "inicio do projeto |": (S,),
        "inicio do acolhimento das propostas |": (),
        "inicio da sessao de disputa |": (),
        "start of the clarification period |": (),
        "submission portal opens |": (),
        "opening of tenders |": (),
        "date |": (),
        "divulgacao das respostas |": ("Answers by",),
    }
    assert {row: labels(row, row=True) for row in told} == told


def test_an_hour_is_read_in_every_usual_spelling() -> None:
    told = {
        "28/01/2027, às 8h59min": "08:59",
        "até as 17h00min do dia 25/01/2027": "17:00",
        "25/01/2027, às 9 (nove) horas": "09:00",
        "às 17 horas e 30 minutos de 04/02/2027": "17:30",
        "10h00m00s do dia 05/02/2027": "10:00",
        "3 March 2027 at 1400 hours": "14:00",
        "14:00 hrs on 3 March 2027": "14:00",
        "within 24 hours of 3 March 2027": "",
        "5 May 2027, with 4 hours of support": "",
    }
    read = {text: find_dates(text, day_first=True)[0].clock for text in told}
    assert {text: clock.isoformat("minutes") if clock else "" for text, clock in read.items()} == told


def test_a_zone_is_read_beside_the_hour() -> None:
    told = {
        "2 p.m. Eastern on March 3, 2027": "2027-03-03T14:00:00-05:00",
        "March 3, 2027 at 2:00 PM (Central)": "2027-03-03T14:00:00-06:00",
        "March 3, 2027, 2:00 PM Hawaii Standard Time": "2027-03-03T14:00:00-10:00",
        "3 March 2027, 17:00 GMT+1": "2027-03-03T17:00:00+01:00",
        "03/03/2027 às 14h30 (UTC-3)": "2027-03-03T14:30:00-03:00",
        "03/03/2027, 14h (hora de Lisboa)": "2027-03-03T14:00:00+00:00",
        "3 March 2027, 17:00 GMT": "2027-03-03T17:00:00+00:00",
    }
    assert {text: find_dates(text, day_first=True)[0].when() for text in told} == told


def test_a_document_states_one_zone_for_all_its_times() -> None:
    told = {
        "All times in this document are Mountain Time.": "America/Denver",
        "Todos os horários são de Brasília.": "America/Sao_Paulo",
        "REFERÊNCIA DE TEMPO | Horário oficial de Brasília/DF": "America/Sao_Paulo",
        "Our offices are in Brasília. Opening hours are long.": "",
        "All times are local.\nThe call centre works in Pacific Time.": "",
        "Times are ET. All times of the pilot are PT.": "",
    }
    assert {text: zone_of_all(text) for text in told} == told


def test_the_zone_stated_for_one_date_holds_for_those_without() -> None:
    told = (
        "# Tender\n\nTenders close at 12:00 noon (UK time) on 13/03/2026.\n\n# 1 Timetable\n\n"
        "| Stage | Date |\n|---|---|\n| ITT published | 02/02/2026 |\n| Site visits | 09/02/2026 to 11/02/2026 |\n"
        "| Deadline for clarification questions | 20/02/2026 at 17:00 |\n"
        "| Deadline for receipt of tenders | 13/03/2026 at 12:00 noon |\n"
    )
    assert dates(told) == {I: "2026-02-02", Q: "2026-02-20T17:00:00+00:00", D: "2026-03-13T12:00:00+00:00"}


def test_a_date_alone_on_its_line_is_named_by_the_lines_above() -> None:
    form = (
        "# SOLICITATION\n\n# ISSUE DATE\n\n01/04/2027\n\n# OFFER DUE\n\n# DATE/LOCAL TIME\n\n"
        "# 02/11/2027 2:00 PM ET\n\n"
        "# SIZE STANDARD\n\n05/05/2027\n\n# A Scope\n\nWe met on the way.\n\n03/03/2027\n"
    )
    assert dates(form) == {I: "2027-01-04", D: "2027-02-11T14:00:00-05:00"}


def test_a_heading_may_hold_the_date() -> None:
    cover = "# CITY LIBRARY\n\n# Proposals due: March 3, 2027, 2:00 PM ET\n\n# 1 Scope\n\nThe city buys shelves.\n"
    assert dates(cover) == {D: "2027-03-03T14:00:00-05:00"}


def test_the_last_moment_for_offers_is_not_the_opening_nor_the_first() -> None:
    table = (
        "# EDITAL\n\n| PUBLICAÇÃO DO AVISO | 08/01/2027 |\n|---|---|\n"
        "| INÍCIO DO ACOLHIMENTO DAS PROPOSTAS | 11/01/2027, às 8h00min |\n"
        "| LIMITE PARA ACOLHIMENTO DAS PROPOSTAS | 28/01/2027, às 8h59min |\n"
        "| ABERTURA DA SESSÃO PÚBLICA | 28/01/2027, às 9h00min |\n"
    )
    assert dates(table, portuguese=True) == {I: "2027-01-08", D: "2027-01-28T08:59:00-03:00"}
