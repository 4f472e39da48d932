"""Whether a text gives an answer: literally, without regard to case; short words and numbers only as a whole."""

from __future__ import annotations

import re
from functools import lru_cache

from tests.bench.year.model import Question

SHORT = 4


def says(text: str, answer: str) -> bool:
    """`12` is not said by `12,300` or `A12`, `drift` is by `drifted`."""
    return _pattern(answer).search(text) is not None


def answered(question: Question, text: str) -> bool:
    """Whether the text holds one of the accepted answers; what is `wrong` may stand there too, as history."""
    return any(says(text, answer) for answer in question.answers)


@lru_cache(maxsize=4096)
def _pattern(answer: str) -> re.Pattern[str]:
    words = re.escape(answer)
    if _whole(answer, 0):
        words = r"(?<![A-Za-z0-9])(?<!\d[.,])" + words
    if _whole(answer, -1):
        words += r"(?![A-Za-z0-9]|[.,]\d)"
    return re.compile(words, re.IGNORECASE)


def _whole(answer: str, edge: int) -> bool:
    return answer[edge].isdigit() or (
        answer[edge].isascii() and answer[edge].isalpha() and len(answer) <= SHORT
    )
