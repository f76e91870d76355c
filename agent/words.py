"""Every sentence the agent says by itself, in the languages of its owners."""

from collections.abc import Iterable
from datetime import date, datetime

EN = {
    "more": "{n} more",
    "rfp.read": "I read **{source}**{about}: {sections} with {requirements}, {dates} and {criteria}.",
    "rfp.about": " ({about})",
    "rfp.missing": "I looked through {files} and found no request for proposal.",
    "rfp.missing.nothing": "I have no document to look into yet.",
    "rfp.ask": "Could you add the RFP to this thread, or tell me its file name?",
    "rfp.dates": "Dates: {dates}.",
    "rfp.limits": "Format rules: {limits}.",
    "kickoff.read": "From **{source}**{held} I took {commitments} by {people} and made {tasks}.",
    "kickoff.held": " (held on {day})",
    "kickoff.missing": "I read the RFP ({source}), but found no kickoff notes in {files}.",
    "kickoff.empty": "I read {source}, but nobody takes on a section of the response in it.",
    "kickoff.ask": "Could you add the notes or the transcript of the kickoff to this thread?",
    "kickoff.nothing_new": "There is nothing new in the kickoff notes.",
    "kickoff.new": "The notes hold {tasks} that I did not know yet: {titles}.",
    "address.missing": "I have no address for {names}, so there is no brief for {titles} yet.",
    "address.ask": "What is the address of {name}?",
    "address.kept": "Thank you: {name} is reached at {address}.",
    "check.head": "**Please check:**",
    "check.unowned": "Nobody took on: {titles}.",
    "check.descoped": "Left out, as the meeting decided: {titles}.",
    "check.no_due": "No date was said for: {titles}.",
    "check.no_limits": "The RFP states no page limit or format rule.",
    "check.no_dates": "The RFP states no date.",
    "check.no_criteria": "The RFP states no evaluation criteria.",
    "check.guess": "I do not know your own address, so I treat everybody as external.",
    "check.unread": "{name}: {trouble}",
    "check.date": "{label} ({written}): {note}",
    "check.more": "… and {points} in the charter file.",
    "gate.waiting": "Nothing has been sent: {drafts} for your approval.",
    "gate.words": "A message is sent only when you approve it on its card; words in the chat do not send anything.",
    "sent": "Sent: {names}.",
    "failed": "Not delivered: {names}. {reason}",
    "rejected": "Rejected: {names}.",
    "rejected.why": "Rejected: {names} ({reason}).",
    "edited": "Your words are kept for {names}.",
    "changed": "Here is version {version} of the message to {name}, changed as you asked.",
    "change.unclear": "I cannot apply “{instruction}” to the message to {name} with certainty.",
    "change.ask": "Which words should it say instead?",
    "unknown_draft": "I know no draft {names}; nothing was changed.",
    "already": "Recorded before: {names}.",
    "reply.covered": "{name} answered for **{title}**: all of {requirements} covered.",
    "reply.gaps": "{name} answered for **{title}**: {covered} of {requirements} covered. Open: {gaps}.",
    "reply.nothing": "{name} sent something for **{title}**, but none of {requirements} is covered yet. Open: {gaps}.",
    "reply.question": "{name} asks about **{title}**: “{question}”",
    "reply.promise": "{name} has sent nothing for **{title}** yet, and names {day}.",
    "reply.promise.open": "{name} has sent nothing for **{title}** yet, and names no day.",
    "reply.automatic": "This is an automatic answer from {name}; I kept nothing of it.",
    "reply.unrelated": "I found nothing about the tasks of {name} in this message.",
    "reply.again": "I had read this message of {name} before; nothing changed.",
    "reply.no_task": "{name} has no open task in this project.",
    "owed": "You owe {tasks}:",
    "owed.nothing": "You have no open task in this project.",
    "status.none": "No project has been started here yet. Tell me about the RFP, and I will look for it.",
    "status.head": "**{about}**: {phase}. {done} of {tasks} handed in{late}.",
    "status.late": ", {late} late",
    "status.task": "- **{title}** – {owner}: {status}{due}{more}",
    "status.due": ", due {day}",
    "status.open": "; open: {gaps}",
    "status.no_tasks": "There are no tasks yet.",
    "status.waiting": "Waiting for you: {drafts}.",
    "late.none": "Nothing is late.",
    "late.head": "Late as of {day}:",
    "late.task": "- **{title}** – {owner}: due {day}{sign}{more}",
    "late.sign": ", last heard from on {day}",
    "late.silent": ", no sign yet",
    "late.promised": "; they named {day}",
    "late.not_briefed": "; the brief has not been sent",
    "late.reminded": "; {reminders} without an answer, please speak to them yourself",
    "sources.head": "I read these documents:",
    "sources.seen": "In the folders I can see {files}: {names}.",
    "sources.none": "I have no documents yet.",
    "poll.same": "Nothing has changed since {day}.",
    "poll.first": "First check.",
    "poll.changed": "Changed: {changes}.",
    "poll.change": "{title} is now {status}",
    "poll.reminders": "I drafted {reminders} for your approval.",
    "help": "I can read the RFP and the kickoff notes, draft the briefs, and tell you what is open or late. "
    "To change a draft, write what should change on its card.",
    "repeat": "This turn was done before; nothing was done again.",
    "charter.head": "# Charter: {about}",
    "charter.source": "Source: {sources}",
}

