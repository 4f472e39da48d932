"""Files made to harm whoever reads them: bombs, loops, nests, floods. Small on disk, harmless until parsed."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from tests.support import documents as made

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def raw_pdf(objects: dict[int, str], root: int = 1) -> bytes:
    """A PDF of these objects, whatever they say."""
    out, places = bytearray(b"%PDF-1.7\n"), {}
    for number, body in objects.items():
        places[number] = len(out)
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    start = len(out)
    out += f"xref\n0 {max(objects) + 1}\n0000000000 65535 f \n".encode()
    for number in range(1, max(objects) + 1):
        out += f"{places.get(number, 0):010d} 00000 {'n' if number in places else 'f'} \n".encode()
    out += f"trailer\n<< /Size {max(objects) + 1} /Root {root} 0 R >>\nstartxref\n{start}\n%%EOF".encode()
    return bytes(out)


def stream(content: str, more: str = "") -> str:
    """A stream object."""
    return f"<< /Length {len(content)} {more} >>\nstream\n{content}\nendstream"


def _page_objects(
    content: str = "BT /F1 12 Tf 72 700 Td (The anchor holds in nine fathoms of water.) Tj ET",
) -> dict[int, str]:
    return {
        1: "<< /Type /Catalog /Pages 2 0 R >>",
        2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>",
        4: stream(content),
        5: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    }


def bookmark_flood(count: int = 10_000) -> bytes:
    """An outline of so many entries."""
    objects = _page_objects() | {1: "<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R >>"}
    first = 8
    objects[7] = f"<< /Type /Outlines /First {first} 0 R /Last {first + count - 1} 0 R /Count {count} >>"
    for number in range(first, first + count):
        following = f"/Next {number + 1} 0 R" if number < first + count - 1 else ""
        objects[number] = f"<< /Title (Entry {number}) /Parent 7 0 R /Dest [3 0 R /Fit] {following} >>"
    return raw_pdf(objects)


def bookmark_loop() -> bytes:
    """An outline whose entries follow and contain each other without end."""
    objects = _page_objects() | {1: "<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R >>"}
    objects[7] = "<< /Type /Outlines /First 8 0 R /Last 9 0 R /Count 2 >>"
    objects[8] = "<< /Title (One) /Parent 7 0 R /Dest [3 0 R /Fit] /Next 9 0 R /First 9 0 R /Last 8 0 R >>"
    objects[9] = "<< /Title (Two) /Parent 7 0 R /Dest [3 0 R /Fit] /Next 8 0 R /First 8 0 R /Last 9 0 R >>"
    return raw_pdf(objects)


def page_loop() -> bytes:
    """Pages that are their own parents and children."""
    objects = _page_objects()
    objects[2] = "<< /Type /Pages /Kids [2 0 R 3 0 R 2 0 R] /Count 1000000 >>"
    return raw_pdf(objects)


def bookmark_shaft(depth: int = 10_000) -> bytes:
    """An outline whose entries lie inside each other."""
    objects = _page_objects() | {1: "<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R >>"}
    objects[7] = "<< /Type /Outlines /First 8 0 R /Last 8 0 R /Count 1 >>"
    for n in range(8, 8 + depth):
        inner = f"/First {n + 1} 0 R /Last {n + 1} 0 R /Count 1" if n < 7 + depth else ""
        objects[n] = f"<< /Title (Deep {n}) /Parent {n - 1} 0 R /Dest [3 0 R /Fit] {inner} >>"
    return raw_pdf(objects)


def table_loop() -> bytes:
    """Cross-reference tables of which each says that the other came before."""
    data = raw_pdf(_page_objects())
    start = data.rindex(b"xref\n0")
    return data.replace(b"/Root 1 0 R >>", b"/Root 1 0 R /Prev %d >>" % start)


def stream_loop() -> bytes:
    """An object stream that lies in itself and rests on itself, and pages that lie in it."""
    objects = _page_objects()
    objects[7] = stream("7 0 2 10 << /Type /ObjStm /N 1 >>", "/Type /ObjStm /N 2 /First 9 /Extends 7 0 R")
    objects[2] = "7 0 R"
    return raw_pdf(objects)


def page_shaft(depth: int = 20_000) -> bytes:
    """A tree of pages with one branch, as deep as a well."""
    objects = _page_objects() | {2: "<< /Type /Pages /Kids [8 0 R] /Count 1 >>"}
    for n in range(8, 8 + depth):
        objects[n] = (
            f"<< /Type /Pages /Parent {n - 1} 0 R /Kids [{n + 1 if n < 7 + depth else 3} 0 R] /Count 1 >>"
        )
    return raw_pdf(objects)


def unpacking_pdf(size: int = 1_000_000_000) -> bytes:
    """A page whose drawing unpacks to a gigabyte of signs."""
    packer = zlib.compressobj(9)
    piece = b"(a) Tj " * 150_000
    packed = b"".join(packer.compress(piece) for _ in range(size // len(piece))) + packer.flush()
    objects = _page_objects()
    objects[4] = (
        f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n{packed.decode('latin-1')}\nendstream"
    )
    return raw_pdf(objects)


def nested_bomb(depth: int = 6) -> bytes:
    """Packed files inside packed files, under the names of a document's parts."""
    data = docx_bomb(40_000_000)
    for _ in range(depth):
        data = made.packed(
            {"word/document.xml": data, "word/embeddings/a.docx": data, "[Content_Types].xml": "<Types/>"}
        )
    return data


