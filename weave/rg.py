"""The rg binary, which searches the markdown and, for Avery, the person's files."""

from __future__ import annotations

import shutil
import sysconfig
from functools import lru_cache


@lru_cache(maxsize=1)
def find_rg() -> str | None:
    """The rg that came with the installation, else the one on PATH, else None."""
    return shutil.which("rg", path=sysconfig.get_path("scripts")) or shutil.which("rg")
