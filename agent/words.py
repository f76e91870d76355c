"""What the agent says by itself, in the languages of its owners: sentences, counted nouns, labels, dates."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from agent.brain.language import Language
from agent.words_en import EN
from agent.words_pt import PT
from agent.words_replies import EN as REPLIES_EN
from agent.words_replies import PT as REPLIES_PT

NOUNS = {
    "en": {
        "section": ("1 section", "{n} sections"),
        "requirement": ("1 requirement", "{n} requirements"),
        "date": ("1 date", "{n} dates"),
        "criterion": ("1 evaluation criterion", "{n} evaluation criteria"),
        "commitment": ("1 commitment", "{n} commitments"),
        "person": ("1 person", "{n} people"),
        "task": ("1 task", "{n} tasks"),
        "file": ("1 document", "{n} documents"),
        "point": ("1 more point", "{n} more points"),
        "waiting": ("1 draft waits", "{n} drafts wait"),
        "draft": ("1 draft", "{n} drafts"),
        "reminder": ("1 reminder", "{n} reminders"),
        "part": ("1 part", "{n} parts"),
        "step": ("1 step", "{n} steps"),
    },
    "pt-BR": {
        "section": ("1 seção", "{n} seções"),
        "requirement": ("1 requisito", "{n} requisitos"),
        "date": ("1 data", "{n} datas"),
        "criterion": ("1 critério de avaliação", "{n} critérios de avaliação"),
        "commitment": ("1 compromisso", "{n} compromissos"),
        "person": ("1 pessoa", "{n} pessoas"),
        "task": ("1 tarefa", "{n} tarefas"),
        "file": ("1 documento", "{n} documentos"),
        "point": ("1 ponto", "{n} pontos"),
        "waiting": ("1 rascunho aguarda", "{n} rascunhos aguardam"),
        "draft": ("1 rascunho", "{n} rascunhos"),
        "reminder": ("1 lembrete", "{n} lembretes"),
        "part": ("1 parte", "{n} partes"),
        "step": ("1 passo", "{n} passos"),
    },
}
LABELS = {
    "en": {
        "none": "not started",
        "rfp_found": "RFP found",
        "charter_drafted": "charter drafted, kickoff notes missing",
        "kickoff_found": "tasks found",
        "waiting_for_approval": "briefs wait for approval",
        "tasks_allocated": "under way",
        "following": "under way",
        "pending": "waiting",
        "in_progress": "in progress",
        "submitted": "handed in",
        "submitted_with_gaps": "handed in with gaps",
        "overdue": "late",
    },
    "pt-BR": {
        "none": "não iniciado",
        "rfp_found": "RFP encontrada",
        "charter_drafted": "charter pronto, faltam as notas do kickoff",
        "kickoff_found": "tarefas encontradas",
        "waiting_for_approval": "briefings aguardam aprovação",
        "tasks_allocated": "em andamento",
        "following": "em andamento",
        "pending": "aguardando",
        "in_progress": "em andamento",
        "submitted": "entregue",
        "submitted_with_gaps": "entregue com lacunas",
        "overdue": "em atraso",
    },
}
MONTHS = {
    "en": ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    "pt-BR": ("jan.", "fev.", "mar.", "abr.", "mai.", "jun.", "jul.", "ago.", "set.", "out.", "nov.", "dez."),
}
SENTENCES = {"en": EN | REPLIES_EN, "pt-BR": PT | REPLIES_PT}
AND = {"en": " and ", "pt-BR": " e "}


def page(lines: Iterable[str]) -> str:
    """Markdown: a blank line between paragraphs, none between the items of a list."""
    text, before = "", ""
    for line in filter(None, lines):
        item_after_item = line.startswith("- ") and before.startswith("- ")
        text += ("\n" if item_after_item else "\n\n") * bool(text) + line
        before = line
    return text


class Words:
    """The sentences of one language. A locale we do not speak gets English; any Portuguese gets ours."""

    def __init__(self, locale: str) -> None:
        self.locale = "pt-BR" if locale.lower().startswith("pt") else "en"

    @property
    def language(self) -> Language:
        return "pt" if self.locale == "pt-BR" else "en"

    def say(self, key: str, **facts: object) -> str:
        return SENTENCES[self.locale][key].format(**facts)

    def count(self, n: int, noun: str) -> str:
        one, many = NOUNS[self.locale][noun]
        return one if n == 1 else many.format(n=n)

    def label(self, name: str) -> str:
        return LABELS[self.locale].get(name, name)

    def join(self, parts: Iterable[str]) -> str:
        """“a, b and c”, each once, in order."""
        *head, last = list(dict.fromkeys(parts)) or [""]
        return f"{', '.join(head)}{AND[self.locale]}{last}" if head else last

    def few(self, parts: Iterable[str], room: int = 140) -> str:
        """A list that stays readable; what does not fit into so many characters is counted."""
        whole = list(dict.fromkeys(parts))
        shown = whole[:1]
        for part in whole[1:]:
            if len(", ".join([*shown, part])) > room:
                break
            shown.append(part)
        rest = len(whole) - len(shown)
        return self.join([*shown, self.say("more", n=rest)] if rest else shown)

    def day(self, when: str | date | datetime | None) -> str:
        """A date in short human form, with the time when there is one; what is no date stays as it was written."""
        value = _parsed(when) if isinstance(when, str) else when
        if value is None:
            return str(when or "")
        month = MONTHS[self.locale][value.month - 1]
        day = f"{value.day} {month} {value.year}" if self.locale == "en" else f"{value.day} de {month} de {value.year}"
        return f"{day}, {value:%H:%M}" if isinstance(value, datetime) else day

    def moment(self, when: str, zone: str) -> str:
        """A date as above; a time of another zone than the reader's says which: "4 Dec 2026, 17:00 (UTC+1)"."""
        value = _parsed(when)
        if not isinstance(value, datetime) or value.tzinfo is None:
            return self.day(when)
        offset, here = value.utcoffset(), value.astimezone(ZoneInfo(zone)).utcoffset()
        return self.day(when) if offset == here or offset is None else f"{self.day(when)} ({_utc(offset)})"


def _utc(offset: timedelta) -> str:
    """ "UTC+1", "UTC−3:30"."""
    minutes = int(offset.total_seconds()) // 60
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'−' if minutes < 0 else '+'}{hours}" + (f":{rest:02}" if rest else "")


def _parsed(text: str) -> date | datetime | None:
    try:
        return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)
    except ValueError:
        return None
