"""The ways to say a day, in English and Portuguese: patterns over folded text, each with the rule that reckons it.

Of two that overlap the earlier one counts, so what is said in more words stands first.
"""

import re

from agent.brain import reckoning as day_of
from agent.brain.dates import MONTHS
from agent.brain.numbers import COUNT, DAYS_PT, NTHS, either
from agent.brain.reckoning import ITS_END, WEEKDAYS, Rule

OTHER_WORDS = ("may", "march", "mar", "set", "out", "ago", "dez")  # months' names that mean something else too

_NOUNS = (  # "na segunda versão" is the second version, and no Monday
    r"(?:versao|parte|secao|etapa|fase|rodada|via|linha|pagina|opcao|coluna|vez|metade|edicao|entrega|proposta"
    r"|pergunta"
    r"|questao|reuniao|semana|quinzena|coisa|alternativa|chamada|tentativa|revisao|leva|camada|turma|casa|pessoa"
    r"|instancia|sessao|tarefa|prioridade|feira livre|ordem|maior|melhor|planilha|tabela|figura|clausula|alinea)"
)
_GONE = r"(?:passad[oa]|retrasad[oa]|anterior|last week|d[ae] semana passada|past\b)"
_BEFORE_DAY = "".join(
    rf"(?<!\b{word} )"
    for word in ("good", "black", "cyber", "ash", "last", "past", "previous", "every", "each", "toda", "cada", "ultima")
)
_NAME = rf"(?P<day>{either(WEEKDAYS)}|[2-6]a?(?=[- ]feira))(?:[- ]feira)?\b"
WEEKDAY = re.compile(rf"\b{_NAME}")
_PLAIN_DAY = rf"(?:{either(WEEKDAYS)})"
_DAY = rf"{_BEFORE_DAY}{_NAME}(?!s\b|'s\b|\.com|\s+{_NOUNS}\b|,?\s+{_GONE})"
_MONTH = either(MONTHS)
_MON = rf"(?P<mon>{_MONTH})\b\.?"
_YEAR = r"(?:,?\s+(?:de\s+|of\s+)?(?P<y>20\d\d)\b)?"

_CLOCK = r"\d{1,2}(?:[:.]\d{2}(?:\s?[ap]\.?m\b\.?|\s?h\b)?|\s?[ap]\.?m\b\.?|\s?h(?:\d{2})?\b|\s?horas\b|\s?o'clock\b)"
_AT_DAY = (
    r"(?:close of (?:business|play)|cob|cop|eod|eob|end of (?:the )?(?:(?:business|working) )?day"
    r"|end of (?:business|play)"
    r"|first thing(?: in the morning)?|noon|midday|lunch(?:time)?|meio[- ]dia|(?:fim|final) d[eoa] (?:dia"
    r"|expediente|tarde|manha)"
    rf"|(?:late |early |in the |de |a |da |na )?(?:morning|afternoon|evening|night|manha|tarde|noite)|{_CLOCK})"
)
_PREPOSITION = (
    r"(?:due|ready|done|by|before|until|till?|up (?:to|until)|(?:no|not) later than|at the latest|latest|on|for"
    r"|at|in time for"
    r"|ahead of|come|the end of|to|para|pr[ao]|p/|ate|antes d[eoa]|no maximo|o mais tardar|la|no|na|nest[ae]"
    r"|ness[ae]|em|logo|ja"
    r"|(?:prazo|deadline|due date|due|entrega|target|eta)\s?[:=–-]?)"
)
_ARTICLE = r"(?:(?:the|o|a|as|os)\s+)?"
_AT = rf"(?:{_AT_DAY},?\s+(?:(?:on|of|d[eoa]|no|na)\s+)?{_ARTICLE})?"
LEAD = re.compile(rf"\b(?:{_PREPOSITION}\s+){{0,3}}{_ARTICLE}{_AT}(?:dia\s+)?$")
TAIL = re.compile(
    rf"(?:,?\s+(?:(?:at|by|as|ate|a|around|before|no|antes d[eoa])\s+){{0,2}}(?:the\s+|o\s+)?{_AT_DAY}(?![\w/])"
    r"|,?\s+(?:at the latest|latest|no maximo|sem falta|o mais tardar|cedo)\b){1,2}"
)
NO_DEADLINE = re.compile(
    r"(?:\b(?:after|since|from|starting|beginning|effective|as of|no earlier than|not before|depois d[aeo]|apos"
    r"|a partir d[aeo]|desde|nao antes d[aeo]|last|past|previous|every|each|toda|cada|ultima)\s+"
    r"(?:(?:on|the|a|o|dia|next|proxim[ao])\s+){0,2})$"
)

