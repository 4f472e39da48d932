"""Noticing hand edits while a home is open: which files to look at again, within a moment of the save.

A change's type is never trusted: editors save by renaming a temporary file over the old one, and the events of
such a save come in any order. What a path now is, its size and time, decides; what we wrote ourselves is known
by the same figures and passed over.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from weave.backends.locator import is_memory_file, walk

log = logging.getLogger(__name__)

FOLDERS = ("memories", "tasks")
_STEP_MS, _DEBOUNCE_MS = 10, 100
_RESTART_SECONDS = 1.0
_COMPARE_SECONDS = 300
_Signature = tuple[int, int]


def _signature(file: Path) -> _Signature | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


class OwnWrites:
    """What we wrote ourselves: (mtime, size) by path. Safe to call from several threads."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._lock = threading.Lock()
        self._known: dict[str, _Signature | None] = {}

    def saw(self, paths: Iterable[str]) -> None:
        """These files are, as they stand now, our own doing or were read already."""
        found = {path: _signature(self._home / path) for path in paths}
        with self._lock:
            self._known |= found

    def paths(self) -> list[str]:
        """Every path that was seen so far."""
        with self._lock:
            return list(self._known)

    def foreign(self, paths: Iterable[str]) -> list[str]:
        """Those that another hand changed since; from now on they count as seen."""
        changed = list[str]()
        for path in paths:
            now = _signature(self._home / path)
            with self._lock:
                if path not in self._known or self._known[path] != now:
                    changed.append(path)
                    self._known[path] = now
        return changed


class Watcher:
    """Calls `changed` with relative paths, from a thread of its own, until `stop`."""

    def __init__(
        self, home: Path, changed: Callable[[Sequence[str]], None], own: OwnWrites | None = None
    ) -> None:
        self._home = home.resolve()
        self._changed = changed
        self.own = own or OwnWrites(home)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; what stands in the folders now counts as seen."""
        for folder in FOLDERS:
            (self._home / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        self.own.saw(file.path for folder in FOLDERS for file in walk(self._home, folder))
        self._thread = threading.Thread(target=self._run, name="weave-watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread; idempotent."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
            self._thread = None

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._watch()
            except Exception:  # the worker's loop: a watcher that died would miss every later edit
                log.warning(
                    "The system cannot watch the files; they are compared every second.", exc_info=True
                )
                self._compare()

    def _compare(self) -> None:
        """Look at every file once a second for a while: where watches are used up, or on some network disks."""
        for _ in range(_COMPARE_SECONDS):
            if self._stop.wait(1):
                return
            self._tell(self._everything())

    def _watch(self) -> None:
        from watchfiles import watch

        folders = self._folders()
        if not folders:
            self._stop.wait(_RESTART_SECONDS)
            return
        fresh = True
        for changes in watch(
            *folders,
            watch_filter=None,
            step=_STEP_MS,
            debounce=_DEBOUNCE_MS,
            rust_timeout=500,
            yield_on_timeout=True,
            stop_event=self._stop,
            raise_interrupt=False,
        ):
            if folders != self._folders():
                self._tell(self._everything())
                return  # a watched folder was renamed, replaced or has come back: watch what is there now
            if fresh:  # what was saved before the system began to report
                self._tell(self._everything())
            fresh = False
            self._tell(self._paths({Path(path) for _, path in changes}))

    def _folders(self) -> list[Path]:
        return [self._home / folder for folder in FOLDERS if (self._home / folder).is_dir()]

    def _tell(self, paths: Iterable[str]) -> None:
        foreign = self.own.foreign(sorted(set(paths)))
        if foreign and not self._stop.is_set():
            self._changed(foreign)

    def _paths(self, touched: Iterable[Path]) -> Iterator[str]:
        for path in touched:
            try:
                relative = path.relative_to(self._home).as_posix()
            except ValueError:
                continue
            if any(part.startswith(".") for part in relative.split("/")):
                continue
            if is_memory_file(path.name):
                yield relative
            elif path.is_dir():  # files of a folder moved in have no events of their own
                yield from (file.path for file in walk(self._home, relative))
            elif not path.suffix:
                yield from self._under(relative)

    def _under(self, folder: str) -> Iterator[str]:
        """Known files of a folder that went away."""
        return (path for path in self.own.paths() if path.startswith(f"{folder}/"))

    def _everything(self) -> Iterator[str]:
        yield from self.own.paths()
        for folder in FOLDERS:
            yield from (file.path for file in walk(self._home, folder))
