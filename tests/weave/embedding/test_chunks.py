"""The laws of cutting a text into pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weave.embedding.chunks import PIECE, split, weight

TEXTS = st.text(st.characters(codec=None), max_size=400) | st.text("ab \n.。语あ👍\u0301", max_size=400)


@given(TEXTS, st.integers(8, 200))
def test_pieces_join_up_to_the_text_and_fit_the_limit(text: str, limit: int) -> None:
    pieces = split(text, limit)
    assert "".join(pieces) == text
    assert all(weight(piece) <= limit for piece in pieces)
    assert split(text, limit) == pieces
    assert all(pieces) or pieces == ("",)


@given(TEXTS)
def test_a_text_within_the_limit_is_one_piece_unchanged(text: str) -> None:
    assert split(text) == (text,)


@pytest.mark.parametrize(
    ("letter", "most"),
    [("a", 1200), ("é", 1200), ("ж", 1200), ("ก", 900), ("語", 450), ("한", 450), ("🐙", 450)],
)
def test_dense_scripts_get_shorter_pieces(letter: str, most: int) -> None:
    assert len(split(letter * most)) == 1
    pieces = split(letter * (most + 1))
    assert len(pieces[0]) == most // 3


def test_borders_prefer_paragraphs_then_lines_then_sentences_then_words() -> None:
    word, sentence, line = "word " * 60, "A sentence. " * 25, "a line of words\n" * 19
    assert split("\n" + sentence + "\n\n" + sentence * 5 + "\n\nend")[0].endswith("\n\n")
    assert split("\n" + line * 5)[0].endswith("words\n")
    assert split(sentence * 5)[0].endswith("sentence. ")
    assert split(word * 5)[0].endswith("word ")
    assert split("これは文です。" * 200)[0].endswith("。")


def test_the_first_and_the_last_line_of_a_long_text_stand_alone() -> None:
    asked, renewal = "Please look at this log for me:\n", "and the insurance renews on 9 June"
    pieces = split(asked + "line of noise\n" * 200 + renewal + "\n")
    assert pieces[0] == asked
    assert pieces[-1] == renewal + "\n"
    assert split("```\n" + "line of noise\n" * 200 + "```")[-1] != "```"


def test_a_letter_keeps_its_accent_and_an_emoji_its_parts() -> None:
    family = "👩\u200d👩\u200d👧"
    text = "e\u0301" * 3000 + family * 300
    assert all(not piece.startswith(("\u0301", "\u200d")) for piece in split(text))


def test_a_megabyte_is_cut_without_loss() -> None:
    text = ("The insurance renews on 9 June. " * 40 + "\n") * 800
    pieces = split(text)
    assert "".join(pieces) == text
    assert max(map(weight, pieces)) <= PIECE
