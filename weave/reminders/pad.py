"""The home's reminders/: one markdown file for each month, the truth, safe to edit by hand and by several processes.

A file is read again only when it was changed. Every change is made under a lock that the kernel holds, on what the
file says at that moment, and renamed into place: killed anywhere, the old or the new file is whole.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from weave.durable import explain, make_folder, replace_bytes
from weave.errors import HomeBusy, InvalidInput, NotFound
from weave.markdown import parse
from weave.markdown.charset import charset_of
from weave.markdown.edit import joint
from weave.reminders.model import Reminder
from weave.reminders.section import reminders_in, rewritten, section_of

FOLDER = "reminders"
SHORTEST_PREFIX = 6
_LOCK = ".lock"
_PATIENCE = 5.0
"""Seconds that another process may take for a change; it needs some milliseconds."""
Known = tuple[tuple[int, int], tuple[Reminder, ...]]
"""When a file was changed last and its size, and what it says."""


class Pad:
    """The reminders of one home."""

    def __init__(self, home: Path, zone: str) -> None:
        """`zone`: the home's, by name; that of a time written by hand without one."""
        self._folder = home / FOLDER
        self._zone = zone
        self._known: dict[Path, Known] = {}

    def all(self) -> tuple[Reminder, ...]:
        """Every reminder, by id; of copies that a sync client made, the one in the file that sorts first counts."""
        found: dict[str, Reminder] = {}
        read = {path: self._read(path) for path in self._files()}
        self._known = read  # as a whole: several threads read at once
        for _, reminders in read.values():
            for one in reminders:
                found.setdefault(one.id, one)
        return tuple(found[id_] for id_ in sorted(found))

    def find(self, reference: str) -> Reminder:
        """The one of this id, or of the one id that begins so. Raises NotFound, InvalidInput for several."""
        wanted = reference.strip().upper()
        every = self.all()
        exact = [one for one in every if one.id == wanted]
        near = exact or [one for one in every if len(wanted) >= SHORTEST_PREFIX and one.id.startswith(wanted)]
        if not near:
            raise NotFound(f"There is no reminder {reference!r}; `weave remind list --all` shows them.")
        if len(near) > 1:
            raise InvalidInput(f"{reference!r} begins more than one id; give more of it.")
        return near[0]

    def add(self, reminder: Reminder) -> None:
        """Write a new one; durable when it returns. Raises HomeError."""
        path = self._folder / f"{reminder.created:%Y-%m}.md"
        with self._alone():
            data = self._bytes(path)
            charset = charset_of(data[:4096])
            text = section_of(reminder).replace("\n", charset.newline)
            replace_bytes(path, data + joint(data[-16:], len(data), charset) + charset.encode(text))

    def change(self, id_: str, change: Callable[[Reminder], Reminder]) -> Reminder:
        """Rewrite one as `change` makes it of what the file says now. Raises NotFound, HomeError."""
        with self._alone():
            for path in self._files():
                data = self._bytes(path)
                for section, was in reminders_in(data, self._zone):
                    if was.id == id_:
                        now = change(was)
                        if now != was:
                            new = rewritten(section, was, now, parse(data).charset)
                            replace_bytes(path, data[: section.span.start] + new + data[section.span.end :])
                        return now
        raise NotFound(f"There is no reminder {id_}; `weave remind list --all` shows them.")

    def erase(self, doomed: Callable[[Reminder], bool]) -> tuple[Reminder, ...]:
        """Take out, without a copy, those that `doomed` names; what a crash left half written goes as well."""
        gone: list[Reminder] = []
        if not self._folder.is_dir():
            return ()
        with self._alone():
            for left in self._folder.glob(".*.tmp"):
                left.unlink(missing_ok=True)
            for path in self._files():
                data = self._bytes(path)
                out = [(s, one) for s, one in reminders_in(data, self._zone) if doomed(one)]
                gone += [one for _, one in out]
                for section, _ in reversed(out):
                    data = data[: section.span.start] + data[section.span.end :]
                if out:
                    replace_bytes(path, data)
        return tuple(gone)

    def _files(self) -> list[Path]:
        try:
            found = [path for path in self._folder.iterdir() if path.suffix == ".md" and path.name[0] != "."]
        except OSError:
            return []
        return sorted(found, key=lambda path: (len(path.name), path.name))

    def _read(self, path: Path) -> Known:
        try:
            status = path.stat()
        except OSError:
            return (0, 0), ()
        signature = status.st_mtime_ns, status.st_size
        known = self._known.get(path)
        if known is not None and known[0] == signature:
            return known
        return signature, tuple(one for _, one in reminders_in(self._bytes(path), self._zone))

    def _bytes(self, path: Path) -> bytes:
        try:
            return path.read_bytes()
        except OSError:
            return b""

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """No other process changes a file meanwhile. Raises HomeBusy when one does not come to an end."""
        make_folder(self._folder)
        path = self._folder / _LOCK
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise explain(error, path) from error
        try:
            _take(handle)
            yield
        finally:
            os.close(handle)


def _take(handle: int) -> None:
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError as error:
            if time.monotonic() > end:
                raise HomeBusy(
                    "Another process is changing the reminders and does not come to an end; try again."
                ) from error
            time.sleep(0.01)
