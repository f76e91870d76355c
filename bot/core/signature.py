"""How an owner's mails end: their name and what stands below it, part of the words that are shown and approved."""

import re

LINES = 4
HEAD = re.compile(r"\s*(?:my signature|signature|minha assinatura|assinatura)\s*[:：](.*)", re.IGNORECASE | re.DOTALL)
USUAL = ("off", "none", "default", "nenhuma", "padrão", "padrao")
AROUND = " \t-–—*_,."  # what people put around a name at the end


def usual(name: str, organisation: str) -> str:
    """Of whoever has said none; "" of somebody whose name is not known."""
    return "\n".join(line for line in (name, organisation) if line) if name else ""


def signature_in(text: str) -> str | None:
    """The lines somebody gave as theirs, "" for the usual ones; None where a message gives none."""
    found = HEAD.fullmatch(text)
    if found is None:
        return None
    lines = [" ".join(line.split()) for line in found[1].splitlines()]
    given = "\n".join(line for line in lines if line)
    return "" if given.casefold() in USUAL else given


def signed(body: str, signature: str, name: str) -> str:
    """The body with the signature at its end, once: where the name stands there already, it takes its place."""
    body = body.rstrip()
    if not signature or _ends_with(body, signature):
        return body
    before, gap, last = body.rpartition("\n")
    if _is_name(last, name):
        return f"{before}{gap}{signature}"
    return f"{body}\n\n{signature}"


def unsigned(body: str, signature: str, name: str) -> str:
    """The same with nothing but the name there, which is all that an agent writes by itself."""
    return body.removesuffix(signature) + name if name and signature and _ends_with(body, signature) else body


def _ends_with(body: str, signature: str) -> bool:
    return body == signature or body.endswith(f"\n{signature}")


def _is_name(line: str, name: str) -> bool:
    """In full, or the first one alone."""
    bare, names = line.strip(AROUND).casefold(), name.casefold().split()
    return bool(names) and bare.split() in (names, names[:1])
