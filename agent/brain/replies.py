"""A reply held against the task: what kind it is, and which requirements it really answers. In doubt it is a gap."""

import re
from datetime import date

from agent.brain.concepts import concepts
from agent.brain.delegation import delegate
from agent.brain.due import find_due
from agent.brain.interface import Owner, Reply, Submission, Task
from agent.brain.language import bag, clip, fold, guess_language, sentences, stems, words
from agent.brain.letters import language_of

_AUTOMATIC = re.compile(
    r"\bout of (?:the )?office\b|\bautomatic reply\b|\bauto-?reply\b|\bautoresponse\b"
    r"|\bon (?:annual |parental |sick )?leave\b|\bi am away\b|\bi'm away\b|\bcurrently away\b"
    r"|\bon (?:vacation|holiday)\b|\blimited access to (?:e-?mail|my)|\bfora do escritorio\b"
    r"|\bresposta automatica\b|\bestou de ferias\b|\bem ferias\b|\bausente (?:ate|do|de)\b"
    r"|\bmessage (?:could not be|was not) delivered\b|\bundeliverable\b|\bdelivery status notification\b"
)
_ADVERTISES = re.compile(
    r"\bunsubscribe\b|\bview (?:it |this (?:e-?mail|message) )?in (?:your|a) browser\b|\bmanage (?:your )?preferences\b"
    r"|\bnewsletter\b|\bdescadastr\w+|\bcancelar (?:a |sua )?inscricao\b|\bver no navegador\b"
)
_SIGNATURE = re.compile(r"^(?:--|_{2,}|(?:sent from my|enviado do meu|get outlook for)\b.*)$", re.IGNORECASE)
_PROMISE = re.compile(
    r"\b(?:i'll|i will|we'll|we will|will) (?:send|have|get|share|deliver|do|finish|complete"
    r"|provide|follow up|start|be done|try)\b|\bworking on\b|\bin progress\b|\balmost (?:done"
    r"|there|ready)\b"
    r"|\b(?:i|we)(?:'ll| will) .*\b(?:later|soon|tomorrow|next week|this week|today|by \w+)\b"
    r"|\byou(?:'ll| will) (?:have|get) (?:it|the|my)\b|\bneed (?:until|more time|another)\b"
    r"|\bvou (?:enviar|mandar|entregar|terminar|finalizar|fazer)\b|\b(?:envio|mando|entrego"
    r"|te mando|termino)\b"
    r"|\bestou (?:trabalhando|fazendo|terminando|finalizando)\b|\bem andamento\b"
    r"|\bquase pront[oa]\b|\bpreciso de mais\b"
)
_PENDING = re.compile(
    r"\b(?:tbd|to be (?:defined|determined|confirmed|done|added)|later|still (?:missing|open"
    r"|to come|working)|not yet|pending|will (?:follow|add|send|provide|cover)|to follow|missing"
    r"|i don't (?:know|have)|don't have|no idea|a definir|falta(?:m|ndo)?|ainda nao|depois"
    r"|pendente|vou (?:incluir|enviar|mandar)|nao (?:sei|tenho))\b"
)
_POLITE = re.compile(
    r"^(?:thanks?(?: you)?|thank you(?: very much)?|ok(?:ay)?|got it|received|noted|will do|sure"
    r"|great|perfect|cheers|obrigad[oa]|recebido|certo|combinado|beleza|entendido"
    r"|bom dia|boa tarde|ola|oi|hi|hello|dear)\b[\w ,.]{0,40}$"
)
_QUESTION_WORD = re.compile(
    r"^(?:do|does|did|is|are|can|could|should|would|will|which|what|when|where|who|how|why|may"
    r"|qual|quais|quando|onde|quem|como|por que|posso|devo|preciso|pode|precisa|e para)\b"
)
_VALUE = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|um|uma|dois|duas|tres|quatro|cinco"
    r"|seis|sete|oito|nove|dez|zero)\b"
)
_WANTS_VALUE = re.compile(
    r"\b(?:rto|rpo|sla|how (?:many|much|long)|number of|hours?|days?|price|prices|cost|costs|rate"
    r"|rates|amount|budget|percent|dates?|milestones?|deadline|quantity|at least|at most|minimum"
    r"|maximum"
    r"|no more than|within|uptime|availability|quantos?|quantas?|horas|dias|preco|precos|custo"
    r"|custos|valor|valores|taxa|prazo|minim[oa]|maxim[oa]|disponibilidade|datas?|marcos)\b|\d|%"
)
_LISTS = re.compile(r"\b(?:every|each|all|list|name|components?|cada|todos|todas|liste|lista|componentes?)\b")
_ASKING = tuple(
    bag(
        "vendor contractor offeror bidder supplier propos stat describ provid includ submit list name "
        "show forth identif deliver "
        "explain quote requir minimum minim licitant contrat fornecedor apresent inform descrev fornec "
        "inclu indic dever "
        "system sistem solution must shall should"
    )
)
_ASKING_STEMS = stems(" ".join(_ASKING)) | bag("every must each")
_SHARE = 0.6
_SHARE_SHORT = 0.99
_LONGEST_QUESTION = 25  # words


