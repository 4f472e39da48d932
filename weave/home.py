"""The home folder: its parts, created private; and the check that it can be used."""

from __future__ import annotations

import os
from pathlib import Path

from weave.durable import explain, make_folder
from weave.errors import HomeError

FOLDERS = ("memories", "tasks", "conversations", "documents", "inbox", "trash", "index")
IDENTITY = "identity.md"
LONGEST_PATH = 460
"""Bytes; SQLite opens no file whose path is longer than 512."""
_DEFAULT_IDENTITY = Path(__file__).with_name("identity_default.md")


def prepare(home: Path) -> Path:
    """The home as an absolute path, with its folders, 0700. Raises HomeError."""
    home = home.expanduser().absolute()
    if home.exists() and not home.is_dir():
        raise HomeError(f"{home} is a file, not a folder; name another --home.")
    if len(os.fsencode(home)) > LONGEST_PATH:
        raise HomeError(f"{home} is too long a path for its index; name a shorter --home.")
    make_folder(home)
    if not os.access(home, os.R_OK | os.W_OK | os.X_OK):
        raise HomeError(
            f"{home} cannot be written; give your user the right to write there or name another --home."
        )
    try:
        home.chmod(0o700)
    except OSError as error:
        raise explain(error, home) from error
    for name in FOLDERS:
        make_folder(home / name)
    return home


def default_identity() -> str:
    """Who Avery is before anything happened to it."""
    return _DEFAULT_IDENTITY.read_text(encoding="utf-8")
