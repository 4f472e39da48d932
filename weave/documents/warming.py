"""Parsers compiled once: the process that parses may write nothing, so it would compile them for every file anew.

After an installation that compiles nothing, one process without a file to read imports them all, and Python keeps
what it compiled beside the sources. Where that cannot be written, or is not wanted, nothing happens.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from importlib.util import cache_from_source, find_spec
from pathlib import Path

import weave
from weave.documents.child import COMPILED

_ROOT = str(Path(weave.__file__).parents[1])
_CODE = (
    "import sys; sys.path.insert(0, {root!r}); from weave.documents.child import compile_all; compile_all()"
)
_SECONDS = 60.0
_lock = threading.Lock()
_done = threading.Event()


def warm() -> None:
    """Have the parsers compiled, unless they are; once in the life of this process. Never raises."""
    with _lock:
        if _done.is_set():
            return
        _done.set()
        if not sys.dont_write_bytecode and sys.pycache_prefix is None and any(map(is_cold, COMPILED)):
            _compile()


def is_cold(module: str) -> bool:
    """Whether a module has no compiled form of its present source, and could have one."""
    try:
        spec = find_spec(module)
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return False
        source, compiled = Path(spec.origin), Path(cache_from_source(spec.origin))
        if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
            return False
        folder = compiled.parent if compiled.parent.exists() else source.parent
        return os.access(folder, os.W_OK)
    except (ImportError, OSError, ValueError, NotImplementedError):
        return False


def _compile() -> None:
    command = [sys.executable, "-I", "-X", "utf8", "-c", _CODE.format(root=_ROOT)]
    with contextlib.suppress(OSError, ValueError, subprocess.SubprocessError):
        subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
