"""The forms in which people promise: "I'll take …", "Priya takes …", "pricing goes to Priya", "João fica com …"."""

import re

from agent.brain.language import bag
from agent.brain.names import NAME

VERBS = sorted(
    bag(
        "take own do write draft handle prepare send cover lead finish provide get put make review update "
        "build coordinate create deliver compile collect reach "
        "contact ask check set schedule share work complete produce pull run sort fill submit start open "
        "post drive talk look follow circulate confirm gather "
        "assemble price cost estimate supply organise organize revise edit summarize summarise forward "
        "add fix find propose present document define design test "
        "call email bring give clean draw map list research go tackle manage oversee head outline "
        "refresh tidy sketch populate flesh dig knock nail liaise align consolidate integrate refine finalise finalize "
        "rewrite rework adapt extend convert extract count scope assess analyse analyze evaluate investigate source "
        "secure "
        "obtain ring phone print bind ship generate incorporate reconcile model map plan fetch hand negotiate "
        "polish proofread upload request arrange book chase enter record verify validate register translate calculate "
        "compare clarify negotiate agree file track pick"
    )
)
_VERB = rf"(?:{'|'.join(VERBS)})"
_ADVERB = r"(?:also|then|just|gladly|definitely|happily|personally|go ahead and|try to|make sure to|be able to)\s+"
FIRST = re.compile(
    rf"\b(?:I'll|I will|I'm going to|I am going to|I can|I'm happy to|I'd be happy to"
    rf"|I would be happy to|let me|I shall|I'm gonna)\s+(?:{_ADVERB})*(?P<v>{_VERB})\b"
    r"|\b(?:I'm|I am|I'll be)\s+(?:(?:also)\s+)?(?P<ing>taking|owning|doing|writing|drafting"
    r"|handling|preparing|covering|leading|responsible for)\b"
    r"|\b(?P<leave>leave|give)\s+(?P<thing>[^.,;]{3,60}?)\s+(?:with|to)\s+me\b"
    r"|\b(?P<mine>\w[\w ]{2,40}?) (?:is|are) (?:mine|on me|with me)\b"
    r"|\bI\s+(?P<own>own|take|cover|handle|lead)\s+(?!it\b|that\b|part\b|(?:the|your) point\b)"
    r"|(?:^|(?<=[,;.]\s))(?P<front>(?:[oa]s?|ess[ae]s?|esses?)\s[^,.;]{3,60}?),?\s+(?:eu\s+|(?:pode\s+)?deixa\s+que\s+eu\s+)"
    r"(?:mando|envio|entrego|fa[çc]o|preparo|escrevo|assumo|pego|monto|levanto|trago|fico|reviso)\b"
    r"|(?:\beu|^|(?<=[,.;])|(?<=\bentão))\s*(?P<pego>pego)\b|\beu\s+(?P<eu>protocolo|pego|junto|calculo|verifico"
    r"|confirmo|organizo|cobro|busco|respondo|pe[çc]o|vejo isso"
    r"|resolvo)\b"
    r"|\b(?P<pt>(?:eu\s+)?(?:fico (?:com|respons[áa]vel p\w+)|fa[çc]o|assumo|cuido d[aeo]s?"
    r"|preparo|escrevo|envio|mando|entrego|termino|finalizo|reviso|monto|trago|re[úu]no|levanto|elaboro|redijo|consolido"
    r"|providencio|encaminho|atualizo|agendo|traduzo|compilo|complemento|me encarrego d[aeo]s?"
    r"|(?:vou|posso)\s+(?!ver\b|estar\b|tentar\b|ser\b)[a-zà-ÿ]+(?:[aei]r|[áâêéíôó]-l[oa]s?))|(?:pode )?deix(?:a|ar"
    r"|e)\s+(?:(?P<coisa>[^.,;]{3,50}?)\s+)?comigo)\b",
    re.IGNORECASE,
)
_PERSON = rf"(?P<who>{NAME}(?:,? (?:and |e |& )?{NAME}){{0,3}})"
_FIRM = r"[A-ZÀ-Ý][\w&.’'-]*(?: [A-ZÀ-Ý][\w&.’'-]*){0,2}"
_OF_A_FIRM = (
    rf"(?:,? (?:from|of|at|with) (?:the )?(?P<firm>{_FIRM}),?| \((?:from )?[^()]{{2,40}}\))?"  # "Lena from Fabrikam"
)
THIRD = re.compile(
    rf"(?:^|(?<=[,;:.–—-]\s)|(?<=\band\s)|(?<=\bbut\s)|(?<=\bwhile\s)|(?<=\bso\s)|(?<=\bthen\s)|(?<=\bnow\s)|(?<=\bthat\s)"
    rf"|(?<=\bque\s)|(?<=\bentão\s)|(?<=\bagora\s)|(?<=\bmas\s)|(?<=\be\s)|(?<=\benquanto\s)"
    rf"|(?<=\b[oaOA]\s)){_PERSON}(?P<of>{_OF_A_FIRM})\s+"
    rf"(?:(?:will|is going to|are going to|shall|is gonna|can|has agreed to|agreed to|volunteered to|offered to"
    rf"|promised to|committed to|undertook to|has offered to|is to|to|would|'ll)\s+(?:{_ADVERB})*(?P<v>{_VERB})\b"
    r"|(?P<has>owns|takes|picks up|prepares|writes|drafts|sends|submits|delivers|compiles|collects|gathers"
    r"|finali[sz]es|updates|is taking|is owning|will be (?:taking|owning|writing|preparing)"
    r"|is responsible for|will be responsible for|is in charge of|is on point for|is on(?! me\b)|has got"
    r"|has(?= (?:the |our )?(?:[\w-]+ ){1,3}(?:section|part|piece|chapter|volume)\b))\b"
    r"|(?P<pt>fica(?:m|rá|rão)? (?:com|de|respons[áa]ve\w+ p\w+|encarregad\w+ d[aeo]s?)"
    r"|(?:vai|vão|irá|irão)\s+[a-zà-ÿ]+[aei]r|assumem?|cuidam? d[aeo]s?"
    r"|(?:ficou|ficaram) (?:com|de|respons[áa]ve\w+ p\w+|encarregad\w+ d[aeo]s?)|(?:será|é) respons[áa]vel p\w+"
    r"|se comprometeu a|compromete-se a|comprometeu-se a|se ofereceu para|pega|manda|prepara|envia|entrega|fará"
    r"|escreve|monta|elabora|redige|revisa"
    r"|levanta"
    r"|consolida|providencia|protocola|encaminha|atualiza|coleta|(?!ser|estar|ter|haver|poder|dever|ficar|precisar)[a-zà-ÿ]{2,}rá)\b)"
)
PASSIVE = re.compile(
    rf"(?P<thing>[^.;,]{{4,80}}?)\s+(?:(?:is|will be|gets)\s+(?:owned|handled|covered|written|done"
    rf"|led|drafted|taken|prepared)\s+by|goes to|(?:is|was|were|will be) (?:re)?assigned to|is with|sits with"
    rf"|fica(?:rá)?\s+(?:a cargo d[aeo]|com|por conta d[aeo]"
    rf"|sob responsabilidade d[aeo])(?:\s+[oa])?|vai (?:ficar )?(?:com"
    rf"|para)(?:\s+[oa])?)\s+(?:[oa]\s+)?(?P<who>{NAME})"
)
SUBJECTLESS = re.compile(rf"^(?:Will|Can)\s+(?!do\b\s*[,.!])(?:{_ADVERB})*(?P<v>{_VERB})\b")
