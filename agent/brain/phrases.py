"""The ways to say a day, in English and Portuguese: patterns over folded text, each with the rule that reckons it.

Of two that overlap the earlier one counts, so what is said in more words stands first.
"""

import re

from agent.brain import reckoning as day_of
from agent.brain.daywords import (
    ANCHOR,
    DAY,
    FROM,
    MON,
    MONTH,
    NAME,
    NEXT_MONTH,
    NO_NOUN,
    NTH_EN,
    NTH_PT,
    NUMBER,
    NUMBER_PT,
    OF,
    OF_MONTH,
    ORDINAL,
    PLAIN_DAY,
    UNIT,
    YEAR,
    N,
)
from agent.brain.numbers import COUNT, DAYS_PT, NTHS, either
from agent.brain.reckoning import ITS_END, WEEKDAYS, Rule


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b{words}")


_VAGUE = (
    (re.compile(r"\b(?:the )?day (?:before|after)\s+(?!tomorrow)[\w']+(?:\s+eve)?\b"
        r"|\b(?:na )?vespera d[aeo]\s+(?!natal|ano)\w+"), day_of.unclear),
    (re.compile(
        rf"\b(?:first|second|last|primeira|segunda|ultima) {PLAIN_DAY}(?:-feira)? (?:after|before|depois|apos"
        rf"|antes)\b"
    ), day_of.unclear),
    (re.compile(
        rf"\b(?:early|late|later|mid|middle|beginning|start|sometime|some time|first half|second half)"
        rf"(?:\s+of|\s+in|\s+on)?[\s-]+(?:the\s+)?(?:(?:next|this|coming|following)\s+)?(?:week|month|year"
        rf"|(?:{MONTH})\b(?!\s+\d))\b"
        rf"(?!,?\s+(?:on\s+)?{PLAIN_DAY}\b)"
    ), day_of.unclear),
    (re.compile(
        rf"\b(?:comeco|inicio|metade|meados|meio) d[aeo]\s+(?:proxim[ao]\s+|outr[ao]\s+)?(?:semana|mes"
        rf"|ano|(?:{MONTH})\b)"
        r"(?:\s+que vem|\s+seguinte)?"
    ), day_of.unclear),
    (re.compile(
        r"\b(?:in|within|daqui(?: a)?|em|dentro de)\s+(?:a few|several|some|alguns|algumas|poucos|poucas|uns|umas)\s+"
        r"(?:days|weeks|months|dias|semanas|meses)\b"
    ), day_of.unclear),
    (re.compile(
        rf"\b(?:in|within|daqui(?: a)?|em|dentro de)\s+(?:{COUNT}\s+(?:or|to|ou|a)\s+"
        rf"|\d{{1,2}}\s?[-–]\s?){COUNT}\s+{UNIT}"
    ), day_of.unclear),
    (re.compile(
        rf"\b(?:in|within|daqui a|em|dentro de)\s+{N}\s+{UNIT}\s+(?:or (?:so|two|three)|ou (?:duas|dois|tres)"
        rf"|e mei[ao]"
        r"|and a half)\b"
    ), day_of.unclear),
)  # fmt: skip
_NO_CERTAIN = (
    (re.compile(
        rf"\b(?:(?:in|within|em|dentro de)\s+)?{N}\s+{UNIT}\s+(?:before|prior to|ahead of|after|following|of"
        rf"|from|antes d[aeo]"
        r"|apos|depois d[aeo]|a contar d[aeo]|a partir d[aeo])\b"
    ), day_of.unclear),
    (re.compile(
        r"\b(?:by|before|until|over|antes d[aeo]|ate|no|neste)\s+(?:o |a |the )?(?:christmas|xmas|holidays"
        r"|easter|thanksgiving"
        r"|new year(?:'s)?|natal|ano novo|carnaval|pascoa|weekend|fim de semana"
        r"|final de semana)\b(?! eve\b)"
    ), day_of.unclear),
    (_pattern(rf"(?:{NEXT_MONTH}|(?:the )?following week|semana seguinte|outra semana"
        rf"|(?:the )?week after\b(?! next))"),
     day_of.unclear),
)  # fmt: skip
_OF_NO_NAME = rf"(?P<of>\s+(?:of|d[eo])\s+(?:{NEXT_MONTH}|(?:the|this) month|(?:d?este|d?esse) mes))"
_ENDS = (
    (_pattern(rf"{NUMBER_PT}{_OF_NO_NAME}"), day_of.day_of_month),
    (_pattern(
        rf"(?:(?:(?P<ending>end|close|fim|final) (?:of|d[ao]) )?(?:the |a )?(?P<nth>{NTH_EN}|{NTH_PT})"
        rf"(?: full)? (?:week|semana){OF}{OF_MONTH})"), day_of.week_of_month),
    (_pattern(rf"(?:(?:fim|final) da )?(?P<nth>primeira|segunda|1a|2a) quinzena{OF}{OF_MONTH}"),
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
        rf"|dia)(?P<uteis> util)?{OF}{OF_MONTH}"), day_of.month_end),
    (_pattern(rf"(?P<nth>{NTH_EN}|{NTH_PT}) {NAME}{OF}{OF_MONTH}"), day_of.nth_weekday),
    (_pattern(rf"(?:(?:end|close) of (?:the )?|(?:fim|final) d[eo] ){OF_MONTH}(?!\s*\d)"), day_of.month_end),
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
    (_pattern(rf"{_WEEK_OF}(?:monday,?\s+|friday,?\s+)?{MON}\s+(?:the\s+)?{NUMBER}{YEAR}"), day_of.week_holding),
    (_pattern(rf"{_WEEK_OF}(?:monday,?\s+|friday,?\s+)?{NUMBER_PT}(?:\s+of"
        rf"|\s+de)?\s+{MON}{YEAR}"), day_of.week_holding),
    (_pattern(rf"{_WEEK_OF}{ORDINAL}"), day_of.week_holding),
    (_pattern(r"semana d[eo]\s+dia\s+(?P<d>\d{1,2})(?P<ending>(?!))?\b(?!/)"), day_of.week_holding),
)  # fmt: skip
_NEAR = (
    (re.compile(rf"\b(?:de )?{ANCHOR} a (?P<n>oito|quinze)\b(?: dias)?"), day_of.days_on),
    (re.compile(
        rf"\b(?:(?:in|within|em|daqui a"
        rf"|dentro de)\s+)?{N}\s+{UNIT}\s+{FROM}\s+(?:the\s+)?{ANCHOR}"), day_of.anchored),
    (re.compile(
        rf"\b(?:in\s+)?(?P<n>a|one|two|three)\s+(?P<unit>weeks?|fortnight)\s+{ANCHOR}(?<!now)"), day_of.anchored),
    (_pattern(r"(?P<anchor>tomorrow|today)\s+(?P<unit>week|fortnight)\b"), day_of.anchored),
    (_pattern(r"(?:day after tomorrow|depois de amanha)\b"), day_of.ahead(2)),
    (_pattern(r"(?:tomorrow|amanha)\b(?: cedo| a noite)?"), day_of.ahead(1)),
)  # fmt: skip
_FEASTS = (
    (_pattern(r"(?:christmas eve|vespera de natal)\b"), day_of.on(12, 24)),
    (_pattern(r"(?:new year'?s eve|vespera de ano novo|reveillon)\b"), day_of.on(12, 31)),
)
_WEEKDAYS = (
    (_pattern(rf"{DAY}(?:,\s*|\s+|\s*\()(?:dia\s+)?(?P<d>\d{{1,2}})\b(?=\s*(?:$|[,;)]"
        rf"|\.(?!\d)))\)?"), day_of.weekday_and_number),
    (_pattern(rf"sem ser ess[ae] {DAY},? a outra\b"), day_of.named_weekday),
    (_pattern(
        rf"(?:(?:this|next)\s+)?{DAY},?\s+(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd"
        rf"|th)\b(?!\s+(?:of\s+)?(?:{MONTH})\b)"),
            day_of.day_of_month),
    (_pattern(rf"(?P<next>next|following) week,?\s+(?:(?:on|by|probably|maybe|ideally|say|likely|hopefully"
        rf"|preferably)\s+)?(?P<this>(?!))?{DAY}"), day_of.plain_weekday),
    (_pattern(rf"(?:proxima semana|semana que vem|outra semana),?\s+(?:(?:provavelmente|talvez|de preferencia"
        rf"|ate)\s+)?(?:n?a\s+)?{DAY}"), day_of.named_weekday),
    (_pattern(
        rf"(?:(?P<this>this(?: coming)?|(?:n|d)?est[ae]|(?:n|d)?ess[ae])\s+)?"
        rf"(?P<next>next\s+|proxim[ao]\s+|outra\s+|coming\s+|upcoming\s+)?{DAY}"
        r"(?:,?\s+(?:que vem|agora|(?:mesmo )?[dn]a semana que vem|[dn]a proxima semana|[dn]a (?:outra semana"
        r"|semana seguinte)"
        r"|(?:d|n)est[ae] semana|(?:d|n)ess[ae] semana|(?:of |in )?(?:the )?(?:(?:next|following|coming"
        r"|this) week|week after(?: next)?)"
        r"|after next|coming|(?:week|fortnight)(?=\W*$|[,.;:!?)]|\s+(?:at|by|and|for|latest|e|if|is|works|then"
        r"|please)\b)"
        rf"|(?:in|daqui a)\s+(?P<weeks>{COUNT})\s+(?:weeks|semanas)))?"), day_of.named_weekday),
)  # fmt: skip
_COUNTED = (
    (re.compile(
        rf"\b(?:(?:in|within|over) the next|in under|in less than|em ate|em no maximo|em menos de"
        rf"|n[ao]s proxim[ao]s)\s+{N}\s*{UNIT}"
    ), day_of.counted),
    (re.compile(r"\bwithin (?:the |this )?(?:next )?(?P<unit>fortnight|week|month)\b"), day_of.counted),
    (re.compile(
        rf"\b(?:in|within|inside|daqui(?: a)?(?: uns| umas)?|em|dentro de|no prazo de|me d[ae]"
        rf"|de aqui a)\s+(?:about\s+|at most\s+|no maximo\s+"
        rf"|mais\s+|the next\s+|another\s+)?{N}\s*{UNIT}(?:\s+from now|\s+a partir de hoje)?"), day_of.counted),
    (re.compile(r"\bn(?:um|uma)\s+(?P<unit>dia|semana|quinzena|mes)\b"), day_of.counted),
    (re.compile(rf"\bgive me (?:another |until )?{N}\s+(?:more\s+)?{UNIT}"), day_of.counted),
    (_pattern(
        r"(?:(?:in )?(?:the )?week after next|(?:fim|final) da semana depois da proxima)\b"),
            day_of.friday_of(2, ITS_END)),
    (_pattern(r"(?:next week|semana que vem|proxima semana)\b"), day_of.next_week),
    (_pattern(r"(?:this week|(?:ainda )?n?est[ae] semana|(?:ainda )?n?ess[ae] semana)\b"),
        day_of.friday_of(0, ITS_END)),
)  # fmt: skip
_DATES = (
    (_pattern(rf"{MON}[\s-]+(?:the\s+)?{NUMBER}\b(?!\s*[-–]\s*\d)(?![:.,]\d|\s?[%hº]){YEAR}"), day_of.month_day),
    (_pattern(rf"{NUMBER_PT}\s*(?:de\s+|of\s+|[-/])?\s*{MON}(?![-/]\d){YEAR}"), day_of.month_day),
    (re.compile(
        rf"\b(?<=\bdia )(?P<d>\d{{1,2}}|{either(DAYS_PT)})o?\b(?![/:.]\d|\s+e\s+\d|\s+(?:inteir"
        rf"|todo))"), day_of.day_of_month),
    (re.compile(rf"\b(?<=\bthe ){ORDINAL}{NO_NOUN}"), day_of.day_of_month),
    (re.compile(
        rf"\b(?:by|before|until|due|on|for|cob|eod|latest)\s+(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd"
        rf"|th)\b{NO_NOUN}"), day_of.day_of_month),
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
    *_VAGUE, *_NEAR[:4], *_ENDS, *_WEEKS, *_NEAR[4:], *_WEEKDAYS, *_FEASTS, *_NO_CERTAIN, *_COUNTED, *_DATES,
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
    r"|(?:seg|ter|qua|qui|sex|sab|dom)\b\.?|feira)[\s,(]+(?:o\s+|the\s+)?(?:dia\s+)?|dia\s+)|^\s*|(?:\((?!\d+\.\d+\))|[|:–—,-])\s*)(?!24/7\b)"
    r"(?P<x>\d{1,2})(?:(?P<sep>/)(?P<y>\d{1,2})|(?P<dot>\.)(?P<m>\d{1,2})\.?(?=\s*(?:$|[,;.)|]"
    r"|[a-z])))(?![\d/%]|\.\d)"
    r"|(?<![\d/.,])(?P<x2>\d{1,2})/(?P<y2>\d{2})(?=\s*(?:$|[.;,)](?!\d)))"
)
