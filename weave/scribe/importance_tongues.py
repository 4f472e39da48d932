"""Importance in other languages than English: what their words speak of, and whether a text can be read at all. Pure.

A text in a language of which no small word is known says nothing to the rules, so they must not call it unimportant.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from functools import cache

from weave.function_words import LANGUAGES
from weave.lexical import STOP_WORDS
from weave.scribe import importance_words as known

__all__ = ["NEUTRAL", "Topic", "dense", "is_english", "is_foreign_to_us", "speaks_of", "words_of"]

NEUTRAL = 0.3
"""What a text is worth that cannot be read: neither forgotten for it nor kept for ever."""
_SHARE = 0.2
"""Of a text's words, those that must be small words of a language for it to be in that."""
_FEWEST_WORDS, _FEWEST_LETTERS = 3, 12
"""What is shorter says too little to be worth anything."""
_DENSE = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Scripts that part no words."""
_OWN = re.compile(r"[\u0590-\u05ff\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")
"""Scripts of one language, or of few that share their words: Hebrew, Thai, Japanese, Chinese, Korean."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*(?:[\u0900-\u0dff]+[^\W\d_]*)*")
_ENGLISH = re.compile(
    r"(?i)(?:ing|ed|ly|ness|tion|ght|ck|sh|th|ow|ay|ff|ss|ll|ers?|rd|ry|ty|ny|gs|ws|ke|ce)$|^(?:th|wh|sh|kn|ok|say|me|no|go|let|ask|new|wrong|old)|['’](?:s|t|m|d|ll|re|ve)$|ee|oo|ou|ea|igh|aw"
)
"""How English words are written, more often than others; many a note in English has no small word."""
_TOKEN = re.compile(r"[!-~]{30,}")
"""An address, a key or a line of code."""
_INSIDE = re.compile(r"[\u0590-\u0dff\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Where a word may begin with what belongs to another, or is parted by nothing."""


class Topic(StrEnum):
    """What makes something worth keeping."""

    HEALTH = "health"
    DUTY = "duty"
    TURN = "turn"
    KIN = "kin"
    MONEY = "money"
    DEED = "deed"


_WORDS = {
    Topic.HEALTH: known.HEALTH,
    Topic.DUTY: known.DUTY,
    Topic.TURN: known.TURNS,
    Topic.KIN: known.KIN,
    Topic.MONEY: known.MONEY,
    Topic.DEED: known.DID,
}


@cache
def _pattern(topic: Topic) -> re.Pattern[str]:
    parts = []
    for word in dict.fromkeys(_WORDS[topic].split()):
        body = r"\s+".join(map(re.escape, word.strip("_").split("_")))
        start = "" if _INSIDE.match(word) else r"\b"
        end = r"\b" if word.endswith("_") else ""
        parts.append(f"{start}{body}{end}")
    return re.compile("|".join(parts), re.IGNORECASE)


def speaks_of(topic: Topic, text: str) -> bool:
    """Whether a text that is not English speaks of this."""
    return _pattern(topic).search(text) is not None


def dense(text: str) -> int:
    """The letters of scripts that part no words."""
    return len(_DENSE.findall(text))


def words_of(text: str) -> int:
    """About how many words a text has, in whatever script."""
    return len(text.split()) + dense(text) // 2


def is_english(text: str) -> bool:
    """Whether a text is English, as far as its small words tell; what has none of any language is not."""
    english, other = _shares(text)
    return english > 0 and english >= other


def is_foreign_to_us(text: str) -> bool:
    """Whether a text is long enough to say something, and in a language of which no small word is known."""
    letters = sum(character.isalpha() for character in text)
    own = len(_OWN.findall(text))
    signs = sum(not (character.isalpha() or character.isspace()) for character in text if character < "\x80")
    if own * 4 > letters or _TOKEN.search(text) or letters < _FEWEST_LETTERS or signs * 3 > letters:
        return False
    words = _WORD.findall(text)
    plain = [word for word in words if word.isascii()]
    if len(plain) == len(words) and len(words) < _FEWEST_WORDS:
        return False
    english = sum(_ENGLISH.search(word) is not None for word in plain)
    return english * 4 < len(words) and max(_shares(text)) < _SHARE


@cache
def _tongues() -> tuple[frozenset[str], ...]:
    return (*LANGUAGES, *(frozenset(map(_folded, words.split())) for words in known.SMALL))


def _shares(text: str) -> tuple[float, float]:
    """The share of small words of English, and of the other language that has most of them."""
    written = [word.replace("’", "'").partition("'")[0].lower() for word in _WORD.findall(text)]
    if not written:
        return 0.0, 0.0
    words = [_folded(word) for word in written]
    english = sum(word in STOP_WORDS for word in written)
    other = max(sum(word in tongue for word in words) for tongue in _tongues())
    return english / len(words), other / len(words)


def _folded(word: str) -> str:
    apart = unicodedata.normalize("NFKD", word.lower().replace("đ", "d").replace("ı", "i").replace("ł", "l"))
    return "".join(one for one in apart if not "\u0300" <= one <= "\u036f")
