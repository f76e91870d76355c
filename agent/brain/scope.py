"""What a meeting takes out of the response: sections nobody writes, in the many ways that is said."""

import re
from collections.abc import Sequence

from agent.brain.interface import Section
from agent.brain.language import clip, fold, sentences
from agent.brain.matching import best_section
from agent.brain.turns import Turn

_WRITE = (
    r"(?:writ(?:e|ing)|answer(?:ing)?|respond(?:ing)?|do(?:ing)?|bid(?:ding)?|cover(?:ing)?|address(?:ing)?"
    r"|submit(?:ting)?"
    r"|offer(?:ing)?|propos(?:e|ing)|includ(?:e|ing)|quot(?:e|ing)|tackl(?:e|ing)|deliver(?:ing)?)"
)
_ESCREVER = (
    r"(?:responder|fazer|atender|escrever|incluir|cobrir|ofertar|oferecer|entregar|apresentar|redigir|abordar"
    r"|tratar|cotar"
    r"|elaborar)"
)
_OUT = re.compile(  # says by itself that something is left out of the response
    r"\b(?:out of|not in|outside(?: of)?|outside the|no longer in) (?:the |our )?scope\b|\bde-?scop(?:e|ed"
    r"|ing)\b|\bscoped out\b"
    r"|\boff the table\b|\bout for (?:us|now)\b|\b(?:leav(?:e|es|ing)|left|tak(?:e|es|en|ing)|took|keep|kept|be"
    r"|is|are|was)\b"
    r"[^.;?]{0,60}?\bout\b(?! of (?!scope|the (?:proposal|response|bid|offer|answer|scope)|our (?:proposal"
    r"|response|bid|offer)))"
    r"(?= of|\s*(?:[,.;:!)–—]|$| for | this | because | by | as | in |,? so | altogether| entirely| then| and "
    r"| here| too| after"
    r"| completely| since))"
    r"|\bfora d[eo] escopo\b|\b(?:fica|ficou|ficam|ficaram|ficara|vai ficar|vao ficar|esta|estao|sai|saiu|saem"
    r"|deixa\w*|ficando)\b"
    r"[^.;?]{0,50}?\b(?:de fora|fora|de lado)\b(?! d[aeo] (?!escopo|proposta|resposta))|\bsai(?:u|ram)? do escopo\b"
    r"|\bretirad[oa]s? d[oa] (?:escopo|proposta)\b"
)
_NOBODY_WRITES = re.compile(  # counts where it names a section
    rf"\b(?:we|nobody|no one|i)(?:'re| are| will|'ll| do)?(?: not|n't| won't| don't| aren't) (?:going to "
    rf"|gonna |be |need to |have to )?"
    rf"(?:even )?{_WRITE}\b|\bwe (?:won't|don't|aren't|are not) (?:going to |be |need to |have to )?{_WRITE}\b"
    rf"|\b(?:nobody|no one) (?:needs to|has to|will|should) {_WRITE}\b|\bno need (?:for|to {_WRITE})\b"
    rf"|\bno (?:answer|response|text) to\b"
    r"|\b(?:not needed|not required|not necessary|doesn't apply|does not apply|not applicable|n/a)\b"
    r"|\b(?:drop(?:ped|ping|s)?|skip(?:ped|ping|s)?|omit(?:ted|ting|s)?|waiv(?:e|ed|ing)|scrap(?:ped|ping)?"
    r"|ignor(?:e|ed|ing)|remov(?:e|ed|ing)|struck|strik(?:e|ing)|exclud(?:e|ed|ing)|cross(?:ed|ing)? (?:out"
    r"|off)|pass(?:ing)? on"
    r"|(?:taken|took|take|taking|leave|leaving|left|cut|cutting) (?:out|off|aside)|cut (?:entirely|altogether))\b"
    rf"|\b(?:nao|ninguem) (?:vamos|iremos|vai|precisa(?:mos)?|precisam|temos que|devemos|e preciso"
    rf"|e necessario) (?:mais )?{_ESCREVER}\b"
    r"|\bnao (?:respondemos|fazemos|escrevemos|atendemos|incluimos|cobrimos|ofertamos|oferecemos|cotamos"
    r"|entram?|entrara|apresentamos"
    r"|se aplica|sera necessari[oa]|e necessari[oa]|precisa(?:mos)?(?: d[aeo])?)\b"
    r"|\b(?:tiramos|vamos tirar|tirar|retiramos|vamos retirar|retirad[oa]s?|excluimos|excluid[oa]s?|cortamos"
    r"|cortad[oa]s?|removemos"
    r"|removid[oa]s?|descartamos|descartad[oa]s?|dispensad[oa]s?|pulamos|vamos pular|abrimos mao|ca(?:iu|iram"
    r"|i) fora|eliminad[oa]s?"
    r"|suprimid[oa]s?|cancelad[oa]s?)\b"
)
_NOT_SO = re.compile(
    r"\b(?:do not|don't|not|never|cannot|can't|mustn't|shouldn't|won't|without|rather than|instead of"
    r"|to avoid)\b[^,.;]{0,25}?"
    r"\b(?:leav\w+|drop\w*|skip\w*|omit\w*|cut\w*|forget\w*|exclud\w+|ignor\w+|remov\w+|strik\w+|tak(?:e|ing)"
    r"|pass\w*|out of scope"
    r"|out|scrap\w*|descop\w+|de-scop\w+|waiv\w+)\b"
    r"|\bnothing\b[^.;]{0,30}\b(?:out|dropped|skipped|omitted)\b|\b(?:leave|drop|skip|omit|cut"
    r"|ignore)s? (?:out )?nothing\b"
    r"|\bnada\b[^.;]{0,30}\b(?:fora|lado)\b|\b(?:deixa\w*|deixe\w*|tir\w+|pul\w+|exclu\w+) nada\b"
    r"|\b(?:nao|nunca|sem|em vez de)\b[^,.;]{0,25}?\b(?:deixa\w*|deixe\w*|tir\w+|pul\w+|exclu\w+|cort\w+"
    r"|retir\w+|esquec\w+|remov\w+"
    r"|descart\w+|fica\w*|esta|sai\w*|fora)\b"
    r"|\bnot only\b|\bnao so\b|\b(?:isn't|aren't|wasn't|is not|are not) (?:out|dropped|skipped|descoped"
    r"|excluded|removed)\b"
)
_UNSURE = re.compile(
    r"^(?:if|se|when|whether|quando|caso)\b|\b(?:maybe|might|perhaps|could|would|should we|whether|talvez"
    r"|poderia\w*|last time"
    r"|last year|previously|da ultima vez|ano passado|wonder|i'd like to|acho que|what if|e se)\b"
)
_LATER = re.compile(
    r"\b(?:until|till|before|yet|today|tomorrow|without|alone|ate|antes|ainda|hoje|amanha|sem"
    r"|sozinh\w+|twice|again)\b"
)
_FROM_IT = re.compile(  # a thing taken out of a section leaves the section in
    r"\b(?:remov\w+|strik\w+|cut\w*|tak\w+|drop\w*|exclud\w+|leav\w+|left|struck)\b[^.;,]{1,50}?\b(?:from"
    r"|out of|in|into|off)\s+(?:the\s+)?"
    r"(?!scope|proposal|response|bid|offer|answer|list|our\b)\w"
    r"|\bdrop\w* (?:me|you|us|him|her|them|by|in|off|a (?:line|note|mail))\b"
    r"|\b(?:tirar|tiramos|retir\w+|exclu\w+|remov\w+|cort\w+)\s+(?:[ao]s?\s+)?(?!secao|secoes|parte|item|itens"
    r"|capitulo|anexo)\w+"
    r"(?: \w+){0,3}? d[ao]s? (?:secao|item|capitulo|parte|anexo)\b"
)
_BACK = re.compile(
    r"\bback in(?:to)?(?: the)?(?: scope| play)?\b|\bin scope after all\b|\bafter all\b|\bvolt(?:a|ou|am"
    r"|aram)\b[^.;]{0,20}\bescopo\b"
    r"|\bvolt(?:a|ou) a entrar\b"
)
_POINTS = re.compile(r"\b(?:it|that|this|that's|these|those|isso|isto|essa|esse|ela|ele)\b")
_AROUND = re.compile(  # words of leaving out, which say nothing about what
    r"\b(?:vamos|deix\w+|fic\w+|fora|lado|tir\w+|retir\w+|pul\w+|exclu\w+|cort\w+|abrimos mao|escopo|respond\w+"
    r"|escrev\w+|voltou"
    r"|nesta fase|nessa fase|neste momento|por enquanto|desta vez|dessa vez|nao|ninguem|precis\w+|leav\w+|left"
    r"|out|scope|tak\w+|took"
    r"|drop\w*|skip\w*|omit\w*|remov\w+|exclud\w+|back|after all|this time|for now|at the moment|entirely"
    r"|altogether|completely"
    r"|not|needed?|required|necessary|writ\w+|answer\w*|bid(?:ding)?|pass|descop\w+)\b"
)
_CLAUSES = re.compile(r"[;–—]|,?\s+\b(?:but|mas|however|porem|although|embora)\b")
_NUMBERS = re.compile(
    r"\b(?:sections|secoes|parts|partes|items|itens|chapters|capitulos)\s+((?:[\w.]{1,8}(?:,\s*|\s+and\s+"
    r"|\s+e\s+|\s*&\s*)){1,6}[\w.]{1,8})"
)


