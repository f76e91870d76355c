"""Whether somebody says a thing as their own answer, or asks, doubts, refuses, retells or takes it back.

Only plain statements count. What is not surely one is none: a gap that is none costs one question.
"""

import re

from agent.brain.language import fold

OPEN = re.compile(  # said to come, or to be filled in
    r"\b(?:tb[dca]|to be (?:defined|determined|confirmed|done|added|agreed|decided|written|checked|provided|announced)"
    r"|later|still|yet|pending|will (?:follow|add|send|provide|cover|share|come back)"
    r"|to (?:follow|come)|follows?|coming|missing|no idea|a (?:definir|confirmar|combinar)|falta(?:m|ndo)?|ainda|depois"
    r"|pendentes?|vou|mando|envio|depend\w*|wait\w*|waiting|esperando|aguard\w*|xx+|nao definid\w+|not started"
    r"|on my list|to-?dos?|checklist|open (?:points?|items?|questions?)|em aberto|na minha lista|unclear|undecided"
    r"|not sure|unsure|working on|got it|on it|in the works|lorem ipsum|placeholder)\b|\?\?|_{3,}"
    r"|\[(?:[^\]\n]{0,30})\]|<[^<>\n@]{1,30}>"
)
_DENIES = re.compile(
    r"n't\b|\b(?:not|never|cannot|nobody|neither|none|nao|nunca|ninguem|nenhum\w*|no (?:longer|more|fixed|price|date"
    r"|plan|one|information|data|answer|decision)|without (?:a|any)|nem|sem (?:previsao|data|preco|resposta))\b"
)
_DOUBTS = re.compile(
    r"\b(?:would|could|should|usually|typically|normally|earliest|kidding|joking|lol|haha\w*|kkk+|my (?:proposal"
    r"|suggestion|idea)|minha (?:sugestao|ideia|proposta)|geralmente|normalmente|em geral|might|(?<!\d )(?<!in )may(?! "
    r"\d)|maybe|perhaps|probably|possibly|likely|supposed|suppose"
    r"|assum\w+|guess\w*"
    r"|suggest\w*|propos(?:e|ing)\b(?= (?:we|that|to))|rather|hope\w*|think|believe|imagine|unless"
    r"|whether|either|tentative\w*|preliminar\w*|provisional\w*|provisori\w*|talvez|provavel\w*|acho|creio"
    r"|imagino|sugiro|suponho|gostaria\w*|poderi\w+|seria\w*|deveria\w*|tentativ\w*)\b"
    r"|^(?:if|se|caso|suppose|assuming)\b|[,:] (?:if|caso)\b"
)
_ASKS = re.compile(
    r"\?|\b(?:please|por favor|pls|plz|(?:can|could|will|would) (?:you|someone|anybody|anyone|we)|let (?:me|us)"
    r"|let's|(?:give|tell|send|show|get|provide) (?:me|us)\b|i'?d? (?:\w+ )?(?:need|want|ask\w*|require|miss)"
    r"|we (?:\w+ )?(?:need|want|lack|miss)\b|need(?:s|ed)?\b|preciso|precisamos|precisa|queria|me (?:diga|digam|passe"
    r"|passem|mande|mandem|envie|enviem|informe|confirme)|quem (?:e|pode|vai|define|decide)|pergunt\w+|duvidas?"
    r"|shall|dever[ao]\w*|devem?|has to|have to|had to|must|ought)\b"
)
_OTHERS = re.compile(
    r"\b(?:(?:says?|said|told|wants?|wanted|asks?|asked|wrote|claim(?:s|ed)?|demand(?:s|ed)?|expect(?:s|ed)?"
    r"|insist(?:s|ed)?|push(?:es|ed)|refus(?:e|es|ed)|block(?:s|ed)|complain\w*|came from|comes from|heard|according to"
    r"|suggested|proposed by|invented|rumou?r\w*)"
    r"|competitors?|competition|(?:other|another|previous|former|old|last|earlier|wrong|their) (?:vendors?|bidders?"
    r"|offers?|bids?|proposals?|projects?|contracts?|customers?|clients?|quotes?|suppliers?|tenders?|versions?|one"
    r"|years?'?s?|months?'?s?|time|week)|last year\w*|yesterday|previously|formerly|used to|e\.g|for example|example"
    r"|concorrentes?|concorrencia|disse\w*|falou|falaram|pediu|pediram|quer(?:em)?|exige\w*|pede(?:m)?|segundo (?:o|a)"
    r"|ontem|ano passado|anterior(?:es)?|antig[oa]s?|exemplo|outr[oa] (?:projeto|proposta|cliente|fornecedor)"
    r"|proposta passada)\b|^(?:they|he|she|somebody|someone|anyone|everyone|people|who\w*|eles|elas|ele|ela|alguem)\b"
    r"|^(?:how|what|which|why|where|when|como|quais|qual|quando|onde|por que)\b"
)
_TASKS = re.compile(  # the request's own words, not an answer to them
    r"^(?:list|name|describe|state|give|provide|explain|show|include|submit|present|specify|identify|listar|liste"
    r"|descrever|descreva|informar|informe|indicar|indique|apresentar|apresente|incluir|detalhar)\b(?! of\b)"
)
_VAGUE = re.compile(
    r"\b(?:or|ou|between|entre|around|about|approx\w*|roughly|circa|some|cerca de|aprox\w*|mais ou menos|uns|umas|up "
    r"to)\b"
)
_HEDGES = re.compile(  # how a clause goes on that leaves the one before it open
    r"^\W*(?:(?:and|but|mas|e)\s+)?(?:if|unless|maybe|perhaps|provided|subject to|assuming|depending|talvez|se|caso"
    r"|desde que|let|(?:that|this|it) (?:was|is no|will change)|i (?:think|will|have|need|must)|only if|preciso|vou"
    r"|tenho que|depende)\b|\b(?:check first|double[- ]check|will (?:ask|check|confirm)|(?:different|changed?|other) "
    r"now|made (?:that|it|this|them) up|claims?|brochure|came from|comes from|kidding|joking)\b"
)
_HOW_IT_STANDS = re.compile(  # news of the work, not the work
    r"\b(?:is|are|esta|estao|e|sao) (?:\w+ )?(?:late|overdue|unclear|open|blocked|sick|a mess|secret|unknown|crazy|a "
    r"joke"
    r"|atrasad\w+|bloquead\w+|desconhecid\w+|segred\w+|doente)\b"
    r"|\bwe (?:\w+ )?(?:lose|lost|discussed|promised|rejected|refused|tried|failed|want|hope|heard|get|got|love|hate)\b"
    r"|\b(?:discutimos|perdemos|prometemos|recusamos|rejeitamos|achamos|queremos|esperamos|pedimos|falamos|tivemos)\b"
)
_CONDITION = re.compile(r"\b(?:if|unless|once|as long as|provided that|desde que|apenas se|so se|caso)\b|, se\b")
_SOURCED = re.compile(  # a value that stands in somebody's paper
    r"\b(?:in|from|per|under) (?:(?:the|my|his|her|their|our|last|old|frame|[a-z]+'s) ){1,3}(?:rfp|request|tender|sheet"
    r"|notes?|mail|e-?mail|draft|template|excel|spreadsheet|slides?|deck|wiki)\b|\b(?:in|under) the (?:\w+ )?contract\b"
    r"|\bin mine\b|\b[a-z]+'s (?:sheet|mail|notes?|version|draft|guess|idea)\b"
    r"|\bn[oa]s? (?:minhas? |meus? |seus? |suas? )?(?:edital|contrato|rascunho|planilha|e-?mail|modelo|notas?)\b"
)
_BEYOND = re.compile(r"\b(?:above|below|under|over|more than|less than|north of|acima|abaixo|mais de|menos de)\b")
_NOT_OURS = re.compile(
    r"^(?:the |an? |o |a |os |as )?(?:their|his|her|your|old|current|existing|previous|minimum|usual|normal|standard"
    r"|market|legal|average|seus?|suas?|deles|atual|atuais|minim[oa]|media|padrao)\b|^(?:on )?p(?:age|agina|\.)\s*\d"
    r"|\b(?:\d+ ?%|not|pretty|fairly|quite|almost|half|not so) sure\b"
)
_TAGS = re.compile(  # behind a statement: whose it is, and what one thinks of it
    r"^\W*(?:they|he|she|people|i|eles?|elas?) (?:says?|said|thinks?|thought|wrote|claims?|guess|believes?|hopes?"
    r"|hears?"
    r"|heard|diz|dizem|disse|achar?|acham)\b|^\W*(?:which|o que) (?:is|was|e|foi|i|we|nobody|makes?|means?|kills?)\b"
    r"|\b(?:jok(?:e|es|ing)|nothing yet|piada|brincadeira)\b"
)
_PAST = re.compile(
    r"\b(?:was|were|had|did|broke|failed|crashed|went|lost|stopped|foi|foram|era|eram|tinha|tinham|quebrou|falhou"
    r"|parou|perdemos|fizemos)\b"
)
_MEASURED = re.compile(
    r"\b(?:our|nossos?|nossas?) (?:[\w-]+ )?(?:tests?|measurements?|trials?|testes?|medicoes|ensaios?)\b"
)
_ELSEWHERE = re.compile(
    r"\b(?:see|cf|refer to|(?:described|listed|named|found|stated|covered|explained|documented|defined) (?:in|on|at|by)"
    r"|in the (?:appendix|annex|attachment)|(?:as |is |are )?attached|(?:em|no) anexo|conforme (?:o )?(?:anexo"
    r"|documento|planilha)|veja|vide"
    r"|descrit\w+ (?:em|no|na)|corporate (?:site|standard))\b"
)
_OBJECTS = re.compile(  # said of what stands before it
    r"\b(?:not (?:valid|final|confirmed|correct|realistic|approved|agreed|official|ours|mine|possible|feasible|for)"
    r"|(?:don't|do not|never|shouldn't|should not|mustn't|must not) (?:use|copy|put|quote|take|write|include|count"
    r"|rely)"
    r"|(?:can't|cannot|can not|couldn't|won't|will not) (?:do|sign|commit|promise|confirm|hold|keep|offer|guarantee"
    r"|accept)"
    r"|that kills|kills us|i refuse|we refuse|never (?:confirmed|agreed|approved|said)|unrealistic|impossible|too "
    r"(?:high|low"
    r"|tight|late|early|expensive|short)|is wrong|was wrong|are wrong|were wrong|a guess|(?:to|and|must) check|check "
    r"with"
    r"|discuss|talk about|let's talk|need to talk|higher|made up|dummy|pick one|choose|old number|last year|has not"
    r"|hasn't|have not|haven't|nobody|no capacity|in the lab|who came up|ignore|disregard|look how|do better"
    r"|nao (?:coloque\w*|use\w*|val\w+|confirm\w+|aprov\w+|e (?:viavel|certo|final|definitiv\w+)|sao viaveis|posso"
    r"|podemos"
    r"|consigo|conseguimos|da|escrev\w+|inclu\w+)|inviave\w+|irreal|desconsider\w+|precisamos conversar|conversar"
    r"|discutir|errad[oa]s?|chute|escolh\w+)\b"
)
_ANOTHER_MATTER = re.compile(
    r"\bwrong (?:project|bid|customer|client|thread|chat|person|window|mail|e-?mail)\b|\b(?:quick |short )?recap\b"
    r"|\b(?:what|as) you asked\b|\byou asked (?:me|us|for)\b|\bproje(?:c)?to errado\b|\bcliente errado\b|\bmensagem "
    r"errada\b"
    r"|\bo que voce (?:me )?(?:pediu|perguntou)\b|\b(?:ignore|disregard) (?:my|the|this|that|all)\b|\bdesconsidere\b"
    r"|\bjust (?:an )?(?:example|joking|kidding)\b|\bbrincadeira\b"
)


