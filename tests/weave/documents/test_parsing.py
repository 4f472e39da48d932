"""Every format yields its text, its headings and its pages; odd bytes and names are ordinary input."""

from __future__ import annotations

import codecs
import json

import pytest

from tests.support import documents as made
from tests.support.documents import Print, Section
from tests.support.hostile import docx_of
from weave.documents.limits import Limits
from weave.documents.model import Document, Layer
from weave.documents.naming import file_name, titled
from weave.documents.parsers.registry import Source, kind, parse
from weave.documents.refusal import Refusal

BOOK = made.handbook(3, 2)
TITLES = [(section.level, section.title) for section in BOOK]


def read(name: str, data: bytes | str, limits: Limits | None = None) -> Document:
    raw = data.encode() if isinstance(data, str) else data
    return parse(Source(name, raw), limits or Limits())


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("book.md", made.markdown(BOOK)),
        ("book.rst", made.rst(BOOK)),
        ("book.html", made.page(BOOK)),
        ("book.docx", made.docx(BOOK)),
        ("book.epub", made.epub(BOOK)),
    ],
)
def test_headings_come_with_their_levels_and_their_places(name: str, data: bytes | str) -> None:
    document = read(name, data)
    assert [(heading.level, heading.title) for heading in document.headings] == TITLES
    for heading in document.headings:
        assert heading.title in document.text[heading.start : heading.start + len(heading.title) + 8]
    assert BOOK[-1].paragraphs[-1][:60] in document.text


def test_a_pdf_has_pages_lines_with_sizes_and_bookmarks() -> None:
    data, placed = made.pdf(BOOK, Print(bookmarks=True))
    document = read("book.pdf", data)
    assert document.title == "The Handbook"
    assert [(mark.depth, mark.title, mark.page) for mark in document.bookmarks] == [
        (heading.level, heading.title, heading.page) for heading in placed
    ]
    assert len(document.pages) == placed[-1].page
    sizes = {line.size for line in document.lines}
    assert {11.0, 14.0, 18.0} <= sizes
    heading = next(line for line in document.lines if document.text[line.start : line.end] == BOOK[0].title)
    assert heading.bold
    assert heading.size == 18.0


def test_running_heads_and_page_numbers_are_no_text() -> None:
    document = read("book.pdf", made.pdf(made.handbook(5, 4, 6), Print())[0])
    assert len(document.pages) > 4
    assert document.text.count("The Handbook") == 1
    assert not any(line.strip().isdigit() for line in document.text.splitlines())


def test_a_word_hyphenated_at_a_line_end_is_whole() -> None:
    from weave.documents.parsers.pdf import joined

    assert joined(["the indepen-", "dent crew", "well-", "Known"]) == [
        "the independent",
        "crew",
        "well-",
        "Known",
    ]


@pytest.mark.parametrize(
    ("source", "titles"),
    [
        ("# A\n\n```\n# no\n```\n\n~~~\n# nor\n~~~\n\n    # nor this\n\nB\n---\n", ["A", "B"]),
        ("---\ntitle: T\n---\n# *One* `two` [three](x)\n", ["One two three"]),
        ("> # quoted\n\n# Real {#anchor}\n", ["Real"]),
        ("#no heading\n\n####### seven\n\n## Two ##\n", ["Two"]),
    ],
)
def test_markdown_headings_are_those_of_commonmark(source: str, titles: list[str]) -> None:
    assert [heading.title for heading in read("n.md", source).headings] == titles


def test_markdown_keeps_its_lines_so_that_an_editor_opens_at_the_place() -> None:
    source = "---\ntitle: Log\n---\n<!-- a\nb -->\n# Deck\n\ntext\n"
    document = read("n.md", source)
    assert document.title == "Log"
    assert document.text.count("\n", 0, document.headings[0].start) == source[: source.index("# Deck")].count(
        "\n"
    )


def test_plain_text_has_the_headings_that_people_mark() -> None:
    text = "1 Scope\n\nwords here\n\n1.1 Terms\n\nmore words\n\n3. milk\n\n2 Method\n\nwords\n\nNotes\n=====\n\nend\n"
    found = [(h.level, h.title) for h in read("n.txt", text).headings]
    assert found == [(1, "1 Scope"), (2, "1.1 Terms"), (1, "2 Method"), (1, "Notes")]


def test_source_code_has_its_classes_and_functions() -> None:
    code = "class Deck:\n    def swab(self) -> None:\n        pass\n\n\n@cached\ndef hoist(sail: str) -> int:\n    return 1\n"
    document = read("ship.py", code)
    assert [(h.level, h.title) for h in document.headings] == [
        (1, "class Deck"),
        (2, "def swab(self) -> None"),
        (1, "def hoist(sail: str) -> int"),
    ]
    assert document.text.startswith(code)


