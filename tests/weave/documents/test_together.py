"""Small notes are read several to a process, and each has the outcome that it has alone."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from weave.documents import sandbox
from weave.documents.library import Library
from weave.documents.limits import Limits
from weave.documents.refusal import Hindrance


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    (tmp_path / "documents").mkdir()
    made = Library(tmp_path, tmp_path / "trees", Limits(seconds=5), parts=("documents",))
    yield made
    made.close()


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many files each process that began was given beyond its input."""
    found: list[int] = []
    begin = sandbox._started

    def begun(command: list[str], handle: int, more: Sequence[int] = ()) -> subprocess.Popen[bytes]:
        found.append(len(more))
        return begin(command, handle, more)

    monkeypatch.setattr(sandbox, "_started", begun)
    return found


def put(library: Library, name: str, text: str | bytes) -> None:
    (library.folder / "documents" / name).write_bytes(text.encode() if isinstance(text, str) else text)


def test_many_notes_take_one_process_and_each_is_its_own_document(
    library: Library, started: list[int]
) -> None:
    for number in range(10):
        put(library, f"{number}.md", f"# Note {number}\n\nThe capstan{number}x turns.\n")
    assert len(library.refresh().indexed) == 10
    assert started == [10]
    for number in range(10):
        [span] = library.words.search(f"capstan{number}x")
        assert (span.file, span.breadcrumb) == (f"documents/{number}.md", (f"Note {number}",))
    assert library.refresh().unchanged == 10
    assert started == [10]


def test_a_refused_one_among_them_is_refused_alone(library: Library, started: list[int]) -> None:
    put(library, "a.txt", "The capstan turns.")
    put(library, "b.txt", b"\x7fELF" + bytes(200))
    put(library, "c.txt", "The binnacle glows.")
    report = library.refresh()
    assert report.indexed == ("documents/a.txt", "documents/c.txt")
    assert [one.file for one in report.refused] == ["documents/b.txt"]
    assert "a program" in report.refused[0].sentence


def test_what_is_another_kind_than_its_name_says_is_read_alone(library: Library, started: list[int]) -> None:
    put(library, "a.txt", "The capstan turns.")
    put(library, "b.txt", b"%PDF-1.4 no pdf at all")
    report = library.refresh()
    assert report.indexed == ("documents/a.txt",)
    assert [one.file for one in report.refused] == ["documents/b.txt"]
    assert started == [2, 0]


def test_a_process_that_dies_names_only_the_file_it_was_at(
    library: Library, started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    dying = "import weave.documents.child as c, os; real = c.answer; c.answer = lambda name, *rest: "
    dying += "os._exit(71) if name == 'b.txt' else real(name, *rest); c.main()"
    code = sandbox._CODE.replace("from weave.documents.child import main; main()", dying)
    monkeypatch.setattr(sandbox, "_CODE", code)
    for name in "abcd":
        put(library, f"{name}.txt", f"The capstan{name} turns.")
    report = library.refresh()
    assert report.indexed == ("documents/a.txt", "documents/c.txt", "documents/d.txt")
    assert [(one.file, "damaged" in one.sentence) for one in report.refused] == [("documents/b.txt", True)]
    assert started == [4, 0, 2]


def test_a_process_that_is_too_slow_leaves_each_to_itself(
    library: Library, started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: object) -> None:
        raise Hindrance("Too slow.")

    monkeypatch.setattr(sandbox, "digest_several", slow)
    for name in "ab":
        put(library, f"{name}.txt", f"The capstan{name} turns.")
    assert len(library.refresh().indexed) == 2
    assert started == [0, 0]


def test_a_text_that_looks_like_the_end_of_an_answer_ends_none(library: Library) -> None:
    put(library, "a.txt", '["end", 0]\n["begin", 1]\n["refusal", "no"]\n')
    put(library, "b.txt", "The capstan turns.")
    assert len(library.refresh().indexed) == 2
    [span] = library.words.search("refusal")
    assert span.file == "documents/a.txt"


def test_readme_and_license_without_an_ending_are_text(library: Library) -> None:
    for name in ("README", "LICENSE", "Makefile", "photo", ".README"):
        put(library, name, f"The capstan of {name} turns.")
    assert library.refresh().indexed == (
        "documents/LICENSE",
        "documents/Makefile",
        "documents/README",
    )


def test_a_folder_that_lies_too_deep_is_told_of_and_not_left_out_in_silence(library: Library) -> None:
    deep = library.folder.joinpath("documents", *"d" * 32)
    deep.mkdir(parents=True)
    (deep / "a.txt").write_text("The capstan turns.")
    [refused] = library.refresh().refused
    assert refused.sentence == library.store.entries()[0].refusal
    assert "folders deep" in refused.sentence
    assert library.refresh().unchanged == 1
    (deep / "a.txt").rename(library.folder / "documents/a.txt")
    report = library.refresh()
    assert (report.indexed, len(report.removed)) == (("documents/a.txt",), 1)
