"""What the originals bear out of a summary's statements, and what they do not."""

from __future__ import annotations

import pytest

from tests.support.summaries import BORNE_OUT, LIES, TABLE, TOLD
from weave.sleep.compression.bearing import SOURCES, Bearing
from weave.sleep.compression.checker import sentences


def heard(*texts: str) -> Bearing:
    made = Bearing()
    for number, text in enumerate(texts):
        for sentence in sentences(text):
            made.add(str(number), sentence)
    return made


@pytest.mark.parametrize("lie", LIES)
def test_what_is_reversed_ordered_or_made_up_is_not_borne_out(lie: str) -> None:
    assert not heard(*TOLD).bears(lie) and not heard(*TOLD).bears(lie, sources=SOURCES)


@pytest.mark.parametrize("statement", BORNE_OUT)
def test_what_was_said_is_borne_out_in_other_words(statement: str) -> None:
    assert heard(*TOLD).bears(statement)


def test_every_original_bears_itself_out_unless_it_orders_something() -> None:
    for row in TABLE:
        assert all(heard(row.original).bears(sentence) for sentence in sentences(row.original)), row.original


def test_a_faithful_summary_is_rarely_refused() -> None:
    both = [(row.original, sentence) for row in TABLE for sentence in sentences(row.faithful)]
    refused = [sentence for original, sentence in both if not heard(original).bears(sentence)]
    assert len(refused) <= 6, refused


def test_a_sentence_of_prose_may_draw_on_several_originals_and_a_key_detail_on_one() -> None:
    made = heard("Jun painted the garden fence.", "Tao mended the kitchen sink.")
    both = "Jun painted the garden fence and Tao mended the kitchen sink."
    assert made.bears(both, sources=SOURCES) and not made.bears(both)


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "🐈" * 50, "((((", "不" * 3000, "a, " * 2000])
def test_any_text_is_judged(text: str) -> None:
    heard(text).bears(text)
    heard().bears(text)
