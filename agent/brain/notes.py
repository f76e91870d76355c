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
    nobody_for_many: str
    somebody: str
    several: str
    either: str
    read_as: str
    same_weekday: str
    one_week: str
    either_order: str
    its_end: str
    other_weekday: str
    declined: str
    took_back: str
    spared: str
    unclear: str
    no_day: str
    no_day_for: str
    both_took: str
    other_days: str
    strangers: str
    too_early: str
    too_late: str
    lent: str

    def reading(self, note: str) -> str:
        """Why a date was read as it was."""
        told = {"same_weekday": self.same_weekday, "other_weekday": self.other_weekday, "its_end": self.its_end}
        return (told | {"either_order": self.either_order}).get(note, self.one_week)


_EN = Notes(
    summer="written as standard time on a summer date; the wall time of that place was taken",
    no_zone="a time is written but no time zone",
    brasilia="no time zone is written; Brasília time was taken",
    extended="extended from {old}",
    but="but",
    amended="Changed by amendment ({place}): {sentence}",
    nobody="Nobody was named for: “{what}” ({place}).",
    nobody_for_many="Nobody was named for {n} actions in {file}: {whats}.",
    somebody="Somebody said “{quote}” ({place}), but the notes do not say who.",
    several="“{name}” in “{quote}” ({place}) can mean {people}.",
    either=" or ",
    read_as="“{written}” was read as {day}: {note}.",
    same_weekday="the meeting was on that weekday itself; one week later was taken",
    one_week="one week after the meeting was taken",
    either_order="day and month could also be the other way round",
    its_end="the last working day of that time was taken",
    other_weekday="the date was taken, although it falls on another weekday",
    declined="{name} was named, but said no: “{quote}” ({place}).",
    took_back="{name} took on “{what}” and then took it back: “{quote}” ({place}).",
    spared="“{what}” ({name}) is not needed any more: “{quote}” ({place}).",
    unclear="It is not clear what is meant by “{quote}” ({place}).",
    no_day="The notes do not say on which day the meeting was held.",
    no_day_for="The notes do not say on which day the meeting was held, so {words} could not be turned into dates.",
    both_took="{one} ({here}) and {other} ({there}) both took “{what}”.",
    other_days="Notes of other days were not used: {names}.",
    strangers="Nothing in {files} names {customer} or a section of the request; they may be the wrong notes.",
    too_early="The meeting was held on {day}, before the request was issued ({other}).",
    too_late="The meeting was held on {day}, after the proposal was due ({other}).",
    lent="{address} stands in {file} without a name; it was taken for {name}.",
)
_PT = Notes(
    summer="escrito como horário padrão em data de verão; valeu o horário local daquele lugar",
    no_zone="há uma hora escrita, mas sem fuso horário",
    brasilia="não há fuso horário escrito; valeu o horário de Brasília",
    extended="prorrogado de {old}",
    but="mas",
    amended="Alterado por retificação ({place}): {sentence}",
    nobody="Ninguém foi indicado para: “{what}” ({place}).",
    nobody_for_many="Ninguém foi indicado para {n} ações em {file}: {whats}.",
    somebody="Alguém disse “{quote}” ({place}), mas a ata não diz quem.",
    several="“{name}” em “{quote}” ({place}) pode ser {people}.",
    either=" ou ",
    read_as="“{written}” foi lido como {day}: {note}.",
    same_weekday="a reunião foi nesse mesmo dia da semana; valeu uma semana depois",
    one_week="valeu uma semana depois da reunião",
    either_order="dia e mês também podem estar na ordem inversa",
    its_end="valeu o último dia útil desse período",
    other_weekday="valeu a data, embora ela caia em outro dia da semana",
    declined="{name} foi indicado(a), mas disse que não: “{quote}” ({place}).",
    took_back="{name} assumiu “{what}” e depois voltou atrás: “{quote}” ({place}).",
    spared="“{what}” ({name}) deixou de ser necessário: “{quote}” ({place}).",
    unclear="Não está claro a que se refere “{quote}” ({place}).",
    no_day="A ata não diz em que dia foi a reunião.",
    no_day_for="A ata não diz em que dia foi a reunião, então {words} não puderam virar datas.",
    both_took="{one} ({here}) e {other} ({there}) ficaram com “{what}”.",
    other_days="Atas de outros dias não foram usadas: {names}.",
    strangers="Nada em {files} cita {customer} nem uma seção do edital: confirme se é a ata certa.",
    too_early="A reunião foi em {day}, antes da publicação do edital ({other}).",
    too_late="A reunião foi em {day}, depois do prazo da proposta ({other}).",
    lent="{address} está em {file} sem nome; foi tomado como sendo de {name}.",
)


DATE_LABELS_PT = {
    "Proposal due": "Prazo da proposta",
    "Questions until": "Perguntas até",
    "Answers by": "Respostas até",
    "Notice of award": "Resultado da seleção",
    "Work starts": "Início dos trabalhos",
    "Evaluation": "Avaliação",
    "Issued": "Publicação",
}


def date_label(label: str, language: Language) -> str:
    """A key date's fixed English label as its reader calls it."""
    return DATE_LABELS_PT.get(label, label) if language == "pt" else label


def notes(language: Language) -> Notes:
    return _PT if language == "pt" else _EN


def long_day(day: date, language: Language) -> str:
    return format_date(day, format="full", locale="pt_BR" if language == "pt" else "en")
