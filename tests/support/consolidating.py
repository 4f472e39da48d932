"""The end of a task, killed at each point where it touches the disk, to be compared with one that was left in peace.

As a program (`python -m tests.support.consolidating BASE URL STEP`) it copies the home BASE and ends its task in the
copy, in one forked process for each point, which dies there; it says what it left: `POINT PLANNED`.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import ParamSpec, TypeVar

from tests.support.claims import claim, holding
from tests.support.homes import bare, until
from tests.support.memories import memory
from weave import plans
from weave.catalogue import Catalogue
from weave.drafts import in_scope
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint
from weave.model import Change, Memory, MemoryType, State, TaskReport
from weave.ports import Models
from weave.weave import Weave

KILLED = 9
Given = ParamSpec("Given")
Result = TypeVar("Result")


def known() -> list[Memory]:
    """What the global scope holds before the task ends."""
    ghent = claim("Ghent", days=40, state=State.ACTIVE)
    return [
        ghent,
        claim("Lindenhof", subject="Rui", predicate="employer", days=40, state=State.ACTIVE),
        claim("Dutch", subject="Ines", predicate="speaks", single=False, days=40, state=State.ACTIVE),
        replace(memory("Letters to Maribel take two days."), derived_from=(ghent.id,)),
        memory("The jam jars stand in the cellar."),
        memory("The heron nests by the weir."),
    ]


def noted() -> list[Memory]:
    """What the pad holds: a change, a conflict, repetitions, and what is simply new."""
    recipe = memory("Boil the plums for an hour, then add the sugar.")
    again = memory("the jam jars stand in the  cellar")
    facts = [
        holding(claim("Porto", days=2), change=Change.CHANGE),
        claim("Xylo", subject="Rui", predicate="employer", days=2),
        claim("Dutch", subject="Ines", predicate="speaks", single=False, days=2),
        claim("basil", subject="Rui", predicate="grows", single=False, days=1),
    ]
    facts = [
        replace(one, state=State.VOLATILE, facts=(replace(one.facts[0], state=State.VOLATILE),))
        for one in facts
    ]
    texts = [
        replace(recipe, type=MemoryType.PROCEDURAL, state=State.VOLATILE),
        replace(again, state=State.VOLATILE),
        replace(memory("Six jars are full."), state=State.VOLATILE, derived_from=(again.id,)),
        replace(memory("What is raw stays raw."), type=MemoryType.EPISODIC, state=State.TRANSIENT),
    ]
    return [*facts, *texts]


async def build(home: Path) -> str:
    """A home with an open task; its id."""
    async with bare(home) as weave:
        task = await weave.start_task("jam")
        store = weave._core.store
        await weave._core.run(store.add, known())
        await weave._core.run(store.add, [in_scope(one, task.scope) for one in noted()])
        return task.id


def chat(url: str) -> OpenAIChat:
    """A model that never waits before it asks again."""

    async def at_once(seconds: float) -> None:
        await asyncio.sleep(0)

    return OpenAIChat(Endpoint(url), "scripted-1", sleep=at_once)


def opened(home: Path, url: str) -> Weave:
    """The home with the model at `url`."""
    return bare(home, models=Models(chat=chat(url)) if url else None)


def tree(home: Path) -> dict[str, bytes]:
    """Every file that is neither derived nor an account of what was asked of a model, and how long it took."""
    apart = ("index", "analytics")
    files = [
        path for path in home.rglob("*") if path.is_file() and path.relative_to(home).parts[0] not in apart
    ]
    return {str(path.relative_to(home)): path.read_bytes() for path in files}


async def outcome(home: Path, url: str) -> tuple[dict[str, bytes], list[TaskReport]]:
    """What a home comes to: opened, with its pad taken up, or ended if its end had not begun."""
    begun = any(home.glob(f"tasks/*/{plans.FILE}"))
    async with opened(home, url) as weave:
        for task in [] if begun else await weave.tasks():
            await weave.end_task(task.id)
        await until(lambda: _no_pads(weave), what="the end of the pad")
        found = await weave.reports()
    return {name: data for name, data in tree(home).items() if "lock" not in name}, found


async def _no_pads(weave: Weave) -> bool:
    return not await weave.tasks()


def cut_off(base: Path, url: str, step: int = 1) -> Iterator[tuple[Path, bool]]:
    """Homes in which the end was killed, at every `step`th point, and whether the plan was written by then."""
    command = [sys.executable, "-m", "tests.support.consolidating", str(base), url, str(step)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            point, planned = line.split()
            yield base.with_name(f"cut-{point}"), planned == "True"
    assert process.returncode == 0


# -- the killed one ---------------------------------------------------------------------------------------------


class Death:
    """Ends the process when it is about to touch the disk for the nth time."""

    def __init__(self, point: int) -> None:
        self.left = point
        self.counting = False

    def near(self) -> None:
        if self.counting:
            self.left -= 1
            if self.left == 0:
                os._exit(KILLED)

    def before(self, function: Callable[Given, Result]) -> Callable[Given, Result]:
        def wrapped(*args: Given.args, **kwargs: Given.kwargs) -> Result:
            self.near()
            return function(*args, **kwargs)

        return wrapped


def mortal(point: int) -> Death:
    """From when it is `counting`, this process dies when it is about to touch the disk for the `point`th time."""
    death = Death(point)
    os.fsync = death.before(os.fsync)
    shutil.rmtree = death.before(shutil.rmtree)  # type: ignore[assignment]
    Path.replace = death.before(Path.replace)  # type: ignore[method-assign, assignment]
    Path.unlink = death.before(Path.unlink)  # type: ignore[method-assign]
    begin = Catalogue.transaction

    @contextmanager
    def transaction(self: Catalogue) -> Iterator[object]:
        death.near()
        with begin(self) as db:
            yield db

    Catalogue.transaction = transaction  # type: ignore[method-assign, assignment]
    return death


async def _end(home: Path, url: str, task: str, point: int) -> None:
    death = mortal(point)
    async with opened(home, url) as weave:
        death.counting = True
        await weave.end_task(task)
        death.counting = False


def main() -> None:
    """One forked process a point, until the end is reached alive."""
    base, url, step = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    task = next(path.name for path in (base / "tasks").iterdir())
    if url:
        importlib.import_module("openai")  # once, for all the forked
    for point in range(1, 10_000, step):
        home = base.with_name(f"cut-{point}")
        shutil.copytree(base, home)
        child = os.fork()
        if not child:
            asyncio.run(_end(home, url, task, point))
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, KILLED), f"the process ended with {status}"
        print(point, (home / "tasks" / task / plans.FILE).exists(), flush=True)
        if status == 0:
            return


if __name__ == "__main__":
    main()
