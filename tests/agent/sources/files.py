"""Small files of every kind, made on the spot."""

import io
from email.message import EmailMessage

from docx import Document as new_docx
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from PIL import Image, ImageDraw

from agent.sources.interface import Document
from agent.sources.reading import read_bytes

Short = list[tuple[str, str, str]]


def read(name: str, data: bytes | str) -> Document:
    return read_bytes(name, data.encode() if isinstance(data, str) else data, None)


def short(document: Document) -> Short:
    """(kind, number, text) of each block."""
    return [(b.kind, b.number, b.text) for b in document.blocks]


def word() -> bytes:
    """A Word file: a title, a heading, a list numbered by Word itself, a table, and a heading after it."""
    document = new_docx()
    document.add_heading("Request for Proposals", level=0)
    document.add_heading("1.0 Scope", level=1)
    document.add_paragraph("The vendor must help.\nIt must be quick.")
    for text in ("first", "second"):
        document.add_paragraph(text, style="List Number")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ("Item", "Due", "Plan", "Week 2"), strict=True):
        cell.text = text
    document.add_heading("2.0 Form", level=1)
    document.add_paragraph("loose", style="List Bullet")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def word_without_styles() -> bytes:
    document = new_docx()
    bold = document.add_paragraph().add_run("Deliverables")
    bold.bold = True
    document.add_paragraph("A plan.")
    paragraph = document.add_paragraph("merged")
    paragraph._p.append(OxmlElement("w:bookmarkStart", {qn("w:id"): "0", qn("w:name"): "x"}))
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def struck_word() -> bytes:
    """What was, struck out once and twice, beside what is; and something that was struck out, and is not any more."""
    document = new_docx()
    paragraph = document.add_paragraph("Due ")
    paragraph.add_run("11 May ").font.strike = True
    paragraph.add_run("18 May.").font.strike = False
    document.add_paragraph().add_run("Old clause.").font.double_strike = True
    document.add_paragraph().add_run("Notes to ourselves.").font.hidden = True
    cells = document.add_table(rows=1, cols=2).rows[0].cells
    cells[0].text = "Plan"
    cells[1].paragraphs[0].add_run("then ").font.strike = True
    cells[1].paragraphs[0].add_run("now")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def pdf(*pages: tuple[str, ...]) -> bytes:
    """A PDF with one line of text below the other; a page without lines has no text at all."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(pages)))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>")
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    for n, lines in enumerate(pages):
        shown = " ".join(f"({line}) Tj 0 -14 Td" for line in lines)
        stream = f"BT /F1 11 Tf 50 750 Td {shown} ET" if lines else ""
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /Contents {5 + 2 * n} 0 R /Resources << /Font << "
            f"/F1 3 0 R >> >> /MediaBox [0 0 612 792] >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    out, places = b"%PDF-1.4\n", []
    for n, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{n} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    return (
        out
        + f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n"
        f"<< /Size {size} /Root 1 0 R >>\nstartxref\n{len(out)}\n"
        f"%%EOF\n".encode()
    )


def scan(*pages: str, size: tuple[int, int] = (620, 877)) -> bytes:
    """A PDF of pictures of pages, one for each text; nothing in it is text."""
    pictures = [Image.new("RGB", size, "white") for _ in pages]
    for picture, text in zip(pictures, pages, strict=True):
        ImageDraw.Draw(picture).text((40, 40), text, fill="black")
    out = io.BytesIO()
    pictures[0].save(out, "PDF", save_all=True, append_images=pictures[1:])
    return out.getvalue()


def mail(attachment: bytes = b"", name: str = "", html: str = "") -> bytes:
    message = EmailMessage()
    message["From"] = "Olga Owner <olga@ours.example>"
    message["To"] = "Joe Miller <joe@ours.example>"
    message["Subject"] = "RFP from Contoso"
    message["Date"] = "Mon, 30 Nov 2026 09:00:00 -0300"
    if html:
        message.set_content(html, subtype="html")
    else:
        message.set_content("Please find the request attached.\n\nOlga\n")
    if name:
        message.add_attachment(attachment, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def saved(
    sender: str,
    body: str,
    ref: str,
    sent: str = "Wed, 02 Dec 2026 10:00:00 -0300",
    subject: str = "RE: Contoso - Technical",
) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Date"] = sender, "olga@contoso.example", sent
    message["Subject"], message["Message-ID"] = subject, ref
    message.set_content(body)
    return message


class MailFolder:
    """Saved mails, as the folder reads them."""

    def __init__(self, *mails: EmailMessage) -> None:
        self.found = {f"{number}.eml": one for number, one in enumerate(mails)}

    async def names(self) -> tuple[str, ...]:
        return tuple(self.found)

    async def read(self, name: str) -> Document:
        return read_bytes(name, self.found[name].as_bytes(), None)