_UNIT = (
    r"(?P<work>(?:business|working|work)\s+)?(?:calendar\s+|full\s+)?"
    r"(?P<unit>workdays?|days?|weeks?|fortnights?|months?|hours?|hrs|dias?|semanas?|quinzenas?|mes(?:es)?|horas?|h)\b"
    r"(?:'?s?'?\s+time\b)?(?P<uteis>\s+uteis\b)?(?:\s+corridos\b)?"
)
_N = rf"(?P<n>{COUNT})"
_ANCHOR = (
    r"(?P<anchor>(?:the )?day after tomorrow|depois de amanha|tomorrow|today|now|amanha|hoje|agora"
    rf"|(?:next |this |coming )?{_NAME})\b"
)
_FROM = r"(?:from|after|on|a partir d[aeo]|depois d[aeo]|apos|a contar d[aeo])"
_NEXT_MONTH = (
    r"(?:next month|(?:the )?following month|(?:o |do )?proximo mes|(?:o |do )?mes que vem|(?:o )?mes seguinte)"
)
_THIS_MONTH = r"(?:(?:the |this )?month|o mes|(?:est|ess)e mes|mes)"
_OF_MONTH = rf"(?:{_NEXT_MONTH}|{_THIS_MONTH}|{_MON}{_YEAR})"
_OF = r"(?:\s+(?:of|in|d[eo]|em|n[eo])?\s*)"
_NTH_EN = r"first|second|third|fourth|last|1st|2nd|3rd|4th"
_NTH_PT = r"primeira|segunda|terceira|quarta|ultima|1a|2a|3a|4a"
_ORDINAL = rf"(?P<d>\d{{1,2}}(?=st\b|nd\b|rd\b|th\b|º|o\b)|{either(NTHS)})(?:st|nd|rd|th|o)?\b"
_NUMBER = rf"(?P<d>\d{{1,2}}|{either(NTHS)})(?:st|nd|rd|th|o)?"
_NUMBER_PT = rf"(?P<d>\d{{1,2}}|{either(NTHS | DAYS_PT)})(?:st|nd|rd|th|o|\.)?"
_NO_NOUN = (  # "the 2nd draft" is no day
    r"(?=\s*(?:$|[,.;:!?)–—-])|\s+(?:at|by|and|but|for|if|so|then|latest|is|are|was|works?|would|will|should|as"
    r"|to|because|in|on"
    r"|eod|cob|noon|morning|please|or|we|i|you|it|that|this|too|also|with|sharp|instead)\b)"
)


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b{words}")


