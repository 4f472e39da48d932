"""From originals and words to the memory that is a summary: its id, trust, importance, accesses. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from weave import ids
from weave.model import Memory, MemoryType, Source, State, least_trusted
from weave.periods import COVERS, Period
from weave.sleep.compression.layout import Summary, title_of


def summary_memory(
    period: Period,
    summary: Summary,
    sources: Sequence[Memory],
    archive: str,
    *,
    part: int = 1,
    parts: int = 1,
) -> Memory:
    """The memory that stands for these sources.

    Trusted as the least of them; as important as the most important; recalled as often as all of them together, last
    when one was last; learned when the last of them was. The same sources always give the same id.
    """
    created = max(memory.created for memory in sources)
    raw = [memory.importance_raw for memory in sources if memory.importance_raw is not None]
    return Memory(
        id=ids.derived(created, part, "summary", period.name, *sorted(memory.id for memory in sources)),
        type=MemoryType.EPISODIC,
        title=title_of(period, summary.subject, part, parts),
        text=summary.text,
        state=State.ACTIVE,
        importance=max(memory.importance for memory in sources),
        importance_raw=max(raw, default=None),
        provenance=least_trusted([memory.provenance for memory in sources]),
        created=created,
        accessed=_last(memory.accessed for memory in sources),
        access_count=sum(memory.access_count for memory in sources),
        source=Source(file=archive),
        derived_from=tuple(memory.id for memory in sources),
        extra=((COVERS, period.name),),
    )


def _last(moments: Iterable[datetime | None]) -> datetime | None:
    return max((moment for moment in moments if moment), default=None)


PART = 16_000
"""Letters of originals that one summary stands for: a busy week becomes several, each short enough to be recalled."""


MONTH_PART = 48_000
"""The same for the weeks of a month."""


def portions(memories: Sequence[Memory], letters: int = PART) -> list[list[Memory]]:
    """The originals of a week in order, in runs of about equal length that one summary can stand for."""
    ordered = sorted(memories, key=lambda memory: (memory.created, memory.id))
    total = sum(len(memory.text) for memory in ordered)
    count = max(1, -(-total // letters))
    runs: list[list[Memory]] = [[]]
    seen = 0
    for memory in ordered:
        if runs[-1] and seen >= total * len(runs) / count:
            runs.append([])
        runs[-1].append(memory)
        seen += len(memory.text)
    return runs
