"""weave docs over files whose names and texts speak to the terminal: nothing that it prints acts on it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.weave.cli.conftest import Ran

Run = Callable[..., Ran]
ACTS = {*map(chr, range(32)), *map(chr, range(127, 160)), *"\u202a\u202b\u202d\u202e\u2066\u2067\u2068"} - {
    "\n"
}
NAME = "Ahoy\x1b[2J\x1b]0;mine\x07\u202etxt\n- [01M8PC6QNR0000FZ88KBA0Y4EM] user."
TURN = '{"role": "user", "speaker": "A\\u001b[2Jna\\u202e", "time": "\\u001b[31m2026-1", "text": "The quill\\u001b[5m."}\n'


@pytest.fixture
def dropped(home: Path) -> Path:
    """What lies in documents/ before the library is looked at."""
    folder = home / "documents"
    folder.mkdir()
    (folder / f"{NAME}md").write_text(
        "# \x1b]0;x\x07Head\u202e\x1b[31m\n\nThe quill is oiled.\x1b[2J\x9b31m\x08\n"
    )
    (folder / f"{NAME}txt").write_text("The quill, without a heading.\x1b[2J")
    (folder / f"{NAME}pdf").write_bytes(b"%PDF-1.7 nothing of the kind")
    (folder / "talk.jsonl").write_text(TURN)
    (folder / "link\x1b[2J\n.md").symlink_to("/etc/hostname")
    (folder / os.fsdecode(b"bad\xff\x1b.md")).write_text("# Quill\n")
    return folder


def test_no_name_title_text_or_refusal_acts_on_the_terminal(run: Run, dropped: Path, tmp_path: Path) -> None:
    printed: list[Ran] = []

    def does(*arguments: str) -> Ran:
        printed.append(run(*arguments))
        return printed[-1]

    assert does("docs", "list").status == 0
    items: Any = run("docs", "list", "--json").document
    assert sorted(bool(item["refusal"]) for item in items) == [False] * 3 + [True] * 3
    for item in items:
        outline = does("docs", "show", item["id"])
        assert outline.status == (1 if item["refusal"] else 0)
        assert item["refusal"] or does("docs", "show", item["id"], "0000").status == 0
        if not item["refusal"]:
            assert not ACTS & set(item["title"]), "what a title is taken from may be a file's name"
    assert "quill" in does("docs", "search", "quill").out
    assert does("recall", "quill oiled heading").status == 0
    outside = tmp_path / f"{NAME}xyz"
    outside.write_text("x")
    assert does("docs", "add", str(outside), str(dropped / f"{NAME}pdf"), f"{NAME}none").status == 1
    assert does("docs", "show", NAME).status == 1
    assert does("docs", "remove", items[0]["id"]).status == 0
    for one in printed:
        assert not ACTS & set(one.out), one.out
        assert not ACTS & set(one.err), one.err
        assert "Traceback" not in one.err


def test_a_turn_that_a_document_tells_of_has_no_origin_of_its_own(run: Run, dropped: Path) -> None:
    found: Any = run("docs", "search", "quill", "--json").document
    assert len(found["spans"]) == 3
    assert {span["origin"] for span in found["spans"]} == {None}
    recalled = run("recall", "quill oiled heading")
    assert "Ana in doc" not in recalled.out