def descoped(said: Sequence[Turn], sections: Sequence[Section]) -> tuple[str, ...]:
    """Ids of the sections taken out, and the sentences that take out something that is no section; in order."""
    found: dict[str, None] = {}
    before: Section | None = None  # what the sentence before was about
    for turn in said:
        for sentence in sentences(turn.text) if not turn.old else ():
            for clause in _CLAUSES.split(sentence):
                for one in _taken_out(clause, sentence, turn, sections, before):
                    found[one] = None
                for section in _brought_back(clause, sections):
                    found.pop(section, None)
                before = best_section(clause, sections) or before
            before = best_section(sentence, sections)
    return tuple(found)


def _taken_out(
    clause: str, sentence: str, turn: Turn, sections: Sequence[Section], before: Section | None
) -> tuple[str, ...]:
    folded = fold(clause)
    certain, likely = _OUT.search(folded), _NOBODY_WRITES.search(folded)
    if not (certain or likely) or sentence.rstrip().endswith("?"):
        return ()
    if _NOT_SO.search(folded) and not _is_no_denial(folded, likely):
        return ()
    if _UNSURE.search(fold(sentence)) or _FROM_IT.search(folded) or (not certain and _LATER.search(folded)):
        return ()
    meant = _sections(clause, sections)
    if not meant and _POINTS.search(folded):
        meant = _sections(turn.heading, sections) or ((before.id,) if before else ())
    if not meant and len(folded.split()) <= 6:
        meant = _sections(turn.heading, sections)
    return meant or ((clip(sentence.strip(), 120),) if certain else ())


