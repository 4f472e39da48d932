"""What the checker of summaries finds, on a table in many languages, and what it lets pass."""

from __future__ import annotations

import time
from collections import Counter
from datetime import UTC, datetime

import pytest

from tests.support.summaries import IDLE, TABLE, Row
from weave.sleep.compression.checker import Ground, Line, ground_of, invented, lost, sentences
from weave.sleep.compression.details import Detail, Kind, read
from weave.sleep.compression.names import Lowered

SAID = datetime(2026, 9, 28, 12, tzinfo=UTC)


def missing(original: str, summary: str) -> list[Detail]:
    lowered = Lowered.of([original])
    lines = [Line("M", SAID, one, read(one, SAID, lowered)) for one in sentences(original)]
    return [detail for loss in lost(lines, ground_of(summary, SAID)) for detail in loss.details]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.original[:40])
def test_what_a_summary_lost_is_found(row: Row) -> None:
    for kind, summary in row.lossy:
        assert missing(row.original, summary), f"a {kind} of {row.original!r} is gone in {summary!r}"


def test_a_faithful_summary_in_other_words_is_rarely_suspected() -> None:
    alarms = [row.original for row in TABLE if missing(row.original, row.faithful)]
    assert len(alarms) <= 2, alarms


def test_the_original_itself_lacks_nothing() -> None:
    assert [row.original for row in TABLE if missing(row.original, row.original)] == []


def test_idle_talk_carries_no_detail() -> None:
    lowered = Lowered.of(IDLE)
    assert [one for one in IDLE if read(one, SAID, lowered).details] == []


def test_the_table_covers_every_kind() -> None:
    kinds = Counter(kind for row in TABLE for kind, _ in row.lossy)
    assert set(kinds) == {kind.value for kind in Kind} and sum(kinds.values()) >= 80


@pytest.mark.parametrize(
    ("summary", "words"),
    [
        ("On Monday Maribel and Rodrigo talked.", ["Rodrigo"]),
        ("Maribel paid 45 euros.", ["45 euros"]),
        ("Maribel's check-up is on 2026-12-24.", ["2026-12-24"]),
        ("Maribel carries an injector since 2026-09-28.", []),
        ("The week of 2026-W40: peanuts.", []),
    ],
)
def test_a_name_number_or_date_that_no_original_holds_is_invented(summary: str, words: list[str]) -> None:
    originals = Ground()
    for sentence in ("My sister Maribel carries an injector.", "Peanuts are dangerous for her."):
        originals.add(sentence, read(sentence, SAID, None))
    originals.allow(datetime(2026, 9, 28).date(), datetime(2026, 10, 4).date())
    found = [
        detail.words for sentence in sentences(summary) for detail in invented(sentence, SAID, originals)
    ]
    assert [word for word in found if "W40" not in word] == words


@pytest.mark.parametrize(
    "text", ["", "\0", "\ud800", "🐈" * 50, "-", "1" * 2000, "A" * 2000, "((((", "'" * 900, "不" * 3000]
)
def test_any_text_is_read(text: str) -> None:
    read(text, SAID, Lowered.of([text]))
    assert missing(text, text) == []


def test_a_text_without_end_is_read_in_linear_time() -> None:
    def seconds(size: int) -> float:
        text = " ".join(f"Word{n} paid {n} euros, not in cash on {n % 28 + 1} May." for n in range(size))
        start = time.process_time()
        for sentence in sentences(text):
            read(sentence, SAID, None)
        return time.process_time() - start

    seconds(20)
    assert seconds(320) < 40 * max(seconds(40), 0.005)
