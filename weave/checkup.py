"""`weave doctor`: per backend what is indexed, what waits, what failed and why, with the exact next step."""

from __future__ import annotations

from weave.config import Config
from weave.core import Core
from weave.ports import BackendReport, Checkup, Health


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
    return {"vector": config.qdrant.enabled, "graph": config.falkordb.enabled}


def _absent(core: Core, name: str) -> BackendReport:
    if core.guest and switched(core.config)[name]:
        held = f"The owner of this home (pid {core.owner_pid}) holds it; `weave doctor` tells more once that ends."
        return BackendReport(name, True, Health(True, held))
    if switched(core.config)[name]:
        return BackendReport(name, False, Health(True, "Off, since embedding.kind is none in config.toml."))
    return BackendReport(name, False, Health(True, "Switched off in config.toml."))


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
