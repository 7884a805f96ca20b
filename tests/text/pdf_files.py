"""Small PDF files, built object by object."""

from collections.abc import Sequence

__all__ = ["encrypted_pdf", "pdf", "scanned_pdf"]


def pdf(*pages: Sequence[str]) -> bytes:
    """A PDF of some pages, each a list of lines in Helvetica (Latin-1 characters only)."""
    return _file([_content(lines) for lines in pages])


def scanned_pdf() -> bytes:
    """A PDF of one page on which a grey square is all there is."""
    return _file([b"0.5 g 50 50 400 400 re f"])


def encrypted_pdf(password: str) -> bytes:
    """A PDF that only opens with a password."""
    import io

    import pypdf

    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf(["The engine has a loop."])))
    writer.encrypt(password, algorithm="RC4-128")
    made = io.BytesIO()
    writer.write(made)
    return made.getvalue()


def _content(lines: Sequence[str]) -> bytes:
    shown = [f"({_escaped(line)}) Tj T*" for line in lines]
    return "\n".join(["BT /F1 12 Tf 14 TL 72 720 Td", *shown, "ET"]).encode("latin-1")


def _escaped(line: str) -> str:
    return line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(contents: list[bytes]) -> bytes:
    count = len(contents)
    kids = " ".join(f"{4 + 2 * index} 0 R" for index in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for index, content in enumerate(contents):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {5 + 2 * index} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return _with_table(objects)


def _with_table(objects: list[bytes]) -> bytes:
    made = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    made += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    made += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        table,
    )
    return bytes(made)
