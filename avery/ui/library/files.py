"""What a path that is being typed may become: the entries of its folder that begin so. Reads one folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

_MOST = 500


@dataclass(frozen=True, slots=True)
class Match:
    """An entry of a folder."""

    name: str
    folder: bool


def matches(typed: str, home: Path, folder: Path) -> tuple[Match, ...]:
    """The entries that fit, folders first; hidden ones only when a dot was typed."""
    head, _, begun = typed.rpartition("/")
    place = _place(head, typed, home, folder)
    found = []
    try:
        with os.scandir(place) as entries:
            for entry in entries:
                hidden = entry.name.startswith(".") and not begun.startswith(".")
                if not hidden and entry.name.casefold().startswith(begun.casefold()):
                    found.append(Match(entry.name, entry.is_dir()))
                if len(found) >= _MOST:
                    break
    except (OSError, ValueError):  # no folder, no right to read it, or a NUL byte
        return ()
    return tuple(sorted(found, key=lambda match: (not match.folder, match.name.casefold())))


def _place(head: str, typed: str, home: Path, folder: Path) -> Path:
    if head == "~" or head.startswith("~/"):
        return home / head[2:]
    if typed.startswith("/"):
        return Path(head or "/")
    return folder / head


def completed(typed: str, match: Match) -> str:
    """What was typed with this entry in the place of its beginning."""
    head, slash, _ = typed.rpartition("/")
    return f"{head}{slash}{match.name}{'/' if match.folder else ''}"
