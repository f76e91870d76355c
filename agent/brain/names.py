"""Names of people as text: what can be one, how it looks without ornament, and when two spellings are one person's."""

import re

from agent.brain.concepts import TOPICS
from agent.brain.language import bag, fold, is_common
from agent.brain.nicknames import is_given, is_short_for

ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĞĠĢĤĪĬĮİĶĹĻĽŁŃŅŇŌŎŐŒŔŘŚŜŞŠŢŤŪŬŮŰŲŴŶŸŹŻŽȘȚ"
NAME = (
    rf"[{UPPER}][\w'’-]*\.?"
    rf"(?:[ \u00a0](?:d[aeo]s?|van|von|der|den|le|la|al|bin|[{UPPER}][\w'’-]*\.?)){{0,4}}"
)
_NAME = re.compile(rf"^{NAME}$")
_TITLE = re.compile(
    r"^(?:(?:Dr|Dra|Prof|Profa|Mr|Mrs|Ms|Miss|Mx|Sr|Sra|Srta|Eng|Engo|Enga|Arq|Adv|Ing|Dipl|Herr|Frau|Sir|Dame)"
    rf"[ªº]?(?:\.-?|\b(?=\s))\s*)+(?=[{UPPER}])"
)
_NOT_PEOPLE = re.compile(
    r"\b(?:name|nome|member|membro|foundation|council|committee|team|members?|maintainers|board|project|directors|group|wg"
    r"|cloud|systems?|solutions?|technolog(?:y|ies)|software|services?|consulting|labs?|holdings?|associates|bank|sistemas"
    r"|solucoes|tecnologia|servicos|consultoria|company|inc|ltd|gmbh|ltda|corp|department|equipe|equipa|grupo|comissao|office|unit|partners?|parceir[oa]s?"
    r"|clients?|customers?|clientes?|suppliers?|vendors?|fornecedor(?:es)?|contractors?|subcontractors?|contratad[oa]"
    r"|contratante|buyers?|authority|agency|everybody|anyone|anybody|somebody|no one|several|various|both|ninguem"
    r"|alguem"
    r"|managers?|director|engineers?|architects?|consultants?|analysts?|officers?|specialists?|coordinators?|leads?"
    r"|leader|owner|gerentes?|diretor[ae]?s?|engenheir[oa]s?|arquitet[oa]s?|consultor(?:es|a)?|analistas?"
    r"|coordenador(?:es|a)?|lider|advogad[oa]s?|responsavel|tbd|tbc|tba|unassigned|open|pending|pendente"
    r"|everyone|all|todos|todas|agenda|notes?|actions?|technical|section|pricing|date|location|time"
    r"|meeting|recording|link|issue|none|the|and|to|next|steps?"
    r"|decisions?|summary|topics?|discussion|proposal|monday|tuesday|wednesday|thursday|friday|saturday|sunday|i"
    r"|we|you|it|this|that|they|he|she|someone|nobody|who"
    r"|ai|action|todo|pm|qa|rfp|rfq|sow|today|tomorrow|yes|no|ok|okay|so|then|but|also|well|great"
    r"|thanks|thank|sure|let|please|hi|hello|good|if|when"
    r"|eu|nos|ele|ela|isso|entao|mas|bom|sim|nao|obrigad[oa]|vamos|acao|acoes|data|local|pauta"
    r"|segunda|terca|quarta|quinta|sexta|sabado|domingo|legal|dia|reuniao"
    r"|what|how|why|where|there|here|our|your|my|first|second|one|some|any|can|will|should|could"
    r"|would|do|does|is|are|was|new|old|as|at|in|on|of|for|from|cc|bcc|subject|sent|assunto|enviado|para)\b"
)
_WORK = bag(  # what work is about, and who it is done for
    "finance financeiro accounting accounts marketing procurement purchasing compras sales vendas presales hr rh "
    "it ti migration architecture transition transicao testing risk risks risco riscos governance governanca "
    "hosting infrastructure infraestrutura operations operacoes integration integracao integrations delivery "
    "deployment implementation implantacao implementacao rollout onboarding staffing approach methodology "
    "metodologia scope escopo insurance cover cv cvs letter annex anexo appendix volume chapter capitulo "
    "requirements requisitos glossary deadline prazo update updates review draft plan plano proposta propostas "
    "planilha atestados certidoes documentacao documentation prefeitura municipio governo ministerio secretaria "
    "state city county university engineering engenharia product produto development desenvolvimento devops "
    "backend frontend cloud network rede networks analytics reporting accessibility acessibilidade "
    "sustainability sustentabilidade logistics logistica transport transporte attachments forms formularios "
    "questions perguntas clarifications duvidas answers kickoff compliance matrix matriz checklist printing "
    "submission envio entrega goal goals outcome context background owner reviewer support apoio task tarefa "
    "status priority prioridade budget outro outros other others misc admin administration administracao "
    "communications comunicacao press translation traducao layout graphics"
)
_FAMILY = re.compile(r"^(?:partner|owner|good|friday|monday|sunday|bank|domingo|bom)$")  # behind a given name
_SUBJECTS = (TOPICS | _WORK) - bag("marcos")  # a given name in Portuguese
_CALENDAR = bag(
    "jan feb mar apr may jun jul aug sep oct nov dec fev abr mai ago set out dez "
    "mon tue wed thu fri sat sun seg ter qua qui sex sab dom"
)


