"""What a bare correction refers to: "channel 11, not 6" takes the place of what was just said to be 6. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from weave.model import Change, FactDraft, Polarity
from weave.sameness import key
from weave.scribe.amends import ANY

__all__ = ["anchored"]

_NEAR = 2
"""A correction without the wrong value speaks of what was told at most so many facts ago."""


def _alike(one: str, other: str) -> bool:
    """Whether two values look like values of one thing: both names, both numbers, or neither."""
    return (one[:1].isdigit(), one[:1].isupper()) == (other[:1].isdigit(), other[:1].isupper())


def _meant(facts: Sequence[FactDraft], told: Sequence[FactDraft]) -> FactDraft | None:
    wrong = next((f.object for f in facts if f.predicate == ANY and f.polarity is Polarity.NEGATED), "")
    held = [f for f in told if f.object and f.predicate != ANY and f.polarity is Polarity.AFFIRMED]
    if wrong:
        return next((f for f in reversed(held) if key(f.object) == key(wrong)), None)
    right = next(f.object for f in facts if f.predicate == ANY)
    return next((f for f in reversed(held[-_NEAR:]) if f.single_valued and _alike(f.object, right)), None)


def anchored(facts: Sequence[FactDraft], told: Sequence[FactDraft]) -> tuple[FactDraft, ...]:
    """`facts` with the subject and predicate of what they correct, if `told` (earlier, same conversation) holds it.

    A correction that nothing told bears out stays one by value alone: what is stored may hold it.
    """
    bare = any(f.predicate == ANY and f.change is Change.CORRECTION for f in facts)
    meant = _meant(facts, told) if bare else None
    if meant is None:
        return tuple(facts)
    right = [
        replace(f, subject=meant.subject, predicate=meant.predicate, single_valued=True)
        if f.predicate == ANY
        else f
        for f in facts
    ]
    if all(f.polarity is Polarity.AFFIRMED for f in right):
        right.append(replace(right[0], object=meant.object, polarity=Polarity.NEGATED))
    return tuple(right)
