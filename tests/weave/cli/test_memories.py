"""remember, recall, list, show, set, edit, forget and restore, as a person and as a program use them."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.weave.cli.conftest import Ran
from weave.ids import is_ulid

Run = Callable[..., Ran]
UNKNOWN = "01JDYQ3V5W8Z1N6T2K4R7M9XAB"


def only(ran: Ran) -> dict[str, object]:
    assert isinstance(ran.document, list)
    [memory] = ran.document
    assert isinstance(memory, dict)
    return memory


def test_remember_prints_the_id_last_and_list_and_show_know_it(run: Run) -> None:
    told = run("remember", "Maribel is allergic to peanuts.", "--importance", "0.9", "--pin")
    assert (told.status, told.err) == (0, "")
    assert is_ulid(told.last_word)
    memory = only(run("list", "--json"))
    assert (memory["id"], memory["text"]) == (told.last_word, "Maribel is allergic to peanuts.")
    assert (memory["importance"], memory["pinned"], memory["state"]) == (0.9, True, "active")
    assert (memory["scope"], memory["type"], memory["provenance"]) == ("global", "semantic", "user")
    shown = run("show", told.last_word[:20])
    assert "Maribel is allergic to peanuts." in shown.out
    assert told.last_word in shown.out
    assert "strength 0.90" in shown.out


def test_every_option_of_remember_arrives(run: Run) -> None:
    run(
        *("remember", "The build needs make 4.", "--type", "procedural", "--provenance", "observed"),
        *("--state", "outdated", "--at", "2026-03-01T09:00:00+00:00", "--title", "Make"),
    )
    memory = only(run("list", "--json"))
    assert (memory["type"], memory["provenance"], memory["state"]) == ("procedural", "observed", "outdated")
    assert memory["title"] == "Make"
    assert str(memory["created"]).startswith("2026-03-01T")


def test_now_is_the_clock(run: Run) -> None:
    run("--now", "2026-01-02T03:04:05+00:00", "remember", "The bridge is closed.")
    assert str(only(run("list", "--json"))["created"]).startswith("2026-01-02T")


def test_recall_finds_it_with_every_factor_for_people_and_programs(run: Run) -> None:
    told = run("remember", "The ferry to Bohol leaves at six.")
    found = run("recall", "When does the ferry leave?", "--json")
    assert found.status == 0
    assert isinstance(found.document, dict)
    [memory] = found.document["memories"]
    assert memory["id"] == told.last_word
    assert 0 < memory["relevance"] <= 1
    assert memory["id"] in found.document["passage"]
    human = run("recall", "ferry").out
    assert "The ferry to Bohol leaves at six." in human
    assert all(word in human for word in ("rank", "relevance", "recency", "trust", told.last_word))


def test_recall_of_nothing_says_so_and_prints_an_empty_document(run: Run) -> None:
    assert "Nothing comes to mind" in run("recall", "anything").out
    assert run("recall", "anything", "--json").document["memories"] == []  # type: ignore[index]


@pytest.mark.parametrize(
    "text",
    ["昨日、叔母と梅干しを漬けた。", "다음 주 화요일에 치과", "[/] [red]x", "👩‍🔬 Ada", "\\ ' \" $HOME"],
)
def test_text_of_any_script_comes_back_as_it_was(run: Run, text: str) -> None:
    told = run("remember", text)
    assert only(run("list", "--json"))["text"] == text
    assert text in run("show", told.last_word).out


@pytest.mark.parametrize(
    ("stdin", "text"),
    [
        (b"from a pipe\n", "from a pipe"),
        (b"\xef\xbb\xbfwith a mark\r\n", "with a mark"),
        (b"line one\nline two\n", "line one\nline two"),
    ],
)
def test_a_dash_reads_stdin(run: Run, stdin: bytes, text: str) -> None:
    assert run("remember", "-", stdin=stdin).status == 0
    assert only(run("list", "--json"))["text"] == text


def test_a_megabyte_is_kept_whole(run: Run) -> None:
    text = ("word " * 209_000 + "and the insurance renews on 9 June").encode()
    assert run("remember", "-", stdin=text).status == 0
    assert only(run("list", "--json"))["text"] == text.decode()
    assert len(run("recall", "insurance renews").out) > 0


def test_a_nul_byte_is_ordinary_input(run: Run) -> None:
    told = run("remember", "-", stdin=b"before\x00after")
    assert told.status == 0
    assert "before" in str(only(run("list", "--json"))["text"])
    assert "\x00" not in run("show", told.last_word).out


@pytest.mark.parametrize(
    ("argv", "stdin", "named"),
    [
        (("remember", ""), b"", "empty text"),
        (("remember", " \n\t "), b"", "empty text"),
        (("remember", "-"), b"", "empty text"),
        (("remember", "-"), b"caf\xe9", "not valid UTF-8"),
        (("remember", "caf\udce9"), b"", "not valid UTF-8"),
        (("recall", "caf\udce9"), b"", "not valid UTF-8"),
        (("remember", "x", "--at", "yesterday"), b"", "is not a time"),
        (("remember", "x", "--task", "nowhere"), b"", "nowhere"),
        (("--now", "soon", "remember", "x"), b"", "is not a time"),
        (("show", UNKNOWN), b"", UNKNOWN),
        (("show", "01"), b"", "01"),
        (("show", "../../etc"), b"", "../../etc"),
        (("forget", UNKNOWN), b"", UNKNOWN),
        (("restore", UNKNOWN), b"", UNKNOWN),
        (("edit", UNKNOWN, "--text", "x"), b"", UNKNOWN),
        (("set", UNKNOWN, "importance=1"), b"", UNKNOWN),
        (("task", "end", "nowhere"), b"", "nowhere"),
        (("task", "discard", "../x"), b"", "../x"),
        (("task", "start", " "), b"", "name"),
        (("ingest", "no-such-file.jsonl"), b"", "no-such-file.jsonl"),
        (("recall", "x", "--as-of", "then"), b"", "is not a time"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_stores_nothing(
    run: Run, argv: tuple[str, ...], stdin: bytes, named: str
) -> None:
    ran = run(*argv, stdin=stdin)
    assert ran.status == 1
    assert ran.out == ""
    assert named in ran.sentence
    assert run("list", "--json").document == []


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("state=bogus", "transient, volatile, active, contested, outdated, deprecated"),
        ("importance=2", "0 to 1"),
        ("importance=much", "0 to 1"),
        ("colour=red", "importance"),
        ("pinned=perhaps", "true or false"),
        ("importance", "KEY=VALUE"),
        ("=1", "KEY=VALUE"),
    ],
)
def test_set_refuses_in_words_that_name_what_is_allowed(run: Run, change: str, named: str) -> None:
    told = run("remember", "The gate code changes monthly.")
    ran = run("set", told.last_word, change)
    assert ran.status == 1
    assert named in ran.sentence


def test_set_changes_what_is_known(run: Run) -> None:
    told = run("remember", "The gate code changes monthly.")
    assert run("set", told.last_word, "importance=0.4", "pinned=yes", "state=outdated").status == 0
    memory = only(run("list", "--json"))
    assert (memory["importance"], memory["pinned"], memory["state"]) == (0.4, True, "outdated")


def test_forget_moves_to_the_trash_restore_brings_back_and_purge_leaves_nothing(run: Run, home: Path) -> None:
    told = run("remember", "Kettle Lane is closed for xylophones.")
    identity = told.last_word
    assert run("forget", identity[:16]).status == 0
    assert run("list", "--json").document == []
    assert run("restore", identity).status == 0
    assert only(run("list", "--json"))["id"] == identity
    assert run("forget", identity, "--purge").status == 0
    assert run("list", "--json").document == []
    assert run("restore", identity).status == 1
    assert [p for p in home.rglob("*") if p.is_file() and b"xylophones" in p.read_bytes()] == []


def test_edit_takes_new_words_from_options_and_stdin(run: Run) -> None:
    told = run("remember", "The Wi-Fi is on channel 6.")
    assert (
        run("edit", told.last_word, "--title", "Wi-Fi", "--text", "The Wi-Fi is on channel 11.").status == 0
    )
    memory = only(run("list", "--json"))
    assert (memory["title"], memory["text"]) == ("Wi-Fi", "The Wi-Fi is on channel 11.")
    assert run("edit", told.last_word, "--text", "-", stdin=b"On channel 36.\n").status == 0
    assert only(run("list", "--json"))["text"] == "On channel 36."


def editor(folder: Path, program: str) -> str:
    script = folder / "editor.py"
    script.write_text(f"import pathlib, sys\npath = pathlib.Path(sys.argv[1])\n{program}\n")
    return f'"{sys.executable}" "{script}"'


def test_edit_opens_the_editor_and_stores_what_was_saved(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = run("remember", "The Wi-Fi is on channel 6.")
    change = "path.write_text(path.read_text().replace('channel 6', 'channel 44'))"
    monkeypatch.setenv("VISUAL", editor(tmp_path, change))
    assert run("edit", told.last_word).status == 0
    assert only(run("list", "--json"))["text"] == "The Wi-Fi is on channel 44."


@pytest.mark.parametrize(
    ("program", "ending"),
    [
        ("pass", (0, "Nothing was changed")),
        ("sys.exit(3)", (1, "status 3")),
        ("path.write_bytes(b'\\xff')", (1, "cannot be read")),
    ],
)
def test_an_editor_that_saves_nothing_good_changes_nothing(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, ending: tuple[int, str]
) -> None:
    told = run("remember", "The Wi-Fi is on channel 6.")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor(tmp_path, program))
    ran = run("edit", told.last_word)
    assert ran.status == ending[0]
    assert ending[1] in ran.sentence
    assert only(run("list", "--json"))["text"] == "The Wi-Fi is on channel 6."


def test_without_an_editor_the_way_out_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    told = run("remember", "The Wi-Fi is on channel 6.")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", "no-such-editor-anywhere")
    assert "cannot be started" in run("edit", told.last_word).sentence
    monkeypatch.delenv("EDITOR")
    assert "--text" in run("edit", told.last_word).sentence


def test_the_home_is_made_private(run: Run, home: Path) -> None:
    run("remember", "x y z")
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_a_home_that_is_a_file_is_one_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    ran = run("remember", "x", "--home", str(tmp_path / "file"))
    assert ran.status == 1
    assert ran.sentence == f"{tmp_path / 'file'} is a file, not a folder; name another --home."


def test_a_broken_configuration_is_one_sentence(run: Run, home: Path) -> None:
    (home / "config.toml").write_text("[recal]\nk = 3\n")
    ran = run("list")
    assert ran.status == 1
    assert "did you mean recall" in ran.sentence


def test_a_home_path_that_is_too_long_or_empty_is_one_sentence(run: Run, tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["d" * 100] * 5)
    ran = run("remember", "x y z", "--home", str(deep))
    assert ran.status == 1
    assert "shorter --home" in ran.sentence
    assert not deep.exists()
    ran = run("remember", "x y z", "--home", "")
    assert ran.status == 2
    assert "--home is empty" in ran.sentence


def test_a_task_that_is_not_open_is_named_and_the_rest_still_answers(run: Run) -> None:
    told = run("remember", "The Wi-Fi is on channel 6.")
    ran = run("recall", "Wi-Fi channel", "--json", "--task", "no-such-task")
    assert ran.status == 0
    assert "No task 'no-such-task' is open" in ran.sentence
    assert ran.document["memories"][0]["id"] == told.last_word  # type: ignore[index]


def test_a_configuration_in_another_charset_is_one_sentence(run: Run, home: Path) -> None:
    (home / "config.toml").write_bytes(b'timezone = "Am\xe9rica/Lima"\n')
    ran = run("list")
    assert ran.status == 1
    assert "not valid UTF-8 (byte 15)" in ran.sentence


def test_the_next_step_is_not_said_twice(run: Run, home: Path) -> None:
    (home / "config.toml").write_text('[embedding]\nkind = "none"\n[falkordb]\nurl = "redis://127.0.0.1:9"\n')
    ran = run("doctor")
    assert ran.status == 1
    assert ran.out.count("falkordb.url") == 1
    assert "0 markdown files" in ran.out


SECRET = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"


def test_a_secret_in_a_title_a_name_or_a_session_is_on_no_disk(run: Run, home: Path) -> None:
    told = run("remember", "The deploy token was renewed.", "--title", f"token {SECRET}").last_word
    assert run("set", told, f"title=also {SECRET}").status == 0
    assert run("edit", told, "--title", f"again {SECRET}").status == 0
    assert run("task", "start", f"renew {SECRET}").status == 0
    turn = {
        "id": SECRET,
        "session": SECRET,
        "time": "2026-05-01",
        "speaker": SECRET,
        "text": "ok",
        "task": SECRET,
    }
    assert run("ingest", "-", stdin=json.dumps(turn).encode()).status == 0
    files = [path for path in home.rglob("*") if path.is_file()]
    assert not [path for path in files if b"abcdefghijklmnop" in path.read_bytes()]
    assert not [path for path in home.rglob("*") if "abcdefghijklmnop" in path.name]
