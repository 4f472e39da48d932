"""`weave doctor`, and the status line: per backend what is indexed, what waits, what failed and why, with the exact next step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from weave.config import Config
from weave.core import Core
from weave.documents.channel import NAME as LIBRARY
from weave.documents.channel import DocumentChannel
from weave.documents.lane import Following
from weave.model import Degraded
from weave.ports import BackendReport, Checkup, Health


@dataclass(frozen=True, slots=True)
class Status:
    """What the status line shows; cheap to ask for."""

    ready: bool
    waiting: Mapping[str, int]
    """Per backend, how many memories wait to be indexed."""
    encoding: int
    """Turns the Scribe has not seen."""
    degraded: tuple[Degraded, ...]
    memories: int
    trouble: str | None = None
    """Why the Scribe's model is not answering, if it is not."""


def glance(core: Core, encoding: int, trouble: str | None) -> Status:
    """What can be told without asking anything; from any thread."""
    waiting = core.catalogue.outbox.counts()
    degraded = tuple(
        Degraded(lane.backend.name, lane.state.error) for lane in core.indexer.lanes if lane.state.error
    )
    if core.shelving is not None:
        following = core.shelving.state
        waiting[LIBRARY] = following.waiting
        degraded += (Degraded(LIBRARY, following.error),) if following.error else ()
    ready = all(lane.state.ready or lane.state.error for lane in core.indexer.lanes)
    return Status(ready, waiting, encoding, degraded, core.catalogue.count(), trouble)


def examine(core: Core) -> Checkup:
    """How every part is."""
    waiting = core.catalogue.outbox.waiting()
    reports = [_physical(core)]
    for lane in core.indexer.lanes:
        waits, failed, error = waiting.get(lane.backend.name, (0, 0, None))
        health = core.indexer.health(lane)
        reports.append(
            BackendReport(
                name=lane.backend.name,
                enabled=True,
                health=health,
                waiting=waits,
                failed=failed,
                last_error=error,
                next_step=_next_step(health, waits, failed),
            )
        )
    if core.documents is not None:
        reports.append(_library(core, core.documents))
    enabled = {report.name for report in reports}
    reports += [_absent(core, name) for name in switched(core.config) if name not in enabled]
    return Checkup(
        home=str(core.place.home),
        owner_pid=core.owner_pid,
        memories=core.catalogue.count(),
        backends=tuple(reports),
        notes=(*core.notes, *core.catalogue.notes()),
    )


def switched(config: Config) -> dict[str, bool]:
    """The backends that can be switched off, and whether each is on."""
    return {
        "vector": config.qdrant.enabled,
        "graph": config.falkordb.enabled,
        LIBRARY: config.documents.enabled,
    }


def _absent(core: Core, name: str) -> BackendReport:
    if core.guest and switched(core.config)[name]:
        held = f"The owner of this home (pid {core.owner_pid}) holds it; `weave doctor` tells more once that ends."
        return BackendReport(name, True, Health(True, held))
    if switched(core.config)[name]:
        return BackendReport(name, False, Health(True, "Off, since embedding.kind is none in config.toml."))
    return BackendReport(name, False, Health(True, "Switched off in config.toml."))


def _library(core: Core, documents: DocumentChannel) -> BackendReport:
    health = documents.health()
    following = core.shelving.state if core.shelving is not None else Following()
    if following.error and health.ok:
        health = Health(False, following.error, health.indexed)
    step = _next_step(health, following.waiting, 0)
    return BackendReport(LIBRARY, True, health, following.waiting, next_step=step)


def _physical(core: Core) -> BackendReport:
    health = core.physical.health()
    return BackendReport(name="physical", enabled=True, health=health)


def _next_step(health: Health, waiting: int, failed: int) -> str | None:
    if not health.ok:
        return health.detail
    if failed:
        return "Run `weave reindex` to try the failed ones again at once."
    if waiting:
        return "Nothing to do: they are indexed while Avery or `weave reindex` runs."
    return None
