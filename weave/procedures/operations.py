"""Procedures as the facade offers them. A guest reads only."""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import Callable
from datetime import datetime

from weave import lookup, timeview
from weave.catalogue import Catalogue
from weave.core import Core
from weave.errors import NotFound
from weave.model import GLOBAL, MemoryType, Provenance
from weave.procedures import feedback, fitting, keeper, trials
from weave.procedures.model import Checklist, Outcome, Procedure, Recorded
from weave.sought import Order, Sought

_CANDIDATES = 8


class Procedures:
    """The procedural memories of one home."""

    def __init__(self, core: Callable[[], Core]) -> None:
        self._core = core
        self._offered: dict[str, builtins.list[str]] = {}
        """The ids of what was offered in each task, the latest last."""

    async def list(self) -> tuple[Procedure, ...]:
        """Every procedure of every state and scope, the one followed last first."""
        core = self._core()
        return await asyncio.to_thread(_every, core.catalogue, core.place.clock())

    async def get(self, reference: str) -> Checklist | None:
        """The checklist of a procedure, None when it cannot be followed. Raises NotFound."""
        core = self._core()
        return fitting.checklist(await core.run(core.store.find, reference))

    async def fitting(self, words: str, task: str | None = None) -> Checklist | None:
        """The procedure that fits what is said, or the name of this task (its id); None when none does.

        Asks recall, not a model. Raises NotFound for an unknown task.
        """
        core = self._core()
        pad = await core.run(core.pads.get, task) if task else None
        scopes = (GLOBAL, pad.task.scope) if pad else (GLOBAL,)
        for said in dict.fromkeys(filter(None, (words.strip(), pad.task.name if pad else ""))):
            told = await lookup.recall(
                core, said, k=_CANDIDATES, scopes=scopes, view=timeview.View(), budget=None
            )
            found = fitting.among(told.memories, said)
            if found is not None:
                return found
        return None

    async def offer(self, reference: str, task: str) -> Checklist | None:
        """It is followed in this task from now on; None when it was offered there already. Raises NotFound."""
        found = await self.get(reference)
        offered = self._offered.setdefault(task, [])
        if found is None or found.id in offered:
            return None
        offered.append(found.id)
        return found

    async def following(self, task: str, *, told: bool = False) -> Checklist | None:
        """What was offered last in this task and has no outcome yet; None after the memory was opened anew.

        `told`: also one whose outcome an agent has told, for the person's word counts more.
        """
        offered = self._offered.get(task)
        if not offered:
            return None
        core = self._core()
        try:
            memory = await core.run(core.store.find, offered[-1])
        except NotFound:
            return None
        before = trials.before_in(memory, task)
        over = before is not None and (before.by is Provenance.USER or not told)
        return None if over else fitting.checklist(memory)

    async def offered(self, task: str) -> tuple[str, ...]:
        """The ids of all that was offered in this task, since the memory was opened."""
        return tuple(self._offered.get(task, ()))

    async def told(self, words: str) -> Outcome | None:
        """How it went, if a person's words plainly say so."""
        return await asyncio.to_thread(feedback.outcome_in, words)

    async def record(
        self,
        reference: str,
        outcome: Outcome,
        note: str = "",
        *,
        task: str | None = None,
        by: Provenance = Provenance.USER,
    ) -> Recorded:
        """Write down what came of following it; in one `task` (its id) the last word counts, and counts once.

        After three failures in a row it is deprecated, and its lesson becomes an error memory; one that is pinned, or
        that the person put in force, only waits. What the person said, an agent does not change.
        Raises NotFound, InvalidInput for what is no procedure, HomeBusy for a guest, HomeError.
        """
        core = self._core().owned()
        told = keeper.Told(outcome, note, by, task or "")
        return await core.run(keeper.record, core, reference, told)

    async def retire(self, reference: str) -> Recorded:
        """Withdraw it, by the person's word; the lesson is kept. Raises as `record`."""
        core = self._core().owned()
        return await core.run(keeper.retire, core, reference)

    async def revive(self, reference: str) -> Procedure:
        """Put it in force again, or keep one that waits: it is not withdrawn by itself then. Raises as `record`."""
        core = self._core().owned()
        return trials.procedure_of(await core.run(keeper.revive, core, reference))


def _every(catalogue: Catalogue, now: datetime) -> tuple[Procedure, ...]:
    ids = catalogue.sought(Sought(types=(MemoryType.PROCEDURAL,)), Order.NEWEST, now)
    every = [trials.procedure_of(memory) for memory in catalogue.get_many(ids).values()]
    return tuple(
        sorted(
            every,
            key=lambda one: (one.trials[-1].at.timestamp() if one.trials else 0.0, one.id),
            reverse=True,
        )
    )