def is_name(text: str) -> bool:
    """Whether a piece of text can be a person's name."""
    if not _NAME.match(text) or len(text) < 2 or text.isupper():
        return False
    folded = fold(text)
    first, _, rest = folded.partition(" ")
    doubtful = _NOT_PEOPLE.search(first if _FAMILY.match(rest) and is_given(first) else folded)
    return not doubtful and re.split(r"[\s-]", folded)[0].strip(".'") not in _SUBJECTS


def clean_name(text: str) -> str:
    """A name without handle, title, role, address and ornament: "[M. Eduarda]" → "M. Eduarda"."""
    plain = ADDRESS.sub("", re.sub(r"~~[^~]*~~|\([^)]*\)|<[^>]*>|[\"“”][^\"“”]*[\"“”]", "", text))
    plain = re.split(r"\s+[-–—]\s+|,|;|\||/| e-?mail", plain)[0]
    bare = re.sub(r"^[^\wÀ-ÿ]+|[^\wÀ-ÿ.]+$", "", plain.replace("*", "")).strip()
    bare = re.sub(r"\s{2,}", " ", _TITLE.sub("", bare))
    return bare if re.search(r"\b\w\.$", bare) else bare.rstrip(".")


def forward(name: str) -> str:
    """ "Fischer, Lena (Fabrikam)" is Lena Fischer."""
    last, comma, first = re.sub(r"\([^)]*\)", "", name).strip(" \"'").partition(",")
    turned = f"{first.strip()} {last.strip()}" if comma and len(first.split()) <= 3 else last
    return clean_name(turned)


def tokens(name: str) -> list[str]:
    """The folded words of a name, without a title in front."""
    bare = _TITLE.sub("", name.strip(' @[]()*.,:"“”'))
    spaced = re.sub(r"(?<=[a-zà-ÿ])(?=[A-Z]$)", " ", bare)  # "BrianB"
    return [t for t in re.split(r"[\s.]+", fold(spaced)) if t]


def initials(name: str) -> frozenset[str]:
    """ "sjw" and "sw" of Sarah-Jane Whitmore."""
    letters = "".join(t[0] for t in re.split(r"[\s.-]+", fold(name)) if t)
    return frozenset((letters, letters[:1] + letters[-1:])) if len(letters) > 1 else frozenset()


def stands_for(short: str, name: str) -> bool:
    """Whether a word in brackets behind a name is another form of it: initials or a nickname, not a firm or a role."""
    letters = fold(re.sub(r"[.\s]", "", short))
    if short.isupper() and 1 < len(letters) < 5:
        rest = iter(re.sub(r"\W", "", fold(name)))
        return letters[0] == fold(name)[:1] and all(letter in rest for letter in letters)
    return bool(_NAME.match(short)) and (any(_nears(letters, part) for part in tokens(name)) or _blends(letters, name))


def _blends(short: str, name: str) -> bool:
    """ "Mafê" of Maria Fernanda, "Malu" of Maria Luísa: the beginnings of the first two names."""
    first, second = (*tokens(name), "", "")[:2]
    cuts = range(2, len(short) - 1)
    return any(first.startswith(short[:at]) and second.startswith(short[at:]) for at in cuts)


def _nears(short: str, full: str) -> bool:
    return is_short_for(short, full) or (len(short) > 2 and short[:3] == full[:3])


def fits(wanted: list[str], have: list[str]) -> bool:
    """ "Jack", "Jack H" and "M. Eduarda" fit "Jack Huey" and "Marie Eduarda"; a longer form fits its short one."""
    if len(wanted) > len(have):
        return len(have) == 1 and wanted[0] == have[0] and all(len(t) <= 2 for t in wanted[1:])
    if not _token_fits(wanted[0], have[0]) or (len(wanted) == 1 and len(wanted[0]) < 2):
        return False
    rest = iter(have[1:])
    return all(any(_token_fits(t, h) for h in rest) for t in wanted[1:])


def _token_fits(short: str, full: str) -> bool:
    return short == full or (len(short) == 1 and full.startswith(short))


def nicks(mention: str, name: str) -> bool:
    """ "Bob" and "Bob Quinn" are Robert Quinn. The mention must be written as a name."""
    short, full = tokens(mention), tokens(name)
    if not short or not full or not is_name(mention) or is_common(short[0]) or short[0] in _CALENDAR:
        return False
    return is_short_for(short[0], full[0]) and (len(short) == 1 or (len(full) > 1 and short[-1] == full[-1]))


def same(one: str, other: str) -> bool:
    return tokens(one) == tokens(other)


def alike(one: str, other: str) -> bool:
    """First and last name agree, and one of them only leaves out what stands between: "João da Silva", "Joao Silva"."""
    few, many = sorted((tokens(one), tokens(other)), key=len)
    return len(few) > 1 and few[0] == many[0] and few[-1] == many[-1] and set(few) <= set(many)
