"""Conflict copies that sync clients leave: known by their name and by repeating their original."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

from weave.markdown import Section

_MARKS = (
    re.compile(r"^(?P<stem>.+?) \([^()]*conflict[^()]*\)$", re.IGNORECASE),  # Dropbox, Nextcloud, ownCloud
    re.compile(r"^(?P<stem>.+?)\.sync-conflict-\d{8}-\d{6}(-\w+)?$"),  # Syncthing
    re.compile(r"^(?P<stem>.+?)_conflict-\d{8}-\d{6}$"),  # older ownCloud
    re.compile(r"^(?P<stem>.+?) \(\d+\)$"),  # Google Drive, browsers
    re.compile(r"^(?P<stem>.+?) \d+$"),  # iCloud
    re.compile(r"^(?P<stem>.+?)-[A-Z][A-Z0-9-]*\d*$"),  # OneDrive: the machine's name
)
_SIMILAR = 0.8
_COMPARED = 20_000


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


def repeats(original: Sequence[Section], copy: Sequence[Section]) -> bool:
    """Whether `copy` is mostly `original` again: by half of its ids, or by most of its words. Pure."""
    known = {section.id for section in original if section.id}
    shared = sum(section.id in known for section in copy if section.id)
    return shared * 2 >= max(1, len(copy)) or similar(_words(original), _words(copy))


def _words(sections: Sequence[Section]) -> str:
    return "\n".join(section.text for section in sections)


def similar(one: str, other: str) -> bool:
    """Whether two texts say mostly the same."""
    if one.split() == other.split():
        return True
    matcher = SequenceMatcher(None, one[:_COMPARED], other[:_COMPARED], autojunk=False)
    return bool(one) and bool(other) and matcher.quick_ratio() >= _SIMILAR and matcher.ratio() >= _SIMILAR


def sentence(home: Path, path: str, original: str) -> str:
    """What `weave doctor` says of a copy, with the command that compares the two."""
    command = f"diff {shlex.quote(str(home / original))} {shlex.quote(str(home / path))}"
    return (
        f"{path} is a conflict copy of {original} and is not indexed; compare the two with `{command}`, "
        f"keep what you want in {original} and delete the copy."
    )
