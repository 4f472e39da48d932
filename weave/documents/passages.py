"""Sections cut into passages small enough to quote, at paragraphs, lines or sentences; and the words of each. Pure."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence

from weave import lexical
from weave.documents.model import Document, Passage, Tree

LONGEST = 1_200
"""Characters of a passage, about 250 words."""
SHORTEST = 300
"""A shorter rest of a section joins the passage before it."""
TITLE_WEIGHT = 3
"""A word of the section's title or of those above it counts like so many in the text; PageIndex's judgement."""
_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*")
_MOST_PASSAGES = 60_000
_MOST = 65_535

_LISTS = re.compile(
    r"(?:[\w ]{0,40} )?index|(?:table of )?contents|inhalt(?:sverzeichnis)?|sommaire|table des matières|índice|目次|目录",
    re.IGNORECASE,
)

Postings = dict[str, bytes]
"""By term: little-endian pairs of 16-bit numbers, (passage, weighted count), by passage."""


def is_list(title: str) -> bool:
    """Whether a section lists what stands elsewhere: it holds every word and says nothing."""
    return _LISTS.fullmatch(title.strip()) is not None


def passages(document: Document, tree: Tree) -> tuple[Passage, ...]:
    """Every section's own text in pieces, in reading order; a section without text of its own has its title."""
    longest = max(LONGEST, len(document.text) // _MOST_PASSAGES + 1)
    found: list[Passage] = []
    for place, node in enumerate(tree.nodes):
        if place and node.body_end > node.start:
            pieces = list(_pieces(document.text, node.start, node.body_end, longest))
            found += [Passage(place, a, b) for a, b in pieces]
        elif not place:
            found += [Passage(0, a, b) for a, b in _pieces(document.text, 0, node.body_end, longest)]
    return tuple(found[:_MOST])


def _pieces(text: str, start: int, end: int, longest: int) -> Iterator[tuple[int, int]]:
    """Spans of at most `longest` characters, none of them blank."""
    while end > start and text[end - 1].isspace():
        end -= 1
    at = start
    while at < end:
        while at < end and text[at].isspace():
            at += 1
        stop = _stop(text, at, end, longest)
        if end - stop < SHORTEST and end - at <= longest + SHORTEST:
            stop = end
        if stop > at:
            yield at, at + len(text[at:stop].rstrip())
        at = stop


def _stop(text: str, at: int, end: int, longest: int) -> int:
    if end - at <= longest:
        return end
    last = [m.end() for m in _PARAGRAPH.finditer(text, at + longest // 3, at + longest)]
    if last:
        return last[-1]
    for mark in ("\n", ". ", "。", "; ", " "):
        place = text.rfind(mark, at + longest // 3, at + longest)
        if place > at:
            return place + len(mark)
    return at + longest


def postings(document: Document, tree: Tree, found: Sequence[Passage]) -> tuple[Postings, list[int]]:
    """(the words of each passage, its title path among them; how many words each passage's text has)."""
    rows: dict[str, array[int]] = {}
    lengths: list[int] = []
    titles: dict[int, Counter[str]] = {}
    for number, passage in enumerate(found):
        words = Counter(lexical.terms(document.text[passage.start : passage.end]))
        lengths.append(min(_MOST, max(1, sum(words.values()))))
        if passage.node not in titles:
            titles[passage.node] = _title_words(tree, passage.node, document.format != "conversation")
        for term, count in (words + titles[passage.node]).items():
            if len(term) <= 64:
                rows.setdefault(term, array("H")).extend((number, min(count, _MOST)))
    return {term: packed(row) for term, row in rows.items()}, lengths


def packed(numbers: array[int]) -> bytes:
    """16-bit numbers as little-endian bytes, whatever the machine."""
    from sys import byteorder

    if byteorder == "big":
        numbers = array("H", numbers)
        numbers.byteswap()
    return numbers.tobytes()


def _title_words(tree: Tree, place: int, named: bool) -> Counter[str]:
    """The section's own title counts full, those above it less with every step; the document's own if it is `named`.

    A conversation goes by its first words, which say nothing about the rest of it.
    """
    words = Counter[str]()
    weight = TITLE_WEIGHT
    while place > 0 and weight > 0:
        for term in lexical.terms(tree.nodes[place].title):
            words[term] += weight
        place, weight = tree.nodes[place].parent, weight - 1
    for term in lexical.terms(tree.nodes[0].title) if named else ():
        words[term] += 1
    return words