PT = {
    "more": "mais {n}",
    "rfp.read": "Li **{source}**{about}: {sections} com {requirements}, {dates} e {criteria}.",
    "rfp.about": " ({about})",
    "rfp.missing": "Procurei em {files} e não encontrei nenhum pedido de proposta.",
    "rfp.missing.nothing": "Ainda não tenho nenhum documento para ler.",
    "rfp.ask": "Você pode incluir a RFP nesta conversa ou me dizer o nome do arquivo?",
    "rfp.dates": "Datas: {dates}.",
    "rfp.limits": "Regras de formato: {limits}.",
    "kickoff.read": "De **{source}**{held} tirei {commitments} de {people} e criei {tasks}.",
    "kickoff.held": " (reunião de {day})",
    "kickoff.missing": "Li a RFP ({source}), mas não encontrei notas do kickoff em {files}.",
    "kickoff.empty": "Li {source}, mas ninguém assume uma seção da resposta ali.",
    "kickoff.ask": "Você pode incluir as notas ou a transcrição do kickoff nesta conversa?",
    "kickoff.nothing_new": "Não há nada de novo nas notas do kickoff.",
    "kickoff.new": "As notas trazem {tasks} que eu ainda não conhecia: {titles}.",
    "address.missing": "Não tenho o endereço de {names}; por isso ainda não há briefing para {titles}.",
    "address.ask": "Qual é o endereço de {name}?",
    "address.kept": "Obrigado: o endereço de {name} é {address}.",
    "check.head": "**Confira, por favor:**",
    "check.unowned": "Ninguém assumiu: {titles}.",
    "check.descoped": "Fora do escopo, como decidido na reunião: {titles}.",
    "check.no_due": "Não foi dita uma data para: {titles}.",
    "check.no_limits": "A RFP não traz limite de páginas nem regra de formato.",
    "check.no_dates": "A RFP não traz nenhuma data.",
    "check.no_criteria": "A RFP não traz critérios de avaliação.",
    "check.guess": "Não conheço o seu endereço; por isso trato todos como externos.",
    "check.unread": "{name}: {trouble}",
    "check.date": "{label} ({written}): {note}",
    "check.more": "… e mais {points} no arquivo do charter.",
    "gate.waiting": "Nada foi enviado: {drafts} a sua aprovação.",
    "gate.words": "Uma mensagem só sai quando você aprova o cartão dela; palavras na conversa não enviam nada.",
    "sent": "Enviado: {names}.",
    "failed": "Não entregue: {names}. {reason}",
    "rejected": "Recusado: {names}.",
    "rejected.why": "Recusado: {names} ({reason}).",
    "edited": "Suas palavras ficaram guardadas para {names}.",
    "changed": "Esta é a versão {version} da mensagem para {name}, alterada como você pediu.",
    "change.unclear": "Não consigo aplicar “{instruction}” à mensagem para {name} com certeza.",
    "change.ask": "Que palavras ela deve trazer no lugar?",
    "unknown_draft": "Não conheço o rascunho {names}; nada mudou.",
    "already": "Já registrado antes: {names}.",
    "reply.covered": "{name} respondeu sobre **{title}**: tudo coberto ({requirements}).",
    "reply.gaps": "{name} respondeu sobre **{title}**: {covered} de {requirements} com cobertura. Em aberto: {gaps}.",
    "reply.nothing": "{name} enviou algo sobre **{title}**, mas nada foi coberto de {requirements}. Em aberto: {gaps}.",
    "reply.question": "{name} pergunta sobre **{title}**: “{question}”",
    "reply.promise": "{name} ainda não enviou nada sobre **{title}** e fala em {day}.",
    "reply.promise.open": "{name} ainda não enviou nada sobre **{title}** e não diz para quando.",
    "reply.automatic": "É uma resposta automática de {name}; não guardei nada dela.",
    "reply.unrelated": "Não encontrei nada sobre as tarefas de {name} nesta mensagem.",
    "reply.again": "Eu já tinha lido esta mensagem de {name}; nada mudou.",
    "reply.no_task": "{name} não tem tarefa em aberto neste projeto.",
    "owed": "Você deve {tasks}:",
    "owed.nothing": "Você não tem tarefa em aberto neste projeto.",
    "status.none": "Ainda não há um projeto aqui. Fale da RFP, e eu a procuro.",
    "status.head": "**{about}**: {phase}. {done} de {tasks} com entrega{late}.",
    "status.late": ", {late} em atraso",
    "status.task": "- **{title}** – {owner}: {status}{due}{more}",
    "status.due": ", até {day}",
    "status.open": "; em aberto: {gaps}",
    "status.no_tasks": "Ainda não há tarefas.",
    "status.waiting": "À sua espera: {drafts}.",
    "late.none": "Nada está em atraso.",
    "late.head": "Em atraso em {day}:",
    "late.task": "- **{title}** – {owner}: era até {day}{sign}{more}",
    "late.sign": ", último sinal em {day}",
    "late.silent": ", sem sinal até agora",
    "late.promised": "; falou em {day}",
    "late.not_briefed": "; o briefing não foi enviado",
    "late.reminded": "; {reminders} sem resposta, fale pessoalmente com essa pessoa",
    "sources.head": "Li estes documentos:",
    "sources.seen": "Nas pastas que vejo há {files}: {names}.",
    "sources.none": "Ainda não tenho documentos.",
    "poll.same": "Nada mudou desde {day}.",
    "poll.first": "Primeira verificação.",
    "poll.changed": "Mudou: {changes}.",
    "poll.change": "{title} está agora {status}",
    "poll.reminders": "Preparei {reminders} para a sua aprovação.",
    "help": "Posso ler a RFP e as notas do kickoff, preparar os briefings e dizer o que está em aberto ou em atraso. "
    "Para mudar um rascunho, escreva no cartão dele o que deve mudar.",
    "repeat": "Este pedido já tinha sido atendido; nada foi feito de novo.",
    "charter.head": "# Charter: {about}",
    "charter.source": "Fonte: {sources}",
}

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
SENTENCES = {"en": EN, "pt-BR": PT}
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

    def few(self, parts: Iterable[str], most: int = 6) -> str:
        """A list that stays readable; what is folded away is counted."""
        whole = list(dict.fromkeys(parts))
        if len(whole) <= most + 1:
            return self.join(whole)
        return self.join([*whole[:most], self.say("more", n=len(whole) - most)])

    def day(self, when: str | date | datetime | None) -> str:
        """A date in short human form, with the time when there is one; what is no date stays as it was written."""
        value = _parsed(when) if isinstance(when, str) else when
        if value is None:
            return str(when or "")
        month = MONTHS[self.locale][value.month - 1]
        day = f"{value.day} {month} {value.year}" if self.locale == "en" else f"{value.day} de {month} de {value.year}"
        return f"{day}, {value:%H:%M}" if isinstance(value, datetime) else day


def _parsed(text: str) -> date | datetime | None:
    try:
        return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text)
    except ValueError:
        return None
