"""Which things said to be liked or hated are tastes, and which only praise what is being talked about ("I love the theme"). Pure."""

from __future__ import annotations

import re

__all__ = ["is_taste"]

_LASTING = (
    "sea|ocean|beach|coast|mountains?|outdoors|theatre|theater|cinema|opera|ballet|cold|rain|snow|sun|sunshine|heat|countryside|city|cities|forests?|woods|lakes?|desert|moon|stars|sky|circus|zoo"
    "|weekends?|summer|winter|autumn|fall|spring|evenings?|mornings?|night|gym|library|internet|radio|news|north|south|east|west|water|jungle|arts|movies|classics|piano|guitar|violin|cello|drums|harp|flute"
    "|sixties|seventies|eighties|nineties|dark|wind|fog|smell|taste|sound|color|colour"
)
_THE = re.compile(r"(?i)^the\s+")
_THE_LASTING = re.compile(rf"(?i)^(?:{_LASTING})(?:$|[ ,](?:of|in|at|and)\b)")
_EMPTY = re.compile(
    r"(?i)^(?:one of|his|her|its|our|being (?:able|part|there|around|with)|having (?:a|an|some|such)|based|thought|making sure|getting (?:to|lost|immersed)|creating a|everywhere|all \w+|both|each|every|some|many|most|few|several|more|much|spending time|seeing|knowing|feeling|hearing (?:about|from)|talking to|sharing|red and blue|throwing)\b"
    r"|(?:^|\s)(?:there|everywhere|to|truly|together|already|around|back|though|either|for|with|of|in|on|at|and|vibe|vibes|energy|idea|feeling)$"
)
_PAST = re.compile(r"(?i)\b(?:loved|liked|enjoyed|adored|hated|disliked)\s+$")


def is_taste(before: str, raw: str, value: str) -> bool:
    """Whether `value` is a thing one may like at any time; `raw` is it as said, `before` the words up to it."""
    if _EMPTY.search(value) or len(value.split()) > 8:
        return False
    named = re.search(r"(?<![.!?] )[^\W\d_a-z]", value) is not None
    if _PAST.search(before) and not value[:1].isupper():
        return False
    return named or not _THE.match(raw) or _THE_LASTING.match(value) is not None
