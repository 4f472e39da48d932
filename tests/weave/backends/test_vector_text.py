"""What is embedded of a memory, and of a question."""

from __future__ import annotations

import pytest

from tests.support.memories import memory
from weave.backends.vector_text import pieces_of, question_of
from weave.embedding.chunks import LIMIT, weight


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("I went to the", "Caroline: I went to the market"),
        ("Caroline: I went to the mar…", "Caroline: I went to the market"),
        ("昨日、叔母と", "昨日、叔母と梅干しを漬けた。"),
        ("Market and Caroline", "Caroline: I went to the market and back"),
        ("", "tea"),
        ("  ", "tea"),
    ],
)
def test_a_text_that_says_its_title_is_embedded_as_it_is(title: str, text: str) -> None:
    assert pieces_of(memory(text, title=title)) == (text,)


def test_a_title_that_says_more_goes_before_the_text() -> None:
    assert pieces_of(memory("She carries an injector.", title="Maribel's allergy")) == (
        "Maribel's allergy\nShe carries an injector.",
    )


def test_a_long_text_gives_pieces_within_the_limit_and_none_of_blanks() -> None:
    pieces = pieces_of(memory("word " * 500 + " " * 5000 + "the end", title="word"))
    assert all(weight(piece) <= LIMIT and piece.strip() for piece in pieces)
    assert pieces[-1].endswith("the end")


@pytest.mark.parametrize("text", ["", "   ", "\n" * 9000])
def test_a_blank_text_still_has_a_piece(text: str) -> None:
    assert len(pieces_of(memory(text, title=""))) == 1


def test_a_short_question_is_asked_as_it_is() -> None:
    assert question_of("Where does my brother live?") == "Where does my brother live?"


def test_of_a_pasted_wall_of_text_the_beginning_and_the_end_are_asked() -> None:
    question = question_of(
        "Look at this log, please. " + "line of noise\n" * 80_000 + "Why did the deploy break?"
    )
    assert question.startswith("Look at this log, please.")
    assert question.endswith("Why did the deploy break?")
    assert len(question) <= 481
    assert weight(question_of("語" * 60_000)) <= 1_500
