"""Searching the markdown: one rg run over the scope's folders, ranked over the entries it matched.

Every entry that holds a term is matched, so document frequencies are exact without an index of terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from weave import lexical, markdown
from weave.backends.bm25 import Bm25, Match, Matched, Ranking
from weave.backends.locator import Entry, Locator
from weave.backends.patterns import patterns
from weave.backends.ripgrep import Found, Search

_MAX_TERMS = 64
_TRIES = 3
_NEW, _REPEATED = -1, -2


class _Reader:
    """Turns matched bytes into numbers of query terms; words repeat, so each form is read once per search."""

    def __init__(self, terms: Sequence[str]) -> None:
        self._number = {term: number for number, term in enumerate(terms)}
        self._single = [term for term in terms if len(term) == 1 and not term.isascii()]
        self.known: dict[bytes, list[int]] = {}

    def read(self, matched: bytes) -> list[int]:
        text = markdown.legible(matched.decode("utf-8", "surrogateescape"))
        found = lexical.terms(text)
        for single in self._single:  # documents hold pairs, a question may be one character
            found += [single] * (text.count(single) - found.count(single))
        numbers = self.known[matched] = [self._number[t] for t in found if t in self._number]
        return numbers


@dataclass(slots=True)
class _Rows:
    """The same while they are gathered."""

    ids: list[str]
    tokens: list[int]
    entry: list[int]
    term: list[int]
    start: list[int]
    end: list[int]


def _gather(files: Iterable[tuple[str, list[Found]]], locator: Locator, reader: _Reader) -> Matched:
    found = _Rows([], [], [], [], [], [])
    numbers: dict[str, int] = {}
    for path, matches in files:
        _gather_file(locator.entries(path), matches, reader, found, numbers)
    return Matched(found.ids, found.tokens, found.entry, found.term, found.start, found.end)


def _gather_file(
    entries: Sequence[Entry], matches: list[Found], reader: _Reader, found: _Rows, numbers: dict[str, int]
) -> None:
    """Walks matches and entries side by side; the inner loop runs once per word found, so it is kept flat."""
    known, upcoming = reader.known, iter(entries)
    row, term, starts, ends = found.entry.append, found.term.append, found.start.append, found.end.append
    id_, size = "", 0
    start = end = comment = text = number = -1
    for digits, word in matches:
        terms = known.get(word)
        if terms is None:
            terms = reader.read(word)
        if not terms:
            continue
        offset = int(digits)
        while offset >= end:
            entry = next(upcoming, None)
            if entry is None:
                return
            start, end, id_, size = entry.start, entry.end, entry.id, entry.tokens
            comment, text = entry.comment_start, entry.comment_end
            number = _REPEATED if id_ in numbers else _NEW
        if offset < start or comment <= offset < text:
            continue
        if number == _REPEATED:
            continue
        if number == _NEW:
            number = numbers[id_] = len(numbers)
            found.ids.append(id_)
            found.tokens.append(size)
        for one in terms:
            row(number)
            term(one)
            starts(offset)
            ends(offset + len(word))


def search(
    home: Path, folders: Sequence[str], text: str, locator: Locator, *, bm25: Bm25, timeout: float, limit: int
) -> list[Match]:
    """The best memories under `folders` that share a term with `text`, best first.

    Raises BackendUnavailable when rg takes longer than `timeout` seconds.
    """
    terms = tuple(lexical.query_terms(text)[:_MAX_TERMS])
    found = Matched([], [], [], [], [], [])
    for _ in range(_TRIES):
        locator.refresh(folders)
        wanted = patterns(terms, locator.forms)
        if wanted is None:
            return []
        files = list(Search(wanted, home, folders).results(timeout))
        found = _gather(files, locator, _Reader(terms))
        if not locator.stale(path for path, _ in files):
            break  # else a file was rewritten between reading its entries and searching it
    return Ranking(terms, found, locator.totals(folders), bm25).best(limit) if found.ids else []
