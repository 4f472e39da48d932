"""What a memory's own kind says before its words do: who speaks, whether it asks, says little, or asks for good.

A question rarely holds the answer to another question, "Thanks!" holds none at all, a question that names a
person is mostly answered by what that person said (the more so one that asks for several things, each told another
day), and a standing wish ("always show the units") is meant
for all later requests, whose words it cannot foresee. Small amounts: they part what is otherwise alike.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

import numpy as np

from weave.altale.figures import Column, Slice
from weave.altale.fusion import DEFAULT, Weights

_WORD = re.compile(r"\w+")
_POSSESSIVE = re.compile(r"['’]s\b")
SHORT_WORDS = 16.0
"""Words at which the reluctance against short texts has fallen to a third."""


_AUXILIARY = r"(?:do|does|did|has|have|had|are|were|can|could|will|would|might|may|should)"
_SEVERAL = re.compile(
    rf"(?i)^\W*(?:(?:what|which)(?: [\w'’+-]+){{0,4}}? "
    rf"(?:[a-z]*[^\Wsu]s|men|women|people|children|(?:kinds|types|sorts) of [\w'’-]+)(?: [\w'’-]+)? {_AUXILIARY}\b"
    r"|(?:what|who|where|in what ways|in which ways) (?:has|have|are|were)\b|how many (?!(?:days|weeks|months|years|hours|minutes)\b))"
)


def asks_for_several(question: str) -> bool:
    """Whether a question ("which books has Ana read", "how many …") wants more than one thing told at one time."""
    return bool(_SEVERAL.match(question[:200]))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", _POSSESSIVE.sub("", text)).casefold()


def named_speakers(question: str, speakers: Mapping[str, int]) -> set[int]:
    """Numbers of the speakers whose name, or whose first name of at least two letters, the question says."""
    flat = _plain(question)
    words = set(_WORD.findall(flat))
    named = set()
    for name, number in speakers.items():
        parts = _WORD.findall(_plain(name))
        spaced = bool(parts) and len(parts[0]) > 1 and parts[0] in words
        # Scripts without spaces: the name stands inside a longer run of letters.
        inside = len(name) > 1 and not name.isascii() and _plain(name) in flat
        if spaced or inside:
            named.add(number)
    return named


def priors(question: str, pool: Slice, speakers: Mapping[str, int], weights: Weights = DEFAULT) -> Column:
    """What is added to the relevance of each row of the pool, positive or negative."""
    named = np.array(sorted(named_speakers(question, speakers)), np.int64)
    own_words = weights.teller if asks_for_several(question) else weights.speaker
    added = own_words * np.isin(pool.speaker, named).astype(np.float64)
    added -= weights.question * pool.question
    added -= weights.short * np.exp(-pool.words / SHORT_WORDS)
    added += weights.standing * pool.standing
    return np.asarray(added, np.float64)
