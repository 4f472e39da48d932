"""What a cycle changed, memory by memory, for whoever reads its report: the words are in the trash and in its drafts."""

from __future__ import annotations

from dataclasses import dataclass

from weave.core import Core
from weave.model import Memory
from weave.sleep.model import Report
from weave.sleep.records import Records
from weave.trash import Trash


@dataclass(frozen=True, slots=True)
class Changes:
    """As far as it can still be told: what has left the trash since is missing."""

    removed: tuple[Memory, ...] = ()
    """As they were, in the order in which they went."""
    made: tuple[Memory, ...] = ()
    reworded: tuple[tuple[Memory, Memory], ...] = ()
    """Known memories as they were before, and after."""


def changes(core: Core, report: Report) -> Changes:
    """Reads files only; may be called from any thread. Raises HomeError."""
    buried = Trash(core.place.home, core.place.zone).among(set(report.removed))
    thoughts = Records(core.place.home).thoughts(report)
    made = {id_ for answer in report.answers for id_ in answer.made}
    changed = {id_ for answer in report.answers for id_ in answer.changed}
    writes = {memory.id: memory for thought in thoughts for memory in thought.draft.writes}
    before = {memory.id: memory for thought in thoughts for memory in thought.before or ()}
    return Changes(
        tuple(buried[id_] for id_ in dict.fromkeys(report.removed) if id_ in buried),
        tuple(memory for id_, memory in writes.items() if id_ in made),
        tuple((before[id_], writes[id_]) for id_ in writes if id_ in changed and id_ in before),
    )
