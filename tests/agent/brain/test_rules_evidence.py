"""Which words answer a requirement: plain statements of the writer's own, with the value that is asked for."""

import time

import pytest
from talks import ANA, reply, task

from agent.brain import replies
from agent.brain.evidence import answered
from agent.brain.values import kinds
from tests.tables import table

ASKED = [
    "The contractor shall provide a help desk that answers 90 % of all calls within 30 seconds.",
    "State the total cost of ownership over five years in US dollars.",
    "Give the date on which the service will be available.",
    "Name the account manager.",
    "List all subcontractors.",
    "Describe the approach to disaster recovery.",
    "State how many consultants will work on site.",
    "The system must support at least 500 concurrent users.",
    "The proposal must state the warranty period in months.",
]
PEDIDO = [
    "A contratada deverá informar o prazo de implantação em meses.",
    "O licitante deve indicar o gerente do contrato.",
    "Apresentar o preço mensal da manutenção em reais.",
    "Descrever o plano de contingência.",
    "O sistema deve suportar no mínimo 300 usuários simultâneos.",
    "Listar todas as certificações da equipe.",
    "Informar a data de início da operação.",
]
ANSWERS = [
    ("The help desk answers 94 % of all calls within 20 seconds.", [0]),
    ("Total cost of ownership over five years: USD 2,450,000.", [1]),
    ("The service will be available on 1 September 2027.", [2]),
    ("Our account manager is Lucia Brand.", [3]),
    ("Account manager: Lucia Brand", [3]),
    ("Subcontractors:\n- Alpha Cloud GmbH (hosting)\n- Beta Support Ltd (help desk)\n- Gamma Print (letters)", [4]),
    (
        "Our approach to disaster recovery is a warm standby in a second region, with nightly restores that are tested "
        "each quarter.",
        [5],
    ),
    ("14 consultants will work on site.", [6]),
    ("We put 14 consultants on site for the whole work.", [6]),
    ("The system supports 800 concurrent users in one region.", [7]),
    ("The warranty period is 36 months from acceptance.", [8]),
    ("Warranty period: 36 months", [8]),
    (
        "As agreed, here are my points:\n1. The warranty period is 24 months.\n2. The system supports 650 concurrent "
        "users.",
        [7, 8],
    ),
    ("I have the number at last. The warranty period is 36 months.", [8]),
    ("Hi Olga,\n\nsorry for the delay. The warranty period is 36 months.\n\nBest\nJoe", [8]),
    ("Good news: the warranty period is 36 months.", [8]),
    ("The warranty period is 36 months and the account manager is Lucia Brand.", [3, 8]),
    ("We offer a warranty period of 36 months.", [8]),
    ("Our help desk answers 95 % of all calls within 25 seconds, day and night.", [0]),
    ("Lucia Brand is the account manager.", [3]),
    ("We use these subcontractors: Alpha Cloud for hosting, Beta Support for calls, and Gamma Print for letters.", [4]),
    ("Warranty: 36 months", [8]),
    ("the warranty period is 36 months", [8]),
    ("WARRANTY PERIOD: 36 MONTHS", [8]),
    ("warranty period = 36 months", [8]),
    ("The warranty period is thirty-six months.", [8]),
    ("The service will be available on 31/02/2027.", [2]),
    ("The warranty period is 36 months in the US and 24 months in Europe.", [8]),
]
RESPOSTAS = [
    ("O prazo de implantação é de 8 meses.", [0]),
    ("Prazo de implantação: 8 meses", [0]),
    ("O gerente do contrato será a Carla Nunes.", [1]),
    ("Gerente do contrato: Carla Nunes", [1]),
    ("O preço mensal da manutenção é de R$ 42.000,00.", [2]),
    ("Preço mensal da manutenção: R$ 42.000", [2]),
    (
        "Nosso plano de contingência prevê um segundo data center em Campinas, com testes mensais e retorno.",
        [3],
    ),
    ("O sistema suporta 450 usuários simultâneos.", [4]),
    ("Certificações da equipe: ITIL, PMP e ISO 20000.", [5]),
    ("A data de início da operação é 1º de março de 2027.", [6]),
    ("Início da operação: 01/03/2027", [6]),
]
NO_ANSWERS = [
    "Is 36 months as warranty period acceptable to you?",
    "The warranty period they asked for is 36 months, which legal rejected.",
    "The warranty period would be 36 months if the price holds.",
    "Our warranty period is usually 12 months but let me check first.",
    "The warranty period has to be 36 months, says the customer.",
    "I need the warranty period in months from legal by 5 December.",
    "Warranty period: 36 months? or 24 months",
    "Warranty period: I have no idea, ask legal, 2 weeks at least.",
    "Warranty period in months – 3 people are working on it.",
    "In the Contoso bid the warranty period was 24 months.",
    "Don't write that the warranty period is 24 months.",
    "The warranty period is 24 months. Please do not use that number.",
    "The warranty period is 24 months, that was before the merger, it is different now.",
    "The warranty period of 24 months scares our insurers.",
    "Nobody told me that the warranty period is 24 months.",
    "We cannot give the total cost of ownership over five years in US dollars, 3 offers are missing.",
    "Total cost of ownership over five years: between 1 and 3 million dollars, no clue yet",
    "Total cost of ownership over 5 years: see my sheet",
    "The account manager is on holiday until 14 December.",
    "The account manager is not decided.",
    "Account manager: Lucia or Tom, I will ask Ana",
    "Who is the account manager, Lucia Brand or Tom Berg?",
    "The account manager at the customer is Peter Frost.",
    "Account manager: TBD",
    "List all subcontractors, name the account manager, describe the approach to disaster recovery, state how many "
    "consultants work on site: got it, 4 tasks, on it.",
    "1. List all subcontractors. 2. Name the account manager. 3. State how many consultants will work on site.",
    "For the subcontractors I wait for the lawyers, the buyers, and the auditors.",
    "The system must support at least 500 concurrent users.",
    "The system supports 800 concurrent users, if we believe the vendor.",
    "The old system supports 300 concurrent users.",
    "We will state how many consultants will work on site on 9 December.",
    "How many consultants will work on site depends on 3 things.",
    "The service will be available on the date we agree with them, e.g. 1 September 2027.",
    "The date on which the service will be available: 1 September 2027 at the earliest, maybe later.",
    "Give me the date on which the service will be available by 10 December.",
    "Someone wrote “The service will be available on 1 September 2027.” in the margin.",
    "Ana says the service will be available on 1 September 2027.",
    "I doubt that the service will be available on 1 September 2027.",
    "Disaster recovery approach: same as in the last offer, copy it from there please.",
    "Our approach to disaster recovery is weak and we should talk about it before anybody writes a word.",
    "The help desk answers 94 % of all calls within 20 seconds? Never.",
    "From last year's offer:\nThe warranty period is 36 months.",
    "The customer wrote the following.\nThe warranty period is 36 months.",
    "Example of a good answer:\n- The warranty period is 36 months.\n- Account manager: Lucia Brand",
    "I asked Ana, and the warranty period is 36 months.",
    "No news on the account manager. Lucia Brand is a candidate.",
    "Lucia Brand is not the account manager.",
    "Lucia Brand is the account manager of the other vendor.",
    "Lucia Brand was the account manager.",
    "Should Lucia Brand be the account manager",
    "My proposal for the account manager: Lucia Brand",
    "Subcontractors: none",
    "Subcontractors: Alpha, Beta, and Gamma, all waiting for their NDA.",
    "The system supports 800 concurrent users. That is what the brochure claims.",
    "The system supports 800 concurrent users. I made that up to fill the page.",
    "Cost: 5 euros",
    "36 months",
    "Months: 36",
    "warrenty period is 36 months",
    "The service will be available on 1 September 2027 (I am 60 % sure).",
    "The warranty period is xx months.",
    "The warranty period is ___ months.",
    "The warranty period is [36] months.",
    "The warranty period is 0 months, lol, just kidding.",
    "Not my business, but the warranty period is 36 months.",
    "Fun fact: at Fabrikam the warranty period is 36 months.",
    "On page 4 the RFP states that the warranty period is 36 months.",
    "Page 4: the warranty period is 36 months.",
    "Their warranty period is 36 months.",
    "The market standard for the warranty period is 36 months.",
    "The minimum warranty period is 24 months by law.",
]
SEM_RESPOSTA = [
    "Qual o prazo de implantação, 8 meses?",
    "O prazo de implantação que o cliente quer é de 8 meses.",
    "O prazo de implantação não pode ser de 8 meses.",
    "Prazo de implantação: a definir, talvez 8 meses",
    "Preciso do prazo de implantação em meses até dia 9.",
    "No contrato anterior o prazo de implantação era de 8 meses.",
    "O prazo de implantação seria de 8 meses, se aprovarem.",
    "O gerente do contrato ainda não foi escolhido.",
    "O gerente do contrato está de férias, volta dia 14.",
    "Pergunta para a Carla Nunes quem é o gerente do contrato.",
    "Não coloque que o preço mensal da manutenção é de R$ 42.000,00.",
    "O preço mensal da manutenção é de R$ 42.000,00. Não use esse valor, está errado.",
    "O sistema atual suporta 100 usuários simultâneos.",
    "Acho que o sistema suporta 450 usuários simultâneos.",
    "Falta listar todas as certificações da equipe, o plano, e o preço.",
    "O plano de contingência depende da Maria, do Rui, e do banco.",
    "A data de início da operação vou confirmar até 9 de dezembro.",
]


