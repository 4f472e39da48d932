"""Words as search compares them: one form for case, accents, width and inflection, in every script.

Scripts written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese), and Korean, whose particles are
glued to the word, become overlapping pairs of characters. Codes ("FX-7123", "v0.6.2", paths) stay whole, beside
their parts.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator

import Stemmer

from weave.function_words import function_words

DENSE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u3105-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
"""Inside of a character class: what is indexed by pairs of characters."""
_MARKS = "\u0300-\u036f\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
_LETTER = f"(?:[^\\W_{DENSE}]|[{_MARKS}])"
FOREIGN = re.compile(f"[a-zA-Z0-9]*(?:[^\\W_\\x00-\\x7f{DENSE}]|[{_MARKS}]){_LETTER}*")
"""A word with letters outside ASCII, of a script with spaces between words, as it stands in raw text."""
_TOKEN = re.compile(f"([{DENSE}]+)|({_LETTER}+(?:[-_./:@+\\\\]{_LETTER}+)*)")
_ASCII_TOKEN = re.compile(r"()([a-z0-9]+(?:[-_./:@+\\][a-z0-9]+)*)")
_JOINS = re.compile(r"[-_./:@+\\]")
_CODE = re.compile(r"[\d_/@\\]")
_STEMMED = re.compile(r"[a-z]{3,40}|[\u0430-\u044f]{4,40}")
_SPECIAL = {
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "ı": "i",
    "ł": "l",
    "ø": "o",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ё": "е",
}
_CACHE_LIMIT = 200_000

STOP_WORDS = frozenset(
    """a about above after again against all also am an and any are aren as at be because been before being below
    between both but by can could couldn d did didn do does doesn doing don down during each few for from further
    had hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it its
    itself just ll m me might more most must my myself no nor not now of off on once only or other our ours
    ourselves out over own re s same shan she should shouldn so some such t than that the their theirs them
    themselves then there these they this those through to too under until up us ve very was wasn we were weren
    what when where which while who whom whose why will with won would wouldn you your yours yourself yourselves
    tell know remember please""".split()
)
"""Left out of questions, as those of its own language are, unless nothing else is left; documents keep them."""


def _base(letter: str) -> str | None:
    special = _SPECIAL.get(letter)
    if special:
        return special
    parts = unicodedata.normalize("NFD", letter)
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare if bare and bare != letter else None


def _folds() -> dict[int, str | None]:
    table: dict[int, str | None] = {}
    for start, end in ((0xC0, 0x250), (0x370, 0x400), (0x451, 0x452), (0x1E00, 0x2000)):
        for code in range(start, end):
            base = _base(chr(code))
            if base:
                table[code] = base
    table.update(dict.fromkeys([*range(0x300, 0x370), *range(0x5B0, 0x5BD), *range(0x64B, 0x653), 0x640]))
    return table


FOLDS = _folds()
"""Accented letters of Latin and Greek to their bare ones; combining marks to nothing."""
_local = threading.local()
_stems: dict[str, str] = {}


def fold(text: str) -> str:
    """`text` without case, width and accents."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).casefold().translate(FOLDS)


def _new_stem(word: str) -> str:
    language = "english" if word.isascii() else "russian"
    stemmer = getattr(_local, language, None)  # one per thread: a Stemmer must not be shared
    if stemmer is None:
        stemmer = Stemmer.Stemmer(language)
        setattr(_local, language, stemmer)
    if len(_stems) > _CACHE_LIMIT:
        _stems.clear()
    stem = _stems[word] = str(stemmer.stemWord(word))
    return stem


def stem_of(word: str) -> str:
    """The stem of one folded word: English rules for Latin letters, Russian ones for Cyrillic, else itself."""
    known = _stems.get(word)
    if known is not None:
        return known
    return _new_stem(word) if _STEMMED.fullmatch(word) else word


def _pairs(run: str) -> list[str]:
    return [run] if len(run) == 1 else [run[i : i + 2] for i in range(len(run) - 1)]


def _words(text: str) -> Iterator[tuple[str, bool]]:
    """(folded token, whether it may be stemmed) in order; a code before its parts."""
    folded = fold(text)
    for dense, word in (_ASCII_TOKEN if folded.isascii() else _TOKEN).findall(folded):
        if dense:
            for pair in _pairs(dense):
                yield pair, False
            continue
        parts = _JOINS.split(word)
        if len(parts) == 1:
            yield word, True
            continue
        if _CODE.search(word):
            yield word, False
        for part in parts:
            yield part, True


def terms(text: str) -> list[str]:
    """The terms of a document in order, stop words included."""
    known = _stems.get
    return [(known(word) or stem_of(word)) if inflected else word for word, inflected in _words(text)]


def query_terms(text: str) -> list[str]:
    """The distinct terms of a question, stop words left out unless nothing else is left."""
    words = list(_words(text))
    left_out = STOP_WORDS | function_words([word for word, _ in words], STOP_WORDS)
    kept = [pair for pair in words if pair[0] not in left_out] or words
    return list(dict.fromkeys(stem_of(word) if inflected else word for word, inflected in kept))


def is_code(term: str) -> bool:
    """Whether a term is one that must be found exactly: it holds a digit, or joins parts as a path does."""
    return _CODE.search(term) is not None
