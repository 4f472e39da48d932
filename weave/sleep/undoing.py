"""Taking a cycle back: all that it removed returns, what it added goes, what it changed is as it was.

Cut off anywhere it is begun again and comes to the same. At every moment the originals or what stands for them is
found: so first everything returns, then what had taken its place goes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from weave.batches import batches
from weave.markdown import Layout
from weave.model import Memory
from weave.sleep import thinker
from weave.sleep.compression import renewing
from weave.sleep.cycle import Cycle
from weave.sleep.model import Report, Undone

BATCH = 200
FILES = 8
"""Memories, and files, of one piece of work on the core's thread."""


async def take_back(cycle: Cycle, report: Report) -> Undone:
    """Bring back what a cycle did away with: texts, states and counts, and through the outbox vectors and edges.

    What has left the trash since is missing. Raises HomeError, Stopped; what is left then comes back with the next.
    """
    core, records = cycle.core, cycle.records
    await asyncio.to_thread(records.undo_begins, report)
    thoughts = await asyncio.to_thread(records.thoughts, report)
    made = {id_ for thought in thoughts for id_ in thought.made}
    ids = [
        id_ for id_ in report.removed if id_ not in made
    ]  # a week's summary may have gone into its month's
    buried = await asyncio.to_thread(core.store.trash.among, set(report.removed))
    replaced = {id_ for one in report.outcomes if one.step.replaces for id_ in one.ids}
    kept = await asyncio.to_thread(core.store.trash.withdrawn, replaced)  # a person forgot them since
    buried = {id_: memory for id_, memory in buried.items() if id_ not in kept}
    layouts = await asyncio.to_thread(records.layouts, report)
    await _revive(cycle, [memory for memory in buried.values() if memory.id not in made], layouts)
    withdrawn, reverted = await thinker.take_back(core, cycle.tried, thoughts)
    for paths in batches(sorted(layouts), FILES):
        await core.run(core.store.close_up, {path: layouts[path] for path in paths})
    if len(buried) < len(set(report.removed)):  # a person forgot, purged or restored some of it since
        await core.run(renewing.unneeded, core, replaced)
    await core.run(core.store.trash.remove, list(buried))
    there = len(await asyncio.to_thread(core.catalogue.paths_of, ids))
    await asyncio.to_thread(records.undo_ended, report)
    return Undone(report.cycle, there, len(ids) - there, withdrawn, reverted)


async def _revive(cycle: Cycle, memories: Sequence[Memory], layouts: Mapping[str, Layout]) -> None:
    core = cycle.core
    stood = {id_: path for path, layout in layouts.items() for id_ in layout.order}
    by_file = sorted(memories, key=lambda one: (stood.get(one.id, ""), one.id))
    for batch in batches(by_file, BATCH):
        paths = {stood[one.id] for one in batch if one.id in stood}
        await core.run(core.store.revive, batch, {path: layouts[path] for path in paths})
        cycle.watch.advance(len(batch))