@table(("text", "points"), ANSWERS)
def test_a_plain_statement_with_its_value_answers(text: str, points: list[int]) -> None:
    assert sorted(ASKED.index(one.point) for one in answered(text, ASKED)) == points


@table(("text", "points"), RESPOSTAS)
def test_a_plain_statement_in_portuguese_answers(text: str, points: list[int]) -> None:
    assert sorted(PEDIDO.index(one.point) for one in answered(text, PEDIDO)) == points


@table("text", NO_ANSWERS)
def test_what_is_asked_doubted_refused_retold_or_of_others_answers_nothing(text: str) -> None:
    assert answered(text, ASKED) == ()


@table("text", SEM_RESPOSTA)
def test_in_portuguese_neither(text: str) -> None:
    assert answered(text, PEDIDO) == ()


def test_the_words_that_answer_are_shown_with_their_point() -> None:
    (found,) = answered("Good morning! The warranty period is 36 months from acceptance. Best, Joe", ASKED)

    assert (found.point, found.words) == (ASKED[8], "The warranty period is 36 months from acceptance.")


def test_one_value_answers_one_point_and_two_answer_two() -> None:
    both = ["State the warranty period in months.", "State the warranty period of spare parts in months."]
    one = answered("The warranty period of spare parts is 12 months.", both)

    assert len(one) == 1
    assert (
        len(answered("The warranty period is 36 months. For spare parts the warranty period is 12 months.", both)) <= 2
    )


