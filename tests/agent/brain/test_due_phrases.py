"""Days as people say them in meetings, said on different days of the week, month and year."""

from datetime import date

from agent.brain.due import find_due, find_dues
from tests.tables import table

MON = date(2026, 11, 30)
WED = date(2026, 12, 9)
FRI = date(2026, 12, 18)
EVE = date(2026, 12, 31)  # a Thursday
FEB = date(2027, 2, 24)  # a Wednesday
SUN = date(2027, 5, 30)

ENGLISH = [
    # weekdays
    (WED, "by Friday", "2026-12-11"),
    (WED, "by Friday at the latest", "2026-12-11"),
    (WED, "this Friday", "2026-12-11"),
    (WED, "this coming Tuesday", "2026-12-15"),
    (WED, "coming Monday", "2026-12-14"),
    (WED, "next Tuesday", "2026-12-15"),
    (WED, "Monday week", "2026-12-21"),
    (WED, "Friday week", "2026-12-18"),
    (WED, "Friday fortnight", "2026-12-25"),
    (WED, "a week on Friday", "2026-12-18"),
    (WED, "a week from Friday", "2026-12-18"),
    (WED, "two weeks from Friday", "2026-12-25"),
    (WED, "two weeks on Monday", "2026-12-28"),
    (WED, "a week tomorrow", "2026-12-17"),
    (WED, "tomorrow week", "2026-12-17"),
    (WED, "a week today", "2026-12-16"),
    (WED, "one week from today", "2026-12-16"),
    (WED, "two weeks from tomorrow", "2026-12-24"),
    (WED, "Thursday of next week", "2026-12-17"),
    (WED, "Thursday next week", "2026-12-17"),
    (WED, "next week Thursday", "2026-12-17"),
    (WED, "Tuesday in two weeks", "2026-12-22"),
    (WED, "the Tuesday of the week after next", "2026-12-22"),
    (WED, "noon on Friday", "2026-12-11"),
    (WED, "by 5 pm on Thursday", "2026-12-10"),
    (WED, "by EOD Thursday", "2026-12-10"),
    (WED, "Thursday EOD", "2026-12-10"),
    (WED, "by close of play Friday", "2026-12-11"),
    (WED, "by close of business on Monday", "2026-12-14"),
    (WED, "first thing Monday", "2026-12-14"),
    (WED, "Monday morning", "2026-12-14"),
    (WED, "late Thursday", "2026-12-10"),
    (FRI, "on Monday", "2026-12-21"),
    (FRI, "by Thursday next week", "2026-12-24"),
    (EVE, "by Monday", "2027-01-04"),
    (EVE, "next Friday", "2027-01-08"),
    (SUN, "by Tuesday", "2027-06-01"),
    # days counted
    (WED, "tomorrow", "2026-12-10"),
    (WED, "by close of play tomorrow", "2026-12-10"),
    (WED, "by tomorrow evening", "2026-12-10"),
    (WED, "the day after tomorrow", "2026-12-11"),
    (EVE, "tomorrow", "2027-01-01"),
    (WED, "tonight", "2026-12-09"),
    (WED, "by end of day", "2026-12-09"),
    (WED, "by COB", "2026-12-09"),
    (WED, "by close of business", "2026-12-09"),
    (WED, "this afternoon", "2026-12-09"),
    (WED, "later today", "2026-12-09"),
    (WED, "in a fortnight", "2026-12-23"),
    (WED, "within a fortnight", "2026-12-23"),
    (WED, "in two weeks' time", "2026-12-23"),
    (WED, "in a week's time", "2026-12-16"),
    (WED, "in ten days", "2026-12-19"),
    (WED, "in twelve days", "2026-12-21"),
    (WED, "in twenty-one days", "2026-12-30"),
    (WED, "in a couple of days", "2026-12-11"),
    (WED, "within 48 hours", "2026-12-11"),
    (WED, "in ten working days", "2026-12-23"),
    (WED, "within five business days", "2026-12-16"),
    (WED, "three working days from now", "2026-12-14"),
    (FRI, "in two business days", "2026-12-22"),
    (FRI, "two working days from Monday", "2026-12-23"),
    (WED, "in a month", "2027-01-09"),
    (EVE, "in two months", "2027-02-28"),
    (WED, "three weeks from now", "2026-12-30"),
    (WED, "in about three weeks", "2026-12-30"),
    # days of the month
    (WED, "by the 18th", "2026-12-18"),
    (WED, "the 18th", "2026-12-18"),
    (WED, "by COB on the 18th", "2026-12-18"),
    (WED, "EOD on the 18th", "2026-12-18"),
    (WED, "by the fifteenth", "2026-12-15"),
    (WED, "before the twenty-first", "2026-12-21"),
    (WED, "by the 8th", "2027-01-08"),
    (EVE, "by the 5th", "2027-01-05"),
    (WED, "the 5th of next month", "2027-01-05"),
    (WED, "Friday the 18th", "2026-12-18"),
    (WED, "Fri 18th", "2026-12-18"),
    (WED, "next Friday, the 18th", "2026-12-18"),
    (WED, "December 18", "2026-12-18"),
    (WED, "18 Dec", "2026-12-18"),
    (WED, "18-Dec", "2026-12-18"),
    (WED, "Dec 18th", "2026-12-18"),
    (WED, "18. December", "2026-12-18"),
    (WED, "the 18th of December", "2026-12-18"),
    (WED, "December fifteenth", "2026-12-15"),
    (WED, "the fifteenth of January", "2027-01-15"),
    (WED, "by January 15th", "2027-01-15"),
    (WED, "by Wed 16 Dec", "2026-12-16"),
    (WED, "on 18.12.", "2026-12-18"),
    (WED, "by 12/18", "2026-12-18"),
    (WED, "18/12", "2026-12-18"),
    (WED, "by 22-Jan-2027", "2027-01-22"),
    (WED, "by 1. July 2027", "2027-07-01"),
    (WED, "by 15/02/27", "2027-02-15"),
    (WED, "by 2027-01-22", "2027-01-22"),
    (WED, "by March 5, 2027 at noon", "2027-03-05"),
    (WED, "May 3rd", "2027-05-03"),
    (WED, "by the 3rd of may", "2027-05-03"),
    # ends
    (WED, "by the end of the week", "2026-12-11"),
    (WED, "end of this week", "2026-12-11"),
    (WED, "before the weekend", "2026-12-11"),
    (WED, "by end of next week", "2026-12-18"),
    (WED, "end of the week after next", "2026-12-25"),
    (WED, "by the end of the month", "2026-12-31"),
    (WED, "end of next month", "2027-01-31"),
    (WED, "end of January", "2027-01-31"),
    (WED, "by the end of February", "2027-02-28"),
    (FEB, "month end", "2027-02-28"),
    (WED, "by year-end", "2026-12-31"),
    (WED, "end of the year", "2026-12-31"),
    (WED, "end of Q1", "2027-03-31"),
    (WED, "the last working day of January", "2027-01-29"),
    (WED, "last day of the month", "2026-12-31"),
    (WED, "the last Friday of January", "2027-01-29"),
    (WED, "first Monday in February", "2027-02-01"),
    (WED, "second Tuesday of January", "2027-01-12"),
    (WED, "end of the first week of January", "2027-01-08"),
    (WED, "in the first week of February", "2027-02-05"),
    (WED, "in the last week of January", "2027-01-29"),
    (WED, "the week of December 14", "2026-12-18"),
    (WED, "the week of the 14th", "2026-12-18"),
    (WED, "week commencing 14 December", "2026-12-18"),
    (WED, "week ending 18 December", "2026-12-18"),
    (WED, "this week", "2026-12-11"),
    (WED, "next Thursday the 17th at the latest", "2026-12-17"),
    (WED, "next week, probably Tuesday", "2026-12-15"),
    (WED, "within the next fortnight", "2026-12-23"),
    (WED, "over the next ten days", "2026-12-19"),
    (WED, "in under a week", "2026-12-16"),
    (WED, "by New Year's Eve", "2026-12-31"),
    (WED, "by close of Friday", "2026-12-11"),
    (WED, "at midnight on the 18th", "2026-12-18"),
    (WED, "Friday week at noon", "2026-12-18"),
    (WED, "Thursday 17", "2026-12-17"),
]