_VAGUE = (
    (re.compile(
        rf"\b(?:early|late|later|mid|middle|beginning|start|sometime|some time|first half|second half)"
        rf"(?:\s+of|\s+in|\s+on)?[\s-]+(?:the\s+)?(?:(?:next|this|coming|following)\s+)?(?:week|month|year"
        rf"|(?:{_MONTH})\b(?!\s+\d))\b"
        rf"(?!,?\s+(?:on\s+)?{_PLAIN_DAY}\b)"
    ), day_of.unclear),
    (re.compile(
        rf"\b(?:comeco|inicio|metade|meados|meio) d[aeo]\s+(?:proxim[ao]\s+|outr[ao]\s+)?(?:semana|mes"
        rf"|ano|(?:{_MONTH})\b)"
        r"(?:\s+que vem|\s+seguinte)?"
    ), day_of.unclear),
    (re.compile(
        r"\b(?:in|within|daqui(?: a)?|em|dentro de)\s+(?:a few|several|some|alguns|algumas|poucos|poucas|uns|umas)\s+"
        r"(?:days|weeks|months|dias|semanas|meses)\b"
    ), day_of.unclear),
    (re.compile(
        rf"\b(?:in|within|daqui(?: a)?|em|dentro de)\s+(?:{COUNT}\s+(?:or|to|ou|a)\s+"
        rf"|\d{{1,2}}\s?[-–]\s?){COUNT}\s+{_UNIT}"
    ), day_of.unclear),
    (re.compile(
        rf"\b(?:in|within|daqui a|em|dentro de)\s+{_N}\s+{_UNIT}\s+(?:or (?:so|two|three)|ou (?:duas|dois|tres)"
        rf"|e mei[ao]"
        r"|and a half)\b"
    ), day_of.unclear),
)  # fmt: skip
_NO_CERTAIN = (
    (re.compile(
        rf"\b(?:(?:in|within|em|dentro de)\s+)?{_N}\s+{_UNIT}\s+(?:before|prior to|ahead of|after|following|of"
        rf"|from|antes d[aeo]"
        r"|apos|depois d[aeo]|a contar d[aeo]|a partir d[aeo])\b"
    ), day_of.unclear),
    (re.compile(
        r"\b(?:by|before|until|over|antes d[aeo]|ate|no|neste)\s+(?:o |a |the )?(?:christmas|xmas|holidays"
        r"|easter|thanksgiving"
        r"|new year(?:'s)?|natal|ano novo|reveillon|carnaval|pascoa|weekend|fim de semana"
        r"|final de semana)\b(?! eve\b)"
    ), day_of.unclear),
    (_pattern(rf"(?:{_NEXT_MONTH}|(?:the )?following week|semana seguinte|outra semana"
        rf"|(?:the )?week after\b(?! next))"),
     day_of.unclear),
)  # fmt: skip
_OF_NO_NAME = rf"(?P<of>\s+(?:of|d[eo])\s+(?:{_NEXT_MONTH}|(?:the|this) month|(?:d?este|d?esse) mes))"
_ENDS = (
    (_pattern(rf"{_NUMBER_PT}{_OF_NO_NAME}"), day_of.day_of_month),
    (_pattern(
        rf"(?:(?:(?P<ending>end|close|fim|final) (?:of|d[ao]) )?(?:the |a )?(?P<nth>{_NTH_EN}|{_NTH_PT})"
        rf"(?: full)? (?:week|semana){_OF}{_OF_MONTH})"), day_of.week_of_month),
    (_pattern(rf"(?:(?:fim|final) da )?(?P<nth>primeira|segunda|1a|2a) quinzena{_OF}{_OF_MONTH}"),
        day_of.half_of_month),
    (_pattern(r"end of the week after next\b"), day_of.friday_of(2)),
    (_pattern(
        r"(?:end of (?:the )?next week|(?:fim|final) da (?:proxima semana|semana que vem|outra semana"
        r"|semana seguinte))\b"
    ), day_of.friday_of(1)),
    (_pattern(
        r"(?:end of (?:the |this |the working )?week|eow|week'?s end|(?:fim|final) d(?:a|esta|essa) semana"
        r"|(?:before (?:the|this)|antes d[oe](?:ste|sse)?) (?:weekend|f(?:im|inal) de semana))\b"),
            day_of.friday_of(0)),
    (_pattern(
        rf"(?:last|ultim[oa]|final) (?P<work>(?:working|business) )?(?:day"
        rf"|dia)(?P<uteis> util)?{_OF}{_OF_MONTH}"), day_of.month_end),
    (_pattern(rf"(?P<nth>{_NTH_EN}|{_NTH_PT}) {_NAME}{_OF}{_OF_MONTH}"), day_of.nth_weekday),
    (_pattern(rf"(?:(?:end|close) of (?:the )?|(?:fim|final) d[eo] ){_OF_MONTH}(?!\s*\d)"), day_of.month_end),
    (_pattern(r"(?:eom|month[- ]end|month's end)\b"), day_of.month_end),
    (_pattern(r"(?:end of (?:the |this )?year|year[- ]?end|year's end|eoy|(?:fim|final) d[oe](?:ste"
        r"|sse)? ano)\b"), day_of.year_end),
    (_pattern(
        r"(?:end of (?:the |this )?quarter|(?:fim|final) d[oe](?:ste|sse)? trimestre|eoq"
        r"|end of q(?P<q>[1-4]))\b"), day_of.quarter_end),
)  # fmt: skip
_WEEK_OF = (
    r"(?:(?:the )?week (?:of|commencing|beginning|starting|(?P<ending>ending(?: on)?))|w/[cb]|semana d[eo])"
    r"\s+(?:the\s+|dia\s+)?"
)
_WEEKS = (
    (_pattern(rf"{_WEEK_OF}(?:monday,?\s+|friday,?\s+)?{_MON}\s+(?:the\s+)?{_NUMBER}{_YEAR}"), day_of.week_holding),
    (_pattern(rf"{_WEEK_OF}(?:monday,?\s+|friday,?\s+)?{_NUMBER_PT}(?:\s+of"
        rf"|\s+de)?\s+{_MON}{_YEAR}"), day_of.week_holding),
    (_pattern(rf"{_WEEK_OF}{_ORDINAL}"), day_of.week_holding),
    (_pattern(r"semana d[eo]\s+dia\s+(?P<d>\d{1,2})(?P<ending>(?!))?\b(?!/)"), day_of.week_holding),
)  # fmt: skip
_NEAR = (
    (re.compile(
        rf"\b(?:(?:in|within|em|daqui a"
        rf"|dentro de)\s+)?{_N}\s+{_UNIT}\s+{_FROM}\s+(?:the\s+)?{_ANCHOR}"), day_of.anchored),
    (re.compile(
        rf"\b(?:in\s+)?(?P<n>a|one|two|three)\s+(?P<unit>weeks?|fortnight)\s+{_ANCHOR}(?<!now)"), day_of.anchored),
    (_pattern(r"(?P<anchor>tomorrow|today)\s+(?P<unit>week|fortnight)\b"), day_of.anchored),
    (_pattern(r"(?:day after tomorrow|depois de amanha)\b"), day_of.ahead(2)),
    (_pattern(r"(?:tomorrow|amanha)\b(?: cedo| a noite)?"), day_of.ahead(1)),
)  # fmt: skip
_WEEKDAYS = (
    (_pattern(
        rf"{_DAY},?\s+(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)\b(?!\s+(?:of\s+)?(?:{_MONTH})\b)"),
            day_of.day_of_month),
    (_pattern(rf"(?P<next>next|following) week,?\s+(?:on\s+)?(?P<this>(?!))?{_DAY}"), day_of.plain_weekday),
    (_pattern(rf"(?:proxima semana|semana que vem|outra semana),?\s+(?:n?a\s+)?{_DAY}"), day_of.named_weekday),
    (_pattern(
        rf"(?:(?P<this>this(?: coming)?|(?:n|d)?est[ae]|(?:n|d)?ess[ae])\s+)?"
        rf"(?P<next>next\s+|proxim[ao]\s+|outra\s+|coming\s+|upcoming\s+)?{_DAY}"
        r"(?:,?\s+(?:que vem|agora|(?:mesmo )?[dn]a semana que vem|[dn]a proxima semana|[dn]a (?:outra semana"
        r"|semana seguinte)"
        r"|(?:d|n)est[ae] semana|(?:d|n)ess[ae] semana|(?:of |in )?(?:the )?(?:(?:next|following|coming"
        r"|this) week|week after(?: next)?)"
        r"|after next|coming|(?:week|fortnight)(?=\W*$|[,.;])"
        rf"|(?:in|daqui a)\s+(?P<weeks>{COUNT})\s+(?:weeks|semanas)))?"), day_of.named_weekday),
)  # fmt: skip
_COUNTED = (
    (re.compile(
        rf"\b(?:in|within|inside|daqui(?: a)?(?: uns| umas)?|em|dentro de|no prazo de|me d[ae]"
        rf"|de aqui a)\s+(?:about\s+|at most\s+|no maximo\s+"
        rf"|mais\s+|the next\s+|another\s+)?{_N}\s*{_UNIT}(?:\s+from now|\s+a partir de hoje)?"), day_of.counted),
    (re.compile(r"\bn(?:um|uma)\s+(?P<unit>dia|semana|quinzena|mes)\b"), day_of.counted),
    (re.compile(rf"\bgive me (?:another |until )?{_N}\s+(?:more\s+)?{_UNIT}"), day_of.counted),
    (_pattern(
        r"(?:(?:in )?(?:the )?week after next|(?:fim|final) da semana depois da proxima)\b"),
            day_of.friday_of(2, ITS_END)),
    (_pattern(r"(?:next week|semana que vem|proxima semana)\b"), day_of.next_week),
    (_pattern(r"(?:this week|(?:ainda )?n?est[ae] semana|(?:ainda )?n?ess[ae] semana)\b"),
        day_of.friday_of(0, ITS_END)),
)  # fmt: skip
_DATES = (
    (_pattern(rf"{_MON}[\s-]+(?:the\s+)?{_NUMBER}\b(?!\s*[-–]\s*\d)(?![:.,]\d|\s?[%hº]){_YEAR}"), day_of.month_day),
    (_pattern(rf"{_NUMBER_PT}\s*(?:de\s+|of\s+|[-/])?\s*{_MON}(?![-/]\d){_YEAR}"), day_of.month_day),
    (re.compile(
        rf"\b(?<=\bdia )(?P<d>\d{{1,2}}|{either(DAYS_PT)})\b(?![/:.]\d|\s+e\s+\d|\s+(?:inteir"
        rf"|todo))"), day_of.day_of_month),
    (re.compile(rf"\b(?<=\bthe ){_ORDINAL}{_NO_NOUN}"), day_of.day_of_month),
    (re.compile(
        rf"\b(?:by|before|until|due|on|for|cob|eod|latest)\s+(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd"
        rf"|th)\b{_NO_NOUN}"), day_of.day_of_month),
    (re.compile(
        r"\b(?:(?:by|before|until|ate|ainda|para|pra)\s+)?(?:o\s+)?(?:later today|today|tonight"
        r"|this (?:afternoon|evening)|hoje(?: ainda)?"
        r"|esta (?:tarde|noite))\b"), day_of.ahead(0)),
    (re.compile(
        r"\b(?:(?:by|before|until|ate)\s+)?(?:o\s+)?(?:end of (?:the )?(?:(?:business|working) )?day|eod|cob"
        r"|eob|cop|close of (?:business|play)"
        r"|end of play|(?:fim|final) d[oe] (?:dia|expediente))\b"), day_of.ahead(0)),
)  # fmt: skip