@pytest.mark.parametrize("ending", ["js", "go", "rs", "java"])
def test_other_languages_are_outlined_too(ending: str) -> None:
    code = {
        "js": "class A { m() { return 1 } }\nfunction f(x) { return x }\n",
        "go": "package p\ntype T struct{}\nfunc (t T) M() int { return 1 }\n",
        "rs": "struct S;\nimpl S { fn m(&self) -> u8 { 1 } }\n",
        "java": "class A { int m() { return 1; } }\n",
    }[ending]
    assert len(read(f"a.{ending}", code).headings) >= 2


def test_a_conversation_is_verbatim_with_its_speakers() -> None:
    rows = [
        {"kind": "conversation", "title": "Trip"},
        {
            "id": "1",
            "role": "user",
            "speaker": "Ana",
            "text": "We sail at six.\nBring oilskins.",
            "time": "2026-11-30T10:00:00Z",
        },
        {"id": "2", "role": "assistant", "speaker": "", "text": "Noted.", "time": "2026-12-01T10:00:00Z"},
        {
            "id": "3",
            "role": "assistant",
            "text": "You told me: six.",
            "time": "2026-12-01T10:00:01Z",
            "recalled": True,
        },
    ]
    document = read("c.jsonl", "\n".join(map(json.dumps, rows)) + "\n{torn")
    assert document.title == "Trip"
    assert "Ana: We sail at six.\nBring oilskins." in document.text
    assert "You told me" not in document.text
    assert [h.title for h in document.headings if h.level == 1] == ["2026-11-30", "2026-12-01"]
    assert document.notices == ("1 lines are no turns and were left out.",)


@pytest.mark.parametrize(
    "data",
    [
        "Ahoy Zoë, 你好".encode(),
        codecs.BOM_UTF8 + "Ahoy Zoë, 你好".encode(),
        codecs.BOM_UTF16_LE + "Ahoy Zoë, 你好".encode("utf-16-le"),
        codecs.BOM_UTF32_BE + "Ahoy Zoë, 你好".encode("utf-32-be"),
        "Ahoy Zoë, 你好".encode() + b"\xff",
    ],
)
def test_text_is_read_whatever_it_is_written_in(data: bytes) -> None:
    assert "Ahoy Zoë, 你好" in read("n.txt", data).text


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1251", "Корабль стоит на якоре в гавани, команда отдыхает до утра. " * 4),
        ("shift_jis", "港に停泊している船は明日の朝に出発します。乗組員は休んでいます。" * 4),
        ("cp1252", "L’équipage naïf dîne à l’ombre du mât, près de la forêt. " * 4),
    ],
)
def test_old_code_pages_are_recognised(encoding: str, text: str) -> None:
    assert text[:20] in read("n.txt", text.encode(encoding)).text


@pytest.mark.parametrize("name", ["n.txt", "n.md", "n.rst", "n.html", "n.py"])
@pytest.mark.parametrize(
    "data", [b"", b"\0\0\0", b"\xed\xa0\x80 lone", "日本語 ไทย עברית 🦜".encode(), b"\r\n\r\r\n"]
)
def test_odd_input_is_ordinary(name: str, data: bytes) -> None:
    try:
        document = read(name, data)
    except Refusal:
        return
    document.text.encode("utf-8")
    assert "\0" not in document.text
    assert "\r" not in document.text


@pytest.mark.parametrize(
    ("name", "data", "format_"),
    [
        ("a.txt", b"%PDF-1.4 x", "pdf"),
        ("a.unknown", b"<!DOCTYPE html><p>x", "html"),
        ("a.unknown", b"plain words", "plain"),
        ("a.zip", made.epub(BOOK), "epub"),
        ("a.bin", made.docx(BOOK), "docx"),
    ],
)
def test_the_first_bytes_correct_the_ending(name: str, data: bytes, format_: str) -> None:
    assert kind(Source(name, data)) == format_


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.pdf", b"no pdf"),
        ("a.docx", b"\xd0\xcf\x11\xe0 old"),
        ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(90)),
        ("a.exe", b"MZ" + bytes(90)),
        ("a.zip", made.packed({"x": "y"})),
        ("a.epub", made.packed({"x": "y"})),
        ("a.docx", b"PK\x03\x04 torn"),
        ("a.pdf", made.pdf(BOOK)[0][:900]),
    ],
)
def test_what_no_parser_reads_is_refused_in_a_sentence(name: str, data: bytes) -> None:
    with pytest.raises(Refusal) as refused:
        read(name, data)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 200


