"""Wrong usage is one sentence and status 2; the common options count wherever they stand."""

from __future__ import annotations

import pytest

from weave.cli.main import main, parser

USAGE = 2


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        ([], "COMMAND"),
        (["bogus"], "remember"),
        (["remember"], "TEXT"),
        (["remember", "x", "--state", "bogus"], "deprecated"),
        (["remember", "x", "--type", "bogus"], "procedural"),
        (["remember", "x", "--importance", "1.5"], "from 0 to 1"),
        (["remember", "x", "--importance", "nan"], "from 0 to 1"),
        (["remember", "x", "--provenance", "bogus"], "inferred"),
        (["recall", "x", "-k", "0"], "at least 1"),
        (["recall", "x", "--as-of", "2026-01-01", "--known-at", "2026-01-01"], "not allowed with"),
        (["recall", "x", "--unknown"], "--unknown"),
        (["task"], "COMMAND"),
        (["forget"], "ID"),
        (["set", "01JDYQ"], "KEY=VALUE"),
        (["ingest", "x", "--wait", "-1"], "seconds"),
        (["ingest", "x", "--wait", "5", "--no-wait"], "not allowed with"),
    ],
)
def test_wrong_usage_is_one_sentence(argv: list[str], named: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == USAGE
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert named in printed.err
    assert "--help" in printed.err


@pytest.mark.parametrize(
    "argv",
    [
        ["--home", "h", "--now", "2026-01-01", "--json", "task", "list"],
        ["task", "--home", "h", "list", "--now", "2026-01-01", "--json"],
        ["task", "list", "--home", "h", "--now", "2026-01-01", "--json"],
        ["--home", "other", "task", "list", "--json", "--home", "h", "--now", "2026-01-01"],
    ],
)
def test_the_common_options_count_before_and_after_the_command(argv: list[str]) -> None:
    arguments = parser().parse_args(argv)
    assert (arguments.home, arguments.now, arguments.json) == ("h", "2026-01-01", True)


@pytest.mark.parametrize(
    "command", ["remember", "recall", "list", "set", "ingest", "task", "facts", "doctor"]
)
def test_help_is_printed_for_every_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert f"weave {command}" in capsys.readouterr().out
