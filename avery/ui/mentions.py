"""Files to be named with @ in a message: those below the folder, found by letters in their order. Reads folders."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from avery.ui.library.files import completed, matches

_MOST = 20_000
_SECONDS = 1.0
"""For which folders are walked at most."""
_FRESH = 10.0
"""Seconds for which a list of files is good."""
_PASSED_OVER = frozenset("node_modules __pycache__ venv target build dist".split())
_BEGUN = re.compile(r'(?:^|(?<=\s))@(?:"(?P<quoted>[^"]*)|(?P<bare>[^\s"]*))\Z')


def begun(before: str) -> str | None:
    """What was typed of a file's name behind an @ right before the cursor; None when there is none."""
    found = _BEGUN.search(before)
    return None if found is None else found["quoted"] or found["bare"] or ""


def replaced(before: str, name: str) -> str:
    """`before` with this name in the place of what was begun; a folder's stays open for more."""
    found = _BEGUN.search(before)
    start = found.start() if found is not None else len(before)
    quote = '"' if re.search(r"\s", name) else ""
    end = "" if name.endswith("/") else f"{quote} "
    return f"{before[:start]}@{quote}{name}{end}"


class FileNames:
    """The files of one folder tree, walked when they are asked for. Not for an event loop."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: tuple[str, ...] = ()
        self._at = -_FRESH

    def best(self, typed: str, most: int) -> tuple[str, ...]:
        """The names that fit best; a path from elsewhere (/, ~, ..) goes folder by folder."""
        if typed.startswith(("/", "~/", "../", "./")):
            found = matches(typed, Path.home(), self._folder)
            return tuple(completed(typed, match) for match in found[:most])
        if time.monotonic() - self._at > _FRESH:
            self._names = tuple(_walked(self._folder))
            self._at = time.monotonic()
        return ranked(typed, self._names, most)


def ranked(typed: str, names: Iterable[str], most: int) -> tuple[str, ...]:
    """Names that hold the typed letters in their order: whole in the last part first, then anywhere, then apart."""
    wanted = typed.casefold()
    apart = re.compile(".*?".join(map(re.escape, wanted)), re.DOTALL)
    found = [
        (_rank(wanted, folded), len(name), name) for name in names if apart.search(folded := name.casefold())
    ]
    return tuple(name for _, _, name in sorted(found)[:most])


def _rank(wanted: str, name: str) -> int:
    last = name.rpartition("/")[2]
    if last.startswith(wanted):
        return 0
    return 1 if wanted in last else 2 if wanted in name else 3


def _walked(folder: Path) -> list[str]:
    end = time.monotonic() + _SECONDS
    found: list[str] = []
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in _PASSED_OVER)
        head = os.path.relpath(place, folder).replace(os.sep, "/")
        found += _below("" if head == "." else f"{head}/", files)
        if len(found) >= _MOST or time.monotonic() > end:
            break
    return found[:_MOST]


def _below(head: str, files: Sequence[str]) -> list[str]:
    shown = (name for name in sorted(files) if not name.startswith("."))
    return [f"{head}{name}" for name in shown if name.isprintable() and '"' not in name]
