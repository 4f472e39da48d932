"""What hostile files cost on their way into a library: seconds, memory of the process that parses, the sentence.

uv run python -m tests.bench.hostile            every bomb, loop, nest and flood, within the limits a home has
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import tempfile
import threading
import time
from pathlib import Path

from tests.support import hostile
from weave.documents.library import Library
from weave.documents.limits import Limits

_MIB = 1 << 20


class Watch(threading.Thread):
    """The most memory that any process which parses has held, by the system's own count."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.peak = 0
        self._over = threading.Event()

    def run(self) -> None:
        me = os.getpid()
        while not self._over.wait(0.005):
            for children in Path(f"/proc/{me}/task").glob("*/children"):
                with contextlib.suppress(OSError):  # the thread is gone
                    for child in children.read_text().split():
                        self.peak = max(self.peak, _peak(child))

    def stop(self) -> int:
        """The peak in bytes."""
        self._over.set()
        self.join()
        return self.peak


def _peak(process: str) -> int:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0)


def _own() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def main() -> None:
    """One row per file; the library goes on after each."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("only", nargs="*", help="names of files")
    only = parser.parse_args().only
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "documents").mkdir()
        library = Library(home / "documents", home / "trees")
        print("| file | MiB | seconds | peak MiB | what comes of it |\n|---|---|---|---|---|")
        for name, make in {**hostile.BOMBS, **hostile.FLOODS, "gigabyte.txt": None}.items():
            if only and name not in only:
                continue
            path = home / "documents" / name
            with path.open("wb") as file:
                file.write(make() if make else b"")
                file.truncate(file.tell() if make else 1 << 30)
            size = path.stat().st_size
            watch = Watch()
            watch.start()
            start = time.perf_counter()
            report = library.refresh()
            seconds = time.perf_counter() - start
            said = report.refused[0].sentence if report.refused else f"read, {report.pages:,} pages"
            print(
                f"| {name} | {size / _MIB:.1f} | {seconds:.1f} | {watch.stop() / _MIB:.0f} | {said} |",
                flush=True,
            )
            path.unlink()
        library.close()
    print(f"this process: {_own() / _MIB:.0f} MiB at most; limits: {Limits()}")


if __name__ == "__main__":
    main()
