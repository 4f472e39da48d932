"""Whether a proposal goes against a line that the person approved. Pure, and rather too careful than too bold.

A line that the person put in themselves may neither go nor be said otherwise; of the rest of an approved text, a line
that says the opposite of another one about the same is enough; whether the rest still stands, `survival` knows. What
is only doubtful costs the person one look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from weave.identity.lines import content, fresh, key, keys, statements
from weave.identity.negation import NEGATION, denies
from weave.identity.survival import survives
from weave.lexical import terms

_SAME, _CLOSE = 0.5, 0.66
"""Share of the shorter line's words that two lines about the same have in common; the rest of a text needs more."""
_CLAUSE = re.compile(r"[,;:—–，、；：،]\s*")
_PAIRS = (
    "short brief concise terse succinct briefly shortly|long detailed lengthy verbose elaborate exhaustive",
    "formal formally|casual casually informal slang chatty",
    "honest honestly honesty truth truthful truthfully|lie lies lying dishonest deceive invent flatter",
    "private privacy confidential secret|public share shares publish sell pass",
    "polite politely kind gentle courteous friendly|rude rudely harsh insult insults mock mocks cruel",
    "patient patience calm calmly|impatient hurry rush hasty",
    "humble modest|arrogant boast boasts",
    "serious seriously sober|joke jokes joking funny playful",
    "ask asks asking|decide decides guess assume",
    "careful cautious carefully|careless bold reckless",
    "like likes love loves enjoy prefer|dislike dislikes hate hates",
    "keep keeps remember|delete forget forgets discard",
    "simple plain simply|complex complicated technical jargon",
    "kurz knapp|lang ausfuhrlich", "formlich|locker", "breve corto|largo detallado", "bref court|long detaille",
)  # fmt: skip


@cache
def _poles() -> dict[str, tuple[int, int]]:
    """Each stem, with the pair it belongs to and its side."""
    found: dict[str, tuple[int, int]] = {}
    for number, pair in enumerate(_PAIRS):
        for side, words in enumerate(pair.split("|")):
            for word in terms(words):
                found.setdefault(word, (number, side))
    return found


def contradicted(approved: str, explicit: Sequence[str], text: str) -> str | None:
    """The approved line that `text` goes against, or None.

    `explicit`: the lines which the person put in themselves.
    """
    there = set(keys(text.split("\n")))
    for line in explicit:
        if key(line) not in there and not _refined(line, text):
            return line.strip()
    new = fresh(approved, text)
    bold = _opposed(explicit, new, least=1, share=_SAME)
    return next(bold, None) or next(_opposed(statements(approved), new, least=2, share=_CLOSE), None)


def _refined(line: str, text: str) -> bool:
    """Whether a line of `text` says all that `line` says, and nothing against it."""
    words = content(line)
    return any(
        words <= content(other) and denies(line) == denies(other) and not _poled(line, other)
        for other in text.split("\n")
        if other.strip()
    )


def _opposed(lines: Sequence[str], new: Sequence[str], *, least: int, share: float) -> Iterator[str]:
    """Lines that a fresh one denies, or says the opposite of; one that still says it all does neither."""
    for line in dict.fromkeys(lines):
        against = (other for other in new if _opposes(line, other, least, share))
        if any(not survives(line, other) for other in against):
            yield line.strip()


def _opposes(line: str, other: str, least: int, share: float) -> bool:
    return any(
        _against(line, clause, theirs, least, share)
        for clause in _clauses(line)
        for theirs in _clauses(other)
    )


def _against(line: str, clause: str, other: str, least: int, share: float) -> bool:
    """Whether `other` goes against a clause of a line; clause by clause, for a `not` reaches no further."""
    words, theirs = _topic(clause), _topic(other)
    common = len(words & theirs)
    if common < least:
        return False
    near = common >= share * min(len(words), len(theirs))
    return (near and denies(clause) != denies(other)) or (_poled(clause, other) and _poled(line, other))


@lru_cache(maxsize=2_048)
def _clauses(line: str) -> tuple[str, ...]:
    return (line, *(clause for clause in _CLAUSE.split(line) if clause.strip() and clause != line))


@lru_cache(maxsize=2_048)
def _topic(clause: str) -> frozenset[str]:
    """The words that say what a clause is about: its negations left out."""
    return frozenset(word for word in content(clause) if not NEGATION.search(word))


def _poled(line: str, other: str) -> bool:
    """Whether the two stand on the two sides of a pair of opposites, each on one side only."""
    left, right = _sides(line), _sides(other)
    return any(
        len(sides) == 1 and len(right.get(pair, set())) == 1 and sides != right[pair]
        for pair, sides in left.items()
    )


@lru_cache(maxsize=4_096)
def _sides(line: str) -> Mapping[int, set[int]]:
    """The sides a line takes, by pair; a clause that denies takes none."""
    found: dict[int, set[int]] = {}
    for clause in _CLAUSE.split(line):
        for term in () if denies(clause) else terms(clause):
            if pole := _poles().get(term):
                found.setdefault(pole[0], set()).add(pole[1])
    return found
