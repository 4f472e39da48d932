"""The lanes: one thread per backend that opens it and carries the outbox into it, newest memories first.

A backend that fails is tried again with growing pauses; one that comes back empty is filled anew. Nothing a
backend does reaches a writer or a recall.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from weave.catalogue import Catalogue
from weave.errors import BackendInterrupted, BackendUnavailable, WeaveError
from weave.outbox import GIVE_UP, Job
from weave.ports import Backend, Health

log = logging.getLogger(__name__)

UNOPENED_PATIENCE = 0.5
FIRST_PAUSE = 0.5
LONGEST_PAUSE = 15.0
CHECK_SECONDS = 20.0
"""How often an idle lane asks its backend how many memories it holds: a server may have come back empty."""
RETRY_SECONDS = 30.0
"""How often jobs that were given up are tried again; opening the home and `weave reindex` do so at once."""


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
        self._asked = 0
        self._checked = self._retried = 0.0
        self._refilled_at: int | None = None
        self._troubled = False

    def wake(self) -> None:
        """There is work, or a reason to try again at once."""
        with self._wake:
            self._dirty = True
            self._pause = FIRST_PAUSE
            self._wake.notify_all()

    def retry(self) -> None:
        """Try what was given up again now."""
        self._catalogue.outbox.retry(self.backend.name)
        self._refilled_at = None
        self.wake()

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

    @contextlib.contextmanager
    def exclusively(self) -> Iterator[None]:
        """Held while a purge scrubs or a reindex clears: the lane ends its batch and begins no other."""
        with self._wake:
            self._asked += 1
        try:
            with self._hold:
                yield
        finally:
            with self._wake:
                self._asked -= 1
                self._wake.notify_all()

    def run(self) -> None:
        """Open, then drain until stopped."""
        while not self._stopping:
            self._give_way()
            try:
                with self._hold:
                    worked = self._step()
            except Exception as error:  # the one place where a backend's failure of any kind is caught
                self._fail(error)
                self._sleep(self._pause)
                self._pause = min(LONGEST_PAUSE, self._pause * 2)
            else:
                if not worked:
                    self._sleep(CHECK_SECONDS, until_work=True)
        self.backend.close()

    def _give_way(self) -> None:
        """A thread that lets go of a lock and takes it again at once would never let another in."""
        with self._wake:
            while self._asked and not self._stopping:
                self._wake.wait(0.5)

    def _sleep(self, seconds: float, *, until_work: bool = False) -> None:
        with self._wake:
            if not self._stopping and not (self._dirty and until_work):
                self._wake.wait(seconds)
            self._dirty = False

    def _fail(self, error: Exception) -> None:
        message = _reason(error)
        if self.state.error != message:
            log.warning("%s: %s", self.backend.name, message)
        self.state = LaneState(ready=False, error=message)
        self._changed()

    def _step(self) -> bool:
        """One batch; False when nothing waits."""
        if not self.state.ready:
            self._open()
        jobs = self._catalogue.outbox.jobs(self.backend.name, self._batch)
        if not jobs:
            self._scrub_if_due()
            if not self._troubled or not self._catalogue.outbox.given_up(self.backend.name):
                self._clear_error()
            return self._retry_if_due() or self._refill_if_short()
        self._work(jobs)
        return True

    def _open(self) -> None:
        try:
            self.backend.open()
            if self._missing(self.backend.count()) > 0:
                self._catalogue.outbox.enqueue_all(self.backend.name)
        except Exception:
            self._troubled = True
            raise
        if self._checked == 0.0:
            self._catalogue.outbox.retry(self.backend.name)
        self._checked = self._retried = time.monotonic()
        # an error stays on show until work has gone through: opening is not the proof that it does
        self.state = LaneState(ready=True, error=self.state.error)
        self._changed()

    def _work(self, jobs: Sequence[Job]) -> None:
        """A batch; if it fails, its jobs one by one, so that a single bad memory is found and passed over."""
        try:
            self._carry(jobs)
        except BackendInterrupted:
            return
        except Exception as error:
            if len(jobs) > 1 and not self._stopping:
                self._one_by_one(jobs)
                return
            self._catalogue.outbox.failed(jobs, _reason(error))
            self._troubled = self._troubled or isinstance(error, BackendUnavailable)
            if jobs[0].attempts + 1 < GIVE_UP or isinstance(error, BackendUnavailable):
                raise
            log.warning("%s cannot take %s: %s", self.backend.name, jobs[0].id, _reason(error))
            return
        self._went_through(jobs)

    def _one_by_one(self, jobs: Sequence[Job]) -> None:
        """Raises when the first two fail both: then it is the backend that is in trouble, and no memory's fault."""
        bad: list[tuple[Job, Exception]] = []
        good = 0
        for job in jobs:
            if self._stopping:
                break
            try:
                self._carry([job])
            except BackendInterrupted:
                break
            except Exception as error:
                bad.append((job, error))
                if len(bad) > 1 and not good:
                    self._count_failures(bad)
                    self._troubled = True
                    raise
            else:
                good += 1
                self._went_through([job])
        self._count_failures(bad)

    def _count_failures(self, bad: Sequence[tuple[Job, Exception]]) -> None:
        for job, error in bad:
            self._catalogue.outbox.failed([job], _reason(error))

    def _went_through(self, jobs: Sequence[Job]) -> None:
        self._catalogue.outbox.done(jobs)
        self._pause = FIRST_PAUSE
        if self._troubled:  # what was given up meanwhile was no memory's fault
            self._troubled = False
            self._catalogue.outbox.retry(self.backend.name)
        self._clear_error()
        self._changed()

    def _clear_error(self) -> None:
        if self.state.error:
            self.state = LaneState(ready=True)
            self._changed()

    def _retry_if_due(self) -> bool:
        name = self.backend.name
        if time.monotonic() - self._retried < RETRY_SECONDS or not self._catalogue.outbox.given_up(name):
            return False
        self._retried = time.monotonic()
        self._catalogue.outbox.retry(name)
        return True

    def _refill_if_short(self) -> bool:
        """Whether the backend holds less than it was given, and everything was queued again.

        Once for each number it may be short at: a memory that a backend never counts must not refill it for ever.
        """
        if time.monotonic() - self._checked < CHECK_SECONDS:
            return False
        self._checked = time.monotonic()
        held = self.backend.count()
        missing = self._missing(held)
        if missing <= 0 or held == self._refilled_at:
            return False
        log.warning(
            "%s holds %d memories fewer than it was given and is filled anew.", self.backend.name, missing
        )
        self._refilled_at = held if held else None
        return self._catalogue.outbox.enqueue_all(self.backend.name) > 0

    def _missing(self, held: int) -> int:
        """How many memories the backend should hold and does not; those that wait are not counted."""
        waiting = self._catalogue.outbox.counts().get(self.backend.name, 0)
        return self._catalogue.count() - waiting - held

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


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, WeaveError) else f"{type(error).__name__}: {error}"


