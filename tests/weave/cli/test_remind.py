"""weave remind: what the words are is decided by the options, never guessed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.weave.cli.conftest import Ran

Run = Callable[..., Ran]
TUESDAY = ("--now", "2026-12-01T14:30+00:00")


def listed(run: Run, *more: str) -> list[dict[str, object]]:
    document = run("remind", "list", "--json", *TUESDAY, *more).document
    assert isinstance(document, list)
    return document


def test_a_reminder_is_added_listed_put_off_and_done(run: Run) -> None:
    added = run("remind", "call", "Ana", "--at", "tomorrow at 9am", *TUESDAY)
    assert added.status == 0 and "call Ana (Wednesday 2026-12-02 09:00" in added.out
    [one] = listed(run)
    assert (one["id"], one["text"], one["next"]) == (added.last_word, "call Ana", "2026-12-02T09:00:00+00:00")
    id_ = added.last_word
    assert run("remind", "snooze", id_, "next", "Friday", "17:00", *TUESDAY).status == 0
    assert listed(run)[0]["next"] == "2026-12-04T17:00:00+00:00"
    assert "Done: call Ana" in run("remind", "done", id_[:20], *TUESDAY).out
    assert listed(run) == [] and listed(run, "--all")[0]["state"] == "done"


def test_words_that_are_commands_elsewhere_are_a_text_beside_a_time_or_topic(run: Run) -> None:
    run("remind", "list", "--at", "in 2 hours", *TUESDAY)
    run("remind", "done", "--about", "homework", *TUESDAY)
    run("remind", "cancel the gym", "--every", "monthly", *TUESDAY)
    assert {one["text"] for one in listed(run)} == {"list", "done", "cancel the gym"}


def test_a_text_may_name_its_own_time(run: Run) -> None:
    run("remind", "water", "the", "plants", "every", "Monday", "at", "8am", *TUESDAY)
    [one] = listed(run)
    assert (one["text"], one["every"], one["at"]) == (
        "water the plants",
        "weekly",
        "2026-12-07T08:00:00+00:00",
    )
    cancelled = run("remind", "cancel", str(one["id"]), *TUESDAY)
    assert "Cancelled" in cancelled.out and listed(run) == []


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("call Ana",), 2, "Say when or about what"),
        (("cancel", "the", "gym"), 2, "Say when or about what"),
        (("done", "01JDYQ3V5W8Z"), 1, "no reminder"),
        (("snooze", "01JDYQ3V5W8Z", "every", "day"), 1, "one moment"),
        (("call", "--at", "soon"), 1, "write it like"),
        (("call", "--at", "yesterday"), 1, "past"),
        (("call", "--at", "at 5"), 1, "5am or 17:00"),
    ],
)
def test_what_cannot_be_is_one_sentence_with_the_way_out(
    run: Run, words: tuple[str, ...], status: int, says: str
) -> None:
    ran = run("remind", *words, *TUESDAY)
    assert ran.status == status and says in ran.sentence and listed(run, "--all") == []


def test_an_empty_list_says_how_to_begin(run: Run) -> None:
    ran = run("remind", "list", *TUESDAY)
    assert ran.out == "" and "weave remind TEXT --at WHEN" in ran.sentence
