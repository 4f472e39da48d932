"""The health of a memory as one number and its parts. Pure.

    score = 100 − Σ lost        lost = most × min(1, share / full)

`share` is how much of the memory a part concerns, `full` the share at which all of its points are gone; `most` adds
up to 100, so that a memory that is ill in every way has none left. A part is linear: half the trouble, half the
points, so that tidying always shows. Fewer than twenty memories count as twenty, since one of two is no half of
anything. Each part below says why its two numbers are what they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from weave.analytics.model import Finding, HealthPart, HealthScore, PartName


@dataclass(frozen=True, slots=True)
class Rule:
    """What a part may cost, and from which share on it costs all of that."""

    most: float
    full: float


FEWEST = 20
"""Shares are of at least so many."""
RULES = {
    PartName.DUPLICATES: Rule(20, 0.25),
    PartName.ORPHANS: Rule(15, 0.05),
    PartName.STALE: Rule(20, 0.05),
    PartName.CONTESTED: Rule(15, 0.10),
    PartName.UNPROVEN: Rule(10, 0.10),
    PartName.JUNK: Rule(20, 0.25),
}


def duplicates(findings: Sequence[Finding], memories: int) -> HealthPart:
    """20 × min(1, share / 0.25), share = repetitions / memories out of the raw buffer.

    Each repetition takes a place among the ten that recall shows; with one in four, two or three of ten are wasted.
    """
    return _part(PartName.DUPLICATES, findings, memories)


def orphans(findings: Sequence[Finding], memories: int) -> HealthPart:
    """15 × min(1, share / 0.05), share = what points nowhere / memories.

    A pointer into nothing is damage, never habit: one in twenty means that a file was lost or a step went wrong.
    """
    return _part(PartName.ORPHANS, findings, memories)


def stale(findings: Sequence[Finding], entries: int, unchecked: str = "") -> HealthPart:
    """20 × min(1, share / 0.05), share = entries that are missing or too many / entries that there should be.

    What an index lacks is found by words alone, what it has too many is forgotten and still comes to mind. What only
    waits to be indexed is neither.
    """
    return _part(PartName.STALE, findings, entries, unchecked)


def contested(findings: Sequence[Finding], memories: int) -> HealthPart:
    """15 × min(1, share / 0.10), share = memories in dispute / memories.

    Recall has to name each dispute instead of answering; at one in ten nearly every passage holds one.
    """
    return _part(PartName.CONTESTED, findings, memories)


def unproven(findings: Sequence[Finding], memories: int) -> HealthPart:
    """10 × min(1, share / 0.10), share = conclusions without a leg to stand on / memories.

    They are trusted least already (0.6), so they cost least; but they are what drifts when it is built upon.
    """
    return _part(PartName.UNPROVEN, findings, memories)


def junk(findings: Sequence[Finding], memories: int) -> HealthPart:
    """20 × min(1, share / 0.25), share = noise / memories out of the raw buffer.

    Noise drowns what matters as repetitions do, and costs as much. The raw buffer is noise by nature, and purged.
    """
    return _part(PartName.JUNK, findings, memories)


def score(parts: Sequence[HealthPart]) -> HealthScore:
    """100 less what the parts take off; an empty memory is well."""
    return HealthScore(max(0.0, 100.0 - sum(part.lost for part in parts)), tuple(parts))


def _part(name: PartName, findings: Sequence[Finding], whole: int, unchecked: str = "") -> HealthPart:
    rule = RULES[name]
    concerned = len({finding.id for finding in findings})
    share = min(1.0, concerned / max(FEWEST, whole))
    lost = 0.0 if unchecked else rule.most * min(1.0, share / rule.full)
    return HealthPart(name, tuple(findings), share, lost, rule.most, unchecked)
