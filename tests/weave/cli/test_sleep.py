"""weave sleep and weave undo, as a person and as a program sees them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from tests.support.homes import BARE
from tests.support.memories import memory
from tests.weave.cli.conftest import Ran
from weave.clock import fixed_clock
from weave.lock import OwnerLock
from weave.model import Memory, MemoryType
from weave.sleep.model import StepName
from weave.weave import Weave

Run = Callable[..., Ran]
LATER = ("--now", "2027-01-20T12:00:00+00:00")


def remember(run: Run, *texts: str, importance: str = "0.1") -> list[str]:
    told = ("--importance", importance, "--at", "2027-01-01")
    return [run("remember", text, *told).last_word for text in texts]


def test_a_dry_run_is_a_diff_that_changes_nothing(run: Run, home: Path) -> None:
    (id_,) = remember(run, "The bus was\x1b[31m late.")
    ran = run("sleep", "--dry-run", *LATER)
    assert ran.status == 0
    assert "--- memories/semantic/2027-01-01.md" in ran.out
    assert f"- {id_} The bus was" in ran.out
    assert "never recalled, 19 days old" in ran.out
    assert "\x1b" not in ran.out
    assert not (home / "sleep").exists()
    assert id_ in run("list").out


def test_sleep_forgets_and_undo_brings_back(run: Run) -> None:
    (id_,) = remember(run, "The bus was late.")
    ran = run("sleep", *LATER)
    assert "Forgot 1 memory." in ran.out
    assert id_ not in run("list").out
    assert "nothing to do" in run("sleep", *LATER).out
    assert "Brought back 1 memory of cycle 0001-2027-01-20" in run("undo", *LATER).out
    assert id_ in run("list").out
    assert "No cycle has done anything" in run("undo", *LATER).out


def test_programs_read_plan_report_and_undo(run: Run) -> None:
    (id_,) = remember(run, "The bus was late.")
    plan = run("sleep", "--dry-run", "--json", *LATER).document
    assert isinstance(plan, dict)
    steps = {step["step"]: [one["id"] for one in step["actions"]] for step in plan["steps"]}
    assert {step: ids for step, ids in steps.items() if ids} == {"forget": [id_]}
    assert list(steps) == [step.value for step in StepName if step.value in steps]
    report = run("sleep", "--json", *LATER).document
    assert isinstance(report, dict)
    assert [(step["step"], step["ids"]) for step in report["steps"]] == [("forget", [id_]), ("analyse", [])]
    assert (report["before"]["memories"], report["after"]["memories"], report["waiting"]) == (1, 0, 0)
    none = {"restored": 0, "missing": 0, "withdrawn": 0, "reverted": 0}
    assert run("undo", "--json", *LATER).document == none | {"cycle": report["cycle"], "restored": 1}
    assert run("undo", "--json", *LATER).document == none | {"cycle": None}


def test_more_than_a_quarter_waits_for_yes(run: Run, home: Path) -> None:
    ids = remember(run, "One.")
    file = home / "memories" / "semantic" / "2027-01-01.md"
    head = file.read_text()
    section = head[head.index("<!--") : head.index("-->") + 3]
    made = [f"{ids[0][:-2]}{n // 10}{n % 10}" for n in range(21)]
    file.write_text(
        "".join(f"## T{n}\n{section.replace(ids[0], id_)}\nIt is {n}.\n\n" for n, id_ in enumerate(made))
    )
    ran = run("sleep", *LATER)
    assert ran.status == 0
    assert "21 memories would be forgotten" in ran.err
    assert "weave sleep --yes" in ran.err
    assert "waits for --yes" in run("sleep", "--dry-run", *LATER).out
    assert "Forgot 21 memories." in run("sleep", "--yes", *LATER).out


def test_while_avery_runs_a_dry_run_reads_and_a_cycle_is_left_to_it(
    run: Run, home: Path, aloof: None
) -> None:
    then = datetime(2026, 11, 24, 12, tzinfo=UTC)
    made = [
        replace(memory(f"Rui fixed the {part} of bicycle 7."), type=MemoryType.EPISODIC, created=then)
        for part in ("brake", "chain", "bell")
    ]
    asyncio.run(keep(home, made))
    lock = OwnerLock.acquire(home)
    try:
        shown = run("sleep", "--dry-run", *LATER)
        assert shown.status == 0
        assert "+++ memories/weekly/2026-W48.md" in shown.out
        assert "--- memories/episodic/2026-11-24.md" in shown.out
        assert all(f"- {one.id} {one.title}" in shown.out for one in made)
        told = run("sleep", "--dry-run", "--json", *LATER).document
        assert isinstance(told, dict)
        (week,) = [one for step in told["steps"] if step["step"] == "compress" for one in step["actions"]]
        assert {one["id"] for one in week["originals"]} == {one.id for one in made}
        left = run("sleep", *LATER)
        assert (left.status, left.err) == (0, "")
        assert "sleeps by itself" in left.out
        assert run("sleep", "--json", *LATER).document == {"cycle": None, "owner_pid": os.getpid()}
        assert "owns this home" in run("sleep", "--yes", *LATER).sentence
    finally:
        lock.release()
    assert "Replaced 3 memories by summaries." in run("sleep", *LATER).out
    assert "3 memories" in run("undo", *LATER).out


async def keep(home: Path, made: list[Memory]) -> None:
    async with Weave.open(home, config=BARE, clock=fixed_clock(made[0].created)) as weave:
        await weave._core.run(weave._core.store.add, made)
