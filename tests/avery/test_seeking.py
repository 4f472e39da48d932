"""The line in which memories are looked for: words and filters, read while they are typed."""

from datetime import UTC, datetime

import pytest

from avery.seeking import filter_of, seeking, with_filter
from weave.model import MemoryType, Provenance, State
from weave.sought import Sought

NOW = datetime(2026, 11, 30, 14, 2, tzinfo=UTC)
TASKS = {"Riga trip": "task:riga-trip-1", "Taxes": "task:taxes-2"}


def day(year: int, month: int = 1, date: int = 1) -> datetime:
    return datetime(year, month, date, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "sought"),
    [
        ("", Sought()),
        ("  mari   lives ", Sought(words=("mari", "lives"))),
        ('"two words" three', Sought(words=("two words", "three"))),
        ('"unclosed', Sought(words=("unclosed",))),
        ("https://x.y a:b [/", Sought(words=("https://x.y", "a:b", "[/"))),
        ("type:episodic", Sought(types=(MemoryType.EPISODIC,))),
        ("TYPE:EP,err", Sought(types=(MemoryType.EPISODIC, MemoryType.ERROR))),
        ("state:contested from:obs", Sought(states=(State.CONTESTED,), provenances=(Provenance.OBSERVED,))),
        ("in:global", Sought(scope="global")),
        ("in:g", Sought(scope="global")),
        ("in:task", Sought(scope="task")),
        ('in:"riga trip"', Sought(scope="task:riga-trip-1")),
        ("in:tax", Sought(scope="task:taxes-2")),
        ("in:task:x-9", Sought(scope="task:x-9")),
        ("since:2026-11-20", Sought(since=day(2026, 11, 20))),
        ("since:2026-11 until:2026-11", Sought(since=day(2026, 11), until=day(2026, 12))),
        ("since:2025 until:2025", Sought(since=day(2025), until=day(2026))),
        ("until:2026-12", Sought(until=day(2027))),
        ("since:7d", Sought(since=day(2026, 11, 23))),
        ("since:today", Sought(since=day(2026, 11, 30))),
        ("since:yesterday until:yesterday", Sought(since=day(2026, 11, 29), until=day(2026, 11, 30))),
        ("is:pinned not:private", Sought(pinned=True, private=False)),
        ("is:pinned,private", Sought(pinned=True, private=True)),
        ("type: state: tea", Sought(words=("tea",))),
    ],
)
def test_a_line_is_read(text: str, sought: Sought) -> None:
    found = seeking(text, NOW, TASKS)
    assert found.sought == sought
    assert found.problem == ""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("type:poem", "type: takes episodic, semantic, procedural, error."),
        ("is:loud", "is: takes pinned, private."),
        ("in:nowhere", "in: takes global, task, or the name of an open task."),
        ("since:2026-02-30", "2026-02-30 is no day of the calendar."),
        ("since:99999y", "99999y is no day of the calendar."),
        ("until:soon", "A time is written like"),
    ],
)
def test_what_is_not_understood_is_told_and_asks_for_nothing(text: str, words: str) -> None:
    found = seeking(f"{text} tea", NOW, TASKS)
    assert found.problem.startswith(words)
    assert found.sought == Sought(words=("tea",))


def test_a_question_is_the_words_without_the_filters() -> None:
    assert seeking("what does type:semantic Ana drink", NOW).question == "what does Ana drink"


def test_a_filter_is_put_in_replaced_and_taken_out_again() -> None:
    text = with_filter("tea at noon", "type", "episodic")
    assert text == "type:episodic tea at noon"
    assert filter_of(text, "type") == "episodic"
    assert with_filter(text, "type", "error") == "type:error tea at noon"
    assert with_filter(text, "type", "") == "tea at noon"
    assert seeking(with_filter("", "in", "Riga trip"), NOW, TASKS).sought.scope == "task:riga-trip-1"
