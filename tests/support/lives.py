"""Plays a drawn life in a real home: each step through the product's own functions, some of them killed half-way.

A killed step runs in a forked process, which dies when it is about to touch the disk; what it left is taken as the
product takes it at its next start.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import time
import warnings
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.support.consolidating import KILLED, mortal
from tests.support.histories import START, Sight, Step, drawn, later
from tests.support.homes import BARE, until
from tests.support.promises import Witness, apart_in_the_graph, same
from weave import consolidation, editing, lineage, plans, sync
from weave.backends.graph import GraphMemory
from weave.config import Config, QdrantConfig
from weave.core import Core
from weave.drafts import in_scope, in_state
from weave.errors import NotFound
from weave.markdown import cleaned
from weave.model import GLOBAL, Memory, State
from weave.weave import Weave

_FATAL = ("state", "note", "end", "discard", "resolve", "forget", "restore", "set", "edit", "derive",
          "hand_edit", "hand_delete", "hand_add")  # fmt: skip

GRAPHED = Config(timezone="UTC", qdrant=QdrantConfig(enabled=False))
"""With a graph server of its own behind it."""


class Life:
    """One home and what was done to it."""

    def __init__(self, home: Path, config: Config = BARE) -> None:
        self.home = home
        self.now = START
        self.steps: list[Step] = []
        """What came about, killed or not; without what was discarded."""
        self.ids: dict[str, str] = {}
        self.tasks: dict[int, str] = {}
        self.witness = Witness()
        self.kills = 0
        self._config = config
        self._weave: Weave | None = None
        self._runner = asyncio.Runner()

    # -- the home ---------------------------------------------------------------------------------------

    @property
    def weave(self) -> Weave:
        """The open home."""
        assert self._weave is not None
        return self._weave

    @property
    def core(self) -> Core:
        """Its parts."""
        return self.weave._core

    def open(self) -> None:
        """Open the home and let it end what a crash left."""
        self._runner.run(self._open())

    async def _open(self) -> None:
        weave = Weave.open(self.home, config=self._config, clock=lambda: self.now)
        self._weave = await weave.__aenter__()
        await until(self._quiet, what="the end of a pad whose end had begun")

    async def _quiet(self) -> bool:
        tasks = await self.weave.tasks()
        return not any(plans.exists(self.core.pads.folder(task.id)) for task in tasks)

    def close(self) -> None:
        """Close it."""
        if self._weave is not None:
            self._runner.run(self._weave.close())
            self._weave = None

    def done(self) -> None:
        """Close it for good."""
        self.close()
        self._runner.close()

    def known(self) -> list[Memory]:
        """All its memories."""
        return self._runner.run(self.weave.list())

    # -- a life -----------------------------------------------------------------------------------------

    def live(self, seed: int, length: int, *, kills: float = 0.2) -> None:
        """So many steps, one in so many killed; AssertionError says which promise was broken."""
        draw = random.Random(seed)
        self.open()
        for number in range(length):
            step = drawn(draw, number, later(draw, self.now), self._sight())
            point = draw.randint(1, 14) if draw.random() < kills and step.kind in _FATAL else 0
            again = draw.random() < 0.5
            try:
                self.play(step, point, again=again)
            except AssertionError as error:
                told = f"seed {seed}, step {number}, killed at {point}: {step}\n{error}"
                raise AssertionError(told) from error
        self.witness.reindexed(self)

    def tell(self, steps: list[Step]) -> None:
        """The same life, with nothing discarded and nobody killed."""
        self.open()
        for step in steps:
            self.play(step, 0)

    def looked_at_the_graph(self) -> bool:
        """Compare the graph with the home, once it has caught up; False without a graph."""
        if not self._config.falkordb.enabled:
            return False
        assert self._runner.run(self.weave.settle(20)), "the graph does not catch up"
        (graph,) = [lane.backend for lane in self.core.indexer.lanes if isinstance(lane.backend, GraphMemory)]
        apart_in_the_graph(graph, self.known())
        return True

    def grow_old(self) -> None:
        """Time passes until nothing waits for its day."""
        self.now = max([self.now, *(step.now for step in self.steps)]) + timedelta(days=30)
        self._runner.run(self.core.run(consolidation.pass_time, self.core.store))

    def play(self, step: Step, point: int, *, again: bool = True) -> None:
        """One step, and the look at what it did; killed at a point, if it is not 0.

        What a kill kept from being said is said `again`, or nobody comes back to it.
        """
        self.now = step.now
        self._runner.run(self.core.run(consolidation.pass_time, self.core.store))
        before = self.known()
        by_hand = self._by_hand(step)
        if point:
            self._killed(step, point)
        if by_hand and not point:
            self._runner.run(self.core.run(sync.sync, self.core.store))
        elif not (point and self._happened(step)) and not by_hand:
            if point and not again and step.memory is not None:
                self.witness.look(self, replace(step, kind="nothing"), before)
                return
            self._runner.run(self._do(step, again=bool(point)))
        self._name(step, before)
        self._log(step)
        self.witness.look(self, step, before)
        if step.kind in ("note", "end", "discard"):
            self.looked_at_the_graph()

    def _log(self, step: Step) -> None:
        if step.kind == "discard":
            self.steps = [one for one in self.steps if step.task not in (one.task, one.number)]
        else:
            self.steps.append(step)

    def _killed(self, step: Step, point: int) -> None:
        self.kills += 1
        self.close()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if not child:
            self._die(step, point)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) in (0, KILLED), "the killed process failed"
        self.open()

    def _die(self, step: Step, point: int) -> None:
        code = 1
        try:
            death = mortal(point)
            death.counting = step.kind.startswith("hand_")

            async def work() -> None:
                await self._open()
                death.counting = True
                if not step.kind.startswith("hand_"):
                    await self._do(step)
                os._exit(0)

            asyncio.set_event_loop(None)
            asyncio.run(work())
        finally:
            os._exit(code)

    def _happened(self, step: Step) -> bool:
        """Whether a step that was killed needs not be done again."""
        if step.kind in ("end", "discard") and step.task is not None:
            return not self.core.pads.is_open(self.tasks[step.task])
        catalogue = self.core.catalogue
        if step.memory is not None:
            return step.memory.id in catalogue.get_many([step.memory.id])
        target = self.ids.get(step.target or "", "")
        there = target in catalogue.get_many([target])
        return {"forget": not there, "restore": there}.get(step.kind, False)

    # -- the steps --------------------------------------------------------------------------------------

    async def _do(self, step: Step, *, again: bool = False) -> None:
        weave, core = self.weave, self.core
        target = self.ids.get(step.target or "", "")
        match step.kind:
            case "state":
                assert step.memory is not None
                await core.run(editing.remember, core, step.memory)
            case "derive":
                assert step.memory is not None
                made = replace(step.memory, derived_from=(target,))
                sources = {target: await weave.get(target)}
                await core.run(editing.remember, core, cleaned(lineage.resting(made, sources)))
            case "note":
                assert step.memory is not None and step.task is not None
                noted = in_scope(in_state(step.memory, State.VOLATILE), f"task:{self.tasks[step.task]}")
                await core.run(core.store.add, [noted])
            case "start":
                self.tasks[step.number] = (await weave.start_task(f"task {step.number}")).id
            case "end":
                assert step.task is not None
                await self._end(self.tasks[step.task], twice=step.number % 3 == 0)
            case "discard":
                assert step.task is not None
                await weave.discard_task(self.tasks[step.task])
            case "resolve":
                keep = [self.ids[one] for one in step.keep]
                try:
                    await weave.resolve(target, keep)
                except NotFound as error:
                    # what a kill cut off was finished at the start
                    assert again, f"the conflict cannot be decided: {error}"
            case "forget":
                await weave.forget([target])
            case "restore":
                await weave.restore(target)
            case "set":
                await weave.set(target, {"state": step.words})
            case "edit":
                await weave.edit(target, text=step.words)
            case "reopen":
                await weave.close()
                await self._open()
            case "reindex":
                await weave.close()
                shutil.rmtree(self.home / "index")
                await self._open()
            case _:
                raise AssertionError(f"nobody knows how to {step.kind}")

    async def _end(self, task: str, *, twice: bool) -> None:
        core = self.core
        if twice:
            folder = core.pads.folder(task)
            await core.run(consolidation.consolidate, core.store, folder, task)
            once = await self.weave.list()
            await core.run(consolidation.consolidate, core.store, folder, task)
            assert await self.weave.list() == once, "ending it twice changed something"
        await self.weave.end_task(task)
        if twice:
            assert await self.weave.list() == once, "ending it for good changed something"

    def _by_hand(self, step: Step) -> bool:
        """What a person does in an editor; False for what is done otherwise."""
        if not step.kind.startswith("hand_"):
            return False
        if step.kind == "hand_add":
            file = self.home / "memories" / "semantic" / f"{step.now:%Y-%m-%d}.md"
            old = file.read_text() if file.exists() else ""
            _write(file, f"{old.rstrip()}\n\n## By hand {step.number}\n\n{step.words}\n".lstrip())
            return True
        id_ = self.ids[step.target or ""]
        file = self.home / self.core.catalogue.paths_of([id_])[id_]
        parts = re.split(r"(?m)^(?=## )", file.read_text())
        at = next(place for place, part in enumerate(parts) if f"id={id_}" in part)
        head = "\n".join(parts[at].split("\n")[:2])
        parts[at] = "" if step.kind == "hand_delete" else f"{head}\n\n{step.words}\n\n"
        _write(file, "".join(parts))
        return True

    # -- labels -----------------------------------------------------------------------------------------

    def _name(self, step: Step, before: list[Memory]) -> None:
        if step.memory is not None:
            self.ids[f"m{step.number}"] = step.memory.id
        if step.kind == "hand_add":
            old = {memory.id for memory in before}
            fresh = [memory.id for memory in self.known() if memory.id not in old]
            assert len(fresh) == 1, f"a section added by hand came to {len(fresh)} memories"
            self.ids[f"m{step.number}"] = fresh[0]

    def _sight(self) -> Sight:
        labels = {id_: label for label, id_ in self.ids.items()}
        found = self._runner.run(self.weave.conflicts())
        sides = [[labels[side.memory.id] for side in one.sides] for one in found]
        return Sight(
            tasks=[number for number, task in self.tasks.items() if self.core.pads.is_open(task)],
            known=sorted(labels[m.id] for m in self.known() if m.scope == GLOBAL),
            buried=sorted(labels[m.id] for m, _ in self.core.store.trash.all() if m.scope == GLOBAL),
            conflicts=sides,
        )


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    moment = time.time() - 5
    os.utime(file, (moment, moment))


def told_again(folder: Path, seed: int, length: int, *, kills: float) -> int:
    """A life, and the same told in a fresh home: both come to know the same. Returns how many steps were killed."""
    life, twin = Life(folder / "life"), Life(folder / "twin")
    try:
        life.live(seed, length, kills=kills)
        twin.tell(life.steps)
        for one in (life, twin):
            one.grow_old()
        same(life.known(), twin.known())
        return life.kills
    except AssertionError as error:
        raise AssertionError(f"seed {seed}, {life.kills} kills: {error}") from error
    finally:
        life.done()
        twin.done()
