"""`analytics/history.jsonl`: a line for each cycle, readable, and no part of the index.

A line that a crash cut short, or that another hand spoilt, costs only itself. A cycle that was taken back keeps its
line: it says what the memory was like then.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from weave.analytics import wire
from weave.analytics.model import Recalls, Snapshot
from weave.durable import append_bytes
from weave.recalls import FOLDER

log = logging.getLogger(__name__)

FILE = "history.jsonl"


class History:
    """The history of one home. Only the owner writes it."""

    def __init__(self, home: Path) -> None:
        self._path = home / FOLDER / FILE

    def all(self) -> list[Snapshot]:
        """Every snapshot, in the order in which they were taken."""
        return list(self._read())

    def add(self, snapshot: Snapshot) -> bool:
        """Keep a snapshot, durably; not one of a cycle that has one, nor one that says nothing new. Raises HomeError."""
        last = next(self._read(latest_first=True), None)  # a cycle that is gone on with is the last one
        if last is not None and snapshot.cycle and last.cycle == snapshot.cycle:
            return False
        if last is not None and not snapshot.done and _timeless(last) == _timeless(snapshot):
            return False
        line = json.dumps(wire.snapshot(snapshot), separators=(",", ":")).encode("ascii") + b"\n"
        append_bytes(self._path, line, own_line=True)
        return True

    def _read(self, *, latest_first: bool = False) -> Iterator[Snapshot]:
        try:
            lines = list(enumerate(self._path.read_bytes().splitlines(), start=1))
        except OSError:
            return
        for number, line in reversed(lines) if latest_first else lines:
            if not line.strip():
                continue
            try:
                yield wire.snapshot_of(json.loads(line))
            except (ValueError, KeyError, TypeError, OverflowError) as error:
                log.warning("Line %d of %s cannot be read: %s", number, FILE, error)


def _timeless(snapshot: Snapshot) -> Snapshot:
    """What changes by the memory and not by the clock: without ages, recalls, and the files of the figures themselves."""
    return replace(
        snapshot,
        now=snapshot.now.min,
        cycle="",
        bytes=0,
        done=(),
        curve=(),
        recalls=Recalls(),
        tokens=(),
        disk=(),
    )