PORTUGUESE = [
    (WED, "até sexta", "2026-12-11"),
    (WED, "até sexta-feira", "2026-12-11"),
    (WED, "pra sexta", "2026-12-11"),
    (WED, "até sexta sem falta", "2026-12-11"),
    (WED, "na 6ª-feira", "2026-12-11"),
    (WED, "nesta quinta", "2026-12-10"),
    (WED, "sexta que vem", "2026-12-11"),
    (WED, "na próxima segunda", "2026-12-14"),
    (WED, "na outra sexta", "2026-12-18"),
    (WED, "sexta da outra semana", "2026-12-18"),
    (WED, "na sexta da semana que vem", "2026-12-18"),
    (WED, "semana que vem, na terça", "2026-12-15"),
    (WED, "sexta daqui a duas semanas", "2026-12-25"),
    (WED, "sexta desta semana", "2026-12-11"),
    (WED, "até as 18h de sexta", "2026-12-11"),
    (WED, "sexta às 17h", "2026-12-11"),
    (WED, "segunda cedo", "2026-12-14"),
    (WED, "segunda de manhã", "2026-12-14"),
    (WED, "até o fim do dia de quinta", "2026-12-10"),
    (FRI, "até segunda", "2026-12-21"),
    (EVE, "até terça", "2027-01-05"),
    (WED, "amanhã", "2026-12-10"),
    (WED, "até amanhã ao meio-dia", "2026-12-10"),
    (WED, "depois de amanhã", "2026-12-11"),
    (WED, "hoje ainda", "2026-12-09"),
    (WED, "até o fim do dia", "2026-12-09"),
    (WED, "em duas semanas", "2026-12-23"),
    (WED, "daqui a quinze dias", "2026-12-24"),
    (WED, "daqui uns dez dias", "2026-12-19"),
    (WED, "daqui a uma quinzena", "2026-12-24"),
    (WED, "em uma semana", "2026-12-16"),
    (WED, "numa semana", "2026-12-16"),
    (WED, "dentro de um mês", "2027-01-09"),
    (WED, "em dez dias úteis", "2026-12-23"),
    (WED, "em 3 dias úteis", "2026-12-14"),
    (WED, "em vinte e um dias", "2026-12-30"),
    (WED, "em 48 horas", "2026-12-11"),
    (WED, "duas semanas a partir de sexta", "2026-12-25"),
    (WED, "até o dia 18", "2026-12-18"),
    (WED, "até dia 18", "2026-12-18"),
    (WED, "dia 18, sexta", "2026-12-18"),
    (WED, "sexta, dia 18", "2026-12-18"),
    (WED, "sexta (18/12)", "2026-12-18"),
    (WED, "sexta-feira, 18/12", "2026-12-18"),
    (WED, "até o dia quinze", "2026-12-15"),
    (WED, "dia cinco", "2027-01-05"),
    (WED, "dia 5 do mês que vem", "2027-01-05"),
    (WED, "até 18/12", "2026-12-18"),
    (WED, "prazo: 18/12", "2026-12-18"),
    (WED, "até 5/2", "2027-02-05"),
    (WED, "até 18.12.", "2026-12-18"),
    (WED, "18/dez", "2026-12-18"),
    (WED, "18 de dezembro", "2026-12-18"),
    (WED, "1º de fevereiro", "2027-02-01"),
    (WED, "primeiro de fevereiro", "2027-02-01"),
    (WED, "vinte de janeiro", "2027-01-20"),
    (WED, "vinte e dois de janeiro", "2027-01-22"),
    (WED, "até 15/02/27", "2027-02-15"),
    (WED, "até 15 de fevereiro de 2027", "2027-02-15"),
    (WED, "prazo 15 de janeiro", "2027-01-15"),
    (WED, "até o fim da semana", "2026-12-11"),
    (WED, "antes do fim de semana", "2026-12-11"),
    (WED, "até o fim da semana que vem", "2026-12-18"),
    (WED, "até o fim do mês", "2026-12-31"),
    (FEB, "no final do mês", "2027-02-28"),
    (WED, "fim do mês que vem", "2027-01-31"),
    (WED, "até o final de janeiro", "2027-01-31"),
    (WED, "até o fim do ano", "2026-12-31"),
    (WED, "último dia útil de janeiro", "2027-01-29"),
    (WED, "na última sexta de janeiro", "2027-01-29"),
    (WED, "na primeira segunda-feira de fevereiro", "2027-02-01"),
    (WED, "na primeira semana de janeiro", "2027-01-08"),
    (WED, "na segunda semana de janeiro", "2027-01-15"),
    (WED, "na semana do dia 14", "2026-12-18"),
    (WED, "na primeira quinzena de janeiro", "2027-01-15"),
    (WED, "ainda esta semana", "2026-12-11"),
    (WED, "quinta, 17", "2026-12-17"),
    (WED, "até o fim de sexta", "2026-12-11"),
    (WED, "em até 5 dias úteis", "2026-12-16"),
    (WED, "nos próximos dez dias", "2026-12-19"),
    (WED, "sem falta na terça", "2026-12-15"),
    (WED, "de hoje a oito dias", "2026-12-16"),
    (WED, "de sexta a oito", "2026-12-18"),
    (WED, "sem ser essa sexta, a outra", "2026-12-18"),
    (WED, "dia 1º", "2027-01-01"),
]