def is_plain(text: str) -> bool:
    """A statement of the writer's own, for good and for now: no question, doubt, denial, wish or tale in it."""
    said = fold(text).strip(" -*•>\t")
    past = _PAST.search(said) and not _MEASURED.search(said)
    return not past and not any(
        one.search(said) for one in (OPEN, _DENIES, _DOUBTS, _ASKS, _OTHERS, _HOW_IT_STANDS, _NOT_OURS, _TASKS)
    )


def points_elsewhere(text: str) -> bool:
    return _ELSEWHERE.search(fold(text)) is not None


def is_objected_to(after: str) -> bool:
    """Whether what comes behind a statement takes it back or forbids its use."""
    said = fold(after)
    return _OBJECTS.search(said) is not None or any(one.search(said) for one in (_HEDGES, _TAGS))


def leads_elsewhere(line: str) -> bool:
    """Whether a line announces words of others, or of another time: "From last year's offer:"."""
    said = fold(line).strip(" -*•>\t")
    announces = said.endswith(":") or re.search(r"\b(?:below|following|abaixo|a seguir|seguinte)\b", said) is not None
    return announces and (_OTHERS.search(said) is not None or _ANOTHER_MATTER.search(said) is not None)


def is_vague(text: str) -> bool:
    """Whether a value in it is one of several, only about right, or hangs on something else."""
    said = fold(text)
    return any(one.search(said) for one in (_VAGUE, _CONDITION, _SOURCED))


def is_beyond(text: str) -> bool:
    """ "Above 480,000 euros" names no amount."""
    return _BEYOND.search(fold(text)) is not None


def is_of_another_matter(text: str) -> bool:
    """Whether the whole message retells what was asked, or says that it does not belong here."""
    return _ANOTHER_MATTER.search(fold(text)) is not None