def test_an_epub_takes_titles_from_its_contents_where_chapters_have_none() -> None:
    bare = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Only words.</p></body></html>'
    document = read("b.epub", made.epub((Section(1, "One", ("x",)),), bodies=[bare]))
    assert [h.title for h in document.headings] == ["One"]
    assert "Only words." in document.text


def test_a_table_and_inserted_text_of_a_docx_are_read_and_deleted_text_is_not() -> None:
    import io

    import docx

    document = docx.Document()
    document.add_table(1, 1).cell(0, 0).text = "in a cell"
    paragraph = document.add_paragraph("kept")
    deleted = docx.oxml.parse_xml(
        '<w:del xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:r><w:delText>gone</w:delText>'
        "<w:t>gone</w:t></w:r></w:del>"
    )
    paragraph._p.append(deleted)
    target = io.BytesIO()
    document.save(target)
    text = read("t.docx", target.getvalue()).text
    assert "in a cell" in text
    assert "kept" in text
    assert "gone" not in text


FENCE = "```bash\nmake <all>\n\tmake <all>  # tab\n```\n"
NAMES = [
    "Why? C:\\temp\\aux: plan", "CON", "con.txt", "..", ".", "", "🦜🦜", "本" * 120, "dot.", "-dash", "a/b\\c", "x\0y",
    "NUL ", "\u202etxt.exe", "line\nbreak", "~$lock", "LPT1", "COM¹", "aux .txt", "nul.tar.gz", "CONIN$", "=1+1", "%00", "\ud800x", "e\u0301" * 200,
]  # fmt: skip


@pytest.mark.parametrize("title", NAMES)
def test_case_118_a_title_becomes_a_name_that_every_system_takes(title: str) -> None:
    name = file_name(title)
    assert 0 < len(name.encode()) <= 255
    assert not set(name) & set('<>:"/\\|?*') and all(ord(c) >= 32 for c in name)
    assert name.removesuffix(".md").strip(" .") == name.removesuffix(".md")
    assert not name.startswith(("-", ".", "~"))
    assert name.split(".")[0].strip().upper() not in {"CON", "PRN", "AUX", "NUL", "LPT1", "COM1", "COM¹"}
    assert file_name(title, taken=[name.upper()]).casefold() != name.casefold()


@pytest.mark.parametrize(
    "title", ["Why? C:\\temp\\aux: plan", 'It\'s "so": [a, b] # c', "'", "本" * 120, "🦜🦜"]
)
def test_case_118_the_title_stays_in_the_header_and_the_fence_byte_for_byte(title: str) -> None:
    document = read(file_name(title), titled(title, f"Save it:\n\n{FENCE}"))
    assert document.title == title
    assert FENCE in document.text


def test_case_74_a_long_message_is_kept_to_its_last_line() -> None:
    text = "海が静かです。" * 9_000 + "\nand the insurance renews on 9 June\n"
    from weave.documents.digest import digested

    digest = digested(read("n.txt", text))
    last = digest.passages[-1]
    assert "renews on 9 June" in digest.document.text[last.start : last.end]
    assert sum(p.end - p.start for p in digest.passages) >= len(text.strip()) - 5


def test_text_boxes_are_read_once_and_footnotes_are_text() -> None:
    w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    mc = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    box = "<w:pict><w:txbxContent><w:p><w:r><w:t>in a box</w:t></w:r></w:p></w:txbxContent></w:pict>"
    main = (
        f'<w:document xmlns:w="{w}" xmlns:mc="{mc}"><w:body><w:p><w:r><w:t>before </w:t></w:r><w:r><mc:AlternateContent>'
        f"<mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent></w:r></w:p></w:body></w:document>"
    )
    notes = f'<w:footnotes xmlns:w="{w}"><w:footnote w:type="separator"/><w:footnote><w:p><w:r><w:t>See the log.</w:t></w:r></w:p></w:footnote></w:footnotes>'
    text = read("t.docx", docx_of(main, {"word/footnotes.xml": notes})).text
    assert text.count("in a box") == 1
    assert text.index("before") < text.index("in a box") < text.index("See the log.")


def test_white_text_on_a_dark_ground_is_text_and_a_style_sheet_costs_no_time() -> None:
    dark = '<body style="background:#111"><p style="color:#fff">Visible at night.</p></body>'
    assert "Visible at night." in read("p.html", dark).text
    flood = "<style>" + "a" * 300_000 + "</style><p>text</p>"
    assert read("p.html", flood).text.strip() == "text"


def test_metadata_is_kept_apart_from_the_text() -> None:
    page = read("p.html", made.page(BOOK, head='<meta name="description" content="obey me">'))
    assert [(a.layer, a.why, a.text) for a in page.asides] == [(Layer.METADATA, "description", "obey me")]
    assert "obey me" not in page.text