@table(("held", "said", "day"), ENGLISH)
def test_a_day_said_in_english(held: date, said: str, day: str) -> None:
    found = find_due(f"I'll send the plan {said}.", held)

    assert found is not None
    assert str(found.day) == day
    assert found.as_written == said.rstrip(".") or found.as_written in said


@table(("held", "said", "day"), PORTUGUESE)
def test_a_day_said_in_portuguese(held: date, said: str, day: str) -> None:
    found = find_due(f"Eu mando o plano {said}.", held, portuguese=True)

    assert found is not None
    assert str(found.day) == day


@table(
    "said",
    [
        "early next week",
        "later this week",
        "mid-January",
        "sometime in January",
        "in a few days",
        "in two or three days",
        "in 2-3 weeks",
        "before Christmas",
        "over the weekend",
        "two weeks before the deadline",
        "within five days of the award",
        "Thursday or Friday",
        "between Monday and Wednesday",
        "the Friday after next",
        "next month",
        "in a week or two",
        "no início de janeiro",
        "em meados de fevereiro",
        "em alguns dias",
        "em 2 ou 3 dias",
        "antes do Natal",
        "dois dias antes da entrega",
        "na quinta ou na sexta",
        "Thursday/Friday",
        "the first Monday after New Year",
        "the day before the deadline",
        "no mês que vem",
    ],
)
def test_words_that_leave_the_day_open_give_none(said: str) -> None:
    portuguese = said.startswith(("no ", "em ", "antes", "dois", "na "))
    found = find_due(f"I'll send it {said}.", WED, portuguese)

    assert found is None or found.day is None


