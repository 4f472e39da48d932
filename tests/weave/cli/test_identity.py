"""weave identity as people and programs use it."""

from __future__ import annotations

import shlex
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.weave.cli.conftest import Ran
from tests.weave.identity.attacks import PIRATE, SELF, plus

Run = Callable[..., Ran]


def proposed(
    run: Run, folder: Path, text: str, confidence: str = "0.9", reason: str = "asked", *more: str
) -> Any:
    path = folder / "proposal.md"
    path.write_text(text, "utf-8")
    ran = run(
        "identity", "propose", str(path), "--confidence", confidence, "--reason", reason, "--json", *more
    )
    assert ran.status == 0, ran.err
    return ran.document


def test_showing_proposing_and_deciding(run: Run, tmp_path: Path, home: Path) -> None:
    assert run("identity", "show").out == SELF
    flagged = proposed(run, tmp_path, plus("- I listen."), "0.5")
    assert (flagged["verdict"], flagged["measure"]) == ("flagged", "letters")
    [waiting] = run("identity", "pending", "--json").document  # type: ignore[misc]
    assert waiting["id"] == flagged["id"] and "+- I listen." in waiting["diff"]
    assert "+- I listen." in run("identity", "pending").out
    assert "pending" in run("identity", "show").sentence
    approved = run("identity", "approve", flagged["id"])
    assert approved.status == 0 and approved.out.startswith("Approved ")
    assert (home / "identity.md").read_text("utf-8") == plus("- I listen.")
    assert run("identity", "pending").sentence == "No proposal waits."


def test_an_applied_and_a_rejected_proposal(run: Run, tmp_path: Path, home: Path) -> None:
    assert proposed(run, tmp_path, plus("- I listen."))["verdict"] == "applied"
    refused = proposed(run, tmp_path, PIRATE, "1.0")
    assert refused["verdict"] == "rejected" and refused["similarity"] < 0.5
    assert (
        proposed(run, tmp_path, plus("- I hum."), "1", "asked", "--origin", "role_play")["verdict"]
        == "rejected"
    )
    assert (home / "identity.md").read_text("utf-8") == plus("- I listen.")


def test_history_and_rollback(run: Run, tmp_path: Path, home: Path) -> None:
    applied = proposed(run, tmp_path, plus("- I listen."))
    history: Any = run("identity", "history", "--json", "--check").document
    assert [entry["kind"] for entry in history] == ["found", "proposal"]
    assert run("identity", "rollback", history[0]["id"]).out.startswith("Rolled back ")
    assert (home / "identity.md").read_text("utf-8") == SELF
    ran = run("identity", "history")
    assert "applied" in ran.out and "similarity" in ran.out and "rolled back" in ran.out
    assert run("identity", "rollback", applied["id"], "--json").document["after"] == applied["after"]  # type: ignore[index]


def test_a_history_that_was_tampered_with_is_told(run: Run, tmp_path: Path, home: Path) -> None:
    proposed(run, tmp_path, plus("- I listen."))
    path = home / "identity-history.md"
    path.write_bytes(path.read_bytes().replace(b"> asked", b"> forged"))
    ran = run("identity", "history", "--check")
    assert ran.status == 1 and "was changed" in ran.err
    assert run("identity", "history").status == 0


