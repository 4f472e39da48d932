"""weave docs as people and programs use it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.weave.cli.conftest import Ran

Run = Callable[..., Ran]


def lease(folder: Path) -> Path:
    path = folder / "lease.md"
    path.write_text("# Lease\n\nOf the flat.\n\n## Notice\n\nThe notice period is three months.\n")
    return path


def test_adding_listing_showing_searching_and_removing(run: Run, tmp_path: Path, home: Path) -> None:
    added = run("docs", "add", str(lease(tmp_path)))
    assert added.status == 0
    id_ = added.last_word
    assert "“Lease” (documents/lease.md), 2 sections" in added.out
    assert "Known already" in run("docs", "add", str(lease(tmp_path))).out
    assert id_ in run("docs", "list").out
    outline = run("docs", "show", id_)
    assert "0002    Notice" in outline.out
    shown = run("docs", "show", id_[:6], "2")
    assert shown.out.startswith("Lease › Notice\ndocuments/lease.md, line 5\n")
    assert "three months" in shown.out
    found = run("docs", "search", "notice period")
    assert f"{id_} §0002  documents/lease.md" in found.out
    assert run("docs", "search", "zebra").sentence == "Nothing of that is in the library."
    assert "1 file of the library" in run("reindex").out
    assert run("docs", "add", "").sentence == "The path is empty; name a file or a folder."
    assert "trash/documents" in run("docs", "remove", "lease.md").out
    assert run("docs", "list").sentence == "The library is empty; `weave docs add FILE` adds to it."


def test_programs_read_the_same_as_data(run: Run, tmp_path: Path, home: Path) -> None:
    added: Any = run("docs", "add", str(lease(tmp_path)), "--json").document
    [item] = added["added"]
    assert (item["kind"], item["format"], item["sections"], item["refusal"]) == (
        "document",
        "markdown",
        2,
        None,
    )
    listed: Any = run("docs", "list", "--json").document
    assert listed == [item]
    outline: Any = run("docs", "show", item["id"], "--json").document
    assert [row["title"] for row in outline["outline"]] == ["Lease", "Lease", "Notice"]
    reading: Any = run("docs", "show", item["id"], "0002", "--json").document
    assert (reading["breadcrumb"], reading["line"]) == (["Lease", "Notice"], 5)
    found: Any = run("docs", "search", "notice period", "-k", "1", "--json").document
    [span] = found["spans"]
    assert (span["document"], span["node"], span["page"], found["by_model"]) == (
        item["id"],
        "0002",
        None,
        False,
    )
    recalled: Any = run("recall", "notice period", "--json").document
    [one] = recalled["memories"]
    assert (one["backends"], one["source"]["file"]) == (["documents"], "documents/lease.md")
    assert one["place"]["node"] == "0002"
    removed: Any = run("docs", "remove", item["id"], "--json").document
    assert removed == item


def test_every_failure_is_a_sentence_and_a_status(run: Run, tmp_path: Path, home: Path) -> None:
    refused = run("docs", "add", "https://example.org/x")
    assert refused.status == 1
    assert "fetches nothing" in refused.sentence
    assert run("docs", "show", "nothing").status == 1
    assert "weave docs list" in run("docs", "show", "nothing").sentence
    assert run("docs", "search", " ").status == 1
    assert run("docs", "search", "x", "-k", "0").status == 2
    assert run("docs").status == 2
    asked = run("docs", "search", "x", "--think")
    assert asked.status == 0
    assert "No model chose" in asked.err


def test_what_was_dropped_is_found_by_the_next_command(run: Run, home: Path) -> None:
    (home / "documents").mkdir()
    (home / "documents" / "drop.txt").write_text("The halyard squeaks.")
    assert "documents/drop.txt" in run("docs", "search", "halyard").out
    (home / "documents" / "more.txt").write_text("The windlass jams.")
    assert "documents/more.txt" in run("recall", "windlass jams").out
    report = run("doctor").out
    assert "documents: well" in report
    assert "2 documents have a tree of contents" in report
