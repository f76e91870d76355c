"""How a request is called: its title and the name of the work, out of the lines of the title page."""

import re

from agent.brain.customer import organisation
from agent.brain.language import clip
from agent.brain.outline import is_amendment
from agent.sources.interface import Block, Document
from agent.sources.numbering import is_outline, label_number

REQUEST = re.compile(
    r"request for|\brf[pqt]\b|solicitation|statement of (?:work|objectives)"
    r"|performance work statement|invitation (?:to|for)|\bcall for (?:tender|proposal|bid|offer|competition)|preg[ãa]o"
    r"|termo de refer[êe]ncia|edital|tomada de preços"
    r"|pedido de (?:propostas?|cota)|solicita[çc][ãa]o de|carta[- ]convite|chamamento|aviso de|concorr[êe]ncia"
    r"|\btenders?\b|attachment|amendment",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"^(?:project(?: title| name)?|rf[pqt] title|(?:contract )?title|objeto|projeto"
    r"|nome do projeto|t[íi]tulo)\s*:\s*(.{3,150})$",
    re.IGNORECASE,
)
_FOR = re.compile(r"\bfor\s+(?:the\s+)?(?!Propos|Quot|Tender|Bid|Inform)([A-Z][^.:]{8,120})$")
_COLON = re.compile(r"^(?:request for \w+|rf[pqt]|statement of work)\s*[:–—-]\s*(.{4,120})$", re.IGNORECASE)
_NUMBERED = re.compile(  # a kind of request and its own number in front of the name
    r"^(?:open |public |invitation |request |call |solicita[çc][ãa]o |pedido |carta )*(?:(?:for|to|de|of)\s+)?"
    r"(?:proposals?|quotations?|quotes?|tenders?|bids?|offers?|rf[pqt]|itt|solicitation|edital|propostas?|convite|cota[çc][ãa]o)"
    r"\s*(?:\((?:rf[pqt]|itt)\)\s*)?(?:no?\.?|nº|n°|#|number:?)?\s*(?=[\w./-]*\d)[\w./-]{2,30}\s*[:|–—-]*\s+((?-i:[A-ZÀ-Ý]).{5,120})$",
    re.IGNORECASE,
)
_FOR_WHAT = re.compile(r"^(?:for|para)(?:\s+(?:the|an?|o|os|as)(?=\s))?(?:\s+|$)", re.IGNORECASE)
_SUBJECT = re.compile(r"^(?:subject|assunto|re|ref|referente)\s*:\s*(.{5,120})$", re.IGNORECASE)
_PLACE_AND_DAY = re.compile(r"\s+[A-ZÀ-Ý][\wÀ-ÿ]+(?:/[A-Z]{2})?,\s+\d")
_CODE_NAME = re.compile(r"\b(?:project|projeto)\s+[“\"']?([A-ZÀ-Ý][\w-]+(?:\s[A-ZÀ-Ý][\w-]+){0,2})")
_OBJECT = re.compile(
    r"^((?:Seleção|Locação|Concessão|Elaboração|Implantação|Credenciamento"
    r"|Contratação|Aquisição|Prestação|Fornecimento|Registro de preços)\b.{5,240}?)"
    r"(?:\.|;|,? nos termos|,? conforme|,? para atender|,? destinad|,? pelo (?:prazo|período)|,? por (?:um )?período"
    r"|, (?:em modelo|em regime|incluindo|inclusive|para|com|na forma|compreend|visando|abrange)"
    r"| d[eoa] (?=[A-ZÀ-Ý]{4,})|$)"
)
_OBJECT_IS = re.compile(
    r"^(?:constitui(?:-se)?|é|o)\s+(?:o\s+)?objeto\s+(?:(?:d[aeo]s?|n[ao]|presente|deste|desta|nesta|neste|licitaç[ãa]o|preg[ãa]o|certame"
    r"|edital|contrato|termo|processo|concorr[êe]ncia)\s+){0,5}(?:é\s+|consiste\s+(?:em|na|no)\s+)?(?:a|o)\s+",
    re.IGNORECASE,
)
_OF_A_SUPPLIER = re.compile(r"^Contratação de (?:empresa|pessoa jurídica)(?: especializada)? (?:para|em|na) (?:a |o )?")
_NO_NAME = re.compile(
    r"\bblocks?\b|\bcommercial (?:products|items)\b|\bmenor preço\b|\bmodo de disputa\b|\bjulgamento\b"
    r"|\bconfidential\b|\bconfidencial\b"
    r"|^(?:dear|prezad|senhor|ilm[oa]|caros?|version|vers[ãa]o|revision|rev\.|draft|page|issued?|published|attachment)\b|,$|[>›»]"
    r"|\bnumber\b|\bform\b|\b[CF][AF]R\b|^(?:introduction|background|overview|purpose|scope|summary|about us|timetable"
    r"|schedule|instructions|introdu[çc][ãa]o|apresenta[çc][ãa]o|pre[âa]mbulo|objeto|objetivo|cronograma)\b"
    r"|^(?:table of )?contents$|^sum[áa]rio$|^(?:services|products|goods|serviços)$"
    r"|\||:|^\W*[\d\W]+$|\d{5}|\b[A-Z]{3,}-?\d",
    re.IGNORECASE,
)
OWN_NUMBER = re.compile(r"\bn[º°.o]\s*\d|\b\d+/\d{4}\b|\b20\d\d[/-]\d|\b[A-Z]{2,}(?:[-/][A-Z]+)*[-/]\d")
_TRAIL = re.compile(r"\s[>›»/]\s")  # "Home > Tenders": where a page stands on its site
_OPEN_END = re.compile(r"\b(?:for|of|and|the|to|de|d[aeo]|para|e)$|[–—-]$", re.IGNORECASE)
_ENVELOPE = re.compile(r"^(?:from|to|cc|bcc|sent|de|para|enviad[oa](?: em)?)\s*:", re.IGNORECASE)
_TITLE_BLOCKS = 30
TITLE_LINE = 200


