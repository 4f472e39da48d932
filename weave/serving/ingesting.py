"""Many turns for the owner: a stream cannot be sent twice, so that each group of it is a call of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import cast

from weave.ingest import IngestReport, groups
from weave.model import Turn
from weave.ports import Progress


async def by_groups(
    given: dict[str, object], send: Callable[[dict[str, object]], Awaitable[object]]
) -> IngestReport:
    """What all of them came to. Raises what a call raises; what was sent before stays."""
    stream = groups(cast(Iterable[Turn], given["turns"]))
    progress = cast("Progress | None", given.get("progress"))
    report, done = IngestReport(), 0
    while group := await asyncio.to_thread(next, stream, None):
        report = report.plus(cast(IngestReport, await send({"turns": group.turns})))
        done += group.size
        if progress:
            progress("turns", done, 0)
    return report