def judge(task: Task, reply: Reply, owner: Owner) -> Submission:
    """Kind first, then each requirement: covered only where a passage speaks to it concretely."""
    text = _without_signature(reply.text.strip())
    if _AUTOMATIC.search(fold(f"{reply.subject}\n{text[:600]}")):
        return Submission(kind="automatic", summary=_say(owner, "automatic", reply))
    covered = tuple(r for r in task.requirements if _covers(f"{text}\n{reply.inside}", r))
    gaps = tuple(r for r in task.requirements if r not in covered)
    if not covered and _ADVERTISES.search(fold(text)):
        return Submission(kind="automatic", summary=_say(owner, "automatic", reply))
    handed_in = Submission(kind="submission", covered=covered, gaps=gaps, unread=reply.unread)
    if covered or _is_content(reply.inside, task):
        return handed_in.model_copy(update={"summary": _summary(owner, reply, covered, gaps)})
    return _without_cover(task, reply, text, handed_in, owner)


def _without_cover(task: Task, reply: Reply, text: str, handed_in: Submission, owner: Owner) -> Submission:
    """Words that answer no requirement: content all the same, a file, a question, a promise, or nothing."""
    question, eta, promises = _question(text), _eta(text, reply), bool(_PROMISE.search(fold(text)))
    instead = delegate(text)
    if _is_content(text, task) and not (question or promises or instead):
        return handed_in.model_copy(update={"summary": _summary(owner, reply, (), handed_in.gaps)})
    if reply.files:
        told = _say(owner, "file", reply) if reply.unread else _summary(owner, reply, (), handed_in.gaps)
        return handed_in.model_copy(update={"summary": told})
    if question and (
        len(words(question)) > 3 or concepts(question) & concepts(f"{task.title} {' '.join(task.requirements)}")
    ):
        return Submission(kind="question", question=question, summary=_say(owner, "question", reply))
    if promises or instead or (eta and not question):
        return Submission(kind="promise", eta=eta, delegate=instead, summary=_promised(owner, reply, eta))
    return Submission(kind="unrelated", summary=_say(owner, "unrelated", reply))


def _without_signature(text: str) -> str:
    """What stands above the line that begins a signature."""
    lines = text.split("\n")
    end = next((at for at, line in enumerate(lines) if _SIGNATURE.match(line.strip())), len(lines))
    return "\n".join(lines[:end]).strip()


def _is_content(text: str, task: Task) -> bool:
    """Real words on the matter, not a thank-you: enough of them, or about the task's own subject."""
    said = [s for s in sentences(text) if not _POLITE.match(fold(s)) and not s.endswith("?")]
    count = sum(len(words(s)) for s in said)
    about = concepts(" ".join(said)) & concepts(f"{task.title} {' '.join(task.requirements)}")
    return count >= 12 and bool(about)


def _covers(text: str, requirement: str) -> bool:
    """A passage of at most three sentences holds nearly all of its own words, and a value where one is asked."""
    wanted = _own(requirement)
    if not wanted:
        return False
    needed = _SHARE_SHORT if len(wanted) <= 3 else _SHARE
    for passage in _passages(text):
        said = stems(passage)
        if len(wanted & said) / len(wanted) < needed or not _names_all(requirement, passage):
            continue
        if _PENDING.search(fold(passage)) or passage.rstrip().endswith("?"):
            continue
        if _concrete(requirement, passage, wanted):
            return True
    return False


