"""The lanes: one thread per backend that opens it and carries the outbox into it, newest memories first.

A backend that fails is tried again with growing pauses; one that comes back empty is filled anew. Nothing a
backend does reaches a writer or a recall.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from weave.catalogue import Catalogue
from weave.errors import WeaveError
from weave.outbox import Job
from weave.ports import Backend, Health

log = logging.getLogger(__name__)

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 60.0
GIVE_UP_ALONE = 3
"""After so many failures a job is tried by itself, so that one bad memory does not hold up the others."""


def scrub_key(backend: str) -> str:
    """Where the catalogue notes that a backend's logs are still to be rewritten after a purge."""
    return f"scrub {backend}"


@dataclass(frozen=True, slots=True)
class LaneState:
    """What a lane is doing."""

    ready: bool = False
    error: str | None = None


class Lane(threading.Thread):
    """Carries one backend's share of the outbox."""

    def __init__(
        self, backend: Backend, catalogue: Catalogue, *, batch: int, changed: Callable[[], None]
    ) -> None:
        super().__init__(name=f"weave-{backend.name}", daemon=True)
        self.backend = backend
        self.state = LaneState()
        self._catalogue = catalogue
        self._batch = batch
        self._changed = changed
        self._wake = threading.Condition()
        self._dirty = True
        self._stopping = False
        self._pause = FIRST_PAUSE
        self._hold = threading.RLock()

    def wake(self) -> None:
        """There is work, or a reason to try again at once."""
        with self._wake:
            self._dirty = True
            self._pause = FIRST_PAUSE
            self._wake.notify_all()

    def stop(self) -> None:
        """Ask the lane to end after the batch at hand."""
        with self._wake:
            self._stopping = True
            self._wake.notify_all()
        self.backend.interrupt()

    @property
    def stopping(self) -> bool:
        """Whether the lane was asked to end."""
        return self._stopping

    def exclusively(self) -> threading.RLock:
        """Held while a purge scrubs or a reindex clears, so that no batch runs meanwhile."""
        return self._hold

    def run(self) -> None:
        """Open, then drain until stopped."""
        while not self._stopping:
            try:
                with self._hold:
                    worked = self._step()
            except Exception as error:  # the one place where a backend's failure of any kind is caught
                self._fail(error)
                self._sleep(self._pause)
                self._pause = min(LONGEST_PAUSE, self._pause * 2)
            else:
                if not worked:
                    self._sleep(None)
        self.backend.close()

    def _sleep(self, seconds: float | None) -> None:
        with self._wake:
            if not self._stopping and not (self._dirty and seconds is None):
                self._wake.wait(seconds)
            self._dirty = False

    def _fail(self, error: Exception) -> None:
        message = str(error) if isinstance(error, WeaveError) else f"{type(error).__name__}: {error}"
        if self.state.error != message:
            log.warning("%s: %s", self.backend.name, message)
        self.state = LaneState(ready=False, error=message)
        self._changed()

    def _step(self) -> bool:
        """One batch; False when nothing waits."""
        if not self.state.ready:
            self.backend.open()
            if self.backend.count() == 0 and self._catalogue.count():
                self._catalogue.outbox.enqueue_all(self.backend.name)
            self.state = LaneState(ready=True)
            self._changed()
        jobs = self._catalogue.outbox.jobs(self.backend.name, self._batch)
        if not jobs:
            self._scrub_if_due()
            return False
        if jobs[0].attempts >= GIVE_UP_ALONE:
            jobs = jobs[:1]
        else:
            jobs = [job for job in jobs if job.attempts < GIVE_UP_ALONE]
        try:
            self._carry(jobs)
        except Exception as error:
            reason = str(error) if isinstance(error, WeaveError) else f"{type(error).__name__}: {error}"
            self._catalogue.outbox.failed(jobs, reason)
            raise
        self._catalogue.outbox.done(jobs)
        self._pause = FIRST_PAUSE
        self._changed()
        return True

    def _scrub_if_due(self) -> None:
        """A purge that found this backend away left its logs to be rewritten."""
        key = scrub_key(self.backend.name)
        if self._catalogue.meta(key) == "due":
            self.backend.scrub()
            self._catalogue.set_meta(key, "done")

    def _carry(self, jobs: Sequence[Job]) -> None:
        gone = [job.id for job in jobs if job.operation == "delete"]
        if gone:
            self.backend.delete(gone)
        wanted = [job.id for job in jobs if job.operation == "upsert"]
        if wanted:
            memories = self._catalogue.get_many(wanted)
            # a memory removed since it was queued has a delete of its own
            self.backend.upsert([memories[id_] for id_ in wanted if id_ in memories])


class Indexer:
    """All lanes of a home."""

    def __init__(self, backends: Sequence[Backend], catalogue: Catalogue, batches: dict[str, int]) -> None:
        self._quiet = threading.Condition()
        self._catalogue = catalogue
        self.lanes = [
            Lane(backend, catalogue, batch=batches.get(backend.name, 64), changed=self._notify)
            for backend in backends
        ]

    def _notify(self) -> None:
        with self._quiet:
            self._quiet.notify_all()

    def start(self) -> None:
        """Start every lane's thread."""
        for lane in self.lanes:
            lane.start()

    def wake(self) -> None:
        """Something was written."""
        for lane in self.lanes:
            lane.wake()

    def stop(self, patience: float) -> None:
        """End every lane; waits at most `patience` seconds for each."""
        for lane in self.lanes:
            lane.stop()
        for lane in self.lanes:
            if lane.is_alive():
                lane.join(patience)

    def lane(self, name: str) -> Lane | None:
        """The lane of a backend, if it is switched on."""
        return next((lane for lane in self.lanes if lane.backend.name == name), None)

    def health(self, lane: Lane) -> Health:
        """The backend's word, with the lane's own trouble on top."""
        health = lane.backend.health()
        if lane.state.error and health.ok:
            health = replace(health, ok=False, detail=lane.state.error)
        return health

    def settled(self) -> bool:
        """Whether nothing waits that could be done: a failing backend is not waited for."""
        waiting = self._catalogue.outbox.waiting()
        for lane in self.lanes:
            waits, _, _ = waiting.get(lane.backend.name, (0, 0, None))
            if lane.is_alive() and not lane.state.error and (waits or not lane.state.ready):
                return False
        return True

    def wait(self, seconds: float) -> None:
        """Until something changed in a lane, or the seconds have passed."""
        with self._quiet:
            self._quiet.wait(seconds)
