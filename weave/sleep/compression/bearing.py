"""Whether the originals bear out a statement of a summary: its words, its denying and deciding, no orders. Pure.

That a statement has no strange name or number does not make it true: "more sugar after 9 pm" is made of the words of
"no more sugar after 9 pm". So most of its words must stand together in an original (a sentence of prose may draw on
several), each of its clauses must deny and decide as those that it is nearest to do, and what reads as an order stays
only as a quotation that an original has, too. Who did what to whom is not compared: a bag of words does not know it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from weave import lexical
from weave.identity.orders import orders
from weave.sameness import spoken
from weave.sleep.compression import marks
from weave.sleep.compression.details import clauses, needed

SOURCES = 3
"""So many originals may share one sentence of prose."""
_HEAD = re.compile(
    r"^\W*(?:\d{4}-(?:W\d{2}|\d{2}(?:-\d{2})?)(?:[ T]\d{1,2}:\d{2})?(?: to \d{4}-\d{2}-\d{2})?\s*[:,–—-]?\s*)+"
)
_QUOTE = re.compile(r"[\"“„«「『]([^\"“”„«»「」『』]{2,})[\"”“»」』]")
_FIGURES = re.compile(r"\d")
_ABOUT = frozenset(lexical.terms("user users week weeks month day days said says told tells"))
"""What a summary may say of its own accord: whom and when it tells of."""
_UNITS = frozenset(term for unit in marks.UNITS for term in lexical.terms(unit))
"""Compared with their numbers."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause, or a whole sentence."""

    terms: frozenset[str]
    denies: bool
    sides: frozenset[str]
    deciding: frozenset[str]

    @classmethod
    def of(cls, text: str) -> _Clause:
        terms = content(text)
        asked = text.rstrip().endswith(("?", "？", "؟"))
        deciding = frozenset() if asked else frozenset(marks.deciding(text))
        return cls(terms, marks.denies(text), frozenset(lexical.terms(text)), deciding)

    def bears(self, other: _Clause) -> bool:
        """Whether `other` says no more than this: denies as it does, decides nothing else, takes no opposite side."""
        if self.denies != other.denies or not other.deciding <= self.deciding:
            return False
        return not any(
            word in other.sides and word not in self.sides and against & self.sides - other.sides
            for word in other.sides
            if (against := marks.OPPOSITES.get(word))
        )


def content(text: str) -> frozenset[str]:
    """The words that a statement consists of: without its day, figures, and what means nothing."""
    plain = frozenset(lexical.terms(_HEAD.sub("", text))) - lexical.STOP_WORDS - _ABOUT
    return frozenset(
        term
        for term in plain
        if not _FIGURES.search(term) and (len(term) > 1 or not term.isascii()) and term not in _UNITS
    )


def _units(sentence: str) -> Iterator[_Clause]:
    """A sentence whole, and what it affirms and denies apart, for a `not` reaches no further than its clause."""
    yield _Clause.of(sentence)
    parts = [_Clause.of(part) for part in clauses(sentence)]
    for denies in (False, True) if len(parts) > 1 else ():
        here = [part for part in parts if part.denies is denies]
        if here:
            yield _Clause(
                frozenset[str]().union(*(part.terms for part in here)),
                denies,
                frozenset[str]().union(*(part.sides for part in here)),
                frozenset[str]().union(*(part.deciding for part in here)),
            )


@dataclass(slots=True)
class Bearing:
    """The originals, made comparable with what is said of them."""

    _clauses: list[_Clause] = field(default_factory=list)
    _first: list[int] = field(default_factory=list)
    """For each, where its whole sentence stands."""
    _memories: dict[str, set[str]] = field(default_factory=dict)
    _by_term: dict[str, list[int]] = field(default_factory=dict)
    _quoted: list[str] = field(default_factory=list)

    def add(self, memory: str, sentence: str, *also: str) -> None:
        """One more sentence of an original; `also`: who said it, what it was called."""
        whole = sentence.strip()
        first = len(self._clauses)
        for clause in _units(whole):
            self._first.append(first)
            for term in clause.terms:
                self._by_term.setdefault(term, []).append(len(self._clauses))
            self._clauses.append(clause)
        known = self._memories.setdefault(memory, set())
        known |= content(" ".join((sentence, *also)))
        self._quoted += [spoken(match[1]) for match in _QUOTE.finditer(sentence)]

    def bears(self, statement: str, *, sources: int = 1) -> bool:
        """Whether so many originals bear it out."""
        if not self.covers(statement, sources=sources):
            return False
        return self._agrees(statement) and not any(True for _ in self._orders(statement))

    def covers(self, statement: str, *, sources: int = 1) -> bool:
        """Whether so many originals hold most of its words."""
        terms = content(statement)
        left, least = set(terms), len(terms) - needed(len(terms))
        for _ in range(sources if terms else 0):
            best = max(self._memories.values(), key=lambda known: len(left & known), default=set[str]())
            left -= best
            if len(left) <= least:
                return True
        return not terms

    def _agrees(self, statement: str) -> bool:
        told = _HEAD.sub("", statement)
        parts = [_Clause.of(part) for part in clauses(told)]
        full = [part for part in parts if len(part.terms) > 1]
        # "…, said the dentist": of one word no clause is known again, so that the whole is looked at
        return all(map(self._fits, full if len(full) == len(parts) else (*full, _Clause.of(told))))

    def _fits(self, clause: _Clause) -> bool:
        """Whether one of those that share the most words with it bears it."""
        shared = Counter(place for term in clause.terms for place in self._by_term.get(term, ()))
        if not shared:
            return not (clause.terms and (clause.denies or clause.deciding))
        most = max(shared.values())
        best = {place for place, count in shared.items() if count == most}
        # a part that says it all knows better than its sentence what is denied
        best -= {self._first[place] for place in best if self._first[place] != place}
        return any(self._clauses[place].bears(clause) for place in best)

    def _orders(self, statement: str) -> Iterator[str]:
        """Every order that is no quotation out of an original."""
        told = _HEAD.sub("", statement)
        known = [match for match in _QUOTE.finditer(told) if spoken(match[1]) in self._quoted]
        for match in reversed(known):
            told = f"{told[: match.start()]}…{told[match.end() :]}"
        yield from orders(told)


def bearing(said: Sequence[tuple[str, str, str]]) -> Bearing:
    """Of (memory, sentence, speaker)."""
    made = Bearing()
    for memory, sentence, speaker in said:
        made.add(memory, sentence, speaker)
    return made
