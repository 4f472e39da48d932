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
from weave.model import Certainty
from weave.sameness import spoken
from weave.scribe.certainty import is_question, judge
from weave.sleep.compression import marks
from weave.sleep.compression.details import clauses, needed
from weave.sleep.compression.names import names

SOURCES = 3
"""So many originals may share one sentence of prose."""
_HEAD = re.compile(
    r"^\W*(?:\d{4}-(?:W\d{2}|\d{2}(?:-\d{2})?)(?:[ T]\d{1,2}:\d{2})?(?: to \d{4}-\d{2}-\d{2})?\s*[:,–—-]?\s*)+"
)
_QUOTE = re.compile(r"[\"“„«「『]([^\"“”„«»「」『』]{2,})[\"”“»」』]")
_FIGURES = re.compile(r"\d")
_ABOUT = frozenset(lexical.terms("user users week weeks month day days said says told tells"))
"""What a summary may say of its own accord: whom and when it tells of."""
_AND = re.compile(r"[;:，、；：]\s*|,\s+|\s+(?:and|then|und|y|et|e|ed|i|и|en|och|og)\s+")
"""Between statements that stand side by side in prose."""
_SOFT = re.compile(
    r"(?i)(?<!\w)(?:ask(?:ed|s|ing)?|wonder\w*|whether|question\w*|might|maybe|perhaps|consider\w*|thought about|thinking|jok\w+|mull\w*|unsure|undecided|imagin\w+|if"
    r"|ob|frag\w*|vielleicht|überleg\w*|pregunt\w*|quizá\w*|demand\w*|peut-être|forse|chied\w*|chiest\w*)(?!\w)|吗|是否|也许|可能|かもしれない|か。"
)
"""What tells that something was asked or thought of only."""
_CEASED = re.compile(
    r"(?i)(?<!\w)(?:stopp(?:ed|ing)|stops|stop \w+ing|quit|quitting|g[ai]ve up|given up|giving up|ceased|avoid\w*|refus\w+|declin\w+|turned down|failed to|fails to|call(?:ed)? off"
    r"|aufgehört|aufgegeben|abgelehnt|weigert\w*|dej(?:é|ó|amos|aron) de|rechaz\w+|arrêt\w+ de|refus\w*|smess\w+|rifiut\w+|перестал\w*|отказал\w*)(?!\w)|停止|戒了|放弃|拒绝|やめた|やめる|断った|그만|끊었|เลิก"
)
"""What no longer is or was not wanted, without a `not`."""
_UNITS = frozenset(term for unit in marks.UNITS for term in lexical.terms(unit))
"""Compared with their numbers."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause, or a whole sentence."""

    terms: frozenset[str]
    denies: bool
    sides: frozenset[str]
    deciding: frozenset[str]
    firm: bool
    """Whether it was stated: not asked, wondered, or said in jest."""

    @classmethod
    def of(cls, text: str, firm: bool) -> _Clause:
        deciding = frozenset[str]() if is_question(text) else frozenset(marks.deciding(text))
        denies = marks.denies(text) or _CEASED.search(text) is not None
        return cls(content(text), denies, frozenset(lexical.terms(text)), deciding, firm)

    def bears(self, other: _Clause) -> bool:
        """Whether `other` says no more than this: denies as it does, decides nothing else, is no firmer."""
        if self.denies != other.denies or not other.deciding <= self.deciding or other.firm > self.firm:
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


def _named(statement: str) -> frozenset[str]:
    """The words of the names in it."""
    told = _HEAD.sub("", statement)
    return content(" ".join(word for _, word in names(told, None) if word.isascii()))


def _units(sentence: str) -> Iterator[_Clause]:
    """A sentence whole, and what it affirms and denies apart, for a `not` reaches no further than its clause."""
    firm = _is_firm(sentence)
    yield _Clause.of(sentence, firm)
    parts = [_Clause.of(part, firm) for part in clauses(sentence)]
    for denies in (False, True) if len(parts) > 1 else ():
        here = [part for part in parts if part.denies is denies]
        if here:
            yield _Clause(
                frozenset[str]().union(*(part.terms for part in here)),
                denies,
                frozenset[str]().union(*(part.sides for part in here)),
                frozenset[str]().union(*(part.deciding for part in here)),
                firm,
            )


def _is_firm(sentence: str) -> bool:
    return judge(sentence) not in (Certainty.HYPOTHETICAL, Certainty.JOKE)


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
        # what two said each of another one is not said of either
        joined = _AND.split(_HEAD.sub("", statement)) if sources > 1 else ()
        if not all(self.covers(part) for part in joined if len(content(part)) > 1):
            return False
        return self._agrees(statement) and not any(True for _ in self._orders(statement))

    def covers(self, statement: str, *, sources: int = 1) -> bool:
        """Whether so many originals hold most of its words; one alone must hold every name as well."""
        terms = content(statement)
        if sources == 1:
            named = _named(statement)
            return not terms or any(
                named <= known and len(terms & known) >= needed(len(terms))
                for known in self._memories.values()
            )
        left, least = set(terms), len(terms) - needed(len(terms))
        for _ in range(sources if terms else 0):
            best = max(self._memories.values(), key=lambda known: len(left & known), default=set[str]())
            left -= best
            if len(left) <= least:
                return True
        return not terms

    def _agrees(self, statement: str) -> bool:
        told = _HEAD.sub("", statement)
        firm = _is_firm(told) and _SOFT.search(told) is None
        parts = [_Clause.of(part, firm) for part in clauses(told)]
        full = [part for part in parts if len(part.terms) > 1]
        # "…, said the dentist": of one word no clause is known again, so that the whole is looked at
        return all(map(self._fits, full if len(full) == len(parts) else (*full, _Clause.of(told, firm))))

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
    """Of (memory, sentence, what else is known of it: its speaker and title)."""
    made = Bearing()
    for memory, sentence, also in said:
        made.add(memory, sentence, also)
    return made
