"""The lane that keeps the trees true to the files while a home is open: one thread, which nobody waits for.

It goes through the folders at the start, whenever the system reports a change, and now and then. A file that is
being written is left until it rests, a conversation that is being held until it pauses or ends. Killed at any point,
the next start goes on: what is not in the trees whole is not in them at all.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass
from pathlib import Path, PurePath

from weave.documents.channel import GIVE_WAY_SECONDS, DocumentChannel
from weave.documents.reading import CONVERSATIONS, DOCUMENTS
from weave.documents.store_file import Damaged
from weave.documents.store_rows import Signature
from weave.errors import WeaveError

log = logging.getLogger(__name__)

COMPARE_SECONDS = 30.0
"""How often the folders are compared though nothing was reported."""
REST_SECONDS, PAUSE_SECONDS = 0.3, 60.0
"""How long a document, a conversation must have been left alone before it is read."""
_AGAIN_SECONDS = 0.4
_RETRY_SECONDS = 5.0
_ENDED = b'"kind":"ended"'
_TAIL = 400


@dataclass(frozen=True, slots=True)
class Following:
    """How far the lane is."""

    ready: bool = False
    """Whether it has been through the folders once."""
    error: str | None = None
    waiting: int = 0
    """Files that are new or changed and not yet read."""
    file: str = ""
    """The one that is being read."""


class Rest:
    """Tells what is still being written: a file that changed since it was last seen, a moment ago."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._seen: dict[str, tuple[Signature, float]] = {}
        self.first = True
        """At the start nothing is waited for: whoever wrote it has ended, or will change it again."""
        self.put_off: set[str] = set()
        """Documents that were being written when they were last looked at; conversations have time."""

    def later(self, name: str, signature: Signature) -> bool:
        """Whether a changed file is to be left for now."""
        known, since = self._seen.get(name, (None, 0.0))
        now = time.monotonic()
        if known != signature:
            self._seen[name] = (signature, now)
            since = now if not self.first else float("-inf")
        if not PurePath(name).is_relative_to(CONVERSATIONS):
            resting = now - since >= REST_SECONDS
            (self.put_off.discard if resting else self.put_off.add)(name)
            return not resting
        return now - since < PAUSE_SECONDS and not self._ended(name)

    def _ended(self, name: str) -> bool:
        """Whether the last line of a transcript says that the conversation is over."""
        try:
            with (self._home / name).open("rb") as file:
                file.seek(max(0, file.seek(0, 2) - _TAIL))
                return _ENDED in file.read().rstrip().rpartition(b"\n")[2]
        except OSError:
            return False


class DocumentLane(threading.Thread):
    """Follows the folders of one home. `wake` when something changed."""

    def __init__(self, channel: DocumentChannel) -> None:
        super().__init__(name="weave-documents", daemon=True)
        self.channel = channel
        self.state = Following()
        self._home = channel.library.folder
        self._rest = Rest(self._home)
        self._wake = threading.Condition()
        self._dirty = True
        self._ending = threading.Event()
        self._renewed = False
        self._busy = False

    @property
    def idle(self) -> bool:
        """Whether nothing waits that could be read; what fails, or was never begun, is not waited for."""
        with self._wake:
            return not self.is_alive() or bool(self.state.error) or not (self._dirty or self._busy)

    def wake(self) -> None:
        """There may be something new."""
        with self._wake:
            self._dirty = True
            self._wake.notify_all()

    def stop(self, patience: float) -> None:
        """End after the file at hand, which is given up; waits at most so many seconds."""
        self._ending.set()
        self.channel.interrupt()
        self.wake()
        if self.is_alive():
            self.join(patience)

    def run(self) -> None:
        """Until stopped."""
        watching = threading.Thread(target=self._watch, name="weave-documents-watch", daemon=True)
        watching.start()
        while not self._ending.is_set():
            with self._wake:
                self._dirty, self._busy = False, True
            try:
                pause = self._step()
            except Exception as error:  # the worker's loop: it outlives whatever a file or the disk does
                pause = self._failed(error)
            self._sleep(pause)

    def _step(self) -> float:
        """A pass; how long to sleep after it."""
        file = self.channel.library.store.file
        if self.state.error or not self.state.ready or file.suspect:
            self.channel.open()
            file.check()
        self._rest.put_off.clear()
        report = self.channel.follow(self._tell, self._ending.is_set, self._rest.later)
        if report.stopped:
            time.sleep(GIVE_WAY_SECONDS)
            self.state = Following(self.state.ready, None, max(1, report.waiting))
            return 0.0
        self._rest.first = False
        self.state = Following(True, None, len(self._rest.put_off))
        return _AGAIN_SECONDS if self.state.waiting else COMPARE_SECONDS

    def _tell(self, file: str, done: int, total: int) -> None:
        self.state = Following(self.state.ready, None, total - done, file)

    def _failed(self, error: Exception) -> float:
        reason = str(error) if isinstance(error, WeaveError) else f"{type(error).__name__}: {error}"
        if self.state.error != reason:
            log.warning("documents: %s", reason, exc_info=not isinstance(error, WeaveError))
        if isinstance(error, Damaged) and not self._renewed:
            self._renewed = True  # once: what is damaged again at once has another reason than the file
            try:
                with self.channel.exclusively(urgent=True):
                    self.channel.library.store.file.renew()
                self.state = Following()
                return 0.0
            except WeaveError as failed:
                reason = str(failed)
        self.state = Following(self.state.ready, reason, self.state.waiting)  # nobody waits for it any more
        return _RETRY_SECONDS

    def _sleep(self, seconds: float) -> None:
        with self._wake:
            self._busy = self.state.waiting > 0 or not seconds
            if not self._dirty and seconds and not self._ending.is_set():
                self._wake.wait(seconds)

    def _watch(self) -> None:
        """Wakes the lane when the system reports a change; without watches the lane compares by itself."""
        folder = self._home / DOCUMENTS
        while not self._ending.is_set():
            try:
                from watchfiles import watch

                for _ in watch(folder, stop_event=self._ending, debounce=300, step=50, raise_interrupt=False):
                    self.wake()
            except Exception:
                log.info("The folder of documents cannot be watched; it is compared now and then.")
            self._ending.wait(COMPARE_SECONDS)
