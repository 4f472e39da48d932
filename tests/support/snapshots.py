"""Screens kept as text files, to be read in review. `RENEW=1` in the environment writes them anew."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "avery" / "ui" / "snapshots"


def as_kept(name: str, shown: str) -> bool:
    """Whether the screen is as the file of this name has it."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("RENEW") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    return path.exists() and path.read_text(encoding="utf-8") == shown
