"""Ten results should be ten things: what only repeats a better one is left out.

Careful on purpose, since a word can be the whole difference ("channel 6", "channel 11", "not"): a memory is a
repetition only if all that carries meaning in it, numbers, names and negations above all, stands in the
other, which holds hardly anything besides.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from weave.model import Memory

_TOKEN = re.compile(r"[^\W_]+")
_DIGIT = re.compile(r"\d")
_NEGATION = frozenset(
    "not no never none nobody nothing without cannot isn wasn aren don doesn didn won can couldn shouldn hasn haven "
    "kein keine nicht nie ne pas jamais sin nunca jamás não nem hindi wala huwag".split()
)
SLACK = 0.1
"""Share of the other's plain words that a repetition may lack."""
LONGEST = 4_000
"""Letters compared; what agrees that far and in its length is taken as the same."""


@dataclass(frozen=True, slots=True)
class Gist:
    """What carries the meaning of a text, for comparing."""

    flat: str
    words: frozenset[str]
    length: int
    weighty: frozenset[str]
    """Numbers, names and negations: one more or less is another statement."""


def gist(text: str) -> Gist:
    """The comparable form of `text`."""
    head = unicodedata.normalize("NFKC", text[:LONGEST])
    tokens = _TOKEN.findall(head)
    folded = [token.casefold() for token in tokens]
    weighty = {
        low
        for token, low in zip(tokens, folded, strict=True)
        if token[0].isupper() or low in _NEGATION or _DIGIT.search(low)
    }
    return Gist(" ".join(folded), frozenset(folded), len(text), frozenset(weighty))


def repeats(one: Gist, other: Gist) -> bool:
    """Whether one of the two says nothing that the other does not. Symmetric."""
    if one.flat == other.flat and (one.length == other.length or max(one.length, other.length) <= LONGEST):
        return True
    if max(one.length, other.length) > LONGEST or one.weighty != other.weighty:
        return False
    small, large = sorted((one.words, other.words), key=len)
    return len(small) >= 4 and small <= large and len(large) - len(small) <= SLACK * len(large)


def distinct(memories: Iterable[Memory]) -> Iterator[tuple[Memory, Memory | None]]:
    """Each memory with the better one that it repeats, or None. Best first in, in the same order out.

    Only memories of one state are compared: that an old value stands beside the new one is no repetition.
    """
    kept: list[tuple[Memory, Gist]] = []
    for memory in memories:
        mine = gist(memory.text)
        double = next((m for m, g in kept if m.state is memory.state and repeats(mine, g)), None)
        if double is None:
            kept.append((memory, mine))
        yield memory, double
