"""What the owner wants done, by the words of one clause: a draft to be made, or what words alone cannot do."""

import re
from typing import Literal

from agent.brain.clauses import asks, refuses
from agent.brain.language import fold

Kind = Literal[
    "nothing", "undo", "restart", "hold", "reject", "show", "approve", "remind", "due", "done", "address", "person",
    "skip", "newer", "charter", "how", "write", "greeting",
]  # fmt: skip
_PLEASE = (
    r"^\W*(?:(?:please|pls|plz|can you|could you|would you mind|would you|will you|can we|let's|lets|you can|you may"
    r"|you could"
    r"|i want you"
    r" to|i'd like you to|i would like you to|remember to|don't forget to|hey|hi|hello|ok|okay|and|also|then|so|but|yes"
    r"|thanks|thank you|now|just|por favor|pf|pode|podem|poderia|voce pode|quero que voce|nao esqueca de|e|mas|tambem"
    r"|entao|sim|agora|obrigad[oa]|desk|charter)\b\W*)*"
)
DRAFTS = (
    r"(?:brief(?:ing)?s?|drafts?|messages?|mails?|e-?mails?|letters?|texts?|cards?|rascunhos?|mensage(?:m|ns)|textos?"
    r"|cart(?:a|as|ao|oes))"
)
_REMINDERS = r"(?:reminders?|nudges?|follow-?ups?|lembretes?|cobrancas?)"
_NO = r"(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't|need not|needn't|not|nao|nunca|nem)"
_DOES = (
    r"(?:send|mail|e-?mail|write|remind|nudge|chase|ping|approve|release|give|hand|pass|assign|change|touch|bother|contact"
    r"|tell|mand[ea]r?|envi[ea]r?|escrev[ea]r?|lembr[ea]r?|cobr[ea]r?|aprov[ea]r?|pass[ea]r?|mud[ea]r?|mex[ea]r?|fal[ea]r?"
    r"|avis[ea]r?|incomod[ea]r?)"
)
_DATE_WORD = r"(?:deadlines?|due dates?|due|dates?|prazos?|datas?|entrega)"
_FINISHED = (
    r"(?:done|complete[d]?|covered|closed|finished|submitted|received|ready|on paper|by phone|to me|me (?:her|his"
    r"|their)"
    r"|pront[oa]|feit[oa]|conclui\w+|entregue|recebid[oa]|pra mim|para mim|por telefone|em papel|cobert[oa])"
)
_PART = r"(?:parts?|tasks?|sections?|texts?|answers?|pieces?|partes?|tarefas?|textos?|respostas?|secao)"
_RULES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "nothing",
        re.compile(
            r"^\W*(?:(?:no|ok|oh|ah|sorry|oops|hmm|well|actually|nao|desculpa|desculpe|ops)\b\W*)*(?:never ?mind|nvm"
            r"|forget (?:it|that|about it)|leave it(?: as it is| alone)?|(?:it's |it is )?fine as it is|no change"
            r"|wrong (?:chat"
            r"|thread|window|person)|(?:that |it |this )?was (?:meant )?for (?:the other|another) \w+|ignore (?:that"
            r"|this"
            r"|me|my last message)|deixa(?: pra la| para la| assim| quieto)?|esque[cç]e?a?(?: isso)?|tanto faz"
            r"|era (?:para|pra)"
            r" outr[oa] \w+|(?:chat|conversa|grupo) errad[oa])\W*(?:please|por favor|thanks|obrigad[oa])?\W*$"
        ),
    ),
    ("undo", re.compile(rf"{_PLEASE}(?:undo|revert|roll back|take (?:that|it) back|desfaz\w*|desfac\w*|revert[ae])\b")),
    (
        "restart",
        re.compile(
            rf"{_PLEASE}(?:(?:start|begin) (?:over|again|anew|afresh|from scratch)|restart|recome[ct]\w*"
            r"|comec\w+ (?:de novo"
            r"|do zero)|(?:(?:start|begin|create|open) )?a? ?new project|novo projeto)\b"
        ),
    ),
    (
        "hold",
        re.compile(
            rf"^\W*(?:\w+\W+){{0,4}}?{_NO} (?:\w+ ){{0,2}}?{_DOES}\b"
            rf"|{_PLEASE}(?:no|sem|nenhum[a]?) (?:more )?(?:{DRAFTS}|{_REMINDERS}) (?:for|to|pra|pro|para|ao?)\b"
            rf"|{_PLEASE}(?:stop|wait|halt|pare|espere?|cancel\w*)(?: (?:all|everything|it|now|tudo|agora|please))*\W*$"
            rf"|\bno need to {_DOES[:-1]}|brief)\b|\b(?:does not|doesn't|nao) (?:need|precisa)(?: de)? (?:any|a"
            r"|another|um|uma)?"
            rf" ?(?:{DRAFTS}|{_REMINDERS})\b"
            rf"|{_PLEASE}(?:hold (?:back|off|on)?|wait with|keep back|stop \w+ing|segur[ea]|espere? com|pare de)\b"
        ),
    ),
    (
        "reject",
        re.compile(
            rf"{_PLEASE}(?:discard|reject|cancel|withdraw|throw away|delete|remove|drop|scrap|descart\w+|rejeit\w+"
            r"|cancel\w+"
            r"|apag\w+|exclu\w+|recus\w+)(?:\W+(?:all|the|these|those|my|both|of|every|\w+'s|os|as|o|a|todos|todas))*"
            rf"\W+(?:{DRAFTS}|{_REMINDERS})(?:\W+(?:for|to|da|do|de|pra|pro|para)(?:\W+\w+){{1,3}})?\W*$"
            rf"|{_PLEASE}(?:discard|reject|descart\w+|rejeit\w+)\b"
        ),
    ),
    (
        "show",
        re.compile(
            rf"\b(?:show|see|read|which|list|mostr\w+|ver|exib\w+|quais)\b.{{0,30}}\b{DRAFTS}\b"
            rf"|\bhow many {DRAFTS}\b|\b(?:anything|something) (?:for me|waiting)\b|\bwhat (?:do you need from me"
            r"|should i do"
            r"|do i have to (?:do|decide))\b|\bo que eu (?:preciso|tenho que) (?:fazer|decidir)\b"
            r"|\bwhat (?:do you|are you going to|will you|you) (?:want|plan)?(?: to)? ?(?:send|write)\b"
            r"|\bwhat(?:'s| is| does)\b.{0,20}\b(?:in|say)\b.{0,20}\b(?:briefs?|drafts?)\b|\bo que (?:voce )?(?:vai"
            r"|quer|pretende) (?:mandar|enviar|escrever)\b"
        ),
    ),
    (
        "remind",
        re.compile(
            rf"{_PLEASE}(?:remind(?:ing)?(?! me\b| us\b)|nudg(?:e|ing)|chas(?:e|ing)|ping(?:ing)?|pok(?:e|ing)|prod"
            r"|follow(?:ing)? up with|cobr[ea]r?"
            r"|lembr[ea]r?(?!-se| que"
            r"| de que| me)|cutu\w+|(?:send|write|draft|set up|prepare|make|give|mand[ea]r?|envi[ea]r?|fac?a"
            r"|prepar[ea]r?)\b"
            rf".{{0,30}}\b{_REMINDERS})\b|\b(?:needs?|deserves?|precisa de) (?:a|an|another|um|uma"
            rf"|outro)? ?{_REMINDERS}\b"
            rf"|{_PLEASE}(?:a |another |um |outro )?(?:\w+ )?{_REMINDERS} (?:to|for|pra|pro|para|ao?)\b"
            rf"|{_PLEASE}(?:ask|pergunt[ea]|pec?a)\b.{{0,40}}\b(?:update|news|status|progress|novidades?|andamento)\b"
        ),
    ),
    (
        "charter",
        re.compile(
            r"\b(?:draft|write|prepare|create|make|show|see|read|where|what|elabor\w+|prepar\w+|escrev\w+|mostr\w+|onde|ver|qual)"
            r"\b.{0,20}\bcharter\b(?! desk)"
        ),
    ),
    (
        "newer",
        re.compile(
            r"\b(?:new|updated|revised|newer|amended|second|nov[oa]|revisad[oa])\b.{0,20}\b(?:rfp|tender|request|edital"
            r"|solicitation|amendment|addendum|errata|retificacao)\b"
            r"|\b(?:rfp|tender|edital|solicitation)\b.{0,20}\b(?:changed|(?:was|has been) (?:updated|amended"
            r"|changed)|mudou"
            r"|foi (?:alterad|retificad|atualizad)\w+)\b"
        ),
    ),
    (
        "due",
        re.compile(
            rf"\b(?:has|have|had|gets|got|needs|tem|ganha|recebe|precisa)\b.{{0,12}}\b(?:until|till|til|more time"
            r"|another|ate"
            r"|mais (?:tempo|prazo)|\w+ (?:more|extra) (?:days?|weeks?))\b"
            rf"|{_PLEASE}(?:extend|move|push|postpone|change|set|shift|delay|bring forward|adi[ea]r?|mud[ea]r?"
            r"|pass[ea]r?"
            rf"|prorrog\w+|estend\w+|alter[ea]r?|antecip\w+)\b.{{0,40}}\b(?:{_DATE_WORD}|to|until|by|ate|para|pra)\b"
            r".{0,30}\b(?:\d|days?|weeks?|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|tomorrow"
            r"|next|dias?|semanas?|segunda|terca|quarta|quinta|sexta|amanha|fev|abr|mai|ago|set|out|dez)"
            rf"|\b{_DATE_WORD}\b.{{0,20}}\b(?:should be|shall be|must be|is|e|deve ser|sera)\b.{{0,15}}(?:\d"
            r"|\b(?:mon|tues|wednes"
            r"|thurs|fri)day\b|\b(?:segunda|terca|quarta|quinta|sexta)\b)"
            rf"|\b{_DATE_WORD}\b.{{0,40}}\b(?:moved|changed|is now|are now|was extended|extended|postponed|passou|mudou"
            r"|agora e|foi (?:adiad|prorrogad|alterad|antecipad)\w+)\b"
            rf"|\b(?:extended|moved|changed|postponed|adiou|prorrogou|mudou|alterou)\b.{{0,20}}\b{_DATE_WORD}\b"
            r"|\b(?:is|are) (?:now )?due\b.{0,20}\b(?:\d|mon|tue|wed|thu|fri|sat|sun|tomorrow|next)"
            r"|\bgive \w+ (?:until|till|more time|another|\w+ (?:more|extra) (?:days?|weeks?))\b"
            rf"|\b(?:now due|due now|due on|is due|are due)\b.{{0,20}}\binstead\b|\bare now due\b|\bis now due\b"
        ),
    ),
    (
        "done",
        re.compile(
            rf"{_PLEASE}(?:mark|close|tick|check off|count|set|consider|treat|marqu?[ea]r?|fech[ea]r?|consider[ea]r?"
            rf"|conclu\w+|encerr[ea]r?)\b(?!.{{0,20}}\b(?:project|projeto|thread)\b).{{0,40}}\b(?:{_FINISHED}|{_PART})\b"
            rf"|\b{_PART}\b.{{0,45}}\b(?:as |ja |is |are |esta |foi |already )?{_FINISHED}\b"
            r"|\b(?:gave|sent|handed|delivered|entregou|mandou|passou|got|have)\b.{0,25}\b(?:to me|pra mim|para mim"
            r"|on paper"
            r"|by phone|on the phone|por telefone|em papel)\b"
            r"|\b(?:is|are|esta)\W+(?:already |ja )?(?:done|finished|complete|pront[oa])\W*$"
        ),
    ),
    (
        "skip",
        re.compile(
            rf"{_PLEASE}(?:skip|drop(?!.{{0,20}}\ba (?:line|note)\b)|leave out|omit|ignore|remove|exclude|delete|cut"
            r"|pul[ea]r?|ignor[ea]r?|tir[ea]r?"
            r"|retir[ea]r?|remov[ea]r?|exclu\w+)\b|\b(?:do not|don't|nao) (?:need|precisamos de"
            r"|precisamos da) (?:the |a |o )?"
            r"(?:section|part|task|secao|parte|tarefa)\b"
        ),
    ),
    (
        "approve",
        re.compile(
            rf"{_PLEASE}(?:i )?(?:approved?|release|dispatch|aprov\w+|liber[ea]r?|solt[ea]r?|(?:send|mand[ea]r?"
            r"|envi[ea]r?)"
            rf"(?! me\b| us\b)(?!\W+(?:\w+\W+){{0,2}}?(?:the|an?|my|our|some|um|uma|meu|nosso)\W+(?!{DRAFTS}|rest"
            r"|others?|ones|same)\w+)"
            rf"(?!.{{0,40}}\b(?:saying|that|asking|telling|about|another|customer|client|bank|dizendo|que"
            r"|pedindo|sobre|outr[oa]|cliente|banco)\b))\b"
        ),
    ),
    (
        "approve",
        re.compile(
            r"^\W*(?=.*\b(?:yes|yep|sure|looks good|all good|lgtm|sim|claro|pode|ok (?:for|to)|except|exceto)\b)"
            r"(?:(?:yes|yep|sure|ok|okay|all|looks?|good|fine|lgtm|great|to me|go|ahead|sim|claro|tudo|certo|beleza"
            r"|pode)\b\W*)+"
            r"(?:(?:for|to|except|but|exceto|menos|para|pra)\b.{0,40})?$"
        ),
    ),
    (
        "how",
        re.compile(
            r"\b(?:how|where|who|como|onde|quem)\b.{0,20}\b(?:change|edit|approve|send|reject|remind|mud\w+|edit\w+|aprov\w+"
            rf"|envi\w+|rejeit\w+)\w*\b.{{0,20}}(?:\b{DRAFTS}\b|\W*$)|\b(?:where|onde)\b.{{0,10}}\b(?:cards?|cart(?:ao|oes))\b"
        ),
    ),
    (
        "write",
        re.compile(
            rf"{_PLEASE}(?:send|write|e-?mail|mail|message|call|tell|inform|ask|invite|notify|let|thank|congratulate|book"
            r"|schedule|mand[ea]r?|envi[ea]r?|escrev[ea]r?|avis[ea]r?|diga|diz|fal[ea]r?|pec?a|convid\w+|pergunt[ea]r?"
            r"|ligu?[ea]r?|agradec\w+|agend\w+|marc\w+)\b"
        ),
    ),
    (
        "greeting",
        re.compile(
            r"^\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|day)|greetings|there|all|team|everyone|oi|ola"
            r"|bom dia"
            r"|boa (?:tarde|noite)|desk|charter|tudo bem|e ai|what can you (?:do|tell me)|who are you|are you a bot"
            r"|what are you|help(?: me)?|ajuda|me ajud[ea]|how are you(?: doing| today)?|how do you work"
            r"|how does this work|o que voce (?:faz"
            r"|sabe fazer)"
            r"|quem e voce|como (?:vai|voce funciona|funciona|esta)(?: voce)?)\b\W*)+$"
        ),
    ),
)  # fmt: skip
_TOLD = ("show", "nothing", "charter", "how", "greeting")  # what may be asked as a question
_PLACE = re.compile(r"[\w.%+'-]+@[\w-]+\.[\w.-]+")
_REACHED = re.compile(r"\b(?:address|e-?mail|mail|reach\w*|endereco|contato|now|agora|changed|mudou|new|nov[oa])\b")
_BRING = re.compile(
    rf"{_PLEASE}(?:add|bring in|include|invite|adicion\w+|inclu\w+|acrescent\w+|coloqu?e)\b(?!.{{0,15}}\b(?:that|line"
    r"|sentence|paragraph|que|linha|frase)\b)"
)
LONGEST = 400  # characters of a clause that can be a wish


def wish(text: str) -> Kind | None:
    """What one clause wants; None for questions and for everything that is not certain."""
    said = fold(text).strip()
    if not said or len(text) > LONGEST:
        return None
    question = asks(text)
    if not question and (found := _with_an_address(text, said)):
        return found
    for kind, pattern in _RULES:
        if (kind in _TOLD or not question) and (heard := pattern.search(said)):
            return _unless_refused(kind, said[: heard.end()])
    return None


def _unless_refused(kind: Kind, said: str) -> Kind | None:
    """A no in front of the verb turns it; one behind it speaks of something else: "nudge Bob, he has not answered"."""
    if kind in ("remind", "approve", "due", "done", "write", "skip") and refuses(said):
        return "hold" if kind in ("remind", "approve", "write") else None
    return kind


def _with_an_address(text: str, said: str) -> Kind | None:
    place = _PLACE.search(text)
    if _BRING.match(said) and (place or re.search(r"\b(?:person|people|task|pessoa|tarefa)\b", said)):
        return "person"
    return "address" if place and _REACHED.search(_PLACE.sub(" ", said)) else None
