"""Modules that are run when they are first used, so that a command pays for what it does and for nothing else.

The rules that read people's sentences, the cycle of sleep, the library's parsers: together they cost a second of
processor time to load, and `weave list` needs none of them. Whoever uses one of the modules named here writes
`from weave import editing` and `editing.remember(...)`, as anywhere; a `from weave.editing import remember` is as good,
but runs it at once. The parts of a package named here import each other, never the package: it runs after them.

`importlib.util.LazyLoader` does the same for one thread; in Python 3.11 two that use a module at once both run it.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader  # with all that this module brings, not for the sake of a base class

LATE = frozenset(
    {
        "weave.adoption",
        "weave.altale.answering",
        "weave.altale.recall",
        "weave.analytics.wire",
        "weave.backends.bm25",
        "weave.backends.graph_search",
        "weave.backends.physical_search",
        "weave.backends.words",
        "weave.bonds",
        "weave.browsing.changing",
        "weave.cli.bench",
        "weave.cli.conflicts",
        "weave.cli.courses",
        "weave.cli.docs",
        "weave.cli.facts",
        "weave.cli.figures",
        "weave.cli.identity",
        "weave.cli.ingest",
        "weave.cli.mcp",
        "weave.cli.memories",
        "weave.cli.porting",
        "weave.cli.portings",
        "weave.cli.procedures",
        "weave.cli.remind",
        "weave.cli.reports",
        "weave.cli.shelves",
        "weave.cli.sides",
        "weave.cli.sleep",
        "weave.cli.stats",
        "weave.cli.tasks",
        "weave.cli.upkeep",
        "weave.conflicts",
        "weave.discard",
        "weave.disputes",
        "weave.documents.reasoning",
        "weave.documents.search",
        "weave.documents.summaries",
        "weave.editing",
        "weave.embedding.common",
        "weave.encoder",
        "weave.entities",
        "weave.identity.reflection",
        "weave.identity.wire",
        "weave.importances",
        "weave.library.intake",
        "weave.library.quotations",
        "weave.library.wire",
        "weave.lookup",
        "weave.markdown",
        "weave.mending",
        "weave.procedures.feedback",
        "weave.procedures.fitting",
        "weave.procedures.keeper",
        "weave.procedures.trials",
        "weave.procedures.wording",
        "weave.purge",
        "weave.reconsider",
        "weave.reminders.keeper",
        "weave.reminders.requests",
        "weave.reminders.topics",
        "weave.reminders.when",
        "weave.resolution",
        "weave.revision",
        "weave.scribe.importance",
        "weave.sleep.compression.renewing",
        "weave.sleep.compression.reviving",
        "weave.sleep.cycle",
        "weave.sleep.steps",
        "weave.sleep.undoing",
        "weave.sleep.wire",
        "weave.sleep.wording",
        "weave.talks.deleting",
        "weave.talks.withdrawing",
        "weave.timeview",
        "weave.wire",
    }
)
_BARE = frozenset(
    "__class__ __dict__ __name__ __spec__ __loader__ __package__ __path__ __file__ __cached__".split()
)
"""What the import system asks of a module that it only passes by."""


class _LateModule(ModuleType):
    """A module whose code has not run yet. Any of its names runs it; afterwards it is a module like others."""

    def __getattribute__(self, name: str) -> object:
        if name not in _BARE:
            _run(self)
        return ModuleType.__getattribute__(self, name)


class _LateLoader:
    """Stands before a module's own loader, which it calls once the module is used, from whichever thread."""

    def __init__(self, loader: Loader) -> None:
        self.loader = loader
        self.lock = RLock()
        self.running = False

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _LateModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing yet."""


class _LateFinder:
    """Finds the modules named above where they lie, and gives them the loader that waits."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in LATE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _LateLoader(spec.loader)  # type: ignore[assignment]
        return spec


def _run(module: ModuleType) -> None:
    spec = module.__spec__
    loader = spec.loader if spec else None
    if spec is None or not isinstance(loader, _LateLoader):
        return
    with loader.lock:
        if loader.running or not isinstance(spec.loader, _LateLoader):
            return  # its own code asks for its names, or another thread was first
        loader.running = True
        try:
            loader.loader.exec_module(module)
        finally:
            loader.running = False
        spec.loader = loader.loader
        module.__class__ = ModuleType


def install() -> None:
    """Let the import system know; once."""
    if not any(isinstance(finder, _LateFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _LateFinder())


def finish() -> None:
    """Run all that waits, in a process that goes on and would rather pay now than at the first question."""
    while waiting := [module for name in LATE if type(module := sys.modules.get(name)) is _LateModule]:
        for module in waiting:
            _run(module)
