"""Commands: shown word for word, without keys and input, bounded, and ended with all that they started."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping
from pathlib import Path

import psutil
import pytest

from avery.agent.consent import Verdict
from avery.tools.command import RunCommand
from avery.tools.places import Places
from tests.support.tooling import Bench


def bench(folder: Path, environment: Mapping[str, str] | None = None, seconds: float = 20.0) -> Bench:
    places = Places.of(folder, (), folder.parent / "home")
    given = {"PATH": os.environ["PATH"], **(environment or {})}
    return Bench((RunCommand(places, given, seconds),))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    return made


async def test_a_command_runs_in_the_folder_after_the_person_saw_it(folder: Path) -> None:
    (folder / "a.txt").write_text("x")
    at = bench(folder)
    assert await at.ok("run_command", command="ls; echo done >&2") == "exit status 0\na.txt\ndone"
    (request,) = at.asked
    assert request.effect.summary == "run: ls; echo done >&2"
    assert request.effect.detail == f"ls; echo done >&2\n\nin {folder}"
    assert request.effect.grant == f"run@{folder}:ls; echo done >&2"


async def test_a_refused_command_does_not_run(folder: Path) -> None:
    assert "did not allow" in await bench(folder).asking(Verdict.NO).no("run_command", command="touch a")
    assert not list(folder.iterdir())


async def test_a_failure_is_told_with_its_status(folder: Path) -> None:
    result = await bench(folder)("run_command", command="echo no; exit 3")
    assert (result.ok, result.text) == (False, "exit status 3\nno")
    assert "exit status 127" in await bench(folder).no("run_command", command="no-such-program")
    assert "exit status -15" in await bench(folder).no("run_command", command="kill -15 $$")


async def test_keys_of_the_environment_are_not_handed_on(folder: Path) -> None:
    at = bench(
        folder,
        {
            "OPENAI_API_KEY": "sk-x",
            "GITHUB_TOKEN": "x",
            "DB_PASSWORD": "x",
            "LEASE": "sk-proj-a1B2c3D4e5F6g7H8i9J0k1L2",
            "COLOUR": "red",
        },
    )
    shown = await at.ok("run_command", command="env")
    assert "COLOUR=red" in shown and "PATH=" in shown
    for name in ("OPENAI", "GITHUB", "DB_PASS", "LEASE"):
        assert name not in shown


async def test_secrets_in_a_command_and_its_output_are_masked_where_they_are_shown(folder: Path) -> None:
    at = bench(folder)
    shown = await at.ok("run_command", command="echo password=hunter2xyz")
    effect = at.asked[0].effect
    assert "hunter2" not in shown + effect.summary + effect.detail


async def test_there_is_no_input_and_no_terminal(folder: Path) -> None:
    assert await bench(folder).ok("run_command", command="cat; (: < /dev/tty) 2>/dev/null || echo alone") == (
        "exit status 0\nalone"
    )


async def test_a_long_output_keeps_its_beginning_and_its_end(folder: Path) -> None:
    text = await bench(folder).ok("run_command", command="seq 1 200000")
    assert text.startswith("exit status 0\n1\n2\n") and text.endswith("199999\n200000")
    assert "the middle is left out" in text and len(text) <= 8_000


async def test_bytes_that_are_no_text_are_shown_as_they_can_be(folder: Path) -> None:
    assert "a\ufffdb" in await bench(folder).ok("run_command", command=r"printf 'a\377\0b'")


async def test_who_writes_without_end_is_ended(folder: Path) -> None:
    started = time.monotonic()
    assert "wrote without end" in await bench(folder).no("run_command", command="yes")
    assert time.monotonic() - started < 15


def alive(folder: Path) -> list[int]:
    """Processes that work in the folder."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.cwd() == str(folder) and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
        except psutil.Error:
            continue
    return found


HIDERS = [
    "sleep 60",
    "sleep 60 & sleep 60 & wait",
    "nohup sleep 60 >/dev/null 2>&1 & sleep 60",
    "setsid sleep 60 & sleep 60",
    "(setsid sh -c 'sleep 60 & sleep 60' &) ; sleep 60",
    "trap '' TERM INT HUP; sleep 60; sleep 60",
]


async def test_all_that_a_command_started_is_gone_when_its_time_is_over(tmp_path: Path) -> None:
    folders = [tmp_path / str(number) for number in range(len(HIDERS))]
    for folder in folders:
        folder.mkdir()
    texts = await asyncio.gather(
        *(
            bench(folder, seconds=0.6).no("run_command", command=command)
            for folder, command in zip(folders, HIDERS, strict=True)
        )
    )
    assert all(text.startswith("It was stopped after 0.6 s") for text in texts)
    for folder in folders:
        await gone(folder)


async def gone(folder: Path) -> None:
    end = time.monotonic() + 5
    while left := alive(folder):
        assert time.monotonic() < end, left
        await asyncio.sleep(0.02)


async def test_what_goes_on_behind_a_command_that_has_ended_is_ended_too(folder: Path) -> None:
    started = time.monotonic()
    assert "hi" in await bench(folder).ok("run_command", command="sleep 60 & setsid sleep 60 & echo hi")
    assert time.monotonic() - started < 10
    await gone(folder)


async def test_stopping_the_turn_ends_the_command(folder: Path) -> None:
    task = asyncio.create_task(bench(folder)("run_command", command="sleep 60 & setsid sleep 60 & sleep 60"))
    end = time.monotonic() + 10
    while len(alive(folder)) < 3:
        assert time.monotonic() < end
        await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await gone(folder)


@pytest.mark.parametrize("path", ["..", "/", "a.txt", "gone"])
async def test_a_command_runs_nowhere_else(folder: Path, path: str) -> None:
    (folder / "a.txt").write_text("x")
    at = bench(folder)
    await at.no("run_command", command="ls", path=path)
    assert at.asked == []


@pytest.mark.parametrize("command", ["rm *", "echo a\necho b", "echo " + "x" * 400, "echo \u202e"])
async def test_a_command_that_no_rule_can_name_may_be_allowed_only_once(folder: Path, command: str) -> None:
    at = bench(folder).asking(Verdict.ALWAYS)
    await at("run_command", command=command)
    assert at.asked[0].effect.grant == ""


async def test_letters_that_look_like_others_are_named_before_a_command_is_allowed(folder: Path) -> None:
    at = bench(folder).asking(Verdict.NO)
    for command, told in (
        ("gіt status", "і (cyrillic small letter byelorussian-ukrainian i)"),
        ("cat ｎotes.md", "ｎ (fullwidth latin small letter n)"),
        ("cat заметки.md メモ.txt été.md", ""),
        ("git status", ""),
    ):
        await at.no("run_command", command=command)
        detail = at.asked[-1].effect.detail
        assert ("look like others" in detail) == bool(told) and told in detail
