"""A reply held against the task: what kind it is, and which requirements it really answers. In doubt it is a gap."""

import re
from datetime import date

from agent.brain import signs
from agent.brain.concepts import concepts
from agent.brain.delegation import delegate
from agent.brain.due import find_due
from agent.brain.evidence import answered, speaks_of
from agent.brain.interface import Evidence, Kind, Owner, Reply, Submission, Task
from agent.brain.language import clip, guess_language, sentences, stems, words
from agent.brain.letters import language_of
from agent.brain.passages import is_labelled
from agent.brain.stance import is_of_another_matter

_SIGNATURE = re.compile(r"^(?:--|_{2,}|(?:sent from my|enviado do meu|get outlook for)\b.*)$", re.IGNORECASE)

_OF_A_TASK = stems(
    "part section piece text draft answer input comes coming ready done parte texto resposta pronto vem ok okay sure "
    "yes sim thanks obrigado hi"
)
_NOT_BEFORE = re.compile(r"\b(?:not before|n[ãa]o antes d[eo])\s+", re.IGNORECASE)  # the day it can be had from
_A_WORD_OR_TWO = 3  # words of a message


def judge(task: Task, reply: Reply, owner: Owner) -> Submission:
    """Kind first, then each requirement: covered only where a passage speaks to it concretely."""
    text = _without_signature(reply.text.strip())
    if signs.automatic(text, reply.subject):
        return Submission(kind="automatic", summary=_say(owner, "automatic", reply))
    evidence = _evidence(text, reply.inside, task)
    covered = tuple(r for r in task.requirements if r in {one.point for one in evidence})
    gaps = tuple(r for r in task.requirements if r not in covered)
    if not covered and (signs.advertises(text) or _says_away(text, reply)):
        return Submission(kind="automatic", summary=_say(owner, "automatic", reply))
    handed_in = Submission(kind="submission", covered=covered, gaps=gaps, unread=reply.unread, evidence=evidence)
    if covered or _is_content(reply.inside, task):
        return handed_in.model_copy(update={"summary": _summary(owner, reply, covered, gaps)})
    return _without_cover(task, reply, text, handed_in, owner)


def _evidence(text: str, inside: str, task: Task) -> tuple[Evidence, ...]:
    """What the message says, and what stands in its files unless the message says that they do not count."""
    if is_of_another_matter(text):
        return ()
    return answered(f"{text}\n{inside}", task.requirements)


def _says_away(text: str, reply: Reply) -> bool:
    return not (reply.files or delegate(text)) and signs.says_away(text)


def _without_cover(task: Task, reply: Reply, text: str, handed_in: Submission, owner: Owner) -> Submission:
    """Words that answer no requirement: a file, a refusal, a question, a promise, content all the same, or nothing."""
    if reply.files:
        told = _say(owner, "file", reply) if reply.unread else _summary(owner, reply, (), handed_in.gaps)
        return handed_in.model_copy(update={"summary": told, "words": signs.few_words(text)})
    if sign := _sign(task, text, owner, reply):
        return sign
    question, promise = signs.question(text), _promise(task, text, reply, owner)
    if _is_content(text, task) and not (question or promise):
        told = _summary(owner, reply, (), handed_in.gaps)
        return handed_in.model_copy(update={"summary": told, "words": signs.few_words(text)})
    if question and (
        len(words(question)) > 3 or concepts(question) & concepts(f"{task.title} {' '.join(task.requirements)}")
    ):
        return Submission(kind="question", question=question, summary=_say(owner, "question", reply))
    if promise:
        return promise
    if signs.is_polite(text) or (question and len(words(text)) <= _A_WORD_OR_TWO):
        return Submission(kind="unrelated", summary=_say(owner, "unrelated", reply))
    kind: Kind = "elsewhere" if signs.points_elsewhere(text) else "note"
    return Submission(kind=kind, words=signs.few_words(text), summary=_say(owner, "unrelated", reply))


def _sign(task: Task, text: str, owner: Owner, reply: Reply) -> Submission | None:
    """A refusal, or something taken back: the owner has to know of it in the writer's own words."""
    found = Submission(kind="declined", words=signs.few_words(text), summary=_say(owner, "unrelated", reply))
    if not delegate(text) and signs.declines(text):
        return found
    if signs.withdraws(text):
        return found.model_copy(update={"kind": "withdrawn", "takes_back": speaks_of(text, task.requirements)})
    return None


def _promise(task: Task, text: str, reply: Reply, owner: Owner) -> Submission | None:
    """Something for later. The day counts where it is certain which one is meant."""
    instead, days = delegate(text), _days(text, reply)
    mine = _of_the_task(task, days)
    bare = [one for one in days if _is_all(one[0], task)]
    if not (instead or signs.promises(text) or bare):
        return None
    promised = [one for one in days if signs.promises(one[0])]
    meant = mine or bare or (promised and (days if signs.in_parts(text) else promised))
    named = {day for _, day in meant}
    eta = named.pop() if len(named) == 1 else None
    told = _promised(owner, reply, eta)
    return Submission(kind="promise", eta=eta, delegate=instead, words=signs.few_words(text), summary=told)


def _is_all(clause: str, task: Task) -> bool:
    """ "Security on Monday": the task, a day, and nothing beside them."""
    due = find_due(clause, date(2000, 1, 1))
    rest = clause[: due.start] + clause[due.end :] if due else clause
    return "?" not in clause and stems(rest) <= stems(task.title) | _OF_A_TASK


def _of_the_task(task: Task, days: list[tuple[str, str]]) -> list[tuple[str, str]]:
    title = concepts(task.title)
    return [one for one in days if title & concepts(one[0])]


def _days(text: str, reply: Reply) -> list[tuple[str, str]]:
    """The clauses that name a day to be kept, counted from the day they wrote; a field that is filled in is none."""
    wrote: date | None = reply.speaker.at.date() if reply.speaker.at else None
    portuguese = guess_language(text) == "pt"
    found = [
        (one, find_due(_NOT_BEFORE.sub("on ", one), wrote, portuguese))
        for one in signs.clauses(text)
        if not is_labelled(one)
    ]
    return [(one, due.day.isoformat()) for one, due in found if due and due.day and not signs.fails(one)]


def _without_signature(text: str) -> str:
    """What stands above the line that begins a signature."""
    lines = text.split("\n")
    end = next((at for at, line in enumerate(lines) if _SIGNATURE.match(line.strip())), len(lines))
    return "\n".join(lines[:end]).strip()


def _is_content(text: str, task: Task) -> bool:
    """Real words on the matter, not a thank-you: enough of them, or about the task's own subject."""
    said = [s for s in sentences(text) if not signs.is_polite(s) and not s.endswith("?")]
    count = sum(len(words(s)) for s in said)
    about = concepts(" ".join(said)) & concepts(f"{task.title} {' '.join(task.requirements)}")
    return count >= 12 and bool(about)


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
