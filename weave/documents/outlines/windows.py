"""Sections for text that has none: cut where its words change, as TextTiling does, near an even length.

Hearst, "TextTiling: Segmenting Text into Multi-paragraph Subtopic Passages", 1997, in small: paragraphs are
compared by the words on both sides of each gap, and a cut is made at the deepest drop within reach of the target.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt

from weave import lexical
from weave.documents.cleaning import one_line
from weave.documents.outlines.entries import Entry

TARGET = 6_000
"""Characters of a window; two to three printed pages."""
_SLACK = 0.5
_SIDE = 3
"""Paragraphs that are compared on each side of a gap."""
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s|\n")
_LONGEST_PARAGRAPH = 2_000


def windows(text: str, start: int, end: int, level: int) -> list[Entry]:
    """Entries that cut `text[start:end]` into windows, the first one at its beginning; empty when it is short."""
    if end - start <= TARGET * (1 + _SLACK) or not text[start:end].strip():
        return []
    breaks = _breaks(text, start, end)
    bags = [_words(text[a:b]) for a, b in pairwise([*breaks, end])]
    cuts = [start]
    while end - cuts[-1] > TARGET * (1 + _SLACK):
        cut = _best(breaks, bags, cuts[-1])
        if cut is None:
            break
        cuts.append(cut)
    return [Entry(level, opening(text[a:b]), a) for a, b in pairwise([*cuts, end])]


def opening(text: str, most: int = 70) -> str:
    """The first words of a text, as a title."""
    head = text.lstrip()[:400]
    sentence = next((part for part in _SENTENCE.split(head) if any(c.isalnum() for c in part)), head)
    return one_line(sentence.strip("#*-=_ \t"), most) or "…"


def _breaks(text: str, start: int, end: int) -> list[int]:
    """Where paragraphs begin; one without end is cut at lines, sentences, or anywhere."""
    found = [start, *(m.end() for m in _PARAGRAPH.finditer(text, start, end) if start < m.end() < end)]
    whole: list[int] = []
    for a, b in pairwise([*found, end]):
        whole.append(a)
        while b - whole[-1] > _LONGEST_PARAGRAPH:
            whole.append(_inside(text, whole[-1], whole[-1] + _LONGEST_PARAGRAPH))
    return whole


def _inside(text: str, start: int, end: int) -> int:
    for mark in ("\n", ". ", "。", " "):
        place = text.rfind(mark, start + 1, end)
        if place > start:
            return place + len(mark)
    return end


def _words(text: str) -> Counter[str]:
    return Counter(
        term for term in lexical.terms(text[:_LONGEST_PARAGRAPH]) if term not in lexical.STOP_WORDS
    )


def _best(breaks: Sequence[int], bags: Sequence[Counter[str]], since: int) -> int | None:
    """The break within reach of the target where the words change most; earlier wins a tie."""
    reach = [
        number
        for number, place in enumerate(breaks)
        if TARGET * (1 - _SLACK) <= place - since <= TARGET * (1 + _SLACK)
    ]
    if not reach:
        return next((place for place in breaks if place - since > TARGET * (1 - _SLACK)), None)
    return breaks[min(reach, key=lambda number: (_likeness(bags, number), number))]


def _likeness(bags: Sequence[Counter[str]], gap: int) -> float:
    before, after = Counter[str](), Counter[str]()
    for bag in bags[max(0, gap - _SIDE) : gap]:
        before.update(bag)
    for bag in bags[gap : gap + _SIDE]:
        after.update(bag)
    common = sum(count * after[word] for word, count in before.items())
    size = sqrt(sum(n * n for n in before.values()) * sum(n * n for n in after.values()))
    return common / size if size else 0.0
