"""Files that a message names with @: read once, limited, and handed to the model as quoted data.

What is in a file is nobody's words in the talk: it is kept as a turn of the role `tool`, of the speaker `file`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from avery.tools.places import SYSTEM
from avery.tools.secretive import secretive
from weave.markdown import clean
from weave.secrets import mask

SPEAKER = "file"
LONGEST = 32_000
"""Letters of all files of one message."""
MOST_FILES = 8
_MENTION = re.compile(r'(?<!\S)@(?:"(?P<quoted>[^"\n]+)"|(?P<bare>[^\s"]+))')
_TRAILING = ".,;:!?)]}'’”…"


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that was named, what of it is handed on, and a sentence on that."""

    name: str
    text: str
    note: str
    ok: bool = True


def named(text: str, folder: Path) -> tuple[str, ...]:
    """The files a message names that are there, each once, as they are written; anything else with an @ is text."""
    found: dict[str, None] = {}
    for mention in _MENTION.finditer(text):
        name = mention["quoted"] or _existing(mention["bare"], folder)
        if name and _is_file(name, folder):
            found[name] = None
    return tuple(found)


def _existing(bare: str, folder: Path) -> str:
    """The name without the punctuation of the sentence around it, unless it is part of the name."""
    if _is_file(bare, folder):
        return bare
    return bare.rstrip(_TRAILING)


def _is_file(name: str, folder: Path) -> bool:
    try:
        return _path(name, folder).is_file()
    except (OSError, ValueError, RuntimeError):  # a NUL byte, a name too long, a stranger's home
        return False


def _path(name: str, folder: Path) -> Path:
    return folder / Path(name).expanduser()


def read(names: Sequence[str], folder: Path, longest: int = LONGEST) -> tuple[Attached, ...]:
    """The named files, secrets masked, in at most `longest` letters together. Never raises; reads the disk."""
    found: list[Attached] = []
    left = longest
    for name in names[:MOST_FILES]:
        one = _read(name, folder, left)
        left -= len(one.text)
        found.append(one)
    found += [
        Attached(name, "", f"not read: at most {MOST_FILES} files go with a message", False)
        for name in names[MOST_FILES:]
    ]
    return tuple(found)


def _read(name: str, folder: Path, room: int) -> Attached:
    if _is_kept_back(name, folder):
        return Attached(name, "", "not read: it is where keys are kept", False)
    try:
        with _path(name, folder).open("rb") as file:
            data = file.read(room * 4 + 1)
            size = _path(name, folder).stat().st_size
    except OSError as error:
        return Attached(name, "", f"cannot be read ({error.strerror or error})", False)
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return Attached(name, "", "is no text; /library reads PDF, DOCX and other documents", False)
    whole = mask(clean(_decoded(data)))
    text = whole[:room]
    if not text.strip():
        return Attached(name, "", "is empty" if not whole.strip() else "not read: the message is full", False)
    if len(whole) > room or size > len(data):
        return Attached(
            name, text, f"the first {len(text):,} letters of {size:,} bytes; /library takes in the whole"
        )
    return Attached(name, text, f"{len(text):,} letters")


def _is_kept_back(name: str, folder: Path) -> bool:
    """Whether keys are kept there: a text that was pasted names files that its reader never meant."""
    real = Path(os.path.realpath(_path(name, folder)))
    root = Path(os.path.realpath(folder))
    within = real.relative_to(root) if real.is_relative_to(root) else real
    return secretive(within) or any(real.is_relative_to(system) for system in SYSTEM)


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data[: len(data) // 2 * 2].decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")