RULES: tuple[tuple[re.Pattern[str], Rule], ...] = (
    *_VAGUE, *_NEAR[:3], *_ENDS, *_WEEKS, *_NEAR[3:], *_WEEKDAYS, *_NO_CERTAIN, *_COUNTED, *_DATES,
)  # fmt: skip

_SIGNS = (
    r"\d|fri|sat|sun|mon|tue|wed|thu|seg|ter|qua|qui|sex|sab|dom|day|dia|week|sema|fortn|quinz|month|mes|year"
    r"|ano|quarter|trimestre"
    r"|hoje|amanha|to(?:morrow|night)|this|est[ae]|eo[bdmqwy]|co[bp]|close|end of|f(?:im|inal) d|natal|christ"
    r"|xmas|holi|easter|jan|feb"
    r"|fev|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez|hour|hora|carna|pascoa|reve|thanks"
    rf"|\bthe (?:{either(NTHS)})\b"
)
SIGN = re.compile(_SIGNS)  # without one of these no day is named

SLASHED = re.compile(
    rf"(?:\b(?:(?:by|before|due|until|till|on|for|ate|para|pra|em|no|eod|cob|prazo:?|due:?|deadline:?"
    rf"|{either(WEEKDAYS)}"
    r"|feira)[\s,(]+(?:o\s+|the\s+)?(?:dia\s+)?|dia\s+)|^\s*|[(|:–—,-]\s*)(?!24/7\b)"
    r"(?P<x>\d{1,2})(?:(?P<sep>/)(?P<y>\d{1,2})|(?P<dot>\.)(?P<m>\d{1,2})\.?(?=\s*(?:$|[,;.)|]"
    r"|[a-z])))(?![\d/%]|\.\d)"
    r"|(?<![\d/.,])(?P<x2>\d{1,2})/(?P<y2>\d{2})(?=\s*(?:$|[.;,)](?!\d)))"
)