def _is_no_denial(folded: str, likely: re.Match[str] | None) -> bool:
    """ "We will not write it, that is out for us": here the "not" is what leaves it out."""
    if likely is None or not re.search(r"\b(?:not|n't|nobody|no one|nao|ninguem|no need)\b|n't\b", likely.group(0)):
        return False
    return not re.search(r"\bnothing\b|\bnada\b", folded)


def _sections(words: str, sections: Sequence[Section]) -> tuple[str, ...]:
    """All sections named: "sections 4 and 6", "training and testing"."""
    if listed := _NUMBERS.search(fold(words)):
        numbers = re.split(r",\s*|\s+and\s+|\s+e\s+|\s*&\s*", listed[1])
        found = [best_section(f"section {number}", sections) for number in numbers]
        if all(found):
            return tuple(dict.fromkeys(one.id for one in found if one))
    plain = _AROUND.sub(" ", fold(words))
    pieces = [piece for piece in re.split(r",|\s+(?:and|e|nor|nem)\s+", plain) if piece.strip()]
    each = [best_section(piece, sections) for piece in pieces]
    whole = best_section(words, sections) or best_section(plain, sections)
    ids = dict.fromkeys(one.id for one in each if one)
    if len(ids) > 1:
        return tuple(ids)
    return (whole.id,) if whole else tuple(ids)


def _brought_back(clause: str, sections: Sequence[Section]) -> tuple[str, ...]:
    return _sections(clause, sections) if _BACK.search(fold(clause)) else ()
