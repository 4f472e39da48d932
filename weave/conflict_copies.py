"""The names that sync clients give to conflict copies. Pure but for asking which files exist."""

from __future__ import annotations

import re
from pathlib import Path

_MARKS = (
    re.compile(r"^(?P<stem>.+?) \([^()]*conflict[^()]*\)$", re.IGNORECASE),  # Dropbox, Nextcloud, ownCloud
    re.compile(r"^(?P<stem>.+?)\.sync-conflict-\d{8}-\d{6}(-\w+)?$"),  # Syncthing
    re.compile(r"^(?P<stem>.+?)_conflict-\d{8}-\d{6}$"),  # older ownCloud
    re.compile(r"^(?P<stem>.+?) \(\d+\)$"),  # Google Drive, browsers
    re.compile(r"^(?P<stem>.+?) \d+$"),  # iCloud
    re.compile(r"^(?P<stem>.+?)-[A-Z][A-Z0-9-]*\d*$"),  # OneDrive: the machine's name
)


def original_of(home: Path, path: str) -> str | None:
    """The file that `path` may be a conflict copy of, by its name, if that file exists."""
    file = Path(path)
    for mark in _MARKS:
        found = mark.match(file.stem)
        if found:
            original = file.with_name(found["stem"] + file.suffix)
            if (home / original).is_file():
                return original.as_posix()
    return None