def test_a_form_that_repeats_the_points_is_read_by_what_stands_below_them() -> None:
    form = f"{ASKED[8]}\nAnswer: 36 months\n\n{ASKED[3]}\nAnswer:\n\n{ASKED[1]}\nAnswer: USD 2,450,000"

    assert [ASKED.index(one.point) for one in answered(form, ASKED)] == [1, 8]


def test_the_request_handed_back_answers_nothing() -> None:
    assert answered("\n".join(f"- {one}" for one in ASKED), ASKED) == ()
    assert answered(" ".join(f"{n}. {one}" for n, one in enumerate(ASKED, 1)), ASKED) == ()


def test_a_requirement_said_as_a_fact_is_an_answer_and_said_as_a_wish_is_none() -> None:
    asked = ["Incidents of severity 1 shall be answered within 30 minutes and resolved within 4 hours."]

    assert answered("Incidents of severity 1 are answered within 30 minutes and resolved within 4 hours.", asked)
    assert not answered(
        "Incidents of severity 1 must be answered within 30 minutes and resolved within 4 hours.", asked
    )
    assert not answered(asked[0], asked)


def test_lines_that_a_mail_program_broke_are_one_statement() -> None:
    asked = [
        "The platform must process 400 orders per minute with a response time below 800 ms at the 95th percentile."
    ]
    text = (
        "- The platform processes 650 orders per minute; in our load test the response time was 420 ms at the 95th\n"
        "  percentile.\n- The rest is in the file."
    )

    assert len(answered(text, asked)) == 1


