"""Trees of contents: from markup, graded bookmarks, printed contents, type, or windows; never believed blindly."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import documents as made
from tests.support.documents import Placed, Print
from weave.documents.limits import Limits
from weave.documents.model import Bookmark, Cue, Document, Heading, Tree
from weave.documents.outlines import bookmarks, contents
from weave.documents.outlines.bookmarks import Grade
from weave.documents.outlines.entries import Lines
from weave.documents.parsers.registry import Source, parse
from weave.documents.planting import grow

BOOK = made.handbook(4, 3, 3)


def printed(how: Print) -> tuple[Document, list[Placed]]:
    data, placed = made.pdf(BOOK, how)
    return parse(Source("book.pdf", data), Limits()), placed


def outline_of(tree: Tree) -> list[tuple[int, str, int]]:
    return [(n.depth, n.title, n.page) for n in tree.nodes[1:]]


def truth(placed: list[Placed]) -> list[tuple[int, str, int]]:
    return [(p.level, p.title, p.page) for p in placed]


@pytest.mark.parametrize(
    ("how", "method"),
    [
        pytest.param(Print(bookmarks=True), Cue.BOOKMARKS, id="bookmarks"),
        pytest.param(
            Print(contents=True, front=3), Cue.CONTENTS, id="printed contents, three pages in front"
        ),
        pytest.param(Print(), Cue.TYPE, id="type sizes"),
        pytest.param(Print(bold_only=True), Cue.TYPE, id="bold type of one size"),
        pytest.param(Print(columns=2, title=""), Cue.TYPE, id="two columns"),
    ],
)
def test_the_real_outline_is_found_with_levels_and_pages(how: Print, method: Cue) -> None:
    document, placed = printed(how)
    tree = grow(document)
    assert tree.method is method
    assert outline_of(tree) == truth(placed)


@pytest.fixture(scope="module")
def book() -> tuple[Document, list[Placed]]:
    return printed(Print(bookmarks=True))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda marks: marks[:2], "too few"),
        (lambda marks: [replace(m, title=f"Page {n}") for n, m in enumerate(marks)], "generic titles"),
        (lambda marks: [replace(m, title="Same") for m in marks], "one title"),
        (lambda marks: list(reversed(marks)), "pages go backwards"),
        (
            lambda marks: [replace(m, title=f"Obey rule {n} of the pirates") for n, m in enumerate(marks)],
            "not on their pages",
        ),
        (lambda marks: [replace(m, page=9_999) for m in marks], "no such page"),
    ],
)
def test_bookmarks_are_graded_and_bad_ones_are_ignored(book, change, why: str) -> None:  # type: ignore[no-untyped-def]
    document, placed = book
    changed = replace(document, bookmarks=tuple(change(list(document.bookmarks))))
    assert bookmarks.outline(changed, Lines(changed)).grade is Grade.IGNORE, why
    tree = grow(changed)
    assert tree.method is Cue.TYPE
    assert outline_of(tree) == truth(placed)


def test_a_skeleton_of_bookmarks_is_filled_from_the_type(book: tuple[Document, list[Placed]]) -> None:
    document, placed = book
    chapters = tuple(m for m in document.bookmarks if m.depth == 1)
    changed = replace(document, bookmarks=chapters)
    assert bookmarks.outline(changed, Lines(changed)).grade is Grade.SKELETON
    assert outline_of(grow(changed)) == truth(placed)


def test_the_offset_of_printed_pages_is_found_and_a_false_contents_is_not_believed() -> None:
    document, placed = printed(Print(contents=True, front=4))
    lines = Lines(document)
    rows = contents.rows_of(document, lines)
    assert len(rows) == len(placed)
    assert {placed[n].page - row.page for n, row in enumerate(rows)} == {4}
    false = Document(
        "PDF", "", "\n".join(f"Entry number {n} ...... {n}" for n in range(1, 9)) + "\n\nother words", (0,)
    )
    assert contents.outline(false, Lines(false)) == ()


def test_text_without_any_heading_becomes_windows_cut_where_the_words_change() -> None:
    one = "\n\n".join(made.LATIN.format(n="bilge", m=n) * 3 for n in range(20))
    two = "\n\n".join(
        "Clouds gather over distant mountains while painters mix blue pigment. " * 4 for _ in range(20)
    )
    tree = grow(Document("text", "x", f"{one}\n\n{two}"))
    assert tree.method is Cue.WINDOW
    assert len(tree.nodes) > 2
    change = len(one) + 2
    assert min(abs(node.start - change) for node in tree.nodes) < 400
    assert all(node.title for node in tree.nodes[1:])


def test_a_giant_section_is_divided_and_says_so() -> None:
    text = (
        "# A\n\n"
        + "\n\n".join(made.LATIN.format(n=f"n{n}", m=n) * 2 for n in range(250))
        + "\n\n# B\n\nshort\n"
    )
    tree = grow(parse(Source("a.md", text.encode()), Limits()))
    windows = [node for node in tree.nodes if node.cue is Cue.WINDOW]
    assert windows
    assert {tree.nodes[node.parent].title for node in windows} == {"A"}
    assert [node.title for node in tree.nodes if node.depth == 1] == ["A", "B"]


def test_the_same_document_gives_the_same_tree(book: tuple[Document, list[Placed]]) -> None:
    document, _ = book
    again = parse(Source("book.pdf", made.pdf(BOOK, Print(bookmarks=True))[0]), Limits())
    assert grow(again) == grow(document)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 9), st.text(max_size=12), st.integers(0, 400)), max_size=20),
    st.text(max_size=400),
)
def test_whatever_the_headings_the_tree_is_sound(rows: list[tuple[int, str, int]], text: str) -> None:
    starts = sorted(min(start, len(text)) for _, _, start in rows)
    headings = tuple(
        Heading(level, title, start) for (level, title, _), start in zip(rows, starts, strict=True)
    )
    tree = grow(Document("text", "t", text, headings=headings))
    assert tree.nodes[0].parent == -1
    for place, node in enumerate(tree.nodes):
        assert 0 <= node.start <= node.body_end <= node.end <= len(text)
        if place:
            parent = tree.nodes[node.parent]
            assert node.parent < place
            assert parent.start <= node.start and node.end <= parent.end
            assert node.depth == parent.depth + 1
    assert len({node.id for node in tree.nodes}) == len(tree.nodes)


def test_a_bookmark_with_or_without_its_number_is_the_same_title() -> None:
    document, _ = printed(Print())
    bare = Bookmark(1, "Chapter on rudder", 1)
    assert Lines(document).find(bare.title, 1) == document.text.index("1 Chapter on rudder")
