"""What the reader has to tell the owner about doubts and contradictions, in two languages."""

from datetime import date
from typing import NamedTuple

from babel.dates import format_date

from agent.brain.language import Language


class Notes(NamedTuple):
    summer: str
    no_zone: str
    brasilia: str
    extended: str
    but: str
    amended: str
    nobody: str
    somebody: str
    several: str
    either: str
    read_as: str
    same_weekday: str
    one_week: str
    no_day: str
    no_day_for: str
    both_took: str
    other_days: str


_EN = Notes(
    summer="written as standard time on a summer date; the wall time of that place was taken",
    no_zone="a time is written but no time zone",
    brasilia="no time zone is written; Brasília time was taken",
    extended="extended from {old}",
    but="but",
    amended="Changed by amendment: {sentence} ({place})",
    nobody="Nobody was named for: “{what}” ({place}).",
    somebody="Somebody said “{quote}” ({place}), but the notes do not say who.",
    several="“{name}” in “{quote}” ({place}) can mean {people}.",
    either=" or ",
    read_as="“{written}” was read as {day}: {note}.",
    same_weekday="the meeting was on that weekday itself; one week later was taken",
    one_week="one week after the meeting was taken",
    no_day="The notes do not say on which day the meeting was held.",
    no_day_for="The notes do not say on which day the meeting was held, so {words} could not be turned into dates.",
    both_took="{one} ({here}) and {other} ({there}) both took “{what}”.",
    other_days="Notes of other days were not used: {names}.",
)
_PT = Notes(
    summer="escrito como horário padrão em data de verão; valeu o horário local daquele lugar",
    no_zone="há uma hora escrita, mas sem fuso horário",
    brasilia="não há fuso horário escrito; valeu o horário de Brasília",
    extended="prorrogado de {old}",
    but="mas",
    amended="Alterado por retificação: {sentence} ({place})",
    nobody="Ninguém foi indicado para: “{what}” ({place}).",
    somebody="Alguém disse “{quote}” ({place}), mas a ata não diz quem.",
    several="“{name}” em “{quote}” ({place}) pode ser {people}.",
    either=" ou ",
    read_as="“{written}” foi lido como {day}: {note}.",
    same_weekday="a reunião foi nesse mesmo dia da semana; valeu uma semana depois",
    one_week="valeu uma semana depois da reunião",
    no_day="A ata não diz em que dia foi a reunião.",
    no_day_for="A ata não diz em que dia foi a reunião, então {words} não puderam virar datas.",
    both_took="{one} ({here}) e {other} ({there}) ficaram com “{what}”.",
    other_days="Atas de outros dias não foram usadas: {names}.",
)


def notes(language: Language) -> Notes:
    return _PT if language == "pt" else _EN


def long_day(day: date, language: Language) -> str:
    return format_date(day, format="full", locale="pt_BR" if language == "pt" else "en")