def test_a_percentile_is_no_percentage() -> None:
    assert "percent" not in kinds("a response time below 800 milliseconds at the 95th percentile")
    assert kinds("The uptime must be 99.5 %.") == ("percent",)


def test_a_message_of_another_matter_counts_for_nothing_with_all_its_files() -> None:
    asked = task(*ASKED)
    wrong = replies.judge(asked, reply("Sorry, wrong project: there the warranty period is 36 months."), ANA)
    recap = replies.judge(asked, reply("Recap of what you asked: the warranty period is 36 months, right."), ANA)

    assert (wrong.covered, recap.covered) == ((), ())


def test_long_texts_are_read_in_no_time() -> None:
    begun = time.monotonic()
    answered("The warranty period, and the account manager, " * 4000, ASKED)
    answered("The warranty period is open. " * 3000, ASKED)
    answered("a:" * 20_000, ASKED)
    answered("1. " * 20_000, ASKED)

    assert time.monotonic() - begun < 3


@pytest.mark.parametrize("lead", ["", "Here is my part. What we offer, point by point:\n", "As you asked us:\n"])
@pytest.mark.parametrize("mark", ["- ", "1. ", "", "> * "])
def test_the_points_handed_back_under_a_heading_answer_nothing(lead: str, mark: str) -> None:
    asked = [
        "The vendor shall name two comparable projects of the last three years, each with a contact person.",
        "The vendor shall present a plan with milestones, deliverables and acceptance criteria for each milestone.",
        "A contratada deverá informar o prazo de implantação, que será de 8 meses.",
    ]

    assert answered(lead + "\n".join(f"{mark}{one}" for one in asked), asked) == ()