@table(
    "text",
    [
        "I can only start after Monday",
        "starting on Monday",
        "it is there Monday onwards",
        "I sent it last Friday",
        "We meet every Friday",
        "I'll set 3 milestones",
        "5 out of 10 answers",
        "that may 5 times happen",
        "the second draft",
        "the 2nd draft is mine",
        "on the first page",
        "see section 4.12. and version 2.10",
        "24/7 support",
        "50/50",
        "a Good Friday agreement",
        "we use monday.com",
        "Friday's numbers are wrong",
        "a segunda versão",
        "na quinta seção",
        "na sexta passada",
        "toda sexta",
        "a partir de segunda",
        "um terço dos casos",
        "quero tudo na quinta anterior",
        "6/12/24 months",
    ],
)
def test_what_names_no_deadline_is_none(text: str) -> None:
    assert find_due(text, WED) is None


def test_a_vague_word_gives_way_to_the_day_behind_it() -> None:
    found = find_due("sometime next week, Wednesday at the latest", WED)

    assert found is not None
    assert str(found.day) == "2026-12-16"


@table("cell", ["18.12.", "18/12", "Fri 18 Dec", "18 Dec", "18-Dec-2026", "dez 18", "(18/12)", "due: 18/12"])
def test_a_cell_may_hold_nothing_but_a_day(cell: str) -> None:
    found = find_due(cell, WED, portuguese="dez" in cell)

    assert found is not None
    assert str(found.day) == "2026-12-18"


def test_a_weekday_of_a_vague_week_is_one_of_that_week() -> None:
    found = find_due("sometime next week, Thursday at the latest", MON)

    assert found is not None
    assert str(found.day) == "2026-12-10"


def test_a_weekday_that_is_not_that_date_is_told() -> None:
    found = find_due("by Friday, 17 December", WED)

    assert found is not None
    assert (str(found.day), found.note) == ("2026-12-17", "other_weekday")


def test_an_order_nobody_knows_is_told() -> None:
    unknown, known = find_due("by 05/02/2027", WED), find_due("by 05/02/2027", WED, day_first=True)

    assert unknown is not None
    assert known is not None
    assert (str(unknown.day), unknown.note) == ("2027-05-02", "either_order")
    assert (str(known.day), known.note) == ("2027-02-05", "")


def test_the_end_of_a_week_taken_for_the_week_is_told() -> None:
    found = find_due("in the week of 14 December", WED)

    assert found is not None
    assert found.note == "its_end"


def test_every_date_of_a_sentence_is_found_in_order() -> None:
    found = find_dues("the schedule by the 18th, the risk register by Monday and the plan in a fortnight", WED)

    assert [str(due.day) for due in found] == ["2026-12-18", "2026-12-14", "2026-12-23"]