class Indexer:
    """All lanes of a home."""

    def __init__(self, backends: Sequence[Backend], catalogue: Catalogue, batches: dict[str, int]) -> None:
        self._quiet = threading.Condition()
        self._resting = False
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

    def rest(self) -> None:
        """Start no lane before there is something for it to do: reading a list needs no backend."""
        self._resting = True

    def rouse(self) -> None:
        """Start the lanes that were at rest."""
        with self._quiet:
            resting, self._resting = self._resting, False
        if resting:
            self.start()

    def wake(self) -> None:
        """Something was written."""
        self.rouse()
        for lane in self.lanes:
            lane.wake()

    def stop(self, patience: float) -> None:
        """End every lane; waits at most `patience` seconds for each."""
        for lane in self.lanes:
            lane.stop()
        for lane in self.lanes:
            if lane.is_alive():
                # one that never opened hangs in a server's silence, and holds nothing that must be closed
                lane.join(patience if lane.state.ready else min(patience, UNOPENED_PATIENCE))

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
        waiting = self._catalogue.outbox.counts()
        for lane in self.lanes:
            waits = waiting.get(lane.backend.name, 0) - self._catalogue.outbox.given_up(lane.backend.name)
            if lane.is_alive() and not lane.state.error and (waits or not lane.state.ready):
                return False
        return True

    def wait(self, seconds: float) -> None:
        """Until something changed in a lane, or the seconds have passed."""
        with self._quiet:
            self._quiet.wait(seconds)