BANK = [
    "The vendor must name every component of the portal.",
    "The proposal must state the recovery time objective (RTO) and the recovery point objective (RPO).",
    "The vendor must describe how customer data is migrated from the legacy system.",
    "The vendor must describe how data is encrypted at rest and in transit.",
    "The vendor must list all security certifications it holds.",
    "The proposal must state within how many hours a security incident is reported.",
    "The proposal must state one fixed price in euros.",
    "The vendor must list the payment milestones with their dates.",
    "The proposal must state hourly rates for change requests.",
    "The proposal must state the go-live date.",
    "The vendor must name the project manager.",
    "The proposal must state the number of training days for bank staff.",
]
TALK = [
    "The go-live date was moved to 1 July 2027 by the bank without asking us.",
    "Olga told the bank that our go-live date is 15 June 2027. Did she ask anyone?",
    "We go live on 15 June 2027 only if I get two more people.",
    "We go live on 15 June 2027 or we lose the bid, that is what they think.",
    "Our project manager is sick, so training days for bank staff will be fewer than 12.",
    "Our project manager is Paula Reis until she leaves in March.",
    "Put Paula Reis as the project manager if nobody better comes up.",
    "Project manager: whoever is free, 2 candidates so far",
    "Project manager: Paula Reis (to be confirmed)",
    "Go-live date: 15 June 2027 (still under discussion)",
    "Training days for bank staff: 12 in Bob's sheet, 15 in mine.",
    "There were 12 training days for bank staff in the Fabrikam project.",
    "The number of training days for bank staff cannot be less than 12 days, they wrote.",
    "We discussed 12 training days for bank staff and rejected it.",
    "We promised the bank 12 training days for bank staff, which is crazy.",
    "We get 12 training days for bank staff into the plan if pricing agrees.",
    "We lose money at a fixed price of 480,000 euros.",
    "We lost the last bid with a fixed price of 480,000 euros.",
    "Our fixed price is above 480,000 euros, I will tell you when it is done.",
    "A fixed price of 480,000 euros is a joke.",
    "The fixed price of 480,000 euros is not mine, ask Carla.",
    "The fixed price in euros needs 3 signatures.",
    "We have no fixed price, 480,000 euros is what sales dreams of.",
    "Fixed price: 480,000 euros. Joke. I have nothing yet.",
    "Is one fixed price of 480,000 euros what they want",
    "Our payment milestones: when, how and why, I have 3 questions on their dates.",
    "The hourly rates for change requests are 95 euros in the frame contract that ended in 2025.",
    "The hourly rates for change requests are secret.",
    "We report a security incident within 24 hours today, for this bid it has to be 4, no idea how.",
    "A security incident is reported within 24 hours, they say.",
    "A security incident is reported within ? hours",
    "Data is encrypted at rest and in transit, I guess, with whatever the platform does by default.",
    "Data is encrypted at rest and in transit as every bank wants it these days.",
    "We should describe how data is encrypted at rest with AES-256 and in transit with TLS 1.3.",
    "Somebody from ops knows how data is encrypted at rest and in transit, AES or similar.",
    "Our security certifications are a mess: ISO lapsed, SOC in renewal, and PCI never done.",
    "The security certifications ISO 27001, SOC 2, and PCI DSS are what the bank asks for.",
    "We hold none of the security certifications ISO 27001, SOC 2, and PCI DSS.",
    "RTO is 4 hours, RPO is what? I have 1 hour in my notes.",
    "RTO: 4 hours\nRPO: ?",
    "RTO/RPO: 4 hours / 1 hour is impossible",
    "RTO and RPO are 4 hours and 1 hour in the RFP, right?",
    "Components of the portal: see the picture, the wiki, and the repo.",
    "Every component of the portal, front end, API, and database, is late.",
    "The components of the portal are unclear to me, to Bob, and to the bank.",
    "Customer data is migrated from the legacy system by somebody, I hope not by us.",
    "Customer data is migrated from the legacy system in a way nobody has described to me so far.",
    "O RTO é de 4 horas e o RPO é de 1 hora no edital deles.",
    "O cliente definiu que o RTO é de 4 horas e o RPO é de 1 hora.",
    "A data de go-live é 15 de junho de 2027 segundo o Bob, mas eu discordo.",
    "Ficou combinado que a data de go-live é 15 de junho de 2027? Não lembro.",
    "Seria bom que a data de go-live fosse 15 de junho de 2027.",
]


@table("text", TALK)
def test_talk_about_the_work_is_not_the_work(text: str) -> None:
    assert answered(text, BANK) == ()


def test_an_abbreviation_is_answered_by_its_words_in_full() -> None:
    asked = ["The proposal must state the recovery time objective (RTO)."]
    said = {
        "The recovery time objective (RTO) is 4 hours for every component.": True,
        "Our RTO is 4 hours.": True,
        "Who needs the recovery time objective (RTO) of 4 hours?": False,
        "The recovery time objective (RTO) is still open; they had 4 hours.": False,
    }

    assert {text: bool(answered(text, asked)) for text in said} == said
