"""Whether the topic of a reminder comes up in what is said: by words and their stems, and by meaning.

Words first: what is meant is named, and its name found in any script. Meaning is the calibrated cosine between the
topic and a sentence. On the table of tests/support/reminder_topics.py, with the bundled embedder, words find 37 of
37 and meaning one of ten more, since it squeezes its scores: near misses reach .27 calibrated, so `NEAR` lies above
the highest of 33. An embedder with an honest scale brings up more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from weave import lexical
from weave.ports import Embedder
from weave.scribe.sentences import split

_ALTERNATIVES = re.compile(r"[,;/|、，؛]")
_ARTICLE = re.compile(
    r"(?i)^(?:the|an?|my|our|de[nmr]|die|das|mein(?:en?)?|les?|la|l['’]|mon|ma|el|l[oa]s|mi|il|lo|os?|as?|het)(?:\s+|(?<=['’]))"
)
NEAR = 0.35
"""From this calibrated nearness on a topic comes up by its meaning."""
_MOST_SENTENCES = 4
_LONGEST = 2_000
_STEM, _ENDING = 6, 2
"""Letters of a word that may carry an ending, and of the ending."""


def alternatives(topic: str) -> tuple[str, ...]:
    """The topics that one reminder names; each of them brings it up."""
    parts = (_ARTICLE.sub("", part.strip()) for part in _ALTERNATIVES.split(topic))
    return tuple(part for part in parts if part)


def named(topic: str, said: str) -> bool:
    """Whether the words of one of the topics all stand in what is said, in whatever form."""
    spoken = _terms(said[:_LONGEST])
    return any(_all_in(lexical.query_terms(one), spoken) for one in alternatives(topic))


@lru_cache(1)
def _terms(said: str) -> frozenset[str]:
    """Cached: every topic is looked for in the same words."""
    return frozenset(lexical.terms(said))


def _all_in(wanted: Sequence[str], spoken: frozenset[str]) -> bool:
    return bool(wanted) and all(term in spoken or _inflected(term, spoken) for term in wanted)


def _inflected(term: str, spoken: frozenset[str]) -> bool:
    """Whether the word stands there with an ending, which the stems of English and Russian do not take off."""
    if len(term) < _STEM or not term.isalpha():
        return False
    return any(word.startswith(term) and len(word) - len(term) <= _ENDING for word in spoken)


def nearness(topics: Sequence[str], said: str, embedder: Embedder) -> list[float]:
    """For each topic the calibrated nearness of its nearest sentence, 0..1. Raises ModelError."""
    pieces = [piece for piece in split(said[:_LONGEST]) if piece.strip()][:_MOST_SENTENCES]
    if not pieces or not topics:
        return [0.0] * len(topics)
    rows = embedder.passages([*topics, *pieces])
    product = rows[: len(topics)] @ rows[len(topics) :].T
    return [max(embedder.calibrate(float(cosine)) for cosine in row) for row in product]