def epub_laughs() -> bytes:
    """A chapter whose entities stand for ten of each other."""
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    page = f'<!DOCTYPE html [<!ENTITY e0 "ha">{entities}]><html><body><p>The windlass. &e9;</p></body></html>'
    return made.epub((), bodies=[page])


def html_laughs() -> bytes:
    """The same as a page."""
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    return f'<!DOCTYPE html [<!ENTITY e0 "ha">{entities}]><p>The windlass. &e9;</p>'.encode()


def form_loop() -> bytes:
    """A drawing that draws itself."""
    objects = _page_objects("/X Do BT /F1 12 Tf 72 700 Td (Visible words.) Tj ET")
    objects[6] = stream(
        "/X Do /X Do",
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>",
    )
    return raw_pdf(objects)


def docx_bomb(size: int = 600_000_000) -> bytes:
    """A part of spaces that packs a thousand to one, in a file that says so."""
    return _with_document(_bomb_parts(size))


def _bomb_parts(size: int) -> io.BytesIO:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        with archive.open("word/document.xml", "w", force_zip64=True) as part:
            part.write(f'<w:document xmlns:w="{_W}"><w:body><w:p><w:r><w:t>'.encode())
            for _ in range(size // 1_000_000):
                part.write(b" " * 1_000_000)
            part.write(b"</w:t></w:r></w:p></w:body></w:document>")
        archive.writestr("[Content_Types].xml", "<Types/>")
    return target


def _with_document(target: io.BytesIO) -> bytes:
    return target.getvalue()


def lying_bomb(size: int = 300_000_000) -> bytes:
    """The same, but the directory says that the part has a hundred bytes."""
    data = bytearray(_bomb_parts(size).getvalue())
    entry = data.rfind(b"PK\x01\x02", 0, data.rfind(b"PK\x01\x02"))
    data[entry + 24 : entry + 28] = (100).to_bytes(4, "little")
    return bytes(data)


def epub_bomb(size: int = 300_000_000) -> bytes:
    """A chapter that unpacks to more than is allowed."""
    book = io.BytesIO(made.epub(made.handbook(1, 1)))
    target = io.BytesIO()
    with (
        zipfile.ZipFile(book) as source,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        for name in source.namelist():
            if not name.endswith("c0.xhtml"):
                archive.writestr(zipfile.ZipInfo(name), source.read(name))
        with archive.open("OEBPS/c0.xhtml", "w", force_zip64=True) as part:
            for _ in range(size // 1_000_000):
                part.write(b"a" * 1_000_000)
    return target.getvalue()


def docx_of(document_xml: str, more: dict[str, str] | None = None) -> bytes:
    """A DOCX whose main part says what it likes."""
    plain = io.BytesIO(made.docx(made.handbook(1, 1)))
    with zipfile.ZipFile(plain) as source:
        parts: dict[str, str | bytes] = {name: source.read(name) for name in source.namelist()}
    return made.packed({**parts, "word/document.xml": document_xml, **(more or {})})


def docx_nest(depth: int = 5_000) -> bytes:
    """Tables within tables."""
    inner = "<w:tbl><w:tr><w:tc>" * depth + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * depth
    return docx_of(f'<w:document xmlns:w="{_W}"><w:body>{inner}</w:body></w:document>')


def docx_laughs() -> bytes:
    """A billion laughs: entities that stand for ten of each other."""
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    return docx_of(
        f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">{entities}]><w:document xmlns:w="{_W}"><w:body><w:p><w:r>'
        "<w:t>&e9;</w:t></w:r></w:p></w:body></w:document>"
    )


def docx_reader(path: Path) -> bytes:
    """An entity that stands for a file of this machine."""
    return docx_of(
        f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "{path.as_uri()}">]><w:document xmlns:w="{_W}"><w:body><w:p>'
        "<w:r><w:t>before &f; after</w:t></w:r></w:p></w:body></w:document>"
    )


FLOODS: dict[str, Callable[[], bytes]] = {
    "nest.html": lambda: b"<div>" * 200_000 + b"deep",
    "attributes.html": lambda: b"<p " + b"a=b " * 2_000_000 + b">x",
    "quotes.md": lambda: b">" * 200_000 + b" deep",
    "lists.md": lambda: "".join("  " * n + "* x\n" for n in range(2_500)).encode(),
    "brackets.md": lambda: b"[" * 300_000,
    "ticks.md": lambda: b"".join(b"`" * (n % 300) + b"x" for n in range(20_000)),
    "comments.md": lambda: b"<!--" * 300_000,
    "scripts.md": lambda: b"<script>" * 100_000,
    "hidden.md": lambda: b"<b hidden>x</i>" * 60_000,
    "references.md": lambda: b"[a]: b " * 100_000,
    "comments.rst": lambda: b"..\n\n" * 60_000,
    "replacements.rst": lambda: "".join(f".. |a{n}| replace:: b\n" for n in range(20_000)).encode(),
    "colours.html": lambda: b'<p style="color:rgb(' + b"9," * 500_000 + b')">x',
    "styles.md": lambda: b'<a style="' * 100_000,
    "lists.rst": lambda: "".join("  " * n + "* x\n\n" for n in range(1_500)).encode(),
    "backslashes.rst": lambda: b"``" * 200_000,
    "titles.rst": lambda: "".join(f"T{n}\n====\n\n" for n in range(30_000)).encode(),
    "headings.md": lambda: b"# a\n\n" * 60_000,
    "parentheses.py": lambda: b"(" * 300_000,
    "classes.py": lambda: "".join(" " * n + "class A:\n" for n in range(2_000)).encode(),
    "one-line.txt": lambda: b"a" * 8_000_000,
    "spaces.txt": lambda: b" " * 8_000_000 + b"x",
    "nest.jsonl": lambda: b"[" * 500_000,
    "zeros.txt": lambda: bytes(4_000_000),
    "noise.txt": lambda: bytes((n * 7919 + n // 251) % 256 for n in range(1_000_000)),
    "noise.pdf": lambda: b"%PDF-1.7\n" + bytes((n * 7919 + n // 251) % 256 for n in range(1_000_000)),
}
BOMBS: dict[str, Callable[[], bytes]] = {
    "bomb.docx": docx_bomb,
    "liar.docx": lying_bomb,
    "bomb.epub": epub_bomb,
    "nested.docx": nested_bomb,
    "tables.docx": docx_nest,
    "laughs.docx": docx_laughs,
    "laughs.epub": epub_laughs,
    "laughs.html": html_laughs,
    "bookmarks.pdf": bookmark_flood,
    "bookmark-loop.pdf": bookmark_loop,
    "bookmark-shaft.pdf": bookmark_shaft,
    "page-loop.pdf": page_loop,
    "page-shaft.pdf": page_shaft,
    "table-loop.pdf": table_loop,
    "stream-loop.pdf": stream_loop,
    "form-loop.pdf": form_loop,
    "unpacking.pdf": unpacking_pdf,
}
"""Files made by hand, as they are large enough to harm."""
