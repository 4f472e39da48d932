"""Which memories a summary may take the place of, and which stay word for word (DESIGN §7). Pure.

Compressed are episodes and lessons of the global scope that are simply in force. Verbatim stay: what is pinned, in
dispute or important (0.7 and more); what is private, for a summary is read by models; what is outdated, withdrawn or
unsure, for a summary has one state only and would bring it back as if it held; what a person put into its state or
brought back from an archive; and summaries, which are never summarised again.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, tzinfo

from weave.lineage import BY_HAND
from weave.model import GLOBAL, Memory, MemoryType, State
from weave.periods import COVERS, Period, is_over, week_of
from weave.sleep.rules import IMPORTANT, forgettable, in_dispute

COMPRESSED_AFTER = 14
"""Days that must have passed since the last day of a week, or of a month."""
RESTORED = "restored"
"""The mark of an original that a person brought back from the archive, with the time."""
TYPES = (MemoryType.EPISODIC, MemoryType.ERROR)


def compressible(memory: Memory) -> bool:
    """Whether a summary may take its place once its week is over."""
    return (
        memory.type in TYPES
        and memory.scope == GLOBAL
        and memory.state is State.ACTIVE
        and memory.importance < IMPORTANT
        and not (memory.pinned or memory.private or in_dispute(memory))
        and not any(key in (COVERS, RESTORED, BY_HAND[0]) for key, _ in memory.extra)
    )


def by_week(memories: Iterable[Memory], now: datetime, zone: tzinfo | None) -> dict[Period, list[Memory]]:
    """The compressible ones of weeks that are over, by week, the oldest week first."""
    weeks: dict[Period, list[Memory]] = {}
    for memory in memories:
        week = week_of(memory.created, zone)
        faded = forgettable(memory, now)  # the same cycle forgets it, before the weeks have their turn
        if is_over(week, now, zone, COMPRESSED_AFTER) and compressible(memory) and not faded:
            weeks.setdefault(week, []).append(memory)
    return dict(sorted(weeks.items()))