def _own(requirement: str) -> frozenset[str]:
    """The requirement's words without those every requirement has; "recovery time objective (RTO)" is just "RTO"."""
    text = requirement
    for spelled in re.finditer(r"\(([A-Z]{2,6})\)", requirement):
        before = words(requirement[: spelled.start()])[-len(spelled.group(1)) :]
        if "".join(w[0] for w in before).upper() == spelled.group(1):
            for word in before:
                text = re.sub(rf"\b{re.escape(word)}\b", " ", text)
    own = stems(text) - _ASKING_STEMS
    return frozenset(s for s in own if not s.isdigit() and not s.startswith(_ASKING))


def _passages(text: str) -> list[str]:
    """Each line or sentence, and each together with the one or two after it."""
    lines = [s for line in text.split("\n") for s in sentences(line.strip(" >-*•\t"))]
    spans = [" ".join(lines[n : n + size]) for size in (1, 2, 3) for n in range(len(lines) - size + 1)]
    return spans[:600]


def _names_all(requirement: str, passage: str) -> bool:
    """Abbreviations like RTO and RPO must each be there."""
    short = {w for w in words(requirement) if w.isupper() and 2 <= len(w) <= 6}
    return all(re.search(rf"\b{re.escape(w)}\b", passage, re.IGNORECASE) for w in short)


def _concrete(requirement: str, passage: str, wanted: frozenset[str]) -> bool:
    """More than a mention: a value where one is asked, several things where a list is asked, else words of its own."""
    own = stems(passage) - wanted
    if _WANTS_VALUE.search(fold(requirement)):
        short = sum(1 for w in words(requirement) if w.isupper() and 2 <= len(w) <= 6)
        return len(_VALUE.findall(fold(passage))) >= max(1, min(short, 3))
    if _LISTS.search(fold(requirement)):
        return len(own) >= 4 and len(re.findall(r"[,;]|\band\b|\be\b", passage)) >= 2
    return len(own) >= 3


def _question(text: str) -> str:
    asked = [
        s
        for s in sentences(text.replace("\n", " "))
        if s.rstrip().endswith("?") or (_QUESTION_WORD.match(fold(s)) and len(s) < 160 and "?" in s)
    ]
    if not asked:
        return ""
    found = asked[0].split()
    return " ".join(found[:_LONGEST_QUESTION]) + ("…" if len(found) > _LONGEST_QUESTION else "")


def _eta(text: str, reply: Reply) -> str | None:
    """The day they named, counted from the day they wrote."""
    wrote: date | None = reply.speaker.at.date() if reply.speaker.at else None
    due = find_due(text, wrote, guess_language(text) == "pt")
    return due.day.isoformat() if due and due.day else None


def _summary(owner: Owner, reply: Reply, covered: tuple[str, ...], gaps: tuple[str, ...]) -> str:
    who = reply.speaker.name or reply.speaker.address
    total = len(covered) + len(gaps)
    files = f" ({', '.join(reply.files)})" if reply.files else ""
    if language_of(owner) == "pt":
        return (
            f"{who} enviou conteúdo{files}: {len(covered)} de {total} pontos atendidos."
            if total
            else f"{who} enviou conteúdo{files}."
        )
    return (
        f"{who} sent content{files}: {len(covered)} of {total} points covered."
        if total
        else f"{who} sent content{files}."
    )


def _promised(owner: Owner, reply: Reply, eta: str | None) -> str:
    who = reply.speaker.name or reply.speaker.address
    if language_of(owner) == "pt":
        return f"{who} promete enviar até {eta}." if eta else f"{who} diz que está trabalhando nisso."
    return f"{who} promises it for {eta}." if eta else f"{who} says it is in progress."


_SAYINGS = {
    "automatic": ("Automatic reply from {who}.", "Resposta automática de {who}."),
    "file": (
        "{who} sent {files}; the file was not read, so every point is still open.",
        "{who} enviou {files}; o arquivo não foi lido, então todos os pontos seguem em aberto.",
    ),
    "question": ("{who} asks a question before going on.", "{who} fez uma pergunta antes de continuar."),
    "unrelated": (
        "{who} wrote without content for this part: {text}",
        "{who} escreveu sem conteúdo para esta parte: {text}",
    ),
}


def _say(owner: Owner, kind: str, reply: Reply) -> str:
    english, portuguese = _SAYINGS[kind]
    template = portuguese if language_of(owner) == "pt" else english
    who = reply.speaker.name or reply.speaker.address
    return template.format(who=who, files=", ".join(reply.unread), text=clip(" ".join(reply.text.split()), 80))
