"""weave procedures: listed with their steps, outcomes recorded, withdrawn and brought back by the person's word."""

from __future__ import annotations

from collections.abc import Callable

from tests.weave.cli.conftest import Ran

Run = Callable[..., Ran]


def test_a_procedure_is_listed_recorded_withdrawn_and_revived(run: Run) -> None:
    made = run(
        "remember", "To reset the router:\n1. Unplug it\n2. Plug it in", "--type", "procedural"
    ).last_word
    run("remember", "Ana lives in Ghent.")
    assert "1. Unplug it" in run("procedures", "list").out
    for _ in range(2):
        assert "failed" in run("procedures", "record", made, "failed", "still", "dead").out
    assert "withdrawn" in run("procedures", "record", made, "failed").out
    [one] = run("procedures", "list", "--json").document  # type: ignore[misc]
    assert (one["state"], one["tried"], one["failed"]) == ("deprecated", 3, 3)
    assert one["trials"][0]["note"] == "still dead"
    assert "In force again" in run("procedures", "revive", made).out
    assert "Withdrawn" in run("procedures", "retire", made).out
    assert run("procedures", "record", made, "exploded").status == 2
    assert "no memory" in run("procedures", "record", "01JDYQ3V5W8Z", "worked").sentence
