"""Taking a cycle back: all that it removed returns, what it added goes, what it changed is as it was.

Cut off anywhere it is begun again and comes to the same. At every moment the originals or what stands for them is
found: so first everything returns, then what had taken its place goes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from weave.batches import batches
from weave.core import Core
from weave.model import Memory
from weave.sleep import thinker
from weave.sleep.model import Report, Undone
from weave.sleep.records import Records
from weave.sleep.tried import Tried

BATCH = 200
"""Memories of one piece of work on the core's thread."""


async def take_back(core: Core, records: Records, tried: Tried, report: Report) -> Undone:
    """Bring back what a cycle did away with: texts, states and counts, and through the outbox vectors and edges.

    What has left the trash since is missing. Raises HomeError.
    """
    ids = list(report.removed)
    await core.run(records.undo_begins, report)
    thoughts = await core.run(records.thoughts, report)
    buried = await asyncio.to_thread(core.store.trash.among, set(ids))
    await _revive(core, list(buried.values()))
    withdrawn, reverted = await thinker.take_back(core, tried, thoughts)
    await core.run(core.store.trash.remove, list(buried))
    there = len(await core.run(core.catalogue.get_many, ids))
    await core.run(records.undo_ended, report)
    return Undone(report.cycle, there, len(ids) - there, withdrawn, reverted)


async def _revive(core: Core, memories: Sequence[Memory]) -> None:
    by_file = sorted(memories, key=lambda one: (core.physical.path_for(one), one.id))
    for batch in batches(by_file, BATCH):
        await core.run(core.store.revive, batch)
