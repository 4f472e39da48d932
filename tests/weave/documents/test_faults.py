"""What is the machine's fault and not the document's: said in a sentence, tried again, and never a traceback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from weave.documents import sandbox
from weave.documents.library import Library
from weave.documents.limits import Limits
from weave.documents.refusal import Hindrance, Overtime, Refusal


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made = Library(tmp_path, tmp_path / "index" / "trees", parts=("documents",))
    (tmp_path / "documents").mkdir()
    yield made
    made.close()


def test_a_file_whose_bytes_cannot_be_read_is_a_hindrance_in_a_sentence(tmp_path: Path) -> None:
    handle = os.open(tmp_path, os.O_RDONLY)  # opens, and the system refuses every read
    try:
        with pytest.raises(Hindrance, match="cannot be read") as told:
            sandbox.hash_of(handle, "book.pdf")
        assert str(told.value).startswith("book.pdf ")
        with pytest.raises(Refusal):
            sandbox.digest_handle(handle, "book.txt", Limits(seconds=20))
    finally:
        os.close(handle)


def test_a_handle_that_is_gone_and_a_process_that_cannot_begin_are_hindrances() -> None:
    with pytest.raises(Hindrance):
        sandbox.hash_of(987, "a.txt")
    with pytest.raises(Hindrance, match="could not be started"):
        sandbox.digest_handle(987, "a.txt", Limits())


def test_a_process_that_answers_and_does_not_end_is_given_up() -> None:
    code = "import os, time; os.close(1); time.sleep(60)"
    process = subprocess.Popen([sys.executable, "-I", "-c", code], stdout=subprocess.PIPE)
    try:
        with pytest.raises(Overtime, match="longer than"):
            sandbox._collected(process, Limits(seconds=0.2), None)
    finally:
        sandbox._ended(process)
    assert process.poll() is not None


def test_what_cannot_be_opened_is_tried_again_with_every_pass(library: Library) -> None:
    with socket.socket(socket.AF_UNIX) as place:
        here = Path.cwd()
        os.chdir(library.folder / "documents")  # a socket's path must be short
        try:
            place.bind("a.txt")
        finally:
            os.chdir(here)
        for _ in range(2):
            [refused] = library.refresh().refused
            assert refused.sentence.startswith("a.txt cannot be opened")
    (library.folder / "documents/a.txt").unlink()
    (library.folder / "documents/a.txt").write_text("The capstan turns.")
    assert library.refresh().indexed == ("documents/a.txt",)


def test_a_file_that_is_refused_for_itself_is_not_tried_again(library: Library) -> None:
    (library.folder / "documents/a.pdf").write_bytes(b"no pdf")
    assert len(library.refresh().refused) == 1
    assert library.refresh().unchanged == 1


def test_secrets_are_covered_in_text_titles_and_asides_and_no_offset_moves(library: Library) -> None:
    key = "sk-abcdefgh12345678ijklmnop"
    text = f"# Key {key}\n\nThe api key is {key} and the capstan turns.\n<!-- {key} -->\n\n# After\n\nThe binnacle glows.\n"
    (library.folder / "documents/a.md").write_text(text)
    library.refresh()
    [span, *_] = library.words.search("capstan")
    assert "•" * len(key) in span.text
    entry = library.store.entry(span.document)
    assert entry is not None
    kept = [
        library.store.text(entry.number, 0, 10_000),
        *(n.title for n in library.store.tree(entry.number).nodes),
    ]
    kept += [aside.text for aside in library.store.asides(entry.number)]
    assert all(key not in one for one in kept)
    assert library.words.search("binnacle")[0].text.startswith("# After")
    assert all(key.encode() not in file.read_bytes() for file in library.store.file.path.parent.iterdir())


def test_what_limits_refused_is_read_when_they_are_raised_and_not_tried_before(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents/a.txt").write_text("The capstan turns. " * 20)
    for limits, outcome in ((Limits(file_bytes=100), 1), (Limits(file_bytes=100), 0), (Limits(), 0)):
        library = Library(tmp_path, tmp_path / "index" / "trees", limits, parts=("documents",))
        report = library.refresh()
        assert len(report.refused) == outcome
        library.close()
    assert report.indexed == ("documents/a.txt",)


def test_limits_inside_the_file_count_as_well_when_they_are_raised(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents/a.txt").write_text("The capstan turns. " * 20)
    for limits in (Limits(text_chars=100), Limits()):
        library = Library(tmp_path, tmp_path / "index" / "trees", limits, parts=("documents",))
        report = library.refresh()
        library.close()
    assert report.indexed == ("documents/a.txt",)


def test_a_file_over_which_the_clock_ran_out_is_tried_a_few_times_ever_later(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, tried = 1_000.0, []

    def slow(*_: object) -> None:
        tried.append(now)
        raise Overtime("Reading took too long.")

    monkeypatch.setattr("weave.documents.library.time.monotonic", lambda: now)
    monkeypatch.setattr("weave.documents.library.reading.digest", slow)
    path = library.folder / "documents/a.txt"
    path.write_text("The capstan turns.")
    for _ in range(200):
        library.refresh()
        now += 100.0
    waits = [later - earlier for earlier, later in pairwise(tried)]
    assert waits == [300.0, 1_800.0]
    assert library.store.entries()[0].refusal == "Reading took too long."
    monkeypatch.undo()
    path.write_text("The capstan turns again.")
    assert library.refresh().indexed == ("documents/a.txt",)
