"""The lexical channel: what the words of a question have in common with a memory, as one 0..1 relevance.

Coverage carries it (the share of the question's idf that a memory holds), since it is absolute and asks for
different words rather than one word often; BM25 parts what covers the same, phrases and codes confirm.
"""

from __future__ import annotations

from collections.abc import Sequence

from weave.backends.bm25 import Match
from weave.ports import Hit

TIE, PHRASE, CODES = 0.2, 0.1, 0.1
"""Shares of BM25, of words that stand side by side, of numbers and identifiers held whole."""


def lexical_hits(matches: Sequence[Match]) -> list[Hit]:
    """Physical Memory's matches with a 0..1 score, in their own order."""
    best = max((match.bm25 for match in matches), default=0.0) or 1.0
    return [
        Hit(
            match.id,
            min(
                1.0,
                match.coverage * (1.0 - TIE + TIE * match.bm25 / best)
                + PHRASE * match.phrase
                + CODES * match.codes,
            ),
            match.terms,
        )
        for match in matches
    ]
