"""Who Avery is, and how that may change: a guard, a history that is only ever appended to, the person's word."""

from weave.identity.model import (
    Entry,
    Integrity,
    Judgement,
    Kind,
    Likeness,
    Origin,
    Pending,
    Proposal,
    Standing,
    Verdict,
)

__all__ = [
    "Entry",
    "Integrity",
    "Judgement",
    "Kind",
    "Likeness",
    "Origin",
    "Pending",
    "Proposal",
    "Standing",
    "Verdict",
]
