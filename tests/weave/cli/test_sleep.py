"""weave sleep and weave undo, as a person and as a program sees them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.weave.cli.conftest import Ran

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
    assert "No cycle has removed anything" in run("undo", *LATER).out


def test_programs_read_plan_report_and_undo(run: Run) -> None:
    (id_,) = remember(run, "The bus was late.")
    plan = run("sleep", "--dry-run", "--json", *LATER).document
    assert isinstance(plan, dict)
    steps = {step["step"]: [one["id"] for one in step["actions"]] for step in plan["steps"]}
    assert steps == {"purge": [], "forget": [id_], "drop": [], "empty": [], "count": []}
    report = run("sleep", "--json", *LATER).document
    assert isinstance(report, dict)
    assert [(step["step"], step["ids"]) for step in report["steps"]] == [("forget", [id_])]
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
