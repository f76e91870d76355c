"""What the work is called and who buys it, out of title pages of many kinds."""

from talks import document

from agent.brain.customer import customer_of, organisation
from agent.brain.naming import project_of, title_lines, title_of

PAGES = {
    "# INVITATION TO TENDER\n\nProvision of a Tram Depot Washing Plant and its Controls\n\nRef: TD/1\n": (
        "Provision of a Tram Depot Washing Plant and its Controls"
    ),
    "# RFP 2027/31 – Plataforma de Bilhetagem (PB)\n\n# 1 Contexto\n\nCresce.\n": "Plataforma de Bilhetagem (PB)",
    "# Request for Proposals 2027-9 Night Bus Scheduling System\n\n# Introduction\n\nWe run buses.\n": (
        "Night Bus Scheduling System"
    ),
    "# TERMO DE REFERÊNCIA\n\n# 1 OBJETO\n\n1.1 Contratação de empresa especializada para fornecimento de bicicletas"
    " elétricas, incluindo manutenção.\n": "Fornecimento de bicicletas elétricas",
    "# EDITAL Nº 4/2027\n\n# MENOR PREÇO GLOBAL\n\n# 1 DO OBJETO\n\n1.1 Constitui objeto do certame a aquisição"
    " de ônibus escolares, conforme o Anexo I.\n": "Aquisição de ônibus escolares",
    "# Carta-convite nº 7/2027\n\nAssunto: reforma da balança Cascavel, 3 de maio de 2027\n\nPrezados senhores,\n": (
        "Reforma da balança"
    ),
    "REQUEST FOR PROPOSALS\n\nfor\n\nFare Payment Modernization\n\n1. SCOPE\nOld.\n": "Fare Payment Modernization",
    "Home › Procurement › Tenders\n\n# Request for Tender RFT 44\n\n# Supply of Water Meters\n\n# 1 Scope\n\nA.\n": (
        "Supply of Water Meters"
    ),
    "# Pedido de Proposta\n\n**Projeto:** Renovação do portal\n\n# 1 Escopo\n\nO portal.\n": "Renovação do portal",
    "# Edital 5\n\nObjeto: contratação de empresa para locação de vans\n\n# 1 Escopo\n\nVans.\n": "Locação de vans",
    "| Title | Snow Removal |\n|---|---|\n| Agency | Village of Harmon |\n\n# A. Work\n\nSnow.\n": "Snow Removal",
    "# CITY OF ALDER\n\n# REQUEST FOR PROPOSALS\n\n# 1 Scope\n\nThe city buys.\n": "",
    "# REQUEST FOR PROPOSALS\n\nDear suppliers,\n\nConfidential\n\n# 1 Scope\n\nThe city buys.\n": "",
}


def test_the_work_is_named_by_its_own_words() -> None:
    papers = {page: document("rfp.md", page) for page in PAGES}
    assert {page: project_of([paper], title_of(paper)) for page, paper in papers.items()} == PAGES


def test_a_trail_of_links_is_no_title() -> None:
    page = document("rfp.md", "Home › Procurement › Tenders\n\n# Request for Tender RFT 44\n\n# 1 Scope\n\nA pump.\n")
    assert title_of(page) == "Request for Tender RFT 44"


def test_an_organisation_is_found_beside_its_place_and_its_short_form() -> None:
    told = {
        "INSTITUTO ONDA CLARA · Florianópolis/SC": "Instituto Onda Clara",
        "O CONSÓRCIO DE SAÚDE DO VALE – CSV, por meio de sua pregoeira": "Consórcio de Saúde do Vale",
        "Borrow Cold Chain Logistics, Inc.": "Borrow Cold Chain Logistics, Inc",
        "Harwick & Dale Foundation Trust": "Harwick & Dale Foundation Trust",
        "Township of Upper Calder": "Township of Upper Calder",
        "Fare Payment Modernization": "",
    }
    assert {line: organisation(line) for line in told} == told


def test_a_buyer_who_is_a_person_is_not_the_customer() -> None:
    page = document("rfp.md", "Tarn State University\n\nBuyer: Ada Marsh, CPPO\n\n# 1 Scope\n\nA pump.\n")
    assert customer_of([page], title_lines(page), "") == "Tarn State University"
