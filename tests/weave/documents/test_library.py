"""The library follows its folder: new, changed, moved, removed and refused files; nothing is parsed twice."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support import documents as made
from tests.support.documents import Print
from weave.documents.channel import DocumentChannel
from weave.documents.digest import digested
from weave.documents.library import Library
from weave.documents.limits import Limits
from weave.documents.parsers.registry import Source, parse
from weave.documents.store import TreeStore
from weave.documents.store_rows import Signature
from weave.errors import BackendError
from weave.ports import Query


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    (tmp_path / "documents").mkdir()
    made_ = Library(tmp_path / "documents", tmp_path / "index" / "trees")
    yield made_
    made_.close()


def put(library: Library, name: str, text: str | bytes) -> Path:
    path = library.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def stored(library: Library, name: str, data: bytes | str) -> None:
    """Parsed in this process: the sandbox has its own tests."""
    raw = data.encode() if isinstance(data, str) else data
    digest = digested(parse(Source(name, raw), Limits()))
    library.store.put(name, Signature(len(raw), 1, 1), name, digest)


def test_a_folder_is_taken_in_followed_and_forgotten(library: Library) -> None:
    put(library, "ship/deck.md", "# Deck\n\nThe capstan turns slowly.\n")
    put(library, "bad.pdf", b"no pdf at all")
    put(library, ".hidden.md", "# no\n")
    put(library, "photo.png", b"\x89PNG")
    first = library.refresh()
    assert first.indexed == ("ship/deck.md",)
    assert [(r.file, "PDF" in r.sentence) for r in first.refused] == [("bad.pdf", True)]
    again = library.refresh()
    assert (again.indexed, again.refused, again.unchanged) == ((), (), 2)
    key = library.words.search("capstan")[0].document

    (library.folder / "ship/deck.md").rename(library.folder / "moved.md")
    os.utime(library.folder / "bad.pdf", (1, 1))
    moved = library.refresh()
    assert (moved.moved, moved.indexed, moved.removed) == (("moved.md",), (), ())
    span = library.words.search("capstan")[0]
    assert (span.file, span.breadcrumb) == ("moved.md", ("Deck",))
    assert span.document != key

    put(library, "moved.md", "# Deck\n\nThe binnacle glows.\n")
    (library.folder / "bad.pdf").unlink()
    changed = library.refresh()
    assert (changed.indexed, changed.removed) == (("moved.md",), ("bad.pdf",))
    assert library.words.search("capstan") == []
    assert library.words.search("binnacle")

    shutil.rmtree(library.folder)
    assert library.refresh().removed == ("moved.md",)
    assert library.store.entries() == []


def test_a_touched_file_is_not_parsed_again_and_a_link_is_refused(library: Library) -> None:
    path = put(library, "a.txt", "The capstan turns.")
    (library.folder / "b.txt").symlink_to(path)
    first = library.refresh()
    assert [r.file for r in first.refused] == ["b.txt"]
    assert "is a link" in first.refused[0].sentence
    os.utime(path, (1, 1))
    assert library.refresh().unchanged == 2
    assert library.refresh().unchanged == 2


def test_a_pass_can_be_stopped_and_goes_on_later(library: Library) -> None:
    for n in range(3):
        put(library, f"{n}.txt", f"word{n}")
    told: list[tuple[str, int, int]] = []
    report = library.refresh(lambda *step: told.append(step), lambda: len(told) > 1)
    assert report.stopped
    assert len(report.indexed) < 3
    assert told[0] == ("0.txt", 0, 3)
    assert len(library.refresh().indexed) == 3 - len(report.indexed)


def test_a_home_has_documents_and_conversations_in_one_library(tmp_path: Path) -> None:
    for name, text in {
        "documents/a.md": "# A\n\nThe capstan turns.\n",
        "conversations/a.jsonl": '{"role": "user", "speaker": "Ana", "text": "The capstan squeaks."}\n',
        "memories/semantic/2026-11-30.md": "## The capstan\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
    home = Library(tmp_path, tmp_path / "index" / "trees", parts=("documents", "conversations", "missing"))
    assert home.refresh().indexed == ("documents/a.md", "conversations/a.jsonl")
    found = DocumentChannel(home).search(Query("capstan", datetime(2026, 11, 30, tzinfo=UTC)))
    assert {span.file for span in found} == {"documents/a.md", "conversations/a.jsonl"}
    assert "Ana: The capstan squeaks." in {span.text for span in found}
    home.close()


def test_the_channel_has_the_verbs_of_a_backend(library: Library) -> None:
    stored(library, "a.md", "# A\n\nThe capstan turns.\n")
    library.store.refuse("b.pdf", Signature(1, 1, 1), "x", "The PDF is damaged.")
    channel = DocumentChannel(library)
    channel.open()
    health = channel.health()
    assert (health.ok, health.indexed) == (True, 1)
    assert "b.pdf: The PDF is damaged" in health.detail
    channel.interrupt()
    assert channel.count() == 1
    channel.clear()
    channel.scrub()
    assert channel.count() == 0
    channel.close()
    channel.close()
    assert not channel.health().ok
    channel.open()
    assert channel.health().ok


def test_nothing_of_a_removed_document_stays_in_the_file(library: Library) -> None:
    stored(
        library, "a.md", "# Zanzibarquoll\n\nThe zanzibarquoll sleeps.\n<!-- zanzibarquoll aside text -->\n"
    )
    stored(library, "b.md", "# B\n\nOther words.\n")
    library.store.remove(["a.md", "never-there.md"])
    library.store.file.scrub()
    library.close()
    for path in library.store.file.path.parent.iterdir():
        assert b"zanzibarquoll" not in path.read_bytes().lower()


@pytest.mark.parametrize("content", [b"garbage " * 900, b""])
def test_a_damaged_file_of_trees_is_built_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "library.sqlite").write_bytes(content)
    store = TreeStore(tmp_path)
    assert store.entries() == []
    store.file.close()


def test_trees_of_another_version_are_built_anew(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "library.sqlite") as db:
        db.execute("CREATE TABLE documents (x)")
        db.execute("PRAGMA user_version = 99")
    db.close()
    store = TreeStore(tmp_path)
    assert store.count() == 0
    store.file.close()


def test_without_a_place_for_the_trees_the_channel_says_so(tmp_path: Path) -> None:
    (tmp_path / "index").write_text("a file where a folder should be")
    channel = DocumentChannel(Library(tmp_path, tmp_path / "index" / "trees"))
    health = channel.health()
    assert not health.ok
    assert "index/trees cannot be opened" in health.detail
    with pytest.raises(BackendError):
        channel.search(Query("capstan", datetime(2026, 11, 30, tzinfo=UTC)))
    channel.close()


def test_a_store_that_fails_in_the_middle_keeps_what_was_there(library: Library) -> None:
    stored(library, "a.md", "# A\n\nThe capstan turns.\n")
    before = library.words.search("capstan")
    digest = digested(parse(Source("a.md", b"# A\n\nThe binnacle glows.\n"), Limits()))
    with library.store.file.write() as db:
        db.execute("CREATE TEMP TRIGGER fail BEFORE INSERT ON postings BEGIN SELECT RAISE(ABORT, 'no'); END")
    with pytest.raises(BackendError):
        library.store.put("a.md", Signature(1, 1, 1), "new", digest)
    assert library.words.search("capstan") == before
    assert library.words.search("binnacle") == []


def test_searches_go_on_while_documents_are_stored(library: Library) -> None:
    stored(library, "a.md", made.markdown(made.handbook(4, 4)))
    failures: list[BaseException] = []
    done = threading.Event()

    def searching() -> None:
        try:
            while not done.is_set():
                assert library.words.search("handling the ballast")
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=searching) for _ in range(3)]
    for thread in threads:
        thread.start()
    digest = digested(parse(Source("x.md", made.markdown(made.handbook(4, 3)).encode()), Limits()))
    for n in range(12):
        library.store.put(f"x{n % 5}.md", Signature(n, n, n), str(n), digest)
    done.set()
    for thread in threads:
        thread.join()
    assert failures == []


def test_spans_carry_breadcrumb_page_line_and_the_exact_text(library: Library) -> None:
    data, placed = made.pdf(made.handbook(5, 3), Print(bookmarks=True))
    stored(library, "book.pdf", data)
    wanted = next(p for p in placed if p.title.startswith("3.2"))
    span = library.words.search(wanted.title.split(" ", 1)[1])[0]
    assert span.breadcrumb[0] == "The Handbook"
    assert span.breadcrumb[-1] == wanted.title
    assert wanted.page <= span.page <= wanted.page + 1
    entry = library.store.entry(span.document)
    assert entry is not None
    text = library.store.text(entry.number, 0, 10**9)
    assert text[span.start : span.end] == span.text
    assert text.count("\n", 0, span.start) + 1 == span.line
    assert 0 < span.relevance <= 1
    assert len(span.text) <= 1_600


def test_titles_lead_to_their_section_and_lists_of_words_do_not(library: Library) -> None:
    words = " ".join(f"{w}, 12" for w in "capstan binnacle halyard bowline galley".split())
    stored(
        library,
        "m.md",
        f"# Capstan\n\nIt is turned by four people.\n\n# Halyard\n\nIt is hauled.\n\n# Index\n\n{words} capstan capstan capstan\n",
    )
    assert library.words.search("capstan")[0].breadcrumb[-1] == "Capstan"
    assert library.words.search("capstan turned by four")[0].text.startswith("# Capstan")


@pytest.mark.parametrize(
    ("question", "title"),
    [("Where is the Anker?", "Anker"), ("船の錨はどこ", "錨"), ("якоря корабля", "Якорь"), ("สมอเรือ", "สมอ")],
)
def test_questions_of_every_script_find_their_section(library: Library, question: str, title: str) -> None:
    stored(
        library,
        "l.md",
        "# Anker\n\nDer Anker liegt vorn.\n\n# 錨\n\n船の錨は前にあります。\n\n# Якорь\n\nЯкорь корабля впереди.\n\n# สมอ\n\nสมอเรืออยู่ด้านหน้า\n",
    )
    assert library.words.search(question)[0].breadcrumb[-1] == title


@pytest.mark.parametrize(
    "question", ["", "   ", "\0", "the of and", "'; DROP TABLE documents; --", "x" * 100_000, "\ud800"]
)
def test_odd_questions_are_answered_with_what_there_is(library: Library, question: str) -> None:
    stored(library, "a.md", "# A\n\nThe capstan turns.\n")
    assert len(library.words.search(question)) <= 1


def test_a_search_can_be_held_to_some_documents(library: Library) -> None:
    for name in ("a.md", "b.md"):
        stored(library, name, f"# {name}\n\nThe capstan turns.\n")
    entry = library.store.entry("b.md")
    assert entry is not None
    assert [s.file for s in library.words.search("capstan", among=[entry.number])] == ["b.md"]
    assert library.words.search("capstan", among=[]) == []
    assert library.words.search("capstan", limit=0) == []
