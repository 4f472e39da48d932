"""Query terms as one regular expression over raw bytes, for rg and for Python alike.

It finds candidates: ASCII words that begin like a term, and every other word whose letters are known to make
the term once case, accents, width and inflection are taken away (the locator has read which words the files
hold). Whether a word found is the term is decided afterwards by `weave.lexical`. Literals, not classes of
accented letters: rg spends longer on building those than on searching 10,000 memories.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from weave.lexical import DENSE

_WORD_BYTES = r"[0-9A-Za-z_\x80-\xff]"
_TAIL = rf"{_WORD_BYTES}*(?:[-_./:@+\\]{_WORD_BYTES}+)*"
_DENSE = re.compile(f"[{DENSE}]+")
_WORD = re.compile(r"[a-z0-9]+")
_JOINED = re.compile(r"[-_./:@+\\]")
_IRREGULAR = {"die": "d[iy]", "lie": "l[iy]", "tie": "t[iy]"}
_LAST = {"i": "[iy]", "y": "[iy]", "e": "[ei]", "l": "[li]"}
_NOT_INSIDE = r"(?<![0-9A-Za-z_])(?<![\xc3-\xdf][\x80-\xbf])(?<!\xe0[\xa4-\xb7][\x80-\xbf])(?<!\xe1[\x80-\xbf][\x80-\xbf])"
_MAX_FORMS = 200
_MAX_LENGTH = 40_000
"""Characters of literals of a kind: a system takes no argument longer than 128 kB."""

Forms = Callable[[str], Collection[bytes]]
"""The words with letters outside ASCII, as they stand in the files, that hold a term."""


@dataclass(frozen=True, slots=True)
class Patterns:
    """The same search in two dialects: Rust's for rg, Python's for where there is no rg."""

    rust: str
    python: re.Pattern[bytes]


def core(stem: str) -> str:
    """An expression for what every English word of a stem begins with.

    Only last letters are rewritten by stemming: y to i (happy, happi), e (hoping, hope), bility to bl.
    """
    if stem in _IRREGULAR:
        return _IRREGULAR[stem]
    if len(stem) < 3 or not stem.isalpha():
        return stem
    return stem[:-1] + _LAST.get(stem[-1], stem[-1])


def _escaped(data: bytes) -> str:
    return "".join(chr(b) if b < 128 and chr(b).isalnum() else f"\\x{b:02x}" for b in data)


def _dense(term: str) -> Iterable[str]:
    return (unicodedata.normalize(form, term) for form in ("NFC", "NFD"))


def _within(literals: Iterable[str], length: int) -> Iterable[str]:
    for literal in literals:
        length -= len(literal) + 1
        if length < 0:
            return
        yield literal


def patterns(terms: Iterable[str], forms: Forms) -> Patterns | None:
    """One search for these query terms; None when there is nothing to look for.

    A code ("fx-7123") is found by its first part; the tail takes in the rest.
    """
    words, dense, others = dict[str, None](), dict[str, None](), dict[str, None]()
    for term in terms:
        if _DENSE.fullmatch(term):
            dense |= dict.fromkeys(_escaped(form.encode()) for form in _dense(term))
        elif _WORD.fullmatch(term):
            words[core(term)] = None
        elif _WORD.fullmatch(first := _JOINED.split(term)[0]):
            words[first] = None
        for form in sorted(forms(term), key=len)[:_MAX_FORMS]:
            (words if form[0] < 128 else others)[_escaped(form)] = None
    ascii_ = rf"\b(?:{'|'.join(_within(words, _MAX_LENGTH))})" if words else ""
    runs = "|".join(dense)
    whole = "|".join(_within(others, _MAX_LENGTH))
    if not (ascii_ or runs or whole):
        return None
    # the letters before a form are taken in, so that one inside a longer word is seen to be inside
    rust = "|".join(filter(None, (ascii_, runs, whole and f"{_WORD_BYTES}*(?:{whole})")))
    plain = "|".join(filter(None, (ascii_, runs, whole and f"{_NOT_INSIDE}(?:{whole})")))
    return Patterns(f"(?i-u:(?:{rust}){_TAIL})", re.compile(f"(?:{plain}){_TAIL}".encode(), re.IGNORECASE))