def title_lines(document: Document) -> list[str]:
    """Short lines on the title page: above the first numbered section or the first long paragraph."""
    lines: list[str] = []
    for block in document.blocks[:_TITLE_BLOCKS]:
        if (block.kind == "heading" and is_outline(block.number)) or len(block.text) > 220:
            break
        if block.kind in ("heading", "paragraph", "mail") and not _ENVELOPE.match(block.text):
            lines.append(block.text)
    return lines


def title_of(document: Document) -> str:
    lines = title_lines(document)
    asked = next((line for line in lines if REQUEST.search(line) and len(line) <= 140 and not _TRAIL.search(line)), "")
    if asked and _OPEN_END.search(asked):
        asked = " ".join([asked, *_after(lines, asked)[:1]])
    paired = next((_named(found[1]) for pair in _pairs([document]) if (found := _NAMED.match(pair))), "")
    subject = next((found[1] for line in lines if (found := _SUBJECT.match(line))), "")
    return clip(asked or paired or subject or document.title or (lines[0] if lines else document.name), 140)


def project_of(documents: list[Document], title: str) -> str:
    """How the request names the engagement; "" when it does not."""
    lines = [line for d in documents[:2] for line in title_lines(d)]
    named = [_named(found[1]) for line in (*lines, *_pairs(documents)) if (found := _NAMED.match(line))]
    if found := _NUMBERED.match(title) or _FOR.search(title) or _COLON.match(title):
        named.append(found.group(1).strip())
    objects = [
        found.group(1)
        for d in documents
        for b in d.blocks[:60]
        if b.kind != "heading" and (found := _OBJECT.match(_capital(_OBJECT_IS.sub("", b.text))))
    ]
    named += [clip(_capital(_OF_A_SUPPLIER.sub("", wanted)), 120) for wanted in objects]
    opening = [b.text for d in documents[:2] for b in d.blocks[:12]]
    named += [found.group(1) for text in opening if (found := _CODE_NAME.search(text))]
    named += [line for line in _after(title_lines(documents[0]), title) if _names(line) and _headline(line)]
    subjects = [_PLACE_AND_DAY.split(found[1])[0].strip() for line in lines if (found := _SUBJECT.match(line))]
    named += [_capital(subject) for subject in subjects if not REQUEST.search(subject)]
    named += [
        b.text
        for d in documents[:2]
        for b in _above_text(d)
        if b.kind == "heading" and not b.number and _names(b.text) and not is_amendment(d.name)
    ]
    return next((name for one in named if (name := _FOR_WHAT.sub("", one))), "")


def _named(name: str) -> str:
    """A name behind its label; of "contratação de empresa para …" what the company is hired for."""
    bare = _OF_A_SUPPLIER.sub("", _capital(name.strip()))
    return _capital(bare) if bare != _capital(name.strip()) else name.strip()


def _pairs(documents: list[Document]) -> list[str]:
    """Rows of two cells at the top of the first document, as labelled lines."""
    return [": ".join(block.cells) for block in documents[0].blocks[:_TITLE_BLOCKS] if len(block.cells) == 2]


def _headline(line: str) -> bool:
    """Whether a line looks like a title: short, or with capitals, and without the end of a sentence."""
    heavy = [w for w in line.split() if len(w) > 3]
    capitals = sum(w[:1].isupper() for w in heavy)
    return line[-1:] not in ".;!?" and (len(line) <= 60 or capitals * 3 >= len(heavy) * 2)


def _above_text(document: Document) -> list[Block]:
    """The first blocks, up to the first that is a paragraph of text or a table."""
    opening = document.blocks[:12]
    ends = (n for n, b in enumerate(opening) if b.kind == "row" or len(b.text) > TITLE_LINE or b.number)
    return list(opening[: next(ends, len(opening))])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _after(lines: list[str], title: str) -> list[str]:
    """The lines right below the title."""
    at = next((n for n, line in enumerate(lines) if line == title), len(lines))
    return lines[at + 1 : at + 3]


def _names(line: str) -> bool:
    """Whether a title line can be the name of the work: not the kind of document, not an organisation, not a number."""
    if not 2 < len(line) <= 120 or label_number(line) or OWN_NUMBER.search(line):
        return False
    return not (REQUEST.search(line) or organisation(line) or _NO_NAME.search(line))
