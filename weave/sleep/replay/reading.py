"""The episodes that replay looks at, from the store: the newest of a window for a plan, and those of one action."""

from __future__ import annotations

from datetime import datetime, timedelta

from weave.core import Core
from weave.model import Memory, MemoryType
from weave.scribe.certainty import scenes
from weave.sleep.model import Action
from weave.sleep.replay.episodes import Episode, in_earnest, learnable, played_in

__all__ = ["earnest", "episodes_of"]

WINDOW = timedelta(days=120)
"""How far back is looked for what recurs."""
MOST = 20_000
"""The newest of the window: the work of a cycle is bounded, however much was said."""


def episodes_of(core: Core, now: datetime) -> list[Memory]:
    """Those of the window that may be learnt from, oldest first."""
    found = core.catalogue.learned(now - WINDOW, MOST, MemoryType.EPISODIC)
    return [memory for memory in found if learnable(memory)]


async def earnest(core: Core, action: Action) -> list[Episode]:
    """An action's episodes as they are now, without what was played; transcript by transcript."""
    found = await core.run(core.catalogue.get_many, [one.id for one in action.originals])
    memories = [found[one.id] for one in action.originals if one.id in found and learnable(found[one.id])]
    kept = [memory for memory in memories if not await core.run(_played, core, memory)]
    return [e for memory in kept if (e := in_earnest(memory, core.place.zone)) is not None]


def _played(core: Core, memory: Memory) -> bool:
    if memory.source.conversation is None:
        return False
    turns = core.journal.read(memory.source.conversation).turns
    return played_in(memory, turns, scenes(turns))
