"""What is embedded of a memory: its own words, in pieces an embedder can take."""

from __future__ import annotations

import re

from weave.embedding.chunks import split, weight
from weave.model import Memory
from weave.sameness import folded

_WORD = re.compile(r"\w+")
_QUESTION = 1_440
"""Weight of the longest question that is embedded whole: 480 Latin letters."""


def _said(title: str, text: str) -> bool:
    """Whether the text already says what the title does, as a derived title's text always does."""
    head, body = folded(title).rstrip("….# "), folded(text)
    return head in body or set(_WORD.findall(head)) <= set(_WORD.findall(body))


def pieces_of(memory: Memory) -> tuple[str, ...]:
    """The texts whose vectors stand for `memory`, never empty.

    A text of one piece is embedded exactly as it is (that is what its vector is cached by), unless its
    title says something else, which then goes before it on a line of its own.
    """
    text = memory.text
    if memory.title.strip() and not _said(memory.title, text):
        text = f"{memory.title}\n{text}"
    pieces = split(text)
    if len(pieces) == 1:
        return pieces
    return tuple(piece for piece in pieces if piece.strip()) or pieces[:1]


def question_of(text: str) -> str:
    """What is embedded of a question: all of it, or the beginning and the end of a pasted wall of text.

    An answer is waited for, and embedding 480 letters takes the bundled model about 150 ms.
    """
    if len(text) <= _QUESTION // 3 and weight(text) <= _QUESTION:
        return text
    half = _QUESTION // 2
    head = split(text[: half // 3], half)[0]
    tail = text[-(half // 3) :]
    while weight(tail) > half:
        tail = tail[len(tail) // 8 + 1 :]
    return f"{head.rstrip()}\n{tail.lstrip()}"
