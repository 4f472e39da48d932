"""What counts as a trace of purged words: a repetition by anyone, an echo by the assistant. Pure.

Nobody notes which reply quoted which memory, so it is read off the words: a run of the same words, a code, or
words that only the purged memories use. Taking a reply too many is preferred to leaving a trace; of what the
person said only what says the same goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from weave import lexical
from weave.sameness import folded
from weave.scribe.sentences import split

RUN = 5
"""Words in a row that are no accident."""
LEAST_QUOTE = 12
"""Letters of the shortest text that is looked for as it stands."""
_DATE = re.compile(r"[\d:./-]+(t[\d:.+z-]*)?")
_NAME = re.compile(r"(?<=[\w,;] )[A-ZÀ-ÞΑ-ΩА-Я]\w+")


def _is_code(term: str) -> bool:
    """Whether a term is a number or name that nobody says by chance: no date, no small number."""
    digits = sum(letter.isdigit() for letter in term)
    if not digits or len(term) < 5:
        return False
    return (digits < len(term) and not _DATE.fullmatch(term)) or (digits >= 6 and term.isdigit())


def _runs(terms: Sequence[str]) -> set[tuple[str, ...]]:
    found = (tuple(terms[at : at + RUN]) for at in range(len(terms) - RUN + 1))
    return {run for run in found if len({term for term in run if term not in lexical.STOP_WORDS}) >= 3}


@dataclass(frozen=True, slots=True)
class Words:
    """The words that are to go, in the forms they are looked for."""

    texts: tuple[str, ...] = ()
    runs: frozenset[tuple[str, ...]] = frozenset()
    terms: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    signs: tuple[str, ...] = ()
    """Letters one of which each repetition holds, so that most texts are passed over at once."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> Words:
        """The words of these texts."""
        kept = [text for text in texts if text.strip()]
        lists = [lexical.terms(text) for text in kept]
        terms = {term for one in lists for term in one} - lexical.STOP_WORDS
        names = {term for text in kept for name in _NAME.findall(text) for term in lexical.terms(name)}
        return cls(
            texts=tuple(flat for text in kept if len(flat := folded(text)) >= LEAST_QUOTE),
            runs=frozenset(run for one in lists for run in _runs(one)),
            terms=frozenset(terms),
            codes=frozenset(filter(_is_code, terms)),
            names=frozenset(names & terms),
            signs=tuple({term[:5] for term in terms}),
        )

    def without(self, others: Iterable[str]) -> Words:
        """The same, but for words that these other texts use as well."""
        used = {term for text in others for term in lexical.terms(text)}
        return replace(self, terms=self.terms - used, codes=self.codes - used, names=self.names - used)

    def repeated_in(self, text: str) -> bool:
        """Whether anyone's text says all of one of them again.

        Less is no repetition: what a person said of the same thing, in some of the same words, is a memory of its
        own, and cannot be brought back.
        """
        flat = folded(text)
        return any(sign in flat for sign in self.signs) and any(one in flat for one in self.texts)

    def quoted_in(self, text: str) -> bool:
        """Whether a text that nobody would miss holds a part of them: a run of words is enough."""
        if self.repeated_in(text):
            return True
        return bool(self.runs) and not self.runs.isdisjoint(_runs(lexical.terms(text)))

    def echoed_in(self, text: str) -> bool:
        """Whether a reply tells them: a name or code of theirs, or two of their words in one sentence.

        Meant for words that nothing else uses: see `without`.
        """
        if self.quoted_in(text):
            return True
        for sentence in split(text):
            shared = self.terms.intersection(lexical.terms(sentence))
            if len(shared) >= 2 or shared & (self.names | self.codes):
                return True
        return False
