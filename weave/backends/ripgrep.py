"""Finding byte strings in files with rg, or with Python where there is no rg."""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from weave.backends.patterns import Patterns
from weave.errors import BackendUnavailable
from weave.rg import find_rg

Found = tuple[bytes, bytes]
"""(digits of the byte offset in the file's UTF-8 text, without a byte-order mark; what matched)."""

_FLAGS = (
    "--no-config",
    "--no-messages",
    "--no-ignore",
    "--no-line-number",
    "--only-matching",
    "--byte-offset",
    "--text",
    "--heading",
    "--null",
    "--color=never",
    "--glob=*.md",
    "--glob=!.*",
)
_BLOCK = re.compile(rb"([^\0]*)\0((?:\d+:[^\n]*\n)*)\n?")
_LINE = re.compile(rb"(\d+):([^\n]*)")


class Search:
    """A running search: started when made, read by `results`, so that other work fits in between."""

    def __init__(self, patterns: Patterns, home: Path, folders: Sequence[str], glob: str = "*.md") -> None:
        self._patterns = patterns
        self._home = home
        self._folders = [folder for folder in folders if (home / folder).is_dir()]
        self._glob = glob
        self._process = self._start() if self._folders else None

    def _start(self) -> subprocess.Popen[bytes] | None:
        rg = find_rg()
        if rg is None:
            return None
        flags = [flag.replace("*.md", self._glob) for flag in _FLAGS]
        environment = {key: value for key, value in os.environ.items() if key != "RIPGREP_CONFIG_PATH"}
        try:
            return subprocess.Popen(
                [rg, *flags, "-e", self._patterns.rust, "--", *self._folders],
                cwd=self._home,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                close_fds=False,
            )
        except OSError:
            return None

    def results(self, timeout: float) -> Iterable[tuple[str, list[Found]]]:
        """(path relative to the home, matches in order) of each file that has any.

        Raises BackendUnavailable when rg takes longer than `timeout` seconds.
        """
        if self._process is None:
            return search_in_python(self._patterns.python, self._home, self._folders, self._glob)
        output, late = _output(self._process, timeout)
        if late:
            raise BackendUnavailable(f"ripgrep took longer than {timeout:g} s; ask again.")
        if self._process.returncode not in (0, 1) and not output:
            return search_in_python(self._patterns.python, self._home, self._folders, self._glob)
        return _parsed(output)


def _output(process: subprocess.Popen[bytes], timeout: float) -> tuple[bytes, bool]:
    """(all it wrote, whether it was ended for being late); `communicate` with a limit polls at every 32 kB."""
    late = threading.Event()

    def end() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(timeout, end)
    timer.daemon = True
    timer.start()
    try:
        with process:
            output = process.stdout.read() if process.stdout else b""
    finally:
        timer.cancel()
    return output, late.is_set()


def _parsed(output: bytes) -> Iterator[tuple[str, list[Found]]]:
    for name, lines in _BLOCK.findall(output):
        if name and lines:
            yield os.fsdecode(name).replace(os.sep, "/"), _LINE.findall(lines)


def search_in_python(
    pattern: re.Pattern[bytes], home: Path, folders: Iterable[str], glob: str
) -> Iterator[tuple[str, list[Found]]]:
    """What rg would find, some fifty times slower: for platforms without it and small homes."""
    from weave.markdown import decode

    for folder in folders:
        for path in sorted((home / folder).rglob(glob)):
            if path.name.startswith("."):
                continue
            try:
                data = path.read_bytes()
            except OSError:
                continue
            text, charset, _ = decode(data)
            searched = data[len(charset.mark) :] if charset.plain else text.encode("utf-8", "surrogatepass")
            found = [(b"%d" % match.start(), match[0]) for match in pattern.finditer(searched)]
            if found:
                yield path.relative_to(home).as_posix(), found
