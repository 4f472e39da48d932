"""Words as they are looked for while they are typed: anywhere in a text, whatever their case, width and accents. Pure.

Folding a hundred thousand texts for every letter typed takes seconds where they are not plain ASCII; a pattern that
knows all spellings of a letter leaves the texts as they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache

from weave.lexical import FOLDS

_MARK = "[\u0300-\u036f\u0591-\u05bd\u064b-\u065f]"


@cache
def _spellings() -> dict[str, str]:
    """For each plain letter all that fold to it."""
    found: dict[str, str] = {}
    for code, base in FOLDS.items():
        if base is not None and len(base) == 1:
            found[base] = found.get(base, "") + chr(code)
    return found


def holding(words: Sequence[str]) -> Callable[[str], bool]:
    """Whether a text holds all of these words, each also inside of a longer one."""
    plain = [unicodedata.normalize("NFKC", word).lower() for word in words]
    ascii_only = all(word.isascii() for word in plain)
    patterns = [re.compile("".join(map(_spelt, word)), re.IGNORECASE) for word in plain]

    def holds(text: str) -> bool:
        if text.isascii():
            lower = text.lower()
            if ascii_only:
                return all(word in lower for word in plain)
        return all(pattern.search(text) for pattern in patterns)

    return holds


def _spelt(letter: str) -> str:
    """A pattern for one letter of a word."""
    if unicodedata.combining(letter):
        return ""
    base = FOLDS.get(ord(letter), letter)
    base = base if base is not None and len(base) == 1 else letter
    wide = chr(ord(base) + 0xFEE0) if "!" <= base <= "~" else ""
    forms = dict.fromkeys(base + letter + _spellings().get(base, "") + wide)
    if not base.isalnum():
        return f"[{re.escape(''.join(forms))}]"
    return f"[{re.escape(''.join(forms))}]{_MARK}*" if base < "\u0500" else re.escape(letter)
