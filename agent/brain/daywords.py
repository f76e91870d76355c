"""The words days are said with, in English and Portuguese, as pieces of patterns over folded text."""

import re

from agent.brain.dates import MONTHS
from agent.brain.numbers import COUNT, DAYS_PT, NTHS, either
from agent.brain.reckoning import WEEKDAYS

OTHER_WORDS = ("may", "march", "mar", "set", "out", "ago", "dez")  # months' names that mean something else too

NOUNS = (  # "na segunda versão" is the second version, and no Monday
    r"(?:versao|parte|secao|etapa|fase|rodada|via|linha|pagina|opcao|coluna|vez|metade|edicao|entrega|proposta"
    r"|pergunta"
    r"|questao|reuniao|semana|quinzena|coisa|alternativa|chamada|tentativa|revisao|leva|camada|turma|casa|pessoa"
    r"|instancia|sessao|tarefa|prioridade|feira livre|ordem|maior|melhor|planilha|tabela|figura|clausula|alinea)"
)
GONE = r"(?:passad[oa]|retrasad[oa]|anterior|last week|d[ae] semana passada|past\b)"
BEFORE_DAY = "".join(
    rf"(?<!\b{word} )"
    for word in ("good", "black", "cyber", "ash", "last", "past", "previous", "every", "each", "toda", "cada", "ultima")
)
NAME = rf"(?P<day>{either(WEEKDAYS)}|[2-6]a?(?=[- ]feira))(?:[- ]feira)?\b"
WEEKDAY = re.compile(rf"\b{NAME}")
PLAIN_DAY = rf"(?:{either(WEEKDAYS)})"
DAY = rf"{BEFORE_DAY}{NAME}(?!s\b|'s\b|\.com|\s+{NOUNS}\b|,?\s+{GONE})"
MONTH = either(MONTHS)
MON = rf"(?P<mon>{MONTH})\b\.?"
YEAR = r"(?:,?\s+(?:de\s+|of\s+)?(?P<y>20\d\d)\b)?"

CLOCK = r"\d{1,2}(?:[:.]\d{2}(?:\s?[ap]\.?m\b\.?|\s?h\b)?|\s?[ap]\.?m\b\.?|\s?h(?:\d{2})?\b|\s?horas\b|\s?o'clock\b)"
AT_DAY = (
    r"(?:close of (?:business|play)|cob|cop|eod|eob|end of (?:the )?(?:(?:business|working) )?day"
    r"|end of (?:business|play)"
    r"|first thing(?: in the morning)?|noon|midday|midnight|lunch(?:time)?|meio[- ]dia|meia[- ]noite|(?:fim"
    r"|final) d[eoa] (?:dia"
    r"|expediente|tarde|manha)"
    rf"|(?:late |early |in the |de |a |da |na )?(?:morning|afternoon|evening|night|manha|tarde|noite)|{CLOCK})"
)
PREPOSITION = (
    r"(?:due|ready|done|by|before|until|till?|up (?:to|until)|(?:no|not) later than|at the latest|latest|on|for"
    r"|at|in time for"
    r"|ahead of|come|(?:the )?(?:end|close) of|o? ?(?:fim|final) de|sem falta|impreterivelmente|to|para|pr[ao]"
    r"|p/|ate|antes d[eoa]|no maximo|o mais tardar|la|no|na|nest[ae]"
    r"|ness[ae]|em|logo|ja"
    r"|(?:prazo|deadline|due date|due|entrega|target|eta)\s?[:=–-]?)"
)
ARTICLE = r"(?:(?:the|o|a|as|os)\s+)?"
AT = rf"(?:{AT_DAY},?\s+(?:(?:on|of|d[eoa]|no|na)\s+)?{ARTICLE})?"
LEAD = re.compile(rf"\b(?:{PREPOSITION}\s+){{0,3}}{ARTICLE}{AT}(?:dia\s+)?$")
TAIL = re.compile(
    rf"(?:,?\s+(?:(?:at|by|as|ate|a|around|before|no|antes d[eoa])\s+){{0,2}}(?:the\s+|o\s+)?{AT_DAY}(?![\w/])"
    r"|,?\s+(?:at the latest|latest|no maximo|sem falta|o mais tardar|cedo)\b){1,2}"
)
ONWARDS = re.compile(r"^\s+(?:onwards?|and after|e? ?em diante)\b")
NO_DEADLINE = re.compile(
    r"(?:\b(?:after|since|from|starting|beginning|effective|as of|depois d[aeo]|apos"
    r"|a partir d[aeo]|desde|last|past|previous|every|each|toda|cada|ultima)\s+"
    r"(?:(?:on|the|a|o|dia|next|proxim[ao])\s+){0,2})$"
)

UNIT = (
    r"(?P<work>(?:business|working|work)\s+)?(?:calendar\s+|full\s+)?"
    r"(?P<unit>workdays?|days?|weeks?|fortnights?|months?|hours?|hrs|dias?|semanas?|quinzenas?|mes(?:es)?|horas?|h)\b"
    r"(?:'?s?'?\s+time\b)?(?P<uteis>\s+uteis\b)?(?:\s+corridos\b)?"
)
N = rf"(?P<n>{COUNT})"
ANCHOR = (
    r"(?P<anchor>(?:the )?day after tomorrow|depois de amanha|tomorrow|today|now|amanha|hoje|agora"
    rf"|(?:next |this |coming )?{NAME})\b"
)
FROM = r"(?:from|after|on|a partir d[aeo]|depois d[aeo]|apos|a contar d[aeo])"
NEXT_MONTH = (
    r"(?:next month|(?:the )?following month|(?:o |do )?proximo mes|(?:o |do )?mes que vem|(?:o )?mes seguinte)"
)
THIS_MONTH = r"(?:(?:the |this )?month|o mes|(?:est|ess)e mes|mes)"
OF_MONTH = rf"(?:{NEXT_MONTH}|{THIS_MONTH}|{MON}{YEAR})"
OF = r"(?:\s+(?:of|in|d[eo]|em|n[eo])?\s*)"
NTH_EN = r"first|second|third|fourth|last|1st|2nd|3rd|4th"
NTH_PT = r"primeira|segunda|terceira|quarta|ultima|1a|2a|3a|4a"
ORDINAL = rf"(?P<d>\d{{1,2}}(?=st\b|nd\b|rd\b|th\b|º|o\b)|{either(NTHS)})(?:st|nd|rd|th|o)?\b"
NUMBER = rf"(?P<d>\d{{1,2}}|{either(NTHS)})(?:st|nd|rd|th|o)?"
NUMBER_PT = rf"(?P<d>\d{{1,2}}|{either(NTHS | DAYS_PT)})(?:st|nd|rd|th|o|\.)?"
NO_NOUN = (  # "the 2nd draft" is no day
    r"(?=\s*(?:$|[,.;:!?)–—-])|\s+(?:at|by|and|but|for|if|so|then|latest|is|are|was|works?|would|will|should|as"
    r"|to|because|in|on"
    r"|eod|cob|noon|morning|please|or|we|i|you|it|that|this|too|also|with|sharp|instead)\b)"
)
