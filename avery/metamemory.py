"""What the memory knows about itself, as the page of figures asks for it: calls return at once, plain events come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from avery.events import Event
    from avery.shelf import Put
    from weave.analytics.model import HealthPart, Snapshot, Stats
    from weave.model import Memory
    from weave.weave import Weave


@dataclass(frozen=True, slots=True)
class Figures:
    """What the memory is like now, and what was kept of the cycles of sleep, the oldest first."""

    stats: Stats
    history: tuple[Snapshot, ...]


@dataclass(frozen=True, slots=True)
class Behind:
    """A part of the health score, and the memories that it is about; a finding may be about none."""

    part: HealthPart
    memories: dict[str, Memory]


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """The figures could not be had."""

    reason: str


MirrorEvent = Figures | Behind | Unmeasured


class Looker(Protocol):
    """What the page asks; every call returns at once."""

    def look(self) -> None: ...
    def behind(self, part: HealthPart) -> None: ...


class Mirror:
    """Errands to the memory's thread; others go on meanwhile."""

    def __init__(self, apart: Put) -> None:
        self._apart = apart

    def look(self) -> None:
        """Tell the figures of now and of the cycles."""

        async def looked(weave: Weave) -> list[Event]:
            history = tuple(await weave.analytics.history())
            return [Figures(await weave.analytics.stats(), history)]

        self._apart(lambda sitting: looked(sitting.weave), Unmeasured)

    def behind(self, part: HealthPart) -> None:
        """Tell what is behind a part of the health score."""

        async def found(weave: Weave) -> list[Event]:
            return [Behind(part, await weave.analytics.behind(part))]

        self._apart(lambda sitting: found(sitting.weave), Unmeasured)