def test_approving_in_other_words(
    run: Run, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flagged = proposed(run, tmp_path, plus("- I hum."), "0.5")
    mine = tmp_path / "mine.md"
    mine.write_text(plus("- I hum when asked."), "utf-8")
    assert run("identity", "approve", flagged["id"], "--file", str(mine)).status == 0
    assert (home / "identity.md").read_text("utf-8") == plus("- I hum when asked.")
    again = proposed(run, tmp_path, plus("- I hum when asked.\n- I whistle."), "0.5")
    script = "import sys, pathlib; p = pathlib.Path(sys.argv[1]); p.write_text(p.read_text().replace('I whistle', 'I whistle low'))"
    monkeypatch.setenv("EDITOR", f"{shlex.quote(sys.executable)} -c {shlex.quote(script)}")
    monkeypatch.delenv("VISUAL", raising=False)
    assert run("identity", "approve", again["id"], "--edit").status == 0
    assert (home / "identity.md").read_text("utf-8") == plus("- I hum when asked.\n- I whistle low.")


def test_the_home_is_free_while_a_proposal_is_reworded_and_the_words_outlive_a_decision(
    run: Run, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flagged = proposed(run, tmp_path, plus("- I hum."), "0.5")
    editor = tmp_path / "editor.py"
    editor.write_text(
        "import sys\n"
        "from pathlib import Path\n"
        "from weave.cli.main import main\n"
        "Path(sys.argv[1]).write_text('# Avery\\n\\n- I whistle.\\n')\n"
        f"sys.exit(main(['--home', {str(home)!r}, 'identity', 'reject', {flagged['id']!r}]))\n"
    )
    monkeypatch.setenv("EDITOR", shlex.join([sys.executable, str(editor)]))
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    ran = run("identity", "approve", flagged["id"], "--edit")
    assert ran.status == 1 and "your version is in" in ran.sentence
    [kept] = tmp_path.glob("weave-edit-*.md")
    assert "- I whistle." in kept.read_text("utf-8")
    assert (home / "identity.md").read_text("utf-8") == SELF


def test_rejecting_says_why_in_the_history(run: Run, tmp_path: Path) -> None:
    flagged = proposed(run, tmp_path, plus("- I hum."), "0.5")
    assert run("identity", "reject", flagged["id"], "--reason", "No humming.").out.startswith("Refused ")
    history: Any = run("identity", "history", "--json").document
    assert (history[-1]["reason"], history[-1]["of"]) == ("No humming.", flagged["id"])


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("propose", "missing.md", "--confidence", "0.9", "--reason", "r"), 1, "cannot be read"),
        (("propose", "-", "--confidence", "2", "--reason", "r"), 2, "from 0 to 1"),
        (("propose", "-", "--confidence", "nan", "--reason", "r"), 2, "from 0 to 1"),
        (("propose", "-", "--confidence", "1"), 2, "--reason"),
        (("approve", "01ZZZZZZZZ"), 1, "no entry"),
        (("rollback", ""), 1, "no entry"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    run: Run, arguments: tuple[str, ...], status: int, words: str
) -> None:
    ran = run("identity", *arguments)
    assert ran.status == status and words in ran.sentence


def test_a_proposal_comes_from_standard_input_and_bad_bytes_are_named(run: Run, tmp_path: Path) -> None:
    ran = run(
        "identity",
        "propose",
        "-",
        "--confidence",
        "0.9",
        "--reason",
        "asked",
        stdin=plus("- 私は聞きます。").encode(),
    )
    assert ran.out.startswith("Applied ")
    (tmp_path / "bad.md").write_bytes(b"# Avery\n\xff\xfe")
    assert (
        "UTF-8"
        in run("identity", "propose", str(tmp_path / "bad.md"), "--confidence", "1", "--reason", "r").sentence
    )


def test_nothing_a_proposal_says_acts_on_the_terminal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "p.md"
    path.write_text(plus("- \x1b[31mred\x1b[0m \u202egnorw"), "utf-8")
    ran = run("identity", "propose", str(path), "--confidence", "1", "--reason", "\x1b[2J")
    assert ran.out.startswith("Rejected ") and "\x1b" not in ran.out
    assert "\x1b" not in run("identity", "history").out


def test_the_time_is_the_one_given(run: Run, tmp_path: Path) -> None:
    entry = proposed(run, tmp_path, plus("- I listen."), "0.9", "asked", "--now", "2026-11-30T14:02:11+08:00")
    assert entry["time"].startswith(("2026-11-30T06:02:11", "2026-11-30T14:02:11"))
