"""Compares what a summary holds with what it replaces: nothing lost, nothing invented. Pure.

A detail of the originals is there when one of its forms stands in the summary; a negation or a decision when one
sentence of the summary holds most of its words, and denies if it denied. The other way about, every name, number and
date of the summary must stand in the originals.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from weave.scribe.sentences import split
from weave.sleep.compression.details import Detail, Kind, Reading, needed, read
from weave.sleep.compression.names import Lowered, bare


@dataclass(slots=True)
class Ground:
    """What a text holds, made comparable; grows sentence by sentence."""

    forms: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    folded: list[str] = field(default_factory=list)
    """Sentences of other scripts than ASCII, in which a name is looked for as it stands."""
    clauses: list[frozenset[str]] = field(default_factory=list)
    denying: list[bool] = field(default_factory=list)
    _by_term: dict[str, list[int]] = field(default_factory=dict)

    def add(self, sentence: str, reading: Reading) -> None:
        """One more sentence."""
        for detail in reading.details:
            if not detail.is_clause:
                self.forms |= detail.forms
        words = sentence.casefold().replace("’", "'")
        self.words.update(bare(word.strip(_MARKS)) for word in words.split())
        if not sentence.isascii():
            self.folded.append(words)
        self._clause(reading)

    def _clause(self, reading: Reading) -> None:
        place = len(self.clauses)
        self.clauses.append(reading.terms)
        self.denying.append(reading.denies)
        for term in reading.terms:
            self._by_term.setdefault(term, []).append(place)

    def covers(self, reading: Reading) -> bool:
        """Whether one sentence holds all words of this one, and denies as it does."""
        if not reading.terms:
            return True
        shared = Counter(place for term in reading.terms for place in self._by_term.get(term, ()))
        return any(
            count == len(reading.terms) and self.denying[place] == reading.denies
            for place, count in shared.items()
        )

    def allow(self, first: date, last: date) -> None:
        """The days, months and years of a period need no source."""
        for offset in range((last - first).days + 1):
            day = first + timedelta(days=offset)
            self.forms |= {f"d:{day}/{day}", f"d:{day:%m-%d}", f"n:{day.year}"}
        self.forms.add(f"d:{first}/{last}")

    def holds(self, detail: Detail) -> bool:
        """Whether the text holds this detail."""
        if detail.is_clause:
            return self._says(detail)
        if not self.forms.isdisjoint(detail.forms):
            return True
        if detail.kind is Kind.NAME:
            return self._names(detail)
        return detail.kind is Kind.DATE and self._dated(detail)

    def _names(self, detail: Detail) -> bool:
        if not self.words.isdisjoint(detail.forms):
            return True
        whole = bare(detail.words)
        if not whole.isascii():
            return any(whole in sentence for sentence in self.folded)
        parts = [part for part in whole.replace("-", " ").replace(".", " ").replace("'", " ").split() if part]
        return len(parts) > 1 and all(part in self.words for part in parts)

    def _dated(self, detail: Detail) -> bool:
        """A range is there when its first and its last day are."""
        for form in detail.forms:
            first, slash, last = form.removeprefix("d:").partition("/")
            if slash and f"d:{first}/{first}" in self.forms and f"d:{last}/{last}" in self.forms:
                return True
        return False

    def _says(self, detail: Detail) -> bool:
        least = needed(len(detail.forms))
        shared = Counter(place for term in detail.forms for place in self._by_term.get(term, ()))
        denies = detail.kind is Kind.NEGATION
        return any(count >= least and (self.denying[place] or not denies) for place, count in shared.items())


_MARKS = ".,;:!?…\"'“”‘’()[]{}<>«»*_—–-"


@dataclass(frozen=True, slots=True)
class Loss:
    """A sentence of an original of which the summary lacks something."""

    memory: str
    """The original's id."""
    sentence: str
    details: tuple[Detail, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence of an original, read."""

    memory: str
    time: datetime
    sentence: str
    reading: Reading


def lost(lines: Iterable[Line], ground: Ground) -> list[Loss]:
    """What of these sentences the text does not hold, each detail once, where it is first said."""
    found: list[Loss] = []
    told: set[Detail] = set()
    for line in lines:
        missing = tuple(d for d in line.reading.details if d not in told and not ground.holds(d))
        if missing:
            told.update(missing)
            found.append(Loss(line.memory, line.sentence, missing))
    return found


def invented(sentence: str, time: datetime, originals: Ground) -> tuple[Detail, ...]:
    """The names, numbers and dates of a summary's sentence that no original holds; "on Monday" is vague, no more."""
    reading = read(sentence, time, None)
    return tuple(d for d in reading.details if not d.is_clause and not d.is_vague and not originals.holds(d))


def ground_of(text: str, time: datetime, lowered: Lowered | None = None) -> Ground:
    """What a summary holds. `time`: the end of what it covers, in the home's zone."""
    ground = Ground()
    for sentence in sentences(text):
        ground.add(sentence, read(sentence, time, lowered))
    return ground


def sentences(text: str) -> Sequence[str]:
    """Sentences and lines, as both sides are cut; the point of a German date ("9. Mai") ends none, and none is endless."""
    found: list[str] = []
    for sentence in split(_THAI_GAP.sub("\u00a0", text)):
        if found and _ORDINAL.search(found[-1]) and _MONTH.match(sentence):
            found[-1] += f" {sentence}"
        else:
            found.append(sentence)
    return [piece for sentence in found for piece in _cut(" ".join(sentence.split()))]


def _cut(line: str) -> Iterator[str]:
    while len(line) > LONGEST:
        space = line.rfind(" ", LONGEST // 2, LONGEST)
        at = space if space > 0 else LONGEST
        yield line[:at]
        line = line[at:].strip()
    if line:
        yield line


LONGEST = 1_200
"""Letters that are read as one sentence; what is longer (a log, a table without marks) is cut."""
_THAI_GAP = re.compile(r"(?<=[\u0e00-\u0e7f]) +(?=[\u0e00-\u0e7f])")
"""A space in Thai parts clauses rather than sentences: cut there, the sum would lose who paid it, and where."""
_ORDINAL = re.compile(r"(?<!\d)\d{1,2}\.$")
_MONTH = re.compile(
    r"(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
)
