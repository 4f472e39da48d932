"""The steps of a cycle: each says what it would do, judges it again when its turn has come, and does it.

A further step is one more class and one more line in `STEPS`. `plan` only reads, and may be called from any thread;
`due` and `apply` run on the core's thread, together, so that no write comes between. A step that may ask a model
thinks on the event loop instead, and writes nothing: what it came to is a draft that the cycle carries out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Protocol, runtime_checkable

from weave import plans
from weave.core import Core
from weave.model import GLOBAL, Memory, State
from weave.sleep import rules
from weave.sleep.compression.step import Compress
from weave.sleep.model import Action, Budget, Draft, StepName
from weave.sleep.replay.again import without_hope
from weave.sleep.replay.step import Replay

Rule = Callable[[Memory, datetime], bool]

FADED = "sleep"
"""In the trash: time took it, it was not withdrawn."""


class Step(Protocol):
    """One step of a cycle, idempotent: what was done already is not due again."""

    name: StepName

    def plan(self, core: Core, now: datetime) -> Iterator[Action]:
        """What it would do, in the order in which that is to be done. Reads only."""

    def due(self, core: Core, batch: Sequence[Action], now: datetime) -> list[str]:
        """The ids for which that still holds, by what is known at this moment."""

    def apply(self, core: Core, ids: Sequence[str], now: datetime) -> None:
        """Do it. Cut off at any point, it may be asked again. Raises HomeError."""


@runtime_checkable
class Thinking(Protocol):
    """A step that concludes something; it writes nothing itself."""

    name: StepName

    def plan(self, core: Core, now: datetime) -> Iterator[Action]:
        """What it would think about, each with its originals. Reads only, asks no model."""

    async def think(self, core: Core, action: Action, now: datetime, budget: Budget) -> Draft | None:
        """What comes of it, on the event loop; reads through `core.run`, may ask `core.models.chat`.

        After a kill `action` has no title and no reason any more, only its id, its path and its originals' ids.

        None: nothing, and nothing will before its originals change. Raises ModelError: it is put off and tried again
        later, each time later; BudgetSpent: it comes with the next cycle.
        """


def _action(core: Core, memories: Sequence[Memory], now: datetime) -> Iterator[Action]:
    places = core.catalogue.paths_of([memory.id for memory in memories])
    for memory in memories:
        if memory.id in places:
            yield Action(memory.id, places[memory.id], memory.title, rules.why(memory, now))


def _by_file(core: Core, memories: Sequence[Memory], now: datetime) -> Iterator[Action]:
    """A file is written once for all that goes from it."""
    yield from sorted(_action(core, memories, now), key=lambda action: (action.path, action.id))


def _as_they_are(core: Core, batch: Sequence[Action]) -> list[Memory]:
    """The memories with what another hand wrote into their files a moment ago."""
    ids = [action.id for action in batch]
    core.store.freshen(ids)
    there = core.catalogue.get_many(ids)
    return [there[id_] for id_ in ids if id_ in there]


def _entomb(core: Core, ids: Sequence[str], now: datetime, by: str) -> None:
    core.store.entomb(list(core.catalogue.get_many(ids).values()), now, by)


def _settling(core: Core, scopes: Iterable[str]) -> set[str]:
    """Those scopes that are pads whose end has been begun: it is carried out as it was planned, then they are judged."""
    pads = {scope: scope.removeprefix("task:") for scope in scopes if scope != GLOBAL}
    return {scope for scope, pad in pads.items() if plans.exists(core.pads.folder(pad))}


def _judged(core: Core, memories: Iterable[Memory], rule: Rule, now: datetime) -> list[Memory]:
    found = [memory for memory in memories if rule(memory, now)]
    settling = _settling(core, {memory.scope for memory in found})
    return [memory for memory in found if memory.scope not in settling]


class Purge:
    """The raw buffer after 24 h."""

    name = StepName.PURGE

    def plan(self, core: Core, now: datetime) -> Iterator[Action]:
        """Transient memories past their time."""
        buffer = core.catalogue.in_state(State.TRANSIENT)
        yield from _by_file(core, _judged(core, buffer, rules.purgeable, now), now)

    def due(self, core: Core, batch: Sequence[Action], now: datetime) -> list[str]:
        """Those still transient."""
        return [m.id for m in _judged(core, _as_they_are(core, batch), rules.purgeable, now)]

    def apply(self, core: Core, ids: Sequence[str], now: datetime) -> None:
        """Into the trash, so that it can be undone; the transcript stays as it is."""
        _entomb(core, ids, now, FADED)


class Forget:
    """What mattered little and was never recalled."""

    name = StepName.FORGET

    def plan(self, core: Core, now: datetime) -> Iterator[Action]:
        """Memories that the rule names."""
        faint = core.catalogue.unrecalled(rules.UNIMPORTANT)
        yield from _by_file(core, _judged(core, faint, rules.forgettable, now), now)

    def due(self, core: Core, batch: Sequence[Action], now: datetime) -> list[str]:
        """Those that nobody recalled, changed or pinned meanwhile."""
        return [m.id for m in _judged(core, _as_they_are(core, batch), rules.forgettable, now)]

    def apply(self, core: Core, ids: Sequence[str], now: datetime) -> None:
        """Into the trash. What was made from it stays as it is: it faded, it did not turn out wrong."""
        _entomb(core, ids, now, FADED)


class Drop:
    """Conclusions that have nothing left to rest on, once a model, if there is one, has looked at them again."""

    name = StepName.DROP

    def plan(self, core: Core, now: datetime) -> Iterator[Action]:
        """Each after what it rests on."""
        found = list(core.catalogue.in_state(State.VOLATILE, derived=True))
        yield from _action(core, self._baseless(core, found), now)

    def _baseless(self, core: Core, found: Sequence[Memory]) -> list[Memory]:
        sources = list(dict.fromkeys(id_ for memory in found for id_ in memory.derived_from))
        there = core.catalogue.get_many(sources)
        gone = rules.baseless(found, there, core.store.trash.withdrawn(set(sources) - there.keys()))
        return without_hope(core, gone)

    def due(self, core: Core, batch: Sequence[Action], now: datetime) -> list[str]:
        """Those whose sources did not rise again."""
        return [memory.id for memory in self._baseless(core, _as_they_are(core, batch))]

    def apply(self, core: Core, ids: Sequence[str], now: datetime) -> None:
        """Into the trash, as something that fell."""
        _entomb(core, ids, now, "")


class Empty:
    """What has lain in the trash for 30 days."""

    name = StepName.EMPTY

    def plan(self, core: Core, now: datetime) -> Iterator[Action]:
        """Sections of the trash that say they are that old."""
        for memory, path in core.store.trash.expired(now - _kept(core)):
            why = f"forgotten more than {_kept(core).days} days ago"
            yield Action(memory.id, f"trash/{path.name}", memory.title, why)

    def due(self, core: Core, batch: Sequence[Action], now: datetime) -> list[str]:
        """All of them: nothing there gets younger, and what was restored is not there any more."""
        return [action.id for action in batch]

    def apply(self, core: Core, ids: Sequence[str], now: datetime) -> None:
        """Out of the trash for good."""
        core.store.trash.empty(now - _kept(core))


def _kept(core: Core) -> timedelta:
    return timedelta(days=core.config.sleep.trash_days)


class Count:
    """Access counts: derived nowhere else, so the files must hold them."""

    name = StepName.COUNT

    def plan(self, core: Core, now: datetime) -> Iterator[Action]:
        """Memories recalled since their count was last written down."""
        for id_, path in core.catalogue.counted():
            yield Action(id_, path)

    def due(self, core: Core, batch: Sequence[Action], now: datetime) -> list[str]:
        """Those that are still there."""
        return [memory.id for memory in _as_they_are(core, batch)]

    def apply(self, core: Core, ids: Sequence[str], now: datetime) -> None:
        """Into the files."""
        core.store.write_counts(list(core.catalogue.get_many(ids).values()))


STEPS: tuple[Step | Thinking, ...] = (
    Purge(),
    Forget(),
    Drop(),
    Replay(),
    Compress(),
    Empty(),
    Count(),
)
"""In the order of StepName."""
